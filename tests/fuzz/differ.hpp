#pragma once
// Question: do all ways of answering give the same answer to battles that nobody chose?
//
// Each battle is solved forward and backward, and sampled by every kernel and on several numbers of
// threads; battles of the independent rollers are rolled die by die as well. What differs is made as
// small as it can be before it is told.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/scenario.hpp"
#include "core/tables/ending.hpp"

namespace broadside::fuzz {

/// Solvers that are further apart than this differ; so do samples that are further from the solved
/// chance than this many standard errors.
inline constexpr double kSolversApart = 1e-12;
inline constexpr double kSampleApart = 5;

/// What was seen of all battles so far.
struct Agreement {
  std::uint64_t seed =
      0;  ///< of the samples: another for each battle, or equal battles agree too well
  std::uint64_t scenarios = 0, refused = 0, solved = 0, sampled_only = 0, rolled = 0;
  std::uint64_t told = 0;                  ///< battles that were told several times
  double told_off = 0, told_variance = 0;  ///< victories told beyond those expected, over all
  std::uint64_t played_again = 0;          ///< samples that were too far off, at first
  double worst_solved = 0;                 ///< forward against backward
  double worst_z = 0;                      ///< sampled, or rolled, against solved
  std::vector<double> z{};           ///< of one outcome of each battle that was solved and sampled
  std::vector<std::string> found{};  ///< differences, each with the smallest battle that shows it
};

/// Battles of what the games declare, seeds first to last - 1.
void differ_on_made_battles(std::uint64_t first, std::uint64_t last, Agreement& seen);

/// Battles that the independent rollers can play, likewise.
void differ_on_rolled_battles(std::uint64_t first, std::uint64_t last, Agreement& seen);

/// Rolls one battle with dice of its own, and the next one at the next call.
using Roll = std::function<Outcome()>;

/// A battle against somebody who rolls it; `roller` sets it up, and throws (std::exception) what it
/// cannot play.
void roll_against_solved(const Scenario& scenario,
                         const std::function<Roll(const Scenario&)>& roller, Agreement& seen);

/// The battle as lines for a shell, whatever stands in its texts.
std::string as_command(const Scenario& scenario);

/// What differs about one battle, if anything.
std::optional<std::string> difference(const Scenario& scenario, Agreement& seen);

/// Outcomes of so many battles.
struct Shares {
  ByOutcome<std::uint64_t> counted{};
  std::uint64_t battles = 0;
};

/// Shares that are further from the solved chances than kSampleApart. Among tens of thousands of
/// battles luck does that now and then, so it is told only where `again` - kAgain times the battles,
/// other luck - is too far off as well.
inline constexpr std::uint64_t kAgain = 16;
std::optional<std::string> far_off(const Shares& shares, const ByOutcome<double>& solved,
                                   std::string_view what, const std::function<Shares()>& again,
                                   Agreement& seen);

/// Whether so many standard errors are what chance makes them: their mean, their spread and their
/// tails.
bool looks_normal(const std::vector<double>& z);

}  // namespace broadside::fuzz
