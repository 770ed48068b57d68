#pragma once
// Question: how does what another tool says about a battle become a scenario, and back?
// Readers and writers of links fill in a draft; only draft.cpp knows how a scenario holds it.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/foreign.hpp"
#include "core/scenario/scenario.hpp"
#include "core/scenario/side.hpp"
#include "core/systems/ti4/units.hpp"

namespace broadside::ti4::links {

struct DraftEffect {
  EffectChoice choice;
  std::string name;  ///< as the other tool calls it, for notes
};

struct DraftSide {
  std::string faction;  ///< id; empty = none
  ByType<int> units{}, damaged{};
  ByType<bool> upgraded{};
  std::vector<DraftEffect> effects;
  std::vector<std::string> without;
  std::vector<std::string> losses, ground_losses;
  std::string sustain;
  std::optional<int> retreat_round;

  int& count(UnitType type) { return units[type]; }
  int count(UnitType type) const { return units[type]; }
  bool has_units() const;
};

struct Draft {
  std::string battle;
  BySide<DraftSide> sides;
  std::vector<DraftEffect> system;
  std::vector<std::string> notes;

  DraftSide& operator[](Side side) { return sides[side]; }
  const DraftSide& operator[](Side side) const { return sides[side]; }
  void note(std::string text) { notes.push_back(std::move(text)); }
  /// "attacker: ..."
  void note(Side side, const std::string& text);
};

/// The number that a text begins with, as the pages of other tools read it: "3x" is 3.
std::optional<int> leading_number(std::string_view text);

/// The scenario of a draft. Whatever the rules here refuse (upgrades, damage, effects) is left out
/// and named, so that only a side without units can keep the battle from being fought.
ForeignBattle finished(Draft draft);

/// What a scenario says, with ids for typed names. What a draft has no place for is named.
Draft drafted(const Scenario& scenario);

}  // namespace broadside::ti4::links
