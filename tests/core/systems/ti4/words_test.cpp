// What players type for an effect, and what they mean by it.

#include "core/systems/ti4/words.hpp"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "core/systems/ti4/effects/effect.hpp"
#include "core/systems/ti4/effects_table.hpp"
#include "core/systems/ti4/units.hpp"

using namespace broadside;
using namespace broadside::ti4;

namespace {

struct Row {
  std::string_view typed, faction, id;  ///< id empty: nothing, or more than one thing
};

constexpr Row kRows[] = {
    // ids, with and without their kind
    {"tech_plasma_scoring", "", "tech_plasma_scoring"},
    {"plasma_scoring", "", "tech_plasma_scoring"},
    {"Tech Plasma Scoring", "", "tech_plasma_scoring"},
    {"relic_crown_of_thalnos", "", "relic_crown_of_thalnos"},
    {"law_crown_of_thalnos", "", "law_crown_of_thalnos"},
    // printed names
    {"Plasma Scoring", "", "tech_plasma_scoring"},
    {"morale boost", "", "ac_morale_boost"},
    {"direct hit", "", "ac_direct_hit"},
    {"assault cannon", "", "tech_assault_cannon"},
    {"G'hom Sek'kus", "", "commander_ghom_sekkus"},
    {"the cavalry", "", "pn_the_cavalry"},
    {"cavalry", "", "pn_the_cavalry"},
    {"fss orlando", "", "hero_fss_orlando"},
    {"non euclidean shielding", "", "tech_non_euclidean_shielding"},
    {"self assembly routines", "", "tech_self_assembly_routines"},
    {"nebula", "", "anomaly_nebula"},
    // parts of names that stand by themselves
    {"nova seed", "", "hero_adjudicator_baal"},
    {"adjudicator baal", "", "hero_adjudicator_baal"},
    {"agnlan oln", "", "commander_ta_zern"},
    {"ta zern", "", "commander_ta_zern"},
    {"sleeper cell", "", "hero_ipswitch"},
    // first words, other words, first letters
    {"plasma", "", "tech_plasma_scoring"},
    {"duranium", "", "tech_duranium_armor"},
    {"dura", "", "tech_duranium_armor"},
    {"ambu", "", "ability_ambush"},  // before the second word of Strike Wing Ambuscade
    {"graviton", "", "tech_graviton_laser_system"},
    {"thalnos", "", "relic_crown_of_thalnos"},
    {"crown of thalnos", "", "relic_crown_of_thalnos"},
    {"boost", "", "ac_morale_boost"},
    {"fighter proto", "", "ac_fighter_prototype"},
    {"x89", "", "tech_x89_bacterial_weapon_omega2"},
    {"x-89", "", "tech_x89_bacterial_weapon_omega2"},
    {"tech plasma", "", "tech_plasma_scoring"},
    // initials
    {"nes", "", "tech_non_euclidean_shielding"},
    {"dh", "", "ac_direct_hit"},
    {"mdg", "", "tech_magen_defense_grid_omega2"},
    {"ac", "", "tech_assault_cannon"},
    // printings: the newest, unless an older one is named
    {"magen", "", "tech_magen_defense_grid_omega2"},
    {"magen defense grid", "", "tech_magen_defense_grid_omega2"},
    {"magen defense grid omega", "", "tech_magen_defense_grid_omega"},
    {"Magen Defense Grid \xCE\xA9", "", "tech_magen_defense_grid_omega"},
    {"Magen Defense Grid \xCE\xA9\xCE\xA9", "", "tech_magen_defense_grid_omega2"},
    {"tech_magen_defense_grid", "", "tech_magen_defense_grid"},
    {"war funding", "", "pn_war_funding_omega"},
    {"pn_war_funding", "", "pn_war_funding"},
    {"milor", "", "agent_brother_milor_omega"},
    // namesakes: the relic that replaced the agenda, the law before the optional event
    {"shard of the throne", "", "relic_shard_of_the_throne"},
    {"conventions of war", "", "law_conventions_of_war"},
    {"demilitarized zone", "", "attachment_demilitarized_zone"},
    // the side's faction decides, or nobody does
    {"shielding", "letnev", "tech_non_euclidean_shielding"},
    {"shielding", "", ""},
    {"ghost", "", ""},
    {"prototype", "", ""},
    // leaders by their faction
    {"titans agent", "", "agent_tellurian"},
    {"jol-nar commander", "", "commander_ta_zern"},
    {"hero", "muaat", "hero_adjudicator_baal"},
    {"nomad agent", "", ""},  // three of them
    // units with a special, by their id only
    {"hacan_flagship", "", "hacan_flagship"},
    {"flagship", "", ""},
    // nothing
    {"", "", ""},
    {"  ", "", ""},
    {"xyzzy", "", ""},
    {"plasma scorning", "", ""},
};

}  // namespace

TEST_CASE("ti4: effects are found as players type them") {
  for (const Row& row : kRows) {
    CAPTURE(row.typed);
    CAPTURE(row.faction);
    CHECK(find_effect_id(row.typed, row.faction) == row.id);
  }
}

TEST_CASE("ti4: letters and words that every name may have name no effect") {
  for (const std::string_view typed : {"a", "x", "on", "of", "law", "tech", "unit", "card"}) {
    CAPTURE(typed);
    CHECK(find_effect_id(typed, "").empty());
  }
  CHECK(find_effect_id("l4", "") == "tech_l4_disruptors");
}

TEST_CASE(
    "ti4: every effect is found by its id, and by its printed name unless a namesake or a newer "
    "printing takes it") {
  for (const EffectFact& fact : all_effects()) {
    CAPTURE(fact.id);
    CHECK(find_effect_id(fact.id, "") == fact.id);
    const std::string by_name = find_effect_id(fact.name, "");
    const EffectFact* found = find_effect(by_name);
    REQUIRE(found);
    if (found->id != fact.id) CHECK((found->id == fact.superseded_by || found->name == fact.name));
  }
  for (const Unit& unit : all_units()) CHECK(find_effect_id(unit.id, "") == unit.id);
}

TEST_CASE("ti4: the list of effects says what each does to the odds") {
  const auto list = list_effects();
  REQUIRE(list.size() == all_effects().size() + input_effects().size());
  for (const Listing& line : list) {
    CAPTURE(line.id);
    CHECK(line.text.find("[not supported]") == std::string::npos);
    CHECK((line.text.find("[no effect on odds: ") != std::string::npos) ==
          (find_inert(line.id) != nullptr));
  }
}

TEST_CASE("ti4: a leader by its faction is named in full, a part of a name is not") {
  CHECK(naming_of("titans agent", "") == Naming::whole);
  CHECK(naming_of("hero", "muaat") == Naming::whole);
  CHECK(naming_of("plasma scoring", "") == Naming::whole);
  CHECK(naming_of("plasma", "") == Naming::part);
  CHECK(naming_of("nomad agent", "") == Naming::none);  // three of them
}
