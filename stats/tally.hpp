#pragma once
// Question: what do the counts of many battles, or the masses of a solved one, say about outcomes
// and rounds? The same functions read both: a battle that was sampled has integer weights, one that
// was solved has chances.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/scenario/scenario.hpp"
#include "core/tables/duel.hpp"
#include "core/tables/ending.hpp"

namespace broadside {

/// [ending][side][final force]: how often a battle ended that way with that force (Counts::finals),
/// or how likely.
template <class Weight>
using Finals = std::vector<BySide<std::vector<Weight>>>;

/// Weight of each Outcome. Adds up to all battles: endings that mean the same are added.
template <class Weight>
ByOutcome<Weight> outcome_totals(const Duel& duel, const Finals<Weight>& finals);

/// One side's weight by final force, over all endings.
template <class Weight>
std::vector<Weight> final_forces(const Finals<Weight>& finals, Side side);

/// Outcomes that the tables do not rule out. The others are known to have chance zero without any
/// counting. Sides are looked at one by one, so an outcome may be named that no pair of forces
/// leads to; never the reverse.
ByOutcome<bool> possible_outcomes(const Duel& duel);

/// One stage of the battle ("space combat", "ground combat").
struct StageReport {
  std::string name;
  double reached = 0;      ///< chance that the stage is fought at all
  double mean_rounds = 0;  ///< over all battles
};

/// The stages in order. `entered` and `rounds` are by step (Counts) and `total` is their whole:
/// the number of battles, or one.
template <class Weight>
std::vector<StageReport> stage_reports(const Duel& duel, std::span<const Weight> entered,
                                       std::span<const Weight> rounds, double total);

/// One step on the way through the battle; rounds that are told apart only by their number are one.
struct StepReport {
  std::string name, stage;
  double reached = 0;      ///< chance that the battle comes to it
  double mean_rounds = 0;  ///< over all battles; 0 where it is no round
};

template <class Weight>
std::vector<StepReport> step_reports(const Duel& duel, std::span<const Weight> entered,
                                     std::span<const Weight> rounds, double total);

/// Rounds of a battle on average, where stages follow one another or a step ends the rounds that
/// they share. Nothing where stages that share rounds are played one after the other: see
/// sim/lengths.
template <class Weight>
std::optional<double> mean_rounds(const Duel& duel, std::span<const Weight> rounds, double total);

}  // namespace broadside
