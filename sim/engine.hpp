#pragma once
// Question: what happens if I attack? The one door that apps use.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "sim/progress.hpp"
#include "sim/report.hpp"
#include "sim/usual_battles.hpp"

namespace broadside {

struct Counts;
struct Sample;
struct StopRule;

/// Plays the battles of a duel until the rule says stop.
using Sampler = std::function<std::shared_ptr<const Sample>(const Duel&, const StopRule&)>;

struct Options {
  Method method = Method::monte_carlo;
  std::uint64_t seed = 1;
  /// How many, unless precision or seconds is given; the usual number if not said (usual_battles).
  std::optional<std::uint64_t> battles;
  std::optional<double> precision;  ///< stop when every interval's half-width is at most this
  std::optional<double> seconds;    ///< stop after this time: not repeatable in count
  std::optional<std::uint64_t> max_battles;  ///< stop by precision or time: never more than this
  bool antithetic = false;                   ///< pairs of opposite luck: fewer battles needed
  double confidence = 0.95;                  ///< of each interval by itself
  int threads = 0;                           ///< 0 = all cores
  double exact_budget = 4e8;                 ///< multiply-adds the solver may spend
  double exact_memory = 160e6;               ///< bytes it may take
  double prune = 0;  ///< chance that the solver may leave out in all; 0 = nothing that matters
  ProgressCallback progress;  ///< called from the calling thread, at most ten times a second
  StopQuery stop;             ///< answers with what there is once it says so; may be empty
  /// Where the battles of odds() are played, unless in antithetic pairs; empty = on the threads here.
  Sampler sampler;
};

/// Every game the program knows, in the order of the help text (sim/systems.cpp: one line each).
std::span<const Game* const> games();
Result<const Game*> find_game(std::string_view id);

/// What is wrong with the options, if anything.
std::optional<InputError> check(const Options& options);

/// How many battles may be played at most: as many as it takes where something else ends it.
std::uint64_t most_battles(const Options& options);

/// The scenario of a question about many fleets with its battle named: where the player named none,
/// the one that is meant by all fleets of a side together.
Scenario of_one_kind(const Scenario& scenario, std::span<const SideSpec> attackers,
                     std::span<const SideSpec> defenders);

/// Its battle as answers about many fleets tell it: "Space combat", "Conquest after 2 rounds".
std::string battle_in_words(const Scenario& scenario);

/// The battle of a scenario with all that can be decided beforehand; games and battles may be
/// named as in the scenario form. `stop` may be empty; it reaches into every stage.
Result<Battle> ready(const Scenario& scenario, const StopQuery& stop = {});

/// The same for battles that are compared one by one: all their final forces are listed.
Result<Battle> ready_to_compare(const Scenario& scenario, const StopQuery& stop = {});

/// Whether the solver may take this on; `why_not` says what keeps it from that.
bool solvable(const Duel& duel, const Options& options, std::string* why_not = nullptr);

/// When the sampling of a battle is enough.
StopRule stop_rule(const Duel& duel, const Options& options);

/// The whole answer to one question. Deterministic in (scenario, options) whatever the threads,
/// unless stopped by time.
Result<Report> odds(const Scenario& scenario, const Options& options);

/// The same for a battle that is already compiled.
Result<Report> odds(const Battle& battle, const Scenario& scenario, const Options& options);

/// The report of counts that were made elsewhere, on other machines say: plain battles, a number
/// fixed beforehand. Of options only the seed and the confidence count.
Report report_of(const Battle& battle, const Scenario& scenario, const Counts& counts,
                 const Options& options);

}  // namespace broadside
