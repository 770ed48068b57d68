#include "sim/compare.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/tables/limits.hpp"
#include "sim/paired.hpp"
#include "sim/table_bytes.hpp"

using namespace broadside;

namespace {

SideSpec fleet(const std::string& text) {
  return find_game("ti4").value()->parse_side(text).value();
}

std::vector<SideSpec> fleets(const std::vector<std::string>& texts) {
  std::vector<SideSpec> sides;
  for (const auto& text : texts) sides.push_back(fleet(text));
  return sides;
}

/// Three fleets of the same price that win nearly equally often.
const std::vector<std::string> kNearlyEqual{"2 ff, 3 dd, 2 dn", "4 ff, 3 dd, cv, dn",
                                            "8 ff, 2 dd, 2 cv"};
const std::string kEnemy = "2 dn, cv, 4 ff";

/// Battles until every pair is decided; `apart`: every fleet with dice of its own.
std::uint64_t battles_until_decided(std::uint64_t seed, bool apart) {
  Scenario scenario;
  scenario.side(Side::defender) = fleet(kEnemy);
  std::vector<Battle> battles;
  for (const auto& text : kNearlyEqual) {
    scenario.side(Side::attacker) = fleet(text);
    battles.push_back(ready(scenario).value());
  }
  std::vector<PairedPlayer> players;
  for (const Battle& battle : battles) players.emplace_back(battle.duel);
  PairedWins wins(battles.size());
  for (;;) {
    std::vector<std::uint8_t> won;
    for (std::size_t f = 0; f < players.size(); ++f) {
      const std::uint64_t name = wins.battles() + (apart ? (f + 1) << 40 : 0);
      won.push_back(battles[f].duel.endings[players[f].play(seed, name).ending].outcome ==
                    Outcome::attacker_win);
    }
    wins.add(won);
    if (wins.battles() % 1000 != 0) continue;
    bool decided = true;
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = a + 1; b < 3; ++b)
        decided &= wins.difference(a, b, 1 - 0.05 / 6).verdict() != Verdict::unclear;
    if (decided) return wins.battles();
  }
}

}  // namespace

TEST_CASE("solved: the ranking, the differences and the losses are those of the odds") {
  Options options;
  options.method = Method::automatic;
  const auto attackers = fleets({"5 cruiser", "2 dn, 4 ff", "carrier, 4 ff, 2 dd"});
  const auto answer = compare({}, attackers, fleets({"ws, 3 ff"}), options);
  REQUIRE(answer);
  const Comparison& comparison = answer.value();
  CHECK(comparison.method == Method::exact);
  CHECK(comparison.ranking == std::vector<std::size_t>{1, 2, 0});
  options.method = Method::exact;
  for (std::size_t f = 0; f < attackers.size(); ++f) {
    Scenario one;
    one.side(Side::attacker) = attackers[f];
    one.side(Side::defender) = fleet("ws, 3 ff");
    const auto report = odds(one, options);
    REQUIRE(report);
    const Summary& summary = comparison.fleets[f].mean;
    CHECK(summary.win == doctest::Approx(report.value().exact->p[0]).epsilon(1e-12));
    CHECK(summary.own_lost ==
          doctest::Approx(report.value().sides[0].lost_resources).epsilon(1e-9));
    CHECK(summary.enemy_lost ==
          doctest::Approx(report.value().sides[1].lost_resources).epsilon(1e-9));
  }
  CHECK(comparison.difference(1, 0).verdict() == Verdict::better);
  CHECK(comparison.difference(0, 1).verdict() == Verdict::worse);
  CHECK(comparison.difference(0, 0).verdict() == Verdict::equal);
}

TEST_CASE("several defenders: the mean over them, and the worst") {
  Options options;
  options.method = Method::automatic;
  const auto answer =
      compare({}, fleets({"3 cruiser", "dn, cruiser"}), fleets({"2 cruiser", "dn"}), options);
  REQUIRE(answer);
  for (const ComparedFleet& one : answer.value().fleets) {
    REQUIRE(one.against.size() == 2);
    CHECK(one.mean.win == doctest::Approx((one.against[0].win + one.against[1].win) / 2));
    CHECK(one.worst == std::min(one.against[0].win, one.against[1].win));
  }
}

TEST_CASE("sampled: stops when every pair is decided, agrees with the solver, on any threads") {
  Options options;
  options.method = Method::monte_carlo;
  options.threads = 1;
  const auto attackers = fleets(kNearlyEqual), enemy = fleets({kEnemy});
  const auto sampled = compare({}, attackers, enemy, options);
  options.threads = 2;
  options.seconds = 1e6;  // more than it needs
  const auto again = compare({}, attackers, enemy, options);
  options.method = Method::exact;
  const auto exact = compare({}, attackers, enemy, options);
  REQUIRE(sampled);
  REQUIRE(again);
  REQUIRE(exact);
  const Comparison &mc = sampled.value(), &truth = exact.value();
  CHECK(mc.method == Method::monte_carlo);
  CHECK(mc.battles == again.value().battles);
  CHECK(mc.battles < most_battles(options));
  CHECK(mc.ranking == truth.ranking);
  for (std::size_t a = 0; a < 3; ++a) {
    CHECK(mc.fleets[a].mean.win == again.value().fleets[a].mean.win);
    CHECK(mc.fleets[a].win[0].low <= truth.fleets[a].mean.win);
    CHECK(mc.fleets[a].win[0].high >= truth.fleets[a].mean.win);
    for (std::size_t b = 0; b < 3; ++b) {
      if (a == b) continue;
      CHECK(mc.difference(a, b).verdict() == truth.difference(a, b).verdict());
      CHECK(mc.difference(a, b).low <= truth.difference(a, b).value);
      CHECK(mc.difference(a, b).high >= truth.difference(a, b).value);
    }
  }
  CHECK(mc.gain > 3);
}

TEST_CASE("common random numbers need at least three times fewer battles, measured") {
  std::uint64_t paired = 0, apart = 0;
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u, 5u}) {
    paired += battles_until_decided(seed, false);
    apart += battles_until_decided(seed, true);
  }
  MESSAGE("battles until three nearly equal fleets are told apart, five seeds: "
          << paired << " with common dice, " << apart << " with dice of their own, ratio "
          << static_cast<double>(apart) / static_cast<double>(paired));
  CHECK(apart >= 3 * paired);
}

TEST_CASE("an equal pair is never decided; the limit on battles ends it") {
  Options options;
  options.method = Method::monte_carlo;
  options.battles = 10'000;
  const auto answer = compare({}, fleets({"2 cruiser", "2 cruiser"}), fleets({"dn"}), options);
  REQUIRE(answer);
  CHECK(answer.value().battles == 10'000);
  CHECK(answer.value().difference(0, 1).verdict() == Verdict::unclear);
}

TEST_CASE("what cannot be compared is named by its place") {
  const auto answer = compare({}, fleets({"2 cruiser", "3 inf"}), fleets({"dn"}), {});
  REQUIRE_FALSE(answer);
  CHECK(answer.error().where.starts_with("attacker 2"));
  CHECK_FALSE(compare({}, {}, fleets({"dn"}), {}));
}

TEST_CASE("a comparison is left off while battles are made ready or solved, whenever that is") {
  const auto attackers = fleets({"3 cruiser", "2 dn"}), enemies = fleets({"2 cruiser", "dn, ff"});
  Options options;
  options.method = Method::exact;
  options.threads = 1;
  int asked = 0, last = 0;
  options.stop = [&] { return ++asked >= last && last > 0; };
  REQUIRE(compare({}, attackers, enemies, options));
  const int all = asked;
  CHECK(all >= 8);  // before each of four battles, and while or after each is solved
  for (last = 1; last <= all; ++last) {
    CAPTURE(last);
    asked = 0;
    const auto stopped = compare({}, attackers, enemies, options);
    REQUIRE_FALSE(stopped);
    CHECK(stopped.error().problem == stopped_too_early().problem);
    CHECK(asked == last);
  }
}

TEST_CASE("a sampled comparison that is left off tells what there is, but not before any battle") {
  const auto attackers = fleets({"2 cruiser", "2 cruiser"}), enemies = fleets({"dn", "2 dd"});
  Options options;
  options.method = Method::monte_carlo;
  options.threads = 1;
  options.battles = 100'000;  // two that are equal are never told apart
  const auto unasked = compare({}, attackers, enemies, options);
  bool enough = false;
  options.stop = [&] { return enough; };
  const auto whole = compare({}, attackers, enemies, options);
  REQUIRE(unasked);
  REQUIRE(whole);
  CHECK(unasked->battles == 100'000);
  CHECK(whole->battles == 100'000);  // to ask changes nothing
  CHECK(whole->fleets[0].mean.win == unasked->fleets[0].mean.win);

  options.progress = [&](const Progress& far) { enough = far.battles > 5'000; };
  const auto stopped = compare({}, attackers, enemies, options);
  REQUIRE(stopped);
  // Told after one chunk and after two, and asked after the third.
  CHECK(stopped->battles == 3 * 4096);
  CHECK(stopped->ranking.size() == 2);
  for (const ComparedFleet& fleet : stopped->fleets) {
    REQUIRE(fleet.win.size() == 2);
    for (std::size_t d = 0; d < 2; ++d)
      CHECK(fleet.win[d].half_width() > whole->fleets[0].win[d].half_width());
  }
}

TEST_CASE("tables that all together would take too much are refused with what would work") {
  const auto attackers = fleets({"3 cruiser", "2 dn"}), enemies = fleets({"2 cruiser", "dn, ff"});
  Options options;
  options.method = Method::automatic;
  double bytes = 0;
  for (const SideSpec& attacker : attackers)
    for (const SideSpec& enemy : enemies) {
      Scenario one;
      one.side(Side::attacker) = attacker;
      one.side(Side::defender) = enemy;
      const auto battle = ready(one);
      REQUIRE(battle);
      CHECK(table_bytes(*battle) > 100);
      bytes += table_bytes(*battle);
    }
  CHECK(bytes < kComparedBytes / 1000);
  CHECK(compare({}, attackers, enemies, options, bytes + 1));
  const auto refused = compare({}, attackers, enemies, options, bytes - 1);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().problem.starts_with("the tables of 4 battles would take more than"));
  CHECK(refused.error().hint.find("fewer fleets") != std::string::npos);
}
