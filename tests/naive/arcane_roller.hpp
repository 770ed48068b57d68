#pragma once
// An independent way to fight Arcane Legions: die by die and figure by figure, straight from the
// law book. It shares no code with core/systems/arcane_legions; only tests use it.

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <boost/random/mersenne_twister.hpp>

#include "core/scenario/scenario.hpp"
#include "core/tables/ending.hpp"

namespace broadside::naive {

struct ArcaneResult {
  Outcome outcome{};
  std::array<int, 2> figures{};  ///< left
  std::array<int, 2> hits{};     ///< of a single order
};

/// Units given slot by slot; abilities and policies as words.
class ArcaneTable {
 public:
  explicit ArcaneTable(const Scenario& scenario);
  ArcaneResult play(boost::random::mt19937& dice) const;

  struct Slot {
    int hit_points = 1, attack = 0, ranged = 0, defence = 0;
    std::vector<std::string> abilities;
  };
  struct Figure {
    int slot = 0, damage = 0;
  };
  struct Unit {
    std::vector<Slot> slots;
    std::string side;
    std::vector<std::string> abilities;  ///< of the unit
    std::map<std::string, std::string> policy;
    std::vector<Figure> figures;

    int icons(int Slot::*colour) const;
    int has(const std::string& ability) const;  ///< ready icons, or 1 for a unit's ability
    std::string plays(const std::string& what, const std::string& usual) const;
  };

 private:
  struct Fight;
  std::string kind_;
  int looks_after_ = 0;  ///< turns; 0 = at the end
  std::array<Unit, 2> units_;
  std::map<std::string, std::string> rules_;
};

/// A battle of made-up units; the same seed gives the same one.
Scenario random_arcane_scenario(std::uint64_t seed);

}  // namespace broadside::naive
