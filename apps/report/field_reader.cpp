#include "apps/report/field_reader.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/report/strict_json.hpp"
#include "core/scenario/names.hpp"

namespace broadside {

bool FieldReader::fail(std::string problem, std::string where, std::string hint) {
  error = {std::move(problem), std::move(where), std::move(hint)};
  return false;
}

std::string FieldReader::kind(const Json& value) {
  if (value.is_null()) return "null";
  if (value.is_boolean()) return "true or false";
  const std::string type = value.type_name();
  return (type == "object" || type == "array" ? "an " : "a ") + type;
}

const FieldReader::Json* FieldReader::find(const Json& object, std::string_view key) {
  const auto at = object.find(key);
  return at == object.end() ? nullptr : &*at;
}

bool FieldReader::fields(const Json& value, const std::string& path, Known known) {
  if (!value.is_object())
    return fail("wants an object, not " + kind(value), path, known_names(known));
  for (const auto& [key, unused] : value.items()) {
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      return fail("unknown field " + in_quotes(key), json_path(path, key),
                  nearest_or_all(key, known));
    }
  }
  return true;
}

bool FieldReader::string_at(const Json& value, const std::string& path, std::string& out) {
  if (!value.is_string())
    return fail("wants a text, not " + kind(value), path, "write it in \"double quotes\"");
  out = value.get_ref<const std::string&>();
  if (out.empty()) return fail("an empty name", path, "leave the field out or name something");
  return true;
}

bool FieldReader::whole_at(const Json& value, const std::string& path, int least, int most,
                           int& out) {
  const std::string range = fmt::format("a whole number from {} to {}", least, most);
  if (!value.is_number()) return fail("wants a number, not " + kind(value), path, range);
  if (value.is_number_float()) {  // JSON has one kind of number: 2.0 is 2
    const double number = value.get<double>();
    if (number != std::floor(number))
      return fail(value.dump() + " is not a whole number", path, range);
    if (number < least || number > most)
      return fail(value.dump() + " is out of range", path, range);
    out = static_cast<int>(number);
    return true;
  }
  const bool fits = value.is_number_unsigned()
                        ? value.get<std::uint64_t>() <= static_cast<std::uint64_t>(most) &&
                              value.get<std::int64_t>() >= least
                        : value.get<std::int64_t>() >= least && value.get<std::int64_t>() <= most;
  if (!fits) {
    const bool negative = !value.is_number_unsigned() && value.get<std::int64_t>() < 0;
    return fail(value.dump() + (negative ? " is negative" : " is out of range"), path, range);
  }
  out = value.get<int>();
  return true;
}

bool FieldReader::text(const Json& object, std::string_view key, const std::string& path,
                       std::string& out) {
  const auto* value = find(object, key);
  return !value || string_at(*value, json_path(path, key), out);
}

bool FieldReader::whole(const Json& object, std::string_view key, const std::string& path,
                        int least, int most, std::optional<int>& out) {
  const auto* value = find(object, key);
  return !value || whole_at(*value, json_path(path, key), least, most, out.emplace());
}

}  // namespace broadside
