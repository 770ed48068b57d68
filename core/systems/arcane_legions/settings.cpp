#include "core/systems/arcane_legions/settings.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace broadside::arcane_legions {
namespace {

constexpr int kMostInTheWay = 20;

Setting number(std::string_view name, std::string_view text, int usual, int least, int most) {
  return {name, text, {}, usual, least, most};
}

/// The place of the chosen word among the setting's values: enumerations follow that order.
template <class Enum>
Enum chosen(std::span<const Choice> choices, std::span<const Setting> known,
            std::string_view name) {
  const std::string_view word = chosen_word(choices, known, name);
  for (const Setting& setting : known)
    if (setting.name == name)
      for (std::size_t v = 0; v < setting.values.size(); ++v)
        if (setting.values[v] == word) return static_cast<Enum>(v);
  return Enum{};
}

}  // namespace

std::span<const Setting> policy_settings() {
  static const std::vector<Setting> kSettings{
      {"casualties",
       "which undamaged figure takes damage first: as listed; soak: one that survives it all; "
       "keep_attack, keep_defence: those with the fewest such icons",
       {"listed", "soak", "keep_attack", "keep_defence"}},
      {"regroup",
       "layouts: figures take the slots that attack best in the own turn and those that defend "
       "best "
       "afterwards",
       {"none", "layouts"}},
      {"reroll",
       "Good Fortune: when it raises expected own minus enemy hits, always, when the lowest die "
       "shows 3 or less, never",
       {"expected", "always", "low", "never"}},
      {"push",
       "always: a second order each turn while 2 figures are left, one of them removed for it; "
       "to_the_last: even the last figure",
       {"never", "always", "to_the_last"}},
      {"special",
       "the special order given at the beginning of each turn of close combat",
       {"never", "armored_rush", "fireburst", "death_touch", "death_touch_master",
        "lord_of_the_dead", "artificer"}},
      {"shoots",
       "what a ranged order is made with",
       {"dice", "thrown_weapon", "sniper", "direct_fire"}},
      switch_off("concentrates", "Concentrated Attack is used in every close order"),
      {"picks",
       "which enemy figure is chosen where one may be: most attack icons, most defence icons, most "
       "hit points",
       {"attack", "defence", "hit_points"}},
      switch_off("moved",
                 "the unit moves before its order: next to the enemy before the first close order, "
                 "or before each ranged one"),
      number("friends", "own other units that touch the target", 0, 0, kMostInTheWay),
      number("hindered", "units and hindering terrain in the line of sight", 0, 0, kMostInTheWay),
      {"army", "what the side's army consists of", {"one_faction", "mixed", "all_greek"}},
  };
  return kSettings;
}

std::span<const Setting> rule_settings() {
  static const std::vector<Setting> kSettings{
      switch_on("critical", "criticals are played"),
      {"critical_count",
       "one critical for at least as many sixes as needed, for exactly as many, or one for each "
       "full set",
       {"at_least", "exactly", "each"}},
      {"critical_roll", "judged on the first roll or after rerolls", {"first", "final"}},
      switch_off("critical_needs_hit", "a critical counts only with a won comparison"),
      {"clamp",
       "dice below 0 are raised to 0 once at the end, or after each change",
       {"once", "each"}},
      {"no_attack_dice",
       "an order without dice is resolved against phantoms, or nothing happens",
       {"resolve", "nothing"}},
      {"melee_penalty",
       "firing into melee costs 1 die, once or for each friend",
       {"once", "per_friend"}},
      switch_on("brutal_defending", "Brutal works while defending too"),
      switch_off("tough_attacking", "Tough works while attacking too"),
      {"soaking",
       "the owner may hurt any undamaged figure first, or must take the weakest",
       {"allowed", "weakest_first"}},
      {"push_last",
       "pushing with the last figure is not allowed, or defeats the unit",
       {"forbidden", "defeats"}},
      switch_on("damage_back_when_wiped", "Berserker works for a unit that is wiped out at once"),
      {"fire_arrows", "their damage needs no hit, or at least one", {"always", "on_a_hit"}},
      {"dragons_gift", "its damage is added to the hits, or replaces them", {"added", "replaces"}},
      number("turn_limit", "turns after which a duel is a stalemate; 0 = no limit", 50, 0, 1000),
      number("volleys", "turns of shooting before the duel of a volley", 1, 1, 20),
      {"turn", "what the unit does in a battle of one turn", {"close", "ranged", "ranged_close"}},
  };
  return kSettings;
}

Plan plan_of(const Policy& policy) {
  const auto known = policy_settings();
  const std::span<const Choice> of = policy.choices;
  Plan plan;
  plan.casualties = chosen<Casualties>(of, known, "casualties");
  plan.regroups = chosen_word(of, known, "regroup") == "layouts";
  constexpr std::array kRerolls{LowReroll::expected, LowReroll::always, LowReroll::low,
                                LowReroll::none};
  plan.reroll = kRerolls[chosen<std::size_t>(of, known, "reroll")];
  plan.push = chosen<Push>(of, known, "push");
  if (const auto* special = find_ability(chosen_word(of, known, "special")))
    plan.special = special->ability;
  plan.shoots = chosen<Shoots>(of, known, "shoots");
  plan.concentrates = chosen_switch(of, known, "concentrates");
  plan.picks = chosen<Picks>(of, known, "picks");
  plan.moved = chosen_switch(of, known, "moved");
  plan.friends = chosen_number(of, known, "friends");
  plan.hindered = chosen_number(of, known, "hindered");
  plan.army = chosen<ArmyIs>(of, known, "army");
  return plan;
}

Readings readings_of(const Scenario& scenario) {
  const auto known = rule_settings();
  const std::span<const Choice> of = scenario.rules;
  const auto is = [&](std::string_view name, std::string_view word) {
    return chosen_word(of, known, name) == word;
  };
  Readings readings;
  readings.critical = chosen_switch(of, known, "critical");
  readings.critical_count = chosen<CriticalCount>(of, known, "critical_count");
  readings.critical_on_final = is("critical_roll", "final");
  readings.critical_needs_hit = chosen_switch(of, known, "critical_needs_hit");
  readings.clamp_each = is("clamp", "each");
  readings.nothing_without_dice = is("no_attack_dice", "nothing");
  readings.melee_per_friend = is("melee_penalty", "per_friend");
  readings.brutal_defending = chosen_switch(of, known, "brutal_defending");
  readings.tough_attacking = chosen_switch(of, known, "tough_attacking");
  readings.weakest_first = is("soaking", "weakest_first");
  readings.push_last_defeats = is("push_last", "defeats");
  readings.damage_back_when_wiped = chosen_switch(of, known, "damage_back_when_wiped");
  readings.fire_arrows_need_hit = is("fire_arrows", "on_a_hit");
  readings.dragons_gift_replaces = is("dragons_gift", "replaces");
  return readings;
}

Course course_of(const Scenario& scenario) {
  const auto known = rule_settings();
  return {chosen_number(scenario.rules, known, "turn_limit"),
          chosen_number(scenario.rules, known, "volleys"),
          chosen<TurnOrders>(scenario.rules, known, "turn")};
}

std::string all_settings(std::span<const Choice> chosen_ones, std::span<const Setting> known) {
  std::string text;
  for (const Setting& setting : known) {
    text += (text.empty() ? "" : ", ") + std::string(setting.name) + " ";
    if (setting.values.empty())
      text += std::to_string(chosen_number(chosen_ones, known, setting.name));
    else
      text += chosen_word(chosen_ones, known, setting.name);
  }
  return text;
}

}  // namespace broadside::arcane_legions
