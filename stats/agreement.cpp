#include "stats/agreement.hpp"

#include <algorithm>
#include <cmath>

namespace broadside {
namespace {

/// Sums of the solver are off by about 1e-14 (sim/exact.hpp).
constexpr double kRounding = 1e-14;

/// x log(x / y), which is nothing where x is.
double weighted_log(double x, double y) { return x > 0 ? x * std::log(x / y) : 0; }

}  // namespace

double standard_errors_apart(double exact, double tolerance, double count, double battles) {
  const double seen = count / battles;
  // The nearest chance that the solver's answer allows. A solved sum may be above one by more than
  // its tolerance.
  const double low = std::clamp(exact - tolerance, 0.0, 1.0);
  const double high = std::clamp(exact + tolerance, 0.0, 1.0);
  const double nearest = std::clamp(seen, low, high);
  if (seen == nearest) return 0;
  // Chernoff: a count this far out or further has a chance of at most exp(-battles * divergence),
  // however rare the outcome; for large counts that is z * z / 2.
  const double divergence = weighted_log(seen, nearest) + weighted_log(1 - seen, 1 - nearest);
  return std::sqrt(2 * battles * std::max(0.0, divergence));
}

std::optional<Disagreement> disagreement(const Duel& duel, const Finals<double>& exact,
                                         double tolerance, const Finals<std::uint64_t>& sampled,
                                         std::uint64_t battles, std::uint64_t independent) {
  if (battles == 0 || exact.size() != sampled.size()) return std::nullopt;
  const auto all = static_cast<double>(battles);
  const double share = static_cast<double>(independent) / all;
  const double off = tolerance + kRounding;
  std::optional<Disagreement> worst;
  const auto look = [&](Outcome outcome, std::optional<Side> side, double p, std::uint64_t count,
                        double limit) {
    const auto seen = static_cast<double>(count);
    const double apart = standard_errors_apart(p, off, seen * share, all * share);
    if (apart > limit && (!worst || apart > worst->standard_errors))
      worst = Disagreement{outcome, side, p, seen / all, apart};
  };
  const auto chances = outcome_totals(duel, exact);
  const auto counts = outcome_totals(duel, sampled);
  for (const Outcome outcome : all_outcomes())
    look(outcome, std::nullopt, chances[outcome], counts[outcome], kMostApart);
  if (worst) return worst;
  std::size_t forces = 1;
  for (const auto& ending : exact) forces += ending[0].size() + ending[1].size();
  const double limit =
      std::sqrt(kMostApart * kMostApart + 2 * std::log(static_cast<double>(forces)));
  for (std::size_t e = 0; e < exact.size(); ++e)
    for (const Side side : kSides)
      for (std::size_t f = 0; f < exact[e][side].size(); ++f)
        look(duel.endings[e].outcome, side, exact[e][side][f], sampled[e][side][f], limit);
  return worst;
}

}  // namespace broadside
