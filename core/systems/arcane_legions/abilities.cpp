#include "core/systems/arcane_legions/abilities.hpp"

#include <array>
#include <cassert>

#include "core/scenario/names.hpp"

namespace broadside::arcane_legions {
namespace {

constexpr std::array<AbilityInfo, kAbilities> kTable{{
    {Ability::aggressive, "aggressive", "Aggressive", true, Use::works, "close attack",
     "+1 attack die in the first close order after moving next to the enemy (policy moved)"},
    {Ability::carnivorous, "carnivorous", "Carnivorous", false, Use::works, "close attack",
     "+2 attack dice per icon against cavalry"},
    {Ability::claws_of_chaos, "claws_of_chaos", "Claws of Chaos", false, Use::works, "close attack",
     "+1d6 attack dice, rolled before the combat roll"},
    {Ability::cunning, "cunning", "Cunning", false, Use::works, "close attack",
     "+2 attack dice per icon against a grey side"},
    {Ability::demolitionist, "demolitionist", "Demolitionist", false, Use::works, "close attack",
     "+3 attack dice per icon against a construct"},
    {Ability::fervor, "fervor", "Fervor", false, Use::works, "attack",
     "+1 attack die per icon when another friendly unit touches the target (policy friends)"},
    {Ability::hellenic_pride, "hellenic_pride", "Hellenic Pride", false, Use::works,
     "attack, defence",
     "per icon +4 attack dice in an all-Egyptian army, +2 defence dice in an all-Greek one (policy "
     "army)"},
    {Ability::nature_magic, "nature_magic", "Nature Magic", false, Use::works, "attack",
     "+2 attack dice per icon against construct, undead or mythic units"},
    {Ability::resentful, "resentful", "Resentful", true, Use::works, "close attack",
     "+2 attack dice against humans"},
    {Ability::specialized, "specialized", "Specialized", false, Use::works, "attack",
     "+1 attack die per icon against mixed units or irregulars"},
    {Ability::trample, "trample", "Trample", false, Use::works, "close attack",
     "+2 attack dice per icon against artillery or infantry"},
    {Ability::xenophobic, "xenophobic", "Xenophobic", false, Use::works, "attack",
     "+2 attack dice per icon against another faction when the own army is of one faction (policy "
     "army)"},
    {Ability::guardian, "guardian", "Guardian", true, Use::works, "ranged defence",
     "+2 defence dice against ranged orders"},
    {Ability::siege_defense, "siege_defense", "Siege Defense", true, Use::works, "ranged defence",
     "+2 defence dice against ranged orders"},
    {Ability::wall_of_shields, "wall_of_shields", "Wall of Shields", false, Use::works,
     "ranged defence", "+2 defence dice per icon against ranged orders"},
    {Ability::heavy_armor, "heavy_armor", "Heavy Armor", false, Use::works, "close defence",
     "+1 defence die per icon in close combat"},
    {Ability::spearmen, "spearmen", "Spearmen", false, Use::works, "defence",
     "+1 defence die per icon against cavalry"},
    {Ability::roman_patriot, "roman_patriot", "Roman Patriot", false, Use::works, "defence",
     "+2 defence dice per icon against Egyptians"},
    {Ability::fear, "fear", "Fear", false, Use::works, "close",
     "the enemy rolls one die less per icon, in either role"},
    {Ability::artillery_machine, "artillery_machine", "Artillery Machine", false, Use::works,
     "ranged attack",
     "while its slot is empty: -3 ranged dice per machine, and the unit's figure abilities are "
     "off"},
    {Ability::good_fortune, "good_fortune", "Good Fortune", true, Use::works, "attack",
     "one of the lowest attack dice may be rolled again (policy reroll)"},
    {Ability::bad_luck, "bad_luck", "Bad Luck", false, Use::works, "close",
     "per icon the enemy must roll one of his highest dice again, in either role"},
    {Ability::bully, "bully", "Bully", false, Use::works, "close attack",
     "+2 to each attack result per icon if the target has no ready white icon; results may pass 6"},
    {Ability::way_of_the_bow, "way_of_the_bow", "Way of the Bow", false, Use::works,
     "ranged attack",
     "hits on ties, phantoms too, if the unit has not moved or attacked this turn"},
    {Ability::deadly, "deadly", "Deadly", true, Use::works, "attack",
     "a critical needs two sixes instead of three"},
    {Ability::power_at_a_price, "power_at_a_price", "Power at a Price", false, Use::works, "close",
     "own critical: an enemy figure of your choice is downed before damage (policy picks); enemy "
     "critical: this figure is"},
    {Ability::crones_curse, "crones_curse", "Crone's Curse", false, Use::works, "phantoms",
     "the enemy's phantom value is 1 lower per icon while the units touch (close orders)"},
    {Ability::dragons_curse, "dragons_curse", "Dragon's Curse", false, Use::works, "phantoms",
     "the enemy's phantom value is 2 lower per icon while the units touch (close orders)"},
    {Ability::brutal, "brutal", "Brutal", true, Use::works, "close",
     "+1 damage if at least one hit was scored"},
    {Ability::fire_arrows, "fire_arrows", "Fire Arrows", false, Use::works, "ranged attack",
     "+1 damage per icon (rule fire_arrows: whether a hit is needed)"},
    {Ability::tough, "tough", "Tough", true, Use::works, "defence",
     "1 combat damage less while defending; not against direct damage"},
    {Ability::wall_of_mist, "wall_of_mist", "Wall of Mist", false, Use::works, "ranged defence",
     "1 damage less per icon from ranged combat and Fireburst"},
    {Ability::berserker, "berserker", "Berserker", false, Use::works, "close",
     "1 direct damage back per icon when the unit is dealt close combat damage"},
    {Ability::dragons_gift, "dragons_gift", "Dragon's Gift", false, Use::works, "close attack",
     "2d6 combat damage per icon (rule dragons_gift: added, or instead of the hits)"},
    {Ability::concentrated_attack, "concentrated_attack", "Concentrated Attack", false, Use::works,
     "close attack",
     "may put all damage on one white figure of the enemy, the surplus is lost (policies "
     "concentrates, picks)"},
    {Ability::sniper, "sniper", "Sniper", false, Use::works, "ranged attack",
     "policy shoots: 1 die per icon against the white icons of one figure + 1; all damage on that "
     "figure, no commander"},
    {Ability::thrown_weapon, "thrown_weapon", "Thrown Weapon", false, Use::works, "ranged attack",
     "policy shoots: 3 dice per icon instead of the blue ones, firing into melee costs 1 less"},
    {Ability::direct_fire, "direct_fire", "Direct Fire", false, Use::works, "ranged attack",
     "policy shoots: 1 direct damage per icon instead of a roll, from a blue side"},
    {Ability::armored_rush, "armored_rush", "Armored Rush", false, Use::special, "special order",
     "2 direct damage on the enemy"},
    {Ability::fireburst, "fireburst", "Fireburst", false, Use::special, "special order",
     "1 direct damage per icon on the enemy; what stands next to him is not followed"},
    {Ability::death_cloud, "death_cloud", "Death Cloud", false, Use::amount_unknown,
     "adjacent units", "direct damage on adjacent units; how much is not known"},
    {Ability::death_touch, "death_touch", "Death Touch", false, Use::special, "special order",
     "downs a white enemy figure of at most as many hit points as icons, chance 2/3 (policy "
     "picks)"},
    {Ability::death_touch_master, "death_touch_master", "Death Touch Master", false, Use::special,
     "special order", "downs an enemy figure that is not white, chance 2/3 (policy picks)"},
    {Ability::regeneration, "regeneration", "Regeneration", true, Use::works,
     "start of the own turn", "one lost figure returns"},
    {Ability::lord_of_the_dead, "lord_of_the_dead", "Lord of the Dead", false, Use::special,
     "special order", "1d6 hit points of lost figures return to the own unit with Regeneration"},
    {Ability::artificer, "artificer", "Artificer", false, Use::special, "special order",
     "2 hit points of lost figures return to the own construct unit"},
    {Ability::healing, "healing", "Healing", false, Use::inert, "special order",
     "returns figures of living units; how many is not known, so the order cannot be chosen"},
    {Ability::necromancer, "necromancer", "Necromancer", false, Use::inert, "special order",
     "returns figures of undead units; how many is not known, so the order cannot be chosen"},
    {Ability::charger, "charger", "Charger", true, Use::inert, "order cost",
     "a close order after moving next to the enemy costs 1 point less"},
    {Ability::elusive, "elusive", "Elusive", false, Use::inert, "order cost",
     "attacks on this unit cost 1 point more"},
    {Ability::aura_of_peace, "aura_of_peace", "Aura of Peace", false, Use::inert, "order cost",
     "orders other than moves cost 1 point more nearby"},
    {Ability::opportunist, "opportunist", "Opportunist", false, Use::inert, "order points",
     "2 order points when this unit defeats an enemy unit"},
    {Ability::disciplined, "disciplined", "Disciplined", true, Use::inert, "regroup",
     "several regroup orders a turn without pushing"},
    {Ability::battle_prowess, "battle_prowess", "Battle Prowess", true, Use::inert,
     "after a victory", "one figure may be put elsewhere when an enemy unit is defeated"},
    {Ability::leader_of_men, "leader_of_men", "Leader of Men", false, Use::inert, "other units",
     "repositions other units"},
    {Ability::hustle, "hustle", "Hustle", true, Use::inert, "move",
     "2 more move points in a pushed move"},
    {Ability::beast, "beast", "Beast", true, Use::inert, "move", "no move order next to an enemy"},
    {Ability::call_the_iron_rain, "call_the_iron_rain", "Call the Iron Rain", false, Use::inert,
     "range", "enemies next to this unit are in range of friendly Han shooters"},
    {Ability::calculating, "calculating", "Calculating", true, Use::inert, "victory points",
     "1 more for a unit defeated at control terrain"},
    {Ability::command_position, "command_position", "Command Position", false, Use::inert,
     "victory points", "1 for a special order at control terrain"},
    {Ability::precision, "precision", "Precision", false, Use::works, "ranged attack",
     "no penalty for firing into melee"},
    {Ability::hail_of_arrows, "hail_of_arrows", "Hail of Arrows", false, Use::works,
     "ranged attack",
     "lowers the penalty for hindered fire; how much is not known, so it is refused where fire is "
     "hindered"},
    {Ability::entangle, "entangle", "Entangle", false, Use::inert, "move",
     "adjacent enemy units may not move"},
    {Ability::confusion, "confusion", "Confusion", false, Use::inert, "special order",
     "turns an enemy unit; sides are fixed for a fight here"},
    {Ability::fragile, "fragile", "Fragile", true, Use::amount_unknown, "damage taken",
     "more damage taken; how much is not known"},
    {Ability::cowardly, "cowardly", "Cowardly", true, Use::amount_unknown, "defence dice",
     "fewer defence dice; how many is not known"},
    {Ability::poison, "poison", "Poison", false, Use::name_only, "", "only its name is known"},
    {Ability::impede, "impede", "Impede", false, Use::name_only, "", "only its name is known"},
    {Ability::mobility, "mobility", "Mobility", false, Use::name_only, "",
     "only its name is known"},
    {Ability::intuition, "intuition", "Intuition", false, Use::name_only, "",
     "only its name is known"},
    {Ability::king_of_the_gauls, "king_of_the_gauls", "King of the Gauls", false, Use::name_only,
     "", "only its name is known"},
    {Ability::grand_druid, "grand_druid", "Grand Druid", false, Use::name_only, "",
     "only its name is known"},
    {Ability::harsh_mistress, "harsh_mistress", "Harsh Mistress", false, Use::name_only, "",
     "only its name is known"},
    {Ability::specialist_leader, "specialist_leader", "Specialist Leader", false, Use::name_only,
     "", "only its name is known"},
    {Ability::spirit_of_chaos, "spirit_of_chaos", "Spirit of Chaos", false, Use::name_only, "",
     "only its name is known"},
    {Ability::superior_reach, "superior_reach", "Superior Reach", false, Use::name_only, "",
     "only its name is known"},
    {Ability::tangle_vines, "tangle_vines", "Tangle Vines", false, Use::name_only, "",
     "only its name is known"},
    {Ability::stormrider, "stormrider", "Stormrider", false, Use::name_only, "",
     "only its name is known"},
}};

}  // namespace

std::span<const AbilityInfo> abilities() { return kTable; }

const AbilityInfo& info(Ability ability) {
  assert(kTable[index(ability)].ability == ability);
  return kTable[index(ability)];
}

const AbilityInfo* find_ability(std::string_view typed) {
  const std::string wanted = fold_name(typed);
  for (const AbilityInfo& ability : kTable)
    if (ability.id == wanted) return &ability;
  return nullptr;
}

std::span<const std::string_view> type_names() {
  static constexpr std::array<std::string_view, kTypes> kNames{
      "cavalry", "construct",  "undead",    "mythic",  "human",
      "mixed",   "irregulars", "artillery", "infantry"};
  return kNames;
}

}  // namespace broadside::arcane_legions
