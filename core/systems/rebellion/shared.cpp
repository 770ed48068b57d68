#include "core/systems/rebellion/shared.hpp"

#include <fmt/format.h>

#include "core/systems/rebellion/coupling.hpp"

namespace broadside::rebellion {
namespace {

/// The army without any number of units.
Army uncounted(Army army) {
  for (Group& group : army.groups) {
    group.brought = group.start = group.most = 0;
    group.hurt = {};
  }
  return army;
}

}  // namespace

std::string likeness_of(const Army& army) {
  std::string text;
  for (std::size_t g = 0; g < army.group_count; ++g)
    text += fmt::format("{}{} ", army.groups[g].unit->id, army.groups[g].start > 0 ? "" : "-");
  // RULES 5.8: two of them silence a Death Star.
  return text + (units_of(army, UnitId::ion_cannon) > 1 ? "two ion cannons" : "");
}

std::optional<Force> force_within(const Army& army, const Army& largest) {
  if (likeness_of(army) != likeness_of(largest) || !(uncounted(army) == uncounted(largest)))
    return std::nullopt;
  return starting_force(army);
}

}  // namespace broadside::rebellion
