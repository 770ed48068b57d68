#pragma once
// Question: what do the rules of Twilight Imperium 4 give when somebody simply plays the battle on
// a table? One object per unit, one die at a time, nothing clever and nothing shared with
// core/systems/ti4: this is what the tables are checked against. Section numbers in the code are
// those of core/systems/ti4/RULES.md.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <boost/random/mersenne_twister.hpp>

#include "core/scenario/scenario.hpp"
#include "core/tables/ending.hpp"

namespace broadside::naive {

/// The standard unit types, in the default order of losses (RULES ti4 9.2, 9.3); structures never
/// take hits.
enum class Type : std::uint8_t {
  fighter,
  destroyer,
  cruiser,
  carrier,
  dreadnought,
  war_sun,
  infantry,
  mech,
  pds,
  space_dock,
};
inline constexpr int kTypes = 10;
std::string_view name(Type type);  ///< the scenario's word

/// Units by type.
using Counts = std::array<int, kTypes>;

/// How one battle came out.
struct Played {
  Outcome outcome = Outcome::draw;
  /// By side: everything that remains, damaged units and units that retreated included
  BySide<Counts> left{};
  BySide<Counts> damaged{};     ///< how many of them are damaged
  std::array<int, 2> rounds{};  ///< combat rounds rolled: in space, on the ground
  /// Where there are several planets: by planet and side the ground forces that stand there
  std::vector<BySide<Counts>> planets{};
};

/// The board before the first die is rolled. Reading the scenario once makes playing it many times
/// cheaper.
class Board {
 public:
  /// Standard units only; of several planets each must name who lands there and who bombards it.
  /// Throws std::invalid_argument on anything else.
  explicit Board(const Scenario& scenario);
  ~Board();
  Board(Board&&) noexcept;
  Board& operator=(Board&&) noexcept;

  Played play(boost::random::mt19937& dice) const;

 private:
  struct Table;
  std::unique_ptr<Table> table_;
};

/// Sets the board up and plays once.
Played play(const Scenario& scenario, boost::random::mt19937& dice);

}  // namespace broadside::naive
