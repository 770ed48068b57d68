#include "bench/check.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace broadside::bench {
namespace {

template <class List>
std::uint64_t sum(const List& values) {
  return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
}

}  // namespace

std::optional<std::string> check_odds(const Won& won, const Odds& exact, double standard_errors) {
  const auto battles = static_cast<double>(sum(won));
  for (const Outcome o : all_outcomes()) {
    const double expected = battles * exact[o];
    const double error = std::sqrt(std::max(0.0, expected * (1 - exact[o])));
    const double off = std::abs(static_cast<double>(won[o]) - expected);
    // The slack of a few battles is for outcomes so rare that the normal law says nothing about
    // them.
    const double slack = exact[o] > 0 && exact[o] < 1 ? 5 : 1e-9 * battles;
    if (off > standard_errors * error + slack)
      return fmt::format("{} of {} battles ended as {}, expected {:.1f} +- {:.1f}", won[o],
                         sum(won), name(o), expected, error);
  }
  return std::nullopt;
}

std::optional<std::string> check_exact(const Odds& exact) {
  const double total = std::accumulate(exact.begin(), exact.end(), 0.0);
  if (std::abs(total - 1) < 1e-12) return std::nullopt;
  return fmt::format("the exact chances add up to {:.15f}", total);
}

std::optional<std::string> check_sums(const Duel& duel, const Counts& counts,
                                      std::uint64_t battles) {
  const auto wrong = [&](const std::string& what, std::uint64_t found, std::uint64_t expected) {
    return fmt::format("{} battles were played, but {}: {} instead of {}", battles, what, found,
                       expected);
  };
  if (counts.battles != battles) return wrong("the number is wrong", counts.battles, battles);
  for (std::size_t side = 0; side < 2; ++side) {
    std::uint64_t endings = 0;
    for (const auto& ending : counts.finals) endings += sum(ending[side]);
    if (endings != battles)
      return wrong(fmt::format("the final forces of the {} do not add up", name(kSides[side])),
                   endings, battles);
  }
  if (!counts.entered.empty() && counts.entered[0] != battles)
    return wrong("not all came to the first step", counts.entered[0], battles);
  for (std::size_t s = 0; s < duel.steps.size(); ++s) {
    if (duel.steps[s].loop != kNoStep)
      continue;  // played again and again: entered once, left several times
    const std::uint64_t left = sum(counts.lengths[s]);
    if (left != counts.entered[s])
      return wrong(fmt::format("not all left the step '{}'", duel.steps[s].name), left,
                   counts.entered[s]);
  }
  return std::nullopt;
}

std::optional<std::string> check_sums(const Matchup& matchup) {
  const Battle battle = prepare(matchup);
  const Duel& duel = battle.duel;
  Workspace workspace{duel};
  const auto check = [&](std::uint32_t battles) -> std::optional<std::string> {
    std::optional<Counts> first;
    for (const Kernel kernel : available_kernels()) {
      Counts counts{duel};
      play_chunk(duel, 7, battles, battles, workspace, counts, kernel);
      if (auto problem = check_sums(duel, counts, battles))
        return fmt::format("matchup {}, kernel {}: {}", matchup.name, name(kernel), *problem);
      if (!first) first = counts;
      if (*first != counts)
        return fmt::format("matchup {}: the kernels {} and {} count differently for {} battles",
                           matchup.name, name(available_kernels().front()), name(kernel), battles);
    }
    return std::nullopt;
  };
  for (std::uint32_t battles = 0; battles <= 300; ++battles)
    if (auto problem = check(battles)) return problem;
  for (const std::uint32_t battles :
       {511u, 1'023u, 1'025u, 4'097u, kChunkBattles - 3, kChunkBattles - 1, kChunkBattles})
    if (auto problem = check(battles)) return problem;
  return std::nullopt;
}

}  // namespace broadside::bench
