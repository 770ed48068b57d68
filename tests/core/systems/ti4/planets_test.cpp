// Several planets in one battle: solved, sampled and rolled on a table, by hand, and all splits.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <boost/random/mersenne_twister.hpp>
#include <doctest/doctest.h>

#include "core/game.hpp"
#include "sim/engine.hpp"
#include "sim/full_odds.hpp"
#include "tests/core/systems/ti4/asking.hpp"
#include "tests/naive/agreement.hpp"
#include "tests/naive/random_scenarios.hpp"
#include "tests/naive/ti4_roller.hpp"

namespace {

using namespace broadside;
using asking::duel;
using asking::side_of;
using asking::worked;

const Game& the_game() { return *find_game("ti4").value(); }

const Field& planets_field() {
  return *find_field(the_game().fields(), Place::scenario, "planets");
}

/// "Mecatol: 3 inf" for each planet, as on the command line.
Scenario planets(std::string_view battle, std::string_view attacker, std::string_view defender,
                 const std::vector<std::string>& texts) {
  Scenario scenario = asking::scenario(battle, attacker, defender);
  Rows rows;
  for (const std::string& text : texts) {
    auto row = the_game().read_row(planets_field(), text, "");
    REQUIRE_MESSAGE(row, text);
    rows.push_back(row.value());
  }
  scenario.fields["planets"] = std::move(rows);
  return scenario;
}

/// Names who lands on a planet, or bombards it.
void name_units(Scenario& scenario, std::size_t planet, const char* field, const char* units) {
  Rows rows = *scenario.fields.get<Rows>("planets");
  rows[planet][field] = side_of(units).units;
  scenario.fields["planets"] = std::move(rows);
}

Report solve(const Scenario& scenario) {
  Options options;
  options.method = Method::exact;
  options.exact_budget = 1e10;
  options.threads = 1;
  auto report = odds(scenario, options);
  REQUIRE_MESSAGE(report, (report ? std::string{} : report.error().message()));
  REQUIRE(report.value().places);
  return std::move(report).value();
}

std::string problem(const Scenario& scenario) {
  const auto report = odds(scenario, {});
  return report ? "" : report.error().message();
}

double taken(const Report& report, std::size_t planet) {
  return report.places->list[planet].attacker_win.p;
}

/// Chance that exactly these planets fall.
double together(const Report& report, const std::vector<std::string>& names) {
  for (const TakenReport& row : report.places->taken)
    if (row.names == names) return row.chance.p;
  return 0;
}

}  // namespace

TEST_CASE("hits that have come before the planets need a combat in space (RULES 9.54)") {
  Scenario asked = planets("conquest", "2 cv, 2 inf", "", {"A: inf", "B: inf"});
  CHECK(ready(asked));
  asked.side(Side::defender).fields["hits"] = 1;
  REQUIRE_FALSE(ready(asked));
  CHECK(ready(asked).error().where == "defender.hits");
}

TEST_CASE("planets: two planets are two fights of their own") {
  // One infantry each against one: each is a duel of 8 against 8.
  Scenario two = planets("invasion", "2 inf", "", {"A: inf", "B: inf"});
  for (const std::size_t p : {0, 1}) name_units(two, p, "commit", "inf");
  const Report report = solve(two);
  const auto [win, draw] = duel(0.3, 0.3);
  for (const std::size_t p : {0, 1}) {
    CHECK(taken(report, p) == worked(win));
    CHECK(report.places->list[p].draw.p == worked(draw));
    CHECK(report.places->list[p].defender_win.p == worked(win));
  }
  CHECK(report.chance(Outcome::attacker_win).p == worked(win * win));
  CHECK(report.chance(Outcome::draw).p == worked(draw * draw));
  CHECK(report.chance(Outcome::defender_win).p == worked(1 - win * win - draw * draw));
  CHECK(together(report, {}) == worked((1 - win) * (1 - win)));
  CHECK(together(report, {"A"}) == worked(win * (1 - win)));
  CHECK(together(report, {"A", "B"}) == worked(win * win));
  CHECK(report.places->expected == worked(2 * win));
  // What is left and lost by planet: one infantry dies or stays.
  const SideReport& at_a = report.places->list[0].sides[Side::attacker];
  CHECK(at_a.lost_units.front().second == worked(1 - win));
}

TEST_CASE("planets: far apart in strength, the split goes where it counts") {
  // B is hopeless for three infantry; A is nearly sure with all three.
  const Report report = solve(planets("invasion", "3 inf", "", {"B: 6 mech", "A: inf"}));
  CHECK(report.places->list[0].sent.empty());
  REQUIRE(report.places->list[1].sent.size() == 1);
  CHECK(report.places->list[1].sent[0] == UnitCount{"infantry", 3});
  const auto alone = asking::ask("invasion", "3 inf", "inf");
  CHECK(taken(report, 1) == worked(alone.win()));
  CHECK(taken(report, 0) == 0);
  CHECK(report.chance(Outcome::attacker_win).p == 0);
  // The defender's mechs are untouched, so it is never a draw.
  CHECK(report.chance(Outcome::draw).p == 0);
}

TEST_CASE(
    "planets: a planet without a garrison falls to whoever lands, and is nobody's otherwise") {
  Scenario empty = planets("invasion", "2 inf", "", {"A: inf", "B:"});
  name_units(empty, 0, "commit", "inf");
  name_units(empty, 1, "commit", "inf");
  const Report report = solve(empty);
  CHECK(taken(report, 1) == worked(1));
  name_units(empty, 1, "commit", "0 inf");
  const Report stays = solve(empty);
  CHECK(stays.places->list[1].draw.p == worked(1));
}

TEST_CASE("planets: one planet in the list is the plain battle") {
  for (const auto& [battle, attacker, ships, garrison] : std::vector<std::array<const char*, 4>>{
           {"invasion", "2 dn, 3 inf, mech", "", "3 inf, pds"},
           {"conquest", "dn, cv, 2 ff, 3 inf", "cr, ff", "2 inf, pds"},
           {"conquest", "ws, 2 inf", "dd", "3 inf, 2 pds, mech"},
           {"conquest", "3 dn, cv, 3 inf, +plasma scoring", "2 cr, +magen defense grid", "3 inf"},
           // RULES 7.9: Quietus may be lost before the landing, and a planet's guns fire then.
           {"conquest", "rebellion: fs, dn, cv, 3 inf, +rebellion_flagship", "2 cr",
            "inf, mech, pds"},
           {"conquest", "dn, cv, 2 inf, mech", "rebellion: fs, +rebellion_flagship", "2 inf"},
           {"conquest", "titans: 3 cr, 2 inf, +ac_reveal_prototype@cruiser", "cr", "inf, pds"},
           {"invasion", "letnev: 2 dn, 3 inf, +fire team", "", "3 inf, +bunker"}}) {
    INFO(battle << ": " << attacker << " against " << ships << " and " << garrison);
    const std::string all = std::string(ships) + (*ships ? ", " : "") + garrison;
    const auto plain = asking::ask(battle, attacker, all);
    const Report report = solve(planets(battle, attacker, ships, {garrison}));
    for (const Outcome outcome : all_outcomes())
      CHECK(report.chance(outcome).p == worked(plain.chance(outcome)));
    CHECK(taken(report, 0) == worked(plain.win()));
    for (const Side side : kSides)
      CHECK(report.sides[side].lost_resources == worked(plain.lost[side]));
  }
}

TEST_CASE("planets: a war sun in the system opens every planet, and plasma is one die in all") {
  // RULES 4.1.3: the war sun bombards A, the dreadnought gets through the shield of B.
  Scenario shields = planets("invasion", "ws, dn, inf", "", {"A: inf", "B: inf, pds"});
  name_units(shields, 0, "bombard", "ws");
  name_units(shields, 1, "bombard", "dn");
  name_units(shields, 0, "commit", "0 inf");
  name_units(shields, 1, "commit", "inf");
  const Report open = solve(shields);
  // The dreadnought hits on 5 or more, the PDS on 6 or more, then one duel of infantry.
  const auto [win, draw] = duel(0.3, 0.3);
  CHECK(taken(open, 1) == worked(0.5 * (0.6 + 0.4 * win)));
  // Without it the shield holds.
  Scenario closed = planets("invasion", "2 dn, inf", "", {"A: inf", "B: inf, pds"});
  name_units(closed, 0, "bombard", "dn");
  name_units(closed, 1, "bombard", "dn");
  name_units(closed, 0, "commit", "0 inf");
  name_units(closed, 1, "commit", "inf");
  CHECK(taken(solve(closed), 1) == worked(0.5 * win));

  // RULES 4.1.1: one die, at the planet where it is worth more.
  Scenario plasma = planets("invasion", "2 dn, inf, +plasma scoring", "", {"A: inf", "B: inf"});
  name_units(plasma, 0, "bombard", "dn");
  name_units(plasma, 1, "bombard", "dn");
  name_units(plasma, 0, "commit", "0 inf");
  name_units(plasma, 1, "commit", "inf");
  const Report added = solve(plasma);
  const double cleared = 1 - 0.4 * 0.4;
  CHECK(taken(added, 1) == worked(cleared + (1 - cleared) * win));
  // At A nobody has another die: the infantry dies to one die of six faces in ten.
  CHECK(added.places->list[0].sides[Side::defender].lost_units.front().second == worked(0.6));
  const auto tells_die = [](const Report& report, const std::string& where) {
    const std::string die = "attacker the die that one bombarding unit gets is rolled at ";
    return std::any_of(
        report.assumptions.begin(), report.assumptions.end(),
        [&](const std::string& line) { return line.starts_with(die) && line.ends_with(where); });
  };
  CHECK(tells_die(added, " B"));
  // Nobody bombards, so nobody rolls it.
  for (const std::size_t p : {0, 1}) name_units(plasma, p, "bombard", "0 dn");
  const Report none = solve(plasma);
  CHECK_FALSE(tells_die(none, ""));
  CHECK(taken(none, 1) == worked(win));
}

TEST_CASE("planets: the split that is taken is the best of all splits") {
  struct Case {
    const char *battle, *attacker, *defender;
    std::vector<std::string> garrisons;
  };
  for (const Case& one :
       std::vector<Case>{{"invasion", "dn, 4 inf", "", {"A: 2 inf", "B: inf, pds"}},
                         {"invasion", "3 inf, mech", "", {"A: inf", "B: inf", "C: 2 inf"}},
                         {"invasion", "ws, 3 inf", "", {"A: mech", "B: 2 inf, pds"}}}) {
    CAPTURE(one.attacker);
    const Scenario free = planets(one.battle, one.attacker, one.defender, one.garrisons);
    const Report report = solve(free);
    // Every split by hand: each unit to any planet, each bombarding ship too.
    std::vector<std::pair<std::string, bool>> units;
    for (const UnitCount& unit : free.side(Side::attacker).units)
      for (int n = 0; n < unit.count; ++n)
        units.emplace_back(unit.type, unit.type == "infantry" || unit.type == "mech");
    const std::size_t planets_there = one.garrisons.size();
    double best = 0;
    std::vector<std::size_t> goes(units.size());
    for (bool more = true; more;) {
      // Equal units: only one order of their planets.
      bool is_first = true;
      for (std::size_t u = 1; u < units.size(); ++u)
        is_first &= units[u].first != units[u - 1].first || goes[u - 1] <= goes[u];
      if (is_first) {
        Scenario fixed = free;
        Rows rows = *fixed.fields.get<Rows>("planets");
        for (std::size_t p = 0; p < planets_there; ++p) {
          std::vector<UnitCount> commit, bombard;
          for (std::size_t u = 0; u < units.size(); ++u)
            if (goes[u] == p) (units[u].second ? commit : bombard).push_back({units[u].first, 1});
          rows[p]["commit"] = commit;
          rows[p]["bombard"] = bombard;
        }
        fixed.fields["planets"] = rows;
        best = std::max(best, solve(fixed).places->expected);
      }
      std::size_t u = units.size();
      while (u > 0 && ++goes[u - 1] == planets_there) goes[--u] = 0;
      more = u > 0;
    }
    CHECK(report.places->expected == worked(best));
    REQUIRE(!report.splits.empty());
    CHECK(report.splits.front().expected == worked(best));
    CHECK(std::is_sorted(
        report.splits.begin(), report.splits.end(),
        [](const auto& a, const auto& b) { return a.expected > b.expected + 1e-9; }));
    for (std::size_t p = 0; p < planets_there; ++p)
      CHECK(report.splits.front().taken[p] == worked(taken(report, p)));
  }
}

TEST_CASE("planets: what arrives from space is divided no worse than any fixed split") {
  const Scenario free = planets("conquest", "dn, cv, 3 inf", "cr, dd", {"A: inf", "B: 2 inf"});
  const double solved = solve(free).places->expected;
  for (const auto& [at_a, at_b] : std::vector<std::array<const char*, 2>>{
           {"3 inf", "0 inf"}, {"2 inf", "inf"}, {"inf", "2 inf"}, {"0 inf", "3 inf"}}) {
    Scenario fixed = free;
    name_units(fixed, 0, "commit", at_a);
    name_units(fixed, 1, "commit", at_b);
    CHECK(solve(fixed).places->expected <= solved + 1e-12);
  }
}

TEST_CASE("planets: equal splits go to the first named") {
  const Report report = solve(planets("invasion", "inf", "", {"B: inf", "A: inf"}));
  CHECK(report.places->list[0].sent == std::vector<UnitCount>{{"infantry", 1}});
  CHECK(report.places->list[1].sent.empty());
}

TEST_CASE("planets: cards are used at the first defended planet, technologies everywhere") {
  Scenario cards = planets("invasion", "2 inf, +fire team", "", {"A: inf", "B: inf"});
  for (const std::size_t p : {0, 1}) name_units(cards, p, "commit", "inf");
  const Report report = solve(cards);
  CHECK(taken(report, 0) == worked(asking::ask("invasion", "inf, +fire team", "inf").win()));
  CHECK(taken(report, 1) == worked(asking::ask("invasion", "inf", "inf").win()));
  CHECK(taken(report, 0) > taken(report, 1) + 1e-3);
}

namespace {

/// Two equal planets, A and B, with the same landing and the same bombardment on each.
struct Twins {
  const char* attacker;  ///< all that comes
  const char* lands;     ///< on each
  const char* bombards;  ///< each; nullptr = nobody
  const char* garrison;  ///< on each
  std::vector<EffectChoice> attacker_effects{}, defender_effects{};

  Scenario scenario() const {
    Scenario asked = planets("invasion", attacker, "",
                             {std::string{"A: "} + garrison, std::string{"B: "} + garrison});
    for (const std::size_t p : {0, 1}) {
      name_units(asked, p, "commit", lands);
      if (bombards) name_units(asked, p, "bombard", bombards);
    }
    for (const EffectChoice& effect : attacker_effects)
      asked.side(Side::attacker).effects.push_back(effect);
    for (const EffectChoice& effect : defender_effects)
      asked.side(Side::defender).effects.push_back(effect);
    return asked;
  }
};

/// In per cent with one digit, as the rules alone give it.
bool is_per_cent(double chance, double per_cent) {
  return std::abs(100 * chance - per_cent) < 0.05 + 1e-9;
}

constexpr const char* kPlain = "2 inf";
constexpr const char* kGuns = "2 inf, pds";

Twins dreadnoughts(const char* garrison) {
  return {"2 dn, 4 inf", "2 inf", "dn", garrison, {}, {}};
}

bool says(const Report& report, std::string_view words) {
  return std::any_of(report.assumptions.begin(), report.assumptions.end(),
                     [&](const std::string& line) { return line.find(words) != line.npos; });
}

}  // namespace

TEST_CASE("planets: what lasts the invasion counts at every planet (RULES 9.42.1)") {
  struct Row {
    const char* effect;
    Side side;
    const char* garrison;
    double with, without;
  };
  const Row rows[] = {
      {"ac_bunker", Side::defender, kPlain, 54.4, 70.6},
      {"ac_rise_of_a_messiah", Side::defender, kPlain, 34.0, 70.6},
      {"ac_disable", Side::attacker, kGuns, 70.6, 27.8},
      {"plot_assail", Side::attacker, kPlain, 82.3, 70.6},
      {"hero_gurno_aggero", Side::attacker, kPlain, 100.0, 70.6},
  };
  for (const Row& row : rows) {
    CAPTURE(row.effect);
    Twins twins = dreadnoughts(row.garrison);
    const Report without = solve(twins.scenario());
    (row.side == Side::attacker ? twins.attacker_effects : twins.defender_effects) = {{row.effect}};
    const Report with = solve(twins.scenario());
    for (const std::size_t p : {0, 1}) {
      CHECK(is_per_cent(taken(without, p), row.without));
      CHECK(is_per_cent(taken(with, p), row.with));
    }
    CHECK(says(with, "on every planet: "));
  }
}

TEST_CASE("planets: Dannel of the Tenth lands on each, and nobody fires (RULES 4.2.3, 9.42.1)") {
  const Report report = solve(Twins{"2 inf", "inf", nullptr, kGuns, {{"hero_dannel_omega"}}, {}}.scenario());
  for (const std::size_t p : {0, 1}) CHECK(is_per_cent(taken(report, p), 9.2));
  CHECK(says(report, "on every planet: "));
}

TEST_CASE("planets: Blitz lets ships bombard any planet (RULES 9.42.1)") {
  const Twins each{"2 cr, cv, 4 inf", "2 inf", "cr", kPlain, {{"ac_blitz"}}, {}};
  const Report one = solve(each.scenario());
  for (const std::size_t p : {0, 1}) CHECK(is_per_cent(taken(one, p), 66.6));
  Scenario all_at_b = each.scenario();
  Rows rows = *all_at_b.fields.get<Rows>("planets");
  rows[0]["bombard"] = std::vector<UnitCount>{};
  rows[1]["bombard"] = side_of("2 cr, cv").units;
  all_at_b.fields["planets"] = std::move(rows);
  const Report other = solve(all_at_b);
  CHECK(is_per_cent(taken(other, 0), 46.3));
  CHECK(is_per_cent(taken(other, 1), 88.4));
}

TEST_CASE("planets: what happens once is at the first defended planet (RULES 9.42.2)") {
  struct Row {
    const char* effect;
    Side side;
    const char* garrison;
    double first, second;
  };
  const Row rows[] = {
      {"commander_dirzuga_rophal", Side::defender, kPlain, 34.0, 70.6},
      {"planet_the_atrament", Side::defender, kPlain, 10.8, 70.6},
      {"planet_imperial_arms_vault", Side::defender, kPlain, 5.0, 70.6},
      {"exploration_mercenary_outfit", Side::defender, kPlain, 34.0, 70.6},
      {"exploration_local_fabricators", Side::defender, kPlain, 5.0, 70.6},
      {"exploration_freelancers", Side::defender, kPlain, 34.0, 70.6},
      {"relic_jr_xs455_o", Side::defender, kPlain, 27.8, 70.6},
      {"agenda_colonial_redistribution", Side::defender, kPlain, 100.0, 70.6},
      {"agenda_compensated_disarmament", Side::defender, kPlain, 100.0, 70.6},
      {"agenda_homeland_defense_act_against", Side::defender, kGuns, 70.6, 27.8},
      {"attachment_elysium_geoform", Side::defender, kPlain, 12.7, 70.6},
      {"hero_ul_the_progenitor", Side::defender, kPlain, 12.7, 70.6},
      {"ability_galvanize", Side::defender, kPlain, 50.6, 70.6},
      {"event_stellar_atomics", Side::attacker, kPlain, 100.0, 70.6},
      {"tech_neural_parasite_obsidian", Side::attacker, kPlain, 94.7, 70.6},
  };
  for (const Row& row : rows) {
    CAPTURE(row.effect);
    Twins twins = dreadnoughts(row.garrison);
    (row.side == Side::attacker ? twins.attacker_effects : twins.defender_effects) = {{row.effect}};
    const Report report = solve(twins.scenario());
    CHECK(is_per_cent(taken(report, 0), row.first));
    CHECK(is_per_cent(taken(report, 1), row.second));
    CHECK(says(report, "at the first defended planet only, A: "));
  }
}

TEST_CASE("planets: an effect of the system that elects one planet elects one") {
  Scenario asked = dreadnoughts(kPlain).scenario();
  asked.system_effects = {{"agenda_colonial_redistribution"}};
  const Report report = solve(asked);
  CHECK(taken(report, 0) == worked(1));
  CHECK(is_per_cent(taken(report, 1), 70.6));
}

TEST_CASE("planets: a payment is made once for all planets (RULES 9.42.3)") {
  Twins reapers{"letnev: 4 inf", "2 inf", nullptr, kPlain, {{"letnev_mech", {}, 1}}, {}};
  const Report attacks = solve(reapers.scenario());
  CHECK(is_per_cent(taken(attacks, 0), 85.5));
  CHECK(is_per_cent(taken(attacks, 1), 46.3));
  CHECK(says(attacks, "uses that are there once for all planets, at A: Dunlain Reaper"));
  const Twins alarum{"ral_nel: 2 mech, 2 inf",  "mech, inf", nullptr, kPlain,
                     {{"ral_nel_mech", {}, 1}}, {}};
  const Report called = solve(alarum.scenario());
  CHECK(taken(called, 0) > taken(called, 1) + 0.05);
  CHECK(taken(called, 1) == worked(asking::ask("invasion", "ral_nel: mech, inf", kPlain).win()));
  const Twins dynamo{"empyrean: flagship, 2 mech, 2 inf", "mech, inf", nullptr, kPlain,
                     {{"empyrean_flagship", {}, 1}},      {}};
  const Report repaired = solve(dynamo.scenario());
  CHECK(taken(repaired, 0) > taken(repaired, 1) + 0.05);
  CHECK(taken(repaired, 1) == worked(asking::ask("invasion", "empyrean: mech, inf", kPlain).win()));
}

TEST_CASE("planets: who joins the attacker's fleet is there once, and may land anywhere") {
  Scenario asked = planets("invasion", "2 dn, +frontline deployment", "", {"A: inf", "B: inf"});
  name_units(asked, 0, "bombard", "dn");
  name_units(asked, 1, "bombard", "dn");
  const Report report = solve(asked);
  const auto sent = [&](std::size_t p) { return report.places->list[p].sent; };
  CHECK(sent(0) == std::vector<UnitCount>{{"infantry", 2}});
  CHECK(sent(1) == std::vector<UnitCount>{{"infantry", 1}});
}

TEST_CASE("planets: Ghost Squad takes from one planet what it brings to another (RULES 9.42.4)") {
  const auto shifted = [](const char* b, EffectChoice card) {
    Scenario asked = planets("invasion", "2 dn, 4 inf", "", {"A: 2 inf", std::string{"B: "} + b});
    for (const std::size_t p : {0, 1}) {
      name_units(asked, p, "commit", "2 inf");
      name_units(asked, p, "bombard", "dn");
    }
    asked.side(Side::defender).effects = {std::move(card)};
    return solve(asked);
  };
  const auto one_planet = [](const char* garrison) {
    return asking::ask("invasion", "dn, 2 inf", garrison).win();
  };
  const Report one = shifted("2 inf", {"ac_ghost_squad"});
  CHECK(is_per_cent(taken(one, 0), 34.0));
  CHECK(taken(one, 1) == worked(one_planet("inf")));
  CHECK(says(one, "Ghost Squad: 1 infantry to A, 1 from B; they have left before the bombardment"));
  // As far as they have them: the planet is given up.
  const Report all = shifted("2 inf", {"ac_ghost_squad", {}, 5});
  CHECK(taken(all, 0) == worked(one_planet("2 inf, +ghost squad x2")));
  CHECK(taken(all, 1) == worked(1));
  const Report none = shifted("2 inf", {"ac_ghost_squad", {}, {}, "mech"});
  CHECK(is_per_cent(taken(none, 0), 70.6));
  CHECK(is_per_cent(taken(none, 1), 70.6));
  CHECK(says(none, "Ghost Squad: changes nothing, no other planet has a mech"));
  const Report mech = shifted("inf, mech, mech!", {"ac_ghost_squad", {}, 1, "mech"});
  CHECK(taken(mech, 0) == worked(one_planet("2 inf, +ghost squad@mech")));
  CHECK(taken(mech, 1) == worked(one_planet("inf, mech!")));
}

TEST_CASE("planets: guns of a planet that was spared still fire in space (RULES 9.42.2)") {
  const auto conquest = [](const char* attacker, const char* a, const char* b) {
    Scenario asked =
        planets("conquest", attacker, "cruiser", {std::string{"A: "} + a, std::string{"B: "} + b});
    for (const std::size_t p : {0, 1}) name_units(asked, p, "commit", "inf");
    return solve(asked);
  };
  const Report wiped = conquest("dn, cv, 2 inf, +stellar atomics", "inf, 2 pds", "inf, 2 pds");
  const Report bare = conquest("dn, cv, 2 inf", "space_dock", "inf, 2 pds");
  const Report silent = conquest("dn, cv, 2 inf", "space_dock", "inf");
  CHECK(taken(wiped, 0) == worked(taken(bare, 0)));
  CHECK(taken(wiped, 1) == worked(taken(bare, 1)));
  CHECK(taken(wiped, 0) < taken(silent, 0) - 0.01);
}

TEST_CASE("planets: a conquest that begins with the landing meets the garrisons") {
  Scenario asked =
      planets("conquest", "2 dn, cv, 4 inf, +hero_shval", "cruiser", {"A: 2 inf", "B: 2 inf"});
  for (const std::size_t p : {0, 1}) name_units(asked, p, "commit", "2 inf");
  const Report report = solve(asked);
  for (const std::size_t p : {0, 1}) CHECK(is_per_cent(taken(report, p), 46.3));
  CHECK(says(report, "on every planet: Sh'val, Harbinger"));
}

TEST_CASE("planets: abilities in order need not count at every planet (RULES 9.7, 9.42)") {
  Scenario asked = planets("invasion", "4 inf, +pn_greyfire_mutagen_omega", "",
                           {"A: 2 inf, +tech_magen_defense_grid_omega", "B: 2 inf"});
  for (const std::size_t p : {0, 1}) name_units(asked, p, "commit", "2 inf");
  const Report usual = solve(asked);
  asked.side(Side::attacker).policy["ability_order"] = Names{"pn_greyfire_mutagen_omega"};
  asked.side(Side::defender).policy["ability_order"] = Names{"tech_magen_defense_grid_omega"};
  const Report ordered = solve(asked);
  for (const std::size_t p : {0, 1}) CHECK(taken(ordered, p) == worked(taken(usual, p)));
  asked.side(Side::attacker).policy["ability_order"] = Names{"ability_indoctrination"};
  CHECK(problem(asked).find("is no ability that the attacker uses") != std::string::npos);
}

TEST_CASE("planets: solved, sampled and rolled agree on 200 random battles") {
  constexpr int kRolled = 20'000;
  constexpr std::uint64_t kSampled = 1 << 18;
  naive::Squares rolled_squares, sampled_squares;
  const auto rolled_fit = [&](int count, double p) {
    return naive::fits(count / double{kRolled}, kRolled, p, rolled_squares);
  };
  const auto sampled_fit = [&](double share, double p) {
    return naive::fits(share, double{kSampled}, p, sampled_squares);
  };
  int solved = 0, conquests = 0, three = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Scenario scenario = naive::random_planets_scenario(seed);
    INFO("seed " << seed << ": " << naive::describe(scenario));
    Options options;
    options.method = Method::monte_carlo;
    options.battles = kSampled;
    options.seed = seed;
    options.threads = 1;
    const auto answer = odds(scenario, options);
    REQUIRE_MESSAGE(answer, (answer ? std::string{} : answer.error().message()));
    const Report& sampled = answer.value();
    if (!sampled.exact) continue;
    ++solved;
    conquests += scenario.battle == "conquest";
    const Report exact = solve(scenario);
    const std::size_t count = exact.places->list.size();
    three += count == 3;
    const naive::Board board(scenario);
    boost::random::mt19937 dice(static_cast<std::uint32_t>(seed));
    ByOutcome<int> outcomes{};
    std::vector<int> held(count), kept(count);
    std::vector<int> masks(std::size_t{1} << count);
    for (int n = 0; n < kRolled; ++n) {
      const naive::Played played = board.play(dice);
      ++outcomes[played.outcome];
      std::size_t mask = 0;
      const auto any = [](const naive::Counts& counts) {
        return std::any_of(counts.begin(), counts.end(), [](int c) { return c > 0; });
      };
      for (std::size_t p = 0; p < count; ++p) {
        if (any(played.planets[p][Side::attacker])) mask |= std::size_t{1} << p;
        kept[p] += any(played.planets[p][Side::defender]);
      }
      for (std::size_t p = 0; p < count; ++p) held[p] += mask >> p & 1;
      ++masks[mask];
    }
    for (const Outcome outcome : all_outcomes()) {
      const double p = exact.chance(outcome).p;
      CHECK(rolled_fit(outcomes[outcome], p));
      CHECK(sampled_fit(sampled.chance(outcome).p, p));
    }
    for (std::size_t p = 0; p < count; ++p) {
      const PlaceReport &place = exact.places->list[p], &drawn = sampled.places->list[p];
      CHECK(rolled_fit(held[p], place.attacker_win.p));
      CHECK(rolled_fit(kept[p], place.defender_win.p));
      CHECK(sampled_fit(drawn.attacker_win.p, place.attacker_win.p));
      CHECK(sampled_fit(drawn.draw.p, place.draw.p));
      CHECK(place.attacker_win.p + place.draw.p + place.defender_win.p == worked(1));
    }
    double sum = 0;
    for (const TakenReport& row : exact.places->taken) sum += row.chance.p;
    CHECK(sum == worked(1));
    for (std::size_t mask = 0; mask < masks.size(); ++mask) {
      std::vector<std::string> names;
      for (std::size_t p = 0; p < count; ++p)
        if (mask >> p & 1) names.push_back(exact.places->list[p].name);
      CHECK(rolled_fit(masks[mask], together(exact, names)));
    }
  }
  // Squares of standard errors average one when nothing but chance is at work; here several of one
  // battle hang together, so that the mean is less sure than that of as many independent ones.
  for (const naive::Squares* squares : {&rolled_squares, &sampled_squares}) {
    INFO(squares->count << " chances, largest " << squares->largest);
    CHECK(std::abs(squares->mean() - 1) < 12 * std::sqrt(2.0 / squares->count));
  }
  // Nearly all of them are small enough to be solved, of both kinds and sizes.
  CHECK(solved >= 190);
  CHECK(conquests >= 60);
  CHECK(three >= 60);
}

TEST_CASE("planets: what cannot be is refused with what would have worked") {
  const auto refuses = [](const Scenario& scenario, const char* words) {
    const std::string said = problem(scenario);
    INFO(said);
    CHECK(said.find(words) != std::string::npos);
  };
  Scenario twice = planets("invasion", "2 inf", "", {"A: inf", "A: inf"});
  refuses(twice, "two planets are called 'A'");
  Scenario more = planets("invasion", "2 inf", "", {"A: inf", "B: inf"});
  name_units(more, 0, "commit", "2 inf");
  name_units(more, 1, "commit", "inf");
  refuses(more, "3 infantry named in commit of all planets, but the attacker has 2");
  Scenario ships = planets("invasion", "dn, 2 inf", "", {"A: inf", "B: inf"});
  name_units(ships, 0, "commit", "dn");
  refuses(ships, "a dreadnought cannot be committed");
  Scenario infantry = planets("invasion", "dn, 2 inf", "", {"A: inf", "B: inf"});
  name_units(infantry, 0, "bombard", "inf");
  refuses(infantry, "infantry cannot bombard");
  refuses(planets("space", "dn, inf", "cr", {"A: inf"}), "planets has no meaning in this battle");
  refuses(planets("conquest", "dn, inf", "cr, 2 inf", {"A: inf"}),
          "infantry stands both in defender.units and in planets");
  refuses(planets("invasion", "dn, inf", "", {"A: cr"}), "a cruiser does not stand on a planet");
  refuses(planets("invasion", "dn, inf", "", {"A:", "B:"}), "nobody stands on any of the planets");
  refuses(planets("invasion", "inf", "", {"A: inf", "B: inf", "C: inf", "D: inf", "E: inf"}),
          "5 planets in one system");
  refuses(planets("invasion", "inf", "", {"letnev: inf", "sol: inf"}), "two factions defend");
  refuses(planets("conquest", "naalu: fs, 3 ff, inf", "dd", {"A: inf", "B: inf"}),
          "fighters that fight on the ground cannot be told for several planets");
  refuses(planets("conquest", "cv, inf, +hero_airo_shir_aur", "dd", {"A: inf", "B: inf"}),
          "an effect that keeps troops from landing cannot be told for several planets");
  refuses(planets("conquest", "cv, inf", "nekro: fs", {"A: inf", "B: inf"}),
          "an effect that lets ground forces on planets fight in space cannot be told");
}

TEST_CASE("planets: how many land is told by what is chosen most often") {
  Scenario asked = planets("conquest", "2 cv, 5 inf", "2 dd", {"A: 2 inf", "B: inf"});
  asked.side(Side::attacker).policy["play"] = std::string("best");
  Options options;
  options.method = Method::exact;
  const auto full = full_odds(asked, options, false);
  REQUIRE(full);
  REQUIRE(full->play.size() == 1);
  const auto& said = full->play.front().sentences;
  CHECK(std::count(said.begin(), said.end(), "Land 3 infantry on A in 25 % of the battles") == 1);
  CHECK(std::count(said.begin(), said.end(), "Land 2 infantry on B in 48 % of the battles") == 1);
}

TEST_CASE("planets: a name before a colon is a planet, a faction is not") {
  const auto row = [&](const char* text) {
    return the_game().read_row(planets_field(), text, "").value();
  };
  CHECK(row("Mecatol: 3 inf").text("name") == "Mecatol");
  CHECK(!row("letnev: 3 inf").has("name"));
  CHECK(row("letnev: 3 inf").get<Rows>("defender")->front().text("faction") == "letnev");
  CHECK(row("Mecatol: letnev: 3 inf").text("name") == "Mecatol");
  CHECK(row("Mecatol: letnev: 3 inf").get<Rows>("defender")->front().text("faction") == "letnev");
}

TEST_CASE("planets: a replay tells each planet by its name") {
  const auto told = the_game().replay(
      planets("conquest", "dn, cv, 4 inf", "cr", {"Mecatol: 2 inf, pds", "Quann: inf"}), 3);
  REQUIRE(told);
  std::string all;
  for (const std::string& line : told.value()) all += line + "\n";
  INFO(all);
  for (const char* words : {"Mecatol", "Quann", "on Quann"})
    CHECK(all.find(words) != std::string::npos);
  // At the end each is somebody's, or nobody's.
  for (const std::string planet : {"Mecatol", "Quann"})
    CHECK((all.find(planet + " is taken") != std::string::npos) +
              (all.find(planet + " is held") != std::string::npos) +
              (all.find(planet + " is nobody's") != std::string::npos) ==
          1);
  // As often as the odds say.
  const Scenario scenario = planets("invasion", "dn, 3 inf", "", {"A: inf, pds", "B: 2 inf"});
  const Report report = solve(scenario);
  int both = 0;
  constexpr int kTold = 2000;
  for (int seed = 1; seed <= kTold; ++seed) {
    const auto story = the_game().replay(scenario, static_cast<std::uint64_t>(seed));
    REQUIRE(story);
    for (const std::string& line : story.value()) both += line == "the attacker wins";
  }
  naive::Squares squares;
  CHECK(naive::fits(both / double{kTold}, kTold, report.chance(Outcome::attacker_win).p, squares));
}

TEST_CASE("the owner says what goes first where ships cannot carry all (RULES 9.43)") {
  // Six to carry, room for four: two fighters go, or two of the three infantry.
  Scenario scenario = asking::scenario("conquest", "cv, 3 ff, 3 inf", "inf");
  const auto usual = asking::ask(scenario);
  CHECK(usual.win() == worked(asking::ask("invasion", "3 inf", "inf").win()));
  CHECK(usual.units(Side::attacker, "fighter") == worked(1));
  scenario.side(Side::attacker).policy["excess"] = Names{"infantry"};
  const auto other = asking::ask(scenario);
  CHECK(other.win() == worked(asking::ask("invasion", "inf", "inf").win()));
  CHECK(other.units(Side::attacker, "fighter") == worked(3));
  scenario.side(Side::attacker).policy["excess"] = Names{"carrier"};
  CHECK(problem(scenario).find("a carrier needs no room in ships") != std::string::npos);
}

TEST_CASE("planets: where nothing is solved every chance has its interval") {
  const Scenario scenario = planets("conquest", "dn, cv, 3 inf", "cr", {"A: inf", "B: 2 inf, pds"});
  Options options;
  options.exact_budget = 0;
  options.battles = 1 << 16;
  const auto sampled = odds(scenario, options);
  REQUIRE(sampled);
  CHECK_FALSE(sampled.value().exact);
  const Report exact = solve(scenario);
  for (std::size_t p = 0; p < 2; ++p) {
    const Chance& chance = sampled.value().places->list[p].attacker_win;
    CHECK(chance.low < chance.p);
    CHECK(chance.p < chance.high);
    naive::Squares squares;
    CHECK(naive::fits(chance.p, 1 << 16, taken(exact, p), squares));
  }
}

TEST_CASE("planets: the chances of a split are those of the battle, whatever the sides bring") {
  struct Case {
    const char *attacker, *defender;
    std::vector<std::string> garrisons;
  };
  for (const Case& one :
       std::vector<Case>{{"l1z1x: 2 dn, 3 inf", "", {"A: 2 inf", "B: inf, mech"}},
                         {"2 dn, 3 inf, mech, +plasma scoring, +duranium armor",
                          "",
                          {"A: 2 inf", "B: mech, inf"}},
                         {"sol: dn, 3 inf2, +valkyrie particle weave",
                          "+valkyrie particle weave",
                          {"A: 2 inf", "B: inf, pds"}},
                         {"ws, dn, 4 inf, +x89 bacterial weapon",
                          "+plasma scoring",
                          {"A: 3 inf, pds", "B: 2 inf, pds2"}},
                         {"letnev: dn, 3 inf", "+magen defense grid", {"A: 2 inf, pds", "B: inf"}},
                         {"2 dn, 3 inf",
                          "",
                          {"A: 2 inf, +bunker", "B: 2 inf, +magen defense grid", "C: mech!"}}}) {
    INFO(one.attacker << " against " << one.defender);
    const Report report = solve(planets("invasion", one.attacker, one.defender, one.garrisons));
    REQUIRE(!report.splits.empty());
    for (std::size_t p = 0; p < one.garrisons.size(); ++p)
      CHECK(report.splits.front().taken[p] == worked(taken(report, p)));
  }
}

TEST_CASE("planets: what the defender uses at one planet counts there only") {
  Scenario bunker = planets("invasion", "2 dn, 2 inf", "", {"A: inf", "B: inf, +bunker"});
  for (const std::size_t p : {0, 1}) {
    name_units(bunker, p, "commit", "inf");
    name_units(bunker, p, "bombard", "dn");
  }
  const Report report = solve(bunker);
  CHECK(taken(report, 0) == worked(asking::ask("invasion", "dn, inf", "inf").win()));
  CHECK(taken(report, 1) == worked(asking::ask("invasion", "dn, inf", "inf, +bunker").win()));
  CHECK(taken(report, 0) > taken(report, 1) + 1e-3);
}

TEST_CASE("planets: who silences from orbit does so wherever others bombard (RULES 7.9)") {
  Scenario scenario = planets("invasion", "rebellion: fs, dn, 2 inf, +rebellion_flagship", "",
                              {"A: mech, pds", "B: inf"});
  name_units(scenario, 0, "bombard", "dn");
  name_units(scenario, 0, "commit", "2 inf");
  name_units(scenario, 1, "commit", "0 inf");
  const auto alone = asking::ask("invasion", "rebellion: fs, dn, 2 inf, +rebellion_flagship",
                                 "mech, pds");
  CHECK(taken(solve(scenario), 0) == worked(alone.win()));
}

TEST_CASE("planets: harrow fires at every planet, whoever was bombarded before") {
  Scenario two = planets("invasion", "l1z1x: dn, 2 inf", "", {"A: 2 inf", "B: 2 inf"});
  for (const std::size_t p : {0, 1}) name_units(two, p, "commit", "inf");
  name_units(two, 0, "bombard", "dn");
  name_units(two, 1, "bombard", "0 dn");
  Scenario one = planets("invasion", "l1z1x: dn, inf", "", {"B: 2 inf"});
  name_units(one, 0, "bombard", "0 dn");
  const Report report = solve(two);
  CHECK(taken(report, 0) == worked(asking::ask("invasion", "l1z1x: dn, inf", "2 inf").win()));
  CHECK(taken(report, 1) == worked(taken(solve(one), 0)));
  // More than two infantry of a fleet that does not fire again would take.
  CHECK(taken(report, 1) > asking::ask("ground", "inf", "2 inf").win() + 0.05);
}

TEST_CASE("planets: Annihilators that are not in the combat harrow") {  // RULES 4.4.6
  Scenario aboard = planets("invasion", "l1z1x: 2 dn, 3 inf, mech", "", {"A: 3 inf, mech"});
  name_units(aboard, 0, "commit", "3 inf");
  CHECK(std::abs(taken(solve(aboard), 0) - 0.720319) < 1e-6);
  // From another planet too, as long as it lives there: certainly, where nobody resists.
  Scenario away = planets("invasion", "l1z1x: 2 dn, 3 inf, mech", "", {"A: 3 inf, mech", "B:"});
  name_units(away, 0, "commit", "3 inf");
  name_units(away, 1, "commit", "mech");
  CHECK(taken(solve(away), 0) == worked(taken(solve(aboard), 0)));
  Scenario two = planets("invasion", "l1z1x: 2 dn, 4 inf, mech", "", {"A: 2 inf", "B: inf, mech"});
  name_units(two, 0, "commit", "2 inf, mech");
  name_units(two, 1, "commit", "2 inf");
  name_units(two, 0, "bombard", "dn, mech");
  name_units(two, 1, "bombard", "dn");
  CHECK(taken(solve(two), 1) > 0.66061 + 0.03);
  // Best play may leave them aboard, and never does worse for it.
  Scenario best = planets("invasion", "l1z1x: 2 dn, 3 inf, mech", "", {"A: 3 inf, mech"});
  best.side(Side::attacker).policy["play"] = std::string{"best"};
  CHECK(taken(solve(best), 0) > taken(solve(aboard), 0) - 1e-9);
}

TEST_CASE("planets: what the space combat does to a garrison is not forgotten") {  // RULES 9.44
  const char* fleet = "2 dn, cv, 3 inf";
  const auto alone = asking::ask("conquest", fleet, "2 inf, mech!, 2 dd, +dame briar");
  CHECK(std::abs(alone.win() - 0.503916) < 1e-6);
  for (const char* token : {"2 dd, +dame briar", "2 dd, +dame briar@mech"})
    CHECK(taken(solve(planets("conquest", fleet, token, {"A: 2 inf, mech!"})), 0) ==
          worked(alone.win()));
  const auto repaired = asking::ask("conquest", fleet, "dn!, inf, mech!, +emergency repairs");
  CHECK(taken(solve(planets("conquest", fleet, "dn!, +emergency repairs", {"A: inf, mech!"})), 0) ==
        worked(repaired.win()));
}

TEST_CASE("planets: what goes where is told, and only what goes") {
  Scenario named = planets("invasion", "2 dn, ws, 3 inf", "", {"A: inf", "B: inf"});
  name_units(named, 0, "bombard", "dn");
  name_units(named, 1, "bombard", "dn, ws");
  name_units(named, 0, "commit", "2 inf");
  name_units(named, 1, "commit", "inf");
  int told = 0;
  for (const std::string& line : solve(named).assumptions) {
    if (line.find(" to A") == std::string::npos) continue;
    CAPTURE(line);
    ++told;
    CHECK(line.find("0 ") == std::string::npos);
  }
  CHECK(told == 2);
}

TEST_CASE("several planets: what may surprise and what weighs most is told as for one planet") {
  const auto battle = the_game().prepare(planets(
      "conquest", "2 dn, 4 inf, +graviton laser system", "", {"2 inf, pds", "inf"}));
  REQUIRE(battle);
  const auto has = [](const std::vector<std::string>& lines, const std::string& words) {
    return std::count_if(lines.begin(), lines.end(), [&](const std::string& line) {
      return line.find(words) != std::string::npos;
    });
  };
  CHECK(has(battle->notes, "4 infantry to carry and a capacity of 2") == 1);
  CHECK(has(battle->notes, "Graviton Laser System changes nothing") == 1);
  CHECK(has(battle->brief, "Planetary Shield stops the bombardment before the landing (on planet 1)") == 1);
  CHECK(has(battle->brief, "infantry are lost first") == 1);
  CHECK(has(battle->brief, "where most planets are to be expected") == 1);
}

TEST_CASE("several planets: nothing is told of one that holds for all, or holds elsewhere") {
  const auto told = [](const Scenario& asked) {
    const auto battle = the_game().prepare(asked);
    REQUIRE(battle);
    std::string all;
    for (const auto* lines : {&battle->notes, &battle->brief, &battle->assumptions})
      for (const std::string& line : *lines) all += line + "\n";
    return all;
  };
  const auto has = [](const std::string& all, const char* words) {
    return all.find(words) != std::string::npos;
  };
  // In an invasion, where no space combat is read.
  const std::string landing =
      told(planets("invasion", "2 dn, 3 ff, 4 inf", "", {"2 inf", "Mecatol: inf"}));
  CHECK(has(landing, "3 fighters: no part in this battle\n"));
  CHECK_FALSE(has(landing, "no part in this battle (on"));
  // Guns of one planet fire in space, whatever stands on the other.
  CHECK_FALSE(has(told(planets("conquest", "4 cr2, 4 ff, 4 inf", "cr, +graviton laser system",
                               {"A: 2 inf", "B: inf, 3 pds"})),
                  "Graviton Laser System changes nothing"));
  // An ability that one planet lists.
  const std::string paid = told(planets("conquest", "dn, cv, 4 inf", "yin: cr",
                                        {"A: 2 inf, +indoctrination", "B: inf"}));
  CHECK_FALSE(has(paid, "Indoctrination: not used"));
  CHECK(has(paid, "defender Devotion: not used"));
  // A planet by itself is drawn, the battle is not.
  CHECK_FALSE(has(told(planets("conquest", "cr2, 2 inf", "cr", {"A: pds", "B: inf"})),
                  "in the end is a draw"));
}
