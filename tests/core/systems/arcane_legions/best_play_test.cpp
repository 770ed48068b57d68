// Play for a goal: RULES arcane_legions 8.17 to 8.22.

#include "sim/best_play.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/systems/arcane_legions/setup.hpp"
#include "sim/advise.hpp"
#include "sim/better.hpp"
#include "sim/exact.hpp"
#include "sim/play_score.hpp"
#include "sim/serial.hpp"
#include "stats/tally.hpp"
#include "tests/core/systems/arcane_legions/fielding.hpp"
#include "tests/naive/arcane_best_solver.hpp"

using namespace broadside;
using namespace broadside::arcane_legions;

namespace {

/// The whole of it takes minutes: BROADSIDE_LONG=1 does it.
int often(int usual, int all) { return std::getenv("BROADSIDE_LONG") ? all : usual; }

void play_for(Scenario& scenario, Side side, const std::string& goal) {
  scenario.side(side).policy["play"] = std::string("best");
  if (!goal.empty()) scenario.side(side).policy["goal"] = goal;
}

/// What a goal comes to in a battle that is played as it was asked for.
double reached(const Scenario& scenario, const std::string& goal, Side side) {
  const auto battle = ready(scenario);
  REQUIRE_MESSAGE(bool{battle}, (battle ? "" : battle.error().message()));
  if (plays_best(scenario.side(side))) REQUIRE(battle->goals[side].has_value());  // no fallback
  const PlayScore score{read_play_goal(goal, "").value(), side, battle.value()};
  return score.sign() * score.expected(solve_exact(battle->duel).finals);
}

/// Random units of a few figures.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  int below(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }
  bool one_in(int n) { return below(n) == 0; }
  Side side() { return below(2) == 0 ? Side::attacker : Side::defender; }
  template <class T>
  T of(const std::vector<T>& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
  }

 private:
  std::mt19937_64 engine_;
};

SideSpec of_slots(const std::vector<Slot>& slots, const Names& abilities = {}) {
  SideSpec spec;
  set_slots(spec, slots);
  spec.fields["side"] = std::string("red");
  if (!abilities.empty()) spec.fields["abilities"] = abilities;
  return spec;
}

constexpr const char* kFigureAbilities[] = {
    "fear",         "heavy_armor",         "bad_luck",     "bully",           "way_of_the_bow",
    "crones_curse", "fire_arrows",         "wall_of_mist", "berserker",       "power_at_a_price",
    "dragons_gift", "concentrated_attack", "sniper",       "thrown_weapon",   "direct_fire",
    "armored_rush", "fireburst",           "death_touch",  "lord_of_the_dead"};

/// A battle of made-up units with many abilities: every kind of choice comes up.
Scenario made_up(Dice& dice) {
  BySide<SideSpec> specs;
  for (const Side side : kSides) {
    std::vector<Slot> slots;
    const int count = 2 + dice.below(2);
    for (int f = 0; f < count; ++f) {
      Slot slot{1 + dice.below(3),
                f == 0 ? 2 : dice.below(3),
                f == 0 ? 1 : dice.below(2),
                dice.below(2),
                {}};
      if (dice.one_in(3))
        slot.abilities.emplace_back(kFigureAbilities[dice.below(std::size(kFigureAbilities))]);
      slots.push_back(slot);
    }
    Names abilities;
    for (const char* ability : {"good_fortune", "deadly", "brutal", "tough", "regeneration"})
      if (dice.one_in(4)) abilities.emplace_back(ability);
    specs[side] = of_slots(slots, abilities);
    specs[side].fields["side"] = dice.of<std::string>({"red", "blue", "grey"});
  }
  Scenario asked = fielding::scenario(
      dice.of<std::string>({"duel", "duel", "duel", "volley", "turn", "close", "ranged"}), specs[0],
      specs[1]);
  const auto read = [&](const char* name, const char* value) {
    if (dice.one_in(6)) asked.readings[name] = std::string(value);
  };
  read("soaking", "weakest_first");
  read("damage_back_when_wiped", "false");
  read("tough_attacking", "true");
  if (asked.battle == "duel" || asked.battle == "volley")
    asked.readings["turn_limit"] = 2 + dice.below(8);
  if (asked.battle == "volley") asked.readings["volleys"] = 1 + dice.below(2);
  if (asked.battle == "turn")
    asked.readings["turn"] = dice.of<std::string>({"close", "ranged", "ranged_close"});
  return asked;
}

/// A battle of figures that have prices.
Scenario of_figures(Dice& dice) {
  BySide<SideSpec> specs;
  const std::vector<std::string> roman{"heavy_legionary", "front_line_legionary",
                                       "titus_petronius"};
  const std::vector<std::string> egyptian{"centaur_charger", "charging_hoplite", "achilles",
                                          "cyclops", "protosphinx"};
  for (const Side side : kSides) {
    const auto& names = side == Side::attacker ? roman : egyptian;
    const std::string one = dice.of(names), two = dice.of(names);
    specs[side] = fielding::side(one == two ? "2 " + one : fmt::format("{}, {}", one, two));
  }
  return fielding::scenario("duel", specs[0], specs[1], {{"turn_limit", 3 + dice.below(6)}});
}

/// All that the policies of a side can say, as far as its battle takes it.
std::vector<Values> named(const Scenario& asked, Side side) {
  const std::vector<std::pair<const char*, std::vector<Value>>> fields{
      {"casualties",
       {std::string("listed"), std::string("soak"), std::string("keep_attack"),
        std::string("keep_defence")}},
      {"regroup", {std::string("none"), std::string("layouts")}},
      {"push", {std::string("never"), std::string("always")}},
      {"special",
       {std::string("never"), std::string("armored_rush"), std::string("fireburst"),
        std::string("death_touch"), std::string("death_touch_master"),
        std::string("lord_of_the_dead")}},
      {"shoots",
       {std::string("dice"), std::string("thrown_weapon"), std::string("sniper"),
        std::string("direct_fire")}},
      {"concentrates", {false, true}},
      {"picks", {std::string("attack"), std::string("defence"), std::string("hit_points")}},
      {"reroll",
       {std::string("expected"), std::string("always"), std::string("low"), std::string("never")}}};
  std::string icons;
  for (const Slot& slot : slots_of(asked.side(side)))
    for (const std::string& ability : slot.abilities) icons += ability + " ";
  for (const std::string& ability : asked.side(side).fields.names("abilities"))
    icons += ability + " ";
  const auto has = [&](const char* ability) { return icons.find(ability) != icons.npos; };
  std::vector<Values> all{{}};
  for (const auto& [field, values] : fields) {
    const std::string name = field;
    if (name == "reroll" && !has("good_fortune")) continue;
    if (name == "picks" && !has("power_at") && !has("concentrated") && !has("sniper") &&
        !has("death_touch"))
      continue;
    std::vector<Values> more;
    for (const Values& so_far : all)
      for (const Value& value : values) {
        Values policy = so_far;
        policy[name] = value;
        Scenario tried = asked;
        tried.side(side).policy = policy;
        if (bool{set_up(tried)} || (name == "shoots" && &value == &values.front()))
          more.push_back(std::move(policy));
      }
    all = std::move(more);
  }
  return all;
}

}  // namespace

TEST_SUITE("arcane legions, best play") {
  TEST_CASE("a solver that lists whole assignments agrees") {
    const int battles = often(12, 50);
    for (const std::string goal : {"win", "keep figure_2hp", "2 win + keep figure_1hp"})
      for (int seed = 0; seed < battles; ++seed) {
        Dice dice{static_cast<std::uint64_t>(seed) * 7919 + goal.size()};
        naive::ArcaneQuestion question;
        question.turns = 2 + dice.below(3);
        question.win = goal == "win" ? 1 : goal[0] == '2' ? 2 : 0;
        question.keep = goal == "win" ? -1 : goal.back() == 'p' && goal[0] == 'k' ? 2 : 1;
        const int who = dice.below(3);
        question.mine = who == 1;
        BySide<SideSpec> specs;
        for (const Side side : kSides) {
          auto& mine = question.sides[static_cast<std::size_t>(side)];
          mine.best = who == 2 || (who == 1) == (side == Side::defender);
          std::vector<Slot> slots;
          const int count = 2 + dice.below(2);
          for (int f = 0; f < count; ++f) {
            Slot slot{f == 0   ? 2
                      : f == 1 ? 1
                               : 1 + dice.below(3),
                      f == 0 ? 1 : dice.below(2),
                      0,
                      dice.below(2),
                      {}};
            naive::ArcaneFigure figure{slot.hit_points, slot.attack, slot.defence, 0,
                                       slot.hit_points};
            const auto carries = [&](const char* ability, bool naive::ArcaneFigure::*icon) {
              if (!dice.one_in(5)) return;
              slot.abilities.emplace_back(ability);
              figure.*icon = true;
            };
            carries("armored_rush", &naive::ArcaneFigure::rush);
            carries("death_touch", &naive::ArcaneFigure::touch);
            carries("concentrated_attack", &naive::ArcaneFigure::concentrates);
            slots.push_back(slot);
            mine.figures.push_back(figure);
          }
          specs[side] = of_slots(slots);
        }
        Scenario asked =
            fielding::scenario("duel", specs[0], specs[1], {{"turn_limit", question.turns}});
        for (const Side side : kSides)
          if (question.sides[static_cast<std::size_t>(side)].best)
            play_for(asked, side, who == 2 && side == Side::defender ? "" : goal);
        CAPTURE(seed);
        CAPTURE(goal);
        CAPTURE(who);
        const Side mine = question.mine == 0 ? Side::attacker : Side::defender;
        CHECK(std::abs(reached(asked, goal, mine) - naive::best_value(question)) < 1e-12);
      }
  }

  TEST_CASE("dice alone have nobody to pick out") {
    SideSpec attacker, defender;
    attacker.fields["dice"] = 5;
    attacker.fields["abilities"] = Names{"concentrated_attack", "death_touch"};
    defender.fields["dice"] = 4;
    const Scenario usual = fielding::scenario("close", attacker, defender);
    Scenario best = usual;
    play_for(best, Side::attacker, "");
    const auto battle = ready(best), as_usual = ready(usual);
    REQUIRE(battle);
    REQUIRE(as_usual);
    CHECK(battle->duel.choices.empty());
    CHECK(solve_exact(battle->duel).finals == solve_exact(as_usual->duel).finals);
  }

  TEST_CASE("never worse than the usual choices, nor than any that has a name") {
    const int battles = often(24, 300);
    int gains = 0, compared = 0;
    for (int seed = 0; seed < battles; ++seed) {
      Dice dice{static_cast<std::uint64_t>(seed) + 40'000};
      const bool priced = seed % 4 == 3;
      const std::string goal = !priced ? "win" : seed % 8 == 3 ? "net" : "net + 300 win";
      const Side side = dice.side();
      Scenario usual = priced ? of_figures(dice) : made_up(dice);
      CAPTURE(seed);
      CAPTURE(usual.battle);
      Scenario better = usual;
      play_for(better, side, goal);
      const auto battle = ready(better);
      if (!battle) {  // an order without its icon
        CHECK(battle.error().where == "attacker");
        continue;
      }
      if (!battle->goals[side]) continue;  // above the budget, and said so
      const double most = reached(better, goal, side);
      double usually = -1e9;
      for (const Values& policy : named(usual, side)) {
        Scenario asked = usual;
        asked.side(side).policy = policy;
        if (!set_up(asked)) continue;
        const double value = reached(asked, goal, side);
        if (usually < -1e8) usually = value;
        ++compared;
        CHECK_MESSAGE(most - value > -1e-12, fmt::format("seed {}: {}", seed, [&] {
                        std::string text;
                        for (const auto& [name, chosen] : policy)
                          text += name + "=" + policy.text(name) + " ";
                        return text;
                      }()));
      }
      gains += most > usually + 1e-6;
    }
    CHECK(gains > battles / 4);
    CHECK(compared > 10 * battles);
  }

  TEST_CASE("orders that meet one figure: best beside what stays named") {
    struct Order {
      const char *ability, *battle, *field, *said;
    };
    for (const auto& [ability, battle, field, said] :
         {Order{"death_touch_master", "duel", "special", "death_touch_master"},
          Order{"concentrated_attack", "duel", "picks", "attack"},
          Order{"sniper", "volley", "shoots", "sniper"}}) {
      CAPTURE(ability);
      Scenario asked = fielding::scenario(
          battle, of_slots({{2, 2, 2, 0, {ability}}, {1, 1, 1, 1, {}}}),
          of_slots({{1, 3, 0, 0, {"elite"}}, {2, 1, 0, 2, {"elite"}}, {1, 2, 0, 1, {}}}),
          {{"turn_limit", 4}});
      Scenario better = asked;
      better.side(Side::attacker).policy[field] = std::string(said);
      play_for(better, Side::attacker, "win");
      const double most = reached(better, "win", Side::attacker);
      double best = 0, worst = 1;
      for (const Values& policy : named(asked, Side::attacker)) {
        if (policy.text(field) != said) continue;
        asked.side(Side::attacker).policy = policy;
        if (!set_up(asked)) continue;
        const double value = reached(asked, "win", Side::attacker);
        best = std::max(best, value);
        worst = std::min(worst, value);
      }
      CHECK(most > best - 1e-12);
      CHECK(best > worst + 0.001);
    }
  }

  TEST_CASE("neither side gains by another policy where both play best") {
    for (int seed = 0; seed < often(3, 12); ++seed) {
      Dice dice{static_cast<std::uint64_t>(seed) + 300};
      Scenario asked = of_figures(dice);
      asked.readings["turn_limit"] = 4;
      play_for(asked, Side::attacker, seed % 2 == 0 ? "win" : "net");
      play_for(asked, Side::defender, "");
      CAPTURE(seed);
      const auto battle = ready(asked);
      REQUIRE(battle);
      REQUIRE(battle->goals[Side::attacker]);
      const PlayScore score{battle.value()};
      const double value = score.expected(solve_exact(battle->duel).finals);
      CHECK(value == doctest::Approx(BestPlay{battle->duel, score}.start_value()).epsilon(1e-12));
      int changed = 0;
      for (int policy = 0; policy < 40; ++policy) {
        const Side side = policy % 2 == 0 ? Side::attacker : Side::defender;
        Duel other = battle->duel;
        const int share = policy % 4 < 2 ? 5 : 1;
        for (const Choice& choice : other.choices) {
          if (choice.side != side) continue;
          Step& step = other.steps[choice.step];
          for (std::uint32_t a = 0; a < step.side[0].in_states; ++a)
            for (std::uint32_t d = 0; d < step.side[1].in_states; ++d) {
              const std::uint64_t offered = choice.offered[choice.of == Side::attacker ? a : d];
              if (offered == 0 || !dice.one_in(share)) continue;
              std::vector<std::uint8_t> edges;
              if (!choice.must) edges.push_back(kNoEdge);
              for (std::size_t e = 0; e < choice.edges.size(); ++e)
                if (offered >> e & 1) edges.push_back(choice.edges[e]);
              step.early[std::size_t{a} * step.side[1].in_states + d] = dice.of(edges);
            }
        }
        const double there = score.expected(solve_exact(other).finals);
        changed += std::abs(there - value) > 1e-9;
        CHECK((side == Side::attacker ? there - value : value - there) <
              1e-12 * (1 + score.range()));
      }
      CHECK(changed > 10);
    }
  }

  TEST_CASE("sampled battles agree with the solved ones") {
    const int battles = often(8, 60);
    const std::uint64_t samples = std::getenv("BROADSIDE_LONG") ? 1'000'000 : 65'536;
    for (int seed = 0; seed < battles; ++seed) {
      Dice dice{static_cast<std::uint64_t>(seed) + 90'000};
      Scenario asked = seed % 3 == 0 ? of_figures(dice) : made_up(dice);
      const Side side = dice.side();
      play_for(asked, side, seed % 3 == 0 ? "net" : "win");
      CAPTURE(seed);
      const auto battle = ready(asked);
      if (!battle || !battle->goals[side]) continue;
      const Duel& duel = battle->duel;
      const auto exact = outcome_totals(duel, solve_exact(duel).finals);
      const Sample sample = run_serial(duel, 1, StopRule{samples, {}, {}, 0.95, {}});
      const auto seen = outcome_totals(duel, sample.counts.finals);
      for (const Outcome outcome : all_outcomes()) {
        const double p = std::clamp(exact[outcome], 0.0, 1.0);
        const auto n = static_cast<double>(samples);
        const double error = std::sqrt(std::max(p * (1 - p) / n, 1e-14));
        CHECK(std::abs(static_cast<double>(seen[outcome]) / n - p) < 4.5 * error + 1e-12);
      }
    }
  }

  TEST_CASE("what a policy names is kept") {
    Scenario usual =
        fielding::scenario("duel", fielding::side("2 heavy_legionary, titus_petronius"),
                           fielding::side("2 centaur_charger, achilles"));
    Scenario fixed = usual;
    Values& policy = fixed.side(Side::attacker).policy;
    policy["casualties"] = std::string("listed");
    policy["regroup"] = std::string("none");
    policy["push"] = std::string("never");
    policy["special"] = std::string("never");
    const double usually = reached(usual, "win", Side::attacker);
    // Only who has a goal plays for it, and that is said of nobody else.
    Scenario one = usual;
    play_for(one, Side::attacker, "win");
    const auto battle = find_game("arcane_legions").value()->prepare(one);
    REQUIRE(battle);
    CHECK(battle->goals[Side::attacker]);
    CHECK_FALSE(battle->goals[Side::defender]);
    play_for(fixed, Side::attacker, "win");
    CHECK(reached(fixed, "win", Side::attacker) == doctest::Approx(usually).epsilon(1e-12));
    policy.erase("special");
    CHECK(reached(fixed, "win", Side::attacker) > usually + 0.1);
  }

  TEST_CASE("what cannot be played for is refused") {
    const auto refused = [](const std::string& goal, const char* attacker, Values readings = {},
                            int rounds = 0) {
      Scenario asked = fielding::scenario("duel", fielding::side(attacker),
                                          fielding::side("EX-HEAVY"), std::move(readings));
      if (rounds > 0) asked.fields["rounds"] = rounds;
      play_for(asked, Side::attacker, goal);
      const auto battle = ready(asked);
      REQUIRE_FALSE(battle);
      return battle.error().problem;
    };
    const char* const romans = "2 heavy_legionary, titus_petronius";
    CHECK(refused("planet", romans) == "no planet is fought for in this game");
    CHECK(refused("keep achilles", romans) == "there is no achilles to keep");
    CHECK(refused("win", romans, {{"turn_limit", 0}}) == "best play needs a limit of turns");
    CHECK(refused("win", romans, {}, 4) == "best play looks at the battle to its end");
    CHECK(refused("net", "EX-PLAIN") == "these units have no price: there is nothing to count");
    Scenario goal = fielding::scenario("duel", fielding::side(romans), fielding::side("EX-HEAVY"));
    goal.side(Side::attacker).policy["goal"] = std::string("net");
    CHECK(ready(goal).error().problem == "a goal is for a side whose play is best");
    Scenario due = fielding::scenario("duel", fielding::side(romans), fielding::side("EX-HEAVY"));
    due.side(Side::attacker).fields["hits"] = 2;
    CHECK_FALSE(ready(due));
  }

  TEST_CASE("above the budget the best of the named policies is played, and that is said") {
    Scenario asked =
        fielding::scenario("duel", fielding::side("5 heavy_legionary, titus_petronius"),
                           fielding::side("D-MIX-ACHILLES"));
    const double usually = reached(asked, "win", Side::attacker);
    play_for(asked, Side::attacker, "win");
    play_for(asked, Side::defender, "");
    const auto battle = ready(asked);
    REQUIRE(battle);
    CHECK_FALSE(battle->goals[Side::attacker].has_value());
    CHECK(std::any_of(battle->notes.begin(), battle->notes.end(), [](const std::string& note) {
      return note.starts_with("not the best play, the best of the named policies: ");
    }));
    Scenario named = asked;
    named.side(Side::defender).policy = {};
    named.side(Side::attacker).policy = {};
    named.side(Side::attacker).policy["play"] = std::string("named");
    const double by_name = reached(named, "win", Side::attacker);
    CHECK(by_name > usually + 0.1);
    Scenario rushes = named;
    rushes.side(Side::attacker).policy = {};
    rushes.side(Side::attacker).policy["special"] = std::string("armored_rush");
    CHECK(by_name >= reached(rushes, "win", Side::attacker) - 1e-12);
  }

  TEST_CASE("advice on damage that has come: the best way first, each at its price") {
    Scenario asked =
        fielding::scenario("duel", fielding::side("2 heavy_legionary, titus_petronius"),
                           fielding::side("2 centaur_charger, achilles"));
    const auto advised = advise(asked, 2);
    REQUIRE(advised);
    REQUIRE(advised->ways.size() > 1);
    const auto best = std::max_element(
        advised->ways.begin(), advised->ways.end(),
        [](const AdvisedWay& a, const AdvisedWay& b) { return a.value < b.value; });
    CHECK(advised->ways.front().value > best->value - kSameWay);
    CHECK(advised->ways.back().moves == std::vector<std::string>{"hurt Titus Petronius"});
    // A figure of two hit points is gone: worse than the whole unit that begins.
    Scenario whole = asked;
    play_for(whole, Side::attacker, "win");
    CHECK(advised->ways.front().value < reached(whole, "win", Side::attacker));
    asked.battle = "turn";
    CHECK_FALSE(advise(asked, 2));
  }

  TEST_CASE("where both play best the defender may name the goal that he plays against") {
    Scenario asked = fielding::scenario("close", fielding::side("dice 2 red, hp 1 2"),
                                        fielding::side("dice 2 white, hp 1 2"));
    play_for(asked, Side::attacker, "win");
    play_for(asked, Side::defender, "win");
    CHECK(ready(asked));
    play_for(asked, Side::defender, "keep figure_2hp");
    const auto battle = ready(asked);
    REQUIRE_FALSE(battle);
    CHECK(battle.error().where == "defender.policy.goal");
  }

  TEST_CASE("turns are counted where a side plays best") {
    // One die against a phantom of 2 (RULES 5.2) hits with 3 to 6: two thirds in each own turn. The
    // turn between two of them is the defender's, who has no icon: 1 + 2 * (1/3 + 1/9 + ...).
    Scenario asked =
        fielding::scenario("duel", fielding::side("dice 1 red, hp 1"), fielding::side("hp 1"));
    play_for(asked, Side::attacker, "win");
    const Report report = fielding::solve(asked);
    REQUIRE(report.exact);
    REQUIRE(report.exact->rounds);
    CHECK(*report.exact->rounds == doctest::Approx(2).epsilon(1e-9));
  }

  TEST_CASE("Direct Fire rolls no die, so no rule of rolling again is asked for with it") {
    SideSpec attacker = of_slots({{1, 0, 2, 0, {"direct_fire"}}}, {"good_fortune"});
    attacker.policy["casualties"] = std::string("listed");
    attacker.fields["side"] = std::string("blue");
    Scenario asked = fielding::scenario("ranged", attacker, fielding::side("dice 2 white, hp 2"));
    play_for(asked, Side::attacker, "win");
    const auto battle = ready(asked);
    REQUIRE(battle);
    std::vector<std::string> ways;
    for (const auto& words : battle->choice_words)
      for (const std::string& way : words)
        if (std::find(ways.begin(), ways.end(), way) == ways.end()) ways.push_back(way);
    std::sort(ways.begin(), ways.end());
    CHECK(
        fmt::format("{}", fmt::join(ways, "; ")) ==
        "use Direct Fire; use the reroll rule 'always'; use the reroll rule 'low'; use the reroll "
        "rule 'never'");
  }

  TEST_CASE("who is picked out by a named policy is called by its name") {
    // Most attack icons (RULES 8.14): the figure of one hit point; or the damage is not aimed.
    Scenario asked = fielding::scenario("close", of_slots({{1, 3, 0, 0, {"concentrated_attack"}}}),
                                        of_slots({{1, 3, 0, 0, {}}, {2, 1, 0, 1, {}}}));
    asked.side(Side::attacker).policy["picks"] = std::string("attack");
    play_for(asked, Side::attacker, "win");
    const auto battle = ready(asked);
    REQUIRE(battle);
    std::vector<std::string> offered;
    for (std::size_t c = 0; c < battle->duel.choices.size(); ++c) {
      const Choice& choice = battle->duel.choices[c];
      for (std::size_t e = 0; e < choice.edges.size(); ++e)
        if (std::any_of(choice.offered.begin(), choice.offered.end(),
                        [&](std::uint64_t edges) { return edges >> e & 1; }))
          offered.push_back(battle->choice_words[c][e]);
    }
    std::sort(offered.begin(), offered.end());
    CHECK(fmt::format("{}", fmt::join(offered, "; ")) ==
          "let the enemy assign; pick out figure with 1 hit point");
  }
}
