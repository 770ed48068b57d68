#include "core/systems/ti4/shared.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include <fmt/format.h>

#include "core/systems/ti4/effects/effect.hpp"

namespace broadside::ti4 {
namespace {

/// Does something in the army act by a function or a counter of its own? What such a function has
/// been told about the army's groups is not seen from outside.
bool acts(const Army& army) {
  const auto any = [](const auto&... lists) { return (!lists.empty() || ...); };
  return army.marks_used > 0 || army.free.chooses || army.free.hits_due > 0 ||
         any(army.round_start, army.after_round, army.after_hits, army.when_shot,
             army.cannon_events, army.space_start, army.ground_start, army.ground_round_start,
             army.space_blasts, army.space_answers, army.ground_answers, army.space_trials,
             army.ground_trials, army.space_round_end, army.before_battle, army.cancels,
             army.die_purses, army.retreat_announced) ||
         army.parting_shot != 0 || army.arrives || army.enemy_places_copies || army.called_off ||
         army.leaves_before_space;
}

/// Whether a unit of the group is there changes what holds for others.
bool is_special(const Group& group) {
  return group.planetary_shield || group.shelters > 0 || group.free_ride || group.on_planet ||
         group.natural_min > 0 || group.barrage_kills_infantry_on > 0 || group.hits_non_fighters ||
         group.dice_per_enemy_ship || group.blocks_sustain || group.immune_to_abilities ||
         group.shot_on_ground || group.galvanized || group.risks_reroll || group.bound_while >= 0 ||
         group.fights_as >= 0 || group.shape_of >= 0 || group.sustains_for_ships ||
         group.silences || group.lands || group.placed_at >= 0 ||
         find_effect_rule(group.unit) != nullptr;
}

/// Groups of a fleet by their places in the largest army.
class Within {
 public:
  /// Groups keep their order: whoever is asked for the first of a kind finds the same one.
  Within(const Army& fleet, const Army& largest) : fleet_(fleet), largest_(largest) {
    std::size_t at = 0;
    for (std::size_t g = 0; g < fleet.groups.size(); ++g, ++at) {
      while (at < largest.groups.size() && largest.groups[at].unit != fleet.groups[g].unit) ++at;
      if (at == largest.groups.size()) return;
      place_[g] = at;
      mask_ = static_cast<GroupMask>(mask_ | 1u << at);
    }
    found_ = true;
    for (std::size_t g = 0; g < fleet.groups.size(); ++g)
      found_ = found_ && same_group(fleet.groups[g], largest.groups[place_[g]]);
  }
  bool found() const { return found_; }

  int group(int g) const {
    return g < 0 ? g : static_cast<int>(place_[static_cast<std::size_t>(g)]);
  }
  bool same_mask(GroupMask mine, GroupMask whole) const {
    GroupMask mapped = 0;
    for (std::size_t g = 0; g < fleet_.groups.size(); ++g)
      if (mine >> g & 1) mapped = static_cast<GroupMask>(mapped | 1u << place_[g]);
    return mapped == (whole & mask_);
  }
  bool same_order(const std::vector<std::uint8_t>& mine,
                  const std::vector<std::uint8_t>& whole) const {
    std::vector<std::uint8_t> there;
    for (const std::uint8_t g : whole)
      if (mask_ >> g & 1) there.push_back(g);
    return std::equal(mine.begin(), mine.end(), there.begin(), there.end(),
                      [&](std::uint8_t a, std::uint8_t b) { return place_[a] == b; });
  }

  Force force() const {
    const Force own = starting_force(fleet_);
    Force force = own;
    force.whole = force.damaged = {};
    for (std::size_t g = 0; g < fleet_.groups.size(); ++g) {
      force.whole[place_[g]] = own.whole[g];
      force.damaged[place_[g]] = own.damaged[g];
    }
    return force;
  }

 private:
  /// Alike but for numbers. What effects may add to the group counts as well.
  bool same_group(const Group& mine, const Group& whole) const {
    const auto kind = [](const Group& g) {
      return std::tie(g.unit, g.type, g.cost, g.worth, g.combat, g.anti_fighter_barrage,
                      g.bombardment, g.space_cannon, g.sustain_damage, g.direct_hit_immune,
                      g.planetary_shield, g.breaks_shields, g.is_ship, g.is_ground_force,
                      g.is_structure, g.moves_alone, g.free_ride, g.on_planet, g.capacity,
                      g.shelters, g.placed_at, g.natural_min, g.natural_extra);
    };
    const auto texts = [](const Group& g) {
      return std::tie(g.barrage_kills_infantry_on, g.hits_non_fighters, g.dice_per_enemy_ship,
                      g.explodes, g.blocks_sustain, g.immune_to_abilities, g.shot_on_ground,
                      g.galvanized, g.texts_apply, g.rerolls_with_hit, g.risks_reroll,
                      g.sustains_for_ships, g.silences, g.lands, g.fires_at_landing, g.stands_here,
                      g.stays_aboard);
    };
    return kind(mine) == kind(whole) && texts(mine) == texts(whole) &&
           mine.most - mine.start == whole.most - whole.start &&
           group(mine.bound_while) == whole.bound_while &&
           group(mine.fights_as) == whole.fights_as && group(mine.shape_of) == whole.shape_of &&
           group(mine.lands_while) == whole.lands_while;
  }

  const Army &fleet_, &largest_;
  std::array<std::size_t, kGroups> place_{};
  GroupMask mask_ = 0;
  bool found_ = false;
};

bool same_rounds(const Rounds& a, const Rounds& b) {
  return a.first == b.first && a.last == b.last;
}

template <class List, class Same>
bool same_lists(const List& a, const List& b, Same same) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

bool same_dice_rules(const Army& mine, const Army& whole, const Within& within) {
  return same_lists(mine.die_changes, whole.die_changes,
                    [&](const DieChange& a, const DieChange& b) {
                      return a.rolls == b.rolls && within.same_mask(a.units, b.units) &&
                             same_rounds(a.rounds, b.rounds) && a.add == b.add &&
                             within.group(a.while_group) == b.while_group && a.mark == b.mark;
                    }) &&
         same_lists(mine.extra_dice, whole.extra_dice,
                    [&](const ExtraDice& a, const ExtraDice& b) {
                      return a.rolls == b.rolls && within.same_mask(a.units, b.units) &&
                             same_rounds(a.rounds, b.rounds) && a.count == b.count &&
                             a.mark == b.mark;
                    }) &&
         same_lists(mine.dice_each, whole.dice_each,
                    [&](const DiceEach& a, const DiceEach& b) {
                      return a.rolls == b.rolls && within.same_mask(a.units, b.units) &&
                             a.count == b.count && within.group(a.while_group) == b.while_group;
                    }) &&
         same_lists(mine.rerolls, whole.rerolls,
                    [](const Reroll& a, const Reroll& b) {
                      return a.rolls == b.rolls && same_rounds(a.rounds, b.rounds) &&
                             a.which == b.which && a.mark == b.mark && a.at_least == b.at_least;
                    }) &&
         same_lists(
             mine.bonus_by_types, whole.bonus_by_types,
             [](const BonusByTypes& a, const BonusByTypes& b) { return a.rolls == b.rolls; }) &&
         same_lists(mine.die_purses, whole.die_purses,
                    [&](const DiePurse& a, const DiePurse& b) {
                      return a.rolls == b.rolls && a.mark == b.mark &&
                             within.group(a.while_group) == b.while_group;
                    }) &&
         same_lists(mine.cancels, whole.cancels, [](const Cancel& a, const Cancel& b) {
           return a.rolls == b.rolls && a.most == b.most && a.mark == b.mark && a.when == b.when;
         });
}

bool same_flags(const Army& mine, const Army& whole) {
  const auto policy = [](const Army& a) {
    return std::tie(a.side, a.faction, a.upgraded, a.protects_capacity, a.sustain,
                    a.sustains_against, a.retreat_round, a.retreat_below, a.can_retreat,
                    a.retreat_delay, a.routed_in, a.slips_away_in, a.leave_at_once, a.left_at_once,
                    a.troops_are_cargo, a.excess_order, a.hit_factor, a.blocked_rolls, a.silent_in,
                    a.unroll_space, a.unroll_ground, a.blocks_cannons, a.cannons_hit_non_fighters,
                    a.explodes, a.answers_hits, a.rolls_again_in, a.rolls_again_at, a.again_mark,
                    a.rift);
  };
  const auto texts = [](const Army& a) {
    return std::tie(a.direct_hits_reach_mechs, a.tokens_cancel_bombardment, a.fragile, a.harrows,
                    a.waylays, a.raid_formation, a.raids, a.thalnos_bonus, a.sustain_worth,
                    a.direct_hits_mark, a.direct_hits_on, a.reflects_mark, a.enemy_places_copies,
                    a.lends_sustain, a.keeps_repairable, a.ignores_shields, a.loose_dice,
                    a.duranium, a.cannon_follows, a.arrives, a.marks, a.marks_used, a.called_off,
                    a.leaves_before_space, a.no_landing, a.ignores_rifts, a.silenced);
  };
  return policy(mine) == policy(whole) && texts(mine) == texts(whole) &&
         mine.evacuates == whole.evacuates && mine.coexists == whole.coexists;
}

bool same_events(const Army& mine, const Army& whole) {
  for (auto list : {&Army::cannon_events, &Army::space_start, &Army::ground_start,
                    &Army::ground_round_start, &Army::space_blasts, &Army::space_answers,
                    &Army::ground_answers, &Army::space_trials, &Army::ground_trials,
                    &Army::space_round_end, &Army::retreat_announced, &Army::before_battle})
    if (!same_lists(mine.*list, whole.*list, [](const Event& a, const Event& b) {
          return a.name == b.name && a.effect == b.effect && a.features <= b.features;
        }))
      return false;
  return mine.round_start.size() == whole.round_start.size() &&
         mine.after_round.size() == whole.after_round.size() &&
         mine.after_hits.size() == whole.after_hits.size() &&
         mine.when_shot.size() == whole.when_shot.size();
}

}  // namespace

std::string likeness_of(BattleKind kind, const Army& army, const Army& enemy) {
  const Force start = starting_force(army);
  const auto there = [&](Targets targets) { return count(army, start, targets) > 0; };
  // Steps that only some fleets need do nothing to the others, but who is there at all decides
  // where the battle begins and what there is to win.
  std::string text =
      fmt::format("{}{}{}{}{}{}{}", there(Targets::ships), there(Targets::ground_forces),
                  there(Targets::troops), army.no_landing, army.protects_capacity, army.arrives,
                  std::any_of(army.groups.begin(), army.groups.end(),
                              [](const Group& g) { return g.is_cargo(); }));
  const bool both_plain = !acts(army) && !acts(enemy);
  // What a fleet has above its capacity is borne in mind where capacity is looked at before the end
  // of the combat (RULES 2.8).
  const bool looked_at = kind == BattleKind::space || kind == BattleKind::conquest;
  if (looked_at && (!both_plain || has_dice(enemy, Roll::cannon_offense)))
    text += fmt::format(" above capacity {}", army.overload);
  for (const Group& group : army.groups)
    if (!both_plain || is_special(group))
      text += fmt::format(" {}{}", group.unit, group.start > 0 ? "" : "-");
  return text;
}

std::optional<Force> force_within(const Army& fleet, const Army& largest) {
  // Copies of lost ships are placed up to what the largest army may come to have.
  if (fleet.enemy_places_copies || largest.enemy_places_copies) return std::nullopt;
  if (fleet.leave_with_ships != largest.leave_with_ships) return std::nullopt;
  const Within within{fleet, largest};
  if (!within.found()) return std::nullopt;
  if (acts(largest) && fleet.groups.size() != largest.groups.size()) return std::nullopt;
  if (!same_flags(fleet, largest) || !same_events(fleet, largest) ||
      !same_dice_rules(fleet, largest, within) ||
      !within.same_mask(fleet.parting_shot, largest.parting_shot) ||
      !within.same_mask(fleet.wards, largest.wards))
    return std::nullopt;
  for (auto order :
       {&Army::loss_order, &Army::cannon_order, &Army::bound_order, &Army::ground_order})
    if (!within.same_order(fleet.*order, largest.*order)) return std::nullopt;
  return within.force();
}

}  // namespace broadside::ti4
