#pragma once
// Question: how is a JSON tree taken apart so that whatever is wrong is named with its place?
// Every function returns false after it has noted the first error.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/scenario/result.hpp"

namespace broadside {

class FieldReader {
 public:
  using Json = nlohmann::ordered_json;
  using Known = std::span<const std::string_view>;

  InputError error;

  bool fail(std::string problem, std::string where, std::string hint);

  static std::string kind(const Json& value);  ///< "an array", for messages
  static const Json* find(const Json& object, std::string_view key);

  /// An object with no field but these.
  bool fields(const Json& value, const std::string& path, Known known);

  bool string_at(const Json& value, const std::string& path, std::string& out);
  bool whole_at(const Json& value, const std::string& path, int least, int most, int& out);

  // The readers of one optional field of `object`.
  bool text(const Json& object, std::string_view key, const std::string& path, std::string& out);
  bool whole(const Json& object, std::string_view key, const std::string& path, int least, int most,
             std::optional<int>& out);
};

}  // namespace broadside
