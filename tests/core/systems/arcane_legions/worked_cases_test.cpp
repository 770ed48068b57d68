// RULES 10, number by number.

#include <doctest/doctest.h>

#include "tests/core/systems/arcane_legions/fielding.hpp"

using namespace broadside;
using namespace broadside::arcane_legions;
using namespace broadside::arcane_legions::fielding;

namespace {

const Order kRanged{true, false, false};
constexpr const char* kNobody = "dice 1";

Hits lined(std::vector<int> attack, std::vector<int> defence, LineUp how = {}) {
  how.attack_dice = static_cast<int>(attack.size());
  how.defence_dice = static_cast<int>(defence.size());
  const auto sixes = static_cast<int>(std::count(attack.begin(), attack.end(), 6));
  for (int& value : attack) value += how.attack_bonus;
  return line_up(how, attack, defence, sixes);
}

LineUp ranged() {
  LineUp how;
  how.defender_scores = false;
  return how;
}

Force hit(const Unit& of, const Force& force, int damage) {
  Blow blow;
  blow.combat = damage;
  return suffer(of, {}, {}, force, blow);
}

}  // namespace

TEST_SUITE("arcane legions, worked cases") {
  TEST_CASE("1 to 6: counting dice") {
    CHECK(attack("dice 5 red, hp 1 1 1 1 1, side grey", kNobody) == 2);
    CHECK(attack("dice 2 red, hp 1 1, side grey", kNobody) == 0);
    CHECK(try_solve(scenario("close", side("dice 2 red, hp 1 1, side grey"), side("dice 2"))));
    CHECK(attack("dice 6 blue, hp 1 1, side red", kNobody, kRanged,
                 {{"friends", "1"}, {"hindered", "2"}}) == 0);
    // A +2 ability: Trample against infantry.
    CHECK(attack("dice 1 red, hp 1, side grey, trample", "dice 1, infantry") == 0);
    CHECK(attack("dice 1 red, hp 1, side blue, trample", "dice 1, infantry") == 3);
    Readings each;
    each.clamp_each = true;
    CHECK(attack("dice 1 red, hp 1, side grey, trample", "dice 1, infantry", {}, {}, each) == 2);
    const auto refused =
        try_solve(scenario("close", side("dice 0 red, hp 1, trample"), side("dice 1, infantry")));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().problem == "a close order needs a ready red icon");
    CHECK(defence(kNobody, "dice 0 white, hp 1, heavy armor") == 1);
  }

  TEST_CASE("7 to 13: lining up") {
    CHECK(lined({6, 6, 6}, {6, 6, 6}) == Hits{0, 0, 1});
    CHECK(lined({5, 4, 1}, {5, 2}) == Hits{1, 0, 0});
    CHECK(lined({4, 2}, {6, 3, 3, 1}) == Hits{0, 3, 0});
    CHECK(lined({4, 2}, {6, 3, 3, 1}, ranged()) == Hits{0, 0, 0});
    CHECK(lined({}, {6, 3, 2}) == Hits{0, 2, 0});
    CHECK(lined({3, 2}, {}).attacker == 1);
    LineUp ties = ranged();
    ties.ties_to_attacker = true;
    CHECK(lined({3, 2}, {}, ties).attacker == 2);
    LineUp cursed;
    cursed.defence_phantom = 0;
    CHECK(lined({3, 2}, {}, cursed).attacker == 2);
    LineUp raised;
    raised.attack_bonus = 2;
    CHECK(lined({2, 1, 1}, {}, raised).attacker == 3);
  }

  TEST_CASE("14 to 18: damage and figures") {
    const Unit a = unit("dice 4 red, hp 1 1 1 1"), d = unit("dice 3 white, hp 2 2 2, tough");
    const Force fa = starting(a), fd = starting(d);
    const OrderResult result = settle({}, {a, fa}, {d, fd}, {}, lined({6, 6, 6, 2}, {5, 1, 1}), 0);
    CHECK(result.attacker_hits == 4);  // the critical and, as the table counts, three comparisons
    CHECK(result.on_target.combat == 3);
    const Force after = suffer(d, {}, {}, fd, result.on_target);
    CHECK(figures(after) == 2);
    CHECK(hit_points_left(d, after) == 3);
    CHECK(hit_points_left(d, without_damage(after)) == 4);

    const Unit listed = unit("hp 1 1 3"), soaking = unit("hp 1 1 3", {{"casualties", "soak"}});
    CHECK(figures(hit(listed, starting(listed), 2)) == 1);
    CHECK(figures(hit(soaking, starting(soaking), 2)) == 3);

    const Unit big = unit("hp 3 3");
    const Force carries = hit(big, starting(big), 2);
    CHECK(figures(carries) == 2);
    CHECK(figures(hit(big, carries, 1)) == 1);
    CHECK(figures(hit(big, without_damage(carries), 1)) == 2);
  }

  TEST_CASE("19 and 20: criticals and rerolls") {
    LineUp how;
    CHECK(line_up(how, {6, 6, 6, 5}, {}, 2).criticals == 0);
    CHECK(line_up(how, {6, 6, 3, 1}, {}, 3) == Hits{3, 0, 1});
    // Rerolls after the first roll neither make nor take a critical.
    const auto critical = [](LineUp lineup) {
      lineup.attack_dice = 4;
      const HitLaw law = hit_law(lineup);
      double ways = 0;
      for (const auto& entry : law.entries)
        if (entry.hits.criticals > 0) ways += entry.ways;
      return ways / law.total;
    };
    LineUp lucky, unlucky;
    lucky.low_reroll = LowReroll::always;
    unlucky.attack_high_rerolls = 1;
    const double plain = 21.0 / 1296;  // 4 * 5 + 1
    CHECK(critical(how) == doctest::Approx(plain).epsilon(1e-14));
    CHECK(critical(lucky) == doctest::Approx(plain).epsilon(1e-14));
    CHECK(critical(unlucky) == doctest::Approx(plain).epsilon(1e-14));
    lucky.critical_on_final = unlucky.critical_on_final = true;
    CHECK(critical(lucky) > plain * 1.1);
    CHECK(critical(unlucky) < plain * 0.9);
  }
}
