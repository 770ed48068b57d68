#pragma once
// Question: is this text JSON without anything doubtful in it?
// The library would let a key stand twice in an object and would throw on a mistake; this says
// where the mistake is.

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/scenario/result.hpp"

namespace broadside {

/// The tree, fields in the order of the text. `example` shows in the hint what such a text looks
/// like.
Result<nlohmann::ordered_json> parse_strict(std::string_view text, std::string_view example);

// Places in the tree as messages name them: "attacker.effects[1].id".
std::string json_path(std::string_view path, std::string_view key);
std::string json_path(std::string_view path, std::size_t item);

/// A word of the input inside a message: short enough to read.
std::string in_quotes(std::string_view word);

}  // namespace broadside
