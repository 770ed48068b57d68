// All ways of answering against each other, on battles that nobody chose. A short form for every
// day; ./test differ asks for more of them by BROADSIDE_DIFFER ("20000", or "20000 from 5").

#include "tests/fuzz/differ.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

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

TEST_CASE("lists, rows and columns of a field that differs are made small one by one") {
  const auto row = [](int attack, Names abilities) {
    return Values{{"attack", attack}, {"note", std::string("any")}, {"abilities", abilities}};
  };
  Scenario large;
  large.game = "arcane_legions";
  SideSpec& side = large.side(Side::attacker);
  side.faction = "rome";
  side.fields["slots"] = Rows{row(1, {"fear", "claws"}), row(7, {"fear", "guardian", "claws"})};
  side.policy["losses"] = Names{"fighter", "cruiser", "dreadnought"};
  side.fields["hits"] = std::vector<UnitCount>{{"cruiser", 3}, {"fighter", 4}};
  large.readings["cards"] = false;
  const auto fails = [](const Scenario& scenario) {
    const SideSpec& shown = scenario.side(Side::attacker);
    const Rows* slots = shown.fields.get<Rows>("slots");
    const auto* hits = shown.fields.get<std::vector<UnitCount>>("hits");
    const auto has = [](const Names& names, std::string_view name) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    return shown.faction == "rome" && has(shown.policy.names("losses"), "cruiser") && hits &&
           hits->back().type == "fighter" && hits->back().count >= 2 && slots &&
           std::any_of(slots->begin(), slots->end(), [&](const Values& slot) {
             return slot.get<int>("attack") && has(slot.names("abilities"), "guardian");
           });
  };
  const Scenario small = fuzz::shrunk(large, fails);
  Scenario least;
  least.game = "arcane_legions";
  least.side(Side::attacker).faction = "rome";
  least.side(Side::attacker).fields["slots"] =
      Rows{Values{{"attack", 7}, {"abilities", Names{"guardian"}}}};
  least.side(Side::attacker).policy["losses"] = Names{"cruiser"};
  least.side(Side::attacker).fields["hits"] = std::vector<UnitCount>{{"fighter", 2}};
  CHECK(small == least);
}

TEST_CASE("a battle that is rolled otherwise than solved is made small, and told as a command") {
  Scenario large;
  large.game = "ti4";
  for (const Side side : kSides)
    large.side(side).units = {{"dreadnought", 2}, {"fighter", 3}, {"cruiser", 1}};
  large.side(Side::attacker).policy["sustain"] = std::string("never");
  // Somebody whose attacker always wins, and who plays no battle where nobody attacks.
  const auto roller = [](const Scenario& scenario) -> fuzz::Roll {
    if (scenario.side(Side::attacker).units.empty()) throw std::invalid_argument("nobody attacks");
    return [] { return Outcome::attacker_win; };
  };
  fuzz::Agreement seen;
  fuzz::roll_against_solved(large, roller, seen);
  REQUIRE(seen.found.size() == 1);
  CHECK(seen.rolled == 1);
  Scenario least;
  least.game = "ti4";
  for (const Side side : kSides) least.side(side).units = {{"cruiser", 1}};
  CAPTURE(seen.found.front());
  CHECK(seen.found.front().find("smallest: ") != std::string::npos);
  CHECK(seen.found.front().ends_with("\n" + fuzz::as_command(least)));

  Scenario refused = large;
  refused.side(Side::attacker).units = {{"nothing", 1}};
  fuzz::roll_against_solved(refused, roller, seen);
  REQUIRE(seen.found.size() == 2);
  CHECK(seen.found.back().starts_with("a battle of the roller is refused: "));
}

TEST_CASE("a battle with an apostrophe is a command that a shell reads") {
  Scenario scenario;
  scenario.game = "ti4";
  scenario.side(Side::attacker).units = {{"O'Brien's $HOME `ship`", 1}};
  const std::string command = fuzz::as_command(scenario);
  CHECK(command.starts_with("broadside odds --scenario - <<'END'\n{"));
  CHECK(command.find("O'Brien's $HOME `ship`") != std::string::npos);  // nothing in it is read
  CHECK(command.ends_with("}\nEND"));
  CHECK(std::count(command.begin(), command.end(), '\n') == 2);
}

TEST_CASE("a sample that is too far off is told when more battles say so too") {
  ByOutcome<double> solved{};
  solved[Outcome::attacker_win] = solved[Outcome::defender_win] = 0.5;
  const auto shares = [](std::uint64_t won, std::uint64_t battles) {
    fuzz::Shares made{{}, battles};
    made.counted[Outcome::attacker_win] = won;
    made.counted[Outcome::defender_win] = battles - won;
    return made;
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
