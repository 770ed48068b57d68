#pragma once
// Question: which unit does a side field where the players have made units of their own?
//
// A homebrew unit with the id of a printed one replaces that card wherever it is fielded. Any other
// replaces what its faction (none or "generic": every faction) fields for its type and level. What
// it leaves out is as in the unit that it replaces.

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/field.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "core/systems/ti4/units.hpp"

namespace broadside::ti4 {

struct Army;

/// The field of a scenario that holds them, and its columns: those of the unit table, so that an
/// entry can be copied and changed; null stands where a card prints nothing.
inline constexpr std::string_view kHomebrew = "homebrew";
std::vector<Field> homebrew_columns();

class UnitBook {
 public:
  /// `at` is the list's place in the input, for the errors. Nothing where there are no homebrew
  /// units.
  static Result<std::shared_ptr<const UnitBook>> make(const Rows& units, const std::string& at);
  static Result<std::shared_ptr<const UnitBook>> make(const Scenario& scenario);

  /// As unit_for and find_unit of the printed units; homebrew first.
  const Unit* unit_for(std::string_view faction, UnitType type, int level) const;
  const Unit* find_unit(std::string_view id) const;

  /// The homebrew unit of this type and name, or nullptr.
  const Unit* find_homebrew(UnitType type, std::string_view name) const;

  struct Entry {
    std::string id;              ///< as given
    const Unit* card = nullptr;  ///< the printed unit that it replaces by id
    Unit unit;
    std::string text_id, name;  ///< the unit points here
    std::vector<Special> special;
  };

 private:
  std::deque<Entry> entries_;  // never moved: the units point into them
};

/// The unit that this side fields, homebrew or printed.
const Unit* unit_for(const Army& army, UnitType type, int level);
const Unit* find_unit(const Army& army, std::string_view id);

}  // namespace broadside::ti4
