#include "core/systems/rebellion/settings.hpp"

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
     "health, then to the one that is listed first, each finished before the next; then direct "
     "hits in the same order"},
    {"targets", "weakest_first",
     "hits of a colour on units of that health colour, lowest remaining health first, ties to the "
     "unit with more attack dice, then to the one that is listed first, each finished before the "
     "next; then direct hits in the same order"},
    {"targets", "most_dangerous_first",
     "hits of a colour on the unit with most attack dice, ties to the lowest remaining health, "
     "then to the one that is listed first, each finished before the next; then direct hits in the "
     "same order"},
    {"targets", "look_ahead",
     "hits go where they remove most enemy attack dice at once, the rest weakest first"},
    {"blocks", "save", "block cards are played when they save a unit, the most worth first"},
    {"blocks", "save_valuable",
     "block cards are played when they save a unit with two attack dice or more"},
    {"blocks", "never", "no block card is played"},
    {"specials", "pay_first",
     "special dice are kept for the damage cards held that cost one; the others draw cards"},
    {"specials", "draw_first", "every special die draws a card"},
    {"specials", "never", "special dice pay for cards and draw none"},
    {"cards", "finish",
     "damage cards are played when they finish a unit, or when the enemy's dice could destroy all "
     "own units of the theater in this step"},
    {"cards", "at_once", "damage cards are played as soon as there is a target"},
    {"cards", "never", "no card is played in an own attack"},
    {"rerolls", "useless",
     "dice rolled again are blanks, hits without a target and specials without a use; Concentrate "
     "Fire is played for two of them"},
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
     "of the cards left the one with most effect now: destroying, then damage, then preventing "
     "hits, the top half where its unit is there; cards that do nothing now are given up first "
     "when "
     "nothing better is left"},
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

std::string_view meaning(std::string_view setting, std::string_view value) {
  for (const Meaning& each : kMeanings)
    if (each.setting == setting && each.value == value) return each.text;
  return "";
}

std::vector<Setting> make_policies() {
  return {
      {"targets",
       "which units take the hits",
       {"big_guns_first", "weakest_first", "most_dangerous_first", "look_ahead"}},
      {"blocks", "when block cards are played", {"save", "save_valuable", "never"}},
      {"specials", "what special dice are spent on", {"pay_first", "draw_first", "never"}},
      {"cards", "when damage cards are played", {"finish", "at_once", "never"}},
      {"rerolls", "which dice are rolled again", {"useless", "blanks", "never"}},
      {"healing", "what special dice heal in cinematic combat", {"save", "strongest", "never"}},
      {"overkill", "where damage beyond health goes", {"strongest", "weakest"}},
      {"card_choice", "which advanced tactic card is played", {"best", "bottom", "none"}},
      {"no_escape", "whether No Escape is played", {"play", "keep"}},
      switch_off("death_star_plans", "whether the Rebels reveal the Death Star Plans"),
  };
}

std::vector<Setting> make_rules() {
  return {
      switch_off("cinematic", "cinematic combat of Rise of the Empire"),
      switch_on("cards", "tactic cards are in play"),
      {"structures",
       "structures left alone: lost at round end (base), or spared while their owner rolled a die "
       "in that battle (rote); auto: rote where the expansion is in play",
       {"auto", "base", "rote"}},
      switch_on("generators_stack", "each Shield Generator draws a card, not one for all"),
      switch_on("bombardment_splits", "damage of the base card Bombardment may be split"),
      switch_on("escape_plan_special", "the base card Escape Plan costs a special die"),
      {"space_deck",
       "one Onslaught and one Unstoppable Assault, or two Onslaughts",
       {"one_onslaught", "two_onslaughts"}},
      {"under_construction",
       "health colour of the Death Star Under Construction",
       {"black", "red"}},
      {"prevent",
       "preventing hits of a colour takes hit faces only, or direct hits of that colour too",
       {"hits", "hits_and_direct"}},
      {"attack_second", "how long \"attack after the enemy\" lasts", {"combat", "round"}},
  };
}

/// The number of the chosen value in its setting: the enumerators stand in the same order.
template <class Enum>
Enum chosen(std::span<const Choice> choices, std::string_view name) {
  const std::string_view word = chosen_word(choices, policy_settings(), name);
  for (const Setting& setting : policy_settings())
    if (setting.name == name)
      for (std::size_t i = 0; i < setting.values.size(); ++i)
        if (setting.values[i] == word) return static_cast<Enum>(i);
  return Enum{};
}

template <class Enum>
std::string told(std::string_view name, Enum value) {
  for (const Setting& setting : policy_settings())
    if (setting.name == name) {
      const std::string_view word = setting.values[static_cast<std::size_t>(value)];
      return std::string(name) + " " + std::string(word) + ": " + std::string(meaning(name, word));
    }
  return "";
}

}  // namespace

std::span<const Setting> policy_settings() {
  static const std::vector<Setting> kSettings = make_policies();
  return kSettings;
}

std::span<const Setting> rule_settings() {
  static const std::vector<Setting> kSettings = make_rules();
  return kSettings;
}

Choices read_choices(std::span<const Choice> choices) {
  Choices read;
  read.targets = chosen<Targets>(choices, "targets");
  read.blocks = chosen<Blocks>(choices, "blocks");
  read.specials = chosen<Specials>(choices, "specials");
  read.cards = chosen<Cards>(choices, "cards");
  read.rerolls = chosen<Rerolls>(choices, "rerolls");
  read.healing = chosen<Healing>(choices, "healing");
  read.overkill = chosen<Overkill>(choices, "overkill");
  read.card_choice = chosen<CardChoice>(choices, "card_choice");
  read.no_escape = chosen<Pursuit>(choices, "no_escape");
  read.death_star_plans = chosen_switch(choices, policy_settings(), "death_star_plans");
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
    lines.push_back(told("blocks", choices.blocks));
    lines.push_back(told("specials", choices.specials));
    lines.push_back(told("cards", choices.cards));
    lines.push_back(told("rerolls", choices.rerolls));
    lines.push_back(told("overkill", choices.overkill));
    lines.push_back(told("no_escape", choices.no_escape));
  }
  if (!army.empire()) lines.push_back(told("death_star_plans", choices.death_star_plans ? 1 : 0));
  return lines;
}

}  // namespace broadside::rebellion
