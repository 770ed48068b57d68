#pragma once
// Question: how does any text stand in a page or a picture, so that it stays a text?

#include <string>
#include <string_view>

namespace broadside {

/// For HTML and SVG, between tags and in an attribute's double quotes.
std::string escaped(std::string_view text);

}  // namespace broadside
