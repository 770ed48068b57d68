// Hits that are taken one by one lead where all of them together do.

#include <doctest/doctest.h>

#include "bench/matchups.hpp"
#include "core/systems/ti4/setup.hpp"
#include "core/tables/compile.hpp"
#include "tests/core/systems/ti4/asking.hpp"

using namespace broadside;

namespace {

/// The same rules, but every volley is absorbed as a whole.
struct Together {
  using Force = ti4::Force;
  using ThrowKey = ti4::Rules::ThrowKey;
  const ti4::Rules& rules;

  const Plan& plan() const { return rules.plan(); }
  Force start(Side side) const { return rules.start(side); }
  auto throws(Side side, int step, const Force& force, std::uint32_t seen) const {
    return rules.throws(side, step, force, seen);
  }
  auto throw_key(Side side, int step, const Force& force) const {
    return rules.throw_key(side, step, force);
  }
  Force absorb(Side side, int step, const Force& force, Volley volley) const {
    return rules.absorb(side, step, force, volley);
  }
  int stance(Side side, int step, const Force& force) const {
    return rules.stance(side, step, force);
  }
  std::uint32_t feature(Side side, int step, const Force& force) const {
    return rules.feature(side, step, force);
  }
  std::pair<Volley, Volley> respond(int step, Volley attacker, Volley defender) const {
    return rules.respond(step, attacker, defender);
  }
  Force cross(Side side, int step, int edge, const Force& force) const {
    return rules.cross(side, step, edge, force);
  }
};
static_assert(TakesHitsOneByOne<ti4::Rules> && !TakesHitsOneByOne<Together>);

/// What comes of the rules is what comes of them with every volley absorbed as a whole.
void check_same_tables(const ti4::Rules& rules) {
  const auto quick = compile(rules);
  const auto slow = compile(Together{rules});
  REQUIRE(quick);
  REQUIRE(slow);
  const Duel &a = quick.value().duel, &b = slow.value().duel;
  CHECK(quick.value().finals == slow.value().finals);
  CHECK(a.start == b.start);
  REQUIRE(a.steps.size() == b.steps.size());
  for (std::size_t s = 0; s < a.steps.size(); ++s)
    for (std::size_t side = 0; side < 2; ++side) {
      const StepSide &x = a.steps[s].side[side], &y = b.steps[s].side[side];
      CHECK(x.next == y.next);
      CHECK(x.row == y.row);
      CHECK(x.chance == y.chance);
      CHECK(x.alias == y.alias);
      CHECK(x.stance == y.stance);
      CHECK(x.component == y.component);
    }
}

}  // namespace

TEST_SUITE("ti4 one by one") {
  TEST_CASE("tables are the same whether hits are absorbed one by one or together") {
    auto matchups = bench::signature_matchups();
    for (auto& large : bench::largest_matchups()) matchups.push_back(std::move(large));
    int one_by_one = 0;
    for (const bench::Matchup& matchup : matchups) {
      if (matchup.scenario.game != "ti4") continue;
      CAPTURE(matchup.label);
      const auto setup = ti4::set_up(matchup.scenario);
      REQUIRE(setup);
      const ti4::Rules& rules = setup.value().rules;
      for (std::size_t s = 0; s < rules.plan().size(); ++s)
        one_by_one += rules.one_by_one(Side::attacker, static_cast<int>(s), 2);
      check_same_tables(rules);
    }
    CHECK(one_by_one > 0);
  }

  TEST_CASE("hits of Valkyrie Exoskeletons come one by one") {
    using asking::scenario;
    for (const Scenario& asked :
         {scenario("ground", "9 inf, mech", "sardakk: 2 inf, 4 mech"),
          scenario("ground", "letnev: 4 inf, 2 mech", "sardakk: 2 inf, 4 mech"),
          scenario("conquest", "2 cv, dn, 6 inf, mech", "sardakk: dd, inf, 3 mech, pds")}) {
      const auto setup = ti4::set_up(asked);
      REQUIRE(setup);
      const ti4::Rules& rules = setup.value().rules;
      int events = 0;
      for (int step = 0; step < static_cast<int>(rules.plan().size()); ++step) {
        const ti4::PhaseAt& where = rules.plan().at(step);
        if (where.event && where.event->name == "valkyrie exoskeleton")
          events += rules.one_by_one(other(*where.owner), step, 2);
      }
      CHECK(events > 0);
      check_same_tables(rules);
    }
  }
}
