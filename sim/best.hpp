#pragma once
// Question: which fleet should I buy?
//
// Every fleet within the limits is looked at; none is left out because it seems worse. Where all
// battles can be solved the answer is exact and nothing better exists within the limits. Otherwise
// the fleets race with common random numbers: those that are certainly behind drop out
// (stats/racing), and those that are left cannot be told apart yet.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/scenario/market.hpp"
#include "sim/engine.hpp"
#include "sim/goal.hpp"
#include "stats/summary.hpp"

namespace broadside {

class Pieces;

/// Above everything that a side can field: the dearest base of Arcane Legions is worth 8,730 points,
/// all plastic of a colour in TI4 less than two hundred resources.
inline constexpr double kMostBudget = 10'000;

struct BestQuestion {
  Scenario scenario;              ///< my side of it is what I have: units may be none
  Side side = Side::attacker;     ///< mine
  std::vector<SideSpec> enemies;  ///< at least one
  std::vector<double> weights;    ///< how likely each is; empty = the worst of them counts
  Goal goal;
  double budget = 0;
  std::optional<double> supply;    ///< fleet supply; nothing = what the game takes as usual
  bool any_supply = false;         ///< no limit on it
  std::vector<std::string> only;   ///< types that may be bought; empty = all
  std::vector<std::string> never;  ///< types that may not
  std::size_t show = 10;           ///< how many fleets to tell at the most
};

struct SearchProgress {
  std::size_t done = 0, all = 0;  ///< fleets, or battles of a race; all: 0 = unknown
  bool race = false;
  double best = 0;
  std::vector<UnitCount> fleet;  ///< the best so far
};

struct RankedFleet {
  SideSpec fleet;
  std::vector<UnitCount> bought;
  double cost = 0;   ///< of what is bought
  double value = 0;  ///< of the goal
  Summary mean;      ///< over the enemies
  double worst = 0;  ///< chance to win against the enemy that it does worst against
};

struct BestAnswer {
  std::string battle, battle_words;  ///< its kind, and battle_in_words
  Method method = Method::exact;     ///< exact: exhaustive; monte_carlo: a race
  std::size_t examined = 0;          ///< fleets
  std::size_t not_examined = 0;      ///< stopped on request: fleets within the limits beside those
  std::size_t refused = 0;           ///< of them cannot fight this battle
  std::size_t left = 0;  ///< exact: how many share the best value; race: how many may be the best
  std::size_t more_as_good = 0;  ///< of those that are left: not told
  bool ended_by_work = false;    ///< a race that would have taken longer than a question may
  std::uint64_t seed = 1, battles = 0;
  double confidence = 0.95;
  std::optional<double> supply;
  std::vector<Offer> offers;        ///< what could be bought
  std::vector<RankedFleet> fleets;  ///< best first; ties: cheaper first
  std::string exact_skipped;
  std::vector<std::string> assumptions;
  std::vector<std::string> notes,
      brief;  ///< Battle::notes and brief of the best fleet's first battle
};

/// What is wrong with the question, if anything; and with a goal about units that are not to be had.
std::optional<InputError> check(const BestQuestion& question, const Options& options);
std::optional<InputError> check_goal(const BestQuestion& question, const std::vector<Offer>& sold);

/// A piece is the scores of some fleets; a race has none.
Result<BestAnswer> best(const BestQuestion& question, const Options& options,
                        const std::function<void(const SearchProgress&)>& progress = {},
                        Pieces* pieces = nullptr);

}  // namespace broadside
