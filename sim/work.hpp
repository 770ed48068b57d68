#pragma once
// Question: how much may the battles of one decision cost together, where nobody says how long?
//
// A search, a sweep or a game of fleets asks for many battles, each of which is within the limits of
// a question of its own. Work is counted in nanoseconds of one processor as they were measured once,
// never in those that pass, so that every machine answers and refuses the same.

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "core/game.hpp"
#include "core/scenario/scenario.hpp"
#include "sim/engine.hpp"

namespace broadside {

/// Two processors take some 1.5 seconds for it: half a second is left for what is not counted.
inline constexpr double kMostWork = 3e9;
/// Fewer battles than these tell nothing that is worth waiting for: +-1.6 %.
inline constexpr std::uint64_t kLeastSample = 4096;

/// Whether nobody says how much may be done: no number of battles, no precision, no time.
bool as_usual(const Options& options);

/// Of making a battle ready, and of solving it besides where that is feasible.
double work_to_prepare(const Battle& battle);
double work_to_solve(const Battle& battle);
/// Of one pass over the tables of many battles (sim/alike).
double work_to_share(const Battle& battle);

/// Of one round that is sampled; of one battle, seen from a few.
double work_of_round(const Duel& duel, const Scenario& scenario);
double work_of_battle(const Duel& duel, const Scenario& scenario, std::uint64_t seed);

/// Of one battle whose dice are named (sim/paired): of a step that is looked up, and of naming the dice
/// of a battle that has no tables.
inline constexpr double kNamedStep = 100, kNamedBattle = 300;
double work_of_named(const Duel& duel, const Scenario& scenario, std::uint64_t seed);

/// The usual number of battles, or as many as so much work is enough for; kLeastSample at least.
std::uint64_t battles_for(const Duel& duel, const Scenario& scenario, std::uint64_t seed,
                          double work);

/// What a decision has spent. Whether it is too much does not depend on who spends it first.
class WorkMeter {
 public:
  explicit WorkMeter(double most) : most_(static_cast<std::uint64_t>(most)) {}

  void spend(double work) {
    spent_ += static_cast<std::uint64_t>(std::min(work, static_cast<double>(most_) + 1));
  }
  bool over() const { return spent_ > most_; }
  double spent() const { return static_cast<double>(spent_); }
  double left() const { return over() ? 0 : static_cast<double>(most_ - spent_); }

 private:
  std::uint64_t most_;
  std::atomic<std::uint64_t> spent_ = 0;
};

}  // namespace broadside
