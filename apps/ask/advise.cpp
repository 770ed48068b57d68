// The question what to do with hits that have come.

#include "sim/advise.hpp"

#include <nlohmann/json.hpp>

#include "apps/ask/kinds.hpp"
#include "apps/report/advise_report.hpp"
#include "apps/report/scenario_json.hpp"
#include "core/scenario/play_goal.hpp"
#include "sim/engine.hpp"

namespace broadside {

Result<Told> tell_advise(const Asked& asked) {
  auto scenario = scenario_of(asked.scenario);
  if (!scenario) return scenario.error();
  const auto hits = asked.own.find("hits");
  if (hits == asked.own.end() || !hits->is_number_integer() || hits->get<long long>() < 1 ||
      hits->get<long long>() > kMostUnits)
    return InputError{"it is not said how many hits must be taken", "hits",
                      R"(a whole number from 1 to 100: "hits": 3)"};
  SideSpec& mine = scenario->side(Side::attacker);
  if (const auto goal = asked.own.find("goal"); goal != asked.own.end()) {
    if (!goal->is_string()) return InputError{"a goal is a text", "goal", R"("goal": "net")"};
    if (mine.policy.has(kGoal))
      return InputError{"the goal is said twice", "goal",
                        "here or in attacker.policy, not in both"};
    mine.policy[kGoal] = goal->get<std::string>();
  }
  if (const auto leave = asked.own.find("may_retreat"); leave != asked.own.end()) {
    if (!leave->is_boolean())
      return InputError{"that is neither true nor false", "may_retreat", R"("may_retreat": true)"};
    if (leave->get<bool>()) mine.policy["retreat"] = RetreatTiming{{}, {}, true};
  }
  const auto advised = advise(*scenario, hits->get<int>());
  if (!advised) return advised.error();
  return Told{.json = advise_json(*advised, *scenario)};
}

}  // namespace broadside
