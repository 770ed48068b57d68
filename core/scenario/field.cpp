#include "core/scenario/field.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"

namespace broadside {
namespace {

std::optional<int> as_number(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// What was given, for a message.
std::string shown(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* number = std::get_if<int>(&value)) return std::to_string(*number);
  if (const auto* amount = std::get_if<double>(&value)) return fmt::format("{}", *amount);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  return "";
}

InputError refuse(const Field& field, const Value& value, const std::string& where,
                  std::string hint) {
  const std::string what = shown(value);
  return {what.empty() ? fmt::format("{} is given as something else", field.name)
                       : fmt::format("'{}' is no value of {}", what, field.name),
          where, std::move(hint)};
}

std::optional<InputError> settle_flag(const Field& field, Value& value, const std::string& where) {
  if (std::holds_alternative<bool>(value)) return std::nullopt;
  const auto* text = std::get_if<std::string>(&value);
  const std::string word = text ? fold_name(*text) : "";
  for (const auto on : {"true", "on", "yes"})
    if (word == on) return value = true, std::nullopt;
  for (const auto off : {"false", "off", "no"})
    if (word == off) return value = false, std::nullopt;
  return refuse(field, value, where, "true or false");
}

std::optional<InputError> settle_word(const Field& field, Value& value, const std::string& where) {
  const auto* text = std::get_if<std::string>(&value);
  for (const auto word : field.words)
    if (text && fold_name(*text) == fold_name(word)) return value = std::string(word), std::nullopt;
  return refuse(field, value, where, words_text(field.words));
}

std::optional<InputError> settle_number(const Field& field, Value& value,
                                        const std::string& where) {
  if (const auto* text = std::get_if<std::string>(&value))
    if (const auto number = as_number(*text)) value = *number;
  const int* number = std::get_if<int>(&value);
  if (number && *number >= field.least && *number <= field.most) return std::nullopt;
  return refuse(field, value, where,
                fmt::format("a whole number from {} to {}", field.least, field.most));
}

std::optional<InputError> settle_amount(const Field& field, Value& value,
                                        const std::string& where) {
  if (const int* whole = std::get_if<int>(&value)) value = static_cast<double>(*whole);
  const double* amount = std::get_if<double>(&value);
  if (amount && *amount >= field.least && *amount <= field.most) return std::nullopt;
  return refuse(field, value, where,
                fmt::format("a number from {} to {}", field.least, field.most));
}

std::optional<InputError> settle_rows(const Field& field, Value& value, const std::string& where) {
  Rows* rows = std::get_if<Rows>(&value);
  if (!rows) return refuse(field, value, where, "rows of named values");
  for (std::size_t r = 0; r < rows->size(); ++r) {
    const std::string row =
        field.kind == FieldKind::record ? where : fmt::format("{}[{}]", where, r);
    Values settled;
    for (const auto& [key, cell] : (*rows)[r]) {
      const std::string at = fmt::format("{}.{}", row, key);
      const Field* column = find_field(field.columns, field.place, key);
      if (!column)
        return InputError{fmt::format("unknown field '{}'", key), at,
                          nearest_or_all(key, field_names(field.columns, field.place))};
      Value one = cell;
      if (auto error = settle(*column, one, at)) return error;
      settled[column->name] = std::move(one);
    }
    (*rows)[r] = std::move(settled);
  }
  return std::nullopt;
}

template <class T>
std::optional<InputError> settle_type(const Field& field, const Value& value,
                                      const std::string& where, std::string_view wants) {
  if (std::holds_alternative<T>(value)) return std::nullopt;
  return refuse(field, value, where, std::string(wants));
}

/// What a player names is printed as it was typed.
std::optional<InputError> settle_text(const Field& field, const Value& value,
                                      const std::string& where) {
  const auto* text = std::get_if<std::string>(&value);
  if (!text) return refuse(field, value, where, "a text");
  if (is_printable(*text)) return std::nullopt;
  return InputError{fmt::format("{} holds signs that cannot be printed", field.name), where,
                    "letters, digits and punctuation on one line"};
}

/// An order of types, or one of the words that stand for one ("weakest").
std::optional<InputError> settle_types(const Field& field, Value& value, const std::string& where) {
  if (const auto* names = std::get_if<Names>(&value)) {
    if (names->size() != 1 || field.words.empty()) return std::nullopt;
    Value word = names->front();
    if (!settle_word(field, word, where)) value = std::move(word);
    return std::nullopt;
  }
  if (!field.words.empty() && !settle_word(field, value, where)) return std::nullopt;
  return refuse(field, value, where,
                field.words.empty()
                    ? "a list of names"
                    : fmt::format("a list of types, or {}", words_text(field.words)));
}

/// The field of exactly this name; nullptr where there is none.
const Field* declared_field(std::span<const Field> fields, Place place, std::string_view name) {
  const auto at = std::find_if(fields.begin(), fields.end(), [&](const Field& field) {
    return field.place == place && field.name == name;
  });
  return at == fields.end() ? nullptr : &*at;
}

}  // namespace

std::string_view name(FieldKind kind) {
  constexpr std::array<std::string_view, 13> kNames{
      "flag",   "word",    "number",  "amount", "text",  "names", "types",
      "counts", "effects", "retreat", "record", "table", "note"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view name(Place place) {
  constexpr std::array<std::string_view, 5> kNames{"side", "policy", "rules", "system", "scenario"};
  return kNames[static_cast<std::size_t>(place)];
}

Field flag_on(Place place, std::string_view name, std::string_view text) {
  return {.name = name, .place = place, .kind = FieldKind::flag, .text = text, .usual = 1};
}
Field flag_off(Place place, std::string_view name, std::string_view text) {
  return {.name = name, .place = place, .kind = FieldKind::flag, .text = text};
}
Field word_field(Place place, std::string_view name, std::string_view text,
                 std::vector<std::string_view> words) {
  return {.name = name,
          .place = place,
          .kind = FieldKind::word,
          .text = text,
          .words = std::move(words)};
}
Field number_field(Place place, std::string_view name, std::string_view text, int usual, int least,
                   int most) {
  return {.name = name,
          .place = place,
          .kind = FieldKind::number,
          .text = text,
          .usual = usual,
          .least = least,
          .most = most};
}

Field rounds_field(std::string_view text, int most, std::vector<std::string_view> battles) {
  Field field = number_field(Place::scenario, kRounds, text, 0, 1, most);  // 0: to the end
  field.option = kRounds;
  field.battles = std::move(battles);
  field.example = "2";
  return field;
}

const Field* find_field(std::span<const Field> fields, Place place, std::string_view typed) {
  if (const Field* field = declared_field(fields, place, typed)) return field;
  const std::string wanted = fold_name(typed);
  const auto at = std::find_if(fields.begin(), fields.end(), [&](const Field& field) {
    return field.place == place && fold_name(field.name) == wanted;
  });
  return at == fields.end() ? nullptr : &*at;
}

std::vector<std::string_view> field_names(std::span<const Field> fields, Place place) {
  std::vector<std::string_view> names;
  for (const Field& field : fields)
    if (field.place == place) names.push_back(field.name);
  return names;
}

std::string words_text(std::span<const std::string_view> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + std::string(words[i]);
  return text;
}

std::optional<InputError> settle(const Field& field, Value& value, const std::string& where) {
  if (field.may_be_null && std::holds_alternative<std::monostate>(value)) return std::nullopt;
  switch (field.kind) {
    case FieldKind::flag:
      return settle_flag(field, value, where);
    case FieldKind::word:
      return settle_word(field, value, where);
    case FieldKind::number:
      return settle_number(field, value, where);
    case FieldKind::amount:
      return settle_amount(field, value, where);
    case FieldKind::text:
      return settle_text(field, value, where);
    case FieldKind::note:
      return settle_type<std::string>(field, value, where, "a text");
    case FieldKind::types:
      return settle_types(field, value, where);
    case FieldKind::names:
      return settle_type<Names>(field, value, where, "a list of names");
    case FieldKind::counts:
      return settle_type<std::vector<UnitCount>>(field, value, where, "types with their numbers");
    case FieldKind::effects:
      return settle_type<std::vector<EffectChoice>>(field, value, where, "a list of effects");
    case FieldKind::retreat:
      return settle_type<RetreatTiming>(field, value, where, "a round, a chance to win, or free");
    case FieldKind::record:
    case FieldKind::table:
      return settle_rows(field, value, where);
  }
  return std::nullopt;
}

Given::Given(const Values& values, std::span<const Field> fields, Place place)
    : values_(values), fields_(fields), place_(place) {
  for (const auto& [name, value] : values)
    if (const Field* field = declared_field(fields, place, name))
      if (settle(*field, values_[name], "")) values_.erase(name);
}

const Field& Given::field(std::string_view name) const {
  const Field* found = declared_field(fields_, place_, name);
  assert(found);
  return *found;
}

bool Given::flag(std::string_view name) const {
  const bool* given = values_.get<bool>(name);
  return given ? *given : field(name).usual != 0;
}

std::size_t Given::place_of(std::string_view name) const {
  const std::string* given = values_.get<std::string>(name);
  if (!given) return 0;
  const auto& words = field(name).words;
  return static_cast<std::size_t>(std::find(words.begin(), words.end(), *given) - words.begin());
}

std::string_view Given::word(std::string_view name) const {
  return field(name).words[place_of(name)];
}

int Given::number(std::string_view name) const {
  const int* given = values_.get<int>(name);
  return given ? *given : field(name).usual;
}

std::string Given::all() const {
  std::string text;
  for (const Field& each : fields_) {
    if (each.place != place_) continue;
    std::string value;
    if (each.kind == FieldKind::flag)
      value = flag(each.name) ? "true" : "false";
    else if (each.kind == FieldKind::word)
      value = word(each.name);
    else if (each.kind == FieldKind::number)
      value = std::to_string(number(each.name));
    else
      continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", each.name, value);
  }
  return text;
}

}  // namespace broadside
