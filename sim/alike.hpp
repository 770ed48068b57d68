#pragma once
// Question: which battles of many fleets can be answered together?

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "sim/engine.hpp"
#include "sim/values.hpp"

namespace broadside {

/// Attackers and defenders of a question by their places in it: every pair of them is a battle.
struct FleetBlock {
  std::vector<std::uint32_t> attackers, defenders;
  bool shared = false;  ///< they may be prepared as one; otherwise one by one
};

/// Fleets of both sides and what holds for all their battles, in the game's own words.
struct ManyFleets {
  const Game* game = nullptr;
  Scenario scenario;  ///< its sides are the first fleets
  BySide<std::vector<SideSpec>> fleets;

  Scenario battle(std::size_t attacker, std::size_t defender) const;
};

/// Checks the fields of every fleet; the battle is the one that is meant by all of them together. An
/// error names the fleet by its place: "attacker 2".
Result<ManyFleets> many_fleets(const Scenario& scenario, const std::vector<SideSpec>& attackers,
                               const std::vector<SideSpec>& defenders);

/// The place in an error of the battle of these two, with their numbers: "attacker 2.units".
InputError at_fleets(InputError error, std::size_t attacker, std::size_t defender);

/// Fleets of a side in one block: all of them become states of one table.
inline constexpr std::size_t kMostTogether = 1024;

/// All battles cut into blocks, each battle in one. Depends on the fleets alone.
std::vector<FleetBlock> blocks_of(const ManyFleets& many, std::size_t together = kMostTogether);

/// One battle of a shared block.
struct SharedCell {
  std::uint32_t attacker, defender;  ///< places in the question
  const Duel& duel;                  ///< of the block
  BySide<Cell> start;                ///< in its first step
  BySide<double> worth;              ///< what the fleets bring, in resources
  std::span<const double> values;    ///< of the measures
};

/// What battles of a block are asked for.
struct SharedQuestion {
  std::function<std::vector<Measure>(const Battle&)> measures;  ///< at most kMostMeasures
  std::function<void(const SharedCell&)> take;
  double bytes = 140e6;  ///< that the numbers of one pass may take
};

/// Answers all battles of a shared block that can be answered together, within the limits of
/// `options` for the solver, and returns the others. A block that is too large is halved. Once
/// options.stop says so it leaves off: then some battles are neither answered nor returned.
std::vector<std::pair<std::uint32_t, std::uint32_t>> answer_shared(const ManyFleets& many,
                                                                   const FleetBlock& block,
                                                                   const SharedQuestion& question,
                                                                   const Options& options);

/// About how many multiply-adds one number of a shared block, or of its halves, takes, from the sizes
/// of the tables; no further than it takes to see that it is more than `most`.
double shared_cost(const ManyFleets& many, const FleetBlock& block, double most,
                   const Options& options);

}  // namespace broadside
