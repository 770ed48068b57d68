#include "core/systems/ti4/brief.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"
#include "core/systems/ti4/effects/effect.hpp"
#include "core/systems/ti4/force.hpp"
#include "core/systems/ti4/plan.hpp"
#include "core/systems/ti4/side_story.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4 {
namespace {

/// "4 fighters, 2 infantry": the groups of a side that a test picks.
template <class Test>
std::string units_where(const Army& army, Test test) {
  std::string out;
  for (const Group& group : army.groups)
    if (group.start > 0 && test(group))
      add_word(out, fmt::format("{} {}", group.start, printed(group.type, group.start)));
  return out;
}

/// RULES 3.6.5: "4 fighters to carry, capacity 2".
std::string overload_note(const Army& army) {
  const bool troops = army.troops_are_cargo;
  const std::string cargo = units_where(army, [&](const Group& group) {
    return group.needs_capacity() && (troops || !group.is_cargo());
  });
  int sheltered = 0;
  for (const Group& group : army.groups) sheltered += group.shelters * group.start;
  return fmt::format(
      "the {} has {} to carry and a capacity of {}{}: what is above it after the space combat is "
      "removed, fighters first",
      name(army.side), cargo, capacity(army, starting_force(army)),
      sheltered > 0
          ? fmt::format(", and {} may stay with a space dock", counted(sheltered, "fighter"))
          : "");
}

/// RULES 2.8: where the enemy fires space cannons at a fleet that began above its capacity.
std::string tolerance_note(const Rules& rules, Side side) {
  for (std::size_t s = 0; s < rules.plan().size(); ++s) {
    const PhaseAt& where = rules.plan().at(static_cast<int>(s));
    if (where.phase == Phase::space_cannon && where.owner == other(side))
      return "; after space cannons it may stay as far above it as it began, and one ship more "
             "that carries may take that away";
  }
  return "";
}

/// The type that a side gives up first, where it has a choice that the player did not make.
std::string lost_first(const SideSpec& spec, const Army& army, BattleKind kind) {
  if (army.free.chooses || spec.policy.has("losses") || !spec.policy.names("ground_losses").empty())
    return "";
  std::optional<UnitType> first;
  for (const std::size_t g : army.loss_order) {
    const Group& group = army.groups[g];
    if (group.start <= 0 || !takes_hits(group, kind)) continue;
    if (!first) first = group.type;
    if (group.type != *first) return printed(*first, 2);
  }
  return "";
}

/// Effects that were listed without a word about how they are used, though there is a choice.
std::vector<std::string> used_as_usual(const Scenario& scenario, const Rules& rules) {
  std::vector<std::string> names;
  for (const Side side : kSides)
    for (const EffectChoice& listed : scenario.side(side).effects) {
      const Effect* rule = find_effect_rule(find_effect_id(listed.id, scenario.side(side).faction));
      if (!rule || rule->choice.empty() || fields_of(listed) != 0) continue;
      const auto is_among = [&](const std::vector<std::string_view>& ids) {
        return std::find(ids.begin(), ids.end(), rule->id) != ids.end();
      };
      const Army& army = rules.army(side);
      if (is_among(army.free.timed) || is_among(army.idle)) continue;
      const std::string name = printed_effect(rule->id);
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  return names;
}

/// Effects of which there are several printings, where none was named: the newest (RULES 9.27).
std::vector<std::string> printings(const Scenario& scenario, const Rules& rules) {
  std::vector<std::string> names;
  const auto look = [&](const std::vector<EffectChoice>& effects, Side side) {
    const std::vector<std::string_view>& idle = rules.army(side).idle;
    for (const EffectChoice& listed : effects) {
      const std::string id = find_effect_id(listed.id, scenario.side(side).faction);
      const auto is_older = [&](const EffectFact& fact) { return fact.superseded_by == id; };
      if (id.empty() || std::find(idle.begin(), idle.end(), id) != idle.end() ||
          std::none_of(all_effects().begin(), all_effects().end(), is_older))
        continue;
      const std::string typed = fold_name(listed.id), name = printed_effect(id);
      const bool named = typed == id || typed.find("omega") != std::string::npos ||
                         typed.find("\xCE\xA9") != std::string::npos;
      if (!named && std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
    }
  };
  for (const Side side : kSides) look(scenario.side(side).effects, side);
  look(scenario.system_effects, Side::attacker);
  return names;
}

constexpr std::size_t kNamesShown = 2;  ///< of the effects that are used as usual

/// "Plasma Scoring, Morale Boost and 2 more as usual"
std::string as_usual(std::vector<std::string> names) {
  const std::size_t all = names.size();
  if (all > kNamesShown) names.resize(kNamesShown);
  const std::string more = all > kNamesShown ? fmt::format(" and {} more", all - kNamesShown) : "";
  return joined(names) + more + " as usual";
}

/// Orders about units that the side has none of, or about damage that nothing of it can sustain.
void note_idle_orders(const SideSpec& spec, Side side, const Army& army,
                      std::vector<std::string>& notes) {
  std::vector<std::string> absent;
  for (const char* field :
       {"losses", "space_cannon_losses", "non_fighter_losses", "ground_losses", "keep", "excess"})
    for (const std::string& word : spec.policy.names(field)) {
      const auto type = unit_type(word);
      if (!type || std::any_of(army.groups.begin(), army.groups.end(),
                               [&](const Group& group) { return group.type == *type; }))
        continue;
      const std::string many = printed(*type, 2);
      if (std::find(absent.begin(), absent.end(), many) == absent.end()) absent.push_back(many);
    }
  if (!absent.empty())
    notes.push_back(fmt::format("the {} has no {}, though its orders name them", name(side),
                                joined(absent, " and no ")));
  const std::string sustain = spec.policy.text("sustain");
  if (!sustain.empty() && sustain != "auto" &&
      std::none_of(army.groups.begin(), army.groups.end(),
                   [](const Group& group) { return bool{group.sustain_damage}; }))
    notes.push_back(
        fmt::format("nothing of the {} can sustain damage: to sustain {} changes nothing",
                    name(side), sustain));
}

/// "Devotion is not used", with the side where the other one uses it.
std::vector<std::string> unused_abilities(const Scenario& scenario, const Rules& rules) {
  std::vector<std::string> lines;
  for (const Side side : kSides)
    for (const std::string_view id : rules.army(side).unused) {
      const std::vector<std::string_view>& others = rules.army(other(side)).unused;
      const bool is_of_both =
          scenario.side(Side::attacker).faction == scenario.side(Side::defender).faction;
      const bool both = std::find(others.begin(), others.end(), id) != others.end();
      const std::string whose =
          is_of_both && !both ? fmt::format("the {}'s ", name(side)) : std::string{};
      if (!both || side == Side::attacker)
        lines.push_back(fmt::format("{}{} is not used", whose, printed_effect(id)));
    }
  return lines;
}

/// A conquest in which the defender has no ground force: those who win in space are no holders of
/// the planet (RULES 4.4.7).
bool draws_when_nobody_lands(const Rules& rules) {
  const std::vector<Group>& mine = rules.army(Side::attacker).groups;
  const std::vector<Group>& his = rules.army(Side::defender).groups;
  const Army& attacker = rules.army(Side::attacker);
  if (attacker.retreat_round > 0 || attacker.retreat_below > 0 || attacker.free.retreat)
    return false;
  const auto lands = [](const Group& group) { return group.is_ground_force && group.most > 0; };
  return rules.kind() == BattleKind::conquest && std::any_of(mine.begin(), mine.end(), lands) &&
         std::none_of(his.begin(), his.end(), lands) &&
         std::any_of(his.begin(), his.end(), [](const Group& group) { return group.is_ship; });
}

/// A shield that nothing of the attacker gets past, against dice that would bombard (RULES 4.1.3).
bool holds_shield(const Rules& rules) {
  if (rules.kind() != BattleKind::invasion && rules.kind() != BattleKind::conquest) return false;
  const Army &mine = rules.army(Side::attacker), &his = rules.army(Side::defender);
  const auto any = [](const Army& army, auto holds) {
    return std::any_of(army.groups.begin(), army.groups.end(),
                       [&](const Group& group) { return group.start > 0 && holds(group); });
  };
  return !mine.ignores_shields && has_dice(mine, Roll::bombardment) &&
         any(his, [](const Group& group) { return bool{group.planetary_shield}; }) &&
         !any(mine, [](const Group& group) { return bool{group.breaks_shields}; });
}

/// What is lost first, where that was assumed.
void add_losses(const Scenario& scenario, const Rules& rules, std::vector<std::string>& brief) {
  BySide<std::string> first;
  for (const Side side : kSides)
    first[side] = lost_first(scenario.side(side), rules.army(side), rules.kind());
  if (!first[0].empty() && !first[1].empty() && first[0] != first[1])
    brief.push_back(
        fmt::format("the attacker loses {} first, the defender {}", first[0], first[1]));
  else if (const Side tells = first[0].empty() ? Side::defender : Side::attacker;
           !first[tells].empty())
    brief.push_back(scenario.side(other(tells)).policy.has("losses")  // not what was assumed there
                        ? fmt::format("the {} loses {} first", name(tells), first[tells])
                        : first[tells] + " are lost first");
}

/// Who sustains damage first, where that was assumed.
void add_sustains(const Scenario& scenario, const Rules& rules, std::vector<std::string>& brief) {
  std::vector<Side> able, sustain_first;
  for (const Side side : kSides) {
    const Army& army = rules.army(side);
    if (std::none_of(army.groups.begin(), army.groups.end(), [&](const Group& group) {
          return takes_hits(group, rules.kind()) && group.sustain_damage && group.start > 0;
        }))
      continue;
    able.push_back(side);
    if (!army.free.chooses && !scenario.side(side).policy.has("sustain") &&
        army.sustain == Sustain::first)
      sustain_first.push_back(side);
  }
  if (sustain_first.size() == 1 && able.size() > 1)
    brief.push_back(fmt::format("the {} sustains damage first", name(sustain_first.front())));
  else if (!sustain_first.empty())
    brief.push_back("damage is sustained first");
}

}  // namespace

std::vector<std::string> notes_of(const Scenario& scenario, const Rules& rules) {
  std::vector<std::string> notes;
  for (const Side side : kSides) {
    const Army& army = rules.army(side);
    if (army.overload > 0) notes.push_back(overload_note(army) + tolerance_note(rules, side));
    if (const std::string left =
            units_where(army, [](const Group& group) { return bool{group.on_planet}; });
        !left.empty() && rules.kind() == BattleKind::space)
      notes.push_back(fmt::format("the {}'s {}: on the planet, not touched by the space combat",
                                  name(side), left));
    if (const std::string idle = units_where(
            army,
            [&](const Group& group) { return !takes_part_somewhere(group, side, rules.kind()); });
        !idle.empty())
      notes.push_back(fmt::format("the {}'s {}: no part in this battle", name(side), idle));
    note_idle_orders(scenario.side(side), side, army, notes);
  }
  return notes;
}

std::vector<std::string> brief_of(const Scenario& scenario, const Rules& rules, bool of_several) {
  std::vector<std::string> brief;
  for (const Side side : kSides)
    if (const FreePlay& free = rules.army(side).free; free.chooses)
      brief.push_back(fmt::format("the {} plays for '{}'", name(side), written(free.goal)));
  add_losses(scenario, rules, brief);
  add_sustains(scenario, rules, brief);
  if (std::any_of(kSides.begin(), kSides.end(), [&](Side side) {
        return rules.army(side).protects_capacity && !rules.army(side).free.chooses &&
               !scenario.side(side).policy.has("protect_capacity");
      }))
    brief.push_back("ships that carry troops are given up last");
  if (holds_shield(rules))
    brief.push_back("Planetary Shield stops the bombardment before the landing");
  if (!of_several && draws_when_nobody_lands(rules))
    brief.push_back("a planet on which nobody has ground forces in the end is a draw");
  for (std::string& line : unused_abilities(scenario, rules)) brief.push_back(std::move(line));
  const std::vector<std::string> usual = used_as_usual(scenario, rules);
  if (!usual.empty()) brief.push_back(as_usual(usual));
  const auto shown =
      usual.begin() + static_cast<std::ptrdiff_t>(std::min(kNamesShown, usual.size()));
  for (const std::string& newest : printings(scenario, rules))
    if (std::find(usual.begin(), shown, newest) == shown)
      brief.push_back(newest + " is the printing played");
  return brief;
}

}  // namespace broadside::ti4
