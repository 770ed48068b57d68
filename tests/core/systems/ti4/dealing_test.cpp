// At which of several planets effects count, and that their words say so.

#include "core/systems/ti4/effects/dealing.hpp"

#include <string>

#include <doctest/doctest.h>

#include "core/systems/ti4/units.hpp"

using namespace broadside;
using namespace broadside::ti4;

TEST_CASE("planets: how an effect is dealt out stands in its words (RULES 9.42)") {
  for (const DealtByWords& row : dealt_by_words()) {
    CAPTURE(row.id);
    std::string text;
    const EffectFact* fact = find_effect(row.id);
    if (fact) text = fact->text;
    if (const Unit* unit = find_unit(row.id))
      for (const Special& special : unit->special) text += special.text;
    CAPTURE(text);
    CHECK(text.find(row.words) != std::string::npos);
    // A row says what the kind alone would not.
    const bool used_up = fact && is_used_up(*fact);
    CHECK((row.dealt == Dealt::shared_uses || used_up == (row.dealt == Dealt::everywhere)));
    CHECK(dealt({std::string{row.id}}, Side::defender) == row.dealt);
  }
}

TEST_CASE("planets: one effect may be dealt out in two ways (RULES 9.42)") {
  CHECK(dealt({"tech_nanomachines"}, Side::defender) == Dealt::everywhere);
  CHECK(dealt({"tech_nanomachines", {}, {}, "pds"}, Side::defender) == Dealt::first_planet);
  CHECK(dealt({"agenda_rearmament_agreement"}, Side::defender) == Dealt::first_planet);
  CHECK(dealt({"agenda_rearmament_agreement", {}, 2}, Side::defender) == Dealt::everywhere);
  CHECK(dealt({"ability_galvanize"}, Side::attacker) == Dealt::with_fleet);
  CHECK(dealt({"ac_frontline_deployment"}, Side::attacker) == Dealt::with_fleet);
  CHECK(dealt({"ac_frontline_deployment"}, Side::defender) == Dealt::first_planet);
  CHECK(dealt({"ac_reveal_prototype"}, Side::attacker) == Dealt::with_fleet);
  CHECK(dealt({"tech_magen_defense_grid_omega"}, Side::defender) == Dealt::everywhere);
  CHECK(dealt({"tech_magen_defense_grid"}, Side::defender) == Dealt::first_planet);
}
