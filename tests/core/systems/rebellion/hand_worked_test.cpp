// Chances of Rebellion combats without cards that can be worked out by hand, as RULES 8.13
// does. All of them are solved, not sampled.

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/systems/rebellion/asking.hpp"

namespace {

using namespace broadside;
using namespace broadside::rebellion_asking;

constexpr bool kCinematic = true;

void check_odds(const Answer& answer, double win, double draw, double lose) {
  CHECK(answer.win() == worked(win));
  CHECK(answer.draw() == worked(draw));
  CHECK(answer.lose() == worked(lose));
}

/// Chances of n dice to show 0..n successes.
std::vector<double> binomial(int n, double p) {
  std::vector<double> law{1};
  for (int i = 0; i < n; ++i) {
    std::vector<double> next(law.size() + 1, 0.);
    for (std::size_t k = 0; k < law.size(); ++k) {
      next[k] += law[k] * (1 - p);
      next[k + 1] += law[k] * p;
    }
    law = next;
  }
  return law;
}
std::vector<double> sum_law(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> law(a.size() + b.size() - 1, 0.);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) law[i + j] += a[i] * b[j];
  return law;
}

/// Rebels who leave after one round: four Corvettes (and Transports behind them) take `red` red and
/// `black` black dice. Colour hits of black dice find nothing. Two damage each, one after the
/// other.
void check_corvettes_lost(const Scenario& one_round, int red, int black, int green = 0) {
  const Answer answer = ask(leaving(one_round, D, 1));
  const auto damage =
      sum_law(sum_law(binomial(red, 1. / 2), binomial(black, 1. / 6)), binomial(green, 1. / 3));
  double lost = 0;
  for (std::size_t k = 0; k < damage.size(); ++k)
    lost += damage[k] * static_cast<double>(std::min<std::size_t>(k / 2, 4));
  CHECK(4 - answer.units(D, "corellian_corvette") == worked(lost));
}

struct Odds {
  double win, draw, lose;
};

/// A turret that is not lost for being alone. The trooper's special die heals nothing: as the first
/// attacker it has no damage yet when it rolls, and one damage kills it. Three direct hits (1/6)
/// bring the turret down; in every round 5/9 ends the trooper, also when the turret falls.
Odds stormtrooper_against_turret() {
  const double p = 1. / 6, q = 5. / 9;
  Odds odds{};
  double here = 1;  // by damage on the turret
  for (int damage = 0; damage < 3; ++damage) {
    const double rounds = here / (1 - (1 - p) * (1 - q));
    (damage < 2 ? odds.lose : odds.draw) += rounds * p * q;
    odds.lose += rounds * (1 - p) * q;
    here = rounds * p * (1 - q);
  }
  odds.win = here;
  return odds;
}

}  // namespace

TEST_SUITE("rebellion worked values") {
  TEST_CASE("one trooper each: a third for every outcome, and cinematic 1/4, 3/8, 3/8") {
    check_odds(solved("ground", "empire: stormtrooper", "rebels: rebel_trooper"), 1. / 3, 1. / 3,
               1. / 3);
    check_odds(solved("ground", "rebels: rebel_trooper", "empire: stormtrooper"), 1. / 3, 1. / 3,
               1. / 3);
    // The second attacker heals with 1/6 what the first has just done.
    for (const auto& [first, second] : {std::pair{"empire: stormtrooper", "rebels: rebel_trooper"},
                                        std::pair{"rebels: rebel_trooper", "empire: stormtrooper"}})
      check_odds(solved("ground", first, second, kCinematic), 1. / 4, 3. / 8, 3. / 8);
    check_odds(solved("space", "empire: tie_fighter", "rebels: x_wing", kCinematic), 1. / 4, 3. / 8,
               3. / 8);
    CHECK(solved("ground", "empire: stormtrooper", "rebels: rebel_trooper").rounds ==
          worked(4. / 3));
    CHECK(solved("ground", "empire: stormtrooper", "rebels: rebel_trooper", kCinematic).rounds ==
          worked(3. / 2));
  }

  TEST_CASE("a round is one space step and one ground step: as many as the longer theater lasts") {
    const char *empire = "empire: tie_fighter, stormtrooper",
               *rebels = "rebels: x_wing, rebel_trooper";
    // Each theater goes on with 1/4, so round n + 1 comes with 1 - (1 - 1/4^n)^2.
    CHECK(solved("combat", empire, rebels).rounds == worked(8. / 3 - 16. / 15));
    CHECK(solved("combat", empire, rebels, kCinematic).rounds == worked(3 - 9. / 8));
    // The X-wing leaves after round 2; the trooper fights on.
    const Scenario leaves = leaving(combat("combat", empire, rebels), D, 2);
    CHECK(ask(leaves).rounds == worked(1 + 7. / 16 + 1. / 12));
    // Sampled: from tables that play the theaters one after the other, from tables that play them
    // together, and card by card without any card.
    const auto sampled = [](const Scenario& scenario) {
      Options options;
      options.battles = 400'000;
      const auto report = odds(scenario, options);
      REQUIRE_MESSAGE(bool{report}, (report ? "" : report.error().message()));
      double stages = 0;
      for (const StageReport& stage : report.value().stages) stages += stage.mean_rounds;
      CHECK(stages > report.value().mean_rounds.value() + 0.5);  // each theater keeps its own
      return report.value().mean_rounds.value();
    };
    // Lengths have a standard deviation below 1.
    constexpr double kClose = 5 / 632.;
    CHECK(std::abs(sampled(combat("combat", empire, rebels)) - 1.6) < kClose);
    CHECK(std::abs(sampled(leaves) - (1 + 7. / 16 + 1. / 12)) < kClose);
    const auto card_by_card = [](Scenario scenario) {
      scenario.readings = {};
      for (const Side side : kSides) {
        scenario = choosing(scenario, side, "specials", "never");
        scenario.side(side).fields["hand"] = Names{};
      }
      return scenario;
    };
    CHECK(std::abs(sampled(card_by_card(combat("combat", empire, rebels))) - 1.6) < kClose);
    const Scenario more =
        combat("combat", "empire: 3 tie_fighter, star_destroyer, 4 stormtrooper, at_st",
               "rebels: 4 x_wing, corellian_corvette, 3 rebel_trooper, airspeeder");
    CHECK(std::abs(sampled(card_by_card(more)) - ask(more).rounds) < 2 * kClose);
  }

  TEST_CASE("a round that begins with spared structures is counted like any other") {
    // Space: the Death Star's four red dice find a Y-wing by direct hits only, it stays a round with
    // q = (5/6)^4. Ground: one trooper each is decided with 3/4 a round; in a third of these the
    // Rebel one is left before the Shield Bunker, which stays for one round more (RULES 5.4), so
    // more than n rounds are fought with 2/4^n. The combat takes as many as the longer theater.
    const double q = 625. / 1296;
    const double mean = 1 + q / (1 - q) + 2. / 3 - 2 * (q / 4) / (1 - q / 4);
    const std::string empire = "empire: death_star, stormtrooper, shield_bunker";
    const std::string rebels = "rebels: y_wing, rebel_trooper";
    CHECK(solved("combat", empire, rebels).rounds == worked(mean));
    CHECK(solved("combat", rebels, empire).rounds == worked(mean));
    // Looked at after two rounds: one round, and a second where the first has not decided.
    Scenario two = combat("combat", empire, rebels);
    two.fields["rounds"] = 2;
    CHECK(ask(two).rounds == worked(1 + 1 - (1 - q) / 2));
  }

  TEST_CASE("theaters whose rounds go together are all come to") {
    Options options;
    options.method = Method::exact;
    const auto report = odds(combat("combat", "empire: death_star, stormtrooper",
                                    "rebels: y_wing, ion_cannon, rebel_trooper"),
                             options);
    REQUIRE(bool{report});
    REQUIRE(report.value().stages.size() == 3);
    for (const StageReport& stage : report.value().stages) {
      CAPTURE(stage.name);
      CHECK(stage.reached == worked(1));
    }
  }

  TEST_CASE("a die hits health of its colour with 1/2, other health with 1/6; green 1/3") {
    const auto duel = [](double p, double q) { return asking::duel(p, q); };
    struct Row {
      const char *empire, *rebels;
      double p, q;
    };
    for (const Row& row : {Row{"tie_fighter", "x_wing", 1. / 2, 1. / 2},
                           Row{"tie_fighter", "y_wing", 1. / 2, 1. / 6},
                           Row{"tie_fighter", "u_wing", 1. / 2, 1. / 3},
                           Row{"tie_striker", "x_wing", 1. / 3, 1. / 2},
                           Row{"tie_striker", "u_wing", 1. / 3, 1. / 3}}) {
      CAPTURE(std::string(row.rebels));
      const Answer answer = solved("space", std::string("empire: ") + row.empire,
                                   std::string("rebels: ") + row.rebels);
      check_odds(answer, duel(row.p, row.q).win, duel(row.p, row.q).draw, duel(row.q, row.p).win);
    }
    // One red health in the ground theater: black hits do not fit, red ones would.
    const Answer tank = solved("ground", "empire: assault_tank", "rebels: rebel_trooper");
    check_odds(tank, duel(1. / 3, 1. / 6).win, duel(1. / 3, 1. / 6).draw, duel(1. / 6, 1. / 3).win);
  }

  TEST_CASE("damage stays until the end of the combat, and goes with it") {
    // AT-ST (red and black die, 2 red health) against a trooper: 7/12 kills, 1/6 scratches.
    const double p = 7. / 12, q = 1. / 6;
    const double stay0 = (1 - p) * (1 - q), stay1 = (1 - p) * (1 - q);
    const double reach1 = (1 - p) * q / (1 - stay0);
    const double win = p / (1 - stay0) + reach1 * p * (1 - q) / (1 - stay1);
    const double draw = reach1 * p * q / (1 - stay1);
    const Answer answer = solved("ground", "empire: at_st", "rebels: rebel_trooper");
    check_odds(answer, win, draw, 1 - win - draw);
    CHECK(answer.hurt(A, "at_st") == 0);
  }

  TEST_CASE("a lone structure is lost, but outlives a mutual kill") {
    const Answer answer =
        solved("ground", "empire: stormtrooper", "rebels: rebel_trooper, shield_generator");
    check_odds(answer, 1. / 3, 0, 2. / 3);
    CHECK(answer.force(D, "1 shield_generator") == worked(1. / 3));
    CHECK(answer.force(D, "1 rebel_trooper, 1 shield_generator") == worked(1. / 3));
    CHECK(answer.force(D, "nothing") == worked(1. / 3));
    const Answer bunker =
        solved("ground", "empire: stormtrooper, shield_bunker", "rebels: rebel_trooper");
    check_odds(bunker, 2. / 3, 0, 1. / 3);
    // Structures on both sides and nothing else: nobody has dice, both are lost.
    check_odds(solved("ground", "empire: shield_bunker", "rebels: ion_cannon"), 0, 1, 0);
  }

  TEST_CASE("Rise of the Empire: structures stay while their owner rolled a die this round") {
    // Base: the turret has one round, 5/9 to hit at least once.
    const Scenario turret = combat("ground", "empire: stormtrooper", "rebels: golan_arms_turret");
    const Answer base = ask(with_rule(turret, "structures", "base"));
    check_odds(base, 4. / 9, 0, 5. / 9);
    CHECK(base.rounds == worked(1));
    // Cinematic: it fights on.
    const auto [win, draw, lose] = stormtrooper_against_turret();
    const Answer cinematic =
        solved("ground", "empire: stormtrooper", "rebels: golan_arms_turret", kCinematic);
    check_odds(cinematic, win, draw, lose);
    // The base game with the expansion's rule; a unit of the expansion brings the rule by itself.
    check_odds(ask(with_rule(turret, "structures", "rote")), win, draw, lose);
    check_odds(ask(turret), win, draw, lose);
    // One more round for a generator whose trooper fell, then it is lost: it has no dice.
    const Answer last = solved("ground", "empire: stormtrooper",
                               "rebels: rebel_trooper, shield_generator", kCinematic);
    check_odds(last, 1. / 4, 0, 3. / 4);
    CHECK(last.rounds == worked(3. / 2 + 1. / 4));
  }

  TEST_CASE("at most 5 red, 5 black and 3 green dice; reductions come before the cap") {
    const std::string rebels = "rebels: 4 corellian_corvette, 4 rebel_transport";
    const std::string cannon = rebels + ", ion_cannon", cannons = rebels + ", 2 ion_cannon";
    // 3 Star Destroyers and an Assault Carrier: 7 red, 4 black.
    const std::string fleet = "empire: 3 star_destroyer, assault_carrier";
    check_corvettes_lost(combat("combat", fleet, rebels), 5, 4);
    check_corvettes_lost(combat("combat", fleet, cannon), 5, 4);   // 7 - 2
    check_corvettes_lost(combat("combat", fleet, cannons), 3, 4);  // 7 - 4
    check_corvettes_lost(combat("combat", "empire: 2 star_destroyer", cannons), 0, 2);
    // Never below
    check_corvettes_lost(combat("combat", "empire: assault_carrier", cannons), 0, 1);
    check_corvettes_lost(combat("combat", "empire: 8 tie_fighter", rebels), 0, 5);
    check_corvettes_lost(combat("combat", "empire: 4 tie_striker, tie_fighter", rebels), 0, 1, 3);
  }

  TEST_CASE("two Ion Cannons leave a lone Death Star without dice, and its enemies must go") {
    // One cannon: two dice, of which only direct hits reach an X-wing.
    const Answer one = solved("combat", "empire: death_star", "rebels: x_wing, ion_cannon");
    CHECK(one.win() == worked(1));
    CHECK(one.rounds == worked(36. / 11));
    const Answer none = solved("combat", "empire: death_star", "rebels: x_wing");
    CHECK(none.rounds == worked(1 / (1 - std::pow(5. / 6, 4))));
    CHECK(none.win() == worked(1));
    // Two cannons: nothing can happen; the X-wing is destroyed for want of a leader to retreat
    // with.
    const Answer two = solved("combat", "empire: death_star", "rebels: x_wing, 2 ion_cannon");
    CHECK(two.win() == worked(1));
    CHECK(two.rounds == worked(1));
    CHECK(two.units(D, "x_wing") == worked(0));
    CHECK(two.units(D, "ion_cannon") == worked(2));
    const Answer away = ask(led(
        combat("combat", "empire: death_star", "rebels: x_wing, 2 ion_cannon"), D, {"mon_mothma"}));
    CHECK(away.chance(Outcome::defender_retreats) == worked(1));
    CHECK(away.units(D, "x_wing") == worked(1));
  }

  TEST_CASE("an unfinished Death Star alone is lost at round end, unless a Shield Bunker stands") {
    const std::string station = "empire: death_star_under_construction";
    const Answer alone = solved("combat", station, "rebels: x_wing");
    check_odds(alone, 0, 0, 1);
    CHECK(alone.rounds == worked(1));
    check_odds(solved("combat", station + ", tie_fighter", "rebels: x_wing"), 2. / 3, 0, 1. / 3);
    const Answer held = solved("combat", station + ", shield_bunker", "rebels: x_wing");
    CHECK(held.chance(Outcome::stalemate) == worked(1));
    CHECK(held.units(A, "death_star_under_construction") == worked(1));
  }

  TEST_CASE("a Shield Bunker keeps damage from stations") {
    // Five Y-wings and more could shoot down the four black health by direct hits; with the bunker
    // there is no target besides the TIE.
    const auto lost = [](const char* empire) {
      const Answer answer =
          ask(leaving(combat("combat", empire, "rebels: 5 x_wing, 5 y_wing"), D, 1));
      return 1 - answer.units(A, "death_star_under_construction");
    };
    const auto hits = sum_law(binomial(5, 1. / 2), binomial(5, 1. / 6));
    double five_or_more = 0;  // the TIE first
    for (std::size_t k = 5; k < hits.size(); ++k) five_or_more += hits[k];
    CHECK(lost("empire: death_star_under_construction, tie_fighter") >= five_or_more - 1e-12);
    CHECK(lost("empire: death_star_under_construction, tie_fighter, shield_bunker") == worked(0));
  }

  TEST_CASE("transports alone retreat or are destroyed") {
    const Answer lost = solved("space", "empire: tie_fighter", "rebels: rebel_transport");
    CHECK(lost.win() == worked(1));
    CHECK(lost.rounds == worked(1));
    const Answer away = ask(
        led(combat("space", "empire: tie_fighter", "rebels: rebel_transport"), D, {"mon_mothma"}));
    CHECK(away.chance(Outcome::defender_retreats) == worked(1));
    CHECK(away.units(D, "rebel_transport") == worked(1));
    const Answer held = ask(
        led(combat("space", "empire: interdictor", "rebels: rebel_transport"), D, {"mon_mothma"}));
    CHECK(held.win() == worked(1));
    // Escorted by an X-wing: a mutual kill leaves the transport in command.
    const Answer escorted =
        solved("space", "empire: tie_fighter", "rebels: x_wing, rebel_transport");
    check_odds(escorted, 1. / 3, 0, 2. / 3);
    CHECK(escorted.force(D, "1 rebel_transport") == worked(1. / 3));
  }

  TEST_CASE("transports alone are gone before a Death Star Under Construction is looked at") {
    // TIE and X-wing hit each other on 1/2: 1/3 one of them, 1/3 the other, 1/3 both. Then the
    // Transport goes (RULES 5.9) and the station stays, for it faces nobody (RULES 3.4, 5.7).
    const std::string empire = "empire: death_star_under_construction, tie_fighter";
    const std::string rebels = "rebels: rebel_transport, x_wing";
    const Answer apart = solved("space", empire, rebels);
    check_odds(apart, 2. / 3, 0, 1. / 3);
    CHECK(apart.force(A, "1 death_star_under_construction") == worked(1. / 3));
    CHECK(apart.force(D, "nothing") == worked(2. / 3));
    check_odds(solved("space", rebels, empire), 1. / 3, 0, 2. / 3);
    // The same with theaters that go together: an Ion Cannon takes none of the TIE's black dice.
    const Answer together = solved("combat", empire + ", 2 at_at", rebels + ", ion_cannon");
    CHECK(together.units(A, "death_star_under_construction") == worked(2. / 3));
    CHECK(together.units(D, "rebel_transport") == worked(1. / 3));
    // From the first round on nothing else is there.
    check_odds(solved("space", "empire: death_star_under_construction", "rebels: rebel_transport"),
               1, 0, 0);
  }

  TEST_CASE(
      "retreat: at the end of a round, with a leader, not from an Interdictor or a Death Star") {
    const Scenario fight = combat("space", "empire: tie_fighter", "rebels: x_wing");
    const Answer away = ask(leaving(fight, D, 1));
    check_odds(away, 1. / 4, 1. / 4, 1. / 4);
    CHECK(away.chance(Outcome::defender_retreats) == worked(1. / 4));
    CHECK(away.rounds == worked(1));
    const Answer later = ask(leaving(fight, D, 2));
    CHECK(later.chance(Outcome::defender_retreats) == worked(1. / 16));
    CHECK(later.rounds == worked(5. / 4));
    Scenario leaderless = leaving(fight, D, 1);
    leaderless.side(D).fields.erase("leaders");
    const auto refused = try_ask(leaderless);
    if (refused.solved) check_odds(refused, 1. / 3, 1. / 3, 1. / 3);  // else: an error says why

    const Scenario held = combat("space", "empire: interdictor", "rebels: x_wing");
    CHECK(ask(leaving(held, D, 1)).chance(Outcome::defender_retreats) == worked(0));
    CHECK(distance(ask(leaving(held, D, 1)), ask(led(held, D, {"mon_mothma"}))) < 1e-12);
    const Scenario guarded = combat("space", "empire: death_star, tie_fighter", "rebels: 3 x_wing");
    CHECK(ask(leaving(guarded, A, 1)).chance(Outcome::attacker_retreats) == worked(0));
    CHECK(ask(leaving(combat("space", "empire: 2 star_destroyer", "rebels: 3 x_wing"), A, 1))
              .chance(Outcome::attacker_retreats) > 0.1);
  }

  TEST_CASE("the first attacker has no dice advantage in the base game") {
    const Answer one = solved("space", "empire: star_destroyer, 3 tie_fighter",
                              "rebels: mon_calamari_cruiser, 2 y_wing, x_wing");
    const Answer two = solved("space", "rebels: mon_calamari_cruiser, 2 y_wing, x_wing",
                              "empire: star_destroyer, 3 tie_fighter");
    CHECK(one.win() == worked(two.lose()));
    CHECK(one.draw() == worked(two.draw()));
  }

  TEST_CASE("structures that rolled this round are spared even when the others retreat") {
    // The trooper leaves after the first round if it lives; the turret rolled, so it stays and
    // fights on under the expansion's rule and is lost under the rule of the base game.
    const Scenario leaves =
        choosing(leaving(combat("ground", "empire: stormtrooper",
                                "rebels: rebel_transport, rebel_trooper, golan_arms_turret"),
                         D, 1),
                 A, "targets", "weakest_first");
    const Answer base = ask(with_rule(leaves, "structures", "base"));
    const Answer rote = ask(with_rule(leaves, "structures", "rote"));
    // Round 1: 7/9 of killing the stormtrooper between them; it always aims at the trooper first.
    const double round_1 = 1 - (1. / 2) * (4. / 9);
    CHECK(base.units(A, "stormtrooper") == worked(1 - round_1));
    CHECK(base.units(D, "golan_arms_turret") == worked(round_1));
    CHECK(rote.units(D, "golan_arms_turret") ==
          worked(round_1 + (1 - round_1) * stormtrooper_against_turret().lose));
  }

  TEST_CASE("retreat takes all ships, and what finds room in them, the most worth first") {
    // An Assault Carrier carries four: of AT-AT, AT-ST and four stormtroopers two stay behind.
    const Scenario leaves =
        leaving(combat("combat", "empire: assault_carrier, at_at, at_st, 4 stormtrooper",
                       "rebels: x_wing, rebel_trooper"),
                A, 1);
    const Answer answer = ask(leaves);
    CHECK(answer.chance(Outcome::attacker_retreats) > 0);
    // The X-wing (1/6 to scratch a carrier, which has two health) never stops it.
    CHECK(answer.units(A, "assault_carrier") == worked(1));
    // TIE Fighters need room as well, and stay to fight where there is none.
    const Answer ties = ask(
        leaving(combat("space", "empire: assault_carrier, 5 tie_fighter", "rebels: x_wing"), A, 1));
    const double alive = std::pow(1. / 2, 5) * (5. / 6);  // the X-wing after one round
    CHECK(ties.chance(Outcome::attacker_retreats) == worked(alive));
    // A fleet of TIE Fighters alone cannot leave.
    CHECK(ask(leaving(combat("space", "empire: 3 tie_fighter", "rebels: 3 x_wing"), A, 1))
              .chance(Outcome::attacker_retreats) == worked(0));
    // Ground units without ships neither.
    CHECK(ask(leaving(combat("ground", "empire: 3 stormtrooper", "rebels: 3 rebel_trooper"), A, 1))
              .chance(Outcome::attacker_retreats) == worked(0));
  }

  TEST_CASE("retreat below a chance to win") {
    Scenario fight = combat("space", "empire: tie_fighter", "rebels: x_wing");
    fight.side(D).fields["leaders"] = Names{"mon_mothma"};
    fight.side(D).policy["retreat"] = RetreatTiming{{}, 0.9};  // from here it is always 1/3
    CHECK(distance(ask(fight), ask(leaving(fight, D, 1))) < 1e-12);
    fight.side(D).policy["retreat"] = RetreatTiming{{}, 0.1};
    check_odds(ask(fight), 1. / 3, 1. / 3, 1. / 3);
  }

  TEST_CASE("targets: the weakest, the most dangerous, or what removes most dice at once") {
    // Two Airspeeders do D damage to red health in the one round that they stay: a tank has one
    // health and one die, an AT-ST two of both.
    const Scenario one_round =
        leaving(combat("ground", "rebels: x_wing, 2 rebel_transport, 2 airspeeder",
                       "empire: assault_tank, at_st"),
                A, 1);
    const auto damage = sum_law(binomial(2, 1. / 2), binomial(2, 1. / 6));
    const double one = damage[1], two = damage[2], more = damage[3] + damage[4];
    const auto lost = [&](const std::string& targets, const std::string& type) {
      return 1 - ask(choosing(one_round, A, "targets", targets)).units(D, type);
    };
    CHECK(lost("weakest_first", "assault_tank") == worked(one + two + more));
    CHECK(lost("weakest_first", "at_st") == worked(more));
    CHECK(lost("most_dangerous_first", "assault_tank") == worked(more));
    CHECK(lost("most_dangerous_first", "at_st") == worked(two + more));
    CHECK(lost("look_ahead", "assault_tank") == worked(one + more));
    CHECK(lost("look_ahead", "at_st") == worked(two + more));
  }

  TEST_CASE(
      "Death Star Plans: three dice, any direct hit, after a space step with a fighter left") {
    // Death Star alone against X-wings that it cannot miss for ever: one round, then they leave.
    const double hit = 1 - std::pow(5. / 6, 3);
    const auto lost = [&](const std::string& empire, const std::string& rebels) {
      const Scenario one_round = leaving(combat("combat", empire, rebels), D, 1);
      return 1 - ask(choosing(one_round, D, "death_star_plans", "true")).units(A, "death_star");
    };
    CHECK(lost("empire: death_star", "rebels: 5 x_wing") == worked(hit));
    CHECK(lost("empire: death_star", "rebels: corellian_corvette") == worked(0));
    CHECK(lost("empire: death_star, shield_bunker", "rebels: 5 x_wing") == worked(0));
    // One X-wing survives four dice with (5/6)^4.
    CHECK(lost("empire: death_star", "rebels: x_wing") == worked(hit * std::pow(5. / 6, 4)));
    const Scenario unasked =
        leaving(combat("combat", "empire: death_star", "rebels: 5 x_wing"), D, 1);
    CHECK(ask(unasked).units(A, "death_star") == worked(1));
  }

  TEST_CASE("Death Star Plans destroy one Death Star in a combat, never two") {
    Scenario two = choosing(combat("space", "empire: 2 death_star", "rebels: x_wing"), D,
                            "death_star_plans", "true");
    // The X-wing lives through five dice, and then hits; or it is lost first.
    const double lives = std::pow(5. / 6, 5), hit = 1 - std::pow(5. / 6, 3);
    const double once = lives * hit / (1 - lives * (1 - hit));
    const Answer solved = ask(two);
    CHECK(solved.units(A, "death_star") == worked(2 - once));
    check_odds(solved, 1, 0, 0);
    // Six X-wings and two cruisers cannot win either.
    const Scenario many = choosing(
        combat("space", "rebels: 6 x_wing, 2 mon_calamari_cruiser", "empire: 2 death_star"), A,
        "death_star_plans", "true");
    check_odds(ask(many), 0, 0, 1);
    // Card by card, with no card in any hand.
    two.readings = {};
    for (const Side side : kSides) {
      two = choosing(two, side, "specials", "never");
      two.side(side).fields["hand"] = Names{};
    }
    Options options;
    options.battles = 400'000;
    const auto report = odds(two, options);
    REQUIRE_MESSAGE(bool{report}, (report ? "" : report.error().message()));
    const TypeTail& left = report.value().sides[0].types[0];
    CHECK(left.p[0] == 0);
    CHECK(std::abs(left.p[1] - once) < 5 * std::sqrt(once * (1 - once) / 400'000));
  }

  TEST_CASE("theaters that do not touch each other: won both, one, none") {
    const Scenario both =
        combat("combat", "empire: tie_fighter, stormtrooper", "rebels: x_wing, rebel_trooper");
    Options options;
    options.method = Method::exact;
    const auto report = odds(both, options);
    REQUIRE(report);
    // A third for each outcome in each theater, independent.
    std::map<std::string, double> seen;
    for (const BreakdownReport& breakdown : report.value().breakdowns)
      for (const BreakdownRow& row : breakdown.rows) {
        std::string key = breakdown.name;
        for (const auto& [name, value] : row.fields)
          key += " " + name + " " +
                 (std::holds_alternative<int>(value) ? std::to_string(std::get<int>(value))
                                                     : std::get<std::string>(value));
        seen[key] = row.chance.p;
      }
    for (const char* theater : {"space", "ground"})
      for (const char* winner : {"attacker", "defender", "nobody"})
        CHECK(seen[std::string(theater) + " winner " + winner] == worked(1. / 3));
    CHECK(seen["theaters attacker 2 defender 0"] == worked(1. / 9));
    CHECK(seen["theaters attacker 1 defender 1"] == worked(2. / 9));
    CHECK(seen["theaters attacker 1 defender 0"] == worked(2. / 9));
    CHECK(seen["theaters attacker 0 defender 0"] == worked(1. / 9));
    CHECK(seen["theaters attacker 0 defender 1"] == worked(2. / 9));
    CHECK(seen["theaters attacker 0 defender 2"] == worked(1. / 9));
    // A side wins the combat that won a theater where the other won none.
    check_odds(ask(both), 3. / 9, 3. / 9, 3. / 9);
  }

  TEST_CASE("Baze's Loyalty destroys one unit of 2 health or two of 1, whichever has more dice") {
    // A TIE Fighter has one die, an Assault Carrier two, which is no less than two fighters have.
    for (const auto& [empire, left] :
         {std::pair{"empire: 3 tie_fighter", "empire: tie_fighter"},
          std::pair{"empire: assault_carrier, tie_fighter", "empire: tie_fighter"},
          std::pair{"empire: assault_carrier, 3 tie_fighter", "empire: 3 tie_fighter"},
          std::pair{"empire: star_destroyer, 4 tie_fighter",
                    "empire: star_destroyer, 2 tie_fighter"}}) {
      CAPTURE(empire);
      Scenario played = led(combat("space", empire, "rebels: 2 x_wing"), D, {"chirrut_imwe"});
      played.side(D).effects = {{"bazes_loyalty", {}, {}, {}}};
      const Answer loyal = ask(played), fewer = ask(combat("space", left, "rebels: 2 x_wing"));
      CHECK(loyal.win() == worked(fewer.win()));
      CHECK(loyal.draw() == worked(fewer.draw()));
    }
  }

  TEST_CASE("any trooper is a word for the plain one of each side") {
    for (const Listing& line : find_game("rebellion").value()->list_units()) {
      CAPTURE(line.id);
      const bool any =
          std::find(line.aliases.begin(), line.aliases.end(), "trooper") != line.aliases.end();
      CHECK(any == (line.id == "stormtrooper" || line.id == "rebel_trooper"));
    }
  }

  TEST_CASE("One in a Million sets dice in the attack that is named, and in no other") {
    // A die on a direct hit ends the enemy in the first round, who hits with 1/2 all the same. The
    // other theater is one unit each: a third for every outcome.
    struct Row {
      std::string theater;
      double x_wing, trooper, tie, stormtrooper;
    };
    for (const Row& row :
         {Row{"space", 1. / 2, 1. / 3, 0, 1. / 3}, Row{"ground", 1. / 3, 1. / 2, 1. / 3, 0}}) {
      CAPTURE(row.theater);
      Scenario scenario = led(
          combat("combat", "empire: tie_fighter, stormtrooper", "rebels: x_wing, rebel_trooper"), D,
          {"wedge_antilles"});
      scenario.side(D).effects = {{"one_in_a_million", {}, {}, row.theater}};
      const Answer answer = ask(scenario);
      CHECK(answer.units(D, "x_wing") == worked(row.x_wing));
      CHECK(answer.units(D, "rebel_trooper") == worked(row.trooper));
      CHECK(answer.units(A, "tie_fighter") == worked(row.tie));
      CHECK(answer.units(A, "stormtrooper") == worked(row.stormtrooper));
    }
  }

  TEST_CASE("a leader whose player rolls no die again changes nothing in cinematic combat") {
    const Scenario led_fight =
        led(combat("ground", "empire: stormtrooper", "rebels: rebel_trooper", kCinematic), A,
            {"darth_vader"});
    check_odds(ask(choosing(led_fight, A, "rerolls", "never")), 1. / 4, 3. / 8, 3. / 8);
    CHECK(ask(led_fight).win() > 1. / 4 + 0.01);
  }
}
