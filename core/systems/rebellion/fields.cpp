#include "core/systems/rebellion/fields.hpp"

#include <fmt/format.h>

#include "core/scenario/play_goal.hpp"

namespace broadside::rebellion {
namespace {

/// One value of a setting and what it does, for the assumptions of a report.
struct Meaning {
  std::string_view setting, value, text;
};

constexpr Meaning kMeanings[] = {
    {"targets", "big_guns_first",
     "hits of a colour on the unit with most attack dice, a red die counting as one and a half, "
     "ties to the unit with more red dice (they hurt capital ships), then to the lowest remaining "
     "health, then in the order of `list units`, each finished before the next; then direct "
     "hits in the same order"},
    {"targets", "weakest_first",
     "hits of a colour on units of that health colour, lowest remaining health first, ties to the "
     "unit with more attack dice, then in the order of `list units`, each finished before the "
     "next; then direct hits in the same order"},
    {"targets", "most_dangerous_first",
     "hits of a colour on the unit with most attack dice, ties to the lowest remaining health, "
     "then in the order of `list units`, each finished before the next; then direct hits in the "
     "same order"},
    {"targets", "look_ahead",
     "hits go where they remove most enemy attack dice at once, the rest weakest first"},
    {"blocks", "save",
     "block cards are played when they save a unit, the most worth first, as few of them as will "
     "save all that the hand can save; what a card blocks beyond that comes off other units that "
     "the same attack has hit"},
    {"blocks", "save_valuable",
     "block cards are played when they save a unit with two attack dice or more; what a card "
     "blocks "
     "beyond that comes off other units that the same attack has hit"},
    {"blocks", "never", "no block card is played"},
    {"specials", "pay_first",
     "special dice are kept for the damage cards and Unstoppable Assault held, one for each that "
     "costs one; the others draw cards"},
    {"specials", "draw_first", "every special die draws a card"},
    {"specials", "never", "special dice pay for cards and draw none"},
    {"cards", "finish",
     "damage cards are played when they finish a unit, or when the enemy's dice could destroy all "
     "own units of the theater in this step and one of his stands"},
    {"cards", "at_once",
     "damage cards are played as soon as there is a target; a unit that is lost already is one, "
     "since what lies beyond its health has to be blocked as well"},
    {"cards", "never",
     "no card is played in an own attack, Concentrate Fire and No Escape among them, and no "
     "special "
     "die is kept for one"},
    {"rerolls", "useless",
     "dice rolled again are blanks, hits without a target and specials that draw no card, pay for "
     "none and heal nothing; Concentrate Fire is played for two of them, hits beyond the health "
     "that they find among them, while the other dice leave a target"},
    {"rerolls", "blanks", "only blanks are rolled again"},
    {"rerolls", "never", "no die is rolled again"},
    {"healing", "save",
     "specials save units that would be lost, the most worth first, then heal the enemy's next "
     "target"},
    {"healing", "strongest",
     "specials save units that would be lost, then heal the enemy's last target"},
    {"healing", "never", "specials heal nothing"},
    {"overkill", "strongest",
     "damage beyond what destroys everything goes on the lost unit that is worth most"},
    {"overkill", "weakest",
     "damage beyond what destroys everything goes on the lost unit that is worth least"},
    {"card_choice", "best",
     "of the cards left the half that does most as the battle stands, the top one only where its "
     "unit is there: damage dealt, damage that the enemy's dice of this step would do and that it "
     "keeps away or takes off, dice of units destroyed; where none does anything the card that can "
     "do least is played for nothing"},
    {"card_choice", "bottom", "as best, but only bottom halves are resolved"},
    {"card_choice", "none", "cards are played face down and resolved for nothing"},
    {"no_escape", "play",
     "No Escape is played in the first own space attack while the enemy could retreat"},
    {"no_escape", "keep", "No Escape is kept to be discarded for Outmaneuver"},
    {"death_star_plans", "false", "the Death Star Plans are not tried"},
    {"death_star_plans", "true",
     "the Death Star Plans are tried after every space step with a Rebel fighter left, until they "
     "have destroyed a Death Star"},
};

/// What is not left to a policy in a combat with tactic cards of the base game.
constexpr std::string_view kBaseActions[] = {
    // RULES 9.13.
    "order of combat actions: Concentrate Fire, No Escape and Escape Plan, draws with the special "
    "dice that are not kept; then dice are assigned, and damage cards are played: Critical Hit, "
    "Take It Down before Onslaught (2 damage on one unit before 1 on each of two), Bombardment; "
    "last Unstoppable Assault, and draws with the special dice left",
    // RULES 9.14.
    "Unstoppable Assault is played for a special die when an enemy unit would be lost and the "
    "enemy holds two cards of the theater or more, or a block card where his hand is open",
    // RULES 9.15.
    "Brilliant Strategy is played with the first special die that would draw a card: two cards of "
    "the theater's deck instead of one",
    // RULES 9.16.
    "for Outmaneuver or Dig In the first of these that is held is discarded: Escape Plan, No "
    "Escape, Unstoppable Assault, Concentrate Fire, Brilliant Strategy, Onslaught, Bombardment, "
    "Take It Down, Critical Hit, another Outmaneuver or Dig In, Defensive Formation"};

std::string_view meaning(std::string_view setting, std::string_view value) {
  for (const Meaning& each : kMeanings)
    if (each.setting == setting && each.value == value) return each.text;
  return "";
}

/// Hidden hands cannot be solved: what needs a solution needs a combat without cards.
Field without_cards(Field field, std::string word = "") {
  field.needs.push_back({"rules.cards", "false", std::move(word)});
  return field;
}

std::vector<Field> make_fields() {
  constexpr Place kPolicy = Place::policy, kReadings = Place::readings;
  Field plans =
      flag_off(kPolicy, "death_star_plans", "whether the Rebels reveal the Death Star Plans");
  plans.needs = {{"faction", R"("rebels")"}};
  return {
      {.name = "faction",
       .kind = FieldKind::text,
       .text = "empire or rebels",
       .option = "faction",
       .may_be_null = true},
      {.name = "units",
       .kind = FieldKind::counts,
       .text = "units with their numbers",
       .is_fleet = true,
       .example = R"({"star_destroyer": 1, "tie_fighter": 3})"},
      {.name = "damaged",
       .kind = FieldKind::counts,
       .text = "how many of a type start damaged; type!2: with 2 damage each",
       .example = R"({"star_destroyer!2": 1})"},
      {.name = "leaders",
       .kind = FieldKind::names,
       .text = "who leads, where the game has leaders",
       .option = "leaders",
       .example = R"(["darth_vader"])"},
      {.name = "pool",
       .kind = FieldKind::names,
       .text = "leaders one of whom is added where nobody there has tactic values: the best",
       .option = "pool",
       .example = R"(["darth_vader", "admiral_piett"])"},
      {.name = "hand",
       .kind = FieldKind::names,
       .text = "the cards held, \"\" is none; at random if not given",
       .option = "hand",
       .empty_counts = true,
       .example = R"(["space_critical_hit"])"},
      {.name = "effects",
       .kind = FieldKind::effects,
       .text = "action cards, each with the side that plays it",
       .option = "effects",
       .example = R"(["ready_for_action"])"},
      {.name = "retreat",
       .place = kPolicy,
       .kind = FieldKind::retreat,
       .text = "leave in this round, below a chance (40%), or free with play best",
       .option = "retreat",
       .example = R"({"round": 2})",
       .may_be_null = true},
      {.name = kAddedLeader,
       .place = kPolicy,
       .kind = FieldKind::text,
       .text = "who of the pool is added, or nobody; the best of them if not named",
       .example = R"("darth_vader")",
       .needs = {{"pool", R"(["darth_vader"])", "darth_vader"}}},
      without_cards(play_field(), "best"),
      without_cards(goal_field()),
      word_field(kPolicy, "targets", "which units take the hits",
                 {"big_guns_first", "weakest_first", "most_dangerous_first", "look_ahead"}),
      word_field(kPolicy, "blocks", "when block cards are played",
                 {"save", "save_valuable", "never"}),
      word_field(kPolicy, "specials", "what special dice are spent on",
                 {"pay_first", "draw_first", "never"}),
      word_field(kPolicy, "cards", "when damage cards are played; never: no card of an own attack",
                 {"finish", "at_once", "never"}),
      word_field(kPolicy, "rerolls", "which dice are rolled again", {"useless", "blanks", "never"}),
      word_field(kPolicy, "healing", "what special dice heal in cinematic combat",
                 {"save", "strongest", "never"}),
      word_field(kPolicy, "overkill", "where damage beyond health goes", {"strongest", "weakest"}),
      word_field(kPolicy, "card_choice", "which advanced tactic card is played",
                 {"best", "bottom", "none"}),
      word_field(kPolicy, "no_escape", "whether No Escape is played", {"play", "keep"}),
      plans,
      flag_off(kReadings, "cinematic", "cinematic combat of Rise of the Empire"),
      flag_on(kReadings, "cards", "tactic cards are in play"),
      word_field(kReadings, "structures",
                 "structures left alone: lost at round end (base), or spared while their owner "
                 "rolled a die in that battle (rote); auto: rote where the expansion is in play",
                 {"auto", "base", "rote"}),
      flag_on(kReadings, "generators_stack", "each Shield Generator draws a card, not one for all"),
      flag_on(kReadings, "bombardment_splits", "damage of the base card Bombardment may be split"),
      flag_on(kReadings, "escape_plan_special", "the base card Escape Plan costs a special die"),
      word_field(kReadings, "space_deck",
                 "one Onslaught and one Unstoppable Assault, or two Onslaughts",
                 {"one_onslaught", "two_onslaughts"}),
      word_field(kReadings, "under_construction",
                 "health colour of the Death Star Under Construction", {"black", "red"}),
      word_field(kReadings, "prevent",
                 "preventing hits of a colour takes hit faces only, or direct hits of that colour "
                 "too",
                 {"hits", "hits_and_direct"}),
      word_field(kReadings, "attack_second", "how long \"attack after the enemy\" lasts",
                 {"combat", "round"}),
      rounds_field("look at the combat after so many rounds", kMostRounds),
  };
}

/// "targets weakest_first: ...": a decision of a side and what it means. The enumerators stand in
/// the order of the words.
template <class Enum>
std::string told(std::string_view name, Enum value) {
  const Field& field = *find_field(fields(), Place::policy, name);
  std::string_view word = value == Enum{} ? "false" : "true";
  if (field.kind == FieldKind::word) word = field.words[static_cast<std::size_t>(value)];
  return fmt::format("{} {}: {}", name, word, meaning(name, word));
}

}  // namespace

std::span<const Field> fields() {
  static const std::vector<Field> kFields = make_fields();
  return kFields;
}

Choices read_choices(const Values& policy) {
  const Given given{policy, fields(), Place::policy};
  Choices read;
  read.targets = given.choice<Targets>("targets");
  read.blocks = given.choice<Blocks>("blocks");
  read.specials = given.choice<Specials>("specials");
  read.cards = given.choice<Cards>("cards");
  read.rerolls = given.choice<Rerolls>("rerolls");
  read.healing = given.choice<Healing>("healing");
  read.overkill = given.choice<Overkill>("overkill");
  read.card_choice = given.choice<CardChoice>("card_choice");
  read.no_escape = given.choice<Pursuit>("no_escape");
  read.death_star_plans = given.flag("death_star_plans");
  return read;
}

std::vector<std::string> describe(const Choices& choices, const Reading& reading,
                                  const Army& army) {
  std::vector<std::string> lines{told("targets", choices.targets)};
  if (reading.cinematic) {
    lines.push_back(told("rerolls", choices.rerolls));
    lines.push_back(told("healing", choices.healing));
    lines.push_back(told("overkill", choices.overkill));
    if (reading.cards) lines.push_back(told("card_choice", choices.card_choice));
  } else if (reading.cards) {
    // RULES 9.4: what is about cards of an own attack is not told where none is played.
    const bool plays = choices.cards != Cards::never;
    lines.push_back(told("blocks", choices.blocks));
    if (plays || choices.specials != Specials::pay_first)
      lines.push_back(told("specials", choices.specials));
    lines.push_back(told("cards", choices.cards));
    if (plays || army.ring.round != 0) lines.push_back(told("rerolls", choices.rerolls));
    lines.push_back(told("overkill", choices.overkill));
    if (plays) lines.push_back(told("no_escape", choices.no_escape));
    for (const std::string_view line : kBaseActions)
      if (plays || line == kBaseActions[3]) lines.emplace_back(line);
  }
  // RULES 9.12.
  if (reading.cards || reading.cinematic || army.retreat.planned())
    lines.emplace_back(
        "worth of a unit, where a choice speaks of it: more dice, then more health, then the "
        "dearer "
        "one, then the later in the list of units");
  return lines;
}

std::string describe_plans(const Choices& choices) {
  return told("death_star_plans", choices.death_star_plans);
}

}  // namespace broadside::rebellion
