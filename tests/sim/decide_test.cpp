#include "sim/decide.hpp"

#include <array>
#include <cstdint>

#include <doctest/doctest.h>

#include "sim/engine.hpp"
#include "sim/values.hpp"

using namespace broadside;

TEST_CASE("below a chance to win: exactly the pairs of forces below it leave") {
  const Game& game = *find_game("ti4").value();
  Scenario scenario;
  scenario.game = "ti4";
  scenario.side(Side::attacker) = game.parse_side("2 cruiser, 2 ff, carrier").value();
  scenario.side(Side::defender) = game.parse_side("3 destroyer, dn").value();
  for (Side side : kSides) {
    CAPTURE(name(side));
    Scenario asked = scenario;
    asked.side(side).policy["retreat"] = RetreatTiming{{}, 0.35};
    auto battle = game.prepare(asked);
    REQUIRE(battle);
    Duel& duel = battle->duel;
    REQUIRE_FALSE(duel.decisions.empty());
    // What each pair of forces is worth while nobody leaves.
    ValueOptions keep;
    for (const Decision& decision : duel.decisions) keep.keep.push_back(decision.step);
    const std::array wins{
        chance_of(duel, side == Side::attacker ? Outcome::attacker_win : Outcome::defender_win)};
    const BattleValues values{duel, wins, keep};
    settle_decisions(duel);
    int leave = 0, stay = 0;
    for (const Decision& decision : duel.decisions) {
      const Step& step = duel.steps[decision.step];
      const StepSide &a = step.side[0], &d = step.side[1];
      for (std::uint32_t i = a.out; i < a.in_states; ++i)
        for (std::uint32_t j = d.out; j < d.in_states; ++j) {
          const bool below = values.at(decision.step, i, j, 0) < 0.35;
          (below ? leave : stay) += 1;
          CHECK((step.early[std::size_t{i} * d.in_states + j] == decision.edge) == below);
        }
    }
    CHECK(leave > 5);
    CHECK(stay > 5);
  }
}
