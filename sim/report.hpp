#pragma once
// Question: what is known about a battle once it has been solved or sampled?

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/tables/ending.hpp"
#include "sim/progress.hpp"
#include "stats/agreement.hpp"  // Disagreement
#include "stats/interval.hpp"   // Chance
#include "stats/survivors.hpp"  // SideReport
#include "stats/tally.hpp"      // StageReport

namespace broadside {

/// Which way to answer: sampled with the exact answer beside it where the tables are small enough
/// (mc), solved only (exact), or solved where that is within the budget and sampled elsewhere
/// (automatic).
enum class Method { monte_carlo, exact, automatic };

/// One row of a Breakdown with its chance.
struct BreakdownRow {
  std::vector<Breakdown::Field> fields;
  Chance chance;
};
struct BreakdownReport {
  std::string name, title;
  std::vector<BreakdownRow> rows;
  bool is_answer = false;  ///< numbers of both sides, told first (Breakdown)

  /// The side's number on average, and how likely it is at least so much.
  double mean(Side side) const;
  std::vector<double> at_least(Side side) const;
};

/// How often something happened in a battle, on average: a card that was played.
struct IncidentReport {
  Side side{};
  std::string name;
  double mean = 0;
};

/// One of several places that are fought for.
struct PlaceReport {
  std::string name;
  Chance attacker_win, draw, defender_win;
  std::vector<UnitCount> sent;  ///< by the attacker, where all of it arrives
  BySide<SideReport> sides;     ///< what is left there and what was lost there
};
/// The places that fall to the attacker, and no others.
struct TakenReport {
  std::vector<std::string> names;
  Chance chance;
};
struct PlacesReport {
  std::string one, many, sent;  ///< words of the game: planet, planets, commit
  std::vector<PlaceReport> list;
  std::vector<TakenReport> taken;  ///< fewer first; adds up to one
  double expected = 0;             ///< places that fall
};

struct ExactOdds {
  ByOutcome<double> p{};
  std::optional<double> rounds;
  BySide<double> lost_resources{};  ///< expected
  double error_bound = 0;  ///< pruned: no chance is further off, and none is above the truth
  double memory = 0;       ///< bytes the solver took
  // Report::breakdowns and Report::places, solved.
  std::vector<BreakdownReport> breakdowns;
  std::optional<PlacesReport> places;
};

/// Where the time went, in seconds. `parse` and `report` are for whoever reads the question and
/// writes the answer to fill in.
struct Timing {
  double parse = 0;    ///< words to scenario
  double compile = 0;  ///< scenario to tables
  double exact = 0, sampling = 0;
  double report = 0;  ///< answer to text
};

struct Report {
  std::string game, battle;
  std::string battle_title;          ///< "Space combat"
  std::string battle_reason;         ///< why it is that battle, where it was chosen for the player
  int rounds_played = 0;             ///< the battle was looked at after so many; 0 = at its end
  std::vector<std::string> opening;  ///< told before all else: the dice that are rolled
  Method method = Method::monte_carlo;  ///< the way that was used: never automatic
  std::uint64_t seed = 1, battles = 0;
  double confidence = 0.95;
  ByOutcome<Chance> odds;  ///< by Outcome; one that cannot happen is exactly zero
  std::optional<ExactOdds> exact;
  double prune = 0;  ///< what the solver was allowed to leave out
  /// Nothing where stages share rounds and are too large to work out how many.
  std::optional<double> mean_rounds;
  std::vector<StageReport> stages;
  std::vector<StepReport> steps;  ///< the way through the battle, step by step
  BySide<SideReport> sides;
  /// The same for battles that are undecided, where forces are listed: chances add up to theirs.
  std::optional<BySide<SideReport>> standing;
  std::vector<BreakdownReport> breakdowns;
  std::vector<IncidentReport> incidents;
  std::optional<PlacesReport> places;  ///< where several are fought for
  /// The ways to divide the attacker's force among them, the one that was taken first
  std::vector<Places::Split> splits;
  std::vector<std::string> assumptions;
  std::vector<std::string> notes, brief;  ///< Battle::notes, Battle::brief
  /// The likeliest forces that a side has left when it wins, with their chances given that it does;
  /// solved where the battle is. Nothing where final forces are not listed.
  BySide<std::vector<SurvivorRow>> left_when_won;
  /// Where the solved and the sampled battle cannot both be right. Whoever shows the answer says so.
  std::optional<Disagreement> disagreement;
  /// Sampled in antithetic pairs: how many times less than that of independent battles the variance
  /// of the attacker's chance to win is.
  std::optional<double> variance_ratio;
  bool sequential = false;    ///< the intervals hold although sampling stopped by looking at them
  std::string exact_skipped;  ///< why there is no exact answer, or empty
  StoppedBy stopped_by = StoppedBy::battles;
  Timing timing;
  std::optional<Chance> both_retreats;  ///< where either side may retreat: the interval of the sum

  const Chance& chance(Outcome outcome) const { return odds[outcome]; }
  /// Both kinds of retreat together.
  Chance retreat() const;
  // What a line or a table tells that says it is exact where the battle was solved: numbers of one
  // kind.
  const std::vector<BreakdownReport>& surest_breakdowns() const {
    return exact ? exact->breakdowns : breakdowns;
  }
  const PlacesReport* surest_places() const {
    const auto& surest = exact ? exact->places : places;
    return surest ? &*surest : nullptr;
  }
};

}  // namespace broadside
