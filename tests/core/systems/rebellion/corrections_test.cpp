// Answers that were once wrong, each with the figure that the printed rule gives.

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/systems/rebellion/force.hpp"
#include "core/systems/rebellion/setup.hpp"
#include "tests/core/systems/rebellion/asking.hpp"
#include "tests/naive/agreement.hpp"
#include "tests/naive/rebellion_cards.hpp"
#include "tests/naive/rebellion_roller.hpp"
#include "tests/naive/rebellion_targets.hpp"

namespace {

using namespace broadside;
using namespace broadside::rebellion_asking;
namespace own = broadside::naive_rebellion;
using UnitNames = std::vector<std::string_view>;

class Luck {
 public:
  explicit Luck(std::uint64_t seed) : generator_(seed) {}
  int below(int n) { return static_cast<int>(generator_() % static_cast<std::uint64_t>(n)); }

 private:
  std::mt19937_64 generator_;
};

std::string fleet_text(std::string_view faction, const UnitNames& units) {
  std::string text(faction);
  for (const auto unit : units)
    text += (text.size() == faction.size() ? ": " : ", ") + std::string(unit);
  return text;
}

const UnitNames kEmpireShips{"tie_fighter",    "tie_fighter", "assault_carrier",
                             "star_destroyer", "tie_striker", "interdictor"};
const UnitNames kRebelShips{
    "x_wing", "y_wing",           "corellian_corvette", "mon_calamari_cruiser",
    "u_wing", "nebulon_b_frigate"};
const UnitNames kEmpireGround{"stormtrooper", "stormtrooper", "at_st", "at_at", "assault_tank"};
const UnitNames kRebelGround{"rebel_trooper", "rebel_trooper", "airspeeder", "rebel_vanguard",
                             "golan_arms_turret"};

struct Matchup {
  std::string battle;
  UnitNames empire, rebels;
  bool empire_attacks = true;

  Scenario scenario() const {
    const std::string first = fleet_text("empire", empire), second = fleet_text("rebels", rebels);
    return empire_attacks ? combat(battle, first, second) : combat(battle, second, first);
  }
  const UnitNames& attacker() const { return empire_attacks ? empire : rebels; }
  const UnitNames& defender() const { return empire_attacks ? rebels : empire; }
};

/// Two to four units a side, of nine health at most.
Matchup small_matchup(Luck& chance) {
  const auto pick = [&](const UnitNames& from) {
    UnitNames units;
    int health = 0;
    for (int n = 2 + chance.below(3); n > 0; --n) {
      const auto unit = from[static_cast<std::size_t>(chance.below(static_cast<int>(from.size())))];
      if (health + own::printed(unit).health > 9) continue;
      health += own::printed(unit).health;
      units.push_back(unit);
    }
    return units;
  };
  const bool space = chance.below(4) != 0;
  Matchup matchup{space ? "space" : "ground", pick(space ? kEmpireShips : kEmpireGround),
                  pick(space ? kRebelShips : kRebelGround)};
  matchup.empire_attacks = chance.below(2) == 0;
  return matchup;
}

double wins(const Matchup& matchup, const char* targets) {
  Scenario scenario = matchup.scenario();
  if (*targets) scenario = choosing(scenario, A, "targets", targets);
  return ask(scenario).win();
}

Report sampled(const Scenario& scenario, std::uint64_t battles = 400'000) {
  Options options;
  options.battles = battles;
  options.seed = 11;
  auto report = odds(scenario, options);
  REQUIRE_MESSAGE(bool{report}, (report ? "" : report.error().message()));
  return std::move(report).value();
}

void check_near(const Report& report, Outcome outcome, double p) {
  naive::Squares squares;
  CAPTURE(p);
  CAPTURE(report.chance(outcome).p);
  CHECK(naive::fits(report.chance(outcome).p, static_cast<double>(report.battles), p, squares));
}

Scenario with_hands(std::string_view battle, std::string_view attacker, std::string_view defender,
                    std::vector<std::string> first, std::vector<std::string> second) {
  Scenario scenario = combat(battle, attacker, defender, false, true);
  scenario.side(A).fields["hand"] = std::move(first);
  scenario.side(D).fields["hand"] = std::move(second);
  return scenario;
}

/// The same combat with cards in the box that nobody holds or draws: played, not solved.
Scenario played(Scenario scenario) {
  scenario.readings.erase("cards");
  for (const Side side : kSides) {
    scenario.side(side).fields["hand"] = Names{};
    scenario = choosing(scenario, side, "specials", "never");
  }
  return scenario;
}

/// The chance that this side, or nobody, wins the theater.
double won(const Report& report, std::string_view theater, std::string_view winner) {
  for (const BreakdownReport& breakdown : report.breakdowns)
    if (breakdown.name == theater)
      for (const BreakdownRow& row : breakdown.rows)
        if (std::get<std::string>(row.fields.at(0).second) == winner) return row.chance.p;
  return 0;
}

/// Why a combat cannot be fought, if so.
std::optional<InputError> refusal(const Scenario& scenario) {
  const auto battle = find_game("rebellion").value()->prepare(scenario);
  return battle ? std::nullopt : std::optional{battle.error()};
}

std::string units_text(std::string_view text) {
  std::string units;
  for (const UnitCount& unit : side_of(text).units)
    units += (units.empty() ? "" : ", ") + std::to_string(unit.count) + " " + unit.type;
  return units;
}

int number_of(const Report& report, std::string_view part) {
  return static_cast<int>(
      std::count_if(report.assumptions.begin(), report.assumptions.end(),
                    [&](const std::string& line) { return line.find(part) != line.npos; }));
}

}  // namespace

TEST_SUITE("rebellion corrections") {
  TEST_CASE("S1: every die that can be assigned is assigned, by every order of targets") {
    using namespace rebellion;
    Luck chance(4);
    const auto damage_on = [](const Front& front, const Troop& troop) {
      int sum = 0;
      for (std::size_t cell = 0; cell < front.cells; ++cell)
        sum += troop.count[cell] * front.damage[cell];
      return sum;
    };
    int rolls = 0;
    for (int round = 0; round < 500; ++round) {
      const Matchup matchup = small_matchup(chance);
      auto setup = set_up(matchup.scenario());
      REQUIRE(bool{setup});
      const Theater theater = matchup.battle == "space" ? Theater::space : Theater::ground;
      for (int roll = 0; roll < 20; ++roll, ++rolls) {
        Hits hits{chance.below(6), chance.below(6), chance.below(6), chance.below(2) * 2};
        const int earlier = chance.below(4);
        for (const Targets how : {Targets::big_guns_first, Targets::weakest_first,
                                  Targets::most_dangerous_first, Targets::look_ahead}) {
          Army army = setup.value().army(D);
          build_front(army, theater, how, Overkill::strongest);
          Force force = starting_force(army);
          const Front& front = army.front[at(theater)];
          Troop& troop = force.in(theater);
          take(front, troop, front.damageable, earlier);
          clear_doomed(front, troop);
          const bool red = troop.any(front.color[0]), black = troop.any(front.color[1]);
          const int before = damage_on(front, troop);
          Excess excess;
          assign(army, force, theater, how, hits, excess);
          const int assigned = (red ? hits.red : 0) +
                               (black ? hits.black
                                : red ? std::min(hits.black, hits.convertible)
                                      : 0) +
                               (red || black ? hits.direct : 0);
          CHECK(damage_on(front, troop) - before + excess.on[0] + excess.on[1] == assigned);
        }
      }
    }
    CHECK(rolls == 10'000);
  }

  TEST_CASE("S1: no direct hit of a look ahead is thrown away") {
    const Answer one = ask(
        choosing(combat("space", "empire: star_destroyer", "rebels: y_wing, corellian_corvette"), A,
                 "targets", "look_ahead"));
    CHECK(one.win() == doctest::Approx(0.816980681268).epsilon(1e-12));
    CHECK(one.draw() == doctest::Approx(0.096999740657).epsilon(1e-11));
    CHECK(one.lose() == doctest::Approx(0.086019578075).epsilon(1e-11));
    const Answer two =
        ask(choosing(choosing(combat("space", "empire: star_destroyer, 2 tie_fighter",
                                     "rebels: mon_calamari_cruiser, 2 x_wing"),
                              A, "targets", "look_ahead"),
                     D, "targets", "weakest_first"));
    CHECK(two.win() == doctest::Approx(0.4116).epsilon(2e-4));
    CHECK(two.draw() == doctest::Approx(0.1876).epsilon(3e-4));
    CHECK(two.lose() == doctest::Approx(0.4008).epsilon(2e-4));
  }

  TEST_CASE("S1: looking ahead is as good as the weakest first, or better, in small combats") {
    // Not a theorem: where fighters have no dice that hit the enemy's fighters the direct hits are
    // better spent on those. Of 1,000 random combats seven are worse for it, by 0.3 points at most.
    const std::vector<UnitNames> empire{{"tie_fighter", "tie_fighter"},
                                        {"tie_fighter", "tie_fighter", "tie_fighter"},
                                        {"assault_carrier"},
                                        {"assault_carrier", "tie_fighter"},
                                        {"assault_carrier", "assault_carrier"},
                                        {"star_destroyer"},
                                        {"star_destroyer", "tie_fighter"},
                                        {"star_destroyer", "tie_fighter", "tie_fighter"},
                                        {"star_destroyer", "assault_carrier"},
                                        {"star_destroyer", "assault_carrier", "tie_fighter"}};
    const std::vector<UnitNames> rebels{{"x_wing", "y_wing"},
                                        {"x_wing", "x_wing", "y_wing"},
                                        {"corellian_corvette"},
                                        {"corellian_corvette", "y_wing"},
                                        {"corellian_corvette", "x_wing", "y_wing"},
                                        {"mon_calamari_cruiser", "x_wing"},
                                        {"mon_calamari_cruiser", "y_wing", "y_wing"},
                                        {"mon_calamari_cruiser", "corellian_corvette"},
                                        {"mon_calamari_cruiser", "corellian_corvette", "x_wing"},
                                        {"corellian_corvette", "nebulon_b_frigate", "u_wing"}};
    double gained = 0;
    for (const UnitNames& first : empire)
      for (const UnitNames& second : rebels) {
        const Matchup matchup{"space", first, second};
        CAPTURE(fleet_text("empire", first));
        CAPTURE(fleet_text("rebels", second));
        const double looks = wins(matchup, "look_ahead"), weakest = wins(matchup, "weakest_first");
        CHECK(looks >= weakest - 1e-12);
        gained += looks - weakest;
      }
    CHECK(gained > 0);
  }

  TEST_CASE("S2: a block of two blocks two, also where one saves the unit") {
    const Scenario scenario = [] {
      Scenario made = with_hands("space", "empire: star_destroyer", "rebels: mon_calamari_cruiser",
                                 {}, {"space_outmaneuver", "space_no_escape"});
      for (const Side side : kSides) made = choosing(made, side, "specials", "never");
      return made;
    }();
    // The same cards in a duel written out face by face.
    own::Duellist first{.red = 2, .black = 1, .red_health = true, .health = 4}, second = first;
    second.hand[own::dig_in] = second.hand[own::no_escape] = 1;
    const own::Chances chances = own::CardDuel(first, second).solve();
    CHECK(chances.second == doctest::Approx(0.699).epsilon(1e-3));
    check_near(sampled(scenario), Outcome::defender_win, chances.second);
    check_near(sampled(scenario), Outcome::draw, chances.nobody);
  }

  TEST_CASE("S2: what a block does not need to save a unit comes off another that was just hit") {
    using namespace rebellion;
    auto setup =
        set_up(combat("ground", "empire: at_at, at_st, stormtrooper", "rebels: rebel_trooper"));
    REQUIRE(bool{setup});
    const Army& army = setup.value().army(A);
    const Front& front = army.front[at(Theater::ground)];
    const auto cell = [&](UnitId unit, std::size_t damage) {
      return front.after[lowest(front.of(unit) & front.damageable & ~front.damaged)][damage];
    };
    // The AT-AT had 1 damage, and none since; the AT-ST has got 1: that one comes off.
    Troop before = starting_force(army).in(Theater::ground);
    move_one(before, cell(UnitId::at_at, 0), cell(UnitId::at_at, 1));
    Troop troop = before;
    move_one(troop, cell(UnitId::at_st, 0), cell(UnitId::at_st, 1));
    take_back(army, Theater::ground, before, troop, 2);
    CHECK(troop.count == before.count);
    // One more on the AT-AT as well: it is worth more, and what it had before stays.
    move_one(troop, cell(UnitId::at_st, 0), cell(UnitId::at_st, 1));
    move_one(troop, cell(UnitId::at_at, 1), cell(UnitId::at_at, 2));
    take_back(army, Theater::ground, before, troop, 1);
    CHECK(troop.count[cell(UnitId::at_at, 1)] == 1);
    CHECK(troop.count[cell(UnitId::at_st, 1)] == 1);
  }

  TEST_CASE("S3: a special is kept for a card that an earlier one has drawn") {
    // All cards but the two Take It Down are in the hand of a defender who plays none, so a special
    // draws one of them, and the next one pays for it: a corvette is lost at once.
    std::vector<std::string> others;
    for (const auto& [card, copies] :
         {std::pair{"critical_hit", 2}, std::pair{"concentrate_fire", 2},
          std::pair{"defensive_formation", 3}, std::pair{"outmaneuver", 2},
          std::pair{"onslaught", 1}, std::pair{"unstoppable_assault", 1},
          std::pair{"brilliant_strategy", 1}, std::pair{"no_escape", 1}})
      for (int i = 0; i < copies; ++i) others.push_back("space_" + std::string(card));
    Scenario scenario =
        with_hands("space", "empire: star_destroyer", "rebels: corellian_corvette", {}, others);
    for (const char* decision : {"specials", "cards", "blocks"})
      scenario = choosing(scenario, D, decision, "never");
    // Of one die: 1/6 special; red 3/6, black 1/6 damage on the corvette.
    struct Faces {
      int damage, specials;
      double p;
    };
    std::vector<Faces> law{{0, 0, 1}};
    for (const double damage : {3. / 6, 3. / 6, 1. / 6}) {
      std::vector<Faces> next;
      for (const Faces& faces : law) {
        next.push_back({faces.damage + 1, faces.specials, faces.p * damage});
        next.push_back({faces.damage, faces.specials + 1, faces.p / 6});
        next.push_back({faces.damage, faces.specials, faces.p * (5. / 6 - damage)});
      }
      law = next;
    }
    // By the damage on the corvette, the cards in hand and the damage on the Star Destroyer.
    const auto corvette = [](int hits) {
      return hits == 0 ? 5. / 12 : hits == 1 ? 6. / 12 : 1. / 12;
    };
    double table[2][3][5] = {};
    for (int damage = 1; damage >= 0; --damage)
      for (int hand = 2; hand >= 0; --hand)
        for (int own_damage = 3; own_damage >= 0; --own_damage) {
          double won = 0, same = 0;
          for (const Faces& faces : law) {
            int held = hand, specials = faces.specials;
            while (specials > held && held < 2) ++held, --specials;  // the others pay for cards
            const bool paid = specials > 0 && held > 0;
            const int total = damage + faces.damage;
            for (int lost = 0; lost <= 2; ++lost) {
              const double p = faces.p * corvette(lost);
              const int after = own_damage + lost;
              if (paid || total >= 2)
                won += after < 4 ? p : 0;
              else if (after < 4 && total == damage && held == hand && lost == 0)
                same += p;
              else if (after < 4)
                won += p * table[total][held][after];
            }
          }
          table[damage][hand][own_damage] = won / (1 - same);
        }
    check_near(sampled(scenario, 2'000'000), Outcome::attacker_win, table[0][0][0]);
  }

  TEST_CASE("S4: Concentrate Fire rerolls specials that pay for nothing and hits beyond health") {
    // Beside the duels of cards_test, which know the same rule: a Star Destroyer that draws no
    // cards, against an X-wing (hits beyond its one health) and a corvette.
    for (const auto& [rebels, second] :
         {std::pair{"rebels: x_wing", own::Duellist{.black = 1}},
          std::pair{"rebels: corellian_corvette",
                    own::Duellist{.red = 1, .black = 1, .red_health = true, .health = 2}}})
      for (const bool holds_more : {false, true}) {
        CAPTURE(rebels);
        CAPTURE(holds_more);
        std::vector<std::string> hand{"space_concentrate_fire"};
        own::Duellist first{.red = 2, .black = 1, .red_health = true, .health = 4};
        first.hand[own::concentrate_fire] = 1;
        if (holds_more) {
          hand.push_back("space_take_it_down");
          first.hand[own::take_it_down] = 1;
        }
        Scenario scenario = with_hands("space", "empire: star_destroyer", rebels, hand, {});
        for (const Side side : kSides) scenario = choosing(scenario, side, "specials", "never");
        const own::Chances chances = own::CardDuel(first, second).solve();
        const Report report = sampled(scenario, 2'000'000);
        check_near(report, Outcome::attacker_win, chances.first);
        check_near(report, Outcome::draw, chances.nobody);
      }
  }

  TEST_CASE("S6: the best card is never worse than bottom halves only, or no card at all") {
    const auto chance = [](const std::string& attacker, const std::string& defender,
                           const char* mine, const char* his) {
      Scenario scenario = combat("combat", attacker, defender, true, true);
      scenario = choosing(choosing(scenario, A, "card_choice", mine), D, "card_choice", his);
      return sampled(scenario, 60'000).chance(Outcome::attacker_win).p;
    };
    // It was 46.0 %, and 55.5 % with bottom halves.
    CHECK(chance("empire: at_at, at_st, 3 stormtrooper", "rebels: 2 airspeeder, 4 rebel_trooper",
                 "best", "bottom") > 0.65);
    const std::vector<std::pair<std::string, std::string>> bench{
        {"empire: at_at, at_st, 3 stormtrooper", "rebels: 2 airspeeder, 4 rebel_trooper"},
        {"empire: 4 stormtrooper", "rebels: 4 rebel_trooper"},
        {"empire: 2 at_st, 2 stormtrooper", "rebels: airspeeder, 3 rebel_trooper"},
        {"empire: at_at, 2 stormtrooper", "rebels: 2 airspeeder, 2 rebel_vanguard"},
        {"empire: 2 assault_tank, 2 stormtrooper", "rebels: golan_arms_turret, 2 rebel_trooper"},
        {"empire: star_destroyer, 2 tie_fighter", "rebels: mon_calamari_cruiser, 2 x_wing"},
        {"empire: 2 assault_carrier, 4 tie_fighter",
         "rebels: corellian_corvette, 2 x_wing, y_wing"},
        {"empire: star_destroyer, assault_carrier", "rebels: 2 corellian_corvette, 2 y_wing"},
        {"empire: interdictor, star_destroyer", "rebels: mon_calamari_cruiser, corellian_corvette"},
        {"empire: super_star_destroyer", "rebels: 2 mon_calamari_cruiser, 2 y_wing"},
        {"empire: star_destroyer, tie_striker, at_st, 2 stormtrooper",
         "rebels: nebulon_b_frigate, corellian_corvette, airspeeder, 2 rebel_trooper"},
        {"empire: assault_carrier, 3 tie_fighter, at_at, stormtrooper",
         "rebels: u_wing, 2 x_wing, corellian_corvette, rebel_vanguard, 2 rebel_trooper"},
    };
    // Two samples of this size lie within 0.006 of each other.
    constexpr double kSpread = 0.008;
    for (const auto& [empire, rebels] : bench)
      for (const bool empire_first : {true, false})
        for (const char* his : {"best", "bottom"}) {
          const std::string &first = empire_first ? empire : rebels,
                            &second = empire_first ? rebels : empire;
          CAPTURE(first);
          CAPTURE(second);
          CAPTURE(his);
          const double best = chance(first, second, "best", his);
          CHECK(best > chance(first, second, "bottom", his) - kSpread);
          CHECK(best > chance(first, second, "none", his) - kSpread);
        }
  }

  TEST_CASE("S7: the usual targets are close to the best ones") {
    const own::TargetOrder weakest = [](const own::Victim& a, const own::Victim& b) {
      const auto key = [](const own::Victim& v) {
        return std::array{v.left, -(v.dice[0] + v.dice[1] + v.dice[2]), v.printed};
      };
      return key(a) < key(b);
    };
    Luck chance(7);
    double lost = 0, lost_by_weakest = 0;
    int matchups = 0;
    while (matchups < 40) {
      const Matchup matchup = small_matchup(chance);
      CAPTURE(fleet_text("empire", matchup.empire));
      CAPTURE(fleet_text("rebels", matchup.rebels));
      CAPTURE(matchup.empire_attacks);
      Scenario scenario = choosing(matchup.scenario(), D, "targets", "weakest_first");
      // The solver itself: by the same order it gives what the tables give.
      const double plain = ask(choosing(scenario, A, "targets", "weakest_first")).win();
      CHECK(own::solve_targets(matchup.attacker(), matchup.defender(), weakest, weakest).attacker ==
            doctest::Approx(plain).epsilon(1e-9));
      const double best =
          own::solve_targets(matchup.attacker(), matchup.defender(), nullptr, weakest).attacker;
      if (best < 0.02 || best > 0.98) continue;  // decided before it begins
      const double usual = ask(scenario).win();
      CHECK(usual <= best + 1e-9);
      lost += best - usual;
      lost_by_weakest += best - plain;
      ++matchups;
    }
    MESSAGE("points lost against the best targets: ", 100 * lost / matchups,
            ", weakest first: ", 100 * lost_by_weakest / matchups);
    CHECK(lost / matchups < 0.015);
    CHECK(lost < lost_by_weakest);
  }

  TEST_CASE("S5: a name that holds another is one unit, and two names need a comma") {
    CHECK(units_text("ds under construction, isd") ==
          "1 death_star_under_construction, 1 star_destroyer");
    CHECK(units_text("2 isd 4 tie") == "2 star_destroyer, 4 tie_fighter");
    CHECK(units_text("isd and tie striker") == "1 star_destroyer, 1 tie_striker");
    for (const char* text : {"isd tie", "2 isd tie", "death star interdictor"}) {
      CAPTURE(text);
      const auto side = find_game("rebellion").value()->parse_side(text);
      REQUIRE(!side);
      CHECK(side.error().problem.find("two units without a comma") != std::string::npos);
      CHECK(side.error().hint.find("comma") != std::string::npos);
    }
  }

  TEST_CASE("S9: printed names of units") {
    CHECK(units_text("imperial star destroyer, 2 imperial stormtroopers") ==
          "1 star_destroyer, 2 stormtrooper");
    CHECK(units_text("2 rebel soldiers, mon cal cruiser") ==
          "2 rebel_trooper, 1 mon_calamari_cruiser");
    CHECK(units_text("at-at walker, golan turret") == "1 at_at, 1 golan_arms_turret");
  }

  TEST_CASE("S9: the faction follows from leaders and cards") {
    CHECK(units_text("3 trooper, leader vader") == "3 stormtrooper");
    CHECK(units_text("3 trooper, leader leia") == "3 rebel_trooper");
    // Leaders in a field of their own, and cards.
    const Answer named = solved("ground", "empire: 3 trooper", "rebels: 2 trooper");
    Scenario led_side = combat("ground", "3 trooper", "2 trooper");
    led_side.side(D).fields["leaders"] = Names{"princess_leia"};
    CHECK(ask(led_side).win() == named.win());
    CHECK(units_text("3 trooper, +point blank assault") == "3 rebel_trooper");
    Scenario with_pool = combat("ground", "3 trooper", "2 trooper");
    with_pool.side(A).fields["pool"] = Names{"darth_vader"};
    CHECK(ask(with_pool).win() == named.win());
    CHECK(number_of(sampled(with_pool, 1000), "faction taken from the leaders: Empire") == 1);
    CHECK(refusal(combat("ground", "3 trooper", "2 trooper")));
  }

  TEST_CASE("S9: a name that both decks have is clear where one theater is fought") {
    const auto hand = [](std::string_view battle, std::string_view attacker,
                         std::string_view defender) {
      return with_hands(battle, attacker, defender, {"critical hit"}, {});
    };
    CHECK(!refusal(hand("space", "empire: star_destroyer", "rebels: x_wing")));
    CHECK(!refusal(hand("combat", "empire: stormtrooper", "rebels: rebel_trooper")));
    CHECK(refusal(
        hand("combat", "empire: star_destroyer, stormtrooper", "rebels: x_wing, rebel_trooper")));
  }

  TEST_CASE("S9: units that begin damaged") {
    // A Star Destroyer with one health left against an X-wing: its two red dice hit by direct hits
    // only, its black one by hits too; the X-wing hits by a direct hit.
    const double kills = 1 - 5. / 6 * 5 / 6 / 2, killed = 1. / 6;
    const double goes_on = (1 - kills) * (1 - killed);
    const Scenario scenario = combat("space", "empire: isd!3", "rebels: x_wing");
    CHECK(scenario.side(A).damaged == std::vector<UnitCount>{{"star_destroyer!3", 1}});
    const Answer answer = ask(scenario);
    CHECK(answer.win() == worked(kills * (1 - killed) / (1 - goes_on)));
    CHECK(answer.draw() == worked(kills * killed / (1 - goes_on)));
    check_near(sampled(played(scenario)), Outcome::attacker_win, answer.win());
    // One damage more or less; one of two; as a text and back; told.
    const auto& game = *find_game("rebellion").value();
    const auto story = game.replay(scenario, 1);
    REQUIRE(story);
    CHECK(story.value().front() == "attacker: 1 Star Destroyer (1 with 3 damage)");
    for (const char* text : {"empire: 2 isd!2, isd!, isd, tie", "empire: 3 at-at (2 damaged)"}) {
      const SideSpec side = side_of(text);
      const auto again = game.parse_side(game.write_side(side));
      REQUIRE(again);
      CHECK(again.value().damaged == side.damaged);
      CHECK(again.value().units == side.units);
    }
    CHECK(side_of("empire: 2 isd (2 damage), isd").damaged ==
          std::vector<UnitCount>{{"star_destroyer!2", 2}});
    CHECK(!find_game("rebellion").value()->parse_side("isd (0 damage)"));
    CHECK(!find_game("ti4").value()->parse_side("dn (2 damage)"));
    CHECK(!find_game("ti4").value()->parse_side("dn!2"));
    CHECK(solved("space", "empire: 2 isd", "rebels: 2 mon cal").win() >
          solved("space", "empire: isd!, isd", "rebels: 2 mon cal").win());
    CHECK(solved("space", "empire: isd!, isd", "rebels: 2 mon cal").win() >
          solved("space", "empire: isd!2, isd", "rebels: 2 mon cal").win());
    for (const auto& [wrong, hint] :
         {std::pair{"empire: isd!4", "its health is 4: from 1 to 3 damage"},
          std::pair{"empire: tie!, isd", "one damage destroys it"},
          std::pair{"empire: death star!, isd", "it cannot be damaged"}}) {
      CAPTURE(wrong);
      const auto refused = refusal(combat("space", wrong, "rebels: x_wing"));
      REQUIRE(refused);
      CHECK(refused->where == "attacker.damaged");
      CHECK(refused->hint == hint);
    }
  }

  TEST_CASE("S9: more figures than the box has are a note") {
    const Report report = sampled(combat("space", "empire: 9 isd", "rebels: 4 mon cal"), 1000);
    CHECK(number_of(report, "9 Star Destroyer is more than the 8 in the box") == 1);
    // It may surprise, and so may a retreat that nobody can lead: the short answer tells both.
    REQUIRE(report.notes.size() == 2);  // of either side one
    CHECK(report.notes[0] == "attacker: 9 Star Destroyer is more than the 8 in the box");
    Scenario leaderless = combat("space", "empire: isd", "rebels: mon cal");
    leaderless.side(Side::attacker).policy["retreat"] = RetreatTiming{.round = 1};
    const Report stays = sampled(leaderless, 1000);
    REQUIRE(stays.notes.size() == 1);
    CHECK(stays.notes[0].find("no leader, no retreat") != std::string::npos);
  }

  TEST_CASE("S9: the best leader of the pool is added, and what the others give is told") {
    Scenario scenario = combat("ground", "empire: 2 stormtrooper, at_st",
                               "rebels: airspeeder, 3 rebel_trooper", false, true);
    scenario.side(A).fields["pool"] = Names{"admiral_piett", "darth_vader"};
    const Report best = sampled(scenario, 200'000);
    CHECK(number_of(best, "attacker added_leader: Darth Vader was taken") == 1);
    CHECK(number_of(best, "Admiral Piett: ") == 1);
    CHECK(number_of(best, "nobody: ") == 1);
    // The same as if he had come at once, and better than the other one.
    Scenario vader = scenario;
    vader.side(A).fields.erase("pool");
    const auto leads = [&](const char* leader) {
      return sampled(led(vader, A, {leader}), 200'000).chance(Outcome::attacker_win).p;
    };
    CHECK(best.chance(Outcome::attacker_win).p == leads("darth_vader"));
    CHECK(leads("darth_vader") > leads("admiral_piett"));
    CHECK(sampled(choosing(scenario, A, "added_leader", "piett"), 200'000)
              .chance(Outcome::attacker_win)
              .p == leads("admiral_piett"));
    // Somebody with tactic values is there: nobody is added (RULES 2.1).
    CHECK(number_of(sampled(led(scenario, A, {"general_veers"}), 1000), "nobody is added") == 1);
    scenario.side(A).fields["pool"] = Names{"boba_fett"};
    CHECK(refusal(scenario));
    scenario.side(A).fields["pool"] = Names{"luke_skywalker"};
    CHECK(refusal(scenario));
  }

  TEST_CASE("S8: every choice is told, once where both sides make the same") {
    const Scenario scenario =
        combat("space", "empire: star_destroyer", "rebels: mon_calamari_cruiser", false, true);
    const Report same = sampled(scenario, 1000);
    for (const char* choice :
         {"targets big_guns_first", "order of combat actions", "Take It Down before Onslaught",
          "Unstoppable Assault is played", "Brilliant Strategy is played", "for Outmaneuver",
          "worth of a unit", "no_escape ", "defender: death_star_plans false"}) {
      CAPTURE(choice);
      CHECK(number_of(same, choice) == 1);
      CHECK(number_of(same, std::string("both sides: ") + choice) <= 1);
    }
    CHECK(number_of(same, "both sides: targets") == 1);
    const Report other = sampled(choosing(scenario, D, "targets", "weakest_first"), 1000);
    CHECK(number_of(other, "attacker: targets big_guns_first") == 1);
    CHECK(number_of(other, "defender: targets weakest_first") == 1);
    CHECK(number_of(other, "both sides: blocks") == 1);
    Scenario plans = combat("space", "empire: death_star", "rebels: x_wing", false, true);
    plans.side(D).policy["death_star_plans"] = true;
    CHECK(number_of(sampled(plans, 1000), "defender: death_star_plans true") == 1);
    // A plan to leave needs somebody who leads.
    const std::string leaves = "retreats with all ships";
    CHECK(number_of(same, leaves) == 0);
    CHECK(number_of(sampled(leaving(scenario, D, 1), 1000), leaves) == 1);
    Scenario alone = leaving(scenario, D, 1);
    alone.side(D).fields["leaders"] = Names{};
    CHECK(number_of(sampled(alone, 1000), leaves) == 0);
  }

  TEST_CASE("R3: a theater that was won stays won when the winner retreats") {
    // The attacker leaves after round 1 if anything is still fought. The X-wing is lost with
    // 47/72, and never the Star Destroyer; each trooper with 1/2. Whoever has units where the enemy
    // has none has won there, though he leaves then.
    const double lost = 1 - 5. / 6 * 5 / 6 / 2;
    const Scenario scenario = leaving(
        combat("combat", "empire: star_destroyer, stormtrooper", "rebels: x_wing, rebel_trooper"),
        A, 1);
    Options options;
    options.method = Method::exact;
    const auto report = odds(scenario, options);
    REQUIRE(report);
    CHECK(won(report.value(), "space", "attacker") == worked(lost));
    CHECK(won(report.value(), "space", "defender") == worked(1 - lost));
    CHECK(won(report.value(), "space", "nobody") == 0);
    CHECK(won(report.value(), "ground", "attacker") == worked(1. / 4));
    CHECK(won(report.value(), "ground", "defender") == worked(1. / 2));
    CHECK(won(report.value(), "ground", "nobody") == worked(1. / 4));
    // He leaves unless the X-wing is lost and a trooper at least.
    CHECK(report.value().chance(Outcome::attacker_retreats).p == worked(1 - lost * 3 / 4));
    const Report cards = sampled(played(scenario));
    const auto near = [&](double share, double p) {
      naive::Squares squares;
      CHECK(naive::fits(share, static_cast<double>(cards.battles), p, squares));
    };
    near(won(cards, "space", "attacker"), lost);
    near(won(cards, "ground", "attacker"), 1. / 4);
    near(won(cards, "ground", "nobody"), 1. / 4);
  }

  TEST_CASE(
      "cinematic: specials that heal nothing are rolled again, and equals are saved cheaply") {
    // Figures of a recursion over the printed rules. One damage: a second red special is of no use.
    Scenario hurt = combat("space", "star_destroyer!1", "corellian_corvette", true);
    hurt.fields["rounds"] = 1;
    CHECK(ask(led(hurt, A, {"palpatine"})).win() == worked(0.509709362));
    CHECK(ask(led(led(combat("space", "star_destroyer", "mon_calamari_cruiser", true), A,
                      {"palpatine"}),
                  D, {"ackbar"}))
              .win() == worked(0.237330795));
    // Three X-wings with 1, 1 and 2 damage: two specials save two of them.
    Scenario swarm = combat("space", "4 tie_fighter", "3 x_wing", true);
    swarm.fields["rounds"] = 1;
    CHECK(ask(swarm).force(D, "2 x_wing") == worked(0.2968750));
  }

  TEST_CASE("where there are no tables fewer battles are played, unless a number is given") {
    const Scenario plain = combat("ground", "empire: stormtrooper", "rebels: rebel_trooper");
    const auto battles = [](const Scenario& scenario) {
      const auto report = odds(scenario, Options{});
      REQUIRE(report);
      return report.value().battles;
    };
    CHECK(battles(plain) == 4'194'304);
    CHECK(battles(played(plain)) == 1'048'576);
  }
}
