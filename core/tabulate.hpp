#pragma once
// Question: how do the rules of a game and its words become a battle that can be answered?

#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/tables/compile.hpp"
#include "core/tables/free_hits.hpp"

namespace broadside {

/// What a report calls the units of a side, and how many of each are left in a force.
/// Words may also have breakdowns(duel, finals): other ways to cut the battles up, where `finals`
/// are by side the forces that Duel::finals counts. They may have places(finals) too.
template <class W, class Force>
concept BattleWords = requires(const W& words, Side side, const Force& force) {
  { words.labels(side) } -> std::convertible_to<std::vector<UnitLabel>>;
  { words.remains(side, force) } -> std::same_as<Remains>;
};

/// The tables of rules that leave hits to a player; `first` names his losses first where both do.
template <FreesHits R>
Result<Compiled<typename R::Force>> compile_free(
    const R& rules, Side first, const TableLimits& limits,
    std::vector<std::vector<std::string>>* words = {}) {
  const FreeRules<R> free{rules, first};
  auto compiled = compile(free, {}, limits);
  if (!compiled && limits.stop && limits.stop()) return compiled.error();
  if (!compiled)
    return InputError{"best play has too many possible forces for tables", "policy.play",
                      "fewer units, or the odds of usual play"};
  if (words) *words = free.words_of(compiled.value().duel.choices);
  Compiled<typename R::Force> bare{std::move(compiled.value().duel), {}, {}};
  for (const Side side : kSides)
    for (auto& force : compiled.value().finals[side])
      bare.finals[side].push_back(std::move(force.force));
  return bare;
}

template <BattleRules R>
Result<Compiled<typename R::Force>> compile_as_played(
    const R& rules, [[maybe_unused]] std::vector<std::vector<std::string>>& words,
    const TableLimits& limits) {
  if constexpr (FreesHits<R>)
    if (rules.frees_any()) return compile_free(rules, Side::attacker, limits, &words);
  return compile(rules, {}, limits);
}

/// The battle of compiled tables.
template <class Force, BattleWords<Force> W>
Battle in_words(Compiled<Force> compiled, const W& words, std::vector<std::string> assumptions) {
  auto& [duel, finals, starts] = compiled;
  Battle battle;
  for (const Side side : kSides) {
    const auto s = static_cast<std::size_t>(side);
    battle.labels[s] = words.labels(side);
    battle.remains[s].reserve(finals[s].size());
    for (const auto& force : finals[s]) battle.remains[s].push_back(words.remains(side, force));
  }
  if constexpr (requires { words.breakdowns(duel, finals); })
    battle.breakdowns = words.breakdowns(duel, finals);
  if constexpr (requires { words.places(finals); }) battle.places = words.places(finals);
  battle.duel = std::move(duel);
  battle.assumptions = std::move(assumptions);
  return battle;
}

template <BattleRules R, BattleWords<typename R::Force> W>
Result<Battle> tabulate(const R& rules, const W& words, std::vector<std::string> assumptions,
                        const TableLimits& limits) {
  std::vector<std::vector<std::string>> choices;
  auto compiled = compile_as_played(rules, choices, limits);
  if (!compiled) return compiled.error();
  Battle battle = in_words(std::move(compiled).value(), words, std::move(assumptions));
  battle.choice_words = std::move(choices);
  if constexpr (FreesHits<R>) {
    BySide<bool> chooses{};
    for (const Choice& choice : battle.duel.choices) chooses[choice.side] = true;
    if (chooses[0] && chooses[1])
      if (auto other = compile_free(rules, Side::defender, limits))
        battle.other_order =
            std::make_shared<Battle>(in_words(std::move(other).value(), words, {}));
  }
  return battle;
}

/// One fleet of a side that shares its tables with others: the force that it begins with, and what
/// that is worth. No force: it cannot share them.
template <class Force>
struct SharedStart {
  std::optional<Force> force;
  double worth = 0;
};

/// The same for many fleets of each side.
template <BattleRules R, BattleWords<typename R::Force> W>
Result<CommonBattle> tabulate_shared(
    const R& rules, const W& words,
    const BySide<std::vector<SharedStart<typename R::Force>>>& fleets, const TableLimits& limits) {
  BySide<std::vector<typename R::Force>> others;
  for (std::size_t me = 0; me < 2; ++me)
    for (const auto& fleet : fleets[me])
      if (fleet.force) others[me].push_back(*fleet.force);
  auto compiled = compile(rules, others, limits);
  if (!compiled) return compiled.error();
  CommonBattle shared;
  for (std::size_t me = 0; me < 2; ++me) {
    auto start = compiled.value().starts[me].begin();
    for (const auto& fleet : fleets[me])
      if (fleet.force)
        shared.starts[me].push_back(CommonBattle::Start{*start++, fleet.worth});
      else
        shared.starts[me].push_back(std::nullopt);
  }
  shared.battle = in_words(std::move(compiled).value(), words, {});
  for (auto& labels : shared.battle.labels)
    for (UnitLabel& label : labels) label.start = 0;
  return shared;
}

}  // namespace broadside
