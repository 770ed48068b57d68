#include "core/systems/rebellion/brief.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace broadside::rebellion {
namespace {

template <class Test>
bool both_sides(Test test) {
  return std::all_of(kSides.begin(), kSides.end(), test);
}

}  // namespace

std::vector<std::string> brief_of(const Scenario& scenario, const Setup& setup) {
  std::vector<std::string> brief;
  const auto says = [&](Side side, std::string_view policy) {
    return scenario.side(side).policy.has(policy);
  };
  if (both_sides([&](Side side) { return !says(side, "targets"); }))
    brief.push_back("hits go to the unit with most dice first");
  if (both_sides([&](Side side) { return !says(side, "retreat"); }))
    brief.push_back("nobody retreats");
  if (setup.reading.cards && !setup.reading.cinematic && both_sides([&](Side side) {
        const Army& army = setup.army(side);
        const Values& fields = scenario.side(side).fields;
        return !army.fixed_hand && fields.names("leaders").empty() && fields.names("pool").empty();
      }))
    brief.push_back("no leaders, so no tactic cards at the start");
  return brief;
}

std::vector<std::string> idle_choices(const Scenario& scenario, const Setup& setup) {
  struct About {
    const char* what;
    bool is_played;
    std::vector<const char*> policies, readings;
  };
  const bool cards = setup.reading.cards, cinematic = setup.reading.cinematic;
  const About kinds[] = {
      {"cinematic combat", cinematic, {"healing"}, {}},
      {"advanced tactic cards (cinematic combat)",
       cinematic && cards,
       {"card_choice"},
       {"prevent", "attack_second"}},
      {"tactic cards of the base game",
       !cinematic && cards,
       {"blocks", "specials", "cards"},
       {"generators_stack", "bombardment_splits", "escape_plan_special", "space_deck"}}};
  std::vector<std::string> lines;
  for (const About& kind : kinds) {
    if (kind.is_played) continue;
    for (const Side side : kSides)
      for (const char* policy : kind.policies)
        if (scenario.side(side).policy.has(policy))
          lines.push_back(fmt::format("the {}'s {} changes nothing: it is about {}", name(side),
                                      policy, kind.what));
    for (const char* reading : kind.readings)
      if (scenario.readings.has(reading))
        lines.push_back(
            fmt::format("the rule {} changes nothing: it is about {}", reading, kind.what));
  }
  return lines;
}

}  // namespace broadside::rebellion
