#include "apps/report/decimal.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <system_error>

namespace broadside {

#if defined(__cpp_lib_to_chars)

std::optional<Decimal> read_decimal(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  return Decimal{number, static_cast<std::size_t>(end - text.data())};
}

#else

std::optional<Decimal> read_decimal(std::string_view text) {
  // What strtod reads beyond that: blanks, a plus sign, other bases.
  const auto first = text.find_first_not_of('-');
  if (first == text.npos || first > 1 || text[first] == ' ' || text[first] == '\t' ||
      text[first] == '\n' || text[first] == '+')
    return std::nullopt;
  const bool is_hexadecimal =
      text.substr(first).starts_with("0x") || text.substr(first).starts_with("0X");
  const std::string plain(text.substr(0, is_hexadecimal ? first + 1 : text.npos));
  char* end = nullptr;
  const double number = std::strtod(plain.c_str(), &end);
  const auto length = static_cast<std::size_t>(end - plain.c_str());
  const bool says_so = length > first && (plain[first] | 0x20) == 'i';  // "inf"
  if (length == 0 || (std::isinf(number) && !says_so)) return std::nullopt;
  return Decimal{number, length};
}

#endif

}  // namespace broadside
