#include "core/systems/ti4/effects/unit_texts.hpp"

namespace broadside::ti4 {

int own_index(Builder& build, const Use& use) {
  const auto& groups = build.army(use.side).groups;
  for (std::size_t g = 0; g < groups.size(); ++g)
    if (groups[g].unit == use.id) return static_cast<int>(g);
  return find_group(build.army(use.side), find_unit(use.id)->type);
}

GroupMask own_groups(Builder& build, const Use& use) {
  const GroupMask printed =
      groups_where(build.army(use.side), [&](const Group& g) { return g.unit == use.id; });
  return printed ? printed : groups_of(build.army(use.side), find_unit(use.id)->type);
}

Problem repairs_at_round_start(Builder& build, const Use& use, RollMask rolls) {
  const GroupMask units = own_groups(build, use);
  Army& army = build.army(use.side);
  army.mends = static_cast<GroupMask>(army.mends | units);
  ++army.menders;
  army.round_start.push_back([units, rolls](const Army& own, Roll roll, int, Force& force) {
    if (!(rolls & mask(roll))) return;
    for (std::size_t g = 0; g < own.groups.size(); ++g)
      if (units >> g & 1) force.place(g, std::exchange(force.damaged[g], std::uint8_t{0}));
  });
  return std::nullopt;
}

Problem blocks_sustain(Builder& build, const Use& use) {
  change_own(build, use, [](Group& group) { group.blocks_sustain = true; });
  return std::nullopt;
}

Problem join_space_combat(Army& army, const std::string& what, GroupMask groups, int while_group) {
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (groups >> g & 1) {
      Group* ships = add_shape(army, g);
      if (!ships) return InputError{"too many kinds of units", "", "fewer of them"};
      ships->is_ship = true;
    }
  army.space_start.push_back(
      {what,
       [groups, while_group](const Army& own, const Force& force, std::uint32_t) {
         Force after = force;
         if (while_group < 0 || force.count(while_group) > 0)
           for (std::size_t g = 0; g < own.groups.size(); ++g)
             if (groups >> g & 1) pass(after, g, own.groups[g].fights_as, force.count(g));
         return certain(0, after);
       },
       [](const Army&, const Force& force, Volley) { return force; }, 1, nullptr});
  return std::nullopt;
}

std::span<const Effect> unit_effects() {
  static const auto kFamily =
      one_family({flagship_effects(), mech_effects(), other_unit_effects()});
  return kFamily;
}

}  // namespace broadside::ti4
