#include "sim/stop.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <cstddef>

#include "stats/tally.hpp"

namespace broadside {
namespace {

using Clock = std::chrono::steady_clock;
constexpr double kReportSeconds = 0.1;

/// Chooses how many chunks to play before looking up: few enough to keep an eye on the clock,
/// enough to keep the threads busy. Cutting the work differently never changes the counts.
class Slices {
 public:
  explicit Slices(std::uint64_t width) : size_(width), width_(width) {}

  std::uint64_t size(std::optional<double> seconds_left) const noexcept {
    if (!seconds_left || seconds_per_chunk_ <= 0) return size_;
    const double fit = *seconds_left / seconds_per_chunk_;
    return fit < static_cast<double>(size_)
               ? std::max<std::uint64_t>(static_cast<std::uint64_t>(fit), width_)
               : size_;
  }

  void took(std::uint64_t chunks, double seconds) noexcept {
    seconds_per_chunk_ = seconds / static_cast<double>(chunks);
    if (seconds < kReportSeconds / 4)
      size_ = std::min(2 * size_, std::uint64_t{1} << 40);
    else if (seconds > kReportSeconds)
      size_ = std::max(size_ / 2, width_);
  }

 private:
  std::uint64_t size_, width_;
  double seconds_per_chunk_ = 0;
};

/// The interval of an outcome that was counted so often.
Chance interval_of(const StopRule& rule, std::uint64_t count, std::uint64_t battles) {
  return rule.precision ? anytime_interval(rule)(count, battles)
                        : wilson_interval(count, battles, rule.confidence);
}

}  // namespace

AnytimeInterval anytime_interval(const StopRule& rule) {
  return {rule.confidence, *rule.precision, rule.battles.value_or(~std::uint64_t{0})};
}

void OutcomeCounts::add(const Duel& duel, const Counts& more) {
  const auto totals = outcome_totals(duel, more.finals);
  for (std::size_t o = 0; o < totals.size(); ++o) count[o] += totals[o];
  battles += more.battles;
}

bool precise_enough(const Duel& duel, const StopRule& rule, const OutcomeCounts& counts) {
  const auto possible = possible_outcomes(duel);
  for (std::size_t o = 0; o < possible.size(); ++o)
    if (possible[o] &&
        interval_of(rule, counts.count[o], counts.battles).half_width() > *rule.precision)
      return false;
  return true;
}

bool precise_enough(const Duel& duel, const StopRule& rule, const Counts& counts) {
  OutcomeCounts outcomes;
  outcomes.add(duel, counts);
  return precise_enough(duel, rule, outcomes);
}

Sample sample_until(const Duel& duel, ChunkRunner& runner, const StopRule& rule,
                    const ProgressCallback& progress) {
  assert(rule.battles || rule.precision || rule.seconds);
  const ChunkSizes sizes{rule.battles};
  const std::uint64_t all = sizes.chunks();
  const auto report = [&] {
    const OutcomeCounts counts = runner.outcomes();
    const Chance win = interval_of(rule, counts.count[Outcome::attacker_win], counts.battles);
    progress({counts.battles, rule.battles.value_or(0), win.p, win.half_width()});
  };

  const auto start = Clock::now();
  const auto elapsed = [start] {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  double now = 0, reported = 0;
  Slices slices{std::max<std::uint64_t>(runner.width(), 1)};
  std::uint64_t done = 0, look = rule.precision ? next_look(0) : all;
  while (done < all) {
    const std::uint64_t until = std::min(all, look);
    std::uint64_t slice = until - done;
    if (rule.seconds || progress || rule.asked) {
      std::optional<double> left;
      if (rule.seconds) left = std::max(*rule.seconds - now, 0.0);
      slice = std::min(slice, slices.size(left));
    }
    runner.play(done, done + slice, sizes);
    done += slice;
    const double before = now;
    now = elapsed();
    slices.took(slice, now - before);
    if (rule.precision && done == look) {
      if (precise_enough(duel, rule, runner.outcomes()))
        return {runner.total(), StoppedBy::precision};
      look = next_look(look);
    }
    if (done < all && rule.seconds && now >= *rule.seconds)
      return {runner.total(), StoppedBy::time};
    if (done < all && rule.asked && rule.asked()) return {runner.total(), StoppedBy::request};
    if (done < all && progress && now - reported >= kReportSeconds) {
      report();
      reported = now;
    }
  }
  return {runner.total(), StoppedBy::battles};
}

}  // namespace broadside
