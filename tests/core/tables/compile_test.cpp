// Tables of a battle whose rules are a few lines: how wide rows are, and that they say what was
// asked for.
#include "core/tables/compile.hpp"

#include <doctest/doctest.h>

#include "sim/engine.hpp"
#include "sim/exact.hpp"
#include "stats/tally.hpp"

using namespace broadside;

namespace {

/// Each side has strength and powder. A throw uses up powder at random and makes as many hits, as
/// long as there is any; without powder it hits with one half. Hits beyond what the enemy has are
/// one volley to him.
struct PowderRules {
  struct Force {
    std::uint32_t strength = 0, powder = 0;
    friend bool operator==(const Force&, const Force&) = default;
    friend auto operator<=>(const Force&, const Force&) = default;
  };
  using Throw = Pmf<std::pair<Volley, Force>>;

  PowderRules(std::uint32_t strength, std::uint32_t powder) : start_{strength, powder} {
    const StepHandle round = plan_.add({.name = "round",
                                        .stage = "round",
                                        .repeats = true,
                                        .is_round = true,
                                        .throws = {true, true}});
    plan_.lead(round, {1}, {0}, ends(Outcome::attacker_win));
    plan_.lead(round, {0}, {0}, ends(Outcome::draw));
    plan_.lead(round, {0}, {1}, ends(Outcome::defender_win));
    plan_.stall(round, ends(Outcome::stalemate));
    plan_.finish();
  }

  const Plan& plan() const { return plan_; }
  Force start(Side) const { return start_; }
  Throw throws(Side, int, const Force& force, std::uint32_t) const {
    if (force.powder == 0) return Throw{{{{0, force}, 0.5}, {{1, force}, 0.5}}};
    std::vector<Throw::Entry> entries;
    for (std::uint32_t used = 0; used <= force.powder; ++used)
      for (std::uint32_t hits = 0; hits <= used; ++hits)
        entries.push_back({{hits, Force{force.strength, force.powder - used}},
                           1.0 / (force.powder + 1) / (used + 1)});
    return Throw{std::move(entries)};
  }
  Force absorb(Side, int, const Force& force, Volley hits) const {
    return {force.strength > hits ? force.strength - hits : 0, force.powder};
  }
  int stance(Side, int, const Force& force) const { return force.strength > 0; }
  std::uint32_t feature(Side, int, const Force&) const { return 0; }
  std::pair<Volley, Volley> respond(int, Volley a, Volley d) const { return {a, d}; }
  Force cross(Side, int, int, const Force& force) const { return force; }
  friend std::size_t hash_value(const Force& force) { return force.strength * 64 + force.powder; }

 private:
  Force start_;
  static constexpr std::array<std::string_view, 2> kStanceNames{"out", "in the fight"};
  Plan plan_{kStanceNames};
};

/// One unit each. It throws one of 20 volleys, and every pair of them is answered by volleys that no
/// other pair is answered by: 400 more, which are never thrown.
struct AnswerRules {
  struct Force {
    bool there = true;
    friend bool operator==(const Force&, const Force&) = default;
    friend auto operator<=>(const Force&, const Force&) = default;
  };
  static constexpr Volley kThrown = 20;

  AnswerRules() {
    const StepHandle round = plan_.add({.name = "round",
                                        .stage = "round",
                                        .repeats = true,
                                        .is_round = true,
                                        .throws = {true, true},
                                        .responds = true});
    plan_.lead(round, {1}, {0}, ends(Outcome::attacker_win));
    plan_.lead(round, {0}, {0}, ends(Outcome::draw));
    plan_.lead(round, {0}, {1}, ends(Outcome::defender_win));
    plan_.stall(round, ends(Outcome::stalemate));
    plan_.finish();
  }

  const Plan& plan() const { return plan_; }
  Force start(Side) const { return {}; }
  Pmf<std::pair<Volley, Force>> throws(Side, int, const Force& force, std::uint32_t) const {
    std::vector<Pmf<std::pair<Volley, Force>>::Entry> entries;
    for (Volley volley = 0; volley < kThrown; ++volley)
      entries.push_back({{volley, force}, 1.0 / kThrown});
    return Pmf<std::pair<Volley, Force>>{std::move(entries)};
  }
  Force absorb(Side, int, const Force& force, Volley volley) const {
    return {force.there && volley % 2 == 0};
  }
  int stance(Side, int, const Force& force) const { return force.there; }
  std::uint32_t feature(Side, int, const Force&) const { return 0; }
  std::pair<Volley, Volley> respond(int, Volley a, Volley d) const {
    const Volley answer = kThrown + a * kThrown + d;
    return {answer, answer};
  }
  Force cross(Side, int, int, const Force& force) const { return force; }
  friend std::size_t hash_value(const Force& force) { return force.there; }

 private:
  static constexpr std::array<std::string_view, 2> kStanceNames{"out", "in the fight"};
  Plan plan_{kStanceNames};
};

}  // namespace

TEST_SUITE("compile") {
  TEST_CASE("a table of answers is paid for, also for the volleys that only answer") {
    CHECK(compile(AnswerRules{}));
    // 20 x 20 volleys were thrown; the table has a place for each of 420 x 420.
    TableLimits limits;
    limits.work = 420 * 420 / 2;
    const auto refused = compile(AnswerRules{}, {}, limits);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().problem == "the battle has too many possible forces for tables");
    limits.work = 420 * 420 * 2;
    CHECK(compile(AnswerRules{}, {}, limits));
  }

  TEST_CASE("a row that changes its thrower is as wide as what it can lead to") {
    const auto compiled = compile(PowderRules{2, 6});
    REQUIRE(compiled);
    const Duel& duel = compiled.value().duel;
    const StepSide& side = duel.steps[0].side[0];
    // 28 throws with 6 powder; two hits and more are one volley to a force of two, so
    // 1 + 2 + 5 * 3 = 18 remain.
    REQUIRE_FALSE(side.thrown.empty());
    CHECK(side.thrown.size() == side.chance.size());
    const std::size_t columns = std::size_t{1} << side.column_bits;
    std::size_t widest = 0;
    for (std::size_t row = 0; row < side.rows; ++row) {
      double sum = 0;
      std::size_t width = 0;
      for (std::size_t c = 0; c < columns; ++c) {
        const std::size_t at = row * columns + c;
        sum += side.chance[at];
        if (side.chance[at] <= 0) continue;
        ++width;
        for (std::size_t other = row * columns; other < at; ++other)
          CHECK((side.chance[other] <= 0 || side.thrown[other] != side.thrown[at]));
      }
      CHECK(sum == doctest::Approx(1).epsilon(1e-14));
      widest = std::max(widest, width);
    }
    CHECK(widest == 18);
    CHECK(side.column_bits == 5);
    const auto odds = outcome_totals(duel, solve_exact(duel).finals);
    CHECK(odds[Outcome::attacker_win] ==
          doctest::Approx(odds[Outcome::defender_win]).epsilon(1e-13));
  }

  TEST_CASE("one shot of powder, worked by hand") {
    // One unit and one powder each: no powder used, used without a hit, used with a hit: 1/2, 1/4,
    // 1/4. Without powder: 1/2. From (powder p, powder q) the draw chances D are:
    // D00 = 1/4 / (3/4) = 1/3; D01 = D10 = 1/8 + 1/4 D01 + 1/8 D00 -> (1/8 + 1/24) / (3/4) = 2/9;
    // D11 = 1/16 + 1/4 D11 + 2 * 1/8 D01 + 1/16 D00 -> (1/16 + 1/18 + 1/48) / (3/4) = 5/27.
    const auto compiled = compile(PowderRules{1, 1});
    REQUIRE(compiled);
    const Duel& duel = compiled.value().duel;
    const auto odds = outcome_totals(duel, solve_exact(duel).finals);
    CHECK(odds[Outcome::draw] == doctest::Approx(5.0 / 27).epsilon(1e-14));
  }

  TEST_CASE("two cruisers against a destroyer: no more than what can be thrown and left") {
    const Game& game = *find_game("ti4").value();
    Scenario scenario;
    scenario.side(Side::attacker) = game.parse_side("2 cr").value();
    scenario.side(Side::defender) = game.parse_side("dd").value();
    const auto battle = ready(scenario);
    REQUIRE(battle);
    const Duel& duel = battle->duel;
    REQUIRE_FALSE(duel.steps.empty());
    const Step& round = duel.steps.back();
    REQUIRE(round.is_round);
    // A hit or none: to a single destroyer two hits are one. Both fit into one bit.
    for (const StepSide& side : round.side) CHECK(side.column_bits == 1);
    // Two cruisers, one or none are left; a destroyer or none. Nobody leaves: there is always
    // somebody who can be hit.
    CHECK(duel.finals[Side::attacker] == 3);
    CHECK(duel.finals[Side::defender] == 2);
  }
}
