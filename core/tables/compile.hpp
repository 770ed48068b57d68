#pragma once
// Question: how do the rules of a game become tables?
//
// compile() walks every force that each side can have at every step, one side at a time, and writes
// the rule functions out as the flat tables of a Duel. It over-approximates: a force is confronted
// with every volley that the enemy can throw in that step, whether or not the two can meet; what
// cannot be reached is simply never drawn.

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/scenario/result.hpp"
#include "core/tables/battle_rules.hpp"
#include "core/tables/compile/draft.hpp"
#include "core/tables/compile/grow.hpp"
#include "core/tables/compile/write.hpp"
#include "core/tables/duel.hpp"
#include "core/tables/limits.hpp"

namespace broadside {

template <class Force>
struct Compiled {
  Duel duel;
  BySide<std::vector<Force>> finals;  ///< by final force number
  BySide<std::vector<Cell>> starts;   ///< of the other forces that may begin the battle
};

/// The tables of a battle, or an error where it has more states than tables can number or making
/// them takes more than the limits allow. Besides the force that the rules begin with, those of
/// `others` may begin it, too.
template <BattleRules R>
Result<Compiled<typename R::Force>> compile(
    const R& rules, const BySide<std::vector<typename R::Force>>& others = {},
    const TableLimits& limits = {}) {
  const auto too_large = [] {
    return InputError{"the battle has too many possible forces for tables", "units",
                      "fewer units, or fewer effects that are counted one by one"};
  };
  const auto faulty = [](std::string problem) {
    return InputError{std::move(problem), "rules", "please report this battle"};
  };
  if (auto problem = static_cast<const Plan&>(rules.plan()).check())
    return faulty(*std::move(problem));
  TableWork work{limits};
  const auto refused = [&] { return work.stopped() ? stopped_too_early() : too_large(); };
  detail::BattleDraft<R> draft{rules.plan().size()};
  BySide<std::vector<std::uint32_t>> numbers;  // of the others, among the forces of the first step
  for (std::size_t me = 0; me < 2; ++me) {
    if (others[me].empty()) continue;
    auto& in = draft.steps[0].side[me].in;
    in.add(rules.start(kSides[me]));  // number 0, as the grower wants it
    for (const auto& force : others[me]) numbers[me].push_back(in.add(force));
  }
  for (;;) {
    detail::Grower<R>{rules, draft, work}.run();
    if (!work.go_on()) return refused();
    if constexpr (requires { rules.gave_up(); })
      if (rules.gave_up()) return too_large();
    const auto stances = [&](Side side, std::size_t step) {
      Stances seen{};
      for (const std::uint8_t stance :
           draft.steps[step].side[static_cast<std::size_t>(side)].stance)
        seen.add(stance);
      return seen;
    };
    if (auto problem = static_cast<const Plan&>(rules.plan()).check(stances))
      return faulty(*std::move(problem));
    detail::Writer<R> writer{rules, draft, work};
    std::optional<Duel> duel = writer.run();
    if (!duel) return refused();
    // Few battles can come to a stalemate, and who leaves one may be as many forces again as there
    // are without it: they are only looked at where the tables show that there is one.
    if (writer.stalls() && !std::exchange(draft.follows_stalls, true)) continue;
    Compiled<typename R::Force> compiled{std::move(*duel), {}, {}};
    for (std::size_t me = 0; me < 2; ++me) {
      compiled.finals[me].assign(draft.finals[me].list().begin(), draft.finals[me].list().end());
      for (const std::uint32_t number : numbers[me]) {
        const std::uint32_t state = draft.steps[0].side[me].in_to[number];
        compiled.starts[me].push_back(make_cell(state, compiled.duel.steps[0].side[me].row[state]));
      }
    }
    return compiled;
  }
}

}  // namespace broadside
