#include "apps/report/svg.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace broadside;

namespace {

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// Every tag that opens also closes, in order: what a browser asks of a picture.
bool well_formed(const std::string& text) {
  std::vector<std::string> open;
  for (auto at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    const auto end = text.find('>', at);
    if (end == std::string::npos) return false;
    const std::string tag = text.substr(at + 1, end - at - 1);
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != tag.substr(1)) return false;
      open.pop_back();
    } else if (!tag.ends_with('/')) {
      open.push_back(tag.substr(0, tag.find(' ')));
    }
  }
  return open.empty();
}

}  // namespace

TEST_CASE("a curve has labelled axes, a legend and a point for each value") {
  const auto svg = svg_curves("2 dn & \"4 ff\"", "solved", "number of fighter", "chance", {0, 1, 2},
                              {{"attacker wins", {0.1, 0.5, 0.9}, 0}, {"draw", {0.2, 0.1, 0}, 1}});
  CHECK(well_formed(svg));
  CHECK(count(svg, "number of fighter") == 1);
  CHECK(count(svg, ">chance<") == 1);
  CHECK(count(svg, "attacker wins") == 1);
  CHECK(count(svg, "<circle") == 6);
  CHECK(count(svg, "2 dn &amp; &quot;4 ff&quot;") == 2);  // shown, and as the window's title
  CHECK(count(svg, ">100 %<") == 1);
}

TEST_CASE("a heat map has a box for each pair and says what its colours mean") {
  const auto svg =
      svg_heat_map("t", "s", "across", "up", {0, 1, 2}, {5, 6}, {{0, 0.5, 1}, {0.25, 0.75, 0.1}});
  CHECK(well_formed(svg));
  CHECK(count(svg, ">across<") == 1);
  CHECK(count(svg, ">up<") == 1);
  CHECK(count(svg, "1, 6: 75.0 %") == 1);
  CHECK(count(svg, ">75 %<") == 1);
}

TEST_CASE("bars carry their numbers, and whiskers where they are not exact") {
  const auto svg = svg_bars(
      "t", "s", "chance",
      {{"outcome", {{"win", 0.6, 0.6, 0.6, "60.0 %", 0}, {"draw", 0.2, 0.1, 0.3, "20.0 %", 1}}}});
  CHECK(well_formed(svg));
  CHECK(count(svg, ">60.0 %<") == 1);
  CHECK(count(svg, "stroke-width=\"2\"") == 1);
  CHECK(count(svg, ">outcome<") == 1);
}
