#include "core/systems/arcane_legions/fields.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "core/scenario/play_goal.hpp"
#include "core/systems/arcane_legions/abilities.hpp"
#include "core/systems/arcane_legions/builder.hpp"
#include "core/systems/arcane_legions/side_reader.hpp"
#include "core/systems/arcane_legions/unit.hpp"

namespace broadside::arcane_legions {
namespace {

constexpr int kMostInTheWay = 20;
constexpr int kMostTurns = 1000;

struct SlotNumber {
  std::string_view name;
  int Slot::*number;
};
constexpr std::array<SlotNumber, 4> kSlotNumbers{{{"hit_points", &Slot::hit_points},
                                                  {"attack", &Slot::attack},
                                                  {"ranged", &Slot::ranged},
                                                  {"defence", &Slot::defence}}};

/// RULES 8.22
Field damage_due() {
  Field hits = number_field(Place::side, kDamageDue,
                            "the duel has begun: damage that the attacker has still to take, at "
                            "the end of the enemy's turn",
                            0, 0, kMostIcons);
  hits.option = kDamageDue;
  hits.battles = {"duel"};
  hits.side = Side::attacker;
  hits.needs = {{"policy.play", R"("best")"}};
  return hits;
}

std::vector<Field> side_fields() {
  return {
      {.name = "faction",
       .kind = FieldKind::text,
       .text = "whose unit it is",
       .option = "faction",
       .may_be_null = true},
      {.name = "units",
       .kind = FieldKind::counts,
       .text = "figures with their numbers; one base holds 12 hit points",
       .most = kFormationHitPoints,
       .is_fleet = true,
       .example = R"({"heavy_legionary": 5, "titus_petronius": 1})"},
      {.name = "unit",
       .kind = FieldKind::text,
       .text = "or one whole unit by its id",
       .is_fleet = true,
       .example = R"("D-MIX-TITUS")"},
      {.name = "slots",
       .kind = FieldKind::table,
       .text = "or figure by figure",
       .is_fleet = true,
       .example = R"([{"hit_points": 1, "attack": 1, "defence": 1}])",
       .columns = {number_field(Place::side, "hit_points", "", 1, 1, kMostHitPoints),
                   number_field(Place::side, "attack", "red icons", 0, 0, kMostIcons),
                   number_field(Place::side, "ranged", "blue icons", 0, 0, kMostIcons),
                   number_field(Place::side, "defence", "white icons", 0, 0, kMostIcons),
                   {.name = "abilities", .kind = FieldKind::names, .example = R"(["tough"])"}},
       .entry = "slot"},
      {.name = "dice",
       .kind = FieldKind::number,
       .text = "or just the dice of one order",
       .most = kMostIcons,
       .is_fleet = true},
      {.name = "side",
       .kind = FieldKind::text,
       .text = "the side in use: grey, red or blue, or front, right, back or left",
       .example = R"("red")"},
      {.name = "abilities",
       .kind = FieldKind::names,
       .text = "what the unit can do and is, beside what it brings",
       .example = R"(["tough"])"},
      {.name = "without",
       .kind = FieldKind::names,
       .text = "abilities taken away",
       .option = "without",
       .example = R"(["tough"])",
       .needs = {{"abilities", R"(["tough"])", "tough"}}},
      damage_due(),
  };
}

/// The abilities that words of a policy are about, by the words themselves, and what else they need.
Field with_abilities(Field field, std::vector<Need> more = {}) {
  for (const std::string_view word : field.words)
    if (find_ability(word))
      field.needs.push_back({"abilities", fmt::format(R"(["{}"])", word), std::string(word)});
  field.needs.insert(field.needs.end(), more.begin(), more.end());
  return field;
}

std::vector<Field> policy_fields() {
  constexpr Place kPolicy = Place::policy;
  Field push = word_field(
      kPolicy, "push",
      "always: a second order each turn while 2 figures are left, one of them removed for it; "
      "to_the_last: even the last figure",
      {"never", "always", "to_the_last"});
  push.needs = {{"rules.push_last", R"("defeats")", "to_the_last"}};
  Field concentrates =
      flag_off(kPolicy, "concentrates", "Concentrated Attack is used in every close order");
  concentrates.needs = {{"abilities", R"(["concentrated_attack"])"}};
  Field play = play_field();
  play.words.push_back(kNamedPlay);
  play.text =
      "as the policies say, or every choice from case to case the best for the goal, or named: "
      "those of the named policies that win most";
  return {
      play,
      goal_field(R"("net + 600 win")"),
      word_field(
          kPolicy, "casualties",
          "which undamaged figure takes damage first: as listed; soak: one that survives it all; "
          "keep_attack, keep_defence: those with the fewest such icons",
          {"listed", "soak", "keep_attack", "keep_defence"}),
      word_field(
          kPolicy, "regroup",
          "layouts: figures take the slots that attack best in the own turn and those that defend "
          "best "
          "afterwards",
          {"none", "layouts"}),
      word_field(
          kPolicy, "reroll",
          "Good Fortune: when it raises expected own minus enemy hits, always, when the lowest die "
          "shows 3 or less, never",
          {"expected", "always", "low", "never"}),
      push,
      with_abilities(
          word_field(kPolicy, "special",
                     "the special order given at the beginning of each turn of close combat",
                     {"never", "armored_rush", "fireburst", "death_touch", "death_touch_master",
                      "lord_of_the_dead", "artificer"}),
          {{"abilities", R"(["regeneration"])", "lord_of_the_dead"},
           {"abilities", R"(["construct"])", "artificer"}}),
      with_abilities(word_field(kPolicy, "shoots", "what a ranged order is made with",
                                {"dice", "thrown_weapon", "sniper", "direct_fire"}),
                     {{"side", R"("blue")", "direct_fire"}}),
      concentrates,
      word_field(kPolicy, "picks",
                 "which enemy figure is chosen where one may be: most attack icons, most defence "
                 "icons, most "
                 "hit points",
                 {"attack", "defence", "hit_points"}),
      flag_off(kPolicy, "moved",
               "the unit moves before its order: next to the enemy before the first close order, "
               "or before each ranged one"),
      number_field(kPolicy, "friends", "own other units that touch the target", 0, 0,
                   kMostInTheWay),
      number_field(kPolicy, "hindered", "units and hindering terrain in the line of sight", 0, 0,
                   kMostInTheWay),
      word_field(kPolicy, "army", "what the side's army consists of",
                 {"one_faction", "mixed", "all_greek"}),
  };
}

/// Where it means something.
Field only_in(std::vector<std::string_view> battles, Field field) {
  field.battles = std::move(battles);
  return field;
}

std::vector<Field> rule_fields() {
  constexpr Place kReadings = Place::readings;
  return {
      flag_on(kReadings, "critical", "criticals are played"),
      word_field(
          kReadings, "critical_count",
          "one critical for at least as many sixes as needed, for exactly as many, or one for each "
          "full set",
          {"at_least", "exactly", "each"}),
      word_field(kReadings, "critical_roll", "judged on the first roll or after rerolls",
                 {"first", "final"}),
      flag_off(kReadings, "critical_needs_hit", "a critical counts only with a won comparison"),
      word_field(kReadings, "clamp",
                 "dice below 0 are raised to 0 once at the end, or after each change",
                 {"once", "each"}),
      word_field(kReadings, "no_attack_dice",
                 "an order without dice is resolved against phantoms, or nothing happens",
                 {"resolve", "nothing"}),
      word_field(kReadings, "melee_penalty",
                 "firing into melee costs 1 die, once or for each friend", {"once", "per_friend"}),
      flag_on(kReadings, "brutal_defending", "Brutal works while defending too"),
      flag_off(kReadings, "tough_attacking", "Tough works while attacking too"),
      word_field(kReadings, "soaking",
                 "the owner may hurt any undamaged figure first, or must take the weakest",
                 {"allowed", "weakest_first"}),
      word_field(kReadings, "push_last",
                 "pushing with the last figure is not allowed, or defeats the unit",
                 {"forbidden", "defeats"}),
      flag_on(kReadings, "damage_back_when_wiped",
              "Berserker works for a unit that is wiped out at once"),
      word_field(kReadings, "fire_arrows", "their damage needs no hit, or at least one",
                 {"always", "on_a_hit"}),
      word_field(kReadings, "dragons_gift", "its damage is added to the hits, or replaces them",
                 {"added", "replaces"}),
      only_in(
          {"duel", "volley"},
          number_field(kReadings, "turn_limit",
                       "turns after which a duel is a stalemate; 0 = no limit", 50, 0, kMostTurns)),
      only_in({"volley"}, number_field(kReadings, "volleys",
                                       "turns of shooting before the duel of a volley", 1, 1, 20)),
      only_in({"turn"}, word_field(kReadings, "turn", "what the unit does in a battle of one turn",
                                   {"close", "ranged", "ranged_close"})),
      rounds_field("look at the battle after so many turns, each unit's counting as one",
                   kMostTurns, {"duel", "volley", "turn"}),
  };
}

}  // namespace

std::span<const Field> fields() {
  static const std::vector<Field> kFields = [] {
    std::vector<Field> all = side_fields();
    for (const auto& more : {policy_fields(), rule_fields()})
      all.insert(all.end(), more.begin(), more.end());
    return all;
  }();
  return kFields;
}

std::vector<Slot> slots_of(const SideSpec& side) {
  std::vector<Slot> slots;
  const Rows* rows = side.fields.get<Rows>("slots");
  for (const Values& row : rows ? *rows : Rows{}) {
    Slot& slot = slots.emplace_back();
    for (const auto& [name, number] : kSlotNumbers)
      if (const int* given = row.get<int>(name)) slot.*number = *given;
    slot.abilities = row.names("abilities");
  }
  return slots;
}

void set_slots(SideSpec& side, const std::vector<Slot>& slots) {
  Rows rows;
  for (const Slot& slot : slots) {
    Values& row = rows.emplace_back();
    for (const auto& [name, number] : kSlotNumbers) row[name] = slot.*number;
    if (!slot.abilities.empty()) row["abilities"] = slot.abilities;
  }
  side.fields["slots"] = std::move(rows);
}

std::string unit_of(const SideSpec& side) { return side.fields.text("unit"); }

std::optional<int> dice_of(const SideSpec& side) {
  const int* dice = side.fields.get<int>("dice");
  return dice ? std::optional(*dice) : std::nullopt;
}

std::string facing_of(const SideSpec& side) { return side.fields.text("side"); }

Policy policy_of(const Values& chosen) {
  const Given given{chosen, fields(), Place::policy};
  Policy policy;
  policy.casualties = given.choice<Casualties>("casualties");
  policy.regroups = given.word("regroup") == "layouts";
  constexpr std::array kRerolls{LowReroll::expected, LowReroll::always, LowReroll::low,
                                LowReroll::none};
  policy.reroll = kRerolls[given.choice<std::size_t>("reroll")];
  policy.push = given.choice<Push>("push");
  if (const auto* special = find_ability(given.word("special"))) policy.special = special->ability;
  policy.shoots = given.choice<Shoots>("shoots");
  policy.concentrates = given.flag("concentrates");
  policy.picks = given.choice<Picks>("picks");
  policy.moved = given.flag("moved");
  policy.friends = given.number("friends");
  policy.hindered = given.number("hindered");
  policy.army = given.choice<ArmyIs>("army");
  return policy;
}

Readings readings_of(const Scenario& scenario) {
  const Given given{scenario.readings, fields(), Place::readings};
  const auto is = [&](std::string_view name, std::string_view word) {
    return given.word(name) == word;
  };
  Readings readings;
  readings.critical = given.flag("critical");
  readings.critical_count = given.choice<CriticalCount>("critical_count");
  readings.critical_on_final = is("critical_roll", "final");
  readings.critical_needs_hit = given.flag("critical_needs_hit");
  readings.clamp_each = is("clamp", "each");
  readings.nothing_without_dice = is("no_attack_dice", "nothing");
  readings.melee_per_friend = is("melee_penalty", "per_friend");
  readings.brutal_defending = given.flag("brutal_defending");
  readings.tough_attacking = given.flag("tough_attacking");
  readings.weakest_first = is("soaking", "weakest_first");
  readings.push_last_defeats = is("push_last", "defeats");
  readings.damage_back_when_wiped = given.flag("damage_back_when_wiped");
  readings.fire_arrows_need_hit = is("fire_arrows", "on_a_hit");
  readings.dragons_gift_replaces = is("dragons_gift", "replaces");
  return readings;
}

Course course_of(const Scenario& scenario) {
  const Given given{scenario.readings, fields(), Place::readings};
  return {given.number("turn_limit"), given.number("volleys"), given.choice<TurnOrders>("turn"),
          rounds_asked(scenario)};
}

bool Course::looked_at(bool after_shooting) const {
  const int left = turns - (after_shooting ? shooting_turns : 0);
  return turns > 0 && (turn_limit == 0 || left < turn_limit);
}

int Course::duel_turns(bool after_shooting) const {
  return looked_at(after_shooting) ? turns - (after_shooting ? shooting_turns : 0) : turn_limit;
}

}  // namespace broadside::arcane_legions
