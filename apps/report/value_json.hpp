#pragma once
// Question: how does the value of a declared field look as JSON, and is this JSON such a value?
// Form and ranges are checked here by the declaration, names by the game.

#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "apps/report/field_reader.hpp"
#include "core/scenario/field.hpp"

namespace broadside {

class ValueReader : public FieldReader {
 public:
  /// The value of a field at its place.
  bool value(const Json& json, const Field& field, const std::string& path, Value& out);

 private:
  bool one_of_settings(const Json& json, const Field& field, const std::string& path, Value& out);
  bool amount(const Json& json, const Field& field, const std::string& path, Value& out);
  bool names(const Json& json, const Field& field, const std::string& path, Names& out);
  bool counts(const Json& json, const Field& field, const std::string& path,
              std::vector<UnitCount>& out);
  bool effects(const Json& json, const Field& field, const std::string& path,
               std::vector<EffectChoice>& out);
  bool effect(const Json& json, const Field& field, const std::string& path, EffectChoice& out);
  bool retreat(const Json& json, const std::string& path, RetreatTiming& out);
  bool row(const Json& json, const Field& field, const std::string& path, Values& out);
  bool table(const Json& json, const Field& field, const std::string& path, Rows& out);
};

/// Whether a value that was read says anything: an empty list does only where its field says so.
bool says_something(const Field& field, const Value& value);

/// A file of rows: a list, or an object with the list under `name`. Errors name the place as
/// "units[2].combat.hit_on".
Result<Rows> read_rows(std::string_view text, const Field& table, std::string_view name);

nlohmann::ordered_json value_json(const Field& field, const Value& value);

nlohmann::ordered_json needs_json(std::span<const Need> needs);

/// The declarations of a game, as they stand: what a form for it needs.
nlohmann::ordered_json fields_json(std::span<const Field> fields);

}  // namespace broadside
