// Effects that are known and cannot change the odds of one battle, each with the reason, which is
// printed with the answer.
#include "core/systems/ti4/effects/effect.hpp"

namespace broadside::ti4 {
namespace {

// Reasons that many share.
constexpr std::string_view kAfter = "only pays off after the dice";
constexpr std::string_view kPoints = "victory points only";
constexpr std::string_view kTakesEffectLater =
    "comes after the battle: add it to the units of the next one";
constexpr std::string_view kRetreatPlace =
    "where a retreat may go is for the player to judge: give a retreat policy only if there is a "
    "place";
constexpr std::string_view kReach =
    "decides which space cannons reach and where a retreat may go: list only the PDS that reach, "
    "and a retreat policy only if there is a place";
constexpr std::string_view kMovement =
    "decides which ships can come: list the ships that are there";
constexpr std::string_view kFleetLimit =
    "fleet limits are not checked: list the ships that are there";
constexpr std::string_view kCommander = "list the commander whose ability is used";
constexpr std::string_view kCancelsCard = "leave the cancelled action card out";
constexpr std::string_view kNoCards = "leave out the action cards that cannot be played";
constexpr std::string_view kAgentAgain = "give the agent that acts again one more use";

constexpr Inert kInert[] = {
    // rules and anomalies
    {"rule_space_station", "whoever wins the space combat has it; nothing is fought for"},
    {"anomaly_asteroid_field", kRetreatPlace},
    {"anomaly_nebula_retreat", kRetreatPlace},
    {"anomaly_supernova", kRetreatPlace},

    // faction abilities
    {"ability_liberate", kTakesEffectLater},
    {"ability_phoenix_standard",
     "galvanizes when the combat is over: list ability_galvanize for the next one"},
    {"ability_quantum_entanglement", kReach},
    {"ability_voidborn",
     "only opens nebulae to a retreat; the defender's bonus in one is anomaly_nebula"},
    {"ability_laws_order", "leave out the laws that are switched off"},
    {"ability_assimilate", kTakesEffectLater},
    {"ability_armada",
     "fleet limits are not checked; Fleet Regulations counts it for Letnev by itself"},
    {"ability_edict", kAfter},
    {"ability_imperia", kCommander},
    {"ability_miniaturization", "structures in the space area use no abilities and are not hit"},
    {"ability_incursion", kReach},
    {"ability_scavenge", kAfter},
    {"ability_coalescence", "part of Awaken: list ability_awaken with the number of sleepers"},
    {"ability_devour", "captures what is lost anyway"},
    {"ability_reclamation", kTakesEffectLater},

    // texts of units
    {"empyrean_mech", kCancelsCard},
    {"firmament_mech", "list rule_coexistence where its units coexist instead of fighting"},

    // technologies
    {"tech_dacxive_animators", kTakesEffectLater},
    {"tech_dark_energy_tap", kRetreatPlace},
    {"tech_integrated_economy", kTakesEffectLater},
    {"tech_self_assembly_routines", kAfter},
    {"tech_e_res_siphons", "trade goods only: give what they pay for its number of uses"},
    {"tech_salvage_operations", kTakesEffectLater},
    {"tech_magmus_reactor", kRetreatPlace},
    {"tech_valefar_assimilator", "list the copied technology itself, or its unit upgrade"},
    {"tech_temporal_command_suite", kAgentAgain},
    {"tech_subatomic_splicer", "the ship is rebuilt at home, not here"},
    {"tech_instinct_training", kCancelsCard},
    {"tech_transparasteel_plating", kNoCards},

    // action cards
    {"ac_crash_landing", "the trooper coexists where the planet is held, so it does not fight"},
    {"ac_exchange_program", "the exchanged infantry coexist, so they do not fight"},
    {"ac_forward_supply_base", "trade goods only: give what they pay for its number of uses"},
    {"ac_infiltrate", kTakesEffectLater},
    {"ac_lost_star_chart", kReach},
    {"ac_rally", kFleetLimit},
    {"ac_reparations", kAfter},
    {"ac_sabotage", kCancelsCard},
    {"ac_salvage", kAfter},

    // promissory notes
    {"pn_alliance", kCommander},
    {"pn_support_for_the_throne",
     "a victory point only; breakthrough_imperator takes the number of them as its uses"},
    {"pn_raise_the_standard",
     "galvanizes when the combat is over: list ability_galvanize for the next one"},
    {"pn_fires_of_the_gashlai", "any side may list war suns"},
    {"pn_antivirus", "only stops Technological Singularity: do not list that"},
    {"pn_sever", kRetreatPlace},
    {"pn_crucible",
     "spares the rolls of the movement, not those of a retreat: list the ships that arrived"},

    // agents, commanders, heroes
    {"agent_emissary_taivra", kReach},
    {"agent_xander_alexin_victori",
     "pays with commodities: give what they pay for its number of uses"},
    {"agent_field_marshal_mercer", kTakesEffectLater},
    {"agent_tro", kTakesEffectLater},
    {"agent_ssruu", "list the copied agent itself"},
    {"commander_nip_and_tuck", "only stops Sabotage: list the action cards that work"},
    {"commander_rear_admiral_farran", "trade goods only"},
    {"commander_sula_mentarion", kAfter},
    {"commander_dart_and_tai", kAfter},
    {"commander_nekro_acidos", kAfter},
    {"commander_ahk_siever", kAfter},
    {"hero_mirik_aun_sissiri", kMovement},
    {"hero_the_helmsman", kMovement},
    {"hero_darktalon_treilla", kFleetLimit},
    {"hero_ahk_syl_siven", kMovement},

    // relics and breakthroughs
    {"relic_dominus_orb", kMovement},
    {"relic_nano_forge",
     "makes the planet legendary: list commander_rickar_rickani where he is used there"},
    {"relic_shard_of_the_throne", kPoints},
    {"breakthrough_the_icon", kMovement},
    {"breakthrough_void_tether", kReach},
    {"breakthrough_fealty_uplink", kTakesEffectLater},
    {"breakthrough_valefar_assimilator_z",
     "list the flagships whose texts The Alastor gains: mentak_flagship"},
    {"breakthrough_thunders_paradox", kAgentAgain},
    {"breakthrough_the_reaping", kAfter},
    {"breakthrough_norr_supremacy", kAfter},
    {"breakthrough_yin_ascendant", kCommander},

    // laws, attachments, events
    {"law_crown_of_emphidia", kPoints},
    {"law_enforced_travel_ban", kRetreatPlace},
    {"law_holy_planet_of_ixth", kPoints},
    {"law_homeland_defense_act",
     "the number of PDS is not limited here: list those that are there"},
    {"law_nexus_sovereignty", kRetreatPlace},
    {"law_political_censure", kNoCards},
    {"law_regulated_conscription", "changes what fighters and infantry cost, not how they fight"},
    {"law_shard_of_the_throne", kPoints},
    {"law_shared_research", kRetreatPlace},
    {"law_wormhole_reconstruction", kReach},
    {"attachment_terraform",
     "gives the planet all traits: list law_conventions_of_war where it protects the planet"},
    {"event_advent_of_the_war_sun", "any side may list war suns"},
    {"event_total_war", kAfter},
    {"event_weird_wormholes", "the ships change before the battle: list them as they came out"},
};

}  // namespace

std::span<const Inert> inert_effects() { return kInert; }

}  // namespace broadside::ti4
