#include "sim/full_odds.hpp"

#include <chrono>
#include <utility>

#include "sim/watch.hpp"

namespace broadside {

Result<FullOdds> full_odds(const Scenario& scenario, const Options& options, bool advice) {
  using Clock = std::chrono::steady_clock;
  const auto seconds = [](Clock::time_point from) {
    return std::chrono::duration<double>(Clock::now() - from).count();
  };
  if (auto error = check(options)) return *std::move(error);
  const auto start = Clock::now();
  const auto battle = ready(scenario, watched(options.progress, options.stop, "making the tables"));
  if (!battle) return battle.error();
  const double compile = seconds(start);
  auto report = odds(battle.value(), scenario, options);
  if (!report) return report.error();
  report.value().timing.compile = compile;
  FullOdds full{std::move(report).value(), {}, {}, 0};
  const auto answered = Clock::now();
  full.play = play_in_words(battle.value());
  if (advice) full.better = better_choices(scenario);
  full.advising = seconds(answered);
  return full;
}

}  // namespace broadside
