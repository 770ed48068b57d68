#pragma once
// Question: with what decimal number does a text begin? Whatever the locale, and also where the
// standard library cannot say so (libc++ 19).

#include <cstddef>
#include <optional>
#include <string_view>

namespace broadside {

struct Decimal {
  double number = 0;
  std::size_t length = 0;  ///< letters that it takes
};

/// Nothing where no number stands in front or where it is beyond what a double can hold.
std::optional<Decimal> read_decimal(std::string_view text);

}  // namespace broadside
