// What effects share that change who is there before the battle, and those that ask who a side is.
#include "core/systems/ti4/effects/composition.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace broadside::ti4 {

Result<UnitType> pick_type(const Use& use, std::initializer_list<UnitType> allowed) {
  if (!use.target()) return *allowed.begin();
  if (std::find(allowed.begin(), allowed.end(), *use.target()) != allowed.end())
    return *use.target();
  std::string known;
  for (UnitType type : allowed) add_word(known, name(type));
  return InputError{fmt::format("'{}' is not for a {}", use.id, name(*use.target())), "",
                    "target: " + known};
}

Problem check_most(const Use& use, int most) {
  if (use.uses() <= most) return std::nullopt;
  return InputError{fmt::format("{} uses of '{}'", use.uses(), use.id), "",
                    fmt::format("at most {}", most)};
}

InputError no_such_unit(UnitType type) {
  return {fmt::format("the side has no {} to place", name(type)), "",
          "name its faction, or another target"};
}

Problem place(Builder& build, const Use& use, Side side, UnitType type, int units) {
  if (is_ground_type(type) && !build.on_planet())
    return nothing(build, use, "ground forces take no part in a space battle");
  if (is_structure_type(type) && side == Side::attacker)
    return nothing(build, use, "the attacker's planets are elsewhere");
  const bool ship = !is_ground_type(type) && !is_structure_type(type);
  if (ship && !build.in_space() && (build.kind == BattleKind::ground || side == Side::defender))
    return nothing(build, use, "ships take no part in it");
  Army& army = build.army(side);
  const int found = group_for(army, type);
  if (found < 0) return no_such_unit(type);
  Group& group = nth(army.groups, found);
  group.start += units;
  group.most += units;
  return std::nullopt;
}

int take(Group& group, int units, First first) {
  const int gone = std::min(units, group.start);
  group.start -= gone;
  if (first == First::damaged) group.start_damaged = std::max(0, group.start_damaged - gone);
  group.start_damaged = std::min(group.start_damaged, group.start);
  group.most = std::max(group.most - gone, 1);
  return gone;
}

int total_of(const Army& army, UnitType type) {
  int sum = 0;
  for (const Group& group : army.groups) sum += group.type == type ? group.start : 0;
  return sum;
}

int take_type(Army& army, UnitType type, int units, First first) {
  int gone = 0;
  for (Group& group : army.groups)
    if (group.type == type) gone += take(group, units - gone, first);
  return gone;
}

int give_up_ships(Army& army, int ships) {
  int gone = 0;
  for (; gone < ships; ++gone) {
    const int g = pick_to_sacrifice(army, starting_force(army), Targets::non_fighters);
    if (g < 0) break;
    take(nth(army.groups, g), 1, First::damaged);
  }
  return gone;
}

namespace {

constexpr Effect kWhoASideIs[] = {
    {"rule_neutral_units", Order::composition,
     [](Builder& build, const Use& use) -> Problem {
       if (build.army(use.side).faction == "neutral") return std::nullopt;
       return InputError{fmt::format("the {}'s units are not neutral", name(use.side)), "",
                         "give the side the faction neutral"};
     }},
    {"pn_greyfire_mutagen", Order::composition,
     [](Builder& build, const Use& use) -> Problem {
       // What it switches off is left out when the effects are gathered.
       if (build.army(other(use.side)).faction == "yin") return std::nullopt;
       return InputError{"Greyfire Mutagen (first printing) works against the Yin Brotherhood", "",
                         "leave it out"};
     }},
};

}  // namespace

std::span<const Effect> composition_effects() {
  static const auto kFamily = one_family({placing_effects(), removing_effects(),
                                          replacing_effects(), no_combat_effects(), kWhoASideIs});
  return kFamily;
}

}  // namespace broadside::ti4
