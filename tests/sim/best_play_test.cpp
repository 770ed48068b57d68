#include "sim/best_play.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/kernel/rng.hpp"
#include "sim/engine.hpp"
#include "sim/exact.hpp"
#include "sim/serial.hpp"
#include "stats/tally.hpp"
#include "tests/core/systems/ti4/asking.hpp"
#include "tests/naive/best_play_solver.hpp"
#include "tests/naive/rebellion_scenarios.hpp"

using namespace broadside;

namespace {

/// The whole of what the acceptance asks for takes minutes: BROADSIDE_LONG=1 does it.
int often(int usual, int all) { return std::getenv("BROADSIDE_LONG") ? all : usual; }

void play_for(Scenario& scenario, Side side, const std::string& goal) {
  scenario.side(side).policy["play"] = std::string("best");
  if (!goal.empty()) scenario.side(side).policy["goal"] = goal;
}

Scenario best(std::string_view battle, std::string_view attacker, std::string_view defender,
              const std::string& goal, Side side = Side::attacker) {
  Scenario scenario = asking::scenario(battle, attacker, defender);
  play_for(scenario, side, goal);
  return scenario;
}

double net(const asking::Answer& answer, Side side = Side::attacker) {
  return answer.lost[other(side)] - answer.lost[side];
}

/// A small random fleet in words.
std::string fleet(std::mt19937_64& dice, int most, bool troops = false) {
  static constexpr const char* kTypes[] = {"ff", "dd", "cr", "cv", "dn", "ws"};
  std::string text;
  int left = 1 + static_cast<int>(dice() % static_cast<unsigned>(most));
  const auto add = [&](int n, const char* type) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", n, type);
  };
  for (int t = 5; t >= 0; --t) {
    const unsigned rare = t == 5 ? 6 : 2;
    if (left == 0 || dice() % rare != 0) continue;
    const int n = t == 5 ? 1 : 1 + static_cast<int>(dice() % static_cast<unsigned>(left));
    add(n, kTypes[t]);
    left -= n;
  }
  if (text.empty()) add(1, "cr");
  if (troops) text += fmt::format(", cv, {} inf", 1 + dice() % 3);
  return text;
}

naive::Fleet counted(const SideSpec& side) {
  static const std::vector<std::string> kNames{"fighter", "destroyer",   "cruiser",
                                               "carrier", "dreadnought", "war_sun"};
  naive::Fleet fleet;
  for (const UnitCount& unit : side.units)
    fleet.whole[static_cast<std::size_t>(std::find(kNames.begin(), kNames.end(), unit.type) -
                                         kNames.begin())] += unit.count;
  return fleet;
}

Scenario invading(std::string_view attacker, const std::vector<std::string>& planets) {
  const Game& game = *find_game("ti4").value();
  Scenario scenario = asking::scenario("invasion", attacker, "");
  Rows rows;
  for (const std::string& planet : planets)
    rows.push_back(
        game.read_row(*find_field(game.fields(), Place::scenario, "planets"), planet, "").value());
  scenario.fields["planets"] = rows;
  return scenario;
}

double value_of(const Scenario& scenario, const asking::Answer& answer, const std::string& goal) {
  const Side mine =
      scenario.side(Side::attacker).policy.has("play") ? Side::attacker : Side::defender;
  if (goal == "net") return net(answer, mine);
  if (goal == "net + 6 win") return net(answer, mine) + 6 * answer.win(mine);
  return answer.win(mine);
}

}  // namespace

TEST_CASE("best play: the examples") {
  using asking::ask;
  using asking::worked;
  const auto space = [](const std::string& goal) {
    return ask(best("space", "2 cr, 2 cv, 4 ff", "dn, cv, 2 cr, 3 ff", goal));
  };
  const auto usual = ask("space", "2 cr, 2 cv, 4 ff", "dn, cv, 2 cr, 3 ff");
  CHECK(usual.win() == worked(0.277006318688));
  CHECK(net(usual) == worked(-4.040969322946));
  CHECK(space("win").win() == worked(0.330927245873));
  CHECK(net(space("net")) == worked(-3.160225546004));

  Scenario conquest = asking::scenario("conquest", "dn, cv, 3 ff, 3 inf", "2 dd, cr, 1 inf");
  conquest.side(Side::attacker).policy["protect_capacity"] = false;
  CHECK(ask(conquest).win() == worked(0.914994491352));
  CHECK(ask(best("conquest", "dn, cv, 3 ff, 3 inf", "2 dd, cr, 1 inf", "planet")).win() ==
        worked(0.923497686643));

  Scenario rebels;
  rebels.game = "rebellion";
  rebels.battle = "space";
  rebels.readings["cards"] = false;
  const Game& game = *find_game("rebellion").value();
  rebels.side(Side::attacker) = game.parse_side("isd, 2 tie").value();
  rebels.side(Side::defender) = game.parse_side("mon cal, 2 x-wing").value();
  for (const Side side : kSides) rebels.side(side).policy["targets"] = std::string("weakest_first");
  CHECK(ask(rebels).win() == worked(0.403325238444));
  rebels.side(Side::attacker).policy.erase("targets");
  play_for(rebels, Side::attacker, "win");
  CHECK(ask(rebels).win() == worked(0.473363431229));
}

TEST_CASE("best play: a solver that lists whole assignments agrees") {
  const int battles = often(12, 50);
  for (const std::string goal : {"win", "net", "net + 6 win"})
    for (int seed = 0; seed < battles; ++seed) {
      std::mt19937_64 dice{static_cast<std::uint64_t>(seed) * 7919 + goal.size()};
      const std::string attacker = fleet(dice, 5), defender = fleet(dice, 5);
      Scenario scenario = asking::scenario("space", attacker, defender);
      naive::Question question{counted(scenario.side(Side::attacker)),
                               counted(scenario.side(Side::defender))};
      question.aim = goal == "win" ? naive::Aim::win : naive::Aim::net;
      question.win_worth = goal == "net + 6 win" ? 6 : 0;
      const unsigned who = static_cast<unsigned>(dice() % 3);
      question.attacker_best = who != 1;
      question.defender_best = who != 0;
      for (const Side side : kSides) {
        SideSpec& spec = scenario.side(side);
        if (side == Side::attacker ? question.attacker_best : question.defender_best)
          play_for(scenario, side, side == Side::attacker || !question.attacker_best ? goal : "");
        else
          spec.policy["sustain"] = std::string("first");
        if (dice() % 3 == 0) {
          spec.effects.push_back({"ac_direct_hit", {}, 1, {}});
          (side == Side::attacker ? question.defender : question.attacker).direct_hits = 1;
        }
        if (dice() % 3 == 0) {
          spec.effects.push_back({"ac_shields_holding", {}, 1, {}});
          (side == Side::attacker ? question.attacker : question.defender).shields = 1;
        }
      }
      CAPTURE(seed);
      CAPTURE(goal);
      CAPTURE(attacker);
      CAPTURE(defender);
      CAPTURE(who);
      const auto answer = asking::ask(scenario);
      CHECK(std::abs(value_of(scenario, answer, goal) - naive::best_value(question)) < 1e-12);
    }
}

TEST_CASE("best play: a step that only one side can come to") {
  // The barrage finds nobody whose sustain Direct Hit could answer: a reply that is never given.
  naive::Question question;
  question.attacker.whole[naive::kFighter] = 1;
  question.defender.whole[naive::kDreadnought] = question.defender.whole[naive::kDestroyer] = 1;
  question.defender.direct_hits = 1;
  const auto sustains_first = [](Scenario scenario, Side side) {
    scenario.side(side).policy["sustain"] = std::string("first");
    return asking::ask(scenario);
  };
  const auto answer =
      sustains_first(best("space", "ff, +direct hit", "dn, dd", "win"), Side::defender);
  CHECK(std::abs(answer.win() - naive::best_value(question)) < 1e-12);
  CHECK(answer.win() > 0);
  CHECK(sustains_first(best("space", "dn, dd", "ff, +direct hit", "win", Side::defender),
                       Side::attacker)
            .win(Side::defender) == asking::worked(answer.win()));
  CHECK(asking::ask(best("conquest", "2 dn, cv, inf, +direct hit", "cr, ws!, inf, pds", "planet"))
            .win() > 0);
}

TEST_CASE("best play: what a goal cannot say is refused, and what it means is told") {
  const auto refused = [](const std::string& goal) {
    const auto battle = ready(best("space", "dn", "cr", goal));
    REQUIRE_FALSE(battle);
    return battle.error().problem;
  };
  CHECK(refused("net - 6 win") == "a goal only adds up: 'net - 6 win'");
  CHECK(refused("- win") == "a goal only adds up: '- win'");
  CHECK(refused("keep flagship") == "there is no flagship to keep");
  const auto tells = [](const Scenario& scenario, const std::string& line) {
    const auto battle = ready(scenario);
    REQUIRE(battle);
    const auto& told = battle->assumptions;
    return std::find(told.begin(), told.end(), line) != told.end();
  };
  CHECK(tells(best("invasion", "cv, inf", "2 inf", "net"),
              "attacker lands as many of its ground forces as is best for the goal, after the "
              "bombardment"));
  CHECK(tells(best("invasion", "cv, inf", "2 inf", "planet"),
              "attacker lands all that is left of its ground forces"));
  CHECK(tells(best("space", "cv, cr", "dn", "keep cruiser"),
              "attacker keeps a cruiser where it wins and one is left"));
  Scenario both = best("space", "2 cr, cv", "dn, cv", "net");
  play_for(both, Side::defender, "");
  CHECK(tells(both,
              "defender plays against the goal of the attacker, every choice the best for "
              "that"));
}

TEST_CASE("best play: never worse than the usual choices, than any order, than any retreat") {
  const int battles = often(40, 500);
  for (int seed = 0; seed < battles; ++seed) {
    std::mt19937_64 dice{static_cast<std::uint64_t>(seed) + 40'000};
    const std::string goal = seed % 2 == 0 ? "win" : "net";
    const Side side = kSides[dice() % 2];
    CAPTURE(seed);
    if (seed % 8 == 7) {
      Scenario usual = naive_rebellion::random_combat(static_cast<std::uint64_t>(seed));
      usual.readings["cards"] = false;
      usual.readings["cinematic"] = false;
      for (const Side each : kSides) {
        usual.side(each).policy = {};
        usual.side(each).fields.erase("hand");
      }
      const auto before = asking::try_ask(usual);
      if (!before.solved) continue;
      Scenario better = usual;
      play_for(better, side, goal);
      const auto after = asking::try_ask(better);
      if (!after.solved) continue;  // too large, and said so
      CHECK((goal == "net" ? net(after, side) - net(before, side)
                           : after.win(side) - before.win(side)) > -1e-12);
      continue;
    }
    if (seed % 16 == 3) {  // the attacker breaks off when that is best, or with so many left
      const Game& game = *find_game("risk").value();
      Scenario usual;
      usual.game = "risk";
      usual.side(Side::attacker) = game.parse_side(fmt::format("{}", 3 + dice() % 12)).value();
      usual.side(Side::defender) = game.parse_side(fmt::format("{}", 1 + dice() % 9)).value();
      Scenario better = usual;
      play_for(better, Side::attacker, goal);
      const auto scored = [&](const Scenario& scenario) {
        const auto answer = asking::ask(scenario);
        return goal == "net" ? net(answer) : answer.win();
      };
      const double reached = scored(better);
      CHECK(reached - scored(usual) > -1e-12);
      Scenario stops = usual;
      stops.side(Side::attacker).policy["stop"] = 2;
      CHECK(reached - scored(stops) > -1e-12);
      continue;
    }
    if (seed % 16 == 2) {  // several planets: who goes where is part of it
      const auto few = [&](const char* type) { return fmt::format("{} {}", dice() % 3, type); };
      Scenario usual =
          invading(few("dn") + ", 1 inf, " + few("inf") + ", " + few("mech"),
                   {"A: inf, " + few("inf"), "B: inf" + std::string(seed % 3 == 0 ? ", pds" : "")});
      CAPTURE(usual.side(Side::attacker).units.size());
      Scenario better = usual;
      play_for(better, side, goal);
      const auto scored = [&](const Scenario& scenario) {
        const auto answer = asking::ask(scenario);
        return goal == "net" ? net(answer, side) : answer.win(side);
      };
      const double reached = scored(better);
      CHECK(reached - scored(usual) > -1e-12);
      Rows rows = *usual.fields.get<Rows>("planets");
      for (int first = 0; side == Side::attacker && first < 2; ++first) {
        rows[0]["commit"] = std::vector<UnitCount>{{"infantry", first}};
        usual.fields["planets"] = rows;
        CHECK(reached - scored(usual) > -1e-12);
      }
      continue;
    }
    const char* battle = seed % 8 == 5   ? "conquest"
                         : seed % 8 == 6 ? "ground"
                         : seed % 8 == 4 ? "invasion"
                                         : "space";
    const bool ground = std::string_view{battle} == "ground";
    const bool invasion = std::string_view{battle} == "invasion";
    const auto troops = [&] {
      return fmt::format("{} inf, {} mech", 1 + dice() % 4, 1 + dice() % 3);
    };
    const std::string attacker = ground     ? troops()
                                 : invasion ? troops() + ", dn"
                                            : fleet(dice, 6, seed % 8 == 5);
    const std::string defender = ground     ? troops()
                                 : invasion ? troops() + (dice() % 2 == 0 ? ", pds" : "")
                                            : fleet(dice, 6) + (seed % 8 == 5 ? ", 2 inf" : "");
    CAPTURE(attacker);
    CAPTURE(defender);
    Scenario usual = asking::scenario(battle, attacker, defender);
    if (!ground && dice() % 4 == 0)
      usual.side(side).effects.push_back({"ac_shields_holding", {}, 1, {}});
    if (dice() % 8 == 0) usual.side(side).effects.push_back({"ac_morale_boost", {}, 1, {}});
    Scenario better = usual;
    play_for(better, side, goal);
    const auto scored = [&](const asking::Answer& answer) {
      return goal == "net" ? net(answer, side) : answer.win(side);
    };
    const double reached = scored(asking::ask(better));
    CHECK(reached - scored(asking::ask(usual)) > -1e-12);
    std::vector<std::string> types;
    for (const UnitCount& unit : usual.side(side).units)
      if (unit.type != "infantry" && unit.type != "mech") types.push_back(unit.type);
    std::sort(types.begin(), types.end());
    if (types.size() < 2 || types.size() > 5) continue;
    do {
      Scenario ordered = usual;
      ordered.side(side).policy["losses"] = Names(types.begin(), types.end());
      CHECK(reached - scored(asking::ask(ordered)) > -1e-12);
    } while (std::next_permutation(types.begin(), types.end()));
  }
  for (const char* limit : {"0.2", "0.4", "0.6"}) {
    Scenario leaves = asking::scenario("space", "2 cr, 2 cv, 4 ff", "dn, cv, 2 cr, 3 ff");
    Scenario free = leaves;
    leaves.side(Side::attacker).policy["retreat"] = RetreatTiming{{}, std::stod(limit)};
    play_for(free, Side::attacker, "net");
    free.side(Side::attacker).policy["retreat"] = RetreatTiming{{}, {}, true};
    CHECK(net(asking::ask(free)) - net(asking::ask(leaves)) > -1e-12);
  }
}

namespace {

/// Other choices of a side: in one pair of `share` any edge that is offered, or the step is played.
void choose_anyhow(Duel& duel, Side side, unsigned share, std::mt19937_64& dice) {
  for (const Choice& choice : duel.choices) {
    if (choice.side != side) continue;
    Step& step = duel.steps[choice.step];
    if (step.early.empty()) continue;
    for (std::uint32_t a = 0; a < step.side[0].in_states; ++a)
      for (std::uint32_t d = 0; d < step.side[1].in_states; ++d) {
        const std::uint64_t offered = choice.offered[choice.of == Side::attacker ? a : d];
        if (offered == 0 || dice() % share != 0) continue;
        std::uint8_t& taken = step.early[std::size_t{a} * step.side[1].in_states + d];
        std::vector<std::uint8_t> edges;
        for (std::size_t e = 0; e < choice.edges.size(); ++e)
          if (offered >> e & 1) edges.push_back(choice.edges[e]);
        // What the other player has chosen here, or a battle that has stalled, is not his to change.
        const bool own = std::find(edges.begin(), edges.end(), taken) != edges.end();
        if (!own && (choice.must || taken != kNoEdge)) continue;
        if (!choice.must) edges.push_back(kNoEdge);
        taken = edges[dice() % edges.size()];
      }
  }
}

struct BothBest {
  const char *battle, *attacker, *defender, *goal;
};

}  // namespace

TEST_CASE("best play: neither side gains by another policy where both play best") {
  // Without a card no choice is left for a win in space once what is beaten anyway is left out.
  constexpr BothBest kBattles[] = {
      {"space", "cv, 2 cr, dn, +direct hit", "2 cr, cv, 2 dn, +direct hit", "win"},
      {"space", "cv, 2 cr, dn, +shields holding", "2 cr, dn, ff, +shields holding", "win"},
      {"space", "letnev: fs, cr, cv", "2 dn, cr", "win"},
      {"space", "2 dn, cr, +emergency repairs", "2 cr, dn, cv, +direct hit", "win"},
      {"space", "cv, 2 cr, dn", "2 cr, cv, 2 dn", "net"},
      {"space", "ws, cv, 2 ff", "2 dn, 2 cr, +direct hit", "net"},
      {"space", "dn, cv, 2 cr, +skilled retreat", "2 dn, dd, +skilled retreat", "net"},
      {"space", "cv, 2 cr, 2 ff, +morale boost", "dn, cr, dd, +shields holding", "net + 6 win"},
      {"conquest", "cv, 2 cr, 2 ff, 2 inf", "cr, dd, cv, 2 inf", "planet"},
      {"conquest", "dn, cv, 2 inf, mech", "cr, dd, inf, pds", "planet"},
      {"conquest", "cr, cv, 2 ff, 2 inf", "cr, dd, inf, pds", "net"},
      {"invasion", "dn, 2 inf, 2 mech", "2 inf, mech, pds", "net"},
      {"rebellion", "isd, 2 tie", "mon cal, 2 x-wing", "win"},
      {"rebellion", "isd, tie", "mon cal, x-wing, y-wing", "net"}};
  const int policies = often(20, 200);
  int told = 0;
  for (const BothBest& one : kBattles) {
    CAPTURE(one.attacker);
    CAPTURE(one.goal);
    Scenario scenario;
    if (std::string_view{one.battle} == "rebellion") {
      const Game& game = *find_game("rebellion").value();
      scenario.game = "rebellion";
      scenario.battle = "space";
      scenario.readings["cards"] = false;
      scenario.side(Side::attacker) = game.parse_side(one.attacker).value();
      scenario.side(Side::defender) = game.parse_side(one.defender).value();
    } else {
      scenario = asking::scenario(one.battle, one.attacker, one.defender);
    }
    play_for(scenario, Side::attacker, one.goal);
    play_for(scenario, Side::defender, "");
    const auto battle = ready(scenario);
    REQUIRE(battle);
    REQUIRE_FALSE(battle.value().duel.choices.empty());
    const PlayScore score{battle.value()};
    const double value = score.expected(solve_exact(battle.value().duel).finals);
    CHECK(value ==
          doctest::Approx(BestPlay{battle.value().duel, score}.start_value()).epsilon(1e-12));
    std::mt19937_64 dice{7};
    int changed = 0;
    for (int policy = 0; policy < policies; ++policy) {
      const Side side = kSides[policy % 2];
      Duel other = battle.value().duel;
      choose_anyhow(other, side, policy % 4 < 2 ? 5 : 1, dice);
      const double reached = score.expected(solve_exact(other).finals);
      changed += std::abs(reached - value) > 1e-9;
      CHECK((side == Side::attacker ? reached - value : value - reached) <
            1e-12 * (1 + score.range()));
    }
    told += changed > policies / 4;
  }
  CHECK(told > 10);  // the others would say nothing
}

TEST_CASE("best play: who lands, who leaves by a card, what is left behind") {
  using asking::ask;
  // One against two: staying aboard costs nothing.
  CHECK(net(ask(asking::scenario("invasion", "cv, inf", "2 inf"))) < -0.1);
  CHECK(net(ask(best("invasion", "cv, inf", "2 inf", "net"))) == 0);
  CHECK(ask(best("invasion", "cv, inf", "2 inf", "win")).win() ==
        asking::worked(ask(asking::scenario("invasion", "cv, inf", "2 inf")).win()));
  const auto some = ask(best("invasion", "dn, 3 inf", "inf, pds", "net"));
  for (int land = 0; land <= 3; ++land)
    CHECK(net(some) >=
          net(ask(asking::scenario("invasion", fmt::format("dn, {} inf", land), "inf, pds"))) -
              1e-12);
  // The card is played in the round that is best, or never: no round that is named beats it.
  const double leaves = net(ask(best("space", "2 cr, cv, +skilled retreat", "dn, cr", "net")));
  for (int round = 1; round <= 6; ++round)
    CHECK(leaves > net(ask(best("space", fmt::format("2 cr, cv, +skilled retreat@{}", round),
                                "dn, cr", "net"))) -
                       1e-12);
  CHECK(leaves > net(ask(best("space", "2 cr, cv", "dn, cr", "net"))));
  // A space cannon may sink a carrier: for a win in space troops go before fighters.
  Scenario cannon = best("space", "naalu: 2 cv, 4 ff, 4 inf", "3 cr, 3 pds", "win");
  const double free = ask(cannon).win();
  cannon.side(Side::attacker).policy["excess"] = Names{"fighter", "infantry"};
  CHECK(free > ask(cannon).win() + 1e-6);
  cannon.side(Side::attacker).policy["excess"] = Names{"infantry", "fighter"};
  CHECK(free >= ask(cannon).win() - 1e-12);
}

TEST_CASE("best play: several planets follow the goal") {
  const auto over = [](std::string_view attacker, const std::vector<std::string>& planets,
                       const std::string& goal) {
    Scenario scenario = invading(attacker, planets);
    if (!goal.empty()) play_for(scenario, Side::attacker, goal);
    return asking::ask(scenario);
  };
  // One planet in the list is that planet.
  for (const std::string goal : {"win", "net", "net + 6 win"}) {
    CAPTURE(goal);
    const auto one = asking::ask(best("invasion", "dn, 2 inf, mech", "2 inf, pds", goal));
    const auto same = over("dn, 2 inf, mech", {"A: 2 inf, pds"}, goal);
    CHECK(same.win() == asking::worked(one.win()));
    CHECK(net(same) == asking::worked(net(one)));
  }
  // Nobody lands where every landing loses more than it gains.
  CHECK(net(over("2 inf", {"A: 3 mech", "B: 3 mech"}, "net")) == 0);
  // The most planets to be expected are one; both are taken only by dividing.
  const std::vector<std::string> planets{"A: inf", "B: 2 inf"};
  const auto usual = over("3 inf", planets, ""), all = over("3 inf", planets, "win");
  CHECK(all.win() >= usual.win() - 1e-12);
  CHECK(net(over("dn, 3 inf", planets, "net")) >= net(over("dn, 3 inf", planets, "")) - 1e-12);
  for (int first = 0; first <= 3; ++first) {
    Scenario named = invading("3 inf", planets);
    Rows rows = *named.fields.get<Rows>("planets");
    for (std::size_t p = 0; p < 2; ++p)
      rows[p]["commit"] = std::vector<UnitCount>{{"infantry", p == 0 ? first : 3 - first}};
    named.fields["planets"] = rows;
    CHECK(all.win() >= asking::ask(named).win() - 1e-12);
  }
}

TEST_CASE("best play: sampled battles agree with the solved ones") {
  const int battles = often(8, 100);
  const std::uint64_t samples = std::getenv("BROADSIDE_LONG") ? 1'000'000 : 65'536;
  for (int seed = 0; seed < battles; ++seed) {
    std::mt19937_64 dice{static_cast<std::uint64_t>(seed) + 90'000};
    const bool lands = seed % 4 == 3;
    Scenario scenario = asking::scenario(lands ? "conquest" : "space", fleet(dice, 6, lands),
                                         fleet(dice, 6) + (lands ? ", 2 inf" : ""));
    play_for(scenario, Side::attacker, seed % 2 == 0 ? "net" : "win");
    if (seed % 3 == 0) scenario.side(Side::defender).policy["play"] = std::string("best");
    if (seed % 5 == 0)
      scenario.side(Side::attacker).policy["retreat"] = RetreatTiming{{}, {}, true};
    if (seed % 2 == 0)
      scenario.side(Side::defender).effects.push_back({"ac_direct_hit", {}, 1, {}});
    CAPTURE(seed);
    const auto battle = ready(scenario);
    REQUIRE(battle);
    const Duel& duel = battle.value().duel;
    const auto exact = outcome_totals(duel, solve_exact(duel).finals);
    const Sample sample = run_serial(duel, 1, StopRule{samples, {}, {}, 0.95, {}});
    const auto seen = outcome_totals(duel, sample.counts.finals);
    for (const Outcome outcome : all_outcomes()) {
      const double p = std::clamp(exact[outcome], 0.0, 1.0);
      const double n = static_cast<double>(samples);
      const double error = std::sqrt(std::max(p * (1 - p) / n, 1e-14));
      CHECK(std::abs(static_cast<double>(seen[outcome]) / n - p) < 4.5 * error + 1e-12);
    }
  }
}

TEST_CASE("best play: a budget that is just enough is enough") {
  const Scenario asked = best("space", "2 cr, 2 ff", "cr, dd", "win");
  auto enough = find_game("ti4").value()->prepare(asked), less = enough;
  REQUIRE(enough);
  const double cost = BestPlay::cost(enough->duel), memory = BestPlay::memory(enough->duel);
  CHECK(play_best(*enough, cost, memory));
  CHECK_FALSE(play_best(*less, cost / 2, memory));
  CHECK_FALSE(play_best(*less, cost, memory / 2));
}

TEST_CASE("best play: hits that must go to ships other than fighters do") {
  // Graviton Laser: both PDS hit with 1/4, then the war sun is gone and its fighters with it,
  // however the owner would like to take them; with less it can hardly lose against a destroyer.
  const double win =
      asking::ask(best("space", "ws, 4 ff", "2 pds, dd, +graviton laser", "win")).win();
  CHECK(win <= 0.75);
  CHECK(win > 0.749);
  CHECK(asking::ask(best("space", "ws, 4 ff", "2 pds, dd", "win")).win() > 0.99);
}

TEST_CASE("best play: against an enemy that leaves below a chance") {
  // Choices are made against what he does, and are better than the usual ones.
  const auto asked = [](bool plays_best) {
    Scenario scenario = asking::scenario("space", "2 cr, 2 cv, 4 ff", "dn, cv, 2 cr, 3 ff");
    scenario.side(Side::defender).policy["retreat"] = RetreatTiming{{}, 0.3};
    if (plays_best) play_for(scenario, Side::attacker, "win");
    return asking::ask(scenario);
  };
  const auto usual = asked(false), best_of_all = asked(true);
  CHECK(usual.chance(Outcome::defender_retreats) > 0.01);
  CHECK(best_of_all.chance(Outcome::defender_retreats) > 0.01);
  CHECK(best_of_all.win() > usual.win() + 0.001);
}

TEST_CASE("best play: a flagship that makes dice better is not given up as if it were any ship") {
  // Wrath of Kenara, with trade goods to spend: best play is no worse than any order of losses.
  for (const char* fleet : {"hacan: flagship, 2 dn, +hacan_flagship x3",
                            "hacan: flagship, ws, cr, +hacan_flagship x2"}) {
    CAPTURE(fleet);
    const double most = asking::ask(best("space", fleet, "3 dn, 2 cr", "win")).win();
    for (const char* first : {"flagship", "dreadnought", "war_sun", "cruiser"}) {
      Scenario fixed = asking::scenario("space", fleet, "3 dn, 2 cr");
      fixed.side(Side::attacker).policy["losses"] = Names{first};
      if (const auto told = asking::try_ask(fixed); told.solved) CHECK(most >= told.win() - 1e-12);
    }
  }
}

TEST_CASE(
    "best play: hits of the L1Z1X flagship go to ships other than fighters while there are any") {
  // Cruisers and fighters, also such as come later, that are all alike: nothing is left to choose.
  for (const char* fleet : {"cr, 3 ff", "cr, 5 ff", "yin: 3 cr, +brother milor"}) {
    CAPTURE(fleet);
    CHECK(asking::ask(best("space", fleet, "l1z1x: flagship", "win")).win() ==
          asking::worked(asking::ask("space", fleet, "l1z1x: flagship").win()));
  }
}
