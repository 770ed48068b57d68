#pragma once
// Question: which planet does a text name, and which planets does a tile have?

#include <optional>
#include <string>
#include <string_view>

namespace broadside::ti4::links {

/// The planet of this name or of this beginning (three letters or more); blanks, hyphens and
/// apostrophes do not count. Empty = none.
std::string_view planet_named(std::string_view typed);

/// The planet in this region of a tile (0 = the first planet): its name, or "planet 2".
std::string planet_of(std::string_view tile, std::size_t region);

}  // namespace broadside::ti4::links
