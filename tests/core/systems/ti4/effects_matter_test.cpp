// Every effect of the catalogue, and every text printed on a unit, either changes a battle or says
// why it cannot. Each row is a small battle whose exact answer is different without the effect; the
// side that should gain by it does, where that is clear.

#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/systems/ti4/effects/effect.hpp"
#include "core/systems/ti4/effects_table.hpp"
#include "tests/core/systems/ti4/asking.hpp"

namespace {

using namespace broadside;
using namespace broadside::asking;

/// Who brings the effect. "by_itself": it comes with the faction or the unit, and is dropped by
/// `without`.
enum class Brings { attacker, defender, system, attacker_by_itself, defender_by_itself };
enum class GoodFor { attacker, defender, unclear };
using enum Brings;
constexpr auto A = GoodFor::attacker;
constexpr auto D = GoodFor::defender;
constexpr auto unclear = GoodFor::unclear;

struct Row {
  std::string id, battle, attacker, defender;
  Brings brings = Brings::attacker;
  GoodFor good_for = GoodFor::unclear;
  EffectChoice choice{};              ///< round, uses, target; the id comes from the row
  std::vector<std::string> system{};  ///< in both battles
  std::optional<int> attacker_retreats{}, defender_retreats{};
  std::string attacker_gives_up_first{};
};

EffectChoice uses(int n) { return {"", {}, n, {}}; }
EffectChoice at(std::string target) { return {"", {}, {}, std::move(target)}; }
EffectChoice uses_at(int n, std::string target) { return {"", {}, n, std::move(target)}; }

// clang-format off
const std::vector<Row>& rows() {
  static const std::vector<Row> kRows{
      // results, dice, rerolls
      {"anomaly_nebula", "space", "2 cruiser", "2 cruiser", system, D},
      {"event_cosmic_phenomenae", "space", "2 cruiser", "2 cruiser", system, D, {}, {"anomaly_nebula"}},
      {"ability_fragile", "space", "jolnar: 2 cruiser", "2 cruiser", attacker_by_itself, D},
      {"ability_unrelenting", "space", "2 cruiser", "sardakk: 2 cruiser", defender_by_itself, D},
      {"ability_galvanize", "space", "bastion: 2 cruiser", "2 cruiser", attacker, A, uses(1)},
      {"ability_technological_singularity", "space", "nekro: 3 cruiser", "3 cruiser2", attacker, A, at("cruiser")},
      {"plot_assail", "space", "2 cruiser", "2 cruiser", attacker, A},
      {"tech_antimass_deflectors", "space", "2 cruiser", "2 pds, cruiser", attacker, A},
      {"tech_plasma_scoring", "space", "2 cruiser", "2 pds, cruiser", defender, D},
      {"tech_supercharge", "space", "2 cruiser", "2 cruiser", attacker, A},
      {"ac_morale_boost", "ground", "2 infantry", "2 infantry", attacker, A},
      {"ac_fighter_prototype", "space", "carrier, 3 ff", "2 cruiser", attacker, A},
      {"ac_fire_team", "ground", "2 infantry", "2 infantry", attacker, A},
      {"ac_scramble_frequency", "space", "2 cruiser", "2 pds, cruiser", attacker, A},
      {"pn_strike_wing_ambuscade", "space", "2 cruiser", "2 pds, cruiser", defender, D},
      {"pn_war_funding", "space", "2 cruiser", "2 cruiser", attacker, A},
      {"pn_war_funding_omega", "space", "2 cruiser", "2 cruiser", attacker, A},
      {"pn_tekklar_legion", "ground", "2 infantry", "2 infantry", attacker, A},
      {"agent_viscount_unlenn", "space", "2 cruiser", "2 cruiser", attacker, A},
      {"agent_evelyn_delouis", "ground", "2 infantry", "2 infantry", defender, D},
      {"commander_trrakan_aun_zulok", "space", "2 cruiser", "2 pds, cruiser", defender, D},
      {"commander_ta_zern", "space", "2 cruiser", "2 pds, cruiser", defender, D},
      {"commander_aroz_hollow", "space", "2 cruiser", "2 cruiser", attacker, A},
      {"commander_rickar_rickani", "ground", "2 infantry", "2 infantry", defender, D},
      {"ability_munitions_reserves", "space", "letnev: 2 cruiser", "2 cruiser", attacker, A},
      {"breakthrough_gravleash_maneuvers", "space", "letnev: cruiser, destroyer", "2 cruiser", attacker, A},
      {"breakthrough_imperator", "space", "2 cruiser", "2 cruiser", attacker, A, uses(2)},
      {"law_prophecy_of_ixth", "space", "carrier, 3 ff", "2 cruiser", attacker, A},
      {"relic_crown_of_thalnos", "space", "ws", "2 dn", attacker, A},
      {"law_crown_of_thalnos", "ground", "3 infantry", "3 infantry", attacker, unclear, at("infantry")},
      {"agent_the_thundarian", "space", "2 cruiser", "2 cruiser", attacker, A},
      {"relic_heart_of_ixth", "space", "2 cruiser", "2 cruiser", attacker, A},

      // hits that have been produced
      {"ac_shields_holding", "space", "2 cruiser", "2 cruiser", attacker, A},
      {"ac_maneuvering_jets", "space", "2 cruiser", "2 pds, cruiser", attacker, A},
      {"agent_tellurian", "ground", "2 infantry", "2 infantry", defender, D},
      {"ac_direct_hit", "space", "2 dn", "2 dn", attacker, A},
      {"tech_non_euclidean_shielding", "space", "letnev: 2 dn", "2 dn", attacker, A},
      {"tech_duranium_armor", "space", "2 dn", "2 dn", attacker, A},
      {"ac_emergency_repairs", "space", "2 dn", "2 dn", attacker, A},
      {"event_wild_wild_galaxy", "space", "2 cruiser, +ac_morale_boost", "2 cruiser", system, A},
      {"agent_dame_briar", "space", "3 cruiser", "3 cruiser", attacker, A},
      {"hero_lyra_keen", "space", "bastion: 3 cruiser, +ability_galvanize x1", "3 cruiser", attacker, A},
      {"hero_fss_orlando", "space", "3 cruiser", "3 cruiser", attacker, A},
      {"law_publicize_weapon_schematics", "space", "ws", "ws, 3 ff", system, unclear},
      {"anomaly_entropic_scar", "space", "2 dn", "4 cruiser", system, D},
      {"law_articles_of_war", "ground", "sardakk: 2 mech", "3 infantry", system, D},

      // space cannon, start of combat, barrage
      {"tech_assault_cannon", "space", "3 cruiser", "3 cruiser", attacker, A},
      {"ability_ambush", "space", "mentak: 2 cruiser", "2 cruiser", attacker_by_itself, A},
      {"tech_dimensional_splicer", "space", "creuss: 2 cruiser", "2 cruiser", attacker, A},
      {"tech_impulse_core", "space", "yin: dn, 2 destroyer", "dn, 2 ff", attacker, unclear},
      {"pn_the_cavalry", "space", "2 cruiser", "2 cruiser", attacker, A},
      {"hero_kuuasi_aun_jalatai", "space", "keleres: cruiser", "2 cruiser", attacker, A},
      {"hero_homesick_phantom", "space", "rebellion: cruiser", "2 cruiser", attacker, A, uses_at(2, "destroyer")},
      {"hero_ipswitch", "space", "mentak: 2 cruiser", "2 cruiser", attacker, A},
      {"ac_reveal_prototype", "space", "2 cruiser", "2 cruiser", attacker, A, at("cruiser")},
      {"ability_raid_formation", "space", "argent: 2 destroyer2", "dn, ff", attacker_by_itself, A},
      {"ac_waylay", "space", "2 destroyer2", "2 cruiser", attacker, A},
      {"tech_graviton_laser_system", "space", "carrier, 2 ff, cruiser", "2 pds, cruiser", defender, D},
      {"ac_solar_flare", "space", "2 cruiser", "2 pds, cruiser", attacker, A},
      {"agent_myru_vos", "space", "firmament: 2 cruiser", "2 pds, cruiser", attacker, A},
      {"hero_airo_shir_aur", "space", "mahact: 2 cruiser", "2 pds, cruiser", attacker, A},
      {"ac_experimental_battlestation", "space", "2 cruiser", "space dock, cruiser", defender, D},
      {"hero_ul_the_progenitor", "space", "2 cruiser", "titans: cruiser", defender, D},
      {"attachment_elysium_geoform", "invasion", "3 infantry", "2 infantry", defender, D},
      {"planet_custodia_vigilia", "space", "2 cruiser", "keleres: cruiser", defender, D},
      {"relic_lightrail_ordnance", "space", "2 cruiser", "space dock, cruiser", defender, D},
      {"relic_metali_void_armaments", "space", "2 cruiser", "carrier, 3 ff", attacker, A},
      {"relic_metali_void_shielding", "space", "2 cruiser", "2 cruiser", attacker, A},

      // what losses trigger, end of round, retreat
      {"ac_reflective_shielding", "space", "2 dn", "2 dn", attacker, A},
      {"ac_courageous_to_the_end", "space", "2 cruiser", "2 cruiser", attacker, A},
      {"agent_vos_hollow", "space", "2 cruiser", "2 cruiser", attacker, A},
      {"agent_brother_milor", "space", "2 cruiser", "2 cruiser", attacker, A},
      {"agent_brother_milor_omega", "ground", "2 infantry", "2 infantry", defender, D},
      {"ability_devotion", "space", "yin: 2 destroyer, 2 cruiser", "2 dn", attacker, unclear},
      {"anomaly_gravity_rift", "space", "3 cruiser", "3 cruiser", system, A, {}, {}, {}, 1},
      {"relic_circlet_of_the_void", "space", "3 cruiser", "3 cruiser", defender, D, {}, {"anomaly_gravity_rift"}, {}, 1},
      {"commander_watchful_ojz", "space", "ral_nel: 3 cruiser", "3 cruiser", attacker, unclear, {}, {}, 1, {}},
      {"vuilraith_space_dock_1", "space", "3 cruiser", "vuilraith: 3 cruiser, space_dock", defender_by_itself, D, {}, {}, 1, {}},
      {"vuilraith_space_dock_2", "space", "3 cruiser", "vuilraith: 3 cruiser, space_dock2", defender_by_itself, D, {}, {}, 1, {}},
      {"ac_intercept", "space", "3 cruiser", "3 cruiser", attacker, unclear, {}, {}, {}, 1},
      {"ac_rout", "space", "3 cruiser", "3 cruiser", defender, unclear},
      {"ac_skilled_retreat", "space", "3 cruiser", "3 cruiser", attacker, unclear},
      {"pn_greyfire_mutagen", "space", "3 cruiser", "yin: 2 cruiser, dn, +ability_devotion", attacker, unclear},

      // invasion
      {"ability_harrow", "invasion", "l1z1x: dn, 2 infantry", "3 infantry", attacker_by_itself, A},
      {"ability_indoctrination", "ground", "yin: 2 infantry", "2 infantry", attacker, A},
      {"pn_greyfire_mutagen_omega", "ground", "2 infantry", "2 infantry", attacker, A},
      {"commander_claire_gibson", "ground", "2 infantry", "2 infantry", defender, D},
      {"tech_magen_defense_grid", "ground", "2 infantry", "2 infantry, pds", defender, D},
      {"tech_magen_defense_grid_omega", "ground", "2 infantry", "2 infantry, pds", defender, D},
      {"tech_magen_defense_grid_omega2", "ground", "2 infantry", "infantry, pds", defender, D},
      {"tech_x89_bacterial_weapon", "invasion", "dn, 2 infantry", "infantry, mech", attacker, A},
      {"tech_x89_bacterial_weapon_omega", "invasion", "dn, 2 infantry", "3 infantry", attacker, A},
      {"tech_x89_bacterial_weapon_omega2", "ground", "2 infantry", "3 infantry", attacker, A},
      {"event_conventions_of_war_abandoned", "invasion", "dn, 2 infantry", "3 infantry", system, A},
      {"tech_proxima_targeting_vi", "ground", "bastion: 2 infantry", "4 infantry", attacker, unclear},
      {"tech_l4_disruptors", "invasion", "letnev: 2 infantry", "2 infantry, pds", attacker, A},
      {"tech_valkyrie_particle_weave", "ground", "sardakk: 2 infantry", "2 infantry", attacker, A},
      {"ac_blitz", "invasion", "2 cruiser, 2 infantry", "2 infantry", attacker, A},
      {"ac_bunker", "invasion", "2 dn, 2 infantry", "2 infantry", defender, D},
      {"ac_disable", "invasion", "dn, 2 infantry", "2 infantry, pds", attacker, A},
      {"commander_2ram", "invasion", "l1z1x: dn, 2 infantry", "2 infantry, pds", attacker, A},
      {"law_conventions_of_war", "invasion", "2 dn, 2 infantry", "2 infantry", system, D},
      {"hero_shval", "conquest", "sardakk: carrier, 3 infantry", "cruiser, 2 infantry", attacker, A},
      {"hero_dannel_omega", "invasion", "yin: 3 infantry", "2 infantry, pds", attacker, A},

      // units placed
      {"ability_awaken", "invasion", "titans: 2 infantry", "2 infantry", attacker, A, uses(1)},
      {"ability_survival_instinct", "space", "2 cruiser", "ral_nel: cruiser", defender, D},
      {"ac_rescue", "space", "2 cruiser", "cruiser", defender, D},
      {"commander_dirzuga_rophal", "space", "2 cruiser", "arborec: cruiser", defender, D},
      {"commander_sai_seravus", "space", "creuss: carrier, cruiser", "2 cruiser", attacker, A},
      {"commander_ghom_sekkus", "invasion", "sardakk: infantry", "2 infantry", attacker, A},
      {"ac_decoy_operation", "ground", "3 infantry", "infantry", defender, D},
      {"ac_ghost_squad", "invasion", "3 infantry", "infantry", defender, D},
      {"ac_fighter_conscription", "space", "carrier", "cruiser", attacker, A},
      {"ac_frontline_deployment", "ground", "3 infantry", "infantry", defender, D},
      {"ac_ghost_ship", "space", "2 cruiser", "cruiser", defender, D},
      {"ac_rise_of_a_messiah", "ground", "3 infantry", "infantry", defender, D},
      {"ac_war_effort", "space", "cruiser", "cruiser", attacker, A},
      {"ac_mercenary_contract", "ground", "3 infantry", "neutral: infantry", attacker, D},
      {"ac_pirate_contract", "space", "3 cruiser", "neutral: cruiser", attacker, D},
      {"ac_pirate_fleet", "space", "3 cruiser", "neutral: cruiser", attacker, D},
      {"event_dangerous_wilds", "ground", "3 infantry", "neutral: infantry", system, D},
      {"event_minor_factions", "ground", "3 infantry", "neutral: infantry", system, D},
      {"pn_nano_link_permit", "space", "cruiser", "2 cruiser", attacker, A},
      {"breakthrough_stellar_genesis", "space", "muaat: cruiser", "2 cruiser", attacker, A},
      {"hero_letani_miasmiala", "space", "arborec: cruiser", "2 cruiser", attacker, A},
      {"hero_xxekir_grom_omega2", "ground", "3 infantry", "xxcha: infantry", defender, D},
      {"relic_jr_xs455_o", "space", "2 cruiser", "cruiser", defender, D},
      {"planet_aurex_mechanica", "space", "cruiser2", "2 cruiser", attacker, A},
      {"planet_imperial_arms_vault", "ground", "3 infantry", "infantry", defender, D},
      {"planet_mirage_flight_academy", "space", "carrier", "cruiser", attacker, A},
      {"planet_the_atrament", "ground", "3 infantry", "infantry", defender, D},
      {"planet_the_nucleus", "space", "ws", "2 ws", attacker, A},
      {"exploration_freelancers", "space", "cruiser", "2 cruiser", attacker, A},
      {"exploration_local_fabricators", "ground", "3 infantry", "infantry", defender, D},
      {"exploration_mercenary_outfit", "ground", "3 infantry", "infantry", defender, D},

      // units removed
      {"ac_lucky_shot", "space", "2 cruiser", "2 cruiser", attacker, A},
      {"ac_cripple_defenses", "space", "2 cruiser", "2 pds, cruiser", attacker, A},
      {"ac_reactor_meltdown", "space", "2 cruiser", "space dock, cruiser, +relic_lightrail_ordnance", attacker, A},
      {"ac_unstable_planet", "ground", "3 infantry", "4 infantry", attacker, A},
      {"ac_plague", "ground", "3 infantry", "4 infantry", attacker, A},
      {"tech_neural_parasite_obsidian", "ground", "obsidian: 2 infantry", "3 infantry", attacker, A},
      {"tech_neuroglaive", "space", "3 cruiser", "naalu: 3 cruiser", defender, D, uses(1)},
      {"agent_ggrocuto_rinn", "ground", "2 infantry", "2 infantry", attacker, A},
      {"plot_seethe", "invasion", "obsidian: 2 infantry", "2 infantry, pds", attacker, A},
      {"event_stellar_atomics", "invasion", "2 infantry", "2 infantry, pds", attacker, A},
      {"hero_unit_dsgn_flayesh", "invasion", "nekro: 2 infantry", "2 infantry, pds", attacker, A},
      {"relic_stellar_converter", "conquest", "carrier, 2 infantry", "2 infantry", attacker, unclear},
      {"hero_gurno_aggero", "space", "saar: 2 cruiser", "carrier, 3 ff", attacker, A},
      {"hero_it_feeds_on_carrion", "space", "vuilraith: 2 cruiser", "3 cruiser", attacker, A},
      {"breakthrough_deorbit_barrage", "ground", "saar: 2 infantry", "3 infantry", attacker, A},
      {"agenda_arms_reduction", "space", "3 dn", "2 dn", system, D},
      {"agenda_colonial_redistribution", "invasion", "2 infantry", "2 infantry, pds", system, A},
      {"agenda_compensated_disarmament", "invasion", "2 infantry", "2 infantry, pds", system, A},
      {"agenda_enforced_travel_ban_against", "space", "2 cruiser", "2 pds, cruiser", system, A},
      {"agenda_homeland_defense_act_against", "space", "2 cruiser", "2 pds, cruiser", system, A},
      {"agenda_ixthian_artifact", "space", "5 cruiser", "4 cruiser", system, unclear},
      {"agenda_wormhole_research", "conquest", "carrier, 2 infantry", "cruiser, 2 infantry", system, A},
      {"law_anti_intellectual_revolution", "space", "3 cruiser", "3 cruiser", attacker, D},
      {"law_fleet_regulations", "space", "6 cruiser", "4 cruiser", system, D},

      // units replaced
      {"ac_upgrade", "space", "2 cruiser", "2 cruiser", attacker, A},
      {"ac_refit_troops", "ground", "2 infantry", "2 infantry", attacker, A},
      {"agent_i48s", "ground", "l1z1x: 2 infantry", "2 infantry", attacker, A},
      {"agent_letani_ospha", "space", "arborec: 2 cruiser", "2 cruiser", attacker, A},
      {"agent_ahk_ravin", "space", "rebellion: 2 cruiser", "2 cruiser", attacker, A},
      {"breakthrough_the_tables_grace", "conquest", "mentak: 2 cruiser2, 4 infantry", "2 cruiser, 2 infantry", attacker, A},
      {"breakthrough_absolute_synergy", "ground", "naaz_rokha: 4 mech", "6 infantry", attacker, unclear},
      {"event_age_of_fighters", "space", "carrier, 4 ff", "2 cruiser", system, A},
      {"tech_nanomachines", "space", "ral_nel: 2 dn!", "2 dn", attacker, A},
      {"agenda_swords_to_plowshares", "ground", "3 infantry", "3 infantry", system, unclear},
      {"agenda_rearmament_agreement", "ground", "3 infantry", "3 infantry", system, D},

      // combats that do not take place
      {"tech_nullification_field", "space", "3 cruiser", "xxcha: cruiser", defender, D},
      {"tech_chaos_mapping", "space", "3 cruiser", "saar: cruiser", defender, D},
      {"pn_ceasefire", "space", "3 cruiser", "cruiser", defender, D},
      {"law_minister_of_peace", "space", "3 cruiser", "cruiser", system, D},
      {"ability_foresight", "space", "3 cruiser", "naalu: cruiser", defender, D},
      {"ability_sundered", "space", "3 cruiser", "rebellion: cruiser", defender, D},
      {"hero_adjudicator_baal", "space", "muaat: ws", "3 cruiser", attacker, A},
      {"ac_parley", "invasion", "3 infantry", "infantry", defender, D},
      {"law_demilitarized_zone", "invasion", "3 infantry", "infantry", system, D},
      {"attachment_demilitarized_zone", "invasion", "3 infantry", "infantry", system, D},
      {"pn_raghs_call", "invasion", "2 infantry", "saar: 2 infantry", attacker, A},
      {"rule_coexistence", "ground", "3 infantry", "infantry", system, D},
      {"ability_research_team", "ground", "3 infantry", "deepwrought: infantry", defender, D},
      {"breakthrough_slumberstate_computing", "ground", "titans: infantry", "3 infantry", attacker, unclear},

      // texts printed on units
      {"argent_flagship", "space", "argent: flagship", "2 pds, 2 cruiser", attacker_by_itself, A},
      {"argent_destroyer_2", "space", "carrier, 3 infantry", "argent: 2 destroyer2", defender_by_itself, D},
      {"bastion_flagship", "space", "bastion: flagship", "2 cruiser", attacker, A, uses(3)},
      {"bastion_mech", "ground", "bastion: mech, 3 infantry, +ability_galvanize x1", "5 infantry", attacker_by_itself, A, {}, {}, {}, {}, "mech"},
      {"empyrean_flagship", "space", "empyrean: flagship", "3 cruiser", attacker, A, uses(2)},
      {"firmament_flagship", "space", "firmament: flagship", "3 cruiser", attacker, A, uses(1)},
      {"hacan_flagship", "space", "hacan: flagship", "2 cruiser", attacker, A, uses(2)},
      {"jolnar_flagship", "space", "jolnar: flagship", "3 cruiser", attacker_by_itself, A},
      {"jolnar_mech", "ground", "jolnar: mech, 2 infantry", "4 infantry", attacker_by_itself, A},
      {"l1z1x_flagship", "space", "l1z1x: flagship", "dn, 3 ff", attacker_by_itself, unclear},
      {"letnev_flagship", "space", "letnev: flagship", "4 cruiser", attacker_by_itself, A},
      {"letnev_mech", "ground", "letnev: mech, 2 infantry", "4 infantry", attacker, A, uses(2)},
      {"mahact_flagship", "space", "mahact: flagship", "3 cruiser", attacker_by_itself, A},
      {"mentak_flagship", "space", "mentak: flagship", "2 dn", attacker_by_itself, A},
      {"mentak_mech", "ground", "mentak: mech", "2 mech", attacker_by_itself, A},
      {"naalu_flagship", "invasion", "naalu: flagship, 3 ff, infantry", "3 infantry", attacker_by_itself, A},
      {"naalu_mech", "ground", "naalu: mech", "2 infantry", attacker, A, uses(1)},
      {"naalu_mech_omega", "space", "naalu: carrier, 3 ff, mech", "2 destroyer2", attacker, A},
      {"naaz_rokha_flagship", "space", "naaz_rokha: flagship, mech", "3 cruiser", attacker_by_itself, A},
      {"naaz_rokha_mech", "space", "naaz_rokha: carrier, 2 mech", "2 cruiser", attacker_by_itself, A},
      {"naaz_rokha_mech_maximum", "ground", "naaz_rokha: 4 mech, +breakthrough_absolute_synergy", "6 infantry", attacker_by_itself, A},
      {"nekro_flagship", "space", "nekro: flagship, 3 infantry", "4 cruiser", attacker_by_itself, A},
      {"nekro_mech", "ground", "nekro: mech", "2 infantry", attacker, A, uses(1)},
      {"nomad_mech", "space", "nomad: carrier, 2 mech", "2 cruiser", attacker_by_itself, A},
      {"ral_nel_destroyer_1", "space", "ral_nel: 2 destroyer", "2 cruiser", attacker, A, uses(1)},
      {"ral_nel_destroyer_2", "space", "ral_nel: 2 destroyer2", "2 cruiser", attacker, A, uses(1)},
      {"ral_nel_flagship", "space", "ral_nel: flagship", "2 cruiser", attacker_by_itself, unclear, {}, {}, 1, {}},
      {"ral_nel_mech", "ground", "ral_nel: mech", "3 infantry", attacker, A, uses(2)},
      {"rebellion_flagship", "space", "rebellion: flagship", "2 dn", attacker, A, uses(1)},
      {"sardakk_flagship", "space", "sardakk: flagship, 2 cruiser", "4 cruiser", attacker_by_itself, A},
      {"sardakk_dreadnought_2", "space", "sardakk: 2 dn2", "2 dn, 2 cruiser", attacker, unclear, uses(1)},
      {"sardakk_mech", "ground", "sardakk: mech", "3 infantry", attacker_by_itself, A},
      {"winnu_flagship", "space", "winnu: flagship", "2 cruiser", attacker_by_itself, A},
      {"yin_flagship", "space", "yin: flagship", "3 cruiser", attacker_by_itself, A},
  };
  return kRows;
}
// clang-format on

Scenario battle_of(const Row& row, bool with) {
  Scenario scenario = asking::scenario(row.battle, row.attacker, row.defender, row.system);
  EffectChoice choice = row.choice;
  choice.id = row.id;
  const bool by_itself = row.brings == attacker_by_itself || row.brings == defender_by_itself;
  const Side side =
      row.brings == defender || row.brings == defender_by_itself ? Side::defender : Side::attacker;
  if (by_itself && !with) scenario.side(side).without.push_back(row.id);
  if (!by_itself && with)
    (row.brings == system ? scenario.system_effects : scenario.side(side).effects)
        .push_back(choice);
  if (row.attacker_retreats)
    scenario.side(Side::attacker).policy["retreat"] = RetreatTiming{row.attacker_retreats, {}};
  if (row.defender_retreats)
    scenario.side(Side::defender).policy["retreat"] = RetreatTiming{row.defender_retreats, {}};
  if (!row.attacker_gives_up_first.empty())
    scenario.side(Side::attacker).policy["losses"] = Names{row.attacker_gives_up_first};
  return scenario;
}

/// How well the attacker has done: by the odds, and where they do not differ by what was lost.
double gain_of_attacker(const Answer& with, const Answer& without) {
  const double odds = (with.win() - with.lose()) - (without.win() - without.lose());
  if (std::abs(odds) > 1e-9) return odds;
  return (with.lost[1] - with.lost[0]) - (without.lost[1] - without.lost[0]);
}

TEST_CASE("every effect changes a battle, and the right way") {
  for (const Row& row : rows()) {
    CAPTURE(row.id);
    CAPTURE(row.battle);
    CAPTURE(row.attacker);
    CAPTURE(row.defender);
    const Answer with = try_ask(battle_of(row, true)), without = try_ask(battle_of(row, false));
    CHECK_MESSAGE(with.solved, with.problem);
    CHECK_MESSAGE(without.solved, without.problem);
    if (!with.solved || !without.solved) continue;
    CHECK(distance(with, without) > 1e-6);
    const double gain = gain_of_attacker(with, without);
    if (row.good_for == A) CHECK(gain > 1e-7);
    if (row.good_for == D) CHECK(gain < -1e-7);
  }
}

TEST_CASE("every id of the catalogue changes a battle or says why it cannot") {
  std::set<std::string> rowed;
  for (const Row& row : rows()) {
    CHECK_MESSAGE(rowed.insert(row.id).second, row.id << " stands twice in the table");
    CHECK_MESSAGE(ti4::find_effect_rule(row.id), row.id << " has no rule");
  }
  rowed.insert("rule_neutral_units");  // has a case of its own, below
  int matter = 0, inert = 0;
  for (const ti4::EffectFact& fact : ti4::all_effects()) {
    const std::string id{fact.id};
    CAPTURE(id);
    const bool has_row = rowed.contains(id);
    const ti4::Inert* reason = ti4::find_inert(id);
    CHECK_MESSAGE(has_row != (reason != nullptr),
                  "exactly one of: a row in the table, a reason why it cannot matter");
    CHECK((ti4::find_effect_rule(id) != nullptr) == has_row);
    if (reason) CHECK(reason->reason.size() > 10);
    matter += has_row;
    inert += reason != nullptr;
  }
  CHECK(matter + inert == static_cast<int>(ti4::all_effects().size()));
  int units = 0;
  for (const ti4::Effect& effect : ti4::unit_effects()) {
    CHECK_MESSAGE(rowed.contains(std::string{effect.id}),
                  effect.id << " is a unit's text without a row");
    ++units;
  }
  for (const ti4::Inert& one : ti4::inert_effects())
    CHECK_MESSAGE((ti4::find_effect(one.id) || ti4::find_unit(one.id)),
                  one.id << " is not in the catalogue");
  MESSAGE(matter << " effects change a battle, " << inert << " cannot, each with its reason; "
                 << units << " unit texts change a battle");
}

TEST_CASE(
    "rule_neutral_units: neutral units lose the lowest of their card first, and never retreat") {
  // War sun before flagship, where a player gives up the flagship first.
  Scenario neutral = scenario("space", "4 cruiser", "neutral: flagship!, ws!");
  Scenario as_player = neutral;
  as_player.side(Side::defender).policy["losses"] = Names{"flagship", "war_sun"};
  CHECK(distance(ask(neutral), ask(as_player)) > 1e-6);
  Scenario card = neutral;
  card.side(Side::defender).policy["losses"] =
      Names{"fighter", "destroyer", "cruiser", "carrier", "dreadnought", "war_sun", "flagship"};
  CHECK(distance(ask(neutral), ask(card)) < 1e-12);
  Scenario named = neutral;
  named.side(Side::defender).effects.push_back({"rule_neutral_units", {}, {}, {}});
  CHECK(distance(ask(neutral), ask(named)) < 1e-12);
  Scenario fleeing = neutral;
  fleeing.side(Side::defender).policy["retreat"] = RetreatTiming{1, {}};
  CHECK_FALSE(try_ask(fleeing).solved);
  Scenario misnamed = scenario("space", "4 cruiser", "3 cruiser, +rule_neutral_units");
  CHECK_FALSE(try_ask(misnamed).solved);
}

}  // namespace
