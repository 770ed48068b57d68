#include "sim/describe.hpp"

#include <algorithm>
#include <cstddef>
#include <initializer_list>

#include "sim/places.hpp"
#include "stats/pairs.hpp"

namespace broadside {
namespace {

/// Fills everything but the chances and the sides from weights (counts or masses) whose whole is
/// `total`.
template <class Weight>
void describe_way(const Battle& battle, const std::vector<Weight>& entered,
                  const std::vector<Weight>& rounds, double total, Report& report) {
  report.stages = stage_reports<Weight>(battle.duel, entered, rounds, total);
  report.steps = step_reports<Weight>(battle.duel, entered, rounds, total);
}

template <class Weight>
void describe_sides(const Battle& battle, const Finals<Weight>& finals, double total,
                    Report& report) {
  for (const Side side : kSides) {
    const std::vector<Weight> forces = final_forces(finals, side);
    const std::vector<double> weight(forces.begin(), forces.end());
    report.sides[side] = side_report(battle.labels[side], battle.remains[side], weight, total);
  }
}

/// Both sides of the endings that decide nothing.
template <class Weight>
void describe_standing(const Battle& battle, const Finals<Weight>& finals, double total,
                       Report& report) {
  if (report.chance(Outcome::undecided).p <= 0) return;
  Finals<Weight> open;
  for (std::size_t e = 0; e < finals.size(); ++e)
    if (battle.duel.endings[e].outcome == Outcome::undecided) open.push_back(finals[e]);
  auto& standing = report.standing.emplace();
  for (const Side side : kSides) {
    const std::vector<Weight> forces = final_forces(open, side);
    const std::vector<double> weight(forces.begin(), forces.end());
    standing[side] = side_report(battle.labels[side], battle.remains[side], weight, total);
  }
}

/// The same where final forces are not listed: those that were seen are listed now.
void describe_sides(const Battle& battle, const BySide<SeenForces>& seen, double total,
                    Report& report) {
  for (std::size_t s = 0; s < 2; ++s) {
    std::vector<Remains> remains;
    std::vector<double> weight;
    for (const auto& [force, count] : seen[s].list()) {
      remains.push_back(numbered_force(battle.duel.digits[s], force));
      weight.push_back(static_cast<double>(count));
    }
    report.sides[s] = side_report(battle.labels[s], remains, weight, total);
  }
}

/// What the winner has left, side by side.
template <class Weight>
void describe_victors(const Battle& battle, const Finals<Weight>& finals, Report& report) {
  constexpr std::size_t kMost = 3;
  if (!battle.duel.lists_finals()) return;
  for (const Side side : kSides) {
    const Outcome wins = side == Side::attacker ? Outcome::attacker_win : Outcome::defender_win;
    std::vector<double> weight(battle.remains[side].size());
    double total = 0;
    for (std::size_t e = 0; e < finals.size(); ++e)
      for (std::size_t f = 0; f < weight.size() && battle.duel.endings[e].outcome == wins; ++f) {
        weight[f] += static_cast<double>(finals[e][side][f]);
        total += static_cast<double>(finals[e][side][f]);
      }
    if (total > 0)
      report.left_when_won[side] =
          likeliest(battle.labels[side], battle.remains[side], weight, total, kMost);
  }
}

/// `chance_of` makes a chance of the weight of a row.
template <class Weight, class Function>
std::vector<BreakdownReport> break_down(const Battle& battle, const Finals<Weight>& finals,
                                        Function chance_of) {
  std::vector<BreakdownReport> all;
  for (const Breakdown& cut : battle.breakdowns) {
    std::vector<Weight> weight(cut.rows.size());
    for (std::size_t e = 0; e < finals.size(); ++e) {
      const auto& forces = finals[e][cut.side.value_or(Side::attacker)];
      for (std::size_t f = 0; f < forces.size(); ++f)
        weight[cut.row_of[cut.side ? f : e]] += forces[f];
    }
    BreakdownReport& told = all.emplace_back();
    told.name = cut.name;
    told.title = cut.title;
    told.is_answer = cut.is_answer;
    for (std::size_t r = 0; r < weight.size(); ++r)
      told.rows.push_back({cut.rows[r], chance_of(weight[r])});
  }
  return all;
}

}  // namespace

void describe_winners(const Battle& battle, const Finals<double>& finals, Report& report) {
  describe_victors(battle, finals, report);
}
void describe_winners(const Battle& battle, const Finals<std::uint64_t>& finals, Report& report) {
  describe_victors(battle, finals, report);
}

void describe_exact(const Battle& battle, const ExactResult& exact, Report& report) {
  const auto possible = possible_outcomes(battle.duel);
  for (const Outcome outcome : all_outcomes()) {
    const double p = report.exact->p[outcome];
    report.odds[outcome] = {p, p,
                            possible[outcome] ? std::min(1.0, p + report.exact->error_bound) : p};
  }
  describe_way(battle, exact.entered, exact.rounds, 1.0, report);
  report.mean_rounds = report.exact->rounds;
  describe_sides(battle, exact.finals, 1.0, report);
  describe_standing(battle, exact.finals, 1.0, report);
  report.breakdowns = report.exact->breakdowns;
  report.places = report.exact->places;
}

void describe_exact_parts(const Battle& battle, const ExactResult& exact, Report& report) {
  report.exact->breakdowns = break_down(battle, exact.finals, exactly);
  report.exact->places = describe_places<double>(battle, exact.finals, exactly, 1.0);
}

void describe_sample(const Battle& battle, const Sample& sample, const StopRule& rule,
                     std::optional<double> longest, Report& report) {
  const Counts& counts = sample.counts;
  const auto totals = outcome_totals(battle.duel, counts.finals);
  const auto possible = possible_outcomes(battle.duel);
  const auto of_count = [&](std::uint64_t count) {
    // How antithetic pairs hang together is counted by outcome only. Elsewhere a pair is taken as
    // one battle, which is never too narrow.
    if (sample.pairs) return wilson_interval(count / 2, counts.battles / 2, rule.confidence);
    return rule.precision ? anytime_interval(rule)(count, counts.battles)
                          : wilson_interval(count, counts.battles, rule.confidence);
  };
  // Of one outcome, or of two together.
  const auto interval = [&](std::initializer_list<Outcome> outcomes) {
    if (sample.pairs) return pair_interval(pair_count(*sample.pairs, outcomes), rule.confidence);
    std::uint64_t count = 0;
    for (const Outcome outcome : outcomes) count += totals[outcome];
    return of_count(count);
  };
  for (const Outcome outcome : all_outcomes())
    report.odds[outcome] = possible[outcome] ? interval({outcome}) : exactly(0);
  if (sample.pairs)
    report.variance_ratio = variance_ratio(pair_count(*sample.pairs, {Outcome::attacker_win}));
  if (possible[Outcome::attacker_retreats] && possible[Outcome::defender_retreats])
    report.both_retreats = interval({Outcome::attacker_retreats, Outcome::defender_retreats});
  report.battles = counts.battles;
  report.sequential = rule.precision.has_value();
  report.stopped_by = sample.stopped_by;
  const auto total = static_cast<double>(counts.battles);
  describe_way(battle, counts.entered, counts.rounds, total, report);
  report.mean_rounds = battle.duel.direct && battle.duel.shares_rounds
                           ? static_cast<double>(counts.shared_rounds) / total
                           : mean_rounds<std::uint64_t>(battle.duel, counts.rounds, total);
  if (!report.mean_rounds) report.mean_rounds = longest;
  if (battle.duel.lists_finals()) {
    describe_sides(battle, counts.finals, total, report);
    describe_standing(battle, counts.finals, total, report);
  } else {
    describe_sides(battle, counts.seen, total, report);
  }
  report.breakdowns = break_down(battle, counts.finals, of_count);
  report.places = describe_places<std::uint64_t>(battle, counts.finals, of_count, total);
  for (std::size_t m = 0; m < battle.incidents.size(); ++m)
    report.incidents.push_back({battle.incidents[m].side, battle.incidents[m].name,
                                static_cast<double>(counts.incidents[m]) / total});
}

}  // namespace broadside
