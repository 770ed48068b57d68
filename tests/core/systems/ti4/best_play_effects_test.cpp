// Best play beside effects: what is forced is the same by the usual play and by the best, and best
// play is never worse than the usual one for its goal (RULES 9.50, 9.57).

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/scenario/play_goal.hpp"
#include "core/systems/ti4/effects_table.hpp"
#include "core/systems/ti4/factions.hpp"
#include "tests/core/systems/ti4/asking.hpp"
#include "tests/sanitised.hpp"

namespace {

using namespace broadside;
using namespace broadside::asking;
constexpr Side kAttacker = Side::attacker, kDefender = Side::defender;

Scenario at_best(Scenario asked, Side side) {
  asked.side(side).policy[std::string(kPlay)] = std::string("best");
  return asked;
}

struct Case {
  std::string_view battle, attacker, defender;
  double win;  ///< of the side that plays best, to six digits
  Side side = kAttacker;
};

void check(const Case& one, const Answer& answer) {
  CAPTURE(one.battle);
  CAPTURE(one.attacker);
  CAPTURE(one.defender);
  CHECK(answer.win(one.side) == doctest::Approx(one.win).epsilon(1e-6).scale(1));
}

TEST_CASE("best play: what The Thundarian throws away is rolled again in the same round") {
  // RULES 3.4.5; identical units, nothing to choose
  const Case cases[] = {
      {"invasion", "l1z1x: dn, 2 inf, +thundarian", "3 inf", 0.745764},
      {"ground", "3 inf, +thundarian, +supercharge", "3 inf", 0.671765},
      {"ground", "3 inf, +morale boost, +thundarian", "inf", 0.996578},
      {"ground", "2 inf", "inf, +evelyn, +thundarian", 0.194393, kDefender},
      {"space", "2 cr, +thundarian, +morale boost", "2 cr", 0.621010},
      {"ground", "mech, +duranium armor, +thundarian", "3 inf", 0.0},
  };
  for (const Case& one : cases) {
    const Scenario asked = scenario(one.battle, one.attacker, one.defender);
    const Answer usual = ask(asked), best = ask(at_best(asked, one.side));
    if (one.win > 0) check(one, usual);
    CHECK(best.win(one.side) == worked(usual.win(one.side)));
    CHECK(best.rounds == worked(usual.rounds));
  }
}

TEST_CASE("a boost of the round stays when The Thundarian throws it away, in a conquest too") {
  // RULES 3.4.5; nobody on the planet: whoever keeps the space area with a carrier lands
  const Answer space = ask("space", "4 cv, +thundarian, +morale boost", "2 cr");
  const Answer conquest = ask("conquest", "4 cv, 1 inf, +thundarian, +morale boost", "2 cr");
  CHECK(conquest.win() == worked(space.win()));
}

TEST_CASE("best play: Emergency Repairs between the abilities of the start") {  // RULES 3.1.1, 9.57
  const char* const grid = "sd, +tech_magen_defense_grid_omega2";
  const Scenario alone = scenario("invasion", "mech!, +emergency repairs", grid);
  const Answer usual = ask(alone), best = ask(at_best(alone, kAttacker));
  CHECK(usual.win() == doctest::Approx(0.538462).epsilon(1e-6));
  CHECK(best.win() == worked(usual.win()));
  const Scenario landing =
      scenario("invasion", "2 dn, cv, 1 inf, mech!, +emergency repairs, +blitz",
               "naalu: 2 inf, mech!, +proxima targeting vi, +tech_magen_defense_grid");
  CHECK(ask(landing).win() == doctest::Approx(0.801835).epsilon(1e-6));
  CHECK(ask(at_best(landing, kAttacker)).win() >= ask(landing).win() - 1e-9);
}

TEST_CASE("best play in a conquest: the room of the troops is kept while that is best") {
  // RULES 9.6, 9.50: the best of both is at least the usual play, protected, and the one that is not
  const Case cases[] = {
      {"conquest", "sardakk: dn, cv, inf, 2 mech", "cr, inf, 2 mech", 0.980761},
      {"conquest", "cv, dn, 3 inf, +milor omega", "2 inf, 2 dd", 0.945610},
      {"conquest", "dn, cv, 3 inf, +blitz, +hero_fss_orlando", "cr, 2 inf", 0.956347},
      {"conquest", "sardakk: cv, dn, 2 inf, mech", "2 dd, 2 inf", 0.0},
  };
  for (const Case& one : cases) {
    const Scenario asked = scenario(one.battle, one.attacker, one.defender);
    const Answer kept = ask(asked), best = ask(at_best(asked, kAttacker));
    Scenario open = asked;
    open.side(kAttacker).policy["protect_capacity"] = false;
    if (one.win > 0) check(one, kept);
    CAPTURE(one.attacker);
    CHECK(best.win() >= std::max(kept.win(), ask(open).win()) - 1e-9);
  }
}

TEST_CASE(
    "best play in the usual order of losses: Direct Hit is met by the better of both sustains") {
  // RULES 9.1, 9.50: Van Hauge takes all ships along, so losses go in the usual order
  const Scenario asked = scenario("space", "yin: fs, 2 ff, cv2", "saar: 2 dd, ff, +direct hit");
  const Answer usual = ask(asked), best = ask(at_best(asked, kAttacker));
  Scenario first = asked;
  first.side(kAttacker).policy["sustain"] = std::string("first");
  CHECK(usual.win() > ask(first).win() + 0.1);  // `auto` sustains last here
  CHECK(best.win() >= usual.win() - 1e-9);
}

/// Draws that are the same with every standard library.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
  int between(int low, int high) { return low + below(high - low + 1); }
  bool one_in(int n) { return below(n) == 0; }
  template <class List>
  const auto& of(const List& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(std::size(list))))];
  }

 private:
  std::mt19937_64 engine_;
};

/// What acts at the start or at the end of a round, on all losses of one or on the rolls of one.
constexpr std::string_view kNear[] = {"agent_the_thundarian",
                                      "ac_emergency_repairs",
                                      "ac_morale_boost",
                                      "ac_fire_team",
                                      "agent_evelyn_delouis",
                                      "agent_viscount_unlenn",
                                      "tech_supercharge",
                                      "ac_shields_holding",
                                      "ac_direct_hit",
                                      "tech_duranium_armor",
                                      "tech_magen_defense_grid",
                                      "tech_magen_defense_grid_omega2",
                                      "tech_proxima_targeting_vi",
                                      "tech_assault_cannon",
                                      "agent_brother_milor_omega",
                                      "agent_dame_briar",
                                      "hero_fss_orlando",
                                      "ac_courageous_to_the_end",
                                      "ac_reflective_shielding",
                                      "relic_metali_void_shielding",
                                      "tech_non_euclidean_shielding",
                                      "pn_war_funding_omega",
                                      "ac_scramble_frequency",
                                      "tech_valkyrie_particle_weave",
                                      "ac_bunker",
                                      "ability_harrow"};

SideSpec small_side(Draw& draw, Side side, std::string_view battle) {
  SideSpec spec;
  const auto factions = ti4::all_factions();
  if (draw.one_in(2)) spec.faction = draw.of(factions).id;
  if (spec.faction == "neutral") spec.faction.clear();
  const auto add = [&](std::string_view type, int count) {
    for (const UnitCount& unit : spec.units)
      if (unit.type == type) return;
    spec.units.push_back({std::string(type), count});
  };
  const bool space = battle == "space" || battle == "conquest";
  if (space || (battle == "invasion" && side == kAttacker)) {
    constexpr std::string_view kShips[] = {"cruiser",   "dreadnought", "carrier",
                                           "destroyer", "fighter",     "flagship"};
    add(draw.of(std::array<std::string_view, 3>{"cruiser", "dreadnought", "carrier"}), 1);
    for (int types = draw.between(0, 2); types > 0; --types)
      if (const std::string_view type = draw.of(kShips); type != "flagship")
        add(type, draw.between(1, 2));
      else if (!spec.faction.empty())
        add(type, 1);
  }
  if (battle != "space") {
    if (side == kAttacker && battle == "conquest") add("carrier", 1);
    add("infantry", draw.between(1, 3));
    if (draw.one_in(2)) add("mech", draw.between(1, 2));
    if (side == kDefender && battle != "ground" && draw.one_in(3)) add("pds", 1);
  }
  for (const UnitCount& unit : spec.units)
    if ((unit.type == "mech" || unit.type == "dreadnought") && draw.one_in(3))
      spec.damaged.push_back({unit.type, 1});
  const auto facts = ti4::all_effects();
  for (int wanted = draw.between(1, 3); wanted > 0; --wanted) {
    std::string_view id = draw.of(kNear);
    if (draw.one_in(3)) id = draw.of(facts).id;
    if (std::none_of(spec.effects.begin(), spec.effects.end(),
                     [&](const EffectChoice& effect) { return effect.id == id; }))
      spec.effects.push_back({std::string(id), {}, {}, {}});
  }
  return spec;
}

Scenario small_scenario(std::uint64_t seed) {
  constexpr std::string_view kBattles[] = {"space", "ground", "invasion", "conquest"};
  Draw draw(seed);
  Scenario scenario;
  scenario.battle = kBattles[seed % std::size(kBattles)];
  for (const Side side : kSides) scenario.side(side) = small_side(draw, side, scenario.battle);
  return scenario;
}

/// As `broadside odds` takes it, for a finding to be repeated.
std::string told(const Scenario& scenario) {
  std::string text = "--battle " + scenario.battle;
  for (const Side side : kSides)
    text += " \"" + find_game("ti4").value()->write_side(scenario.side(side)) + "\"";
  return text;
}

TEST_CASE("best play is never below the usual play, beside any effects") {
  constexpr std::uint64_t kScenarios = test::unless_sanitised(1000, 60);
  constexpr double kSame = 1e-9;
  int solved = 0;
  for (std::uint64_t seed = 1; seed <= kScenarios; ++seed) {
    const Scenario asked = small_scenario(seed);
    const Side side = seed / 4 % 2 == 0 ? kAttacker : kDefender;
    // Effects that do not fit the side, the battle or each other are refused.
    const Answer usual = try_ask(asked);
    if (!usual.solved) continue;
    const Answer best = try_ask(at_best(asked, side));
    CAPTURE(told(asked));
    CAPTURE(name(side));
    CHECK(best.solved);
    CHECK(best.win(side) >= usual.win(side) - kSame);
    ++solved;
  }
  CHECK(solved > static_cast<int>(kScenarios / 3));
}

TEST_CASE(
    "best play: what holds for a round is used up by its roll, so many times as there are uses") {
  // With nothing else to choose the first rounds are the best ones.
  double before = 0;
  for (const char* uses : {"x1", "x2", "x3"}) {
    CAPTURE(uses);
    const Scenario asked =
        scenario("space", std::string{"2 cr, +munitions reserves "} + uses, "3 cr");
    const double usual = ask(asked).win();
    CHECK(ask(at_best(asked, Side::attacker)).win() == worked(usual));
    CHECK(usual > before + 0.01);
    before = usual;
  }
}

}  // namespace
