// Every unit, leader and card of Rebellion changes a combat, or says why it cannot. Units and
// leaders are solved with and without; cards are sampled with and without what they do.

#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/systems/rebellion/cards.hpp"
#include "core/systems/rebellion/leaders.hpp"
#include "core/systems/rebellion/units.hpp"
#include "tests/by_id.hpp"
#include "tests/core/systems/rebellion/asking.hpp"

namespace {

using namespace broadside;
using namespace broadside::rebellion_asking;
using broadside::test::by_id;
namespace game = broadside::rebellion;

/// A combat whose odds are others without one unit of the kind. The unit comes first.
struct UnitRow {
  std::string id, battle, with, beside, enemy;
};

// clang-format off
const std::vector<UnitRow>& unit_rows() {
  static const std::vector<UnitRow> kRows{
      {"tie_fighter", "space", "empire: tie_fighter", "star_destroyer", "rebels: 2 x_wing, corellian_corvette"},
      {"assault_carrier", "space", "empire: assault_carrier", "2 tie_fighter", "rebels: 2 x_wing, corellian_corvette"},
      {"star_destroyer", "space", "empire: star_destroyer", "2 tie_fighter", "rebels: 2 x_wing, corellian_corvette"},
      {"super_star_destroyer", "space", "empire: super_star_destroyer", "2 tie_fighter", "rebels: 2 x_wing, mon_calamari_cruiser"},
      {"death_star", "space", "empire: death_star", "tie_fighter", "rebels: 2 x_wing, corellian_corvette"},
      {"death_star_under_construction", "space", "empire: death_star_under_construction", "2 tie_fighter", "rebels: 3 x_wing"},
      {"stormtrooper", "ground", "empire: stormtrooper", "at_st", "rebels: airspeeder, 2 rebel_trooper"},
      {"at_st", "ground", "empire: at_st", "stormtrooper", "rebels: airspeeder, 2 rebel_trooper"},
      {"at_at", "ground", "empire: at_at", "stormtrooper", "rebels: airspeeder, 2 rebel_trooper"},
      {"tie_striker", "space", "empire: tie_striker", "tie_fighter", "rebels: 2 x_wing"},
      {"interdictor", "space", "empire: interdictor", "tie_fighter", "rebels: 2 x_wing, corellian_corvette"},
      {"assault_tank", "ground", "empire: assault_tank", "stormtrooper", "rebels: 2 rebel_trooper"},
      {"shield_bunker", "combat", "empire: shield_bunker", "tie_fighter, death_star_under_construction", "rebels: 5 x_wing"},
      {"x_wing", "space", "rebels: x_wing", "corellian_corvette", "empire: 3 tie_fighter"},
      {"y_wing", "space", "rebels: y_wing", "corellian_corvette", "empire: assault_carrier, tie_fighter"},
      {"rebel_transport", "space", "rebels: rebel_transport", "x_wing", "empire: tie_fighter"},
      {"corellian_corvette", "space", "rebels: corellian_corvette", "x_wing", "empire: 3 tie_fighter"},
      {"mon_calamari_cruiser", "space", "rebels: mon_calamari_cruiser", "x_wing", "empire: star_destroyer, tie_fighter"},
      {"rebel_trooper", "ground", "rebels: rebel_trooper", "airspeeder", "empire: at_st, stormtrooper"},
      {"airspeeder", "ground", "rebels: airspeeder", "rebel_trooper", "empire: at_st, stormtrooper"},
      {"shield_generator", "ground", "rebels: shield_generator", "rebel_trooper", "empire: stormtrooper"},
      {"ion_cannon", "combat", "rebels: ion_cannon", "mon_calamari_cruiser", "empire: star_destroyer"},
      {"u_wing", "space", "rebels: u_wing", "x_wing", "empire: 2 tie_fighter"},
      {"nebulon_b_frigate", "space", "rebels: nebulon_b_frigate", "x_wing", "empire: 3 tie_fighter"},
      {"rebel_vanguard", "ground", "rebels: rebel_vanguard", "rebel_trooper", "empire: 2 stormtrooper"},
      {"golan_arms_turret", "ground", "rebels: golan_arms_turret", "rebel_trooper", "empire: 2 stormtrooper"},
  };
  return kRows;
}
// clang-format on

std::string faction_of(const std::string& side) { return side.substr(0, side.find(':') + 1); }

/// Leader values that stand for all leaders with the same: {space, ground} -> solved answers.
struct Led {
  Answer space, ground;
};
Led solve_led(const game::Leader& leader) {
  const bool empire = leader.faction == game::Faction::empire;
  const auto fight = [&](const char* battle, const char* empire_units, const char* rebel_units) {
    return ask(led(combat(battle, empire ? empire_units : rebel_units,
                          empire ? rebel_units : empire_units, true),
                   A, {std::string(leader.id)}));
  };
  return {fight("space", "empire: assault_carrier, 3 tie_fighter",
                "rebels: corellian_corvette, 3 x_wing"),
          fight("ground", "empire: at_st, 3 stormtrooper", "rebels: airspeeder, 3 rebel_trooper")};
}

// -------------------------------------------------------------------------------------------------
// Cards are sampled: two answers differ where some share is more than six standard errors apart.

using Ids = std::vector<std::string>;
constexpr std::uint64_t kBattles = 100'000;
constexpr double kClearly = 6;

Report sampled(const Scenario& scenario) {
  Options options;
  options.battles = kBattles;
  options.exact_budget = 0;
  auto report = odds(scenario, options);
  REQUIRE_MESSAGE(bool{report}, (report ? "" : report.error().message()));
  return std::move(report).value();
}

double errors_apart(double p, double q) {
  const double variance = (p * (1 - p) + q * (1 - q)) / static_cast<double>(kBattles);
  return variance > 0 ? std::abs(p - q) / std::sqrt(variance) : p == q ? 0 : INFINITY;
}

/// The largest difference in outcomes and in what is left, in standard errors.
double difference(const Report& one, const Report& two) {
  double most = 0;
  for (const Outcome o : all_outcomes())
    most = std::max(most, errors_apart(one.odds[o].p, two.odds[o].p));
  for (std::size_t s = 0; s < 2; ++s) {
    std::map<std::string, std::array<double, 2>> rows;
    for (const SurvivorRow& row : one.sides[s].survivors) rows[asking::force_text(row)][0] = row.p;
    for (const SurvivorRow& row : two.sides[s].survivors) rows[asking::force_text(row)][1] = row.p;
    for (const auto& [force, p] : rows) most = std::max(most, errors_apart(p[0], p[1]));
  }
  return most;
}

/// A combat that one tactic card changes. Both hands are given; special dice draw nothing.
struct CardRow {
  std::string id, battle, attacker, defender;
  Side holder = Side::attacker;
  Ids beside{}, enemy{};  ///< other cards in the holder's hand, and the enemy's hand
  int enemy_retreats = 0, holder_retreats = 0;
  bool draws = false;  ///< the holder's special dice draw
};

// clang-format off
const std::vector<CardRow>& card_rows() {
  static const std::string kTies = "empire: 2 tie_fighter", kXWings = "rebels: 2 x_wing";
  static const std::string kStorm = "empire: stormtrooper", kTrooper = "rebels: rebel_trooper";
  static const std::string kWalker = "empire: at_st, stormtrooper", kSpeeder = "rebels: airspeeder, rebel_trooper";
  static const std::vector<CardRow> kRows{
      {"space_critical_hit", "space", kTies, kXWings},
      {"space_concentrate_fire", "space", kTies, kXWings, D},
      {"space_defensive_formation", "space", kTies, kXWings, D},
      {"space_outmaneuver", "space", kTies, kXWings, A, {"space_no_escape"}},
      {"space_take_it_down", "space", kTies, kXWings},
      {"space_onslaught", "space", kTies, kXWings, D},
      {"space_unstoppable_assault", "space", kTies, kXWings, A, {}, {"space_defensive_formation", "space_defensive_formation", "space_defensive_formation"}},
      {"space_brilliant_strategy", "space", kTies, kXWings, A, {}, {}, 0, 0, true},
      {"space_no_escape", "space", kTies, kXWings, A, {}, {}, 1},
      {"ground_critical_hit", "ground", kStorm, kTrooper},
      {"ground_concentrate_fire", "ground", kWalker, kSpeeder, D},
      {"ground_defensive_formation", "ground", kStorm, kTrooper},
      {"ground_dig_in", "ground", kStorm, kTrooper, D, {"ground_escape_plan"}},
      {"ground_take_it_down", "ground", kStorm, kTrooper},
      {"ground_onslaught", "ground", kStorm, kTrooper, D},
      {"ground_unstoppable_assault", "ground", kWalker, kSpeeder, A, {}, {"ground_defensive_formation", "ground_defensive_formation", "ground_defensive_formation"}},
      {"ground_brilliant_strategy", "ground", kWalker, kSpeeder, D, {}, {}, 0, 0, true},
      {"ground_bombardment", "combat", "empire: star_destroyer, 2 stormtrooper", "rebels: 3 rebel_trooper"},
      {"ground_escape_plan", "combat", "empire: tie_fighter, 2 stormtrooper", "rebels: x_wing, 2 rebel_trooper, airspeeder", D, {}, {}, 0, 1},
  };
  return kRows;
}
// clang-format on

Scenario scenario_of(const CardRow& row, bool with) {
  Scenario scenario = combat(row.battle, row.attacker, row.defender, false, true);
  const Side enemy = other(row.holder);
  Ids hand = row.beside;
  if (with) hand.push_back(row.id);
  scenario.side(row.holder).fields["hand"] = hand;
  scenario.side(enemy).fields["hand"] = row.enemy;
  scenario = choosing(scenario, enemy, "specials", "never");
  if (!row.draws) scenario = choosing(scenario, row.holder, "specials", "never");
  if (row.enemy_retreats) scenario = leaving(scenario, enemy, row.enemy_retreats);
  if (row.holder_retreats) scenario = leaving(scenario, row.holder, row.holder_retreats);
  return scenario;
}

/// A combat that one action card changes; the leader is there in both.
struct ActionRow {
  std::string id, battle, attacker, defender, leader;
  Side player = Side::attacker;
  bool cards = false;
  Ids enemy_hand{};
  int enemy_retreats = 0;
  std::optional<std::string> target{};
  Ids hand{};  ///< of the player; empty = drawn
};

// clang-format off
const std::vector<ActionRow>& action_rows() {
  static const std::string kFleet = "empire: star_destroyer, 2 tie_fighter, stormtrooper", kRebels = "rebels: 2 x_wing, corellian_corvette, rebel_trooper";
  static const std::vector<ActionRow> kRows{
      {"according_to_my_design", "combat", kFleet, kRebels, "emperor_palpatine"},
      {"more_dangerous_than_you_realize", "space", kFleet, kRebels, "general_tagge", A, true},
      {"keep_them_from_escaping", "space", kFleet, kRebels, "admiral_piett", A, false, {}, 1},
      {"good_intel", "space", "empire: 2 tie_fighter", "rebels: 2 x_wing", "soontir_fel", A, true, {"space_defensive_formation"}, 0, {}, {"space_unstoppable_assault"}},
      {"ready_for_action", "space", "empire: 2 tie_fighter", "rebels: 2 x_wing", "general_veers", A, true, {}, 0, "emperor_palpatine"},
      {"fully_operational", "space", "empire: death_star, tie_fighter", "rebels: 2 x_wing", "moff_jerjerrod"},
      {"target_the_generator_action", "ground", "empire: stormtrooper", "rebels: rebel_trooper, shield_generator", "general_veers"},
      {"its_a_trap", "space", "empire: 2 tie_fighter", "rebels: 2 x_wing", "admiral_ackbar", D, true, {"space_critical_hit", "space_critical_hit"}},
      {"point_blank_assault", "space", kFleet, kRebels, "admiral_ackbar", D},
      {"target_the_star_destroyers", "space", "empire: star_destroyer, assault_carrier", "rebels: 4 x_wing, corellian_corvette", "wedge_antilles", D},
      {"one_in_a_million", "space", kFleet, kRebels, "luke_skywalker", D},
      {"bazes_loyalty", "space", kFleet, kRebels, "chirrut_imwe", D},
      {"yoda_ring", "space", kFleet, kRebels, "mon_mothma", D},
  };
  return kRows;
}
// clang-format on

Scenario with_hand(Scenario scenario, Side side, Ids hand) {
  scenario.side(side).fields["hand"] = std::move(hand);
  return scenario;
}

Scenario scenario_of(const ActionRow& row, bool with) {
  Scenario scenario = combat(row.battle, row.attacker, row.defender, false, row.cards);
  scenario.side(row.player).fields["leaders"] = Names{row.leader};
  if (with) scenario.side(row.player).effects = {{row.id, {}, {}, row.target}};
  if (row.cards) scenario.side(other(row.player)).fields["hand"] = row.enemy_hand;
  if (!row.hand.empty())
    scenario = choosing(with_hand(scenario, row.player, row.hand), row.player, "specials", "never");
  if (row.enemy_retreats) scenario = leaving(scenario, other(row.player), row.enemy_retreats);
  return scenario;
}

// -------------------------------------------------------------------------------------------------
// Advanced tactic cards: one half resolved or not, in a combat that somebody leaves after one
// round.

/// What tells that the half did something.
enum class Seen {
  left,         ///< other outcomes or survivors
  enemy_cards,  ///< the enemy plays fewer cards
  own_cards,    ///< the side plays more cards
};
using enum Seen;

struct HalfRow {
  std::string id;
  bool top = false;
  std::string attacker, defender;
  Side holder = Side::attacker;
  Side leaves = Side::defender;
  Seen seen = Seen::left;
  Ids enemy{};    ///< the enemy's cards; none = he resolves nothing
  Ids beside{};   ///< other cards of the holder
  int round = 1;  ///< after which somebody leaves
};

// clang-format off
const std::string kShips = "empire: star_destroyer, 2 tie_fighter, assault_carrier", kFleet = "rebels: mon_calamari_cruiser, 2 x_wing, corellian_corvette";
const std::string kTroops = "empire: star_destroyer, at_st, 2 stormtrooper", kBase = "rebels: 2 rebel_transport, x_wing, airspeeder, 2 rebel_trooper";
const std::vector<HalfRow>& half_rows() {
  static const std::vector<HalfRow> kRows{
      {"adv_empire_space_swarm_tactics", true, kShips + ", 2 tie_striker", kFleet},
      {"adv_empire_space_swarm_tactics", false, kShips, kFleet},
      {"adv_empire_space_reinforcements", true, "empire: assault_carrier", "rebels: x_wing"},
      {"adv_empire_space_reinforcements", false, kShips, kFleet},
      {"adv_empire_space_tractor_beam", false, kShips, kFleet},
      {"adv_empire_space_overwhelming_presence", true, "empire: super_star_destroyer, assault_carrier", kFleet},
      {"adv_empire_space_overwhelming_presence", false, kShips, kFleet},
      {"adv_empire_space_superlaser_blast", true, "empire: death_star, tie_fighter", kFleet},
      {"adv_empire_space_superlaser_blast", false, kShips, kFleet},
      {"adv_empire_space_entrapment", true, kShips + ", interdictor", kFleet, A, A, left, {"adv_rebel_space_bombing_run"}},
      {"adv_empire_space_entrapment", false, kShips, kFleet, A, D, enemy_cards, {"adv_rebel_space_bombing_run", "adv_rebel_space_rogue_squadron_support"}, {}, 2},
      {"adv_empire_space_energy_shield", true, kFleet, kShips + ", shield_bunker", D, A},
      {"adv_empire_space_energy_shield", false, kShips, kFleet},
      {"adv_empire_space_intercept", true, "empire: tie_striker, 2 tie_fighter", "rebels: 2 x_wing, corellian_corvette, rebel_trooper"},
      {"adv_empire_space_intercept", false, kShips, kFleet},
      {"adv_empire_ground_support_of_the_501st", true, kTroops, kBase},
      {"adv_empire_ground_support_of_the_501st", false, kTroops, kBase},
      {"adv_empire_ground_armored_patrol", true, kTroops + ", assault_tank", kBase},
      {"adv_empire_ground_armored_patrol", false, kTroops, kBase},
      {"adv_empire_ground_overrun", true, kTroops, kBase},
      {"adv_empire_ground_overrun", false, kTroops, kBase},
      {"adv_empire_ground_target_the_generator", true, kTroops + ", at_at", kBase + ", golan_arms_turret", A, A},
      {"adv_empire_ground_target_the_generator", false, kTroops, kBase},
      {"adv_empire_ground_air_superiority", true, kTroops + ", tie_striker", kBase, A, D, left, {"adv_rebel_ground_hold_them_back"}},
      {"adv_empire_ground_air_superiority", false, kTroops, kBase, A, D, enemy_cards, {"adv_rebel_ground_hold_them_back", "adv_rebel_ground_tow_cables"}, {}, 2},
      {"adv_empire_ground_armored_position", true, kBase, kTroops + ", shield_bunker", D, A},
      {"adv_empire_ground_armored_position", false, kTroops, kBase},
      {"adv_empire_ground_bombardment", true, kTroops, kBase},
      {"adv_empire_ground_bombardment", false, kTroops, kBase},
      {"adv_empire_ground_imposing_presence", true, kTroops, kBase},
      {"adv_rebel_space_rogue_squadron_support", true, kShips, kFleet, D},
      {"adv_rebel_space_rogue_squadron_support", false, kShips, kFleet, D},
      {"adv_rebel_space_bombing_run", true, kShips, kFleet + ", y_wing", D},
      {"adv_rebel_space_bombing_run", false, kShips, kFleet, D},
      {"adv_rebel_space_deployment", true, kShips + ", stormtrooper", kFleet + ", u_wing", D},
      {"adv_rebel_space_deployment", false, kFleet, kShips, A, A},
      {"adv_rebel_space_fleet_logistics", true, kShips, kFleet, D, D, own_cards, {}, {"adv_rebel_space_bombing_run"}},
      {"adv_rebel_space_fleet_logistics", false, kShips, kFleet, D},
      {"adv_rebel_space_ion_blast", true, kFleet + ", ion_cannon", "empire: assault_carrier", A, A},
      {"adv_rebel_space_ion_blast", false, kShips, kFleet, D},
      {"adv_rebel_space_outrun_them", true, kShips, kFleet, D, D, left, {"adv_empire_space_swarm_tactics"}},
      {"adv_rebel_space_outrun_them", false, kShips, kFleet, D, D, enemy_cards, {"adv_empire_space_swarm_tactics", "adv_empire_space_tractor_beam"}, {}, 2},
      {"adv_rebel_space_draw_their_fire", true, kShips, kFleet + ", nebulon_b_frigate", D},
      {"adv_rebel_space_draw_their_fire", false, kFleet, kShips, A, A},
      {"adv_rebel_space_escort", true, kShips, kFleet + ", rebel_transport", D},
      {"adv_rebel_space_escort", false, kShips, kFleet, D},
      {"adv_rebel_ground_hold_them_back", true, kTroops, kBase, D},
      {"adv_rebel_ground_hold_them_back", false, kTroops, kBase, D},
      {"adv_rebel_ground_take_it_down", true, kTroops, kBase + ", rebel_vanguard", D},
      {"adv_rebel_ground_take_it_down", false, kTroops, kBase, D},
      {"adv_rebel_ground_tow_cables", true, kTroops, kBase, D},
      {"adv_rebel_ground_tow_cables", false, kTroops, kBase, D},
      {"adv_rebel_ground_take_cover", true, kTroops, kBase + ", golan_arms_turret", D},
      {"adv_rebel_ground_take_cover", false, kTroops, kBase, D},
      {"adv_rebel_ground_planetary_shield", true, "empire: star_destroyer, 3 stormtrooper", "rebels: x_wing, 2 rebel_vanguard, shield_generator", D, A},
      {"adv_rebel_ground_planetary_shield", false, kBase, kTroops, A, A},
      {"adv_rebel_ground_rogue_one", false, kBase, kTroops, A, A},
      {"adv_rebel_ground_escape_plan", true, kTroops, kBase, D},
      {"adv_rebel_ground_escape_plan", false, kTroops, kBase, D, D, enemy_cards, {"adv_empire_ground_overrun", "adv_empire_ground_bombardment"}, {}, 2},
  };
  return kRows;
}
// clang-format on

/// Halves that change no combat, and why. "top" or "bottom" after the id.
const std::map<std::string, std::string> kInertHalves{
    {"adv_empire_space_tractor_beam top", "captures a leader, which no combat shows"},
    {"adv_rebel_ground_rogue_one top", "a reward outside the combat"},
    {"adv_rebel_ground_confrontation top", "a reward outside the combat"},
    {"adv_empire_ground_imposing_presence bottom",
     "does nothing but let another card be played, which could be played by itself"},
    {"adv_rebel_ground_confrontation bottom",
     "does nothing but let another card be played, which could be played by itself"},
};

Scenario scenario_of(const HalfRow& row, bool with) {
  const game::AdvancedCard* card = by_id(game::all_advanced_cards(), row.id);
  REQUIRE(card);
  Scenario scenario = combat(game::name(card->theater), row.attacker, row.defender, true, true);
  scenario = with_rule(scenario, "structures", "base");
  Ids hand = row.beside;
  hand.push_back(row.id);
  scenario = with_hand(scenario, row.holder, hand);
  scenario = choosing(scenario, row.holder, "card_choice",
                      !with     ? "none"
                      : row.top ? "best"
                                : "bottom");
  const Side enemy = other(row.holder);
  if (row.enemy.empty())
    scenario = choosing(scenario, enemy, "card_choice", "none");
  else
    scenario = with_hand(scenario, enemy, row.enemy);
  return leaving(scenario, row.leaves, row.round);
}

double cards_played(const Report& report, Side side) {
  double sum = 0;
  for (const IncidentReport& incident : report.incidents)
    if (incident.side == side) sum += incident.mean;
  return sum;
}

double played(const Report& report, Side side, const std::string& what) {
  for (const IncidentReport& incident : report.incidents)
    if (incident.side == side && incident.name == what) return incident.mean;
  return 0;
}

}  // namespace

TEST_SUITE("rebellion: everything matters") {
  TEST_CASE("every unit changes the odds of a combat") {
    std::set<std::string> rowed;
    for (const UnitRow& row : unit_rows()) {
      CAPTURE(row.id);
      CHECK(rowed.insert(row.id).second);
      const Answer with = solved(row.battle, row.with + ", " + row.beside, row.enemy);
      const Answer without = solved(row.battle, faction_of(row.with) + " " + row.beside, row.enemy);
      CHECK(asking::odds_distance(with, without) > 1e-6);
      // One more is never worse for its side.
      CHECK(with.win() - with.lose() >= without.win() - without.lose() - 1e-12);
    }
    for (const game::Unit& unit : game::all_units()) CHECK(rowed.contains(std::string(unit.id)));
    CHECK(rowed.size() == game::all_units().size());
  }

  TEST_CASE("every leader rerolls by its values in cinematic combat, and may lead a retreat") {
    std::map<int, Answer> space, ground;  // by faction and value
    for (const game::Leader& leader : game::all_leaders()) {
      CAPTURE(std::string(leader.id));
      const Led answer = solve_led(leader);
      const int side = leader.faction == game::Faction::empire ? 0 : 10;
      for (auto [known, found, value] :
           {std::tuple{&space, &answer.space, int{leader.space_tactic}},
            std::tuple{&ground, &answer.ground, int{leader.ground_tactic}}}) {
        const auto [at, fresh] = known->try_emplace(side + value, *found);
        if (!fresh) CHECK(distance(at->second, *found) < 1e-12);
      }
    }
    for (const auto* known : {&space, &ground})
      for (const int side : {0, 10})
        for (int value = 1; value <= 3; ++value) {
          CAPTURE(side);
          CAPTURE(value);
          REQUIRE(known->contains(side + value));
          REQUIRE(known->contains(side));
          CHECK(known->at(side + value).win() > known->at(side + value - 1).win() + 1e-4);
        }
    // Every one of them, also those without values, can lead a retreat; without one nobody leaves.
    for (const game::Leader& leader : game::all_leaders()) {
      CAPTURE(std::string(leader.id));
      const bool empire = leader.faction == game::Faction::empire;
      Scenario fight = combat("space", empire ? "assault_carrier" : "corellian_corvette",
                              empire ? "corellian_corvette" : "assault_carrier");
      fight.side(A).policy["retreat"] = RetreatTiming{1, {}};
      CHECK(ask(fight).chance(Outcome::attacker_retreats) == worked(0));
      CHECK(ask(led(fight, A, {std::string(leader.id)})).chance(Outcome::attacker_retreats) > 0.1);
    }
  }

  TEST_CASE("every tactic card of the base game changes a combat") {
    std::set<std::string> rowed;
    for (const CardRow& row : card_rows()) {
      CAPTURE(row.id);
      CHECK(rowed.insert(row.id).second);
      const double apart =
          difference(sampled(scenario_of(row, true)), sampled(scenario_of(row, false)));
      CHECK(apart > kClearly);
    }
    for (const game::TacticCard& card : game::all_tactic_cards())
      CHECK_MESSAGE(rowed.contains(std::string(card.id)), card.id);
  }

  TEST_CASE("every action card changes a combat") {
    std::set<std::string> rowed;
    for (const ActionRow& row : action_rows()) {
      CAPTURE(row.id);
      CHECK(rowed.insert(row.id).second);
      const Scenario with = scenario_of(row, true), without = scenario_of(row, false);
      if (row.cards)
        CHECK(difference(sampled(with), sampled(without)) > kClearly);
      else
        CHECK(distance(ask(with), ask(without)) > 1e-6);
    }
    for (const game::ActionCard& card : game::all_action_cards())
      CHECK_MESSAGE(rowed.contains(std::string(card.id)), card.id);
  }

  TEST_CASE("every half of every advanced tactic card changes a combat or says why it cannot") {
    std::set<std::string> rowed;
    for (const HalfRow& row : half_rows()) {
      const std::string half = row.id + (row.top ? " top" : " bottom");
      CAPTURE(half);
      CHECK(rowed.insert(half).second);
      const game::AdvancedCard& card = *by_id(game::all_advanced_cards(), row.id);
      const Report with = sampled(scenario_of(row, true)),
                   without = sampled(scenario_of(row, false));
      CHECK(played(with, row.holder,
                   std::string(card.name) + (row.top ? ", top (" : ", bottom (") +
                       std::string(game::name(card.theater)) + ")") > 0.5);
      const Side enemy = other(row.holder);
      if (row.seen == left) CHECK(difference(with, without) > kClearly);
      if (row.seen == enemy_cards)
        CHECK(cards_played(with, enemy) < cards_played(without, enemy) - 0.3);
      if (row.seen == own_cards) CHECK(cards_played(with, row.holder) > 1.5);
    }
    for (const game::AdvancedCard& card : game::all_advanced_cards())
      for (const char* half : {" top", " bottom"}) {
        const std::string name = std::string(card.id) + half;
        CHECK_MESSAGE(rowed.contains(name) != kInertHalves.contains(name), name);
      }
  }
}
