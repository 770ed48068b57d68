#pragma once
// Question: which troops go to which planet, and which ships bombard it?
// What the player has named, and the rest so that the most planets are to be expected: all ways are
// solved exactly, planet by planet, since planets do not touch each other (RULES 9.40, 9.41), but for
// troops that bombard from one planet to another: of those all count that land elsewhere.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/systems/ti4/planet_odds.hpp"

namespace broadside::ti4 {

/// Troops of a force that land: undamaged ones first, and no longer in the force.
Force landing_party(const Army& army, const GroupCounts& troops, Force& from);
/// Units that bombard one planet, as if there were no others.
Force bombarding_force(const GroupCounts& units);
/// Has it a unit that switches shields off in the whole system (RULES 4.1.3)?
bool breaks_shields(const Army& army, const Force& space);

/// Who goes where.
struct Split {
  std::array<GroupCounts, kMostPlanets> commit{}, bombard{};
  std::size_t more_dice_at = kMostPlanets;  ///< the planet with the die that is added once
};

/// A split with what it comes to.
struct SplitOdds {
  Split split;
  std::vector<double> taken;  ///< by planet
  double expected = 0;
};

class Splitter {
 public:
  /// The planets must outlive it.
  Splitter(const Army& attackers, const std::vector<Planet>& planets);

  /// For the ships and troops that have come to the system.
  const Split& of(const Force& arriving) const;
  /// All divisions of these troops, each with its best bombardment; the one that is taken first,
  /// then by what is to be expected. None where nothing is left to choose.
  std::vector<SplitOdds> all(const Force& arriving) const;
  bool gave_up() const;

  using Counts = std::vector<GroupCounts>;  ///< by planet
  /// Those whom the player has named, as far as they have come.
  Counts named_troops(const Force& arriving) const;
  Counts named_bombers(const Force& arriving) const;
  /// Can units of the group land, or bombard? Is there a die for one unit of all bombardments?
  bool lands(std::size_t group) const { return troops_.groups[group]; }
  bool bombs(std::size_t group) const { return bombers_.groups[group]; }
  bool adds_dice() const { return more_dice_; }

 private:
  /// What one planet has to do with.
  struct Share {
    Force landing;  ///< the troops, and the ships that count at every planet
    GroupCounts bombers{};
    bool more_dice = false, shields_off = false;
    friend auto operator<=>(const Share&, const Share&) = default;
  };
  /// Units of some groups, divided in all ways that leave to each planet what the player named.
  struct Divided {
    std::vector<bool> groups;
    std::optional<std::vector<UnitCount>> Planet::*named;
    std::vector<bool> planets;  ///< where they may go unless it is named
  };
  Counts named(const Divided& what, std::array<int, kGroups>& rest) const;
  std::array<int, kGroups> all_of(const Force& arriving, const Divided& what) const;
  std::vector<Counts> divisions(const Force& arriving, const Divided& what) const;
  std::vector<Split> splits(const Force& arriving) const;
  double taken(std::size_t planet, const Share& share) const;
  SplitOdds judged(const Force& arriving, const Split& split) const;
  Force what_matters(const Force& arriving) const;

  const Army& attackers_;
  const std::vector<Planet>& planets_;
  Divided troops_, bombers_;
  bool more_dice_ = false;
  mutable std::map<Force, Split> splits_;
  mutable std::vector<PlanetOdds> odds_;
  mutable std::vector<std::map<Share, double>> taken_;
  mutable bool too_many_ = false;
};

}  // namespace broadside::ti4
