#include "core/systems/ti4/planets_told.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/systems/ti4/effect_names.hpp"
#include "core/systems/ti4/effects/dealing.hpp"
#include "core/systems/ti4/effects/effect.hpp"
#include "core/systems/ti4/effects_table.hpp"
#include "core/systems/ti4/fields.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4 {
namespace {

using Units = std::vector<UnitCount>;

/// "2 infantry, 1 mech", or "nothing".
std::string units_text(const Units& units) {
  std::string text;
  for (const UnitCount& unit : units)
    if (unit.count > 0) add_word(text, fmt::format("{} {}", unit.count, unit.type));
  return text.empty() ? "nothing" : text;
}

}  // namespace

std::optional<InputError> tell_split(PlanetsSetup& setup) {
  const PlanetsRules& rules = setup.rules;
  const Army& army = rules.attackers();
  if (rules.frees_split()) {
    setup.assumptions.push_back(
        "attacker commit: who lands where, and who bombards which planet, is the best for the "
        "goal, as far as it was not named; the landing is decided after the bombardment");
    return std::nullopt;
  }
  const Split split = rules.splitter().of(starting_force(army));
  if (rules.splitter().gave_up())
    return InputError{"there are too many ways to divide these troops among the planets",
                      std::string(kPlanets),
                      "name them: \"commit\" (and \"bombard\") for each planet, or --commit"};
  const auto told = [&](const std::array<GroupCounts, kMostPlanets>& counts) {
    std::string text;
    for (std::size_t p = 0; p < rules.planets().size(); ++p) {
      Units units;
      for (std::size_t g = 0; g < army.groups.size(); ++g)
        if (counts[p][g] > 0)
          units.push_back({std::string(name(army.groups[g].type)), counts[p][g]});
      add_word(text, fmt::format("{} to {}", units_text(units), rules.planets()[p].name));
    }
    return text;
  };
  const auto named = [&](const std::optional<Units> Planet::*what) {
    return std::all_of(rules.planets().begin(), rules.planets().end(),
                       [&](const Planet& planet) { return (planet.*what).has_value(); });
  };
  const auto say = [&](const std::string& text) {
    setup.assumptions.push_back("attacker " + text);
  };
  const std::string fewer = rules.ships(Side::attacker)
                                ? "; where fewer arrive they are divided anew, what was named in "
                                  "the order of the planets"
                                : "";
  say(fmt::format("commit: {}{}{}", told(split.commit),
                  named(&Planet::commit) ? ""
                                         : " (the split with the most planets to be expected, "
                                           "decided before the bombardment; equal ones favour "
                                           "the first named)",
                  fewer));
  if (!named(&Planet::commit)) {
    setup.brief.push_back("troops land where most planets are to be expected");
    if (!army.elsewhere.empty() && army.harrows && rules.planets().size() > 1)
      say("harrow: troops on one planet bombard another; the commitment is chosen as if all who "
          "land elsewhere lived to do so");
  }
  const bool bombards =
      std::any_of(split.bombard.begin(), split.bombard.end(),
                  [](const GroupCounts& counts) { return counts != GroupCounts{}; });
  if (bombards)
    say(fmt::format("bombardment: {}{}", told(split.bombard),
                    named(&Planet::bombard) ? "" : " (chosen together with the commitment)"));
  if (split.more_dice_at < rules.planets().size())
    say(fmt::format("the die that one bombarding unit gets is rolled at {}",
                    rules.planets()[split.more_dice_at].name));
  return std::nullopt;
}

void tell_dealt(const Scenario& scenario, PlanetsSetup& setup) {
  const std::vector<Planet>& planets = setup.rules.planets();
  if (planets.size() < 2) return;
  std::string everywhere, at_first, shared;
  const auto look = [&](const std::vector<EffectChoice>& effects, Side side,
                        std::string_view whose) {
    for (const EffectChoice& typed : effects) {
      const EffectChoice effect = with_id(typed, scenario.side(side).faction);
      const EffectFact* fact = find_effect(effect.id);
      const Dealt how = dealt(effect, side);
      if (effect.id.empty() || find_inert(effect.id)) continue;
      const std::string told = fmt::format("{} ({})", printed_effect(effect.id), whose);
      if (how == Dealt::first_planet) add_word(at_first, told);
      if (how == Dealt::shared_uses) add_word(shared, told);
      if (how == Dealt::everywhere && fact && is_used_up(*fact)) add_word(everywhere, told);
    }
  };
  for (const Side side : kSides) look(scenario.side(side).effects, side, name(side));
  look(scenario.system_effects, Side::defender, "system");
  const auto defended = std::find_if(planets.begin(), planets.end(),
                                     [](const Planet& planet) { return !planet.is_empty(); });
  const auto say = [&](const std::string& effects, const std::string& where) {
    if (!effects.empty()) setup.assumptions.push_back(where + ": " + effects);
  };
  say(everywhere, "on every planet");
  say(at_first, "at the first defended planet only, " + defended->name);
  say(shared, "uses that are there once for all planets, at " + defended->name);
}

}  // namespace broadside::ti4
