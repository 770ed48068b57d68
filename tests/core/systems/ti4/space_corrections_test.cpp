// Answers about space combats that were wrong once: who comes, what is paid, who is first.
// Figures of a recursion over the printed rules unless a line says how they come about.
// Chances of a hit with one die: 9 = 0.2, 8 = 0.3, 7 = 0.4, 6 = 0.5, 5 = 0.6, 3 = 0.8.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/systems/ti4/setup.hpp"
#include "tests/core/systems/ti4/asking.hpp"

namespace {

using namespace broadside;
using namespace broadside::asking;

constexpr Side kAttacker = Side::attacker, kDefender = Side::defender;

/// Attacker, draw, defender to five digits.
void check_known(const Answer& answer, double attacker, double draw, double defender) {
  constexpr double kRounded = 5.1e-6;
  CHECK(std::abs(answer.win() - attacker) < kRounded);
  CHECK(std::abs(answer.draw() - draw) < kRounded);
  CHECK(std::abs(answer.lose() - defender) < kRounded);
}

Scenario with_retreats(Scenario battle, int attacker, int defender) {
  const BySide<int> rounds{attacker, defender};
  for (const Side side : kSides)
    if (rounds[side] > 0)
      battle.side(side).policy["retreat"] = RetreatTiming{.round = rounds[side], .below = {}};
  return battle;
}

/// What is said to change nothing.
std::string useless(const char* attacker, const char* defender, const char* battle = "space") {
  const auto setup = ti4::set_up(scenario(battle, attacker, defender));
  REQUIRE(setup);
  for (const std::string& note : setup.value().notes)
    if (const auto at = note.find("changes nothing"); at != std::string::npos)
      return note.substr(note.find("'s ") + 3);
  return "";
}

TEST_CASE("correction: Sleeper Cell copies ships that the enemy gains in the combat") {
  // RULES 3.5.9
  check_known(ask("space", "winnu: dd, +hero_ipswitch", "arborec: dd, +agent brother milor omega"),
              0.33783, 0, 0.66217);
  check_known(
      ask("space", "winnu: dd, +hero_ipswitch", "arborec: 2 dd, +agent brother milor omega"),
      0.15059, 0, 0.84941);
  // Exchanging the sides exchanges the chances.
  check_known(ask("space", "arborec: dd, +agent brother milor omega", "winnu: dd, +hero_ipswitch"),
              0.66217, 0, 0.33783);
  // As if they had been there all the time; nobody who copies what he destroys can draw.
  Scenario stored =
      scenario("space", "mentak: 3 dd, dn, +ipswitch", "rebellion: 2 dd, +homesick phantom@cr x2");
  stored.side(kAttacker).without = {"ability_ambush"};
  Scenario there = scenario("space", "mentak: 3 dd, dn, +ipswitch", "rebellion: 2 dd, 2 cr");
  there.side(kAttacker).without = {"ability_ambush"};
  CHECK(odds_distance(ask(stored), ask(there)) < 1e-12);
  CHECK(ask("space", "mentak: 2 cr, +ipswitch", "keleres: cr, +kuuasi aun jalatai").draw() == 0);
}

}  // namespace
