#include "apps/cli/field_options.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "apps/report/layout.hpp"
#include "core/scenario/text.hpp"
#include "sim/engine.hpp"

namespace broadside::cli {
namespace {

/// What follows an option in the help.
const char* value_name(const Field& field) {
  switch (field.kind) {
    case FieldKind::word:
    case FieldKind::retreat:
      return "WHEN";
    case FieldKind::number:
    case FieldKind::amount:
      return "N";
    case FieldKind::names:
    case FieldKind::types:
    case FieldKind::counts:
    case FieldKind::effects:
      return "LIST";
    case FieldKind::table:
      return "FILE";
    default:
      return "NAME";
  }
}

constexpr int kDescription = 52;  ///< columns that a line of 80 leaves beside the options

/// A description in lines that fit.
std::string help_lines(std::string_view text, std::string_view indent) {
  std::string lines = wrap(text, kDescription, "", indent);
  lines.pop_back();
  return lines;
}

void add_option(App& command, const Field& field, FieldArgs& args, std::optional<Side> side,
                const std::string& group) {
  if (side && field.side && *field.side != *side) return;
  if (field.row_by_row) {
    const auto add_rows = [&](const Field& of, const char* value) {
      command
          .add_option(option_name(of.option, side), args.rows[std::string(of.option)],
                      help_lines(of.text, ""))
          ->option_text(value)
          ->allow_extra_args(false);
    };
    add_rows(field, "TEXT");
    for (const Field& column : field.columns)
      if (!column.option.empty()) add_rows(column, value_name(column));
    return;
  }
  const std::string option(field.option), name = option_name(field.option, side),
                                          text = help_lines(field.text, "");
  const auto add_flag = [&] {  // given or not given, on or off (=false)
    auto& flag = args.flags[option];
    return command.add_flag_function(
        name, [&flag](std::int64_t count) { flag = count > 0; }, text);
  };
  Option* added =
      field.kind == FieldKind::flag
          ? add_flag()
          : command.add_option(name, args.texts[option], text)->option_text(value_name(field));
  if (!group.empty()) added->group(group);
}

}  // namespace

bool is_of_side(const Field& field) {
  return field.place == Place::side || field.place == Place::policy;
}

std::string option_name(std::string_view what, std::optional<Side> side) {
  return side ? fmt::format("--{}-{}", name(*side), what) : fmt::format("--{}", what);
}

const Field* field_with_option(std::span<const Field> fields, std::string_view option,
                               bool of_side) {
  const auto at = std::find_if(fields.begin(), fields.end(), [&](const Field& field) {
    return field.option == option && is_of_side(field) == of_side;
  });
  return at == fields.end() ? nullptr : &*at;
}

std::vector<const Field*> option_fields(bool of_side) {
  std::vector<const Field*> list;
  for (const Game* game : games())
    for (const Field& field : game->fields()) {
      const bool known = std::any_of(list.begin(), list.end(), [&](const Field* other) {
        return other->option == field.option;
      });
      if (!field.option.empty() && is_of_side(field) == of_side && !known) list.push_back(&field);
    }
  return list;
}

const Field* field_of_option(std::string_view option) {
  if (!option.starts_with("--")) return nullptr;
  option.remove_prefix(2);
  bool of_side = false;
  for (const Side side : kSides)
    if (const std::string who = fmt::format("{}-", name(side)); option.starts_with(who)) {
      option.remove_prefix(who.size());
      of_side = true;
      break;
    }
  for (const Game* game : games()) {
    if (const Field* field = field_with_option(game->fields(), option, of_side)) return field;
    for (const Field& table : game->fields())
      for (const Field& column : table.columns)
        if (table.row_by_row && !of_side && column.option == option) return &column;
  }
  return nullptr;
}

void add_field_options(App& command, FieldArgs& args, std::optional<Side> side,
                       const std::string& group) {
  for (const Field* field : option_fields(side.has_value()))
    add_option(command, *field, args, side, group);
}

void add_table_options(App& command, FieldArgs& args) {
  for (const Field* field : option_fields(false))
    if (field->kind == FieldKind::table && !field->row_by_row)
      add_option(command, *field, args, std::nullopt, "");
}

std::string names_by_game(Place place) {
  std::string text;
  for (const Game* game : games()) {
    const auto names = field_names(game->fields(), place);
    if (names.empty()) continue;
    text += "\n" + help_lines(fmt::format("{}: {}", game->id(), joined(names)), "  ");
  }
  return text;
}

void describe(const FieldArgs& args, std::optional<Side> side,
              std::vector<std::pair<std::string, bool>>& list) {
  for (const auto& [option, text] : args.texts) {
    const Field* field = field_of_option(option_name(option, side));
    if (field && field->kind == FieldKind::table) continue;  // added to what a scenario says
    list.emplace_back(option_name(option, side), text.has_value());
  }
  for (const auto& [option, flag] : args.flags)
    list.emplace_back(option_name(option, side), flag.has_value());
  for (const auto& [option, rows] : args.rows)
    list.emplace_back(option_name(option, side), !rows.empty());
}

}  // namespace broadside::cli
