#include "stats/tally.hpp"

#include <doctest/doctest.h>

#include "core/kernel/kernel.hpp"

using namespace broadside;

namespace {

Step round_step(const char* stage, bool is_round) {
  Step step;
  step.stage = stage;
  step.is_round = is_round;
  return step;
}

}  // namespace

TEST_CASE("outcomes and final forces are sums over endings") {
  Duel duel;
  duel.endings = {
      {Outcome::attacker_win}, {Outcome::draw}, {Outcome::attacker_win}, {Outcome::stalemate}};
  duel.finals = {3, 2};
  using Forces = std::vector<std::uint64_t>;
  const auto ending = [](Forces attacker, Forces defender) {
    return BySide<Forces>{std::move(attacker), std::move(defender)};
  };
  const Finals<std::uint64_t> finals{ending({1, 2, 0}, {3, 0}), ending({4, 0, 0}, {2, 2}),
                                     ending({0, 0, 5}, {0, 5}), ending({0, 0, 0}, {0, 0})};
  const auto totals = outcome_totals(duel, finals);
  CHECK(totals[Outcome::attacker_win] == 8);
  CHECK(totals[Outcome::draw] == 4);
  CHECK(totals[Outcome::defender_win] == 0);
  CHECK(totals[Outcome::stalemate] == 0);
  CHECK(final_forces(finals, Side::attacker) == std::vector<std::uint64_t>{5, 2, 5});
  CHECK(final_forces(finals, Side::defender) == std::vector<std::uint64_t>{5, 7});
}

TEST_CASE("rounds by stage") {
  Duel duel;
  duel.steps = {round_step("space combat", false), round_step("space combat", true),
                round_step("space combat", true), round_step("bombardment", false),
                round_step("ground combat", true)};
  const std::vector<std::uint64_t> entered{100, 90, 40, 50, 30}, rounds{100, 90, 110, 50, 60};
  const auto stages = stage_reports<std::uint64_t>(duel, entered, rounds, 100);
  REQUIRE(stages.size() == 3);
  CHECK(stages[0].name == "space combat");
  CHECK(stages[0].reached == 1);
  CHECK(stages[0].mean_rounds == doctest::Approx(2.0));  // a barrage is no round
  CHECK(stages[1].name == "bombardment");
  CHECK(stages[1].reached == 0.5);
  CHECK(stages[1].mean_rounds == 0);
  CHECK(stages[2].name == "ground combat");
  CHECK(stages[2].reached == 0.3);
  CHECK(stages[2].mean_rounds == doctest::Approx(0.6));
  CHECK(mean_rounds<std::uint64_t>(duel, rounds, 100).value() == doctest::Approx(2.6));
  duel.shares_rounds = true;  // and no step says when one is over
  CHECK(!mean_rounds<std::uint64_t>(duel, rounds, 100));
  duel.steps[3].ends_round = true;
  CHECK(mean_rounds<std::uint64_t>(duel, rounds, 100).value() == doctest::Approx(0.5));
}

TEST_CASE("stages inside a loop are come to through its first step") {
  Duel duel;
  duel.steps = {round_step("space combat", true), round_step("ground combat", true),
                round_step("retreat", false)};
  for (Step& step : duel.steps) step.loop = 0;
  const std::vector<std::uint64_t> entered{100, 0, 0}, rounds{250, 130, 20};
  const auto stages = stage_reports<std::uint64_t>(duel, entered, rounds, 100);
  const auto steps = step_reports<std::uint64_t>(duel, entered, rounds, 100);
  REQUIRE(stages.size() == 3);
  REQUIRE(steps.size() == 3);
  for (std::size_t s = 0; s < 3; ++s) {
    const double reached = s < 2 ? 1 : 0.2;  // no more battles than have played it
    CHECK(stages[s].reached == reached);
    CHECK(steps[s].reached == reached);
  }
}

TEST_CASE("outcomes that the tables rule out") {
  Duel duel;
  duel.endings = {
      {Outcome::attacker_win}, {Outcome::draw}, {Outcome::defender_win}, {Outcome::stalemate}};
  Step once, again;
  for (auto& side : once.side) side.stance = {1};
  for (auto& row : once.flow) row.fill(kNoEdge);
  once.flow[1][1] = 0;
  once.edges.resize(1);
  once.edges[0].step = 1;
  again.repeats = true;
  again.side[0].stance = {1};  // the attacker cannot be beaten
  again.side[1].stance = {0, 1};
  for (auto& row : again.flow) row.fill(kNoEdge);
  again.flow[1][0] = 0;
  again.flow[0][0] = 1;
  again.flow[0][1] = 2;
  again.edges.resize(4);
  for (std::uint16_t e = 0; e < 4; ++e) again.edges[e].ending = e;
  duel.steps = {once, again};

  auto possible = possible_outcomes(duel);
  CHECK(possible[static_cast<int>(Outcome::attacker_win)]);
  CHECK_FALSE(possible[static_cast<int>(Outcome::draw)]);
  CHECK_FALSE(possible[static_cast<int>(Outcome::defender_win)]);
  CHECK_FALSE(possible[static_cast<int>(Outcome::stalemate)]);

  duel.steps[1].early = {kNoEdge, 3};
  CHECK(possible_outcomes(duel)[static_cast<int>(Outcome::stalemate)]);
  duel.steps[0].flow[1][1] = kNoEdge;  // then no battle comes to the second step
  possible = possible_outcomes(duel);
  CHECK_FALSE(possible[static_cast<int>(Outcome::attacker_win)]);
}
