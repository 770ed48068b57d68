#pragma once
// Question: what may a player say about a side or a battle?
// A game declares its fields once. JSON, options and their help, completions, hints and refusals
// follow from the declaration; the game reads what was given, or the usual, by the field's name
// (Given). A new field is one entry in the game's list and the place that uses it.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/result.hpp"
#include "core/scenario/side.hpp"
#include "core/scenario/values.hpp"

namespace broadside {

/// Where a field stands, in JSON: in a side, in its policy, in "rules" (how the rules are read), in
/// "system" (what holds for both sides), or beside them.
enum class Place : std::uint8_t { side, policy, readings, system, scenario };

enum class FieldKind : std::uint8_t {
  flag,     ///< true or false
  word,     ///< one of a list
  number,   ///< whole
  amount,   ///< any number within the limits
  text,     ///< a name of the game's, which checks it
  names,    ///< several of them
  types,    ///< unit types in an order
  counts,   ///< unit types with their numbers
  effects,  ///< names with the choices that they need
  retreat,  ///< a round, or a chance to win
  record,   ///< named values
  table,    ///< rows of named values
  note,     ///< a text that changes nothing
};
std::string_view name(FieldKind kind);
std::string_view name(Place place);

/// What else must be said before something can be: "rules.push_last" must be "defeats". The path is
/// that of a field of the same side, of the battle ("rules.", "system.") or, after "enemy.", of the
/// other side; the value is JSON, of which a list or an object must be part.
struct Need {
  std::string path, value;
  std::string word{};  ///< of a field that needs it for one word only
};

struct Field {
  std::string_view name{};
  Place place{};
  FieldKind kind{};
  std::string_view text{};                ///< what it says or decides, for help and lists
  std::vector<std::string_view> words{};  ///< of a word; the first is the usual one
  int usual = 0;                          ///< of a number, or a flag that is on unless said: 1
  int least = 0, most = 0;                ///< of a number or an amount
  /// "losses" gives --attacker-losses, and without a side --losses. A policy without an option of
  /// its own is given as --attacker-policy name=value, a rule as --rules name=value. A table's
  /// option names a file.
  std::string_view option{};
  std::vector<std::string_view> battles{};  ///< where it means something; empty = in all
  std::optional<Side> side{};               ///< who may have it; nothing = both
  bool is_fleet = false;                    ///< says what the side brings, as units do
  bool empty_counts = false;                ///< an empty list says something else than no list
  std::string_view example{};               ///< a value as JSON, for hints
  std::vector<Need> needs{};                ///< before it can be said, beside battles and side

  // Of a record or a table.
  std::vector<Field> columns{};
  std::string_view entry{};  ///< what a row is called: "unit"
  std::string_view key{};    ///< the column that tells rows apart
  std::string_view brief{};  ///< the column that a row gives which is a text alone
  bool is_open = false;      ///< rows may hold further columns, which change nothing
  /// A table's option gives one row, in the words of the game (Game::read_row), and is repeated for
  /// each; so are the options that columns have, in the order of the rows.
  bool row_by_row = false;

  // Of a column.
  std::string_view missing{};  ///< "an id", where a row must have it
  bool may_be_null = false;    ///< null says that there is no such value
};

Field flag_on(Place place, std::string_view name, std::string_view text);
Field flag_off(Place place, std::string_view name, std::string_view text);
Field word_field(Place place, std::string_view name, std::string_view text,
                 std::vector<std::string_view> words);
Field number_field(Place place, std::string_view name, std::string_view text, int usual, int least,
                   int most);

/// "rounds", of every game that has them: how many are played before the battle is looked at.
inline constexpr std::string_view kRounds = "rounds";
Field rounds_field(std::string_view text, int most, std::vector<std::string_view> battles = {});

/// The field that is meant, however it is written ("Card choice"); nullptr where there is none.
const Field* find_field(std::span<const Field> fields, Place place, std::string_view typed);

std::vector<std::string_view> field_names(std::span<const Field> fields, Place place);

/// Brings a value into the form of its field ("on" is true, "Weakest first" is weakest_first, "12"
/// is 12); an error where it cannot be one. `where` is its place in the input.
std::optional<InputError> settle(const Field& field, Value& value, const std::string& where);

/// "first, last or never"
std::string words_text(std::span<const std::string_view> words);

/// The values of one place as a game reads them: what was given, or the usual.
class Given {
 public:
  Given(const Values& values, std::span<const Field> fields, Place place);

  bool flag(std::string_view name) const;
  std::string_view word(std::string_view name) const;
  int number(std::string_view name) const;
  /// The number of the word among those of its field: the enumerators stand in the same order.
  template <class Enum>
  Enum choice(std::string_view name) const {
    return static_cast<Enum>(place_of(name));
  }
  /// "casualties listed, moved false, ...": every flag, word and number, chosen or usual.
  std::string all() const;

 private:
  const Field& field(std::string_view name) const;
  std::size_t place_of(std::string_view name) const;

  Values values_;  ///< settled
  std::span<const Field> fields_;
  Place place_;
};

}  // namespace broadside
