// First lines that tell more than who wins: after so many rounds, and what an order does.

#include <algorithm>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/report/link.hpp"
#include "tests/apps/program.hpp"

namespace {

using broadside::test::broadside_run;
using broadside::test::contains;
using broadside::test::Run;

std::string in_one_line(std::string text) {
  std::string line;
  for (const char c : text)
    if (const char plain = c == '\n' ? ' ' : c; plain != ' ' || !line.ends_with(' ')) line += plain;
  return line;
}
std::string first_line(const Run& run) { return run.out.substr(0, run.out.find('\n')); }

}  // namespace

TEST_SUITE("headlines") {
  TEST_CASE("after so many rounds: who has won by then, and what is open") {
    const Run one =
        broadside_run({"odds", "cruiser", "destroyer", "--rounds", "1", "--engine", "exact"});
    CHECK(one.code == 0);
    CHECK(in_one_line(one.out).starts_with(
        "Space combat after 1 round: attacker has won 32.0 %, draw 8.0 %, undecided 48.0 %, "
        "defender has won 12.0 %"));
    const Run rolls = broadside_run({"odds", "--game", "risk", "6", "5", "--rounds", "3"});
    CHECK(contains(first_line(rolls), "Attack after 3 rolls: attacker has won"));
    const Run turns = broadside_run({"odds", "--game", "arcane_legions", "dice 2 red, hp 1 1",
                                     "dice 2 red, hp 1 1", "--rounds", "2"});
    CHECK(contains(first_line(turns), "Duel after 2 turns: attacker has won"));
  }

  TEST_CASE("rounds in JSON, in links and among the fields") {
    const Run json = broadside_run(
        {"odds", "cruiser", "destroyer", "--rounds", "1", "--engine", "exact", "--json"});
    const auto report = nlohmann::json::parse(json.out);
    CHECK(report["rounds_played"] == 1);
    CHECK(report["undecided"]["p"].get<double>() == doctest::Approx(.48));
    CHECK(report["exact"]["undecided"].get<double>() == doctest::Approx(.48));
    CHECK(report["standing"]["attacker"][0]["p"].get<double>() == doctest::Approx(.48));
    CHECK(report["standing_at_least"]["defender"]["destroyer"][1].get<double>() ==
          doctest::Approx(.48));
    CHECK(report["scenario"]["rounds"] == 1);
    const Run again = broadside_run({"odds", "--scenario", "-", "--engine", "exact", "--json"},
                                    report["scenario"].dump());
    CHECK(nlohmann::json::parse(again.out)["undecided"] == report["undecided"]);
    CHECK(contains(broadside_run({"list", "fields"}).out, "[--rounds]"));
    const auto linked =
        broadside::read_link("#v=1&game=ti4&battle=space&a=cruiser&d=destroyer&rounds=1");
    REQUIRE(linked);
    CHECK(broadside::rounds_asked(linked.value().scenario) == 1);
    CHECK(contains(broadside::write_link(linked.value().scenario).value(), "&rounds=1"));
    const Run none =
        broadside_run({"odds", "--game", "risk", "--battle", "roll", "4", "2", "--rounds", "2"});
    CHECK(none.code == 2);
    CHECK(contains(none.err, "rounds has no meaning in this battle"));
    CHECK(broadside_run({"odds", "cruiser", "cruiser", "--rounds", "0"}).code == 2);
  }

  TEST_CASE("a roll of Risk tells the armies lost, and who wins only where somebody can") {
    const Run roll = broadside_run({"odds", "--game", "risk", "--battle", "roll", "5", "3"});
    CHECK(roll.code == 0);
    CHECK(
        first_line(roll).starts_with("Roll: attacker armies lost 0.92; defender armies lost 1.08"));
    CHECK_FALSE(contains(roll.out, "wins"));
    // 2890, 2611 and 2275 of 7776: none, one or two (RULES risk 2.3)
    CHECK(contains(roll.out, "defender's armies lost  1.08  70.7 %  37.2 %"));
    const Run last = broadside_run(
        {"odds", "--game", "risk", "--battle", "roll", "5", "1", "--details", "--ascii"});
    CHECK(
        first_line(last).starts_with("Roll: attacker armies lost 0.34; defender armies lost 0.66"));
    CHECK(contains(last.out, "attacker wins"));
    const Run attack = broadside_run({"odds", "--game", "risk", "5", "3"});
    CHECK(contains(first_line(attack), "attacker wins"));
  }

  TEST_CASE("an order tells hits, damage and figures lost, and its dice") {
    const Run order = broadside_run(
        {"odds", "--game", "arcane_legions", "--battle", "close", "dice 1 red, hp 1", "hp 1"});
    CHECK(order.code == 0);
    CHECK(contains(first_line(order), "Close: attacker hits scored 0.67, damage dealt 0.67"));
    CHECK_FALSE(contains(first_line(order), "wins"));
    CHECK(contains(order.out, "attacker rolls 1 die"));
    CHECK(contains(order.out, "defender rolls 0 dice"));
    CHECK(contains(order.out, "defender's figures lost  0.67  66.7 %"));
    const Run bare = broadside_run(
        {"odds", "--game", "arcane_legions", "--battle", "close", "dice 4", "dice 3", "--json"});
    const auto report = nlohmann::json::parse(bare.out);
    const auto& hits = report["numbers"]["hits"]["attacker"];
    double sum = 0;
    for (std::size_t n = 1; n < hits["at_least"].size(); ++n)
      sum += hits["at_least"][n].get<double>();
    CHECK(sum == doctest::Approx(hits["mean"].get<double>()).epsilon(1e-12));
    CHECK(hits["at_least"][0].get<double>() == doctest::Approx(1));
    CHECK(report["opening"].size() == 2);
  }

  TEST_CASE("dice that vary show hits and damage") {
    const Run vary = broadside_run({"odds", "--game", "arcane_legions", "--battle", "close",
                                    "dice 4", "dice 3", "--vary", "defender:dice=0..8"});
    CHECK(vary.code == 0);
    CHECK(contains(vary.out, "attacker hits"));
    CHECK(contains(vary.out, "attacker damage"));
    CHECK_FALSE(contains(vary.out, "wins"));
  }
}
