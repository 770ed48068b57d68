#include "core/systems/ti4/fields.hpp"

#include <utility>
#include <vector>

#include "core/scenario/play_goal.hpp"
#include "core/systems/ti4/garrisons.hpp"
#include "core/systems/ti4/homebrew.hpp"
#include "core/systems/ti4/loss_orders.hpp"

namespace broadside::ti4 {
namespace {

Field order(std::string_view name, std::string_view option, std::string_view text,
            std::string_view example = R"(["fighter", "dreadnought"])") {
  return {.name = name,
          .place = Place::policy,
          .kind = FieldKind::types,
          .text = text,
          .option = option,
          .example = example};
}

/// RULES 9.55, 9.56: an order, or the name of one.
Field losses_by_name() {
  Field losses = order("losses", "losses",
                       "first lost first, e.g. \"ff, dn\"; or weakest (fewest hits), or best (the "
                       "order with the best chance)");
  losses.words = {kWeakest, kBestOrder};
  return losses;
}

Field hits_due() {
  Field hits =
      number_field(Place::side, kHitsDue,
                   "the combat has begun: hits that the side has still to take", 0, 0, kMostUnits);
  hits.option = kHitsDue;
  hits.battles = {"space", "ground", "conquest"};
  return hits;
}

std::vector<Field> side_fields() {
  return {
      {.name = "faction",
       .kind = FieldKind::text,
       .text = "whose units and abilities",
       .option = "faction",
       .may_be_null = true},
      {.name = "units",
       .kind = FieldKind::counts,
       .text = "unit types with their numbers",
       .is_fleet = true,
       .example = R"({"fighter": 2, "carrier": 1})"},
      {.name = "upgrades",
       .kind = FieldKind::types,
       .text = "types that fight as their upgraded form",
       .example = R"(["cruiser"])"},
      {.name = "damaged",
       .kind = FieldKind::counts,
       .text = "how many of a type start damaged",
       .example = R"({"dreadnought": 1})"},
      {.name = "aboard",
       .kind = FieldKind::counts,
       .text = "ground forces aboard ships instead of on their planet",
       .option = "aboard",
       .battles = {"space"},
       .side = Side::defender,
       .example = R"({"infantry": 2})"},
      hits_due(),
      {.name = "effects",
       .kind = FieldKind::effects,
       .text = "\"plasma scoring, morale boost@2\"",
       .option = "effects",
       .example = R"(["tech_plasma_scoring"])"},
      {.name = "without",
       .kind = FieldKind::names,
       .text = "what would apply by itself and shall not",
       .option = "without",
       .example = R"(["ability_unrelenting"])"},
  };
}

std::vector<Field> policy_fields() {
  Field sustain =
      word_field(Place::policy, "sustain",
                 "auto (first, or against Direct Hit the better of first and last), first, last or "
                 "never",
                 {"auto", "first", "last", "never"});
  sustain.option = "sustain";
  Field protect =
      flag_off(Place::policy, "protect_capacity",
               "keep the ships that the troops need to ride in; in a conquest unless it is false");
  protect.option = "protect-capacity";
  return {
      play_field(),
      goal_field(),
      losses_by_name(),
      order("space_cannon_losses", "space-cannon-losses", "the same for space cannon hits"),
      order("non_fighter_losses", "non-fighter-losses",
            "the same for hits bound to non-fighter ships"),
      order("ground_losses", "ground-losses", "the same on the ground"),
      order("excess", "excess",
            "what goes first where ships cannot carry all: fighter, infantry, mech",
            R"(["fighter", "infantry"])"),
      order("keep", "keep", "given up last of all, e.g. flagship"),
      protect,
      sustain,
      flag_on(Place::policy, "sustain_space_cannon", "sustain hits of space cannons too"),
      flag_on(Place::policy, "sustain_bombardment", "sustain hits of bombardment too"),
      {.name = "ability_order",
       .place = Place::policy,
       .kind = FieldKind::names,
       .text = "own abilities at the start of a combat, first used first",
       .option = "ability-order",
       .example = R"(["ability_ambush"])"},
      {.name = "retreat",
       .place = Place::policy,
       .kind = FieldKind::retreat,
       .text = "announce it in this round, below a chance (40%), or free with play best",
       .option = "retreat",
       .battles = {"space", "conquest"},
       .example = R"({"round": 2})",
       .may_be_null = true},
  };
}

/// Of the battle: what holds for both sides, when it is looked at, where it is fought.
std::vector<Field> battle_fields() {
  return {
      {.name = "effects",
       .place = Place::system,
       .kind = FieldKind::effects,
       .text = "what holds for both sides",
       .option = "system-effects",
       .example = R"(["anomaly_nebula"])"},
      rounds_field("look at each combat after so many rounds, both forces as they stand",
                   kMostRounds),
      {.name = kPlanets,
       .place = Place::scenario,
       .kind = FieldKind::table,
       .text = "a planet and what stands on it, \"Mecatol: 3 inf, mech\"; once for each",
       .option = "planet",
       .battles = {"invasion", "conquest"},
       .side = Side::defender,
       .is_fleet = true,
       .example = R"([{"name": "A", "defender": {"units": {"infantry": 2}}}])",
       .columns = planet_columns(),
       .entry = "planet",
       .row_by_row = true},
      {.name = kHomebrew,
       .place = Place::scenario,
       .kind = FieldKind::table,
       .text = "units of your own, as JSON",
       .option = "units",
       .example =
           R"([{"id": "my_cruiser", "type": "cruiser", "combat": {"hit_on": 6, "dice": 1}}])",
       .columns = homebrew_columns(),
       .entry = "unit",
       .key = "id"},
  };
}

std::vector<Field> make_fields() {
  std::vector<Field> all = side_fields();
  for (auto part : {policy_fields, battle_fields})
    for (Field& field : part()) all.push_back(std::move(field));
  return all;
}

}  // namespace

std::span<const Field> fields() {
  static const std::vector<Field> kFields = make_fields();
  return kFields;
}

}  // namespace broadside::ti4
