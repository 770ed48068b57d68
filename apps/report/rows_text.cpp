#include "apps/report/rows_text.hpp"

#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/report/decimal.hpp"
#include "core/scenario/names.hpp"
#include "core/scenario/notation.hpp"
#include "core/scenario/text.hpp"

namespace broadside {
namespace {

constexpr std::string_view kSigns = "(),:;%~";
constexpr std::string_view kNull = "~";

std::string encoded(std::string_view text) {
  std::string code;
  for (const char c : text)
    if (kSigns.find(c) == std::string_view::npos)
      code += c;
    else
      code += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return code;
}

std::string decoded(std::string_view code) {
  std::string text;
  for (std::size_t i = 0; i < code.size(); ++i) {
    unsigned byte = 0;
    const char* digits = code.data() + i + 1;
    if (code[i] == '%' && i + 2 < code.size() &&
        std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
      text += static_cast<char>(byte);
      i += 2;
    } else {
      text += code[i];
    }
  }
  return text;
}

/// "(a,b,c)"
template <class Items, class Text>
std::string list_text(const Items& items, Text text_of) {
  std::vector<std::string> texts;
  for (const auto& item : items) texts.push_back(text_of(item));
  return "(" + joined(texts, ",") + ")";
}

std::string cell_text(const Field& column, const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* number = std::get_if<int>(&value)) return fmt::to_string(*number);
  if (const auto* amount = std::get_if<double>(&value)) return fmt::format("{}", *amount);
  if (const auto* text = std::get_if<std::string>(&value)) return encoded(*text);
  if (const auto* names = std::get_if<Names>(&value)) return list_text(*names, encoded);
  if (const auto* units = std::get_if<std::vector<UnitCount>>(&value))
    return list_text(*units, [](const UnitCount& unit) {
      return fmt::format("{}:{}", encoded(unit.type), unit.count);
    });
  if (const auto* effects = std::get_if<std::vector<EffectChoice>>(&value))
    return list_text(*effects, [](const EffectChoice& one) { return encoded(write_effect(one)); });
  if (const auto* rows = std::get_if<Rows>(&value)) return "(" + rows_text(column, *rows) + ")";
  return std::string(kNull);
}

/// Reads a text from its beginning, sign by sign.
class RowsReader {
 public:
  RowsReader(std::string_view text, const std::string& where) : text_(text), where_(where) {}

  Result<Rows> read(const Field& field) {
    auto rows = rows_until(field, '\0');
    if (rows && at_ < text_.size()) return unreadable();
    return rows;
  }

 private:
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char sign) {
    if (next() != sign || at_ >= text_.size()) return false;
    ++at_;
    return true;
  }
  InputError unreadable() const {
    return {"cannot read " + broadside::quoted(text_.substr(at_)), where_,
            "rows of named values: \"name:value,name:value;name:value\""};
  }
  std::string_view code() {
    const auto end = std::min(text_.find_first_of("(),:;", at_), text_.size());
    const auto found = text_.substr(at_, end - at_);
    at_ = end;
    return found;
  }

  Result<Rows> rows_until(const Field& field, char end) {
    Rows rows;
    if (next() == end) return rows;
    do {
      Values row;
      while (next() != end && next() != ';') {
        if (auto error = read_cell(field, row)) return *error;
        if (!take(',')) break;
      }
      rows.push_back(std::move(row));
    } while (take(';'));
    return rows;
  }

  std::optional<InputError> read_cell(const Field& field, Values& row) {
    const std::string typed = decoded(code());
    const Field* column = find_field(field.columns, field.place, typed);
    if (column == nullptr && !field.is_open)
      return InputError{"unknown field " + broadside::quoted(typed), where_,
                        nearest_or_all(typed, field_names(field.columns, field.place))};
    if (!take(':')) return unreadable();
    if (column == nullptr) {  // what else stands in an open row changes nothing
      row[typed] = decoded(code());
      return std::nullopt;
    }
    auto value = value_of(*column);
    if (!value) return value.error();
    if (auto error = settle(*column, *value, where_)) return error;
    row[column->name] = *std::move(value);
    return std::nullopt;
  }

  Result<Value> value_of(const Field& column) {
    if (!take('(')) {
      const auto typed = code();
      if (typed == kNull) return Value{};
      if (column.kind == FieldKind::amount)
        if (const auto amount = read_decimal(typed); amount && amount->length == typed.size())
          return Value{amount->number};
      return Value{decoded(typed)};
    }
    Result<Value> value =
        column.kind == FieldKind::record || column.kind == FieldKind::table
            ? rows_until(column, ')').transform([](Rows&& rows) { return Value{std::move(rows)}; })
            : list_of(column);
    if (value && !take(')')) return unreadable();
    return value;
  }

  Result<Value> list_of(const Field& column) {
    Names names;
    std::vector<UnitCount> units;
    std::vector<EffectChoice> effects;
    while (next() != ')' && at_ < text_.size()) {
      const std::string name = decoded(code());
      if (column.kind == FieldKind::counts) {
        int count = 0;
        const auto number = take(':') ? code() : std::string_view{};
        const char* end = number.data() + number.size();
        if (number.empty() || std::from_chars(number.data(), end, count).ptr != end)
          return unreadable();
        units.push_back({name, count});
      } else if (column.kind == FieldKind::effects) {
        auto effect = parse_effect(name, where_);
        if (!effect) return effect.error();
        effects.push_back(*std::move(effect));
      } else {
        names.push_back(name);
      }
      if (!take(',')) break;
    }
    if (column.kind == FieldKind::counts) return Value{std::move(units)};
    if (column.kind == FieldKind::effects) return Value{std::move(effects)};
    return Value{std::move(names)};
  }

  std::string_view text_;
  const std::string& where_;
  std::size_t at_ = 0;
};

}  // namespace

std::string rows_text(const Field& field, const Rows& rows) {
  std::vector<std::string> texts;
  for (const Values& row : rows) {
    std::vector<std::string> cells;
    for (const auto& [name, value] : row) {
      const Field* column = find_field(field.columns, field.place, name);
      cells.push_back(encoded(name) + ":" + cell_text(column ? *column : field, value));
    }
    texts.push_back(joined(cells, ","));
  }
  return joined(texts, ";");
}

Result<Rows> read_rows(const Field& field, std::string_view text, const std::string& where) {
  return RowsReader(text, where).read(field);
}

}  // namespace broadside
