// Tactic cards of the base game: one unit each with known hands against chances that were worked
// out face by face (tests/naive/rebellion_cards), some of them by hand; and hands that are drawn
// from the deck that both sides share.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/systems/rebellion/asking.hpp"
#include "tests/naive/agreement.hpp"
#include "tests/naive/rebellion_cards.hpp"

namespace {

using namespace broadside;
using namespace broadside::rebellion_asking;
namespace naive_cards = broadside::naive_rebellion;
using naive_cards::Card;
using naive_cards::Chances;
using naive_cards::Duellist;

constexpr std::uint64_t kBattles = 400'000;
constexpr bool kCards = true;

using Ids = std::vector<std::string>;

/// Hands given, and special dice never draw.
Scenario with_hands(Scenario scenario, Ids attacker, Ids defender) {
  scenario.side(A).fields["hand"] = std::move(attacker);
  scenario.side(D).fields["hand"] = std::move(defender);
  for (const Side side : kSides) scenario = choosing(scenario, side, "specials", "never");
  return scenario;
}

Report sampled(const Scenario& scenario, std::uint64_t seed = 7) {
  Options options;
  options.battles = kBattles;
  options.seed = seed;
  auto report = odds(scenario, options);
  REQUIRE_MESSAGE(bool{report}, (report ? "" : report.error().message()));
  CHECK(!report.value().exact);
  return std::move(report).value();
}

void check_fits(const Report& report, const Chances& chances) {
  naive::Squares squares;
  const auto fits = [&](Outcome outcome, double p) {
    CAPTURE(name(outcome));
    CAPTURE(p);
    CAPTURE(report.chance(outcome).p);
    CHECK(naive::fits(report.chance(outcome).p, static_cast<double>(report.battles), p, squares));
  };
  fits(Outcome::attacker_win, chances.first);
  fits(Outcome::draw, chances.nobody);
  fits(Outcome::defender_win, chances.second);
}

naive_cards::Hand hand_of(const Ids& ids) {
  static const std::map<std::string, Card> kNames{
      {"critical_hit", naive_cards::critical_hit},
      {"take_it_down", naive_cards::take_it_down},
      {"onslaught", naive_cards::onslaught},
      {"bombardment", naive_cards::bombardment},
      {"concentrate_fire", naive_cards::concentrate_fire},
      {"defensive_formation", naive_cards::defensive_formation},
      {"dig_in", naive_cards::dig_in},
      {"outmaneuver", naive_cards::dig_in},
      {"unstoppable_assault", naive_cards::unstoppable_assault},
  };
  naive_cards::Hand hand{};
  for (const std::string& id : ids) ++hand[kNames.at(id.substr(id.find('_') + 1))];
  return hand;
}

constexpr Duellist kTrooper{.black = 1};
constexpr Duellist kWalker{.red = 1, .black = 1, .red_health = true, .health = 2};  // or speeder
constexpr Duellist kBombarder{.red = 1, .black = 1, .red_health = true, .health = 2, .bombards = 2};
constexpr Duellist kFighter{.black = 1};
constexpr Duellist kYWing{.red = 1};

struct Case {
  std::string battle, empire, rebels;
  Duellist first, second;
  Ids attacker, defender;
};

void check_case(const Case& each) {
  CAPTURE(each.empire);
  CAPTURE(each.rebels);
  std::string hands;
  for (const Ids* ids : {&each.attacker, &each.defender}) {
    for (const std::string& id : *ids) hands += id + " ";
    hands += ids == &each.attacker ? "against " : "";
  }
  CAPTURE(hands);
  Duellist first = each.first, second = each.second;
  first.hand = hand_of(each.attacker);
  second.hand = hand_of(each.defender);
  const Chances chances = naive_cards::CardDuel(first, second).solve();
  check_fits(sampled(with_hands(combat(each.battle, "empire: " + each.empire,
                                       "rebels: " + each.rebels, false, kCards),
                                each.attacker, each.defender)),
             chances);
}

std::vector<std::string> told_combat(const Scenario& scenario, std::uint64_t seed) {
  const auto story = find_game("rebellion").value()->replay(scenario, seed);
  REQUIRE(story);
  return *story;
}

const std::string* first_with(const std::vector<std::string>& story, const std::string& words) {
  for (const std::string& line : story)
    if (line.find(words) != std::string::npos) return &line;
  return nullptr;
}

/// How many dice of a told roll show that face: "2 black hit, 1 red direct hit".
int showing(const std::string& line, const std::string& face) {
  int dice = 0;
  for (std::size_t at = line.find(face); at != std::string::npos; at = line.find(face, at + 1)) {
    const std::size_t digit = line.find_last_of("0123456789", at);
    dice += line[digit] - '0';
  }
  return dice;
}

/// Cinematic: the attacker holds these cards, the defender resolves none.
Scenario ground_cards(const std::string& attacker, const std::string& defender, Ids hand) {
  Scenario scenario = combat("ground", attacker, defender, true, kCards);
  scenario.side(A).fields["hand"] = std::move(hand);
  return choosing(scenario, D, "card_choice", "none");
}

/// How one round of a cinematic battle leaves a side that holds these cards, its enemy resolving
/// none: the chance of that force.
double left_after(const std::string& battle, const std::string& attacker,
                  const std::string& defender, Side side, Ids hand, const std::string& force) {
  Scenario scenario = combat(battle, attacker, defender, true, kCards);
  scenario.fields["rounds"] = 1;
  scenario.side(side).fields["hand"] = std::move(hand);
  const Report report = sampled(choosing(scenario, other(side), "card_choice", "none"));
  double p = 0;
  for (const SurvivorRow& row : report.sides[side].survivors)
    if (asking::force_text(row) == force) p += row.p;
  return p;
}
bool fits_exactly(double found, double p) {
  naive::Squares squares;
  return naive::fits(found, kBattles, p, squares);
}

/// "Overrun, bottom: 1 damage.": what the attacker plays first.
std::string first_card(const Scenario& scenario) {
  const auto story = told_combat(scenario, 1);
  const std::string words = "attacker plays ";
  const std::string* line = first_with(story, words);
  return line ? line->substr(line->find(words) + words.size()) : "";
}

double choose(int n, int k) {
  if (k < 0 || k > n) return 0;
  double ways = 1;
  for (int i = 1; i <= k; ++i) ways = ways * (n - k + i) / i;
  return ways;
}

void check_solved(const Chances& chances, double first, double nobody, double second) {
  CHECK(chances.first == worked(first));
  CHECK(chances.nobody == worked(nobody));
  CHECK(chances.second == worked(second));
}

}  // namespace

TEST_SUITE("rebellion tactic cards") {
  TEST_CASE("the enumeration itself, against chances worked out by hand") {
    const auto duel = [](Duellist first, Ids first_hand, Duellist second, Ids second_hand) {
      first.hand = hand_of(first_hand);
      second.hand = hand_of(second_hand);
      return naive_cards::CardDuel(first, second).solve();
    };
    check_solved(duel(kTrooper, {}, kTrooper, {}), 1. / 3, 1. / 3, 1. / 3);
    // A Critical Hit kills in the first round what the die does not.
    check_solved(duel(kTrooper, {}, kTrooper, {"ground_critical_hit"}), 0, 1. / 2, 1. / 2);
    check_solved(duel(kTrooper, {"ground_critical_hit"}, kTrooper, {}), 1. / 2, 1. / 2, 0);
    // A block saves once: 1/2 wins at once, 1/4 spends the card, 1/4 changes nothing.
    check_solved(duel(kTrooper, {}, kTrooper, {"ground_defensive_formation"}), 1. / 9, 1. / 9,
                 7. / 9);
    // A special pays for Take It Down: 2/3 instead of 1/2.
    check_solved(duel(kTrooper, {"ground_take_it_down"}, kTrooper, {}),
                 asking::duel(2. / 3, 1. / 2).win, asking::duel(2. / 3, 1. / 2).draw,
                 asking::duel(1. / 2, 2. / 3).win);
  }

  TEST_CASE("one unit each with known hands, face by face") {
    const Ids none;
    const std::vector<Case> cases{
        {"ground",
         "stormtrooper",
         "rebel_trooper",
         kTrooper,
         kTrooper,
         {"ground_critical_hit"},
         none},
        {"ground",
         "stormtrooper",
         "rebel_trooper",
         kTrooper,
         kTrooper,
         none,
         {"ground_critical_hit"}},
        {"ground",
         "stormtrooper",
         "rebel_trooper",
         kTrooper,
         kTrooper,
         none,
         {"ground_defensive_formation"}},
        {"ground",
         "stormtrooper",
         "rebel_trooper",
         kTrooper,
         kTrooper,
         {"ground_defensive_formation", "ground_defensive_formation"},
         {"ground_critical_hit"}},
        {"ground",
         "stormtrooper",
         "rebel_trooper",
         kTrooper,
         kTrooper,
         {"ground_take_it_down"},
         {"ground_defensive_formation"}},
        {"ground", "stormtrooper", "rebel_trooper", kTrooper, kTrooper, {"ground_onslaught"}, none},
        {"ground",
         "stormtrooper",
         "rebel_trooper",
         kTrooper,
         kTrooper,
         {"ground_critical_hit", "ground_dig_in"},
         none},
        {"ground", "stormtrooper", "rebel_trooper", kTrooper, kTrooper, {"ground_dig_in"}, none},
        {"ground", "at_st", "airspeeder", kWalker, kWalker, none, {"ground_defensive_formation"}},
        {"ground",
         "at_st",
         "airspeeder",
         kWalker,
         kWalker,
         {"ground_unstoppable_assault"},
         {"ground_defensive_formation"}},
        // Unstoppable Assault keeps the enemy from blocking, not its own player.
        {"ground",
         "at_st",
         "airspeeder",
         kWalker,
         kWalker,
         {"ground_unstoppable_assault", "ground_defensive_formation", "ground_defensive_formation"},
         {"ground_defensive_formation", "ground_concentrate_fire"}},
        {"ground",
         "at_st",
         "rebel_trooper",
         kWalker,
         kTrooper,
         none,
         {"ground_dig_in", "ground_defensive_formation"}},
        {"space",
         "tie_fighter",
         "x_wing",
         kFighter,
         kFighter,
         {"space_critical_hit"},
         {"space_critical_hit"}},
        {"space", "tie_fighter", "y_wing", kFighter, kYWing, none, {"space_defensive_formation"}},
        {"space",
         "tie_fighter",
         "y_wing",
         kFighter,
         kYWing,
         {"space_outmaneuver", "space_defensive_formation"},
         {"space_take_it_down"}},
        {"space", "tie_fighter", "x_wing", kFighter, kFighter, none, {"space_onslaught"}},
        // The two red dice of a ship that is there: as much as the speeder can take, and more than
        // a trooper can.
        {"ground",
         "star_destroyer, at_st",
         "airspeeder",
         kBombarder,
         kWalker,
         {"ground_bombardment"},
         none},
        {"ground",
         "star_destroyer, at_st",
         "rebel_trooper",
         kBombarder,
         kTrooper,
         {"ground_bombardment"},
         {"ground_defensive_formation"}},
    };
    for (const Case& each : cases) check_case(each);
  }

  TEST_CASE("hands are drawn from one deck without replacement") {
    // An Ion Cannon has no dice and is lost at the end of the round, so the stormtroopers that fall
    // count the Critical Hits in the Rebels' hand: 2 of the 15 ground cards.
    const auto fallen = [](const Scenario& scenario) {
      const Report report = sampled(scenario);
      std::map<int, double> law;
      for (const SurvivorRow& row : report.sides[0].survivors) {
        int left = 0;
        for (const UnitCount& units : row.units) left += units.count;
        law[4 - left] += row.p;
      }
      return law;
    };
    const auto check_law = [](const std::map<int, double>& seen, int hits, int deck, int drawn) {
      naive::Squares squares;
      for (int k = 0; k <= 4; ++k) {
        CAPTURE(k);
        const double p =
            k <= hits ? choose(hits, k) * choose(deck - hits, drawn - k) / choose(deck, drawn) : 0;
        const auto at = seen.find(k);
        CHECK(naive::fits(at == seen.end() ? 0 : at->second, static_cast<double>(kBattles), p,
                          squares));
      }
    };
    const Scenario fight =
        combat("ground", "empire: 4 stormtrooper", "rebels: ion_cannon", false, kCards);
    const std::vector<std::string> by_value{"princess_leia", "general_rieekan", "general_madine"};
    for (int drawn = 1; drawn <= 3; ++drawn) {
      CAPTURE(drawn);
      Scenario scenario = led(fight, D, {by_value[static_cast<std::size_t>(drawn - 1)]});
      for (const char* decision : {"specials", "cards", "blocks"})
        scenario = choosing(scenario, A, decision, "never");
      scenario.side(A).fields["hand"] = Ids{};
      check_law(fallen(scenario), 2, 15, drawn);
      // What the Empire holds is not in the deck any more.
      scenario.side(A).fields["hand"] = Names{"ground_critical_hit"};
      check_law(fallen(scenario), 1, 14, drawn);
      scenario.side(A).fields["hand"] = Names{"ground_critical_hit", "ground_critical_hit"};
      check_law(fallen(scenario), 0, 13, drawn);
      scenario.side(A).fields["hand"] =
          Names{"ground_dig_in", "ground_escape_plan", "ground_bombardment"};
      check_law(fallen(scenario), 2, 12, drawn);
      // The Empire draws first, unseen: the Rebels' law is that of the whole deck.
      scenario.side(A).fields.erase("hand");
      scenario.side(A).fields["leaders"] = Names{"darth_vader"};
      check_law(fallen(scenario), 2, 15, drawn);
    }
    // A Shield Generator has no dice either: it draws one card before the ground step, each of
    // them.
    for (int generators = 1; generators <= 3; ++generators) {
      CAPTURE(generators);
      Scenario scenario =
          combat("ground", "empire: 4 stormtrooper",
                 "rebels: " + std::to_string(generators) + " shield_generator", false, kCards);
      scenario.side(A).fields["hand"] = Ids{};
      for (const char* decision : {"specials", "cards", "blocks"})
        scenario = choosing(scenario, A, decision, "never");
      check_law(fallen(scenario), 2, 15, generators);
      check_law(fallen(with_rule(scenario, "generators_stack", "false")), 2, 15, 1);
    }
  }

  TEST_CASE("advanced tactic cards, one round of one trooper each, worked out by hand") {
    // The Empire attacks, has a ship to leave with, and leaves after the first round.
    const auto one_round = [](Ids empire, Ids rebels) {
      Scenario scenario = leaving(combat("ground", "empire: star_destroyer, stormtrooper",
                                         "rebels: rebel_trooper", true, kCards),
                                  A, 1);
      for (const auto& [side, hand] : {std::pair{A, empire}, std::pair{D, rebels}}) {
        scenario = choosing(scenario, side, "card_choice", hand.empty() ? "none" : "best");
        if (!hand.empty()) scenario.side(side).fields["hand"] = hand;
      }
      return sampled(scenario);
    };
    const auto check_round = [](const Report& report, double win, double draw, double lose) {
      check_fits(report, {win, draw, lose});
      naive::Squares squares;
      CHECK(naive::fits(report.chance(Outcome::attacker_retreats).p, kBattles,
                        1 - win - draw - lose, squares));
    };
    // No card: the second attacker heals with a special.
    check_round(one_round({}, {}), 1. / 6, 1. / 4, 1. / 4);
    // Overrun, bottom: one damage before the dice. The trooper lives if the stormtrooper misses and
    // its own special takes the damage off; two damage are too much for one special.
    check_round(one_round({"adv_empire_ground_overrun"}, {}), 5. / 12, 1. / 2, 0);
    // Support of the 501st, top: the trooper is gone before it rolls.
    check_round(one_round({"adv_empire_ground_support_of_the_501st"}, {}), 1, 0, 0);
    // Hold Them Back, top: so is the stormtrooper; both together: both are.
    check_round(one_round({}, {"adv_rebel_ground_hold_them_back"}), 0, 0, 1);
    check_round(
        one_round({"adv_empire_ground_support_of_the_501st"}, {"adv_rebel_ground_hold_them_back"}),
        0, 1, 0);
    // Take Cover, bottom: a black hit is prevented, a direct hit is not.
    check_round(one_round({}, {"adv_rebel_ground_take_cover"}), 1. / 18, 1. / 12, 5. / 12);
    // Armored Patrol, bottom: the same the other way round. The trooper hits by 1/6 only.
    check_round(one_round({"adv_empire_ground_armored_patrol"}, {}), 1. / 2 * (4. / 6),
                1. / 2 * (1. / 6), 1. / 2 * (1. / 6));
    // Armored Position, bottom: the Empire attacks second, and heals.
    check_round(one_round({"adv_empire_ground_armored_position"}, {}), 1. / 4, 1. / 4, 1. / 6);
    // Imposing Presence, top: no healing, so the dice decide alone.
    check_round(one_round({"adv_empire_ground_imposing_presence"}, {}), 1. / 4, 1. / 4, 1. / 4);
  }

  TEST_CASE("a told combat says which half of a card is played, what it prevents, and the Plans") {
    const auto told = [](const Scenario& scenario) {
      std::string all;
      for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const auto story = find_game("rebellion").value()->replay(scenario, seed);
        REQUIRE(story);
        for (const std::string& line : *story) all += line + "\n";
      }
      return all;
    };
    const std::string cinematic = told(
        led(led(combat("combat", "empire: star_destroyer, 3 stormtrooper, at_st",
                       "rebels: mon_calamari_cruiser, 2 x_wing, 3 rebel_trooper", true, kCards),
                A, {"general_veers"}),
            D, {"admiral_ackbar"}));
    CHECK(cinematic.find(", top: ") != std::string::npos);
    CHECK(cinematic.find(", bottom: ") != std::string::npos);
    CHECK(cinematic.find("prevents 1 hit") != std::string::npos);
    Scenario plans = combat("space", "empire: death_star", "rebels: 3 x_wing", true, kCards);
    plans.side(D).policy["death_star_plans"] = true;
    const std::string tried = told(plans);
    CHECK(tried.find("the Death Star Plans: a Death Star is destroyed") != std::string::npos);
    CHECK(tried.find("the Death Star Plans: no direct hit") != std::string::npos);
  }

  TEST_CASE("damage of an advanced card beyond health has to be healed too") {
    // Overrun, top: two damage on a trooper of one health. Its one special takes one of them off,
    // so it is lost in the first round whatever is rolled, and never hurts the walker enough.
    Scenario scenario = combat("ground", "empire: at_st", "rebels: rebel_trooper", true, kCards);
    scenario.side(A).fields["hand"] = Names{"adv_empire_ground_overrun"};
    scenario.side(D).fields["hand"] = Ids{};
    const Report report = sampled(scenario);
    CHECK(report.chance(Outcome::attacker_win).p == 1);
    CHECK(report.mean_rounds == 1.0);
  }

  TEST_CASE("two points that a card takes off save two units where one point saves each") {
    // Every face of one red and four black dice: both TIEs are lost where the damage beyond health
    // on the carrier takes both points, or one point and more lies on a TIE than the other.
    CHECK(fits_exactly(
        left_after("space", "empire: assault_carrier, 2 tie_fighter, shield_bunker",
                   "rebels: corellian_corvette, 3 x_wing", A, {"adv_empire_space_energy_shield"},
                   "1 assault_carrier, 1 shield_bunker"),
        11. / 864));
    // Where the corvette and the frigate stand one point at least was left for an X-wing, and of
    // two lost ones only one can carry more than it can take.
    CHECK(left_after("space", "empire: star_destroyer, 3 tie_fighter",
                     "rebels: corellian_corvette, 2 x_wing, nebulon_b_frigate", D,
                     {"adv_rebel_space_draw_their_fire"},
                     "1 corellian_corvette, 1 nebulon_b_frigate") == 0);
  }

  TEST_CASE("a structure takes the damage that saves a unit, and no more") {
    // One red and three black dice: three damage moved would kill the bunker, fewer do not.
    const auto left = [](const std::string& force) {
      return left_after("ground", "empire: at_st, stormtrooper, shield_bunker",
                        "rebels: 2 rebel_trooper, airspeeder", A,
                        {"adv_empire_ground_armored_position"}, force);
    };
    CHECK(fits_exactly(left("1 at_st, 1 shield_bunker, 1 stormtrooper"), 397. / 432));
    // In all other cases the bunker is given up: it is worth less than either of them.
    CHECK(fits_exactly(left("1 at_st, 1 stormtrooper"), 35. / 432));
    // Nobody would be lost: nothing is moved, and the bunker that has one health left stands.
    Scenario hurt =
        combat("ground", "empire: at_at, shield_bunker", "rebels: rebel_vanguard", true, kCards);
    hurt.side(A).damaged = {{"shield_bunker!2", 1}};
    hurt.side(A).fields["hand"] = Names{"adv_empire_ground_armored_position"};
    hurt.fields["rounds"] = 1;
    const Report report = sampled(choosing(hurt, D, "card_choice", "none"));
    for (const SurvivorRow& row : report.sides[A].survivors)
      CHECK(asking::force_text(row) == "1 at_at, 1 shield_bunker");
  }

  TEST_CASE("every special die that pays for nothing draws a card, as replays tell") {
    const Scenario fight = combat("space", "empire: 3 star_destroyer",
                                  "rebels: 3 mon_calamari_cruiser", false, kCards);
    // Also those that were kept for cards which are of no use then.
    for (const Ids& hand :
         {Ids{}, Ids{"space_take_it_down", "space_onslaught", "space_unstoppable_assault"}}) {
      Scenario scenario = fight;
      scenario.side(A).fields["hand"] = hand;
      scenario.side(D).fields["hand"] = Ids{};
      int several = 0;
      for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        const auto story = find_game("rebellion").value()->replay(scenario, seed);
        REQUIRE(story);
        int specials = -1, draws = 0;
        bool plays = false;
        for (const std::string& line : *story) {  // the first attack
          if (line.find("attacker rolls") != std::string::npos) {
            specials = 0;
            for (std::size_t at = line.find(" special"); at != std::string::npos;
                 at = line.find(" special", at + 1)) {
              const std::size_t colour = line.rfind(' ', at - 1),
                                number = line.rfind(' ', colour - 1);
              specials += std::stoi(line.substr(number + 1));
            }
          }
          draws += line.find("attacker draws") != std::string::npos;
          plays |= line.find("attacker plays") != std::string::npos;
          if (line.find("defender rolls") != std::string::npos) break;
        }
        REQUIRE(specials >= 0);
        if (plays) continue;  // a card that was drawn may be paid for
        CHECK(draws == specials);
        several += specials > 1;
      }
      CHECK(several > 5);
    }
  }

  TEST_CASE("a card that was played is gone: one No Escape keeps the enemy for one round") {
    Scenario scenario = leaving(combat("space", "empire: 3 star_destroyer",
                                       "rebels: 3 mon_calamari_cruiser", false, kCards),
                                D, 1);
    scenario = with_hands(scenario, {"space_no_escape"}, {});
    for (const Side side : kSides) scenario = choosing(scenario, side, "specials", "never");
    int played = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      CAPTURE(seed);
      const auto story = find_game("rebellion").value()->replay(scenario, seed);
      REQUIRE(story);
      int times = 0;
      for (const std::string& line : *story)
        times += line.find("attacker plays No Escape") != std::string::npos;
      CHECK(times <= 1);
      played += times;
    }
    CHECK(played > 5);
  }

  TEST_CASE("According to My Design: fewer dice in the first round, and only then") {
    for (const bool cinematic : {false, true}) {
      // Two Mon Calamari Cruisers have 4 red and 2 black dice; one red and two black less.
      Scenario scenario = led(
          combat("space", "empire: 2 star_destroyer", "rebels: 2 mon_calamari_cruiser", cinematic),
          A, {"emperor_palpatine"});
      scenario.side(A).effects = {{"according_to_my_design", {}, {}, {}}};
      int later = 0;
      for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        const auto story = find_game("rebellion").value()->replay(scenario, seed);
        REQUIRE(story);
        int round = 0;
        for (const std::string& line : *story) {
          if (line.starts_with("round ")) round = std::stoi(line.substr(6));
          const std::size_t rolls = line.find("defender rolls ");
          if (rolls == std::string::npos || round > 2) continue;
          int red = 0, black = 0;
          for (std::size_t at = rolls + 15; at < line.size();) {
            const int dice = std::stoi(line.substr(at));
            const std::size_t colour = line.find(' ', at) + 1, comma = line.find(", ", at);
            (line.compare(colour, 3, "red") == 0 ? red : black) += dice;
            at = comma == std::string::npos ? line.size() : comma + 2;
          }
          CAPTURE(line);
          if (round == 1) CHECK(red == 3);
          if (round == 1) CHECK(black == 0);
          later += round == 2 && red == 4;
        }
      }
      CHECK(later > 0);
    }
  }

  TEST_CASE("Dig In is paid for, and a lone damage is blocked by Defensive Formation") {
    // The trooper has one health: what a walker's two dice put on it has to be blocked whole.
    const Scenario scenario =
        with_hands(combat("ground", "empire: at_st", "rebels: rebel_trooper", false, kCards), {},
                   {"ground_dig_in", "ground_defensive_formation"});
    std::map<int, int> seen;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      CAPTURE(seed);
      const auto story = told_combat(scenario, seed);
      const std::string* rolled = first_with(story, "attacker rolls ");
      REQUIRE(rolled);
      const int damage = showing(*rolled, "black hit") + showing(*rolled, "direct hit");
      ++seen[damage];
      if (damage == 0) continue;
      // One card blocks the first damage. What is left of the hand then cannot be played later.
      int formations = 0, digs = 0, discards = 0;
      for (const std::string& line : story) {
        formations += line == "  defender plays Defensive Formation (ground)";
        digs += line == "  defender plays Dig In (ground)";
        discards += line == "  defender discards Defensive Formation (ground)";
      }
      CHECK(formations == (damage == 1));
      CHECK(digs == (damage == 2));
      CHECK(discards == digs);
    }
    CHECK(seen[1] > 5);
    CHECK(seen[2] > 2);
  }

  TEST_CASE("Target the Generator destroys structures that roll dice, and hurts those without") {
    // A structure without dice is lost anyway once it is left alone: a damage does more.
    const auto half = [](const std::string& structure) {
      return first_card(ground_cards("empire: at_at, 2 stormtrooper",
                                     "rebels: 2 rebel_trooper, " + structure,
                                     {"adv_empire_ground_target_the_generator"}));
    };
    CHECK(half("golan_arms_turret").starts_with("Target the Generator, top"));
    CHECK(half("shield_generator").starts_with("Target the Generator, bottom"));
  }

  TEST_CASE(
      "the half that does most: colours of special dice, further cards, a retreat that is not") {
    const auto first = [](const char* battle, const std::string& attacker,
                          const std::string& defender, Ids hand) {
      Scenario scenario = combat(battle, attacker, defender, true, kCards);
      scenario.side(A).fields["hand"] = std::move(hand);
      return scenario;
    };
    // The Y-wings' red specials heal no black health: to attack second would do little.
    const Ids shield{"adv_empire_space_energy_shield"};
    CHECK(
        first_card(first("space", "empire: tie_fighter, shield_bunker", "rebels: 3 y_wing", shield))
            .starts_with("Energy Shield, top"));
    // One direct hit of three dice is taken off, two of them, and three are not: 215/216.
    CHECK(fits_exactly(left_after("space", "empire: tie_fighter, shield_bunker", "rebels: 3 y_wing",
                                  A, shield, "1 shield_bunker, 1 tie_fighter"),
                       215. / 216));
    // Nobody leaves, or an Interdictor is in the way: the enemy's next card is stopped instead.
    const Ids escape{"adv_rebel_ground_escape_plan"};
    const std::string rebels = "rebels: rebel_transport, 3 rebel_trooper";
    const Scenario stays =
        choosing(first("combat", rebels, "empire: tie_fighter, 3 stormtrooper", escape), D,
                 "card_choice", "none");
    CHECK(first_card(stays).starts_with("Escape Plan, bottom"));
    CHECK(first_card(
              leaving(first("combat", rebels, "empire: interdictor, 3 stormtrooper", escape), A, 1))
              .starts_with("Escape Plan, bottom"));
    CHECK(first_card(leaving(stays, A, 1)).starts_with("Escape Plan, top"));
    // Two red hits prevented and two damage are more than two damage.
    CHECK(first_card(
              first("space", "rebels: mon_calamari_cruiser, x_wing",
                    "empire: star_destroyer, 3 tie_fighter",
                    {"adv_rebel_space_fleet_logistics", "adv_rebel_space_rogue_squadron_support"}))
              .starts_with("Fleet Logistics, top"));
    CHECK(first_card(first("space", "empire: interdictor, tie_fighter, death_star",
                           "rebels: 3 mon_calamari_cruiser",
                           {"adv_empire_space_entrapment", "adv_empire_space_superlaser_blast"}))
              .starts_with("Entrapment, top"));
  }

  TEST_CASE("a unit beyond the cap of three green dice is not worth its die to a card") {
    // Black hits will be done with the vanguards before the generator falls, so that a damage on
    // one of them is worth little more than half of one on any unit (Overrun); the die that is not
    // rolled makes up for it, but the fourth would not be rolled anyway.
    const auto card = [](int vanguards) {
      return first_card(
          ground_cards("empire: 5 stormtrooper",
                       "rebels: shield_generator, " + std::to_string(vanguards) + " rebel_vanguard",
                       {"adv_empire_ground_support_of_the_501st", "adv_empire_ground_overrun"}));
    };
    CHECK(card(2).starts_with("Support of the 501st, top"));
    CHECK(card(3).starts_with("Support of the 501st, top"));
    CHECK(card(4).starts_with("Overrun, bottom"));
  }

  TEST_CASE("Target the Star Destroyers: two black hits count as red where no black health is") {
    const auto attacks = [](const std::string& rebels, const std::string& empire) {
      Scenario scenario = led(combat("space", rebels, empire, true), A, {"wedge_antilles"});
      scenario.side(A).effects = {{"target_the_star_destroyers", {}, {}, {}}};
      return scenario;
    };
    int rolled_again = 0, three_hits = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      CAPTURE(seed);
      const auto story = told_combat(attacks("rebels: 3 x_wing", "empire: star_destroyer"), seed);
      const std::string* shown = first_with(story, "attacker rolls ");
      REQUIRE(shown);
      // Wedge rolls up to three dice again: all but hits, since nobody has damage to heal.
      const int useless = showing(*shown, "black blank") + showing(*shown, "black special");
      if (useless > 0) {
        ++shown;
        CAPTURE(*shown);
        CHECK(shown->starts_with("  attacker rolls " + std::to_string(useless) +
                                 (useless == 1 ? " die again: " : " dice again: ")));
        ++rolled_again;
      }
      const int hits = showing(*shown, "black hit");
      const int damage = std::min(hits, 2) + showing(*shown, "black direct hit");
      three_hits += hits == 3;
      const std::string hurt = damage == 0 ? "" : " (1 with " + std::to_string(damage) + " damage)";
      CHECK(shown[1] == "  defender has 1 Star Destroyer" + hurt);
    }
    CHECK(rolled_again > 20);
    CHECK(three_hits > 2);
    // A hit that finds black health stays black; direct hits go for the bigger guns.
    int black = 0;
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
      CAPTURE(seed);
      const auto story =
          told_combat(attacks("rebels: x_wing", "empire: star_destroyer, tie_fighter"), seed);
      const std::string* shown = first_with(story, "attacker rolls ");
      REQUIRE(shown);
      if (shown[1].starts_with("  attacker rolls ")) ++shown;
      if (showing(*shown, "black hit") == 0) continue;
      ++black;
      CHECK(shown[1] == "  defender has 1 TIE Fighter (1 to be lost), 1 Star Destroyer");
    }
    CHECK(black > 5);
  }

  TEST_CASE(
      "black hits that count as red are red ones for the choice of a card that prevents those") {
    // Two black hits at most come as red, and Overwhelming Presence stops two: only direct hits of
    // four dice hurt the Star Destroyer, of which two are enough, and one more for each special.
    Scenario scenario =
        led(combat("space", "empire: star_destroyer!2", "rebels: 4 x_wing", true, kCards), D,
            {"wedge"});
    scenario.fields["rounds"] = 1;
    scenario.side(A).fields["hand"] = Names{"adv_empire_space_overwhelming_presence"};
    scenario.side(D).effects = {{"target_the_star_destroyers", {}, {}, {}}};
    scenario = choosing(choosing(scenario, D, "card_choice", "none"), D, "rerolls", "never");
    CHECK(first_card(scenario).starts_with("Overwhelming Presence, bottom"));
    const auto direct = [](int at_least) {
      double p = 0;
      for (int k = at_least; k <= 4; ++k)
        p += choose(4, k) * std::pow(1. / 6, k) * std::pow(5. / 6, 4 - k);
      return p;
    };
    const double lost = 25. / 36 * direct(2) + 10. / 36 * direct(3) + 1. / 36 * direct(4);
    CHECK(lost == doctest::Approx(0.096).epsilon(1e-3));
    CHECK(fits_exactly(sampled(scenario).chance(Outcome::defender_win).p, lost));
    // TIE Fighters take black hits as such, so nothing would be prevented: a damage does more.
    scenario.side(A) = side_of("empire: star_destroyer!2, 4 tie_fighter");
    scenario.side(A).fields["hand"] =
        Names{"adv_empire_space_overwhelming_presence", "adv_empire_space_superlaser_blast"};
    CHECK(first_card(scenario).starts_with("Superlaser Blast, bottom"));
  }

  TEST_CASE("a fleet that is nearly lost to black hits that count as red plays no later card") {
    // Of five dice two hits count as red at most, 1.4 on average, and 0.8 hit directly: about the
    // health of the carrier. Who expects no second round keeps it from healing; against the dice
    // as they are the enemy's card of that round matters more.
    Scenario scenario = led(
        combat("space", "rebels: 5 x_wing", "empire: assault_carrier", true, kCards), A, {"wedge"});
    scenario.side(A).fields["hand"] =
        Names{"adv_rebel_space_outrun_them", "adv_rebel_space_deployment"};
    CHECK(first_card(scenario).starts_with("Outrun Them, bottom"));
    scenario.side(A).effects = {{"target_the_star_destroyers", {}, {}, {}}};
    CHECK(first_card(scenario).starts_with("Deployment, bottom"));
  }

  TEST_CASE("a combat that begins without dice goes on when the dice come back") {
    // Two Ion Cannons silence the Death Star, According to My Design the X-wings for one round.
    // Then they shoot the unfinished station down, after which the lone Death Star drives them off.
    Scenario scenario = led(combat("combat", "empire: death_star, death_star_under_construction",
                                   "rebels: 2 x_wing, 2 ion_cannon"),
                            A, {"emperor_palpatine"});
    scenario.side(A).effects = {{"according_to_my_design", {}, {}, {}}};
    CHECK(ask(scenario).win() == worked(1));
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      CAPTURE(seed);
      const auto story = told_combat(scenario, seed);
      CHECK(first_with(story, "round 2"));
      CHECK(first_with(story, "the attacker wins; space: attacker"));
      CHECK(!first_with(story, "stalemate"));
    }
  }
}
