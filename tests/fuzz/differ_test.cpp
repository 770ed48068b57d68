// All ways of answering against each other, on battles that nobody chose. A short form for every
// day; ./test differ asks for more of them by BROADSIDE_DIFFER ("20000", or "20000 from 5").

#include "tests/fuzz/differ.hpp"

#include <cmath>
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
          seen.sampled_only, " sampled only, ", seen.rolled, " rolled, ", seen.told,
          " told; solvers at most ", seen.worst_solved, " apart, samples at most ", seen.worst_z,
          " standard errors, ", seen.z.size(), " of them looked at together; ", seen.played_again,
          " played again with more battles");
  CHECK(seen.found.empty());
  CHECK(seen.worst_solved <= fuzz::kSolversApart);
  CHECK(seen.solved * 2 > count);
  CHECK(seen.rolled * 20 > count);
  CHECK(fuzz::looks_normal(seen.z));
  CHECK(seen.told * 2 > count);
  CHECK(std::abs(seen.told_off) < 4.5 * std::sqrt(seen.told_variance));
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

TEST_CASE("a sample that is too far off is told when more battles say so too") {
  ByOutcome<double> solved{};
  solved[Outcome::attacker_win] = solved[Outcome::defender_win] = 0.5;
  const auto shares = [](std::uint64_t won, std::uint64_t battles) {
    fuzz::Shares shares{{}, battles};
    shares.counted[Outcome::attacker_win] = won;
    shares.counted[Outcome::defender_win] = battles - won;
    return shares;
  };
  fuzz::Agreement seen;
  const auto told = [&](std::uint64_t won, std::uint64_t won_again) {
    return fuzz::far_off(
        shares(won, 10'000), solved, "sampled", [&] { return shares(won_again, 160'000); }, seen);
  };
  CHECK_FALSE(told(5240, 160'000));  // 4.8 standard errors: nobody plays again
  CHECK(seen.played_again == 0);
  CHECK(seen.worst_z == doctest::Approx(4.8));
  CHECK_FALSE(told(5260, 80'500));  // 5.2, then 2.5
  CHECK(seen.played_again == 1);
  CHECK(seen.worst_z == doctest::Approx(4.8));
  const auto found = told(5260, 84'160);  // as far off with more battles
  REQUIRE(found);
  CHECK(found->find("84160 of 160000") != std::string::npos);
  CHECK(seen.worst_z > fuzz::kSampleApart);
  CHECK(seen.z.size() == 3);
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
