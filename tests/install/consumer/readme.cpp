#include <cstdio>

#include "sim/engine.hpp"

int main() {
  broadside::Scenario scenario;
  const broadside::Game& game = **broadside::find_game(scenario.game = "ti4");
  scenario.side(broadside::Side::attacker) = *game.parse_side("2 dn, 4 ff");
  scenario.side(broadside::Side::defender) = *game.parse_side("ws, 3 ff");
  const auto report = broadside::odds(scenario, {});
  if (report) std::printf("%.3f\n", report->chance(broadside::Outcome::attacker_win).p);
  return report ? 0 : 1;
}
