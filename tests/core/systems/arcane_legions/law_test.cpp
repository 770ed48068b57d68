// The law of hits against every single roll, counted in whole numbers.

#include "core/systems/arcane_legions/law.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include <doctest/doctest.h>

using namespace broadside::arcane_legions;

namespace {

using Row = std::vector<int>;
using Ways = std::map<Hits, double>;

void sort(Row& row) { std::sort(row.begin(), row.end(), std::greater<>{}); }

/// Calls visit(attack, defence) for each of the 6^(a + d) rolls, as they fall.
template <class Visit>
void each_roll(int a, int d, Visit visit) {
  Row attack(static_cast<std::size_t>(a), 1), defence(static_cast<std::size_t>(d), 1);
  for (;;) {
    visit(attack, defence);
    std::size_t i = 0;
    const std::size_t dice = attack.size() + defence.size();
    for (; i < dice; ++i) {
      int& die = i < attack.size() ? attack[i] : defence[i - attack.size()];
      if (++die <= 6) break;
      die = 1;
    }
    if (i == dice) return;
  }
}

/// The comparisons of RULES 5, written down once more.
Hits compared(const Row& a, const Row& d, int pa, int pd, bool ranged, bool ties) {
  Hits hits;
  for (std::size_t i = 0; i < std::max(a.size(), d.size()); ++i) {
    if (i >= d.size()) {
      hits.attacker += a[i] > pd || (ties && a[i] == pd);
    } else if (i >= a.size()) {
      hits.defender += !ranged && d[i] > pa;
    } else {
      hits.attacker += a[i] > d[i] || (ties && a[i] == d[i]);
      hits.defender += !ranged && d[i] > a[i];
    }
  }
  return hits;
}

Ways ways_of(const LineUp& lineup) {
  const HitLaw law = hit_law(lineup);
  Ways ways;
  double total = 0;
  for (const auto& entry : law.entries) {
    CHECK(ways.emplace(entry.hits, entry.ways).second);
    CHECK(entry.ways > 0);
    total += entry.ways;
  }
  CHECK(total == law.total);
  return ways;
}

double chance_of_critical(int dice, int sixes, CriticalCount count = CriticalCount::at_least) {
  LineUp lineup;
  lineup.attack_dice = dice;
  lineup.critical_sixes = sixes;
  lineup.critical_count = count;
  const HitLaw law = hit_law(lineup);
  double ways = 0;
  for (const auto& entry : law.entries)
    if (entry.hits.criticals > 0) ways += entry.ways;
  return ways / law.total;
}

/// What the rerolls of RULES 3.6 make of one roll, all ways of them.
void play_out(const LineUp& lineup, Row a, Row d, int stage, int left, int sixes, double weight,
              Ways& ways) {
  const auto again = [&](Row& row, std::size_t at, int bonus, auto then) {
    const Row before = row;
    for (int face = 1; face <= 6; ++face) {
      row = before;
      row[at] = face + bonus;
      sort(row);
      then();
    }
  };
  if (stage == 0) {
    if (left == 0 || d.empty()) return play_out(lineup, a, d, 1, 0, sixes, weight, ways);
    return again(d, 0, 0, [&] { play_out(lineup, a, d, 0, left - 1, sixes, weight, ways); });
  }
  const auto forced = [&](double w) {
    play_out(lineup, a, d, 2, lineup.attack_high_rerolls, sixes, w, ways);
  };
  if (stage == 1) {
    if (a.empty() || lineup.low_reroll == LowReroll::none) return forced(weight);
    if (!rerolls_lowest(lineup, a, d)) return forced(6 * weight);
    return again(a, a.size() - 1, lineup.attack_bonus, [&] { forced(weight); });
  }
  if (left > 0 && !a.empty())
    return again(a, 0, lineup.attack_bonus,
                 [&] { play_out(lineup, a, d, 2, left - 1, sixes, weight, ways); });
  if (lineup.critical_on_final)
    sixes = static_cast<int>(std::count(a.begin(), a.end(), 6 + lineup.attack_bonus));
  Hits hits = compared(a, d, lineup.attack_phantom, lineup.defence_phantom, !lineup.defender_scores,
                       lineup.ties_to_attacker);
  hits.criticals = sixes >= lineup.critical_sixes;
  ways[hits] += weight;
}

}  // namespace

TEST_SUITE("arcane legions, law of hits") {
  TEST_CASE("0 to 6 against 0 to 6 dice: every roll counted") {
    for (int a = 0; a <= 6; ++a)
      for (int d = 0; d <= 6 && a + d <= 8; ++d) {
        CAPTURE(a);
        CAPTURE(d);
        std::array<double, 2 * 2 * 7 * 7> counted{};  // [ranged][critical][attacker][defender]
        each_roll(a, d, [&](Row attack, Row defence) {
          const bool critical = std::count(attack.begin(), attack.end(), 6) >= 3;
          sort(attack);
          sort(defence);
          for (const bool ranged : {false, true}) {
            const Hits hits = compared(attack, defence, 2, 2, ranged, false);
            ++counted[static_cast<std::size_t>(((ranged * 2 + critical) * 7 + hits.attacker) * 7 +
                                               hits.defender)];
          }
        });
        const auto ways_counted = [&](bool ranged, bool with_criticals) {
          Ways ways;
          for (int i = 0; i < 2 * 7 * 7; ++i)
            if (const double n = counted[static_cast<std::size_t>(ranged * 2 * 7 * 7 + i)]; n > 0)
              ways[{i / 7 % 7, i % 7, with_criticals ? i / 49 : 0}] += n;
          return ways;
        };
        for (const bool ranged : {false, true})
          for (const bool critical : {false, true}) {
            LineUp lineup;
            lineup.attack_dice = a;
            lineup.defence_dice = d;
            lineup.defender_scores = !ranged;
            lineup.critical_sixes = critical ? 3 : 0;
            const Ways expected = ways_counted(ranged, critical), law = ways_of(lineup);
            CHECK(law == expected);
          }
      }
  }

  TEST_CASE("phantoms, ties, raised results and rerolls: every roll and every reroll counted") {
    for (int a = 0; a <= 3; ++a)
      for (int d = 0; d <= 2 && a + d <= 4; ++d)
        for (int variant = 0; variant < 96; ++variant) {
          if (a + d == 4 && variant / 4 % 3 == 2) continue;  // would take long
          LineUp lineup;
          lineup.attack_dice = a;
          lineup.defence_dice = d;
          lineup.low_reroll = static_cast<LowReroll>(variant % 4);
          lineup.attack_high_rerolls = variant / 4 % 3;
          lineup.defence_high_rerolls = variant / 12 % 2;
          lineup.critical_sixes = 2;
          lineup.critical_on_final = variant / 24 % 2;
          lineup.attack_bonus = variant / 48 % 2 * 2;
          lineup.ties_to_attacker = variant % 5 == 0;
          lineup.attack_phantom = variant % 3;
          lineup.defence_phantom = 2 - variant / 2 % 3;
          lineup.defender_scores = variant % 7 != 0;
          CAPTURE(a);
          CAPTURE(d);
          CAPTURE(variant);
          Ways expected;
          each_roll(a, d, [&](Row attack, Row defence) {
            const auto sixes = static_cast<int>(std::count(attack.begin(), attack.end(), 6));
            for (int& die : attack) die += lineup.attack_bonus;
            sort(attack);
            sort(defence);
            play_out(lineup, attack, defence, 0, lineup.defence_high_rerolls, sixes, 1, expected);
          });
          const Ways law = ways_of(lineup);
          CHECK(law == expected);
        }
  }

  TEST_CASE("a reroll by expectation is taken when it helps, and only then") {
    LineUp lineup;
    lineup.low_reroll = LowReroll::expected;
    lineup.attack_dice = 2;
    lineup.defence_dice = 2;
    CHECK(rerolls_lowest(lineup, {6, 1}, {5, 4}));        // the 1 cannot get worse
    CHECK_FALSE(rerolls_lowest(lineup, {6, 6}, {5, 5}));  // everything hits
    CHECK_FALSE(rerolls_lowest(lineup, {6, 5}, {5, 4}));
    lineup.defence_dice = 0;
    CHECK(rerolls_lowest(lineup, {6, 2}, {}));
    CHECK_FALSE(rerolls_lowest(lineup, {6, 3}, {}));
  }

  TEST_CASE("three dice against two, ties to the defender: the published counts of Risk") {
    LineUp risk;
    risk.attack_dice = 3;
    risk.defence_dice = 2;
    risk.ties_to_defender = true;
    risk.attack_phantom = risk.defence_phantom = 7;  // surplus dice never score
    risk.critical_sixes = 0;
    const Ways law = ways_of(risk);
    CHECK(law == Ways{{{2, 0, 0}, 2890}, {{1, 1, 0}, 2611}, {{0, 2, 0}, 2275}});
  }

  TEST_CASE("chances of a critical that the sources print") {
    CHECK(std::round(100 * chance_of_critical(11, 3)) == 27);
    CHECK(std::round(100 * chance_of_critical(11, 3, CriticalCount::exactly)) == 18);
    CHECK(std::round(100 * chance_of_critical(10, 2)) == 52);  // printed: 51, cut off
  }

  TEST_CASE("20 against 20 dice, plain and with rerolls: chances add up") {
    for (const LowReroll reroll : {LowReroll::none, LowReroll::always, LowReroll::low}) {
      LineUp lineup;
      lineup.attack_dice = lineup.defence_dice = 20;
      lineup.low_reroll = reroll;
      const HitLaw law = hit_law(lineup);
      double sum = 0;
      for (const auto& entry : law.entries) sum += entry.ways / law.total;
      CHECK(sum == doctest::Approx(1).epsilon(1e-12));
    }
  }
}
