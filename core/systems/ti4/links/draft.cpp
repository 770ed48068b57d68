#include "core/systems/ti4/links/draft.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"
#include "core/systems/ti4/effects/effect.hpp"
#include "core/systems/ti4/factions.hpp"
#include "core/systems/ti4/fields.hpp"
#include "core/systems/ti4/setup.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4::links {
namespace {

constexpr UnitType type_at(std::size_t t) { return static_cast<UnitType>(t); }

/// Upgrades, damage and numbers that no side can have are left out.
void clip(Draft& draft, Side which) {
  DraftSide& side = draft[which];
  for (std::size_t t = 0; t < kUnitTypes; ++t) {
    const std::string type{name(type_at(t))};
    if (side.units[t] > kMostUnits) {
      draft.note(which, fmt::format("{} of {} cut to {}", side.units[t], type, kMostUnits));
      side.units[t] = kMostUnits;
    }
    if (side.upgraded[t] &&
        (side.faction == "neutral" || unit_for(side.faction, type_at(t), 2) == nullptr)) {
      draft.note(which, fmt::format("there is no upgraded {}: left out", type));
      side.upgraded[t] = false;
    }
    if (side.damaged[t] > side.units[t]) {
      draft.note(which, fmt::format("{} damaged {} cut to {}, as many as there are",
                                    side.damaged[t], type, side.units[t]));
      side.damaged[t] = side.units[t];
    }
    const Unit* unit = unit_for(side.faction, type_at(t), side.upgraded[t] ? 2 : 1);
    if (side.damaged[t] > 0 && unit != nullptr && !unit->sustain_damage) {
      draft.note(which, fmt::format("{} cannot be damaged: left out", type));
      side.damaged[t] = 0;
    }
  }
}

/// A retreat that nobody can plan in this battle is left out: it would keep the rest from being
/// fought.
void drop_retreat(Draft& draft, Side which) {
  DraftSide& side = draft[which];
  const auto& battles = find_field(fields(), Place::policy, "retreat")->battles;
  const bool has_place = std::find(battles.begin(), battles.end(), draft.battle) != battles.end();
  if (!side.retreat_round || (has_place && side.faction != "neutral")) return;
  draft.note(which, has_place ? "neutral units never retreat: left out"
                              : fmt::format("nobody retreats in {} {}: left out",
                                            draft.battle == "invasion" ? "an" : "a", draft.battle));
  side.retreat_round.reset();
}

SideSpec spec_of(const DraftSide& side) {
  SideSpec spec;
  spec.faction = side.faction;
  for (std::size_t t = 0; t < kUnitTypes; ++t) {
    const std::string type{name(type_at(t))};
    if (side.units[t] > 0) spec.units.push_back({type, side.units[t]});
    if (side.upgraded[t]) spec.upgrades.push_back(type);
    if (side.damaged[t] > 0) spec.damaged.push_back({type, side.damaged[t]});
  }
  spec.without = side.without;
  if (!side.losses.empty()) spec.policy["losses"] = side.losses;
  if (!side.ground_losses.empty()) spec.policy["ground_losses"] = side.ground_losses;
  if (!side.sustain.empty()) spec.policy["sustain"] = side.sustain;
  if (side.retreat_round) spec.policy["retreat"] = RetreatTiming{side.retreat_round, {}};
  return spec;
}

/// The same battle with something to fight with on both sides, where it lacks that: only effects
/// are tried on it.
Scenario with_units(Scenario scenario) {
  if (set_up(scenario)) return scenario;
  for (SideSpec& side : scenario.sides)
    for (const char* type : {"cruiser", "infantry"})
      if (std::none_of(side.units.begin(), side.units.end(),
                       [&](const UnitCount& unit) { return unit.type == type; }))
        side.units.push_back({type, 1});
  return scenario;
}

/// Takes over the effects that the rules accept beside those before them.
class EffectTrial {
 public:
  EffectTrial(Scenario& scenario, Draft& draft)
      : scenario_(scenario), trial_(with_units(scenario)), usable_(set_up(trial_)), draft_(draft) {}

  void side(Side which) {
    for (const DraftEffect& effect : draft_[which].effects)
      if (accepted(trial_.side(which).effects, effect, std::string(name(which)) + ": "))
        scenario_.side(which).effects.push_back(effect.choice);
  }
  void system() {
    for (const DraftEffect& effect : draft_.system)
      if (accepted(trial_.system_effects, effect, ""))
        scenario_.system_effects.push_back(effect.choice);
  }

 private:
  bool accepted(std::vector<EffectChoice>& list, const DraftEffect& effect,
                const std::string& whose) {
    list.push_back(effect.choice);
    if (!usable_) return true;  // the game says what is wrong with the battle
    const auto result = set_up(trial_);
    if (result) return true;
    list.pop_back();
    draft_.note(
        fmt::format("{}{} left out: {}", whose, quoted(effect.name), result.error().problem));
    return false;
  }

  Scenario& scenario_;
  Scenario trial_;
  bool usable_;
  Draft& draft_;
};

/// A field that has no place in a draft.
void name_rest(Draft& draft, Side which, const SideSpec& spec) {
  const Values& policy = spec.policy;
  const auto rest = [&](bool given, const char* what) {
    if (given) draft.note(which, fmt::format("{} cannot be said", what));
  };
  rest(!policy.names("space_cannon_losses").empty(), "the order of losses to space cannons");
  rest(!policy.names("non_fighter_losses").empty(),
       "the order of losses of other ships than fighters");
  rest(!policy.text("losses").empty(), "an order of losses by its name");
  rest(plays_best(spec), "best play");
  rest(!policy.names("keep").empty(), "what is given up last");
  rest(Given{policy, fields(), Place::policy}.flag("protect_capacity"),
       "that capacity is protected");
  const auto* retreat = policy.get<RetreatTiming>("retreat");
  rest(retreat && retreat->below, "a retreat below a chance to win");
  rest(retreat && retreat->free, "a retreat at the best moment");
}

std::vector<DraftEffect> known_effects(Draft& draft, const std::vector<EffectChoice>& effects,
                                       std::string_view faction) {
  std::vector<DraftEffect> known;
  for (EffectChoice choice : effects) {
    const std::string typed = choice.id;
    const std::string folded = fold_name(typed);
    const auto inputs = input_effects();
    const bool input = std::any_of(inputs.begin(), inputs.end(),
                                   [&](const Effect& one) { return one.id == folded; });
    choice.id = input ? folded : find_effect_id(typed, faction);
    if (choice.id.empty())
      draft.note(unknown_effect(typed, "").problem);
    else
      known.push_back({std::move(choice), typed});
  }
  return known;
}

}  // namespace

bool DraftSide::has_units() const {
  return std::any_of(units.begin(), units.end(), [](int count) { return count > 0; });
}

void Draft::note(Side side, const std::string& text) {
  note(std::string(name(side)) + ": " + text);
}

std::optional<int> leading_number(std::string_view text) {
  text = trimmed(text);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  constexpr int kMost = 1'000'000;  // numbers stop here, so that they cannot overflow
  std::optional<int> number;
  for (const char c : text) {
    if (c < '0' || c > '9') break;
    number = std::min(number.value_or(0) * 10 + (c - '0'), kMost);
  }
  return number && negative ? -*number : number;
}

ForeignBattle finished(Draft draft) {
  Scenario scenario;
  scenario.game = "ti4";
  scenario.battle = draft.battle;
  for (const Side side : kSides) {
    clip(draft, side);
    drop_retreat(draft, side);
    if (!draft[side].has_units()) draft.note(side, "no units are given");
    scenario.side(side) = spec_of(draft[side]);
  }
  EffectTrial trial{scenario, draft};
  for (const Side side : kSides) trial.side(side);
  trial.system();
  return {std::move(scenario), std::move(draft.notes)};
}

Draft drafted(const Scenario& scenario) {
  Draft draft;
  draft.battle = scenario.battle;
  for (const Side which : kSides) {
    const SideSpec& spec = scenario.side(which);
    DraftSide& side = draft[which];
    side.faction = spec.faction;
    if (const auto faction = find_faction(spec.faction, ""); !spec.faction.empty() && faction)
      side.faction = (*faction)->id;
    const auto at = [](const std::string& type) {
      return unit_type(type).value_or(UnitType::flagship);
    };
    for (const UnitCount& unit : spec.units)
      if (unit_type(unit.type)) side.units[at(unit.type)] += unit.count;
    for (const UnitCount& unit : spec.damaged)
      if (unit_type(unit.type)) side.damaged[at(unit.type)] += unit.count;
    for (const std::string& type : spec.upgrades)
      if (unit_type(type)) side.upgraded[at(type)] = true;
    side.effects = known_effects(draft, spec.effects, spec.faction);
    for (const std::string& typed : spec.without)
      side.without.push_back(find_effect_id(typed, spec.faction));
    side.losses = spec.policy.names("losses");
    side.ground_losses = spec.policy.names("ground_losses");
    side.sustain = spec.policy.text("sustain");
    if (const auto* retreat = spec.policy.get<RetreatTiming>("retreat"))
      side.retreat_round = retreat->round;
    name_rest(draft, which, spec);
  }
  draft.system = known_effects(draft, scenario.system_effects, "");
  if (rounds_asked(scenario) > 0) draft.note("a number of rounds cannot be said");
  return draft;
}

}  // namespace broadside::ti4::links
