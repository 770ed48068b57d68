#pragma once
// Question: what do the rules of Twilight Imperium 4 give when factions, cards, technologies and
// leaders join the battle? The same idea as ti4_roller.hpp: somebody plays it on a table, piece by
// piece and die by die, from core/systems/ti4/RULES.md, tests/data/ti4/effects.json and units.json.
// Nothing is shared with the rules in core/systems/ti4 except the printed numbers of the units.

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include <boost/random/mersenne_twister.hpp>

#include "core/scenario/scenario.hpp"
#include "core/systems/ti4/units.hpp"
#include "core/tables/ending.hpp"

namespace broadside::naive {

/// Units by ti4::UnitType.
using TypeCounts = std::array<int, ti4::kUnitTypes>;

/// How one battle with effects came out.
struct PlayedEffects {
  Outcome outcome = Outcome::draw;
  BySide<TypeCounts> left{};     ///< by side: all that remain, those who retreated included
  BySide<TypeCounts> damaged{};  ///< how many of them are damaged
};

/// The ids of effects, abilities and unit texts that this table knows how to play.
std::span<const std::string_view> known_effects();

/// The board before the first die is rolled.
class EffectsBoard {
 public:
  /// Throws std::invalid_argument on a unit, an id or a choice that it does not know.
  explicit EffectsBoard(const Scenario& scenario);
  ~EffectsBoard();
  EffectsBoard(EffectsBoard&&) noexcept;
  EffectsBoard& operator=(EffectsBoard&&) noexcept;

  PlayedEffects play(boost::random::mt19937& dice) const;

 private:
  struct Table;
  std::unique_ptr<Table> table_;
};

}  // namespace broadside::naive
