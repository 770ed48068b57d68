#include "stats/survivors.hpp"

#include <doctest/doctest.h>

using namespace broadside;

namespace {
const std::vector<UnitLabel> kLabels{{"dreadnought", "Dreadnought", 4, 2},
                                     {"fighter", "Fighter", 0.5, 3}};
}

TEST_CASE("equal remains are one row, likeliest first") {
  const std::vector<Remains> remains{
      {{2, 1}, {1, 0}}, {{0, 0}, {0, 0}}, {{2, 1}, {1, 0}},  // the same again: a card was spent
      {{1, 0}, {1, 0}}, {{1, 0}, {0, 0}}, {{2, 3}, {0, 0}},
  };
  const std::vector<double> weight{10, 20, 30, 15, 15, 0};
  const SideReport report = side_report(kLabels, remains, weight, 90);
  REQUIRE(report.survivors.size() == 4);  // what never happened is left out
  CHECK(report.survivors[0].units == std::vector<UnitCount>{{"dreadnought", 2}, {"fighter", 1}});
  CHECK(report.survivors[0].damaged == std::vector<UnitCount>{{"dreadnought", 1}});
  CHECK(report.survivors[0].p == 40.0 / 90);
  CHECK(report.survivors[1].units.empty());
  CHECK(report.survivors[1].p == 20.0 / 90);
  CHECK(report.survivors[2].damaged.empty());  // equally likely: the undamaged one comes first
  CHECK(report.survivors[3].damaged == std::vector<UnitCount>{{"dreadnought", 1}});

  // The order of the final forces must not show.
  const std::vector<Remains> other{remains[4], remains[3], remains[1],
                                   remains[2], remains[0], remains[5]};
  const SideReport again =
      side_report(kLabels, other, std::vector<double>{15, 15, 20, 30, 10, 0}, 90);
  for (std::size_t row = 0; row < 4; ++row) {
    CHECK(again.survivors[row].units == report.survivors[row].units);
    CHECK(again.survivors[row].damaged == report.survivors[row].damaged);
    CHECK(again.survivors[row].p == report.survivors[row].p);
  }
}

TEST_CASE("tails and expected losses") {
  const std::vector<Remains> remains{{{2, 3}, {0, 0}}, {{1, 0}, {1, 0}}, {{0, 0}, {0, 0}}};
  const std::vector<double> weight{1, 2, 5};
  const SideReport report = side_report(kLabels, remains, weight, 8);
  REQUIRE(report.types.size() == 2);
  CHECK(report.types[0].type == "dreadnought");
  CHECK(report.types[0].p == std::vector<double>{5.0 / 8, 2.0 / 8, 1.0 / 8});
  CHECK(report.types[0].at_least == std::vector<double>{1, 3.0 / 8, 1.0 / 8});
  CHECK(report.types[1].p == std::vector<double>{7.0 / 8, 0, 0, 1.0 / 8});
  CHECK(report.types[1].at_least == std::vector<double>{1, 1.0 / 8, 1.0 / 8, 1.0 / 8});
  REQUIRE(report.lost_units.size() == 2);
  CHECK(report.lost_units[0] ==
        std::pair<std::string, double>{"dreadnought", (2 * 1 + 5 * 2) / 8.0});
  CHECK(report.lost_units[1] == std::pair<std::string, double>{"fighter", (2 * 3 + 5 * 3) / 8.0});
  CHECK(report.lost_resources == doctest::Approx(4 * 12 / 8.0 + 0.5 * 21 / 8.0));
  CHECK(report.units.size() == 2);
}

TEST_CASE("a side that gains units") {
  const std::vector<Remains> remains{{{2, 5}, {0, 0}}};
  const SideReport report = side_report(kLabels, remains, std::vector<double>{1}, 1);
  CHECK(report.types[1].at_least == std::vector<double>{1, 1, 1, 1, 1, 1});
  CHECK(report.lost_units[1].second == 0);  // nobody loses less than nothing
  // Five came on top of the three: of these eight three were lost.
  const std::vector<Remains> placed{{{2, 5}, {0, 0}, {0, 5}}};
  const SideReport counted = side_report(kLabels, placed, std::vector<double>{1}, 1);
  CHECK(counted.lost_units[0].second == 0);
  CHECK(counted.lost_units[1].second == 3);
  CHECK(counted.brought(0) == 2);
  CHECK(counted.brought(1) == 8);
  CHECK(counted.worth() == 2 * 4 + 8 * 0.5);
  CHECK(report.brought(1) == 3);
}
