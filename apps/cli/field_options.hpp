#pragma once
// Question: which options do the games' declared fields have, and what was typed for them?
// What a field is: core/scenario/field.hpp. Options of a side carry its name: --attacker-losses.

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/cli/app.hpp"
#include "core/game.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"

namespace broadside::cli {

/// What was typed for declared fields, by the names of their options.
struct FieldArgs {
  std::map<std::string, std::optional<std::string>, std::less<>> texts;
  std::map<std::string, std::optional<bool>, std::less<>> flags;
  std::map<std::string, std::vector<std::string>, std::less<>> rows;  ///< of tables, row by row
};

/// "--attacker-losses", or "--planet" where it is about no side.
std::string option_name(std::string_view what, std::optional<Side> side);

/// The fields that have options of their own, of a side or of the battle: each option once, as the
/// first game that has it declares it.
std::vector<const Field*> option_fields(bool of_side);

/// Is it said about one of the sides?
bool is_of_side(const Field& field);

/// The field among these that an option stands for, given without dashes and side.
const Field* field_with_option(std::span<const Field> fields, std::string_view option,
                               bool of_side);

/// The field that an option ("--attacker-losses") stands for, as the first game declares it;
/// nullptr where it stands for none.
const Field* field_of_option(std::string_view option);

/// The options of all fields of a side, or of the battle, under a heading of the help.
void add_field_options(App& command, FieldArgs& args, std::optional<Side> side,
                       const std::string& group);

/// The options that name files of rows, for a subcommand that reads its battles elsewhere.
void add_table_options(App& command, FieldArgs& args);

/// "rebellion: cinematic, cards", a line of the help for each game that has such fields.
std::string names_by_game(Place place);

/// Every option of declared fields but files of rows, with whether it was typed.
void describe(const FieldArgs& args, std::optional<Side> side,
              std::vector<std::pair<std::string, bool>>& list);

// What the options say is added to a side or a scenario; lists grow. An error where it cannot be.
std::optional<InputError> read_options(const FieldArgs& args, const Game& game, Side side,
                                       SideSpec& of);
std::optional<InputError> read_options(const FieldArgs& args, const Game& game, Scenario& of);

/// Choices by name ("name=value, ..."): a side's policy, or readings of the rules without a side.
/// Those that have an option of their own are refused here.
Result<Values> read_settings(std::string_view text, std::optional<Side> side, const Game& game);

/// Rows from files, some that a game can use.
struct TableRows {
  const Field* field = nullptr;
  Rows rows;
};
Result<std::vector<TableRows>> read_tables(const FieldArgs& args);

/// Adds them to the scenario's own; of two rows with one key the file's counts.
void add_tables(Scenario& scenario, const std::vector<TableRows>& tables);

}  // namespace broadside::cli
