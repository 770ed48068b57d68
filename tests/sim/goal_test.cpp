#include "sim/goal.hpp"

#include <doctest/doctest.h>

#include "sim/engine.hpp"
#include "sim/goal_score.hpp"

using namespace broadside;

namespace {

Battle conquest() {
  Scenario scenario;
  const Game& game = **find_game(scenario.game = "ti4");
  scenario.battle = "conquest";
  scenario.side(Side::attacker) = *game.parse_side("carrier, 2 infantry");
  scenario.side(Side::defender) = *game.parse_side("cruiser, infantry");
  auto battle = ready(scenario);
  REQUIRE(battle);
  return *std::move(battle);
}

}  // namespace

TEST_CASE("a planet is won or lost, whatever is left of the fleets") {
  const Battle battle = conquest();
  for (const Side mine : kSides) {
    const GoalScore score{{Goal::Kind::planet, ""}, battle, mine};
    CHECK(score.range() == 1);
    for (std::size_t e = 0; e < battle.duel.endings.size(); ++e) {
      const bool taken = battle.duel.endings[e].outcome == Outcome::attacker_win;
      CHECK(score.of_ending(e) == (taken == (mine == Side::attacker) ? 1 : 0));
      for (const Side side : kSides)
        for (std::size_t f = 0; f < battle.remains[side].size(); ++f)
          CHECK(score.of_force(e, side, f) == 0);
    }
  }
}

TEST_CASE("resources that the enemy lost less those that were lost") {
  const Battle battle = conquest();
  const GoalScore score{{Goal::Kind::net_resources, ""}, battle, Side::attacker};
  // Carrier 3, two infantry 1; cruiser 2, infantry 0.5.
  CHECK(score.range() == doctest::Approx(4 + 2.5));
  for (std::size_t e = 0; e < battle.duel.endings.size(); ++e) CHECK(score.of_ending(e) == 0);
}

TEST_CASE("victories by what the fleet costs") {
  const Battle battle = conquest();
  const GoalScore score{{Goal::Kind::win_per_resource, ""}, battle, Side::defender};
  for (std::size_t e = 0; e < battle.duel.endings.size(); ++e)
    CHECK(score.of_ending(e) == (battle.duel.endings[e].outcome == Outcome::defender_win
                                     ? doctest::Approx(1 / 2.5)
                                     : doctest::Approx(0)));
}
