#include "apps/report/decimal.hpp"

#include <doctest/doctest.h>

using namespace broadside;

TEST_CASE("a text begins with a decimal number, or does not") {
  const auto read = [](std::string_view text) {
    return read_decimal(text).value_or(Decimal{-1, 0});
  };
  CHECK(read("0.25x").number == 0.25);
  CHECK(read("0.25x").length == 4);
  CHECK(read("-3e2").number == -300);
  CHECK(read(".5").number == 0.5);
  CHECK(read("40e-2").number == 0.4);
  CHECK(read("0x10").length == 1);  // no other base: a nought and what follows it
  for (const char* text : {"", "x", " 1", "+1", "--1", "e5", "%", "1e999"}) {
    CAPTURE(text);
    CHECK_FALSE(read_decimal(text));
  }
}
