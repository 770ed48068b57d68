#include "core/systems/ti4/effects/dealing.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>

#include "core/systems/ti4/effects/composition.hpp"

namespace broadside::ti4 {
namespace {

constexpr DealtByWords kDealtByWords[] = {
    // RULES 9.42.1: used up, but about every planet, or for the invasion or longer.
    {"ac_blitz", Dealt::everywhere, "for this invasion"},
    {"ac_bunker", Dealt::everywhere, "your planets this invasion"},
    {"ac_disable", Dealt::everywhere, "for that invasion"},
    {"ac_rise_of_a_messiah", Dealt::everywhere, "each of your planets"},
    {"hero_dannel_omega", Dealt::everywhere, "on non-home planets"},
    {"hero_gurno_aggero", Dealt::everywhere, "in one system"},
    {"hero_shval", Dealt::everywhere, "skip straight to committing ground forces"},
    {"plot_assail", Dealt::everywhere, "all your combat and unit-ability rolls"},
    {"pn_greyfire_mutagen", Dealt::everywhere, "this action"},
    // RULES 9.42.2: not used up, but one unit, one planet, or one count for each player.
    {"ability_galvanize", Dealt::first_planet, "token under it"},
    {"commander_dirzuga_rophal", Dealt::first_planet, "produce 1 unit"},
    {"relic_jr_xs455_o", Dealt::first_planet, "place a structure"},
    {"relic_stellar_converter", Dealt::first_planet, "destroy a planet"},
    {"planet_imperial_arms_vault", Dealt::first_planet, "on a planet of yours"},
    {"planet_the_atrament", Dealt::first_planet, "on a planet of yours"},
    {"planet_custodia_vigilia", Dealt::first_planet, "Mecatol Rex"},
    {"attachment_elysium_geoform", Dealt::first_planet, "See Ul the Progenitor"},
    {"exploration_freelancers", Dealt::first_planet, "produce a unit"},
    {"exploration_local_fabricators", Dealt::first_planet, "a mech on the planet"},
    {"exploration_mercenary_outfit", Dealt::first_planet, "an infantry on the planet"},
    {"tech_neural_parasite_obsidian", Dealt::first_planet, "one enemy infantry"},
    {"event_stellar_atomics", Dealt::first_planet, "once per player"},
    {"agenda_colonial_redistribution", Dealt::first_planet, "the elected planet"},
    {"agenda_compensated_disarmament", Dealt::first_planet, "the elected planet"},
    {"agenda_homeland_defense_act_against", Dealt::first_planet, "one of their PDS"},
    {"agenda_ixthian_artifact", Dealt::first_planet, "3 per player"},
    // RULES 9.42.3: payments and reserves that `uses` counts.
    {"agent_dame_briar", Dealt::shared_uses, "A loss lets its owner galvanize"},
    {"empyrean_flagship", Dealt::shared_uses, "2 influence repairs a unit"},
    {"letnev_mech", Dealt::shared_uses, "pay 2 resources"},
    {"ral_nel_mech", Dealt::shared_uses, "from planets in adjacent systems"},
};

bool has_effect(std::span<const Effect> family, std::string_view id) {
  return std::any_of(family.begin(), family.end(),
                     [&](const Effect& effect) { return effect.id == id; });
}

}  // namespace

std::span<const DealtByWords> dealt_by_words() { return kDealtByWords; }

bool is_used_up(const EffectFact& fact) {
  for (const std::string_view kind : {"action_card", "agent", "hero", "promissory_note", "plot"})
    if (fact.kind == kind) return true;
  return fact.cost.find("exhaust") != std::string_view::npos ||
         fact.cost.find("purge") != std::string_view::npos;
}

Dealt dealt(const EffectChoice& choice, Side side) {
  const std::string_view id = choice.id;
  const bool changes_own = has_effect(placing_effects(), id) ||
                           has_effect(replacing_effects(), id) || id == "ability_galvanize" ||
                           id == "ac_reveal_prototype";
  if (side == Side::attacker && changes_own) return Dealt::with_fleet;
  // Two outcomes of one effect: all own units are repaired, or a PDS comes; a mech comes home, or
  // all mechs change.
  if (id == "tech_nanomachines") return choice.target ? Dealt::first_planet : Dealt::everywhere;
  if (id == "agenda_rearmament_agreement")
    return choice.uses == 2 ? Dealt::everywhere : Dealt::first_planet;
  const auto by_words = std::find_if(std::begin(kDealtByWords), std::end(kDealtByWords),
                                     [&](const DealtByWords& row) { return row.id == id; });
  if (by_words != std::end(kDealtByWords)) return by_words->dealt;
  const EffectFact* fact = find_effect(id);
  return fact && is_used_up(*fact) ? Dealt::first_planet : Dealt::everywhere;
}

}  // namespace broadside::ti4
