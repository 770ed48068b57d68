#pragma once
// Question: are two words of HTTP the same, whose letters may be large or small?

#include <algorithm>
#include <string_view>

namespace broadside::serve {

/// Letters of ASCII; any other byte is only itself (std::tolower of one above 0x7f is undefined).
constexpr bool same_word(std::string_view a, std::string_view b) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return small(x) == small(y); });
}

}  // namespace broadside::serve
