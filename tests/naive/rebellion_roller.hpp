#pragma once
// Question: what do the rules of Star Wars: Rebellion give when somebody simply plays the combat on
// a table, without tactic cards? One object per piece, one die at a time, nothing clever and
// nothing shared with core/systems/rebellion: this is what the tables are checked against. Section
// numbers in the code are those of core/systems/rebellion/RULES.md.

#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <string_view>

#include "core/scenario/scenario.hpp"
#include "core/tables/ending.hpp"

namespace broadside::naive_rebellion {

inline constexpr int kKinds = 26;
std::string_view name_of(int kind);  ///< the scenario's word for a kind of unit

enum Theater { space, ground };
enum Colour { red, black, green };

/// What is printed on a unit's card.
struct Printed {
  std::string_view id;
  bool imperial;
  Theater theater;
  std::array<int, 3> dice;  ///< red, black, green
  Colour health_colour;
  int health;  ///< 0 = cannot be damaged
  int capacity = 0;
  bool needs_transport = false;
  bool structure = false;
};
const Printed& printed(std::string_view id);  ///< throws std::invalid_argument
int row_of(const Printed& unit);              ///< as the facts list them

/// Who won the battle of one theater (section 7).
enum class Winner : std::uint8_t { not_fought, attacker, defender, nobody, undecided };

/// How one combat came out.
struct Played {
  bool stalemate = false;          ///< both stand in a theater and nothing can change any more
  std::array<Winner, 2> winner{};  ///< by theater: space, ground
  BySide<bool> retreated{};        ///< by side
  BySide<std::array<std::uint8_t, kKinds>> left{};  ///< by side: what survives, away or not
  std::array<int, 2> rounds{};                      ///< steps played: space, ground
  int combat_rounds = 0;

  /// One word for all: a retreat counts as such, whoever holds what; else the side that won a
  /// theater where the other won none.
  Outcome outcome() const;
};

/// The table before the first die is rolled.
class Board {
 public:
  /// Throws std::invalid_argument on what it cannot play
  explicit Board(const Scenario& scenario);
  ~Board();
  Board(Board&&) noexcept;

  Played play(std::mt19937_64& dice) const;

 private:
  struct Table;
  std::unique_ptr<Table> table_;
};

}  // namespace broadside::naive_rebellion
