#pragma once
// Question: how do the rules of a game and its words become a battle that can be answered?

#include <concepts>
#include <span>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/tables/compile.hpp"

namespace broadside {

/// What a report calls the units of a side, and how many of each are left in a force.
/// Words may also have breakdowns(duel, finals): other ways to cut the battles up, where `finals`
/// are by side the forces that Duel::finals counts. They may have places(finals) too.
template <class W, class Force>
concept BattleWords = requires(const W& words, Side side, const Force& force) {
  { words.labels(side) } -> std::convertible_to<std::vector<UnitLabel>>;
  { words.remains(side, force) } -> std::same_as<Remains>;
};

template <BattleRules R, BattleWords<typename R::Force> W>
Result<Battle> tabulate(const R& rules, const W& words, std::vector<std::string> assumptions) {
  auto compiled = compile(rules);
  if (!compiled) return compiled.error();
  auto& [duel, finals] = compiled.value();
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

}  // namespace broadside
