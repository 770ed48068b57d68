#include "core/systems/rebellion/brief.hpp"

#include <algorithm>

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

}  // namespace broadside::rebellion
