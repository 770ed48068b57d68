#include "sim/matrix.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/systems/ti4/effects_table.hpp"
#include "sim/exact.hpp"
#include "sim/lengths.hpp"
#include "sim/pieces.hpp"
#include "stats/summary.hpp"
#include "tests/naive/random_scenarios.hpp"
#include "tests/naive/rebellion_scenarios.hpp"

using namespace broadside;

namespace {

/// BROADSIDE_LONG=1: more than twenty thousand cells instead of a share of them.
bool long_run() { return std::getenv("BROADSIDE_LONG") != nullptr; }

SideSpec fleet(const std::string& text, const std::string& game = "ti4") {
  return find_game(game).value()->parse_side(text).value();
}

std::vector<SideSpec> fleets(std::initializer_list<const char*> texts,
                             const std::string& game = "ti4") {
  std::vector<SideSpec> sides;
  for (const char* text : texts) sides.push_back(fleet(text, game));
  return sides;
}

Options exactly_solved() {
  Options options;
  options.method = Method::exact;
  return options;
}

struct Checked {
  std::size_t cells = 0, passes = 0, one_by_one = 0;
  double worst = 0;
  Checked& operator+=(const Checked& other) {
    cells += other.cells;
    passes += other.passes;
    one_by_one += other.one_by_one;
    worst = std::max(worst, other.worst);
    return *this;
  }
};

/// Every cell once more by the forward solver.
Checked check(const MatrixQuestion& question) {
  const auto answer = matrix(question, exactly_solved());
  if (!answer) {
    MESSAGE(answer.error().message());
    CHECK(answer);
    return {};
  }
  Checked checked{answer->cells.size(), answer->passes, answer->one_by_one, 0};
  const Scenario base = of_one_kind(question.scenario, question.attackers, question.defenders);
  const auto compare = [&](double got, double expected, const std::string& what) {
    const double off = std::abs(got - expected) / std::max(1.0, std::abs(expected));
    if (!(off < 1e-12)) {
      CAPTURE(what);
      CAPTURE(got);
      CAPTURE(expected);
      CHECK(off < 1e-12);
    }
    checked.worst = std::max(checked.worst, off);
  };
  for (std::size_t a = 0; a < question.attackers.size(); ++a)
    for (std::size_t d = 0; d < question.defenders.size(); ++d) {
      Scenario one = base;
      one.side(Side::attacker) = question.attackers[a];
      one.side(Side::defender) = question.defenders[d];
      CAPTURE(naive::describe(one));
      const auto battle = ready(one);
      REQUIRE(battle);
      const ExactResult exact = solve_exact(battle->duel);
      const auto outcomes = outcome_totals(battle->duel, exact.finals);
      const Summary summary = summarize(battle.value(), exact.finals, 1.0, Side::attacker);
      const MatrixCell& cell = answer->at(a, d);
      compare(cell.attacker_win, outcomes[Outcome::attacker_win], "attacker wins");
      compare(cell.draw, outcomes[Outcome::draw], "draw");
      compare(cell.defender_win, outcomes[Outcome::defender_win], "defender wins");
      compare(cell.attacker_win + cell.draw + cell.defender_win + cell.other, 1, "everything");
      compare(cell.lost[Side::attacker], summary.own_lost, "attacker loses");
      compare(cell.lost[Side::defender], summary.enemy_lost, "defender loses");
      auto rounds = mean_rounds<double>(battle->duel, exact.rounds, 1.0);
      if (!rounds) rounds = mean_longest_stage(battle->duel, 4e8);
      if (rounds) compare(cell.rounds, *rounds, "rounds");
    }
  return checked;
}

/// Fleets with other numbers of the same units, and some damaged, that can fight this battle.
class Variants {
 public:
  Variants(Scenario scenario, std::uint64_t seed) : scenario_(std::move(scenario)), engine_(seed) {}

  MatrixQuestion question(std::size_t most) {
    MatrixQuestion question{
        scenario_, {scenario_.side(Side::attacker)}, {scenario_.side(Side::defender)}};
    for (int tries = 0; tries < 40; ++tries)
      for (const Side side : kSides) {
        auto& list = side == Side::attacker ? question.attackers : question.defenders;
        if (list.size() == most) continue;
        SideSpec other = varied(scenario_.side(side));
        Scenario one = scenario_;
        one.side(side) = other;
        if (std::find(list.begin(), list.end(), other) == list.end() && ready(one))
          list.push_back(std::move(other));
      }
    // What each can do against the first it must be able to do against all.
    std::erase_if(question.attackers, [&](const SideSpec& attacker) {
      return std::any_of(question.defenders.begin(), question.defenders.end(),
                         [&](const SideSpec& defender) {
                           Scenario one = scenario_;
                           one.side(Side::attacker) = attacker;
                           one.side(Side::defender) = defender;
                           const auto battle = ready(one);
                           return !battle || !solvable(battle->duel, Options{});
                         });
    });
    return question;
  }

 private:
  SideSpec varied(SideSpec side) {
    const SideSpec whole = side;
    side.units.clear();
    side.damaged.clear();
    for (const UnitCount& unit : whole.units) {
      const int count = static_cast<int>(engine_() % static_cast<std::uint64_t>(unit.count + 2));
      if (count == 0) continue;
      side.units.push_back({unit.type, count});
      for (const UnitCount& hurt : whole.damaged)
        if (hurt.type == unit.type)
          side.damaged.push_back({unit.type, std::min(count, hurt.count)});
    }
    return side;
  }

  Scenario scenario_;
  std::mt19937_64 engine_;
};

/// Keeps what every piece comes to, and knows all of them once it is told to.
class Kept final : public Pieces {
 public:
  std::vector<std::string> bytes;
  bool all = false;

  void begin(std::size_t pieces) override { bytes.resize(pieces); }
  bool all_known() const override { return all; }
  Result<std::string> known(std::size_t piece) const override { return bytes[piece]; }
  bool wanted(std::size_t) const override { return true; }
  void found(std::size_t piece, const std::string& found) override { bytes[piece] = found; }
};

}  // namespace

TEST_CASE("matrix: one pass answers what differs in numbers") {
  MatrixQuestion question;
  question.attackers = fleets({"2 dn, 4 ff", "5 cr", "ws", "cv, 4 ff", "2 dd, 2 cv, 8 ff"});
  question.defenders = fleets({"ws, 3 ff", "dn!, cr", "4 dd"});
  const Checked checked = check(question);
  CHECK(checked.cells == 15);
  CHECK(checked.passes == 1);
  CHECK(checked.one_by_one == 0);
}

TEST_CASE("matrix: fleets of the same types share a pass, with effects too") {
  for (const std::string effect : {"duranium armor", "morale boost"}) {
    CAPTURE(effect);
    const auto with = [&](const char* units) { return units + (", +" + effect); };
    const std::string many = with("3 dd, 2 dn"), few = with("dd, dn");
    MatrixQuestion question;
    question.attackers = fleets({many.c_str(), few.c_str()});
    question.defenders = fleets({"3 cr, 2 ff", "cr, 4 ff"});
    const Checked checked = check(question);
    CHECK(checked.cells == 4);
    CHECK(checked.passes == 1);
    CHECK(checked.one_by_one == 0);
  }
}

TEST_CASE("matrix: no answer depends on threads or on the blocks that others solve") {
  MatrixQuestion question;
  question.attackers = fleets({"2 dn, 4 ff", "5 cr", "ws", "letnev: 2 dn", "letnev: dn, 2 cr",
                               "cr2, dd", "2 cr2", "3 cr2, 2 dd"});
  question.defenders = fleets({"ws, 3 ff", "2 pds, cr", "4 dd", "pds, 2 dd"});
  Options options = exactly_solved();
  options.threads = 1;
  const auto alone = matrix(question, options);
  options.threads = 2;
  const auto together = matrix(question, options);
  REQUIRE(alone);
  REQUIRE(together);
  CHECK(alone->cells == together->cells);
  const auto work = MatrixWork::plan(question, options);
  REQUIRE(work);
  std::size_t cells = 0;
  for (std::size_t b = work->blocks().size(); b-- > 0;) {
    const MatrixBlock& block = work->blocks()[b];
    const auto solved = work->solve(b);
    REQUIRE(solved);
    cells += block.cells();
    for (std::size_t a = 0; a < block.attackers.size(); ++a)
      for (std::size_t d = 0; d < block.defenders.size(); ++d)
        CHECK(solved.value()[a * block.defenders.size() + d] ==
              alone->at(block.attackers[a], block.defenders[d]));
  }
  CHECK(cells == alone->cells.size());
}

TEST_CASE("matrix: with less memory numbers are pulled back one after the other") {
  MatrixQuestion question;
  question.attackers =
      fleets({"2 dn, 4 ff", "5 cr", "ws", "cv, 4 ff", "2 dd, 2 cv, 8 ff", "3 cr, dn"});
  question.defenders = fleets({"ws, 3 ff", "2 dn, cr", "4 dd"});
  const auto whole = matrix(question, exactly_solved());
  REQUIRE(whole);
  // From room for all numbers at once down to where fleets are halved and battles solved alone.
  std::size_t tried = 0;
  for (double memory = 4e6; memory > 1e4; memory /= 1.3) {
    CAPTURE(memory);
    Options options = exactly_solved();
    options.exact_memory = memory;
    const auto less = matrix(question, options);
    if (!less) break;  // no room for a single battle
    ++tried;
    for (std::size_t c = 0; c < whole->cells.size(); ++c) {
      const MatrixCell &one = less->cells[c], &other = whole->cells[c];
      CHECK(std::abs(one.attacker_win - other.attacker_win) < 1e-14);
      CHECK(std::abs(one.draw - other.draw) < 1e-14);
      CHECK(std::abs(one.defender_win - other.defender_win) < 1e-14);
      for (const Side side : kSides) CHECK(std::abs(one.lost[side] - other.lost[side]) < 1e-13);
      CHECK(std::abs(one.rounds - other.rounds) < 1e-13);
    }
  }
  CHECK(tried > 10);
}

TEST_CASE("matrix: trap, capacity that is looked at before the combat") {
  // Overloaded fleets under space cannon lose only what their ships carried (RULES ti4 2.8), so how
  // far a fleet is above its capacity may not be that of another one.
  MatrixQuestion question;
  question.attackers = fleets({"cv, 4 ff", "cv, 6 ff", "cv, dd, 9 ff", "2 cv, 8 ff", "dn, 5 ff"});
  question.defenders = fleets({"2 pds, dd", "3 pds, cr", "pds, 2 dd, 3 ff, cv", "2 dd"});
  const Checked checked = check(question);
  CHECK(checked.passes > 1);
}

TEST_CASE("matrix: trap, shields that only some planets have and ships that break them") {
  MatrixQuestion question;
  question.scenario.battle = "invasion";
  question.attackers = fleets({"dn, 2 inf", "ws, inf", "2 dn, ws, 4 inf", "dn"});
  question.defenders = fleets({"2 inf", "pds, 2 inf", "2 pds, inf", "pds"});
  check(question);
}

TEST_CASE("matrix: trap, effects that look at who is there") {
  for (const char* effects : {"+sai seravus", "+fighter conscription", "+courageous to the end",
                              "+the crown of thalnos", "+ipswitch", "+magen defense grid"}) {
    CAPTURE(effects);
    const auto side = [&](const std::string& units) {
      return find_game("ti4").value()->parse_side(units + ", " + effects);
    };
    MatrixQuestion question;
    for (const char* units : {"cv, 2 dd", "2 cv, dd, ff", "dn, cr, 2 dd", "2 dn, cv", "3 cr"})
      if (auto read = side(units)) question.attackers.push_back(read.value());
    question.defenders = fleets({"ws, 3 ff", "2 dd, cr", "3 cv, 5 ff", "dn"});
    if (question.attackers.empty()) continue;
    bool fights = true;
    for (const SideSpec& attacker : question.attackers) {
      Scenario one;
      one.side(Side::attacker) = attacker;
      one.side(Side::defender) = question.defenders.front();
      fights &= bool{ready(one)};
    }
    if (fights) check(question);
  }
}

TEST_CASE("matrix: cells equal the forward solver, whatever stands in a scenario") {
  Checked all;
  const std::uint64_t battles = long_run() ? 900 : 45;
  for (std::uint64_t seed = 1; seed <= battles; ++seed) {
    const Scenario scenario = naive::random_standard_scenario(seed);
    const auto battle = ready(scenario);
    if (!battle || exact_cost(battle->duel) > (long_run() ? 1e7 : 1e6)) continue;
    CAPTURE(seed);
    const MatrixQuestion question = Variants{scenario, seed}.question(5);
    if (!question.attackers.empty()) all += check(question);
  }
  MESSAGE(all.cells << " cells, " << all.passes << " passes, " << all.one_by_one
                    << " one by one, largest difference " << all.worst);
  CHECK(all.cells > (long_run() ? 12'000 : 500));
  CHECK(4 * all.one_by_one < all.cells);
}

TEST_CASE("matrix: cells equal the forward solver with every effect") {
  Checked all;
  const std::span<const ti4::EffectFact> effects = ti4::all_effects();
  const std::size_t every = long_run() ? 1 : 4;
  for (std::size_t e = 0; e < effects.size(); e += every)
    for (const Side side : kSides)
      for (const char* battle : {"space", "conquest"}) {
        Scenario scenario;
        scenario.game = "ti4";
        scenario.battle = battle;
        scenario.side(Side::attacker) = fleet("dn, 2 cr, cv, dd, 3 ff, 2 inf, mech");
        scenario.side(Side::defender) = fleet("ws, cv, 2 dd, 2 ff, pds, 3 inf");
        scenario.side(side).faction =
            effects[e].faction == "" ? "" : std::string(effects[e].faction);
        scenario.side(side).effects = {EffectChoice{std::string(effects[e].id)}};
        const auto ready_one = ready(scenario);
        if (!ready_one || exact_cost(ready_one->duel) > 3e6) continue;
        CAPTURE(effects[e].id);
        CAPTURE(battle);
        const MatrixQuestion question = Variants{scenario, e}.question(3);
        if (!question.attackers.empty()) all += check(question);
      }
  MESSAGE(all.cells << " cells, " << all.passes << " passes, " << all.one_by_one
                    << " one by one, largest difference " << all.worst);
  CHECK(all.cells > (long_run() ? 4000 : 1000));
}

TEST_CASE("matrix: cells equal the forward solver with what changes dice and hits") {
  Checked all;
  struct Change {
    const char *faction, *effect, *fleet, *battle = "space";
  };
  for (const auto& [faction, effect, ships, kind] :
       {Change{"", "tech_plasma_scoring", "dn, 2 cr"}, Change{"", "pn_war_funding", "dn, 2 cr"},
        Change{"", "breakthrough_gravleash_maneuvers", "dn, 2 cr"},
        Change{"", "relic_heart_of_ixth", "dn, 2 cr"}, Change{"", "ac_shields_holding", "dn, 2 cr"},
        Change{"", "hero_ipswitch", "dn, 2 cr"},  // nothing is shared with it
        Change{"naaz_rokha", "naaz_rokha_flagship", "fs, 2 cr, 2 mech", "conquest"},
        Change{"naaz_rokha", "naaz_rokha_flagship", "fs, 2 cr, 2 mech, 2 inf", "invasion"}}) {
    CAPTURE(effect);
    Scenario scenario;
    scenario.game = "ti4";
    scenario.battle = kind;
    scenario.side(Side::attacker) = fleet(ships);
    scenario.side(Side::attacker).faction = faction;
    if (!std::string_view(effect).ends_with("_flagship"))
      scenario.side(Side::attacker).effects = {EffectChoice{effect}};
    scenario.side(Side::defender) = fleet("dn, 2 dd, 2 pds");
    REQUIRE(ready(scenario));
    MatrixQuestion question = Variants{scenario, 1}.question(3);
    REQUIRE_FALSE(question.attackers.empty());
    all += check(question);
  }
  CHECK(all.one_by_one < all.cells);
}

TEST_CASE("matrix: what no pass solves within its budget is sampled") {
  MatrixQuestion question;
  question.scenario.game = "ti4";
  question.scenario.battle = "space";
  question.attackers = {fleet("2 dn"), fleet("dn"), fleet("3 dn")};
  question.defenders = {fleet("2 cr"), fleet("3 cr")};
  Options options;
  options.method = Method::automatic;
  const auto solved = matrix(question, options);
  REQUIRE(solved);
  for (const MatrixCell& cell : solved->cells) CHECK(cell.error == 0);
  options.exact_budget = 1;
  options.battles = 65'536;
  const auto sampled = matrix(question, options);
  REQUIRE(sampled);
  for (std::size_t c = 0; c < sampled->cells.size(); ++c) {
    CHECK(sampled->cells[c].error > 0);
    CHECK(std::abs(sampled->cells[c].attacker_win - solved->cells[c].attacker_win) <
          4 * sampled->cells[c].error);
  }
}

TEST_CASE("matrix: Rebellion without cards and Risk") {
  Checked all;
  const std::uint64_t battles = long_run() ? 400 : 30;
  for (std::uint64_t seed = 1; seed <= battles; ++seed) {
    const Scenario scenario = naive_rebellion::random_combat(seed);
    const auto battle = ready(scenario);
    if (!battle || exact_cost(battle->duel) > 3e5) continue;
    CAPTURE(seed);
    const MatrixQuestion question = Variants{scenario, seed}.question(4);
    if (!question.attackers.empty()) all += check(question);
  }
  MESSAGE(all.cells << " cells, " << all.passes << " passes, " << all.one_by_one
                    << " one by one, largest difference " << all.worst);
  CHECK(all.cells > (long_run() ? 1000 : 60));
  MatrixQuestion risk;
  risk.scenario.game = "risk";
  for (int n = 2; n < 12; ++n) {
    risk.attackers.push_back(fleet(std::to_string(n), "risk"));
    risk.defenders.push_back(fleet(std::to_string(n - 1), "risk"));
  }
  const Checked checked = check(risk);
  CHECK(checked.passes == 1);
  CHECK(checked.one_by_one == 0);
}

TEST_CASE("matrix: what nothing solves is sampled, and says how surely") {
  MatrixQuestion question;
  question.scenario.game = "rebellion";
  question.attackers = fleets({"isd, 2 tie", "2 isd"}, "rebellion");
  question.defenders = fleets({"mon cal, x-wing"}, "rebellion");
  Options options;
  options.method = Method::automatic;
  options.battles = 20'000;
  const auto answer = matrix(question, options);
  REQUIRE(answer);
  for (const MatrixCell& cell : answer->cells) {
    CHECK(cell.error > 0);
    CHECK(cell.error < 0.01);
    CHECK(std::abs(cell.attacker_win + cell.draw + cell.defender_win + cell.other - 1) < 1e-12);
  }
  const auto refused = matrix(question, exactly_solved());
  CHECK(!refused);
}

TEST_CASE("matrix: what is assumed and what may surprise is told, once or by fleet") {
  using Lines = std::vector<std::string>;
  MatrixQuestion question{{}, fleets({"2 dn, 4 ff", "3 dn"}), fleets({"ws, 3 ff"})};
  question.scenario.battle = "space";
  const auto told = matrix(question, exactly_solved()).value();
  CHECK(told.notes ==
        Lines{"the attacker (2 dreadnoughts, 4 fighters) has 4 fighters to carry and a "
              "capacity of 2: what is above it after the space combat is removed, "
              "fighters first"});
  CHECK(told.brief == Lines{"fighters are lost first", "damage is sustained first"});
  question.attackers.erase(question.attackers.begin());
  Scenario alone = question.scenario;
  alone.side(Side::attacker) = question.attackers.front();
  alone.side(Side::defender) = question.defenders.front();
  const Lines assumed = odds(alone, exactly_solved()).value().assumptions;
  REQUIRE_FALSE(assumed.empty());
  CHECK(matrix(question, exactly_solved()).value().assumptions == assumed);
}

TEST_CASE("matrix: a fleet that cannot fight is named by its place") {
  MatrixQuestion question;
  question.attackers = fleets({"2 dn", "3 inf"});
  question.defenders = fleets({"ws", "2 cr"});
  question.scenario.battle = "space";
  const auto answer = matrix(question, exactly_solved());
  REQUIRE(!answer);
  CHECK(answer.error().where.starts_with("attacker 2"));
}

TEST_CASE(
    "matrix: put together from its pieces it is the same, and a piece that is cut is refused") {
  const MatrixQuestion question{
      {}, fleets({"2 cr", "dn, 2 ff", "3 dd"}), fleets({"cr, dd", "sardakk: dn", "cv, 4 ff"})};
  Options options = exactly_solved();
  options.threads = 1;
  const auto whole = matrix(question, options);
  REQUIRE(whole);
  Kept kept;
  const auto part = matrix(question, options, {}, &kept);
  REQUIRE_FALSE(part);
  CHECK(is_only_a_part(part.error()));
  REQUIRE_FALSE(kept.bytes.empty());
  kept.all = true;
  const auto together = matrix(question, options, {}, &kept);
  REQUIRE_MESSAGE(bool{together}, (together ? "" : together.error().message()));
  CHECK(together->cells == whole->cells);
  kept.bytes.back().pop_back();
  const auto cut = matrix(question, options, {}, &kept);
  REQUIRE_FALSE(cut);
  CHECK(cut.error().problem == "a piece of the answer cannot be read");
}
