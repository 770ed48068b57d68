// What was typed for declared fields, read as values of the game.

#include <algorithm>

#include <fmt/format.h>

#include "apps/ask/values.hpp"
#include "apps/cli/field_options.hpp"
#include "apps/cli/file.hpp"
#include "apps/report/add_value.hpp"
#include "apps/report/field_text.hpp"
#include "apps/report/value_json.hpp"
#include "core/scenario/text.hpp"
#include "sim/engine.hpp"

namespace broadside::cli {
namespace {

/// The field of this game that an option stands for.
Result<const Field*> field_here(const Game& game, std::string_view option, std::string_view text,
                                std::optional<Side> side) {
  if (const Field* field = field_with_option(game.fields(), option, side.has_value())) return field;
  const std::string full = option_name(option, side);
  const Field* elsewhere = field_of_option(full);
  InputError error = game.unknown_field(elsewhere->place, elsewhere->name, side);
  error.problem = fmt::format("{} does not know {}", game.title(), full);
  error.where = fmt::format("{} {}", full, text);
  return error;
}

/// All options of a side or of the battle but tables.
template <class Of>
std::optional<InputError> read_into(const FieldArgs& args, const Game& game,
                                    std::optional<Side> side, Of& of) {
  for (const Field* any : option_fields(side.has_value())) {
    const std::string option = option_name(any->option, side);
    Value value;
    if (const auto flag = args.flags.find(any->option); flag != args.flags.end()) {
      if (!flag->second) continue;
      value = *flag->second;
    } else {
      const auto text = args.texts.find(any->option);
      if (text == args.texts.end() || !text->second) continue;
      const auto field = field_here(game, any->option, *text->second, side);
      if (!field) return field.error();
      if (field.value()->kind == FieldKind::table) continue;
      auto read = read_field(*field.value(), *text->second, option, game);
      if (!read) return read.error();
      value = std::move(read).value();
    }
    const auto field = field_here(game, any->option, "", side);
    if (!field) return field.error();
    if (auto error = add_value(of, *field.value(), std::move(value), option)) return error;
  }
  return std::nullopt;
}

/// Tables that are typed row by row, and what was typed for their columns.
std::optional<InputError> read_typed_rows(const FieldArgs& args, const Game& game,
                                          Scenario& scenario) {
  const auto typed = [&](std::string_view option) -> const std::vector<std::string>& {
    static const std::vector<std::string> kNone;
    const auto at = args.rows.find(option);
    return at == args.rows.end() ? kNone : at->second;
  };
  for (const Field* any : option_fields(false)) {
    if (!any->row_by_row) continue;
    const std::string option = option_name(any->option, std::nullopt);
    const auto& texts = typed(any->option);
    Rows rows;
    if (!texts.empty()) {
      const auto field = field_here(game, any->option, texts.front(), std::nullopt);
      if (!field) return field.error();
      for (const std::string& text : texts) {
        auto row = game.read_row(*field.value(), text, fmt::format("{} {}", option, text));
        if (!row) return row.error();
        rows.push_back(std::move(row).value());
      }
    }
    for (const Field& column : any->columns) {
      if (column.option.empty()) continue;
      const auto& cells = typed(column.option);
      const std::string name = option_name(column.option, std::nullopt);
      if (cells.size() > rows.size())
        return InputError{fmt::format("{} is given {} times for {} of {}", name, cells.size(),
                                      rows.size(), option),
                          fmt::format("{} {}", name, cells[rows.size()]),
                          fmt::format("once for each {}, in their order", any->entry)};
      for (std::size_t r = 0; r < cells.size(); ++r) {
        auto cell = read_field(column, cells[r], name, game);
        if (!cell) return cell.error();
        rows[r][column.name] = std::move(cell).value();
      }
    }
    if (rows.empty()) continue;
    if (auto error = add_value(scenario, *any, std::move(rows), option)) return error;
  }
  return std::nullopt;
}

}  // namespace

std::optional<InputError> read_options(const FieldArgs& args, const Game& game, Side side,
                                       SideSpec& of) {
  return read_into(args, game, side, of);
}

std::optional<InputError> read_options(const FieldArgs& args, const Game& game, Scenario& of) {
  if (auto error = read_into(args, game, std::nullopt, of)) return error;
  return read_typed_rows(args, game, of);
}

Result<Values> read_settings(std::string_view text, std::optional<Side> side, const Game& game) {
  const Place place = side ? Place::policy : Place::readings;
  const std::string option = option_name(side ? "policy" : "rules", side);
  for (const std::string& item : split_list(text)) {
    const std::string typed(trimmed(std::string_view(item).substr(0, item.find('='))));
    const Field* field = find_field(game.fields(), place, typed);
    if (field && !field->option.empty())
      return InputError{
          fmt::format("'{}' is no setting of the game", typed), option,
          fmt::format("it has an option of its own: {}", option_name(field->option, side))};
  }
  return read_choices(text, place, option, game);
}

Result<std::vector<TableRows>> read_tables(const FieldArgs& args) {
  std::vector<TableRows> tables;
  for (const auto& [option, path] : args.texts) {
    const Field* field = field_of_option(option_name(option, std::nullopt));
    if (!path || !field || field->kind != FieldKind::table) continue;
    const auto text = read_file(*path);
    if (!text) return text.error();
    auto rows = read_rows(text.value(), *field, option);
    std::optional<InputError> error;
    if (!rows) {
      error = rows.error();
    } else {
      for (const Game* game : games())
        if (field_with_option(game->fields(), option, false) == field)
          error = game->check_rows(*field, rows.value(), option);
    }
    if (error) {
      error->where = fmt::format("{}: {}", *path, error->where);
      return *std::move(error);
    }
    tables.push_back({field, std::move(rows).value()});
  }
  return tables;
}

void add_tables(Scenario& scenario, const std::vector<TableRows>& tables) {
  for (const auto& [field, more] : tables) {
    const auto before = given(scenario, field->place, field->name);
    Rows rows = before ? std::get<Rows>(*before) : Rows{};
    for (const Values& row : more) {
      const auto same = std::find_if(rows.begin(), rows.end(), [&](const Values& other) {
        return !field->key.empty() && *other.find(field->key) == *row.find(field->key);
      });
      if (same != rows.end())
        *same = row;
      else
        rows.push_back(row);
    }
    give(scenario, field->place, field->name, std::move(rows));
  }
}

}  // namespace broadside::cli
