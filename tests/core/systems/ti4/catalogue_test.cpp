// Every effect of the facts is either a rule of the program or listed with the reason why it cannot
// change a battle.

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/systems/ti4/effects/effect.hpp"
#include "core/systems/ti4/effects_table.hpp"
#include "core/systems/ti4/units.hpp"

using namespace broadside;
using namespace broadside::ti4;

namespace {

struct Family {
  std::string name;
  std::span<const Effect> effects;
};

std::vector<Family> families() {
  return {{"dice", dice_effects()},
          {"hits", hit_effects()},
          {"space", space_effects()},
          {"ground", ground_effects()},
          {"composition", composition_effects()},
          {"units", unit_effects()}};
}

}  // namespace

TEST_CASE("ti4: every effect of the facts has exactly one place in the program") {
  std::map<std::string_view, int> places;
  for (const Family& family : families())
    for (const Effect& effect : family.effects) ++places[effect.id];
  for (const Inert& inert : inert_effects()) ++places[inert.id];

  int rules = 0, inert = 0;
  for (const EffectFact& fact : all_effects()) {
    CAPTURE(fact.id);
    CHECK(places[fact.id] == 1);
    CHECK((find_effect_rule(fact.id) != nullptr) != (find_inert(fact.id) != nullptr));
    rules += find_effect_rule(fact.id) != nullptr;
    inert += find_inert(fact.id) != nullptr;
  }
  MESSAGE(all_effects().size() << " effects: " << rules << " change a battle, " << inert
                               << " cannot");
  for (const Family& family : families()) MESSAGE(family.name << ": " << family.effects.size());
}

TEST_CASE("ti4: the program knows no effect that the facts do not know") {
  for (const Family& family : families())
    for (const Effect& effect : family.effects) {
      CAPTURE(effect.id);
      const bool unit = family.name == "units" && find_unit(effect.id);
      CHECK((unit || find_effect(effect.id)));
      CHECK(bool{effect.apply != nullptr});
    }
  for (const Inert& inert : inert_effects()) {
    CAPTURE(inert.id);
    CHECK((find_effect(inert.id) || find_unit(inert.id)));
    CHECK(!inert.reason.empty());
  }
}

TEST_CASE(
    "ti4: what changes odds, retreats or whether there is a combat is a rule, or says what to give "
    "instead") {
  // Inert although the facts say odds or prevents_combat: their whole effect is which other thing
  // is listed, or left out.
  const std::set<std::string_view> pointers{"ability_laws_order",
                                            "ability_imperia",
                                            "tech_valefar_assimilator",
                                            "tech_temporal_command_suite",
                                            "tech_instinct_training",
                                            "tech_transparasteel_plating",
                                            "ac_sabotage",
                                            "pn_alliance",
                                            "agent_ssruu",
                                            "commander_nip_and_tuck",
                                            "relic_nano_forge",
                                            "breakthrough_valefar_assimilator_z",
                                            "breakthrough_thunders_paradox",
                                            "breakthrough_yin_ascendant",
                                            "law_political_censure",
                                            "attachment_terraform"};
  for (const EffectFact& fact : all_effects()) {
    CAPTURE(fact.id);
    if (fact.affects == "odds" || fact.affects == "prevents_combat")
      CHECK((find_inert(fact.id) != nullptr) == pointers.contains(fact.id));
    if (fact.affects == "value") WARN(find_inert(fact.id) != nullptr);
  }
}
