// Every ability whose effect is known changes a battle; counted where it adds dice.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/systems/arcane_legions/fielding.hpp"

using namespace broadside;
using namespace broadside::arcane_legions;
using namespace broadside::arcane_legions::fielding;

namespace {

/// A battle that comes out differently without the ability.
struct Row {
  Ability ability;
  std::string battle;
  bool of_attacker = true;
  std::string attacker, defender;
  Values plays;  ///< by the side with the ability
  Values rules;
};

const std::string kOrdinary = "dice 6 red, 4 blue, 4 white, hp 2 2 2 1";
const std::string kTarget = "dice 4 red, 3 white, hp 2 1 1 1";

std::vector<Row> rows() {
  using enum Ability;
  return {
      {aggressive, "close", true, kOrdinary, kTarget, {{"moved", "true"}}, {}},
      {carnivorous, "close", true, kOrdinary, kTarget + ", cavalry", {}, {}},
      {claws_of_chaos, "close", true, kOrdinary, kTarget, {}, {}},
      {cunning, "close", true, kOrdinary, kTarget + ", side grey", {}, {}},
      {demolitionist, "close", true, kOrdinary, kTarget + ", construct", {}, {}},
      {fervor, "close", true, kOrdinary, kTarget, {{"friends", "1"}}, {}},
      {hellenic_pride, "close", true, "egyptian: " + kOrdinary, kTarget, {}, {}},
      {nature_magic, "ranged", true, kOrdinary, kTarget + ", undead", {}, {}},
      {resentful, "close", true, kOrdinary, kTarget + ", human", {}, {}},
      {specialized, "ranged", true, kOrdinary, kTarget + ", irregulars", {}, {}},
      {trample, "close", true, kOrdinary, kTarget + ", infantry", {}, {}},
      {xenophobic, "close", true, "han: " + kOrdinary, "roman: " + kTarget, {}, {}},
      {guardian, "ranged", false, kOrdinary, kTarget, {}, {}},
      {siege_defense, "ranged", false, kOrdinary, kTarget, {}, {}},
      {wall_of_shields, "ranged", false, kOrdinary, kTarget, {}, {}},
      {heavy_armor, "close", false, kOrdinary, kTarget, {}, {}},
      {spearmen, "close", false, kOrdinary + ", cavalry", kTarget, {}, {}},
      {roman_patriot, "ranged", false, "egyptian: " + kOrdinary, kTarget, {}, {}},
      {fear, "close", true, kOrdinary, kTarget, {}, {}},
      {good_fortune, "ranged", true, kOrdinary, kTarget, {}, {}},
      {bad_luck, "close", false, kOrdinary, kTarget, {}, {}},
      {bully, "close", true, kOrdinary, "dice 4 red, hp 2 1 1 1", {}, {}},
      {way_of_the_bow, "ranged", true, kOrdinary, kTarget, {}, {}},
      {deadly, "ranged", true, kOrdinary, kTarget, {}, {}},
      {power_at_a_price, "close", true, kOrdinary, kTarget, {}, {}},
      {power_at_a_price, "close", false, kOrdinary, kTarget, {}, {}},
      {crones_curse, "close", true, kOrdinary, kTarget, {}, {}},
      {dragons_curse, "close", false, "dice 1 red, hp 2 2 2 1", kTarget, {}, {}},
      {brutal, "close", true, kOrdinary, kTarget, {}, {}},
      {brutal, "close", false, kOrdinary, kTarget, {}, {}},
      {fire_arrows, "ranged", true, kOrdinary, kTarget, {}, {}},
      {tough, "close", false, kOrdinary, kTarget, {}, {}},
      {wall_of_mist, "ranged", false, kOrdinary, kTarget, {}, {}},
      {berserker, "close", false, kOrdinary, kTarget, {}, {}},
      {berserker, "close", true, kOrdinary, kTarget, {}, {}},
      {dragons_gift, "close", true, kOrdinary, kTarget, {}, {}},
      {concentrated_attack, "close", true, kOrdinary, kTarget, {{"concentrates", "true"}}, {}},
      {sniper, "ranged", true, kOrdinary, kTarget, {{"shoots", "sniper"}}, {}},
      {thrown_weapon, "ranged", true, kOrdinary, kTarget, {{"shoots", "thrown_weapon"}}, {}},
      {direct_fire, "ranged", true, kOrdinary, kTarget, {{"shoots", "direct_fire"}}, {}},
      {armored_rush, "duel", true, kOrdinary, kTarget, {{"special", "armored_rush"}}, {}},
      {fireburst, "turn", true, kOrdinary, kTarget, {{"special", "fireburst"}}, {}},
      {death_touch, "turn", true, kOrdinary, kTarget, {{"special", "death_touch"}}, {}},
      {death_touch_master,
       "turn",
       true,
       kOrdinary,
       "5 heavy_legionary, titus_petronius",
       {{"special", "death_touch_master"}},
       {}},
      {regeneration, "duel", false, kOrdinary, kTarget, {}, {}},
      {lord_of_the_dead,
       "duel",
       false,
       kOrdinary,
       kTarget + ", regeneration",
       {{"special", "lord_of_the_dead"}},
       {}},
      {artificer,
       "duel",
       false,
       kOrdinary,
       kTarget + ", construct",
       {{"special", "artificer"}},
       {}},
      {precision, "ranged", true, kOrdinary, kTarget, {{"friends", "1"}}, {}},
  };
}

/// All that a report says in numbers.
std::vector<double> numbers(const Report& report) {
  std::vector<double> all;
  for (const Chance& chance : report.odds) all.push_back(chance.p);
  for (const SideReport& side : report.sides) {
    for (const auto& [type, lost] : side.lost_units) all.push_back(lost);
    for (const TypeTail& tail : side.types) all.insert(all.end(), tail.p.begin(), tail.p.end());
  }
  return all;
}

double distance(const Report& a, const Report& b) {
  const auto x = numbers(a), y = numbers(b);
  REQUIRE(x.size() == y.size());
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::abs(x[i] - y[i]));
  return most;
}

Scenario asked(const Row& row, bool with) {
  Scenario question = scenario(row.battle, side(row.attacker), side(row.defender), row.rules);
  SideSpec& owner = question.sides[row.of_attacker ? 0 : 1];
  owner.policy = row.plays;
  if (with) {
    Names abilities = owner.fields.names("abilities");
    abilities.emplace_back(info(row.ability).id);
    owner.fields["abilities"] = abilities;
    return question;
  }
  // What can only be done with the ability is not done.
  for (const char* use : {"special", "shoots", "concentrates"}) owner.policy.erase(use);
  return question;
}

int dice_with(const std::string& ability, const std::string& target) {
  return attack(kOrdinary + ", " + ability, target) - attack(kOrdinary, target);
}

}  // namespace

TEST_SUITE("arcane legions, abilities") {
  TEST_CASE("each known ability makes a difference") {
    std::set<Ability> seen{Ability::artillery_machine,  // below: it acts when its figure is gone
                           Ability::hail_of_arrows};    // refused where it would act
    for (const Row& row : rows()) {
      CAPTURE(info(row.ability).id);
      CAPTURE(row.of_attacker);
      CHECK(distance(solve(asked(row, true)), solve(asked(row, false))) > 1e-6);
      seen.insert(row.ability);
    }
    for (const AbilityInfo& ability : abilities()) {
      CAPTURE(ability.id);
      CHECK(seen.contains(ability.ability) ==
            (ability.use == Use::works || ability.use == Use::special));
    }
  }

  TEST_CASE("abilities without influence have none, and say so") {
    for (const AbilityInfo& ability : abilities()) {
      if (ability.use != Use::inert) continue;
      CAPTURE(ability.id);
      const Row row{ability.ability, "duel", true, kOrdinary, kTarget, {}, {}};
      const Report report = solve(asked(row, true));
      CHECK(distance(report, solve(asked(row, false))) == 0);
      CHECK(
          std::any_of(report.assumptions.begin(), report.assumptions.end(), [&](const auto& line) {
            return line.find("without influence on these odds: " + std::string(ability.name)) !=
                   std::string::npos;
          }));
    }
  }

  TEST_CASE("an ability that looks for a type is told where the enemy names none") {
    const auto blind = [](const char* battle, const std::string& attacker,
                          const std::string& defender) {
      const auto made = find_game("arcane_legions")
                            .value()
                            ->prepare(scenario(battle, side(attacker), side(defender)));
      REQUIRE(made);
      std::vector<std::string> lines = made.value().brief;
      std::erase_if(lines,
                    [](const std::string& line) { return !line.ends_with("finds no type"); });
      return lines;
    };
    CHECK(blind("close", kOrdinary + ", trample", kTarget) ==
          std::vector<std::string>{"the attacker's Trample finds no type"});
    CHECK(blind("close", kOrdinary + ", trample", kTarget + ", cavalry").empty());
    CHECK(blind("close", kOrdinary, kTarget + ", spearmen").size() == 1);
    // Who only defends uses no attack ability, and who only attacks none of defence.
    CHECK(blind("close", kOrdinary, kTarget + ", trample").empty());
    CHECK(blind("close", kOrdinary + ", spearmen", kTarget).empty());
    CHECK(blind("ranged", kOrdinary + ", trample", kTarget).empty());
    CHECK(blind("duel", kOrdinary + ", spearmen", kTarget + ", trample").size() == 2);
    CHECK(blind("close", kOrdinary, kTarget).empty());
  }

  TEST_CASE("an ability that looks for a faction is told where none is named") {
    const auto lines = [](const char* battle, const std::string& attacker,
                          const std::string& defender, Values mine = {}, Values his = {}) {
      const auto made = find_game("arcane_legions")
                            .value()
                            ->prepare(scenario(battle, side(attacker, std::move(mine)),
                                               side(defender, std::move(his))));
      REQUIRE(made);
      std::vector<std::string> blind = made.value().brief;
      std::erase_if(blind,
                    [](const std::string& line) { return !line.ends_with("finds no faction"); });
      return blind;
    };
    const std::string proud = kOrdinary + ", xenophobic, hellenic pride";
    CHECK(lines("close", proud, kTarget + ", roman patriot") ==
          std::vector<std::string>{"the attacker's Xenophobic finds no faction",
                                   "the attacker's Hellenic Pride finds no faction",
                                   "the defender's Roman Patriot finds no faction"});
    // Named on the side that matters.
    CHECK(lines("close", "egyptian: " + proud, kTarget + ", roman patriot") ==
          std::vector<std::string>{"the attacker's Xenophobic finds no faction"});
    CHECK(lines("close", "egyptian: " + proud, "roman: " + kTarget + ", roman patriot").empty());
    CHECK(lines("close", proud, "roman: " + kTarget).size() == 2);
    // Said otherwise: a mixed army has no Xenophobes, and an all-Greek one its pride.
    CHECK(lines("close", kOrdinary + ", xenophobic", kTarget, {{"army", "mixed"}}).empty());
    CHECK(lines("duel", kOrdinary, kTarget + ", hellenic pride", {}, {{"army", "all_greek"}})
              .empty());
    CHECK(lines("duel", kOrdinary, kTarget + ", hellenic pride").size() == 1);
    // Who only defends attacks nobody.
    CHECK(lines("close", kOrdinary + ", roman patriot", kTarget + ", xenophobic").empty());
  }

  TEST_CASE("a special order that no figure can suffer is told") {
    const auto told = [](const std::string& attacker, const char* special, const SideSpec& target) {
      const auto made =
          find_game("arcane_legions")
              .value()
              ->prepare(scenario("turn", side(attacker, {{"special", special}}), target));
      REQUIRE(made);
      return std::any_of(
          made.value().assumptions.begin(), made.value().assumptions.end(),
          [](const std::string& line) { return line.find("does nothing: it downs") != line.npos; });
    };
    SideSpec elite = side(kTarget);
    std::vector<Slot> slots = slots_of(elite);
    for (Slot& slot : slots) slot.abilities = {"elite"};
    set_slots(elite, slots);
    const std::string master = kOrdinary + ", death touch master",
                      touch = kOrdinary + ", death touch";
    CHECK(told(master, "death_touch_master", side(kTarget)));
    CHECK(!told(master, "death_touch_master", elite));
    CHECK(told(touch, "death_touch", elite));
    CHECK(!told(touch, "death_touch", side(kTarget)));
  }

  TEST_CASE("an unmanned machine costs 3 dice and the abilities of the figures") {
    SideSpec spec = side("dice 8 blue, hp 1 1 1, side blue, fire arrows");
    std::vector<Slot> slots = slots_of(spec);
    slots[0].abilities = {"artillery_machine"};
    set_slots(spec, slots);
    const Unit shooter = unit(spec), target = unit(kTarget);
    const Force full = starting(shooter), aim = starting(target);
    Blow one;
    one.direct = 1;
    const Force unmanned = suffer(shooter, {}, {}, full, one);
    const Order shot{true, false, false};
    CHECK(attack_dice({}, {shooter, full}, {target, aim}, shot, 0).dice == 8);
    CHECK(attack_dice({}, {shooter, unmanned}, {target, aim}, shot, 0).dice == 5 - 3);
    CHECK(ready(shooter, full).of(Ability::fire_arrows) == 1);
    CHECK(ready(shooter, unmanned).of(Ability::fire_arrows) == 0);
  }

  TEST_CASE("dice that abilities add") {
    CHECK(dice_with("carnivorous", kTarget + ", cavalry") == 2);
    CHECK(dice_with("2 carnivorous", kTarget + ", cavalry") == 4);
    CHECK(dice_with("carnivorous", kTarget) == 0);
    CHECK(dice_with("cunning", kTarget + ", side grey") == 2);
    CHECK(dice_with("demolitionist", kTarget + ", construct") == 3);
    CHECK(dice_with("nature magic", kTarget + ", mythic") == 2);
    CHECK(dice_with("resentful", kTarget + ", human") == 2);
    CHECK(dice_with("specialized", kTarget + ", mixed") == 1);
    CHECK(dice_with("trample", kTarget + ", artillery") == 2);
    CHECK(attack(kOrdinary, kTarget + ", 2 fear") == attack(kOrdinary, kTarget) - 2);
    CHECK(defence(kOrdinary + ", fear", kTarget) == 2);
    CHECK(defence(kOrdinary, kTarget + ", 2 heavy armor") == 5);
    CHECK(defence(kOrdinary, kTarget + ", 2 wall of shields", {true, false, false}) == 7);
    CHECK(defence(kOrdinary, kTarget + ", guardian, siege defense", {true, false, false}) == 7);
    CHECK(defence(kOrdinary + ", cavalry", kTarget + ", spearmen") == 4);
    CHECK(defence("egyptian: " + kOrdinary, kTarget + ", roman patriot") == 5);
    CHECK(defence(kOrdinary, kTarget + ", hellenic pride", {}, {{"army", "all_greek"}}) == 5);
    CHECK(attack(kOrdinary + ", 2 thrown weapon", kTarget, {true, false, false},
                 {{"shoots", "thrown_weapon"}, {"friends", "1"}}) == 6);
    CHECK(attack(kOrdinary + ", side grey", kTarget, {true, false, false}) == 1);
  }

  TEST_CASE("a sniper meets one figure, and no commander") {
    SideSpec spec = side("dice 4 red, 3 white, hp 1 1 1, guardian");
    std::vector<Slot> slots = slots_of(spec);
    slots[0].abilities = {"commander"};
    slots[0].attack = 9;
    slots[1].defence = 2;
    set_slots(spec, slots);
    const Unit shooter = unit("dice 1 blue, hp 1, 2 sniper", {{"shoots", "sniper"}});
    const Unit target = unit(spec);
    const Force a = starting(shooter), t = starting(target);
    const Order shot{true, false, false};
    CHECK(attack_dice({}, {shooter, a}, {target, t}, shot, 0).dice == 2);
    CHECK(defence_dice({}, {shooter, a}, {target, t}, shot).dice == 3);
    const OrderResult result = settle({}, {shooter, a}, {target, t}, shot, Hits{2, 0, 0}, 0);
    const Force after = suffer(target, {}, shooter.policy, t, result.on_target);
    CHECK(figures(after) == 2);  // the surplus is lost
    CHECK(after.stands(0));
    CHECK_FALSE(after.stands(1));
    // RULES arcane_legions 9.18: the number of dice is the ability's, a grey side does not lower it.
    Unit weak = target;
    weak.facing = Colour::grey;
    CHECK(defence_dice({}, {shooter, a}, {weak, t}, shot).dice == 3);
  }

  TEST_CASE("a sniper with nobody but a commander before him is refused") {
    const auto refusal = [](const std::vector<std::string>& figures) -> std::string {
      SideSpec target = side("dice 2 white, hp 1 1");
      std::vector<Slot> slots = slots_of(target);
      for (std::size_t s = 0; s < slots.size(); ++s)
        if (!figures[s].empty()) slots[s].abilities = {figures[s]};
      set_slots(target, slots);
      const auto made =
          find_game("arcane_legions")
              .value()
              ->prepare(scenario(
                  "ranged", side("dice 1 blue, hp 1, 2 sniper", {{"shoots", "sniper"}}), target));
      return made ? "" : made.error().problem;
    };
    CHECK(refusal({"commander", "commander"}) ==
          "a sniper does not aim at a commander, and the defender has nobody else");
    CHECK(refusal({"commander", ""}).empty());
    CHECK(refusal({"elite", "commander"}).empty());
  }

  TEST_CASE("regrouping puts figures where they are needed") {
    SideSpec spec = side("EX-REGROUP", {{"regroup", "layouts"}});
    const Unit moving = unit(spec);
    CHECK(ready(moving, starting(moving)).defence == 6);
    const Force acting = begin_turn(moving, starting(moving), false);
    CHECK(ready(moving, acting).attack == 6);
    CHECK(ready(moving, acting).defence == 0);
    const Unit fixed = unit("EX-REGROUP");
    CHECK(ready(fixed, starting(fixed)).defence == 0);
    CHECK(distance(solve(scenario("duel", side("EX-PLAIN"), spec)),
                   solve(scenario("duel", side("EX-PLAIN"), side("EX-REGROUP")))) > 1e-3);
  }

  TEST_CASE("damage back, and both may fall") {
    const Report report =
        solve(scenario("close", side("dice 6 red, hp 1, 6 white"), side("hp 1, berserker")));
    // One hit wipes out the defender; his icon takes the attacker along.
    CHECK(report.chance(Outcome::draw).p > 0.9);
    const Report spared =
        solve(scenario("close", side("dice 6 red, hp 1, 6 white"), side("hp 1, berserker"),
                       {{"damage_back_when_wiped", "false"}}));
    CHECK(spared.chance(Outcome::draw).p == 0);
    CHECK(spared.chance(Outcome::attacker_win).p ==
          doctest::Approx(report.chance(Outcome::draw).p).epsilon(1e-12));
  }

  TEST_CASE("a figure that Power at a Price downs before the damage does not strike back") {
    // Nobody is struck back where no die hits (1/27: nothing beats 1 and 2) and where two of three
    // show a six (2/27): critical for a deadly unit, so the berserker is gone before the damage.
    const Report report = solve(scenario("close", side("dice 3 red, hp 1 1, deadly"),
                                         side("hp 2 4, berserker, power at a price")));
    double whole = 0;
    for (const auto& left : report.sides[0].survivors)
      if (left.units == std::vector<UnitCount>{{"figure_1hp", 2}}) whole = left.p;
    CHECK(whole == doctest::Approx(3.0 / 27).epsilon(1e-12));
  }
}
