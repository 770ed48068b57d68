#include "core/systems/ti4/units.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace broadside::ti4 {
namespace {

using enum UnitType;

// tests/core/systems/ti4/units_test.cpp compares every field below with tests/data/ti4/units.json.
// A table reads better by rows than with one field a line.
// clang-format off

constexpr Special kDisablePlanetaryShield[] = {
    {"disable_planetary_shield", "odds", 0,
     "Switches off the Planetary Shield of everyone else's units in its system.",
     "scope=system; of=other_players"},
};
constexpr Special kDirectHitImmune[] = {
    {"direct_hit_immune", "odds", 0, "Direct Hit cards cannot destroy this unit."},
};
constexpr Special kFighter2[] = {
    {"fighters_in_excess_of_capacity", "capacity", 1,
     "Moves and retreats unescorted; each fighter beyond capacity uses 1 of a fleet-pool slot "
     "instead of being removed.", "fleet_pool_weight=1"},
};
constexpr Special kReturnAfterDestroyed6[] = {
    {"return_after_destroyed", "value", 6,
     "When destroyed, a die of 6+ brings it back to the home system at the start of your next "
     "turn."},
};
constexpr Special kSpaceCannonRange1[] = {
    {"space_cannon_range", "odds", 1,
     "Space Cannon also reaches ships in adjacent systems (offense step only)."},
};
constexpr Special kFighterAllowance3[] = {
    {"fighter_allowance", "capacity", 3,
     "Up to 3 of your fighters in this system do not use ship capacity."},
};
constexpr Special kArborecFlagship[] = {
    {"produce_on_activation", "composition", 5,
     "Activating its system lets you build as many as 5 units there before combat."},
};
constexpr Special kArborecMech[] = {
    {"deploy", "composition", 0,
     "Can be placed in exchange for an infantry when Mitosis is used in the status phase."},
};
constexpr Special kArgentFlagship[] = {
    {"block_space_cannon", "odds", 0,
     "Other players cannot fire Space Cannon at your ships in this system (shots at your landed "
     "ground forces are still allowed).", "of=other_players; against=own_ships_in_system"},
};
constexpr Special kArgentDestroyer2[] = {
    {"afb_result_kills_infantry", "odds", 9,
     "Each of its AFB dice showing 9 or 10 also destroys one opposing infantry in the space area; "
     "not a hit, so it cannot be cancelled, and it happens before sustain.",
     "per_die=1; target=opponent_infantry_in_space"},
};
constexpr Special kArgentMech[] = {
    {"no_capacity_use", "capacity", 0,
     "Uses no capacity while carried with ships that have a capacity value."},
};
constexpr Special kBastionFlagship[] = {
    {"add_to_rolls", "odds", 1,
     "+1 to its own combat rolls for every non-home system in which you control at least one "
     "planet.", "per=own_controlled_nonhome_systems; roll=combat; units=self"},
};
constexpr Special kBastionMech[] = {
    {"galvanize_on_death", "odds", 3,
     "Dying while galvanized it passes tokens on to as many as 3 own infantry in the system.",
     "trigger=self_destroyed_while_galvanized; targets=own_infantry_in_system"},
};
constexpr Special kCreussFlagship[] = {
    {"delta_wormhole", "retreat", 0,
     "Its system has a delta wormhole: extends adjacency for retreats and for long-range Space "
     "Cannon."},
};
constexpr Special kCreussMech[] = {
    {"wormhole_on_activation", "composition", 0,
     "May be removed on any activation to put a wormhole token in its system."},
};
constexpr Special kDeepwroughtMech[] = {
    {"evacuate_on_activation", "composition", 0,
     "If coexisting when another player activates its system, it and your infantry there may go "
     "home (no combat)."},
};
constexpr Special kEmpyreanFlagship[] = {
    {"pay_to_repair", "odds", 2,
     "2 influence repairs a unit (of any player, same or neighbouring system) right after it "
     "sustained; still only one sustain per unit and assign-hits step.",
     "cost=influence:2; trigger=any_unit_sustained; scope=system_or_adjacent; limit=each sustain "
     "use"},
};
constexpr Special kEmpyreanMech[] = {
    {"cancel_action_card", "odds", 0,
     "Can be given up to cancel an action card of a player who has units in the same or a "
     "neighbouring system.", "cost=remove:self"},
};
constexpr Special kFirmamentFlagship[] = {
    {"repair_self", "odds", 0,
     "Repaired at the end of every combat round if the active system holds units of a player "
     "marked on one of your plots.", "when=end_of_round; condition=opponent_marked_on_own_plot"},
};
constexpr Special kFirmamentMech[] = {
    {"choose_coexistence", "prevents_combat", 0,
     "When ground forces are committed to its planet you may have your units there coexist, so "
     "no ground combat happens."},
};
constexpr Special kHacanFlagship[] = {
    {"pay_to_modify_die", "odds", 1,
     "After rolling a die in a space combat in its system you may pay 1 trade good for +1 on that "
     "die; once per die.", "cost=trade_goods:1; limit=once per die; stage=space"},
};
constexpr Special kJolnarFlagship[] = {
    {"extra_hits_on_natural", "odds", 2,
     "Each unmodified 9 or 10 on its combat dice gives 2 extra hits.", "min_natural=9"},
};
constexpr Special kJolnarMech[] = {
    {"exempt_from_effect", "odds", 0,
     "Your infantry on its planet ignore Fragile (the mech itself does not).",
     "effect=ability_fragile; units=own_infantry_on_planet"},
};
constexpr Special kKeleresFlagship[] = {
    {"tax_activation", "prevents_combat", 2,
     "Others pay 2 influence to activate its system.", "cost=influence:2"},
};
constexpr Special kKeleresMech[] = {
    {"tax_commit", "prevents_combat", 1,
     "Others pay 1 influence per such mech to commit ground forces to its planet.",
     "cost=influence:1"},
};
constexpr Special kL1z1xFlagship[] = {
    {"assign_restriction", "odds", 0,
     "In space combat, hits from this ship and your dreadnoughts here go to non-fighter ships "
     "while any remain.",
     "hits_from=self,own_dreadnoughts_in_system; must=non_fighter_ships; stage=space"},
};
constexpr Special kL1z1xMech[] = {
    {"bombard_as_ship", "odds", 0,
     "While it is not itself in a ground combat it may bombard planets in its system, Harrow "
     "included."},
};
constexpr Special kLetnevFlagship[] = {
    {"disable_planetary_shield", "odds", 0,
     "Switches off the Planetary Shield of everyone else's units in its system.",
     "scope=system; of=other_players"},
    {"repair_self", "odds", 0,
     "Loses its damage whenever a space combat round it fights in begins.",
     "when=start_of_round; stage=space"},
};
constexpr Special kLetnevMech[] = {
    {"deploy", "odds", 2,
     "At the start of a ground combat round you may pay 2 resources to turn one of your infantry "
     "in that combat into this mech (from reinforcements, once per round).",
     "when=start_of_round; stage=ground; cost=resources:2; replaces=own_infantry; limit=once per "
     "round"},
};
constexpr Special kMahactFlagship[] = {
    {"add_to_rolls", "odds", 2,
     "+2 on its combat dice unless your fleet pool holds a token of that opponent.",
     "roll=combat; units=self; condition=opponent_token_not_in_own_fleet_pool"},
};
constexpr Special kMahactInfantry1[] = {
    {"gain_on_death", "value", 0,
     "When destroyed, gain a commodity or turn one into a trade good."},
};
constexpr Special kMahactInfantry2[] = {
    {"gain_on_death", "value", 0,
     "When destroyed, gain a commodity or turn one into a trade good."},
    {"return_after_destroyed", "value", 1,
     "Always returns to the home system at the start of your next turn."},
};
constexpr Special kMahactMech[] = {
    {"end_turn_on_activation", "prevents_combat", 0,
     "When a player whose token sits in your fleet pool activates its system you may spend that "
     "token to end their turn."},
};
constexpr Special kMentakFlagship[] = {
    {"block_sustain", "odds", 0,
     "Other players' ships in its system cannot use Sustain Damage.",
     "of=other_players_ships_in_system"},
};
constexpr Special kMentakMech[] = {
    {"block_sustain", "odds", 0,
     "Other players' ground forces on its planet cannot use Sustain Damage (also against Space "
     "Cannon defense shots).", "of=other_players_ground_forces_on_planet"},
};
constexpr Special kMuaatFlagship[] = {
    {"component_action_place", "composition", 0,
     "Action: pay a strategy token to place a cruiser in its system."},
};
constexpr Special kNaaluFlagship[] = {
    {"commit_fighters", "odds", 0,
     "During an invasion in its system your fighters may be committed as ground forces; they fly "
     "back when combat ends, so they cannot take the planet by themselves."},
};
constexpr Special kNaaluFighter2[] = {
    {"fighters_in_excess_of_capacity", "capacity", 2,
     "Moves and retreats unescorted; each fighter beyond capacity uses 0.5 of a fleet-pool slot "
     "instead of being removed.", "fleet_pool_weight=0.5"},
};
constexpr Special kNaaluMech[] = {
    {"add_to_rolls", "odds", 2,
     "+2 to its combat rolls against an opponent holding any relic fragment.",
     "roll=combat; units=self; condition=opponent_has_relic_fragment"},
};
constexpr Special kNaaluMechOmega[] = {
    {"block_afb", "odds", 0,
     "Shields all your units in its system from enemy AFB (whether the mech is in space or on a "
     "planet).", "of=other_players; against=own_units_in_system"},
};
constexpr Special kNaaluMechOmega2[] = {
    {"deploy", "composition", 0,
     "Placed on a planet you control whenever another player gains a relic."},
};
constexpr Special kNaazRokhaFlagship[] = {
    {"extra_dice", "odds", 1,
     "Each of your mechs in its system rolls one more die on combat rolls.",
     "roll=combat; units=own_mechs_in_system"},
};
constexpr Special kNaazRokhaMech[] = {
    {"flips_in_space", "odds", 0,
     "If in the space area when a space combat starts it must flip to its Z-Grav side for that "
     "combat.", "other_side=naaz_rokha_mech_space"},
};
constexpr Special kNaazRokhaMechMaximum[] = {
    {"ship_and_ground_force", "odds", 0,
     "Counts as both a ship and a ground force (and a mech); fights in space and on the ground."},
    {"immune_to_unit_ability_hits", "odds", 0,
     "Hits from unit abilities (Space Cannon, AFB, Bombardment) cannot be assigned to it."},
    {"repair_self", "odds", 0,
     "Repaired at the start of every combat round it takes part in.",
     "when=start_of_round; stage=both"},
    {"unique", "composition", 0,
     "Replaces four mechs; while in play your other mechs cannot be placed or produced."},
};
constexpr Special kNaazRokhaMechSpace[] = {
    {"counts_as_ship", "odds", 0,
     "Fights as a ship while in space in the active system; turns back into cargo (capacity "
     "needed) once the space combat is over.", "other_side=naaz_rokha_mech"},
};
constexpr Special kNekroFlagship[] = {
    {"ground_forces_join_space_combat", "odds", 0,
     "At the start of a space combat in its system, any number of your ground forces there "
     "(space or planets) fight as ships, to the end of that combat even if the flagship dies."},
};
constexpr Special kNekroMech[] = {
    {"add_to_rolls", "odds", 2,
     "+2 to its combat rolls against an opponent with your X or Y assimilator token on a "
     "technology.", "roll=combat; units=self; condition=opponent_has_x_or_y_token"},
};
constexpr Special kNomadMech[] = {
    {"sustain_for_ships", "odds", 0,
     "While in the space area during combat, its Sustain Damage may cancel a hit produced "
     "against your ships there (AFB hits too; Direct Hit cannot answer it)."},
};
constexpr Special kRalNelFlagship[] = {
    {"destroy_on_retreat", "odds", 1,
     "When it retreats you may destroy one ship in the active system that lacks the Sustain Damage "
     "ability.", "target=ship_without_sustain_ability"},
};
constexpr Special kRalNelDestroyer1[] = {
    {"borrow_space_cannon", "odds", 0,
     "Can use the Space Cannon of one of your structures carried in its space area; each structure "
     "serves once.", "limit=each structure once"},
};
constexpr Special kRalNelDestroyer2[] = {
    {"borrow_space_cannon", "odds", 0,
     "Can use the Space Cannon of one of your structures carried in its space area; several "
     "linkships may use the same structure.", "limit=each linkship once"},
};
constexpr Special kRalNelMech[] = {
    {"reinforce_end_of_round", "odds", 2,
     "At the end of each combat round on its planet you may bring up to 2 of your ground forces "
     "there from planets in adjacent systems.", "when=end_of_round; stage=ground"},
};
constexpr Special kRebellionFlagship[] = {
    {"strip_unit_abilities", "odds", 0,
     "While it shares a system with an active breach, enemies in any active-breach system have no "
     "unit abilities (sustain, AFB, bombardment, space cannon, shield, production, deploy); their "
     "printed text still works.",
     "condition=active_breach_in_system; of=other_players_units_in_active_breach_systems"},
};
constexpr Special kRebellionDestroyer1[] = {
    {"breach_after_combat", "none", 0,
     "After a combat here or adjacent you may place an inactive breach."},
};
constexpr Special kRebellionDestroyer2[] = {
    {"breach_after_combat", "none", 0,
     "After a combat up to 2 systems away you may place an active or inactive breach."},
};
constexpr Special kRebellionMech[] = {
    {"deploy", "composition", 0,
     "In the commit step of your tactical action in a system with an active breach you may commit "
     "one mech from reinforcements (once per tactical action).",
     "when=commit; stage=ground; condition=active_breach_in_system"},
};
constexpr Special kSaarMech[] = {
    {"deploy", "composition", 1,
     "After you take a planet you may pay 1 trade good to place it there.", "cost=trade_goods:1"},
};
constexpr Special kFloatingStructure[] = {
    {"floating_structure", "value", 0,
     "Sits in the space area, may move and retreat like a ship, is not a ship and cannot take "
     "hits; destroyed as soon as it is blockaded."},
};
constexpr Special kSardakkFlagship[] = {
    {"add_to_rolls", "odds", 1,
     "+1 to combat rolls of your other ships in its system.",
     "roll=combat; units=own_other_ships_in_system"},
};
constexpr Special kSardakkDreadnought2[] = {
    {"direct_hit_immune", "odds", 0, "Direct Hit cards cannot destroy this unit."},
    {"sacrifice_to_destroy", "odds", 2,
     "After a space combat round you may destroy it to destroy up to 2 opposing ships of your "
     "choice; nothing cancels that.",
     "when=end_of_round; stage=space; chosen_by=owner; cancellable=false"},
};
constexpr Special kSardakkMech[] = {
    {"hit_after_sustain", "odds", 1,
     "When it sustains in ground combat it must produce 1 hit on the opposing ground forces, added "
     "to the current round.", "stage=ground"},
};
constexpr Special kSolInfantry2[] = {
    {"return_after_destroyed", "value", 5,
     "When destroyed, a die of 5+ brings it back to the home system at the start of your next "
     "turn."},
};
constexpr Special kSolMech[] = {
    {"deploy", "composition", 3,
     "After Orbital Drop you may pay 3 resources to place it on that planet.", "cost=resources:3"},
};
constexpr Special kTitansFlagship[] = {
    {"deploy", "composition", 0,
     "When you activate a system holding your PDS you may swap one of them for this flagship "
     "before combat."},
};
constexpr Special kTitansMech[] = {
    {"deploy", "composition", 0,
     "Instead of placing a PDS you may place this mech plus one infantry."},
};
constexpr Special kTitansPds1[] = {
    {"structure_and_ground_force", "odds", 0,
     "Structure that also serves as a ground force: fights and takes hits in ground combat, "
     "holds the planet, never rides on ships."},
};
constexpr Special kTitansPds2[] = {
    {"structure_and_ground_force", "odds", 0,
     "Structure that also serves as a ground force: fights and takes hits in ground combat, "
     "holds the planet, never rides on ships."},
    {"space_cannon_range", "odds", 1,
     "Space Cannon also reaches ships in adjacent systems (offense step only)."},
};
constexpr Special kVuilraithFlagship[] = {
    {"capture_destroyed", "value", 0,
     "All other non-structure units destroyed in its system are captured, your own included."},
};
constexpr Special kVuilraithMech[] = {
    {"capture_own_infantry", "value", 0,
     "Your infantry destroyed on its planet are captured on your sheet."},
};
constexpr Special kVuilraithSpaceDock1[] = {
    {"system_is_gravity_rift", "retreat", 0,
     "Its system is a gravity rift for other players (matters for retreats)."},
    {"fighter_allowance", "capacity", 6,
     "Up to 6 of your fighters in this system do not use ship capacity."},
};
constexpr Special kVuilraithSpaceDock2[] = {
    {"system_is_gravity_rift", "retreat", 0,
     "Its system is a gravity rift for other players (matters for retreats)."},
    {"fighter_allowance", "capacity", 12,
     "Up to 12 of your fighters in this system do not use ship capacity."},
};
constexpr Special kWinnuFlagship[] = {
    {"dice_count_equals", "odds", 7,
     "Rolls one combat die per opposing non-fighter ship in its system (none against fighters "
     "only).", "equals=opponent_non_fighter_ships"},
};
constexpr Special kWinnuMech[] = {
    {"structure_after_control", "value", 0,
     "After a tactical action in which you took its planet you may place a PDS or space dock "
     "there."},
};
constexpr Special kYinFlagship[] = {
    {"explode", "odds", 0,
     "When destroyed it destroys every ship in the system (both sides), normally ending the "
     "combat as a draw; ground forces and Floating Factories survive."},
};
constexpr Special kYinMech[] = {
    {"deploy", "odds", 1,
     "When Indoctrination is used, 1 extra influence places this mech instead of an infantry.",
     "when=start_of_combat; stage=ground; cost=influence:1"},
};

constexpr Unit kUnits[] = {
    // Standard units
    {.id = "war_sun", .name = "War Sun", .faction = "generic", .type = war_sun, .level = 1,
     .expansion = "base", .resources = 12, .combat = {3, 3}, .move = 2, .capacity = 6,
     .sustain_damage = true, .bombardment = {3, 3}, .is_ship = true, .component_limit = 2,
     .requires_ = "technology", .special = kDisablePlanetaryShield},
    {.id = "dreadnought_1", .name = "Dreadnought I", .faction = "generic", .type = dreadnought,
     .level = 1, .expansion = "base", .resources = 4, .combat = {5, 1}, .move = 1, .capacity = 1,
     .sustain_damage = true, .bombardment = {5, 1}, .is_ship = true, .component_limit = 5},
    {.id = "dreadnought_2", .name = "Dreadnought II", .faction = "generic", .type = dreadnought,
     .level = 2, .upgrade_of = "dreadnought_1", .expansion = "base", .resources = 4,
     .combat = {5, 1}, .move = 2, .capacity = 1, .sustain_damage = true, .bombardment = {5, 1},
     .is_ship = true, .component_limit = 5, .special = kDirectHitImmune},
    {.id = "cruiser_1", .name = "Cruiser I", .faction = "generic", .type = cruiser, .level = 1,
     .expansion = "base", .resources = 2, .combat = {7, 1}, .move = 2, .is_ship = true,
     .component_limit = 8},
    {.id = "cruiser_2", .name = "Cruiser II", .faction = "generic", .type = cruiser, .level = 2,
     .upgrade_of = "cruiser_1", .expansion = "base", .resources = 2, .combat = {6, 1}, .move = 3,
     .capacity = 1, .is_ship = true, .component_limit = 8},
    {.id = "carrier_1", .name = "Carrier I", .faction = "generic", .type = carrier, .level = 1,
     .expansion = "base", .resources = 3, .combat = {9, 1}, .move = 1, .capacity = 4,
     .is_ship = true, .component_limit = 4},
    {.id = "carrier_2", .name = "Carrier II", .faction = "generic", .type = carrier, .level = 2,
     .upgrade_of = "carrier_1", .expansion = "base", .resources = 3, .combat = {9, 1}, .move = 2,
     .capacity = 6, .is_ship = true, .component_limit = 4},
    {.id = "destroyer_1", .name = "Destroyer I", .faction = "generic", .type = destroyer,
     .level = 1, .expansion = "base", .resources = 1, .combat = {9, 1}, .move = 2,
     .anti_fighter_barrage = {9, 2}, .is_ship = true, .component_limit = 8},
    {.id = "destroyer_2", .name = "Destroyer II", .faction = "generic", .type = destroyer,
     .level = 2, .upgrade_of = "destroyer_1", .expansion = "base", .resources = 1, .combat = {8, 1},
     .move = 2, .anti_fighter_barrage = {6, 3}, .is_ship = true, .component_limit = 8},
    {.id = "fighter_1", .name = "Fighter I", .faction = "generic", .type = fighter, .level = 1,
     .expansion = "base", .resources = 1, .produces = 2, .combat = {9, 1}, .is_ship = true},
    {.id = "fighter_2", .name = "Fighter II", .faction = "generic", .type = fighter, .level = 2,
     .upgrade_of = "fighter_1", .expansion = "base", .resources = 1, .produces = 2,
     .combat = {8, 1}, .move = 2, .is_ship = true, .special = kFighter2},
    {.id = "infantry_1", .name = "Infantry I", .faction = "generic", .type = infantry, .level = 1,
     .expansion = "base", .resources = 1, .produces = 2, .combat = {8, 1}, .is_ground_force = true},
    {.id = "infantry_2", .name = "Infantry II", .faction = "generic", .type = infantry, .level = 2,
     .upgrade_of = "infantry_1", .expansion = "base", .resources = 1, .produces = 2,
     .combat = {7, 1}, .is_ground_force = true, .special = kReturnAfterDestroyed6},
    // No card prints this one: what all mechs have in common, for a side without a faction.
    {.id = "mech", .name = "Mech", .faction = "generic", .type = mech, .expansion = "pok",
     .resources = 2, .combat = {6, 1}, .sustain_damage = true, .is_ground_force = true,
     .component_limit = 4},
    {.id = "pds_1", .name = "PDS I", .faction = "generic", .type = pds, .level = 1,
     .expansion = "base", .space_cannon = {6, 1}, .planetary_shield = true, .is_structure = true,
     .component_limit = 6},
    {.id = "pds_2", .name = "PDS II", .faction = "generic", .type = pds, .level = 2,
     .upgrade_of = "pds_1", .expansion = "base", .space_cannon = {5, 1}, .space_cannon_range = 1,
     .planetary_shield = true, .is_structure = true, .component_limit = 6,
     .special = kSpaceCannonRange1},
    {.id = "space_dock_1", .name = "Space Dock I", .faction = "generic", .type = space_dock,
     .level = 1, .expansion = "base", .is_structure = true, .component_limit = 3,
     .fighter_allowance = 3, .special = kFighterAllowance3},
    {.id = "space_dock_2", .name = "Space Dock II", .faction = "generic", .type = space_dock,
     .level = 2, .upgrade_of = "space_dock_1", .expansion = "base", .is_structure = true,
     .component_limit = 3, .fighter_allowance = 3, .special = kFighterAllowance3},
    // The Arborec
    {.id = "arborec_flagship", .name = "Duha Menaimon", .faction = "arborec", .type = flagship,
     .expansion = "base", .resources = 8, .combat = {7, 2}, .move = 1, .capacity = 5,
     .sustain_damage = true, .is_ship = true, .component_limit = 1, .special = kArborecFlagship},
    {.id = "arborec_infantry_1", .name = "Letani Warrior I", .faction = "arborec", .type = infantry,
     .level = 1, .expansion = "base", .resources = 1, .produces = 2, .combat = {8, 1},
     .is_ground_force = true},
    {.id = "arborec_infantry_2", .name = "Letani Warrior II", .faction = "arborec",
     .type = infantry, .level = 2, .upgrade_of = "arborec_infantry_1", .expansion = "base",
     .resources = 1, .produces = 2, .combat = {7, 1}, .is_ground_force = true,
     .special = kReturnAfterDestroyed6},
    {.id = "arborec_mech", .name = "Letani Behemoth", .faction = "arborec", .type = mech,
     .expansion = "pok", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .planetary_shield = true, .is_ground_force = true, .component_limit = 4,
     .special = kArborecMech},
    // The Argent Flight
    {.id = "argent_flagship", .name = "Quetzecoatl", .faction = "argent", .type = flagship,
     .expansion = "pok", .resources = 8, .combat = {7, 2}, .move = 1, .capacity = 3,
     .sustain_damage = true, .is_ship = true, .component_limit = 1, .special = kArgentFlagship},
    {.id = "argent_destroyer_1", .name = "Strike Wing Alpha I", .faction = "argent",
     .type = destroyer, .level = 1, .expansion = "pok", .resources = 1, .combat = {8, 1}, .move = 2,
     .capacity = 1, .anti_fighter_barrage = {9, 2}, .is_ship = true, .component_limit = 8},
    {.id = "argent_destroyer_2", .name = "Strike Wing Alpha II", .faction = "argent",
     .type = destroyer, .level = 2, .upgrade_of = "argent_destroyer_1", .expansion = "pok",
     .resources = 1, .combat = {7, 1}, .move = 2, .capacity = 1, .anti_fighter_barrage = {6, 3},
     .is_ship = true, .component_limit = 8, .special = kArgentDestroyer2},
    {.id = "argent_mech", .name = "Aerie Sentinel", .faction = "argent", .type = mech,
     .expansion = "pok", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4, .special = kArgentMech},
    // Last Bastion
    {.id = "bastion_flagship", .name = "The Egeiro", .faction = "bastion", .type = flagship,
     .expansion = "te", .resources = 8, .combat = {9, 1}, .move = 1, .capacity = 3,
     .sustain_damage = true, .is_ship = true, .component_limit = 1, .special = kBastionFlagship},
    {.id = "bastion_mech", .name = "A3 Valiance", .faction = "bastion", .type = mech,
     .expansion = "te", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4, .special = kBastionMech},
    {.id = "bastion_space_dock_1", .name = "4X41C \"Helios\" V1", .faction = "bastion",
     .type = space_dock, .level = 1, .expansion = "te", .is_structure = true, .component_limit = 3,
     .fighter_allowance = 3, .special = kFighterAllowance3},
    {.id = "bastion_space_dock_2", .name = "4X41C \"Helios\" V2", .faction = "bastion",
     .type = space_dock, .level = 2, .upgrade_of = "bastion_space_dock_1", .expansion = "te",
     .is_structure = true, .component_limit = 3, .fighter_allowance = 3,
     .special = kFighterAllowance3},
    // The Ghosts of Creuss
    {.id = "creuss_flagship", .name = "Hil Colish", .faction = "creuss", .type = flagship,
     .expansion = "base", .resources = 8, .combat = {5, 1}, .move = 1, .capacity = 3,
     .sustain_damage = true, .is_ship = true, .component_limit = 1, .special = kCreussFlagship},
    {.id = "creuss_mech", .name = "Icarus Drive", .faction = "creuss", .type = mech,
     .expansion = "pok", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4, .special = kCreussMech},
    // The Deepwrought Scholarate
    {.id = "deepwrought_flagship", .name = "D.W.S. Luminous", .faction = "deepwrought",
     .type = flagship, .expansion = "te", .resources = 8, .combat = {7, 2}, .move = 1,
     .capacity = 6, .sustain_damage = true, .is_ship = true, .component_limit = 1},
    {.id = "deepwrought_mech", .name = "Eanautic", .faction = "deepwrought", .type = mech,
     .expansion = "te", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4, .special = kDeepwroughtMech},
    // The Empyrean
    {.id = "empyrean_flagship", .name = "Dynamo", .faction = "empyrean", .type = flagship,
     .expansion = "pok", .resources = 8, .combat = {5, 2}, .move = 1, .capacity = 3,
     .sustain_damage = true, .is_ship = true, .component_limit = 1, .special = kEmpyreanFlagship},
    {.id = "empyrean_mech", .name = "Watcher", .faction = "empyrean", .type = mech,
     .expansion = "pok", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4, .special = kEmpyreanMech},
    // The Firmament
    {.id = "firmament_flagship", .name = "Heaven's Eye", .faction = "firmament", .type = flagship,
     .expansion = "te", .resources = 8, .combat = {5, 2}, .move = 1, .capacity = 3,
     .sustain_damage = true, .is_ship = true, .component_limit = 1, .special = kFirmamentFlagship},
    {.id = "firmament_mech", .name = "Viper EX-23", .faction = "firmament", .type = mech,
     .expansion = "te", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4, .special = kFirmamentMech},
    // The Emirates of Hacan
    {.id = "hacan_flagship", .name = "Wrath of Kenara", .faction = "hacan", .type = flagship,
     .expansion = "base", .resources = 8, .combat = {7, 2}, .move = 1, .capacity = 3,
     .sustain_damage = true, .is_ship = true, .component_limit = 1, .special = kHacanFlagship},
    {.id = "hacan_mech", .name = "Pride of Kenara", .faction = "hacan", .type = mech,
     .expansion = "pok", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4},
    // The Universities of Jol-Nar
    {.id = "jolnar_flagship", .name = "J.N.S. Hylarim", .faction = "jolnar", .type = flagship,
     .expansion = "base", .resources = 8, .combat = {6, 2}, .move = 1, .capacity = 3,
     .sustain_damage = true, .is_ship = true, .component_limit = 1, .special = kJolnarFlagship},
    {.id = "jolnar_mech", .name = "Shield Paling", .faction = "jolnar", .type = mech,
     .expansion = "pok", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4, .special = kJolnarMech},
    // The Council Keleres
    {.id = "keleres_flagship", .name = "Artemiris", .faction = "keleres", .type = flagship,
     .expansion = "codex3", .resources = 8, .combat = {7, 2}, .move = 1, .capacity = 6,
     .sustain_damage = true, .is_ship = true, .component_limit = 1, .special = kKeleresFlagship},
    {.id = "keleres_mech", .name = "Omniopiares", .faction = "keleres", .type = mech,
     .expansion = "codex3", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4, .special = kKeleresMech},
    // The L1Z1X Mindnet
    {.id = "l1z1x_flagship", .name = "[0.0.1]", .faction = "l1z1x", .type = flagship,
     .expansion = "base", .resources = 8, .combat = {5, 2}, .move = 1, .capacity = 5,
     .sustain_damage = true, .is_ship = true, .component_limit = 1, .special = kL1z1xFlagship},
    {.id = "l1z1x_dreadnought_1", .name = "Super Dreadnought I", .faction = "l1z1x",
     .type = dreadnought, .level = 1, .expansion = "base", .resources = 4, .combat = {5, 1},
     .move = 1, .capacity = 2, .sustain_damage = true, .bombardment = {5, 1}, .is_ship = true,
     .component_limit = 5},
    {.id = "l1z1x_dreadnought_2", .name = "Super Dreadnought II", .faction = "l1z1x",
     .type = dreadnought, .level = 2, .upgrade_of = "l1z1x_dreadnought_1", .expansion = "base",
     .resources = 4, .combat = {4, 1}, .move = 2, .capacity = 2, .sustain_damage = true,
     .bombardment = {4, 1}, .is_ship = true, .component_limit = 5, .special = kDirectHitImmune},
    {.id = "l1z1x_mech", .name = "Annihilator", .faction = "l1z1x", .type = mech,
     .expansion = "pok", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .bombardment = {8, 1}, .is_ground_force = true, .component_limit = 4, .special = kL1z1xMech},
    // The Barony of Letnev
    {.id = "letnev_flagship", .name = "Arc Secundus", .faction = "letnev", .type = flagship,
     .expansion = "base", .resources = 8, .combat = {5, 2}, .move = 1, .capacity = 3,
     .sustain_damage = true, .bombardment = {5, 3}, .is_ship = true, .component_limit = 1,
     .special = kLetnevFlagship},
    {.id = "letnev_mech", .name = "Dunlain Reaper", .faction = "letnev", .type = mech,
     .expansion = "pok", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4, .special = kLetnevMech},
    // The Mahact Gene-Sorcerers
    {.id = "mahact_flagship", .name = "Arvicon Rex", .faction = "mahact", .type = flagship,
     .expansion = "pok", .resources = 8, .combat = {5, 2}, .move = 1, .capacity = 3,
     .sustain_damage = true, .is_ship = true, .component_limit = 1, .special = kMahactFlagship},
    {.id = "mahact_infantry_1", .name = "Crimson Legionnaire I", .faction = "mahact",
     .type = infantry, .level = 1, .expansion = "pok", .resources = 1, .produces = 2,
     .combat = {8, 1}, .is_ground_force = true, .special = kMahactInfantry1},
    {.id = "mahact_infantry_2", .name = "Crimson Legionnaire II", .faction = "mahact",
     .type = infantry, .level = 2, .upgrade_of = "mahact_infantry_1", .expansion = "pok",
     .resources = 1, .produces = 2, .combat = {7, 1}, .is_ground_force = true,
     .special = kMahactInfantry2},
    {.id = "mahact_mech", .name = "Starlancer", .faction = "mahact", .type = mech,
     .expansion = "pok", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4, .special = kMahactMech},
    // The Mentak Coalition
    {.id = "mentak_flagship", .name = "Fourth Moon", .faction = "mentak", .type = flagship,
     .expansion = "base", .resources = 8, .combat = {7, 2}, .move = 1, .capacity = 3,
     .sustain_damage = true, .is_ship = true, .component_limit = 1, .special = kMentakFlagship},
    {.id = "mentak_cruiser_3", .name = "Corsair", .faction = "mentak", .type = cruiser, .level = 3,
     .upgrade_of = "cruiser_2", .expansion = "te", .resources = 2, .combat = {6, 1}, .move = 3,
     .capacity = 2, .is_ship = true, .component_limit = 8,
     .requires_ = "breakthrough_the_tables_grace"},
    {.id = "mentak_mech", .name = "Moll Terminus", .faction = "mentak", .type = mech,
     .expansion = "pok", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4, .special = kMentakMech},
    // The Embers of Muaat
    {.id = "muaat_flagship", .name = "The Inferno", .faction = "muaat", .type = flagship,
     .expansion = "base", .resources = 8, .combat = {5, 2}, .move = 1, .capacity = 3,
     .sustain_damage = true, .is_ship = true, .component_limit = 1, .special = kMuaatFlagship},
    {.id = "muaat_war_sun_1", .name = "Prototype War Sun I", .faction = "muaat", .type = war_sun,
     .level = 1, .expansion = "base", .resources = 12, .combat = {3, 3}, .move = 1, .capacity = 6,
     .sustain_damage = true, .bombardment = {3, 3}, .is_ship = true, .component_limit = 2,
     .special = kDisablePlanetaryShield},
    {.id = "muaat_war_sun_2", .name = "Prototype War Sun II", .faction = "muaat", .type = war_sun,
     .level = 2, .upgrade_of = "muaat_war_sun_1", .expansion = "base", .resources = 10,
     .combat = {3, 3}, .move = 3, .capacity = 6, .sustain_damage = true, .bombardment = {3, 3},
     .is_ship = true, .component_limit = 2, .special = kDisablePlanetaryShield},
    {.id = "muaat_mech", .name = "Ember Colossus", .faction = "muaat", .type = mech,
     .expansion = "pok", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4},
    // The Naalu Collective
    {.id = "naalu_flagship", .name = "Matriarch", .faction = "naalu", .type = flagship,
     .expansion = "base", .resources = 8, .combat = {9, 2}, .move = 1, .capacity = 6,
     .sustain_damage = true, .is_ship = true, .component_limit = 1, .special = kNaaluFlagship},
    {.id = "naalu_fighter_1", .name = "Hybrid Crystal Fighter I", .faction = "naalu",
     .type = fighter, .level = 1, .expansion = "base", .resources = 1, .produces = 2,
     .combat = {8, 1}, .is_ship = true},
    {.id = "naalu_fighter_2", .name = "Hybrid Crystal Fighter II", .faction = "naalu",
     .type = fighter, .level = 2, .upgrade_of = "naalu_fighter_1", .expansion = "base",
     .resources = 1, .produces = 2, .combat = {7, 1}, .move = 2, .is_ship = true,
     .special = kNaaluFighter2},
    {.id = "naalu_mech", .name = "Iconoclast", .faction = "naalu", .type = mech, .expansion = "pok",
     .resources = 2, .combat = {6, 1}, .sustain_damage = true, .is_ground_force = true,
     .component_limit = 4, .variant = "original", .special = kNaaluMech},
    {.id = "naalu_mech_omega", .name = "Iconoclast Ω", .faction = "naalu", .type = mech,
     .expansion = "codex3", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4, .variant = "omega", .special = kNaaluMechOmega},
    {.id = "naalu_mech_omega2", .name = "Iconoclast ΩΩ", .faction = "naalu", .type = mech,
     .expansion = "te", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4, .variant = "omega_omega",
     .special = kNaaluMechOmega2},
    // The Naaz-Rokha Alliance
    {.id = "naaz_rokha_flagship", .name = "Visz El Vir", .faction = "naaz_rokha", .type = flagship,
     .expansion = "pok", .resources = 8, .combat = {9, 2}, .move = 1, .capacity = 4,
     .sustain_damage = true, .is_ship = true, .component_limit = 1, .special = kNaazRokhaFlagship},
    {.id = "naaz_rokha_mech", .name = "Eidolon", .faction = "naaz_rokha", .type = mech,
     .expansion = "pok", .resources = 2, .combat = {6, 2}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4, .face = "ground", .special = kNaazRokhaMech},
    {.id = "naaz_rokha_mech_maximum", .name = "Eidolon Maximum", .faction = "naaz_rokha",
     .type = mech, .expansion = "te", .combat = {4, 4}, .move = 3, .sustain_damage = true,
     .is_ship = true, .is_ground_force = true, .component_limit = 1,
     .requires_ = "breakthrough_absolute_synergy", .face = "both",
     .special = kNaazRokhaMechMaximum},
    {.id = "naaz_rokha_mech_space", .name = "Z-Grav Eidolon", .faction = "naaz_rokha", .type = mech,
     .expansion = "pok", .resources = 2, .combat = {8, 2}, .is_ship = true, .is_ground_force = true,
     .component_limit = 4, .face = "space", .special = kNaazRokhaMechSpace},
    // The Nekro Virus
    {.id = "nekro_flagship", .name = "The Alastor", .faction = "nekro", .type = flagship,
     .expansion = "base", .resources = 8, .combat = {9, 2}, .move = 1, .capacity = 3,
     .sustain_damage = true, .is_ship = true, .component_limit = 1, .special = kNekroFlagship},
    {.id = "nekro_mech", .name = "Mordred", .faction = "nekro", .type = mech, .expansion = "pok",
     .resources = 2, .combat = {6, 1}, .sustain_damage = true, .is_ground_force = true,
     .component_limit = 4, .special = kNekroMech},
    // The Nomad
    {.id = "nomad_flagship_1", .name = "Memoria I", .faction = "nomad", .type = flagship,
     .level = 1, .expansion = "pok", .resources = 8, .combat = {7, 2}, .move = 1, .capacity = 3,
     .sustain_damage = true, .anti_fighter_barrage = {8, 3}, .is_ship = true, .component_limit = 1},
    {.id = "nomad_flagship_2", .name = "Memoria II", .faction = "nomad", .type = flagship,
     .level = 2, .upgrade_of = "nomad_flagship_1", .expansion = "pok", .resources = 8,
     .combat = {5, 2}, .move = 2, .capacity = 6, .sustain_damage = true,
     .anti_fighter_barrage = {5, 3}, .is_ship = true, .component_limit = 1},
    {.id = "nomad_mech", .name = "Quantum Manipulator", .faction = "nomad", .type = mech,
     .expansion = "pok", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4, .special = kNomadMech},
    // The Obsidian
    {.id = "obsidian_flagship", .name = "Heaven's Hollow", .faction = "obsidian", .type = flagship,
     .expansion = "te", .resources = 8, .combat = {5, 3}, .move = 1, .capacity = 3,
     .sustain_damage = true, .is_ship = true, .component_limit = 1},
    {.id = "obsidian_mech", .name = "Viper Hollow", .faction = "obsidian", .type = mech,
     .expansion = "te", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4},
    // The Ral Nel Consortium
    {.id = "ral_nel_flagship", .name = "Last Dispatch", .faction = "ral_nel", .type = flagship,
     .expansion = "te", .resources = 8, .combat = {8, 2}, .move = 2, .capacity = 4,
     .sustain_damage = true, .is_ship = true, .component_limit = 1, .special = kRalNelFlagship},
    {.id = "ral_nel_destroyer_1", .name = "Linkship I", .faction = "ral_nel", .type = destroyer,
     .level = 1, .expansion = "te", .resources = 1, .combat = {9, 1}, .move = 3,
     .anti_fighter_barrage = {9, 2}, .is_ship = true, .component_limit = 8,
     .special = kRalNelDestroyer1},
    {.id = "ral_nel_destroyer_2", .name = "Linkship II", .faction = "ral_nel", .type = destroyer,
     .level = 2, .upgrade_of = "ral_nel_destroyer_1", .expansion = "te", .resources = 1,
     .combat = {8, 1}, .move = 4, .anti_fighter_barrage = {6, 3}, .is_ship = true,
     .component_limit = 8, .special = kRalNelDestroyer2},
    {.id = "ral_nel_mech", .name = "Alarum", .faction = "ral_nel", .type = mech, .expansion = "te",
     .resources = 2, .combat = {6, 1}, .sustain_damage = true, .is_ground_force = true,
     .component_limit = 4, .special = kRalNelMech},
    // The Crimson Rebellion
    {.id = "rebellion_flagship", .name = "Quietus", .faction = "rebellion", .type = flagship,
     .expansion = "te", .resources = 8, .combat = {5, 2}, .move = 1, .capacity = 3,
     .sustain_damage = true, .is_ship = true, .component_limit = 1, .special = kRebellionFlagship},
    {.id = "rebellion_destroyer_1", .name = "Exile I", .faction = "rebellion", .type = destroyer,
     .level = 1, .expansion = "te", .resources = 1, .combat = {8, 1}, .move = 2,
     .anti_fighter_barrage = {9, 2}, .is_ship = true, .component_limit = 8,
     .special = kRebellionDestroyer1},
    {.id = "rebellion_destroyer_2", .name = "Exile II", .faction = "rebellion", .type = destroyer,
     .level = 2, .upgrade_of = "rebellion_destroyer_1", .expansion = "te", .resources = 1,
     .combat = {7, 1}, .move = 2, .anti_fighter_barrage = {6, 3}, .is_ship = true,
     .component_limit = 8, .special = kRebellionDestroyer2},
    {.id = "rebellion_mech", .name = "Revenant", .faction = "rebellion", .type = mech,
     .expansion = "te", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4, .special = kRebellionMech},
    // The Clan of Saar
    {.id = "saar_flagship", .name = "Son of Ragh", .faction = "saar", .type = flagship,
     .expansion = "base", .resources = 8, .combat = {5, 2}, .move = 1, .capacity = 3,
     .sustain_damage = true, .anti_fighter_barrage = {6, 4}, .is_ship = true, .component_limit = 1},
    {.id = "saar_mech", .name = "Scavenger Zeta", .faction = "saar", .type = mech,
     .expansion = "pok", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4, .special = kSaarMech},
    {.id = "saar_space_dock_1", .name = "Floating Factory I", .faction = "saar", .type = space_dock,
     .level = 1, .expansion = "base", .move = 1, .capacity = 4, .is_structure = true,
     .component_limit = 3, .special = kFloatingStructure},
    {.id = "saar_space_dock_2", .name = "Floating Factory II", .faction = "saar",
     .type = space_dock, .level = 2, .upgrade_of = "saar_space_dock_1", .expansion = "base",
     .move = 2, .capacity = 5, .is_structure = true, .component_limit = 3,
     .special = kFloatingStructure},
    // Sardakk N'orr
    {.id = "sardakk_flagship", .name = "C'morran N'orr", .faction = "sardakk", .type = flagship,
     .expansion = "base", .resources = 8, .combat = {6, 2}, .move = 1, .capacity = 3,
     .sustain_damage = true, .is_ship = true, .component_limit = 1, .special = kSardakkFlagship},
    {.id = "sardakk_dreadnought_1", .name = "Exotrireme I", .faction = "sardakk",
     .type = dreadnought, .level = 1, .expansion = "base", .resources = 4, .combat = {5, 1},
     .move = 1, .capacity = 1, .sustain_damage = true, .bombardment = {4, 2}, .is_ship = true,
     .component_limit = 5},
    {.id = "sardakk_dreadnought_2", .name = "Exotrireme II", .faction = "sardakk",
     .type = dreadnought, .level = 2, .upgrade_of = "sardakk_dreadnought_1", .expansion = "base",
     .resources = 4, .combat = {5, 1}, .move = 2, .capacity = 1, .sustain_damage = true,
     .bombardment = {4, 2}, .is_ship = true, .component_limit = 5, .special = kSardakkDreadnought2},
    {.id = "sardakk_mech", .name = "Valkyrie Exoskeleton", .faction = "sardakk", .type = mech,
     .expansion = "pok", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4, .special = kSardakkMech},
    // The Federation of Sol
    {.id = "sol_flagship", .name = "Genesis", .faction = "sol", .type = flagship,
     .expansion = "base", .resources = 8, .combat = {5, 2}, .move = 1, .capacity = 12,
     .sustain_damage = true, .is_ship = true, .component_limit = 1},
    {.id = "sol_carrier_1", .name = "Advanced Carrier I", .faction = "sol", .type = carrier,
     .level = 1, .expansion = "base", .resources = 3, .combat = {9, 1}, .move = 1, .capacity = 6,
     .is_ship = true, .component_limit = 4},
    {.id = "sol_carrier_2", .name = "Advanced Carrier II", .faction = "sol", .type = carrier,
     .level = 2, .upgrade_of = "sol_carrier_1", .expansion = "base", .resources = 3,
     .combat = {9, 1}, .move = 2, .capacity = 8, .sustain_damage = true, .is_ship = true,
     .component_limit = 4},
    {.id = "sol_infantry_1", .name = "Spec Ops I", .faction = "sol", .type = infantry, .level = 1,
     .expansion = "base", .resources = 1, .produces = 2, .combat = {7, 1}, .is_ground_force = true},
    {.id = "sol_infantry_2", .name = "Spec Ops II", .faction = "sol", .type = infantry, .level = 2,
     .upgrade_of = "sol_infantry_1", .expansion = "base", .resources = 1, .produces = 2,
     .combat = {6, 1}, .is_ground_force = true, .special = kSolInfantry2},
    {.id = "sol_mech", .name = "ZS Thunderbolt M2", .faction = "sol", .type = mech,
     .expansion = "pok", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4, .special = kSolMech},
    // The Titans of Ul
    {.id = "titans_flagship", .name = "Ouranos", .faction = "titans", .type = flagship,
     .expansion = "pok", .resources = 8, .combat = {7, 2}, .move = 1, .capacity = 3,
     .sustain_damage = true, .is_ship = true, .component_limit = 1, .special = kTitansFlagship},
    {.id = "titans_cruiser_1", .name = "Saturn Engine I", .faction = "titans", .type = cruiser,
     .level = 1, .expansion = "pok", .resources = 2, .combat = {7, 1}, .move = 2, .capacity = 1,
     .is_ship = true, .component_limit = 8},
    {.id = "titans_cruiser_2", .name = "Saturn Engine II", .faction = "titans", .type = cruiser,
     .level = 2, .upgrade_of = "titans_cruiser_1", .expansion = "pok", .resources = 2,
     .combat = {6, 1}, .move = 3, .capacity = 2, .sustain_damage = true, .is_ship = true,
     .component_limit = 8},
    {.id = "titans_mech", .name = "Hecatoncheires", .faction = "titans", .type = mech,
     .expansion = "pok", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4, .special = kTitansMech},
    {.id = "titans_pds_1", .name = "Hel-Titan I", .faction = "titans", .type = pds, .level = 1,
     .expansion = "pok", .combat = {7, 1}, .sustain_damage = true, .space_cannon = {6, 1},
     .planetary_shield = true, .is_ground_force = true, .is_structure = true, .component_limit = 6,
     .special = kTitansPds1},
    {.id = "titans_pds_2", .name = "Hel-Titan II", .faction = "titans", .type = pds, .level = 2,
     .upgrade_of = "titans_pds_1", .expansion = "pok", .combat = {6, 1}, .sustain_damage = true,
     .space_cannon = {5, 1}, .space_cannon_range = 1, .planetary_shield = true,
     .is_ground_force = true, .is_structure = true, .component_limit = 6, .special = kTitansPds2},
    // The Vuil'raith Cabal
    {.id = "vuilraith_flagship", .name = "The Terror Between", .faction = "vuilraith",
     .type = flagship, .expansion = "pok", .resources = 8, .combat = {5, 2}, .move = 1,
     .capacity = 3, .sustain_damage = true, .bombardment = {5, 1}, .is_ship = true,
     .component_limit = 1, .special = kVuilraithFlagship},
    {.id = "vuilraith_mech", .name = "Reanimator", .faction = "vuilraith", .type = mech,
     .expansion = "pok", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4, .special = kVuilraithMech},
    {.id = "vuilraith_space_dock_1", .name = "Dimensional Tear I", .faction = "vuilraith",
     .type = space_dock, .level = 1, .expansion = "pok", .is_structure = true, .component_limit = 3,
     .fighter_allowance = 6, .special = kVuilraithSpaceDock1},
    {.id = "vuilraith_space_dock_2", .name = "Dimensional Tear II", .faction = "vuilraith",
     .type = space_dock, .level = 2, .upgrade_of = "vuilraith_space_dock_1", .expansion = "pok",
     .is_structure = true, .component_limit = 3, .fighter_allowance = 12,
     .special = kVuilraithSpaceDock2},
    // The Winnu
    {.id = "winnu_flagship", .name = "Salai Sai Corian", .faction = "winnu", .type = flagship,
     .expansion = "base", .resources = 8, .combat = {7, 0},
     .dice_rule = "opponent_non_fighter_ships", .move = 1, .capacity = 3, .sustain_damage = true,
     .is_ship = true, .component_limit = 1, .special = kWinnuFlagship},
    {.id = "winnu_mech", .name = "Reclaimer", .faction = "winnu", .type = mech, .expansion = "pok",
     .resources = 2, .combat = {6, 1}, .sustain_damage = true, .is_ground_force = true,
     .component_limit = 4, .special = kWinnuMech},
    // The Xxcha Kingdom
    {.id = "xxcha_flagship", .name = "Loncara Ssodu", .faction = "xxcha", .type = flagship,
     .expansion = "base", .resources = 8, .combat = {7, 2}, .move = 1, .capacity = 3,
     .sustain_damage = true, .space_cannon = {5, 3}, .space_cannon_range = 1, .is_ship = true,
     .component_limit = 1, .special = kSpaceCannonRange1},
    {.id = "xxcha_mech", .name = "Indomitus", .faction = "xxcha", .type = mech, .expansion = "pok",
     .resources = 2, .combat = {6, 1}, .sustain_damage = true, .space_cannon = {8, 1},
     .space_cannon_range = 1, .is_ground_force = true, .component_limit = 4,
     .special = kSpaceCannonRange1},
    // The Yin Brotherhood
    {.id = "yin_flagship", .name = "Van Hauge", .faction = "yin", .type = flagship,
     .expansion = "base", .resources = 8, .combat = {9, 2}, .move = 1, .capacity = 3,
     .sustain_damage = true, .is_ship = true, .component_limit = 1, .special = kYinFlagship},
    {.id = "yin_mech", .name = "Moyin's Ashes", .faction = "yin", .type = mech, .expansion = "pok",
     .resources = 2, .combat = {6, 1}, .sustain_damage = true, .is_ground_force = true,
     .component_limit = 4, .special = kYinMech},
    // The Yssaril Tribes
    {.id = "yssaril_flagship", .name = "Y'sia Y'ssrila", .faction = "yssaril", .type = flagship,
     .expansion = "base", .resources = 8, .combat = {5, 2}, .move = 2, .capacity = 3,
     .sustain_damage = true, .is_ship = true, .component_limit = 1},
    {.id = "yssaril_mech", .name = "Blackshade Infiltrator", .faction = "yssaril", .type = mech,
     .expansion = "pok", .resources = 2, .combat = {6, 1}, .sustain_damage = true,
     .is_ground_force = true, .component_limit = 4},
    // Neutral units
    {.id = "neutral_flagship", .name = "Neutral Flagship", .faction = "neutral", .type = flagship,
     .expansion = "te", .combat = {7, 2}, .move = 1, .capacity = 3, .sustain_damage = true,
     .is_ship = true},
    {.id = "neutral_war_sun", .name = "Neutral War Sun", .faction = "neutral", .type = war_sun,
     .expansion = "te", .combat = {3, 3}, .move = 2, .capacity = 6, .sustain_damage = true,
     .bombardment = {3, 3}, .is_ship = true},
    {.id = "neutral_dreadnought", .name = "Neutral Dreadnought", .faction = "neutral",
     .type = dreadnought, .expansion = "te", .combat = {5, 1}, .move = 2, .capacity = 1,
     .sustain_damage = true, .bombardment = {5, 1}, .is_ship = true},
    {.id = "neutral_cruiser", .name = "Neutral Cruiser", .faction = "neutral", .type = cruiser,
     .expansion = "te", .combat = {6, 1}, .move = 3, .capacity = 1, .is_ship = true},
    {.id = "neutral_carrier", .name = "Neutral Carrier", .faction = "neutral", .type = carrier,
     .expansion = "te", .combat = {9, 1}, .move = 2, .capacity = 6, .is_ship = true},
    {.id = "neutral_destroyer", .name = "Neutral Destroyer", .faction = "neutral",
     .type = destroyer, .expansion = "te", .combat = {8, 1}, .move = 2,
     .anti_fighter_barrage = {6, 3}, .is_ship = true},
    {.id = "neutral_fighter", .name = "Neutral Fighter", .faction = "neutral", .type = fighter,
     .expansion = "te", .combat = {8, 1}, .move = 2, .is_ship = true},
    {.id = "neutral_infantry", .name = "Neutral Infantry", .faction = "neutral", .type = infantry,
     .expansion = "te", .combat = {8, 1}, .is_ground_force = true},
    {.id = "neutral_mech", .name = "Neutral Mech", .faction = "neutral", .type = mech,
     .expansion = "te", .combat = {6, 1}, .sustain_damage = true, .is_ground_force = true},
    {.id = "neutral_pds", .name = "Neutral PDS", .faction = "neutral", .type = pds,
     .expansion = "te", .space_cannon = {6, 1}, .planetary_shield = true, .is_structure = true},
    {.id = "neutral_space_dock", .name = "Neutral Space Dock", .faction = "neutral",
     .type = space_dock, .expansion = "te", .is_structure = true},
};
// clang-format on

constexpr auto kTypeNames = std::to_array<std::string_view>(
    {"flagship", "war_sun", "dreadnought", "cruiser", "carrier", "destroyer", "fighter", "infantry",
     "mech", "pds", "space_dock"});
static_assert(std::size(kTypeNames) == kUnitTypes);

/// What a player fields without further ado: not a breakthrough's unit (Corsair, Eidolon Maximum),
/// not the face that a mech shows only during a space combat (Z-Grav Eidolon).
constexpr bool is_usual(const Unit& unit) {
  return unit.level <= 2 && !unit.requires_.starts_with("breakthrough") &&
         (unit.face.empty() || unit.face == "ground");
}

/// All units of a type, in the order of the table.
const std::vector<const Unit*>& units_of(UnitType type) {
  static const auto kByType = [] {
    ByType<std::vector<const Unit*>> by_type;
    for (const Unit& unit : kUnits) by_type[unit.type].push_back(&unit);
    return by_type;
  }();
  return kByType[type];
}

}  // namespace

std::string_view name(UnitType type) { return kTypeNames[static_cast<std::size_t>(type)]; }

std::optional<UnitType> unit_type(std::string_view name) {
  const auto found = std::find(std::begin(kTypeNames), std::end(kTypeNames), name);
  if (found == std::end(kTypeNames)) return std::nullopt;
  return static_cast<UnitType>(found - std::begin(kTypeNames));
}

std::span<const Unit> all_units() { return kUnits; }

const Unit* find_unit(std::string_view id) {
  const auto* const found = std::find_if(std::begin(kUnits), std::end(kUnits),
                                         [id](const Unit& unit) { return unit.id == id; });
  return found == std::end(kUnits) ? nullptr : found;
}

const Unit* unit_for(std::string_view faction, UnitType type, int level) {
  if (faction.empty()) faction = "generic";
  const Unit* fits = nullptr;
  bool own = false;  // a faction with its own printing of a type never fields the generic one
  for (const Unit* unit : units_of(type)) {
    if (unit->faction != faction || !is_usual(*unit)) continue;
    own = true;
    const int printed = unit->level == 0 ? 1 : unit->level;
    // Printings of one card stand oldest first, so the last that fits is the newest.
    if (printed == level || faction == "neutral") fits = unit;
  }
  return own || faction == "generic" ? fits : unit_for("generic", type, level);
}

}  // namespace broadside::ti4
