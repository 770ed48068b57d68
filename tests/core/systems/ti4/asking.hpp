#pragma once
// Short questions about small TI4 battles, answered exactly, for the tests of this folder.

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "apps/report/value_json.hpp"
#include "core/game.hpp"
#include "core/scenario/scenario.hpp"
#include "core/systems/ti4/fields.hpp"
#include "core/systems/ti4/homebrew.hpp"
#include "core/tables/ending.hpp"
#include "sim/engine.hpp"

namespace broadside::asking {

/// One solved battle.
struct Answer {
  bool solved = false;
  std::string problem;                            ///< why it is not
  ByOutcome<double> p{};                          ///< by Outcome
  BySide<std::map<std::string, double>> left;     ///< expected units left, by type
  BySide<std::map<std::string, double>> damaged;  ///< of them damaged
  /// "2 cruiser, 1 dreadnought (1 damaged)" -> chance
  BySide<std::map<std::string, double>> forces;
  BySide<double> lost{};  ///< expected resources
  double rounds = 0;

  double win(Side side = Side::attacker) const {
    return p[side == Side::attacker ? Outcome::attacker_win : Outcome::defender_win];
  }
  double lose(Side side = Side::attacker) const { return win(other(side)); }
  double chance(Outcome outcome) const { return p[outcome]; }
  double draw() const { return chance(Outcome::draw); }
  double units(Side side, const std::string& type) const {
    const auto& mine = left[side];
    const auto at = mine.find(type);
    return at == mine.end() ? 0 : at->second;
  }
  double hurt(Side side, const std::string& type) const {
    const auto& mine = damaged[side];
    const auto at = mine.find(type);
    return at == mine.end() ? 0 : at->second;
  }
  /// Chance that exactly this force is left: "nothing", "1 cruiser", "2 dreadnought (1 damaged)".
  double force(Side side, const std::string& text) const {
    const auto& mine = forces[side];
    const auto at = mine.find(text);
    return at == mine.end() ? 0 : at->second;
  }
};

/// Types in the order of the alphabet, however the battle numbered them.
inline std::string force_text(SurvivorRow row) {
  std::sort(row.units.begin(), row.units.end(),
            [](const UnitCount& a, const UnitCount& b) { return a.type < b.type; });
  std::string text;
  for (const UnitCount& unit : row.units) {
    text += (text.empty() ? "" : ", ") + std::to_string(unit.count) + " " + unit.type;
    for (const UnitCount& hurt : row.damaged)
      if (hurt.type == unit.type) text += " (" + std::to_string(hurt.count) + " damaged)";
  }
  return text.empty() ? "nothing" : text;
}

/// "letnev: 2 dn, +plasma scoring" -> a side; a text that does not parse fails the test.
inline SideSpec side_of(std::string_view text) {
  if (text.empty()) return {};
  const auto side = find_game("ti4").value()->parse_side(text);
  if (!side) {
    FAIL_CHECK(std::string{text} << ": " << side.error().message());
    return {};
  }
  return side.value();
}

inline Scenario scenario(std::string_view battle, std::string_view attacker,
                         std::string_view defender, const std::vector<std::string>& system = {}) {
  Scenario scenario;
  scenario.battle = battle;
  scenario.side(Side::attacker) = side_of(attacker);
  scenario.side(Side::defender) = side_of(defender);
  for (const std::string& id : system) scenario.system_effects.push_back({id, {}, {}, {}});
  return scenario;
}

/// Two ships that have no dice: nobody can ever win.
inline Scenario without_dice() {
  Scenario space = scenario("space", "", "");
  for (const Side side : kSides) space.side(side).units = {{"flagship", 1}};
  const auto ship = read_rows(R"([{"id": "our_flagship", "type": "flagship", "move": 1}])",
                              *find_field(ti4::fields(), Place::scenario, ti4::kHomebrew), "units");
  REQUIRE(ship);
  space.fields["homebrew"] = ship.value();
  return space;
}

/// Solves it; an answer that could not be had says why.
inline Answer try_ask(const Scenario& scenario) {
  Options options;
  options.method = Method::exact;
  options.exact_budget = 1e10;
  options.threads = 1;
  Answer answer;
  const auto report = odds(scenario, options);
  if (!report) {
    answer.problem = report.error().message();
    return answer;
  }
  if (!report.value().exact) {
    answer.problem = report.value().exact_skipped;
    return answer;
  }
  answer.solved = true;
  answer.p = report.value().exact->p;
  answer.rounds = report.value().mean_rounds.value_or(-1);
  for (Side side : kSides) {
    const SideReport& mine = report.value().sides[side];
    answer.lost[side] = mine.lost_resources;
    for (const SurvivorRow& row : mine.survivors) {
      answer.forces[side][force_text(row)] += row.p;
      for (const UnitCount& unit : row.units) answer.left[side][unit.type] += row.p * unit.count;
      for (const UnitCount& unit : row.damaged)
        answer.damaged[side][unit.type] += row.p * unit.count;
    }
  }
  return answer;
}

inline Answer ask(const Scenario& scenario) {
  const Answer answer = try_ask(scenario);
  if (!answer.solved) FAIL_CHECK("not answered: " << answer.problem);
  return answer;
}

inline Answer ask(std::string_view battle, std::string_view attacker, std::string_view defender,
                  const std::vector<std::string>& system = {}) {
  INFO(battle << ": " << attacker << " against " << defender);
  return ask(scenario(battle, attacker, defender, system));
}

/// The same when the attacker leaves after the first round of space combat: what one round does.
inline Answer ask_one_round(std::string_view attacker, std::string_view defender,
                            const std::vector<std::string>& system = {},
                            const std::string& defender_sustains = "first") {
  INFO("one round: " << attacker << " against " << defender);
  Scenario one = scenario("space", attacker, defender, system);
  one.side(Side::attacker).policy["retreat"] = RetreatTiming{1, {}};
  if (!defender_sustains.empty()) one.side(Side::defender).policy["sustain"] = defender_sustains;
  return ask(one);
}

/// Two units of one hit point each that fight to the end: the chance that the first is left alone,
/// and that neither is.
struct Duelling {
  double win, draw;
};
constexpr Duelling duel(double first_hits, double second_hits) {
  const double something = 1 - (1 - first_hits) * (1 - second_hits);
  return {first_hits * (1 - second_hits) / something, first_hits * second_hits / something};
}

/// How far apart two answers are: in the odds alone, or in any chance or expected count.
inline double odds_distance(const Answer& a, const Answer& b) {
  double most = 0;
  for (std::size_t o = 0; o < a.p.size(); ++o) most = std::max(most, std::abs(a.p[o] - b.p[o]));
  return most;
}
inline double distance(const Answer& a, const Answer& b) {
  double most = 0;
  const auto look = [&](double x, double y) { most = std::max(most, std::abs(x - y)); };
  for (std::size_t o = 0; o < a.p.size(); ++o) look(a.p[o], b.p[o]);
  for (std::size_t s = 0; s < 2; ++s)
    for (auto part : {&Answer::left, &Answer::damaged, &Answer::forces}) {
      for (const auto& [what, n] : (a.*part)[s]) {
        const auto at = (b.*part)[s].find(what);
        look(n, at == (b.*part)[s].end() ? 0 : at->second);
      }
      for (const auto& [what, n] : (b.*part)[s])
        if (!(a.*part)[s].contains(what)) look(n, 0);
    }
  return most;
}

/// doctest's Approx for exact answers.
inline doctest::Approx worked(double value) {
  return doctest::Approx(value).epsilon(1e-9).scale(1);
}

}  // namespace broadside::asking
