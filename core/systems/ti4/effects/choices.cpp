#include "core/systems/ti4/effects/choices.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4 {
namespace {

/// RULES 9.7: the order in which a side uses its own abilities at the start of a combat; what does
/// not stand here follows.
constexpr std::string_view kAtStart[] = {
    // space: Sleeper Cell, ships that join or change, then what destroys
    "hero_ipswitch", "hero_kuuasi_aun_jalatai", "hero_homesick_phantom", "nekro_flagship",
    "naaz_rokha_mech", "ac_reveal_prototype", "tech_assault_cannon", "pn_the_cavalry",
    "tech_dimensional_splicer", "ability_ambush", "tech_impulse_core",
    // ground: troops that join before one of the enemy's is hit
    "commander_claire_gibson", "ability_indoctrination", "pn_greyfire_mutagen_omega",
    "tech_magen_defense_grid_omega", "tech_magen_defense_grid_omega2"};

/// Windows that a ground combat alone does not have.
constexpr std::string_view kOutsideGroundCombat[] = {
    "space_cannon_offense", "afb", "announce_retreat", "bombardment", "space_cannon_defense"};

}  // namespace

bool needs_invasion(const EffectFact& fact) {
  // Bombardment at the end of rounds, and rolls of unit abilities only.
  if (fact.id == "ability_harrow" || fact.id == "ac_scramble_frequency") return true;
  bool outside = false;
  for (const std::string_view window :
       split(fact.timings.empty() ? fact.timing : fact.timings, ',')) {
    if (std::find(std::begin(kOutsideGroundCombat), std::end(kOutsideGroundCombat), window) !=
        std::end(kOutsideGroundCombat))
      outside = true;
    else if (window != "end_of_round")  // Harrow is also a bombardment
      return false;
  }
  return outside;
}

std::string resolve_id(const std::string& typed, const Army& army) {
  std::string folded = fold_name(typed);
  for (const Effect& input : input_effects())
    if (input.id == folded) return folded;
  return find_effect_id(typed, army.faction);
}

Problem check_choice(const EffectChoice& choice, const Army& army, const std::string& where) {
  const Side side = army.side;
  if (choice.id == "third_party_pds" && side == Side::attacker)
    return InputError{"other players fire at the attacker, not for him", where,
                      "give third_party_pds as system.effects, or to the defender"};
  if (const EffectFact* fact = find_effect(choice.id);
      fact && fact->side != "either" && fact->side != name(side) && !find_inert(choice.id))
    return InputError{fmt::format("'{}' is for the {}", choice.id, fact->side), where,
                      fact->kind == "anomaly" ? "give it as system.effects (--system-effects)"
                                              : "give it to the other side"};
  // RULES 1.11: a promissory note is played by whoever received it, never by its owner.
  if (const EffectFact* fact = find_effect(choice.id); fact && fact->kind == "promissory_note" &&
                                                       !fact->faction.empty() &&
                                                       fact->faction == army.faction)
    return InputError{fmt::format("'{}' is the {}'s own promissory note", choice.id, name(side)),
                      where, "only another player can play it: leave it out"};
  if (choice.round && (*choice.round < 1 || *choice.round > kMostRounds))
    return InputError{fmt::format("round {} of '{}'", *choice.round, choice.id), where,
                      fmt::format("rounds count from 1 to {}", kMostRounds)};
  if (choice.uses && (*choice.uses < 0 || *choice.uses > kMostUses))
    return InputError{fmt::format("{} uses of '{}'", *choice.uses, choice.id), where,
                      fmt::format("0 to {}", kMostUses)};
  if (choice.target && !type_named(*choice.target))
    return InputError{
        fmt::format("unknown unit '{}' as the target of '{}'", *choice.target, choice.id), where,
        nearest_hint(*choice.target, type_names())};
  return std::nullopt;
}

Problem order_abilities(const Scenario& scenario, Builder& build, Side side) {
  Army& army = build.army(side);
  std::vector<std::string> order;
  for (const std::string& typed : scenario.side(side).policy.names("ability_order")) {
    const std::string where = std::string{name(side)} + ".policy.ability_order";
    const std::string id = resolve_id(typed, army);
    if (id.empty()) return unknown_effect(typed, where);
    const auto is_it = [&](const Event& event) { return event.effect == id; };
    if (std::none_of(army.space_start.begin(), army.space_start.end(), is_it) &&
        std::none_of(army.ground_start.begin(), army.ground_start.end(), is_it))
      return InputError{"'" + id + "' is no ability that the " + std::string{name(side)} +
                            " uses at the start of a combat",
                        where, "leave it out, or list it among the effects"};
    order.push_back(id);
  }
  const auto rank = [&](std::string_view id) {
    const auto chosen = std::find(order.begin(), order.end(), id) - order.begin();
    const auto usual = std::find(std::begin(kAtStart), std::end(kAtStart), id);
    return std::pair{chosen, usual - std::begin(kAtStart)};
  };
  for (auto list : {&Army::space_start, &Army::ground_start}) {
    auto& events = army.*list;
    std::stable_sort(events.begin(), events.end(), [&](const Event& a, const Event& b) {
      return rank(a.effect) < rank(b.effect);
    });
    const bool takes_place = list == &Army::space_start ? build.in_space() : build.on_planet();
    if (events.size() < 2 || !takes_place) continue;
    std::string order;
    for (const Event& event : events) add_word(order, event.name);
    build.say(side, "abilities at the start of the combat: " + order);
  }
  const auto at = [&](std::string_view id) {
    return std::find_if(army.space_start.begin(), army.space_start.end(),
                        [&](const Event& event) { return event.effect == id; });
  };
  const auto cannon = at("tech_assault_cannon");
  army.cannon_follows = cannon != army.space_start.end() && at("tech_impulse_core") < cannon;
  return std::nullopt;
}

}  // namespace broadside::ti4
