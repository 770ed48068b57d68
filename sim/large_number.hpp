#pragma once
// Question: how is a large number told?

#include <string>

#include <fmt/format.h>

namespace broadside {

/// 3.2 billion
inline std::string large_number(double number) {
  const char* unit = "";
  for (const char* larger : {" thousand", " million", " billion", " trillion"}) {
    if (number < 1000) break;
    number /= 1000;
    unit = larger;
  }
  return fmt::format("{:.3g}{}", number, unit);
}

}  // namespace broadside
