#pragma once
// Question: how is a text taken apart and put together? What every reader and every message needs.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace broadside {

/// Without blanks, tabs and line ends at either end.
std::string_view trimmed(std::string_view text) noexcept;

/// The parts between separators, trimmed; an empty text has none, "a,,b" has an empty one.
std::vector<std::string_view> split(std::string_view text, char separator);

/// "a, b, c"
std::string joined(std::span<const std::string> parts, std::string_view separator = ", ");
std::string joined(std::span<const std::string_view> parts, std::string_view separator = ", ");

/// The text with a question mark for every control character (U+0080 to U+009F too): what people sent
/// one another may not steer the terminal of whoever reads it.
std::string printable(std::string_view text);
bool is_printable(std::string_view text);  ///< nothing of that kind stands in it

/// "'text'", as messages show what was read.
std::string quoted(std::string_view text);

/// "1 cruiser", "3 armies", "2 infantry": a count with its word, whose plural is `many`, or formed as
/// English does mostly.
std::string counted(long long count, std::string_view one, std::string_view many = {});

/// The word itself in the number of the count.
std::string plural(long long count, std::string_view one, std::string_view many = {});

}  // namespace broadside
