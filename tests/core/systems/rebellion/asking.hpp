#pragma once
// Short questions about Rebellion combats, for the tests of this folder. What comes back is read by
// the same Answer as for TI4.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/core/systems/ti4/asking.hpp"

namespace broadside::rebellion_asking {

using asking::Answer;
using asking::ask;
using asking::distance;
using asking::try_ask;
using asking::worked;

inline constexpr auto A = Side::attacker;
inline constexpr auto D = Side::defender;

/// "empire: 2 tie, isd" -> a side; a text that does not parse fails the test.
inline SideSpec side_of(std::string_view text) {
  const auto side = find_game("rebellion").value()->parse_side(text);
  if (!side) {
    FAIL_CHECK(std::string{text} << ": " << side.error().message());
    return {};
  }
  return side.value();
}

/// Without cards, unless said otherwise.
inline Scenario combat(std::string_view battle, std::string_view attacker,
                       std::string_view defender, bool cinematic = false, bool cards = false) {
  Scenario scenario;
  scenario.game = "rebellion";
  scenario.battle = battle;
  scenario.sides = {side_of(attacker), side_of(defender)};
  if (cinematic) scenario.readings["cinematic"] = "true";
  if (!cards) scenario.readings["cards"] = "false";
  return scenario;
}

inline Scenario led(Scenario scenario, Side side, std::vector<std::string> leaders) {
  scenario.side(side).fields["leaders"] = std::move(leaders);
  return scenario;
}

/// Leaves at the end of that round, led by somebody.
inline Scenario leaving(Scenario scenario, Side side, int round) {
  scenario.side(side).policy["retreat"] = RetreatTiming{round, {}};
  if (scenario.side(side).fields.names("leaders").empty())
    scenario.side(side).fields["leaders"] =
        Names{scenario.side(side).faction == "empire" ? "boba_fett" : "mon_mothma"};
  return scenario;
}

inline Scenario choosing(Scenario scenario, Side side, std::string name, std::string value) {
  scenario.side(side).policy[name] = std::move(value);
  return scenario;
}

inline Scenario with_rule(Scenario scenario, std::string name, std::string value) {
  scenario.readings[name] = std::move(value);
  return scenario;
}

/// Solved; a combat without an exact answer fails the test.
inline Answer solved(std::string_view battle, std::string_view attacker, std::string_view defender,
                     bool cinematic = false) {
  INFO(battle << ": " << attacker << " against " << defender);
  return ask(combat(battle, attacker, defender, cinematic));
}

}  // namespace broadside::rebellion_asking
