#pragma once
// A report made by hand, so that its JSON and its text can be checked word by word.

#include "sim/engine.hpp"

namespace broadside::test {

inline Scenario made_scenario() {
  Scenario scenario;
  scenario.side(Side::attacker).units = {{"dreadnought", 2}, {"fighter", 4}};
  scenario.side(Side::defender).units = {{"cruiser", 3}};
  return scenario;
}

inline Report made_report() {
  Report report;
  report.game = "ti4";
  report.battle = "space";
  report.battle_title = "Space combat";
  report.seed = 7;
  report.battles = 1'000'000;
  report.odds = {
      Chance{0.6153, 0.6148, 0.6158}, {0.1538, 0.1533, 0.1543}, {0.2109, 0.2104, 0.2114}, {}, {},
      {0.02, 0.0195, 0.0205}};
  report.exact = ExactOdds{{8.0 / 13, 2.0 / 13, 3.0 / 13 - 0.02, 0, 0, 0.02}, 1.9230769230769231};
  report.mean_rounds = 1.92;
  report.stages = {{"space combat", 1.0, 1.92}};
  auto& attacker = report.sides[0];
  attacker.units = {{"dreadnought", "Dreadnought II", 4, 2}, {"fighter", "Fighter I", 0.5, 4}};
  attacker.survivors = {{{{"dreadnought", 2}, {"fighter", 1}}, {{"dreadnought", 1}}, 0.5},
                        {{}, {}, 0.3},
                        {{{"dreadnought", 1}}, {}, 0.1999},
                        {{{"fighter", 4}}, {}, 0.0001}};
  attacker.types = {{"dreadnought", {0.3001, 0.1999, 0.5}, {1, 0.6999, 0.5}},
                    {"fighter", {0.4999, 0.5, 0, 0, 0.0001}, {1, 0.5001, 0.0001, 0.0001, 0.0001}}};
  attacker.lost_resources = 3.1;
  attacker.lost_units = {{"dreadnought", 0.8}, {"fighter", 3.5}};
  auto& defender = report.sides[1];
  defender.units = {{"cruiser", "Cruiser I", 2, 3}};
  defender.survivors = {{{}, {}, 0.75}, {{{"cruiser", 1}}, {}, 0.25}};
  defender.types = {{"cruiser", {0.75, 0.25, 0, 0}, {1, 0.25, 0, 0}}};
  defender.lost_resources = 5.5;
  defender.lost_units = {{"cruiser", 2.75}};
  report.assumptions = {
      "attacker losses: fighter, dreadnought",
      "attacker sustain: first (every undamaged unit that can, before any unit is lost at all)"};
  return report;
}

}  // namespace broadside::test
