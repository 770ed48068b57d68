#pragma once
// Question: which path does a request name?

#include <optional>
#include <string>
#include <string_view>

namespace broadside::serve {

/// "/a%20b?x" is "/a b"; "http://host/a" is "/a" (RFC 9112, 3.2.2). Nothing where it is no path that
/// anything here could have: broken escapes, control characters, a backslash, bytes that are not
/// UTF-8. Dots stay as they are: no name of a file of the page has two of them in a row as a folder,
/// so nothing needs to be resolved, and nothing leads out.
std::optional<std::string> path_of(std::string_view target);

}  // namespace broadside::serve
