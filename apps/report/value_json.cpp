#include "apps/report/value_json.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/report/json_parts.hpp"
#include "apps/report/strict_json.hpp"
#include "core/scenario/names.hpp"

namespace broadside {
namespace {

std::string example_of(const Field& field) {
  return fmt::format("for example {}", field.example.empty() ? R"(["..."])" : field.example);
}

std::string with_article(std::string_view noun) {
  const bool vowel = !noun.empty() && std::string_view("aeiou").find(noun.front()) < 5;
  return fmt::format("{} {}", vowel ? "an" : "a", noun);
}

std::string entry_of(const Field& table) {
  return with_article(table.entry.empty() ? "entry" : table.entry);
}

Json effects_json(const std::vector<EffectChoice>& effects) {
  Json list = Json::array();
  for (const auto& effect : effects) {
    if (!effect.round && !effect.uses && !effect.target && !effect.at_least) {
      list.push_back(effect.id);
      continue;
    }
    Json& item = list.emplace_back(Json::object());
    item["id"] = effect.id;
    if (effect.round) item["round"] = *effect.round;
    if (effect.uses) item["uses"] = *effect.uses;
    if (effect.target) item["target"] = *effect.target;
    if (effect.at_least) item["at_least"] = *effect.at_least;
  }
  return list;
}

Json retreat_json(const RetreatTiming& timing) {
  if (timing.free) return "free";
  Json object = Json::object();
  if (timing.round) object["round"] = *timing.round;
  if (timing.below) object["below"] = *timing.below;
  return object;
}

Json row_json(const Field& table, const Values& row) {
  Json object = Json::object();
  for (const Field& column : table.columns)
    if (const Value* value = row.find(column.name))
      object[std::string(column.name)] = value_json(column, *value);
  if (!table.brief.empty() && object.size() == 1 && object.contains(table.brief))
    return object.begin().value();
  return object;
}

Json rows_json(const Field& field, const Rows& rows) {
  if (field.kind == FieldKind::record) return row_json(field, rows.front());
  Json list = Json::array();
  for (const Values& row : rows) list.push_back(row_json(field, row));
  return list;
}

/// What a column is when it is not given is for its game to say.
Json declarations(std::span<const Field> fields, bool are_columns) {
  Json list = Json::array();
  for (const Field& field : fields) {
    Json& item = list.emplace_back(Json::object());
    item["name"] = field.name;
    if (!are_columns) item["place"] = name(field.place);
    item["kind"] = name(field.kind);
    if (!field.text.empty()) item["text"] = field.text;
    if (field.kind == FieldKind::word) {
      item["words"] = field.words;
      item["usual"] = field.words.front();
    }
    if (field.kind == FieldKind::types && !field.words.empty()) item["words"] = field.words;
    if (field.kind == FieldKind::flag && !are_columns) item["usual"] = field.usual != 0;
    if (field.kind == FieldKind::number || field.kind == FieldKind::amount) {
      // A usual number outside the limits stands for none given.
      if (field.kind == FieldKind::number && !are_columns && field.usual >= field.least)
        item["usual"] = field.usual;
      item["least"] = field.least;
      item["most"] = field.most;
    }
    if (!field.battles.empty()) item["battles"] = field.battles;
    if (field.side) item["side"] = name(*field.side);
    if (!field.option.empty()) item["option"] = field.option;
    if (!field.example.empty()) item["example"] = *parse_strict(field.example, {});
    if (field.kind == FieldKind::counts) {
      item["least"] = 0;
      item["most"] = field.most > 0 ? field.most : kMostUnits;
    }
    if (field.kind == FieldKind::retreat)
      item["limits"] = {{"round", {{"least", 1}, {"most", kMostRounds}}},
                        {"below", {{"least", 0}, {"most", 1}}}};
    if (field.kind == FieldKind::effects)
      item["limits"] = {{"round", {{"least", 1}, {"most", kMostRounds}}},
                        {"uses", {{"least", 0}, {"most", kMostUses}}},
                        {"at_least", {{"least", 1}, {"most", kMostUses}}}};
    if (!field.needs.empty()) item["needs"] = needs_json(field.needs);
    if (field.is_fleet) item["fleet"] = true;
    if (!field.entry.empty()) item["entry"] = field.entry;
    if (field.row_by_row) item["row_by_row"] = true;
    if (!field.columns.empty()) item["columns"] = declarations(field.columns, true);
    if (!field.key.empty()) item["key"] = field.key;
    if (!field.brief.empty()) item["brief"] = field.brief;
    if (!field.missing.empty()) item["required"] = true;
    if (field.may_be_null) item["null"] = true;
  }
  return list;
}

}  // namespace

bool ValueReader::value(const Json& json, const Field& field, const std::string& path, Value& out) {
  if (json.is_null() && field.may_be_null) return out = std::monostate{}, true;
  switch (field.kind) {
    case FieldKind::flag:
    case FieldKind::word:
    case FieldKind::number:
      return one_of_settings(json, field, path, out);
    case FieldKind::amount:
      return amount(json, field, path, out);
    case FieldKind::text:
      return string_at(json, path, out.emplace<std::string>());
    case FieldKind::types:
      if (Value word; json.is_string() && !field.words.empty() &&
                      string_at(json, path, word.emplace<std::string>()) &&
                      !settle(field, word, path))
        return out = std::move(word), true;
      [[fallthrough]];
    case FieldKind::names:
      return names(json, field, path, out.emplace<Names>());
    case FieldKind::counts:
      return counts(json, field, path, out.emplace<std::vector<UnitCount>>());
    case FieldKind::effects:
      return effects(json, field, path, out.emplace<std::vector<EffectChoice>>());
    case FieldKind::retreat:
      return retreat(json, path, out.emplace<RetreatTiming>());
    case FieldKind::record:
      return row(json, field, path, out.emplace<Rows>().emplace_back());
    case FieldKind::table:
      return table(json, field, path, out.emplace<Rows>());
    case FieldKind::note:
      out = std::monostate{};
      return json.is_string() || json.is_boolean() || json.is_null() ||
             fail("wants a text, not " + kind(json), path, "leave it out: it changes nothing");
  }
  return true;
}

bool ValueReader::one_of_settings(const Json& json, const Field& field, const std::string& path,
                                  Value& out) {
  // A choice may be written as on the command line: "on", "12".
  const bool as_typed = field.kind == FieldKind::word || field.place == Place::policy ||
                        field.place == Place::readings;
  if (json.is_string() && as_typed) {
    if (!string_at(json, path, out.emplace<std::string>())) return false;
  } else if (field.kind == FieldKind::number) {
    return whole_at(json, path, field.least, field.most, out.emplace<int>());
  } else if (field.kind == FieldKind::flag) {
    if (!json.is_boolean())
      return fail("wants true or false, not " + kind(json), path, "true or false, without quotes");
    out = json.get<bool>();
  } else {
    return fail("wants a text, not " + kind(json), path, words_text(field.words));
  }
  const auto wrong = settle(field, out, path);
  if (wrong) error = *wrong;
  return !wrong;
}

bool ValueReader::amount(const Json& json, const Field& field, const std::string& path,
                         Value& out) {
  const std::string range = fmt::format("a number from {} to {}", field.least, field.most);
  if (!json.is_number()) return fail("wants a number, not " + kind(json), path, range);
  const double number = json.get<double>();
  if (!(number >= field.least && number <= field.most))
    return fail(json.dump() + " is out of range", path, range);
  out = number;
  return true;
}

bool ValueReader::names(const Json& json, const Field& field, const std::string& path, Names& out) {
  if (!json.is_array())
    return fail("wants a list, not " + kind(json), path,
                example_of(field) + (field.words.empty() ? "" : ", or " + words_text(field.words)));
  for (const auto& item : json) {
    const std::string place = json_path(path, out.size());
    if (!string_at(item, place, out.emplace_back())) return false;
  }
  return true;
}

bool ValueReader::counts(const Json& json, const Field& field, const std::string& path,
                         std::vector<UnitCount>& out) {
  if (!json.is_object())
    return fail("wants unit types with their counts, not " + kind(json), path, example_of(field));
  for (const auto& [type, number] : json.items()) {
    int count = 0;
    if (!whole_at(number, json_path(path, type), 0, kMostUnits, count)) return false;
    out.push_back({type, count});
  }
  return true;
}

bool ValueReader::effects(const Json& json, const Field& field, const std::string& path,
                          std::vector<EffectChoice>& out) {
  if (!json.is_array()) return fail("wants a list, not " + kind(json), path, example_of(field));
  for (const auto& item : json) {
    const std::string place = json_path(path, out.size());
    if (!effect(item, field, place, out.emplace_back())) return false;
  }
  return true;
}

bool ValueReader::effect(const Json& json, const Field& field, const std::string& path,
                         EffectChoice& out) {
  if (json.is_string()) return string_at(json, path, out.id);
  static constexpr std::array<std::string_view, 5> kFields{"id", "round", "uses", "target",
                                                           "at_least"};
  if (!json.is_object())
    return fail("an effect is a name or an object, not " + kind(json), path,
                example_of(field) + R"(, with choices {"id": "...", "round": 2})");
  if (!fields(json, path, kFields)) return false;
  if (!json.contains("id")) return fail("an effect without an id", path, R"(add "id": "...")");
  if (!text(json, "id", path, out.id) || !whole(json, "round", path, 1, kMostRounds, out.round) ||
      !whole(json, "uses", path, 0, kMostUses, out.uses) ||
      !whole(json, "at_least", path, 1, kMostUses, out.at_least))
    return false;
  if (!json.contains("target")) return true;
  return text(json, "target", path, out.target.emplace());
}

bool ValueReader::retreat(const Json& json, const std::string& path, RetreatTiming& out) {
  static constexpr std::array<std::string_view, 2> kFields{"round", "below"};
  const char* hint = R"({"round": 1}, {"below": 0.4} or "free")";
  out.free = json.is_string() && fold_name(json.get<std::string>()) == "free";
  if (out.free) return true;
  if (!json.is_object()) return fail("wants an object, not " + kind(json), path, hint);
  if (!fields(json, path, kFields)) return false;
  if (json.size() != 1) return fail("wants either a round or a chance", path, hint);
  if (!whole(json, "round", path, 1, kMostRounds, out.round)) return false;
  const auto* below = find(json, "below");
  if (!below) return true;
  const std::string here = json_path(path, "below");
  if (!below->is_number())
    return fail("wants a number, not " + kind(*below), here, "a chance from 0 to 1");
  out.below = below->get<double>();
  return (*out.below >= 0 && *out.below <= 1) ||
         fail(below->dump() + " is not a chance", here, "a number from 0 to 1, for example 0.4");
}

bool ValueReader::row(const Json& json, const Field& field, const std::string& path, Values& out) {
  if (!field.is_open && !fields(json, path, field_names(field.columns, field.place))) return false;
  for (const Field& column : field.columns) {
    const Json* cell = find(json, column.name);
    const std::string here = json_path(path, column.name);
    if (!cell) {
      if (column.missing.empty()) continue;
      return fail(fmt::format("{} without {}", entry_of(field), column.missing), here,
                  fmt::format("it looks like {}", field.example));
    }
    Value read;
    if (!value(*cell, column, here, read)) return false;
    if (column.kind != FieldKind::note && says_something(column, read))
      out[column.name] = std::move(read);
  }
  return true;
}

bool ValueReader::table(const Json& json, const Field& field, const std::string& path, Rows& out) {
  if (!json.is_array())
    return fail("wants a list, not " + kind(json), path,
                fmt::format("it looks like {}", field.example));
  for (const auto& item : json) {
    const std::string place = json_path(path, out.size());
    Values& read = out.emplace_back();
    if (item.is_string() && !field.brief.empty()) {
      if (!string_at(item, place, read[field.brief].emplace<std::string>())) return false;
    } else if (!item.is_object()) {
      return fail(fmt::format("{} is {}an object, not {}", entry_of(field),
                              field.brief.empty() ? "" : "a name or ", kind(item)),
                  place, fmt::format("it looks like {}", field.example));
    } else if (!row(item, field, place, read)) {
      return false;
    }
  }
  return true;
}

bool says_something(const Field& field, const Value& value) {
  if (field.empty_counts) return true;
  return std::visit(
      [](const auto& held) {
        if constexpr (requires { held.empty(); })
          return !held.empty();
        else
          return true;
      },
      value);
}

Result<Rows> read_rows(std::string_view text, const Field& table, std::string_view name) {
  const auto tree = parse_strict(text, table.example);
  if (!tree) return tree.error();
  ValueReader reader;
  const Json* list = &tree.value();
  if (list->is_object()) {
    if (!reader.fields(*list, "", std::span(&name, 1))) return reader.error;
    list = FieldReader::find(*list, name);
    if (!list)
      return InputError{fmt::format("there are no {}", name), std::string(name),
                        fmt::format("it looks like {}", table.example)};
  }
  Value rows;
  if (!reader.value(*list, table, std::string(name), rows)) return reader.error;
  return std::get<Rows>(std::move(rows));
}

Json value_json(const Field& field, const Value& value) {
  return std::visit(
      [&](const auto& held) -> Json {
        using T = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<T, std::monostate>)
          return nullptr;
        else if constexpr (std::is_same_v<T, std::vector<UnitCount>>)
          return counts_json(held);
        else if constexpr (std::is_same_v<T, std::vector<EffectChoice>>)
          return effects_json(held);
        else if constexpr (std::is_same_v<T, RetreatTiming>)
          return retreat_json(held);
        else if constexpr (std::is_same_v<T, Rows>)
          return rows_json(field, held);
        else
          return held;
      },
      value);
}

Json needs_json(std::span<const Need> needs) {
  Json list = Json::array();
  for (const Need& need : needs) {
    Json& item = list.emplace_back(Json::object());
    if (!need.word.empty()) item["word"] = need.word;
    item["field"] = need.path;
    item["value"] = *parse_strict(need.value, {});
  }
  return list;
}

Json fields_json(std::span<const Field> fields) { return declarations(fields, false); }

}  // namespace broadside
