#include "core/kernel/flat_counts.hpp"

#include <doctest/doctest.h>

#include "sim/engine.hpp"
#include "sim/serial.hpp"
#include "sim/shortcut.hpp"

namespace broadside {
namespace {

Counts played(const Battle& battle, std::uint64_t seed) {
  return run_serial(battle.duel, seed, {.battles = 5'000}).counts;
}

TEST_CASE("counts survive the way through a list of numbers, in every game") {
  struct Asked {
    const char *game, *attacker, *defender;
  };
  for (const Asked asked :
       {Asked{"ti4", "2 dn, 4 ff", "ws, 3 ff"}, Asked{"ti4", "carrier, 3 inf", "2 inf, pds"},
        Asked{"rebellion", "isd, 4 tie, 3 trooper", "mon cal, 3 x-wing, 4 trooper"},
        Asked{"risk", "10", "8"}}) {
    CAPTURE(asked.game);
    const auto question = scenario(asked.game, asked.attacker, asked.defender);
    REQUIRE(question);
    const auto battle = ready(*question);
    REQUIRE(battle);
    const Counts counts = played(*battle, 1);
    const auto list = flat(counts);
    const auto again = counts_of(list, battle->duel);
    REQUIRE(again);
    CHECK(*again == counts);
    CHECK(flat(*again) == list);

    // Two halves add up to the whole, wherever they were counted.
    Counts sum = *again;
    sum += *counts_of(flat(played(*battle, 2)), battle->duel);
    Counts whole = counts;
    whole += played(*battle, 2);
    CHECK(sum == whole);
  }
}

TEST_CASE("a report of counts that were made elsewhere is that of the engine") {
  const auto question = *scenario("ti4", "2 dn, 4 ff", "ws, 3 ff");
  const auto battle = ready(question);
  Options options;
  options.battles = 5'000;
  options.exact_budget = 0;
  const auto made = odds(*battle, question, options);
  REQUIRE(made);
  const Report told =
      report_of(*battle, question, *counts_of(flat(played(*battle, 1)), battle->duel), options);
  for (const Outcome outcome : all_outcomes()) {
    CHECK(told.chance(outcome).p == made->chance(outcome).p);
    CHECK(told.chance(outcome).low == made->chance(outcome).low);
  }
  CHECK(told.battles == made->battles);
  CHECK(told.mean_rounds == made->mean_rounds);
  CHECK(told.sides[0].lost_resources == made->sides[0].lost_resources);
  CHECK(told.assumptions == made->assumptions);
}

TEST_CASE("a list that is not this battle's is refused") {
  const auto battle = ready(*scenario("ti4", "2 dn, 4 ff", "ws, 3 ff"));
  const auto other = ready(*scenario("ti4", "3 dn, 4 ff", "ws, 3 ff"));
  const auto list = flat(played(*battle, 1));
  CHECK_FALSE(counts_of(list, other->duel));
  CHECK_FALSE(counts_of({}, battle->duel));
  auto cut = list;
  cut.pop_back();
  CHECK_FALSE(counts_of(cut, battle->duel));
  auto longer = list;
  longer.push_back(0);
  CHECK_FALSE(counts_of(longer, battle->duel));
  auto form = list;
  ++form.front();
  CHECK_FALSE(counts_of(form, battle->duel));
}

}  // namespace
}  // namespace broadside
