// All ways of answering against each other, on battles that nobody chose. A short form for every
// day; ./test differ asks for more of them by BROADSIDE_DIFFER ("20000", or "20000 from 5").

#include "tests/fuzz/differ.hpp"

#include <cstdlib>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "tests/fuzz/shrunk.hpp"

using namespace broadside;

namespace {

struct Wanted {
  std::uint64_t count = 400, first = 1;
};

Wanted wanted() {
  Wanted wanted;
  std::string from;
  if (const char* text = std::getenv("BROADSIDE_DIFFER"))
    std::istringstream(text) >> wanted.count >> from >> wanted.first;
  return wanted;
}

}  // namespace

TEST_CASE("solved forward and backward, sampled by every kernel and rolled: no battle differs") {
  const auto [count, first] = wanted();
  fuzz::Agreement seen;
  fuzz::differ_on_made_battles(first, first + count, seen);
  fuzz::differ_on_rolled_battles(first, first + count / 10, seen);
  for (const std::string& found : seen.found) MESSAGE(found);
  MESSAGE(seen.scenarios, " battles: ", seen.refused, " refused, ", seen.solved, " solved, ",
          seen.sampled_only, " sampled only, ", seen.rolled, " rolled; solvers at most ",
          seen.worst_solved, " apart, samples at most ", seen.worst_z, " standard errors, ",
          seen.z.size(), " of them looked at together");
  CHECK(seen.found.empty());
  CHECK(seen.worst_solved <= fuzz::kSolversApart);
  CHECK(seen.solved * 2 > count);
  CHECK(seen.rolled * 20 > count);
  CHECK(fuzz::looks_normal(seen.z));
}

TEST_CASE("a battle that differs is made small") {
  Scenario large;
  large.game = "ti4";
  for (const Side side : kSides)
    large.side(side).units = {{"dreadnought", 3}, {"fighter", 4}, {"cruiser", 2}};
  large.side(Side::attacker).upgrades = {"dreadnought"};
  large.side(Side::attacker).policy["sustain"] = std::string("never");
  const Scenario small = fuzz::shrunk(large, [](const Scenario& scenario) {
    for (const UnitCount& unit : scenario.side(Side::defender).units)
      if (unit.type == "fighter" && unit.count >= 2) return true;
    return false;
  });
  Scenario least;
  least.game = "ti4";
  least.side(Side::defender).units = {{"fighter", 2}};
  CHECK(small == least);
}

TEST_CASE("standard errors that chance did not make are noticed") {
  std::vector<double> wide, aside;
  for (int i = 0; i < 2000; ++i) {
    const double even = (i % 200 - 99.5) / 57.7;  // flat, variance 1
    wide.push_back(1.5 * even);
    aside.push_back(even + 0.3);
  }
  CHECK_FALSE(fuzz::looks_normal(wide));
  CHECK_FALSE(fuzz::looks_normal(aside));
  CHECK_FALSE(fuzz::looks_normal({}));
}
