// The builder of plans: destinations that are built later, rounds that differ, and what check()
// says about plans with a hole.
#include "core/tables/plan.hpp"

#include <array>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/tables/walk.hpp"

using namespace broadside;

namespace {

constexpr std::array<std::string_view, 3> kNames{"out", "ready", "bound"};
constexpr int kOut = 0, kReady = 1, kBound = 2;

Plan empty_plan() { return Plan{kNames}; }

StepHandle add(Plan& plan, const char* name) { return plan.add({.name = name, .stage = "fight"}); }

/// Where a pair of stances leads, -1 for an ending.
int leads_to(const Plan& plan, StepHandle step, int attacker, int defender) {
  const StepPlan& of = plan[static_cast<std::size_t>(step.number)];
  const auto edge = of.flow[static_cast<std::size_t>(attacker)][static_cast<std::size_t>(defender)];
  REQUIRE(edge != kNoEdge);
  return of.edges[edge].step;
}

}  // namespace

TEST_SUITE("plan") {
  TEST_CASE("next is the step that is added next, wherever it is asked for") {
    Plan plan = empty_plan();
    const StepHandle first = add(plan, "first");
    plan.lead(first, {kReady}, {kReady}, plan.next());
    plan.lead(first, {kBound}, {kReady}, plan.next());
    const StepHandle second = add(plan, "second");
    plan.lead(second, {kReady}, {kReady}, plan.next());
    plan.settle(plan.next(), first);
    const StepHandle third = add(plan, "third");
    plan.finish();
    CHECK(leads_to(plan, first, kReady, kReady) == second.number);
    CHECK(leads_to(plan, first, kBound, kReady) == second.number);
    CHECK(leads_to(plan, second, kReady, kReady) == first.number);
    CHECK(third.number == 2);
  }

  TEST_CASE("a place is built later, as a step or as an ending, also by way of another place") {
    Plan plan = empty_plan();
    const Destination far = plan.later("far"), near = plan.later("near"), over = plan.later("over");
    const StepHandle first = add(plan, "first");
    plan.lead(first, {kReady}, {kReady}, far);
    plan.lead(first, {kOut}, {kReady}, over, {3, 4});
    plan.settle(far, near);
    plan.settle(over, ends(Outcome::stalemate, 7));
    add(plan, "between");
    plan.arrive(near);
    const StepHandle last = add(plan, "last");
    plan.finish();
    CHECK(leads_to(plan, first, kReady, kReady) == last.number);
    CHECK(leads_to(plan, first, kOut, kReady) == -1);
    const EdgePlan& edge = plan[0].edges[1];
    CHECK(edge.ending == Outcome::stalemate);
    CHECK(edge.tag == 7);
    CHECK(edge.deeds[Side::attacker] == 3);
    CHECK(edge.deeds[Side::defender] == 4);
  }

  TEST_CASE("a later edge takes over the pairs that it names; also() adds pairs to an edge") {
    Plan plan = empty_plan();
    const StepHandle step = add(plan, "step");
    const EdgeHandle any = plan.lead(step, kAnyStance, kAnyStance, ends(Outcome::draw));
    const EdgeHandle ready = plan.lead(step, {kReady}, {kReady, kBound}, step);
    plan.also(any, {kReady}, {kBound});
    CHECK(plan[0].flow[kReady][kReady] == ready.number);
    CHECK(plan[0].flow[kReady][kBound] == any.number);
    CHECK(plan[0].flow[kOut][kOut] == any.number);
  }

  TEST_CASE("rounds that differ come one by one, then one that leads back to itself") {
    Plan plan = empty_plan();
    std::vector<Round> seen;
    const auto add_round = [&](Round round) {
      seen.push_back(round);
      for (const char* name : {"hits", "answers"}) {
        const StepHandle step = add(plan, name);
        plan.lead(step, {kReady}, {kReady}, plan.next());
      }
    };
    add_rounds(plan, {.differ = 2}, add_round);
    plan.finish();
    REQUIRE(seen.size() == 3);
    CHECK_FALSE(seen[1].again);
    CHECK(seen[2].again);
    CHECK(leads_to(plan, {3}, kReady, kReady) == 4);
    CHECK(leads_to(plan, {5}, kReady, kReady) == 4);
  }

  TEST_CASE("a battle that is cut after two rounds goes on to what the caller adds") {
    Plan plan = empty_plan();
    const auto add_round = [&](Round round) {
      CHECK_FALSE(round.again);
      const StepHandle step = add(plan, "round");
      plan.lead(step, {kReady}, {kReady}, plan.next());
    };
    add_rounds(plan, {.differ = 5, .last = 2}, add_round);
    plan.settle(plan.next(), ends(Outcome::undecided));
    plan.finish();
    CHECK(plan.size() == 2);
    CHECK(leads_to(plan, {0}, kReady, kReady) == 1);
    CHECK(leads_to(plan, {1}, kReady, kReady) == -1);
    CHECK(plan[1].edges[0].ending == Outcome::undecided);
  }

  TEST_CASE("check names the step and both stances of a pair without an edge") {
    Plan plan = empty_plan();
    const StepHandle round = plan.add({.name = "third round", .stage = "fight", .repeats = true});
    plan.lead(round, {kOut}, {kReady, kOut}, ends(Outcome::defender_win));
    plan.lead(round, {kReady}, {kOut}, ends(Outcome::attacker_win));
    plan.finish();
    const auto both = [](Side, std::size_t) { return Stances{kOut, kReady}; };
    CHECK_FALSE(plan.check(both));
    const auto bound = [](Side side, std::size_t) {
      return side == Side::attacker ? Stances{kOut, kReady, kBound} : Stances{kOut, kReady};
    };
    CHECK(plan.check(bound) ==
          "after 'third round' no edge says where the battle goes: the attacker is bound, the "
          "defender is out");
  }

  TEST_CASE("check names a place that was never built") {
    Plan plan = empty_plan();
    plan.lead(add(plan, "cannons"), {kReady}, {kReady}, plan.later("the landing"));
    plan.finish();
    CHECK(plan.check([](Side, std::size_t) { return Stances{kReady}; }) ==
          "after 'cannons' the battle may go to 'the landing', which is no step");
  }

  TEST_CASE("check refuses more edges of a step than there are bits for them") {
    Plan plan = empty_plan();
    const StepHandle step = add(plan, "many ways");
    for (std::size_t e = 0; e < kMostStepEdges; ++e)
      plan.lead(step, {kReady}, {kReady}, ends(Outcome::draw));
    plan.finish();
    CHECK_FALSE(plan.check());
    const EdgeHandle early = plan.may_leave(step, Side::attacker, ends(Outcome::draw));
    CHECK(early.number == kMostStepEdges);
    CHECK(plan[0].early_edges == 0);  // there is no bit for it, so it takes none from another edge
    CHECK_FALSE(plan[0].is_early(early.number));
    CHECK(plan.check() == "'many ways' has 65 edges, more than the 64 that a step may have");
  }

  TEST_CASE("a number draws the value of a law in whose share it falls") {
    const Pmf<int> law{{{1, 0.25}, {2, 0.25}, {3, 0.5}}};
    CHECK(drawn(law, 0) == 1);
    CHECK(drawn(law, 0.25) == 2);
    CHECK(drawn(law, 0.4999) == 2);
    CHECK(drawn(law, 0.5) == 3);
    CHECK(drawn(law, 0.9999999) == 3);
  }
}
