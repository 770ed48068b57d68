// Damage that a card binds to one unit, or moves to one, stays on that unit beyond its health too
// (RULES rebellion 8.9): by hand, and against pieces that each carry their own damage
// (tests/naive/rebellion_one_card).

#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/systems/rebellion/asking.hpp"
#include "tests/naive/agreement.hpp"
#include "tests/naive/rebellion_one_card.hpp"
#include "tests/sanitised.hpp"

namespace {

using namespace broadside;
using namespace broadside::rebellion_asking;
namespace own = broadside::naive_rebellion;

constexpr std::uint64_t kSampled = 200'000, kRolled = 100'000;
using Shares = std::map<std::string, double>;

/// One round with tactic cards.
Scenario round_of(std::string_view battle, std::string_view attacker, std::string_view defender,
                  bool cinematic) {
  Scenario scenario = combat(battle, attacker, defender, cinematic, true);
  scenario.fields["rounds"] = 1;
  return scenario;
}

Shares left_of(const Scenario& scenario, Side side) {
  Options options;
  options.battles = kSampled;
  options.seed = 5;
  const auto report = odds(scenario, options);
  REQUIRE_MESSAGE(bool{report}, (report ? "" : report.error().message()));
  Shares left;
  for (const SurvivorRow& row : report->sides[side].survivors)
    left[asking::force_text(row)] += row.p;
  return left;
}

/// What is left of the side when it, or its enemy, resolves this card and the other one none.
Shares left_after(std::string_view battle, std::string_view attacker, std::string_view defender,
                  Side holder, std::vector<std::string> hand, Side of) {
  Scenario scenario = round_of(battle, attacker, defender, true);
  scenario.side(holder).fields["hand"] = std::move(hand);
  return left_of(choosing(scenario, other(holder), "card_choice", "none"), of);
}

void check_share(const Shares& shares, const std::string& what, double p) {
  naive::Squares squares;
  const auto at = shares.find(what);
  const double share = at == shares.end() ? 0 : at->second;
  CHECK_MESSAGE(naive::fits(share, kSampled, p, squares), what << ": " << share << " for " << p);
}

class Luck {
 public:
  explicit Luck(std::uint64_t seed) : generator_(seed) {}
  int below(int n) { return static_cast<int>(generator_() % static_cast<std::uint64_t>(n)); }

 private:
  std::mt19937_64 generator_;
};

/// Up to three kinds of units, some of them hurt. Nobody who would be lost by being left alone.
std::string random_units(const std::vector<std::string>& from, Luck& luck) {
  std::string text;
  for (int kinds = 1 + luck.below(3); kinds > 0; --kinds) {
    const std::string& unit =
        from[static_cast<std::size_t>(luck.below(static_cast<int>(from.size())))];
    if (text.find(unit) != std::string::npos) continue;
    const int health = own::printed(unit).health;
    text += text.empty() ? "" : ", ";
    text += std::to_string(1 + luck.below(health == 1 ? 4 : 2)) + " " + unit;
    if (health > 1 && luck.below(2) == 0) {
      const int damage = 1 + luck.below(health - 1);
      text += ", " + unit + "!" + std::to_string(damage);
    }
  }
  return text;
}

Scenario random_round(const own::OneCard& card, Luck& luck) {
  const bool ships = card.theater == own::space;
  const std::vector<std::string> empire =
      ships ? std::vector<std::string>{"tie_fighter", "assault_carrier", "star_destroyer",
                                       "tie_striker", "interdictor"}
            : std::vector<std::string>{"stormtrooper", "at_st", "at_at", "assault_tank"};
  const std::vector<std::string> rebels =
      ships ? std::vector<std::string>{"x_wing", "y_wing", "corellian_corvette",
                                       "mon_calamari_cruiser", "nebulon_b_frigate"}
            : std::vector<std::string>{"rebel_trooper", "airspeeder", "rebel_vanguard",
                                       "golan_arms_turret"};
  BySide<std::string> sides{"empire: " + random_units(empire, luck),
                            "rebels: " + random_units(rebels, luck)};
  std::string& holder = sides[card.imperial ? A : D];
  if (holder.find(card.needs) == std::string::npos) {
    holder += ", " + std::string(card.needs);
    if (own::printed(card.needs).structure) holder += "!" + std::to_string(luck.below(3));
    if (holder.ends_with("!0")) holder.resize(holder.size() - 2);
  }
  if (luck.below(2) == 0) std::swap(sides[A], sides[D]);
  Scenario scenario = round_of(ships ? "space" : "ground", sides[A], sides[D], true);
  for (const Side side : kSides) {
    if ((scenario.side(side).faction == "empire") == card.imperial)
      scenario.side(side).fields["hand"] = Names{std::string(card.id)};
    else
      scenario = choosing(scenario, side, "card_choice", "none");
  }
  return scenario;
}

/// Whether the card's top is what is played: a Shield Generator brings another card back, and the
/// bottom may do more.
bool plays_top(const Scenario& scenario, const own::OneCard& card) {
  const auto story = find_game("rebellion").value()->replay(scenario, 1);
  REQUIRE(story);
  for (const std::string& line : *story)
    if (line.find(" plays ") != std::string::npos)
      return line.find(" plays " + std::string(card.name) + ", top: ") != std::string::npos;
  return false;
}

/// In the words and the order of asking::force_text.
std::string text_of(const std::array<std::uint8_t, own::kKinds>& left) {
  SurvivorRow row;
  for (int kind = 0; kind < own::kKinds; ++kind)
    if (const int count = left[static_cast<std::size_t>(kind)]; count > 0)
      row.units.push_back({std::string{own::name_of(kind)}, count});
  return asking::force_text(row);
}

}  // namespace

TEST_SUITE("rebellion: damage bound to one unit") {
  TEST_CASE(
      "Superlaser Blast: a frigate with two damage too many does not live by another's luck") {
    // 5 damage on the frigate of 3 health, and two specials at most. The cruiser has 2 health left:
    // k of four dice hit it, n of its two red dice show a special.
    const auto left = [](Scenario scenario) {
      scenario.side(A).fields["hand"] = Names{"adv_empire_space_superlaser_blast"};
      return left_of(scenario, D);
    };
    const Scenario round = round_of("space", "empire: death_star",
                                    "rebels: mon_calamari_cruiser!2, nebulon_b_frigate", true);
    const double two = 6. / 16, three = 4. / 16, four = 1. / 16;
    const double some = 11. / 36, both = 1. / 36;
    const Shares none = left(choosing(round, D, "card_choice", "none"));
    check_share(none, "1 mon_calamari_cruiser", 5. / 16 + two * some + three * both);
    check_share(none, "nothing", 1 - (5. / 16 + two * some + three * both));
    CHECK(none.size() == 2);
    // Draw Their Fire takes two off the cruiser: enough up to three hits, and at four a special
    // takes the last one.
    Scenario drawn = round;
    drawn.side(D).fields["hand"] = Names{"adv_rebel_space_draw_their_fire"};
    const Shares helped = left(drawn);
    check_share(helped, "1 mon_calamari_cruiser", 1 - four * (1 - some));
    CHECK(helped.size() == 2);
  }

  TEST_CASE("Tow Cables: the AT-ST that gets four damage is lost") {
    const Shares left = left_after("ground", "rebels: airspeeder, 2 rebel_trooper",
                                   "empire: at_at!2, at_st", A, {"adv_rebel_ground_tow_cables"}, D);
    // One red and three black dice against the one health that the AT-AT has left; its two red dice
    // and that of the AT-ST heal. Two too many on the AT-ST: three specials, after no hit at all.
    double walker = 0, scout = 0;
    const double miss = 1. / 2 * 125 / 216;
    const auto specials = [](int at_least) {
      double p = 0;
      for (int k = at_least; k <= 3; ++k)
        p += (k == 1 ? 3 : k == 2 ? 3 : 1) * std::pow(1. / 6, k) * std::pow(5. / 6, 3 - k);
      return p;
    };
    // By damage beyond the AT-AT's health: it takes one special more to save it.
    std::array<double, 5> hits{};
    for (int red = 0; red < 2; ++red)
      for (int black = 0; black <= 3; ++black)
        hits[static_cast<std::size_t>(red + black)] += .5 * (black == 0 || black == 3 ? 1 : 3) *
                                                       std::pow(1. / 6, black) *
                                                       std::pow(5. / 6, 3 - black);
    CHECK(hits[0] == worked(miss));
    walker = hits[0] * (1 - std::pow(1. / 6, 3));
    for (int k = 1; k <= 3; ++k) walker += hits[static_cast<std::size_t>(k)] * specials(k);
    scout = hits[0] * std::pow(1. / 6, 3);
    check_share(left, "1 at_at", walker);
    check_share(left, "1 at_at, 1 at_st", scout);
    check_share(left, "1 at_st", hits[4] * std::pow(1. / 6, 3));  // four are too many on the AT-AT
  }

  TEST_CASE("Armored Position: a bunker that is given up does not come back") {
    const Shares left = left_after("ground", "rebels: 3 airspeeder, 2 rebel_trooper",
                                   "empire: at_at!2, at_st!1, shield_bunker!2", D,
                                   {"adv_empire_ground_armored_position"}, D);
    CHECK(left.find("1 at_at, 1 shield_bunker") == left.end());
    check_share(left, "1 at_at, 1 at_st", .8154);  // as rolled by the pieces below
  }

  TEST_CASE("Take It Down: what is beyond one unit's health need not be blocked for another") {
    // The AT-AT and the AT-ST have one health left each. One damage on the AT-AT by the dice, and a
    // special for Take It Down on the AT-ST: Defensive Formation saves the AT-AT.
    for (const char* targets : {"big_guns_first", "look_ahead"}) {  // by pages, and by cells
      Scenario scenario =
          round_of("ground", "rebels: airspeeder", "empire: at_at!2, at_st!1", false);
      scenario.side(A).fields["hand"] = Names{"ground_take_it_down"};
      scenario.side(D).fields["hand"] = Names{"ground_defensive_formation"};
      for (const Side side : kSides) scenario = choosing(scenario, side, "specials", "never");
      const Shares left = left_of(choosing(scenario, A, "targets", targets), D);
      check_share(left, "1 at_at", 7. / 36);  // two damage, or one and a special
      check_share(left, "1 at_st", 7. / 36);  // a special alone: Take It Down on the AT-AT
    }
  }

  TEST_CASE("random rounds with one card, against pieces that carry their own damage") {
    constexpr int kRounds = test::unless_sanitised(60, 12);
    int rounds = 0, compared = 0;
    std::map<std::string_view, int> seen;
    Luck luck(3);
    while (rounds < kRounds) {
      const own::OneCard& card =
          own::kOneCards[static_cast<std::size_t>(luck.below(std::size(own::kOneCards)))];
      const Scenario scenario = random_round(card, luck);
      const std::string what = [&] {
        const auto& game = *find_game("rebellion").value();
        return std::string(card.id) + ": " + game.write_side(scenario.side(A)) + " against " +
               game.write_side(scenario.side(D));
      }();
      CAPTURE(what);
      if (!plays_top(scenario, card)) continue;
      ++rounds;
      ++seen[card.id];
      const own::OneCardRound table(scenario, card);
      std::mt19937_64 dice(static_cast<std::uint64_t>(rounds));
      BySide<Shares> rolled;
      for (std::uint64_t i = 0; i < kRolled; ++i) {
        const auto left = table.play(dice);
        for (const Side side : kSides) rolled[side][text_of(left[side])] += 1. / kRolled;
      }
      for (const Side side : kSides) {
        Shares all = left_of(scenario, side);
        const Shares sampled = all;
        for (const auto& [force, share] : rolled[side]) all.try_emplace(force, 0.);
        for (const auto& [force, share] : all) {
          const auto at = rolled[side].find(force);
          const double other = at == rolled[side].end() ? 0 : at->second;
          const double p = (share * kSampled + other * kRolled) / (kSampled + kRolled);
          CHECK_MESSAGE(naive::fit_each_other(share, kSampled, other, kRolled, p),
                        name(side) << " has " << force << ": " << share << ", rolled " << other);
          // Nothing that only one of them knows, but for what is rare.
          CHECK_MESSAGE((p < 2e-4 || (share > 0 && other > 0)), force);
          ++compared;
        }
      }
    }
    for (const auto& [card, times] : seen) MESSAGE(card << " " << times);
    CHECK(seen.size() == std::size(own::kOneCards));
    CHECK(compared > 5 * kRounds);
  }
}
