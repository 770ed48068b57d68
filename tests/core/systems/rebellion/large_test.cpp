// Combats of which more forces can be left than are listed: they are answered all the same.

#include <cmath>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "sim/engine.hpp"
#include "sim/run.hpp"
#include "tests/core/systems/rebellion/asking.hpp"

namespace {

using namespace broadside;
using namespace broadside::rebellion_asking;

constexpr std::string_view kEmpire =
    "empire: 12 tie_fighter, 3 assault_carrier, 3 star_destroyer, super_star_destroyer, "
    "death_star, 12 stormtrooper, 4 at_st, 3 at_at";
constexpr std::string_view kRebels =
    "rebels: 4 x_wing, 4 y_wing, 2 mon_calamari_cruiser, 6 rebel_trooper, 3 airspeeder";

Report sampled(const Scenario& scenario, int threads = 1) {
  Options options;
  options.battles = 50'000;
  options.threads = threads;
  auto report = odds(scenario, options);
  REQUIRE_MESSAGE(bool{report}, (report ? "" : report.error().message()));
  return std::move(report).value();
}

}  // namespace

TEST_SUITE("rebellion large combats") {
  TEST_CASE("every unit of the box can fight, with cards and without") {
    std::string empire = "empire:", rebels = "rebels:";
    for (const auto& unit : find_game("rebellion").value()->list_units())
      (unit.faction == "empire" ? empire : rebels) += " 3 " + unit.id + ",";
    empire.pop_back();
    rebels.pop_back();
    for (const bool cards : {false, true})
      for (const bool cinematic : {false, true}) {
        CAPTURE(cards);
        CAPTURE(cinematic);
        Scenario scenario = combat("combat", empire, rebels, cinematic, cards);
        scenario = led(led(scenario, A, {"darth_vader"}), D, {"admiral_ackbar"});
        Options options;
        options.battles = 500;
        const auto report = odds(scenario, options);
        REQUIRE_MESSAGE(bool{report}, (report ? "" : report.error().message()));
        double sum = 0;
        for (const Chance& chance : report.value().odds) sum += chance.p;
        CHECK(sum == doctest::Approx(1).epsilon(1e-12));
      }
  }

  TEST_CASE("survivors add up to one and agree with the tails and the losses") {
    const Report report = sampled(combat("combat", kEmpire, kRebels));
    for (const SideReport& side : report.sides) {
      double sum = 0, lost = 0;
      for (const SurvivorRow& row : side.survivors) {
        sum += row.p;
        double left = 0;
        for (const UnitCount& unit : row.units)
          for (const UnitLabel& label : side.units)
            if (label.type == unit.type) left += label.resources * unit.count;
        for (const UnitLabel& label : side.units) lost += row.p * label.resources * label.start;
        lost -= row.p * left;
      }
      CHECK(sum == doctest::Approx(1).epsilon(1e-12));
      CHECK(lost == doctest::Approx(side.lost_resources).epsilon(1e-9));
      for (const TypeTail& tail : side.types)
        CHECK(tail.at_least[0] == doctest::Approx(1).epsilon(1e-12));
    }
  }

  TEST_CASE("a theater comes out as it does alone") {
    // Nothing couples the theaters, and those of one theater are few enough to be listed.
    const Report both = sampled(combat("combat", kEmpire, kRebels));
    for (const std::string_view theater : {"space", "ground"}) {
      CAPTURE(theater);
      const Report alone = sampled(combat(theater, kEmpire, kRebels));
      for (std::size_t s = 0; s < 2; ++s)
        for (std::size_t t = 0; t < alone.sides[s].types.size(); ++t) {
          const TypeTail &expected = alone.sides[s].types[t], &got = both.sides[s].types[t];
          REQUIRE(expected.type == got.type);
          if (expected.at_least.back() == 1) continue;  // does not fight here
          CAPTURE(got.type);
          for (std::size_t n = 0; n < got.p.size(); ++n) {
            const double p = (got.p[n] + expected.p[n]) / 2;
            CHECK(std::abs(got.p[n] - expected.p[n]) <=
                  5 * std::sqrt(p * (1 - p) * 2 / 50'000) + 1e-4);
          }
        }
    }
  }

  TEST_CASE("the same counts on any number of threads") {
    for (const bool cards : {false, true}) {
      const auto battle = ready(combat("combat", kEmpire, kRebels, false, cards));
      REQUIRE(battle);
      CHECK(!battle.value().duel.lists_finals());
      StopRule rule;
      rule.battles = 70'001;
      CHECK(run(battle.value().duel, 3, rule, 1).counts ==
            run(battle.value().duel, 3, rule, 4).counts);
    }
  }

  TEST_CASE("what goes through single battles says that it cannot") {
    const auto battle = ready_to_compare(combat("combat", kEmpire, kRebels));
    REQUIRE(!battle);
    CHECK(battle.error().problem.find("too many") != std::string::npos);
    CHECK(!battle.error().hint.empty());
  }
}
