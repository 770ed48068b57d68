#pragma once
// Question: what is one of several planets, and what is the chance to take it?

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/systems/ti4/battle.hpp"

namespace broadside::ti4 {

inline constexpr std::size_t kMostPlanets = 4;
using GroupCounts = std::array<std::uint8_t, kGroups>;

/// Rules of one planet, which differ in the bombardment only.
struct PlanetRules {
  std::unique_ptr<const Rules> usual;
  /// Without the die that one unit of the whole bombardment gets (RULES 4.1.1); none = usual.
  std::unique_ptr<const Rules> no_more_dice;
  /// With shields that a unit elsewhere in the system switches off (RULES 4.1.3), each as above.
  std::unique_ptr<const Rules> unshielded, unshielded_no_more_dice;
};

struct Planet {
  std::string name;
  PlanetRules rules;  ///< none where nobody is
  // What the player has named, by unit type.
  std::optional<std::vector<UnitCount>> commit, bombard;
  // Steps of its rules, -1 = there is none.
  int bombardment = -1, landing = -1, ground = -1;

  bool is_empty() const { return !rules.usual; }
  const Rules& battle() const { return *rules.usual; }
  const Rules& bombarding(bool more_dice, bool shields_off) const;
};

/// The chance that a planet is taken, solved from its rules.
class PlanetOdds {
 public:
  explicit PlanetOdds(const Planet& planet) : planet_(planet) {}
  /// The attacker lands with these troops (and has these ships), the defender stands like that.
  double taken(const Force& attacker, const Force& defender);
  /// It has become too much to solve: what it says since is nothing.
  bool gave_up() const { return ways_ > kMostWays; }

 private:
  static constexpr std::size_t kMostWays = 8'000'000;
  struct Node {
    int step;
    BySide<Force> forces;
    friend auto operator<=>(const Node&, const Node&) = default;
  };
  struct Ways {
    std::vector<std::pair<std::uint32_t, double>> to;
    double taken = 0, again = 0;
  };
  std::uint32_t number(const Node& node);
  void expand(const Node& node, Ways& ways);
  double value(const Node& node);

  const Planet& planet_;
  std::map<Node, std::uint32_t> numbers_;
  std::vector<Node> nodes_;
  std::vector<Ways> ways_of_;
  std::vector<double> values_;
  std::size_t ways_ = 0;
};

}  // namespace broadside::ti4
