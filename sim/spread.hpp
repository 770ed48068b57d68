#pragma once
// Question: how does one exchange spread the masses of a whole row of pairs at once?
//
// Where neither side's throwing changes it and no volley answers another, the two next states are
// independent: the attacker's depends on its state and the defender's row, the defender's on its
// state and the attacker's row. So for one attacker state the defender states that throw alike are
// summed first, once for each of their rows and not once for each state, and one small matrix
// product spreads the sums over the attacker's next states.
//
// Every cell receives its terms in the same order however the work is split over threads and
// however wide the vectors of the machine are, so results are the same to the last bit.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "core/tables/duel.hpp"
#include "sim/exchange.hpp"

namespace broadside {

/// Runs work(first, last) over parts of [0, count), perhaps on several threads.
using Parallel = std::function<void(std::size_t count,
                                    const std::function<void(std::size_t, std::size_t)>& work)>;

/// The law of one side's next state, as single states: those that may come back (`stays`, see
/// Spread) and those that do not.
struct PointLaw {
  struct Point {
    std::uint32_t state;
    double chance;
  };
  std::span<const Point> stays, moves;
  double others = 0;  ///< chance of all moves
  bool known = false;
};

/// The same as runs of neighbouring states, for adding with vector instructions.
struct RunLaw {
  struct Run {
    std::uint32_t first, size;
    std::size_t at;  ///< of its chances in RunLaws
  };
  std::uint32_t first_run = 0, runs = 0;
  std::uint32_t first_stay = 0, stays = 0;
  double others = 0;
  bool known = false;
};

/// Laws of the defender's next state, by state, against one row of the attacker; worked out when
/// first asked for.
class RunLaws {
 public:
  RunLaws() = default;
  RunLaws(std::size_t states, std::size_t volleys) : laws_(states) {
    constexpr std::size_t kSmall = 1024;  // small tables grow only once
    runs_.reserve(std::min(states, kSmall));
    stays_.reserve(std::min(states, kSmall));
    chance_.reserve(std::min(states * volleys, kSmall));
  }
  bool empty() const { return laws_.empty(); }
  /// A law that has been asked for before.
  const RunLaw& operator[](std::uint32_t state) const { return laws_[state]; }
  std::span<const RunLaw::Run> runs(const RunLaw& law) const {
    return std::span{runs_}.subspan(law.first_run, law.runs);
  }
  std::span<const PointLaw::Point> stays(const RunLaw& law) const {
    return std::span{stays_}.subspan(law.first_stay, law.stays);
  }
  const double* chances(const RunLaw::Run& run) const { return chance_.data() + run.at; }
  std::size_t chances_stored() const { return chance_.size(); }

  /// The law of a state. `dense` is room for one chance by state, all zero before and after;
  /// may_stay(next state) tells what may come back.
  template <class MayStay>
  const RunLaw& law(std::uint32_t state, const Cell* next, std::span<const Throws::Column> thrown,
                    std::vector<double>& dense, MayStay may_stay) {
    RunLaw& law = laws_[state];
    if (law.known) return law;
    law.known = true;
    std::uint32_t low = ~0u, high = 0;
    for (const auto& column : thrown) {
      const std::uint32_t to = state_of(next[column.volley]);
      low = std::min(low, to);
      high = std::max(high, to);
      dense[to] += column.chance;
    }
    law.first_run = static_cast<std::uint32_t>(runs_.size());
    law.first_stay = static_cast<std::uint32_t>(stays_.size());
    for (std::uint32_t at = low; at <= high;) {
      const std::uint32_t end = end_of_run(dense, at, high);
      runs_.push_back({at, end - at, chance_.size()});
      chance_.insert(chance_.end(), dense.data() + at, dense.data() + end);
      for (std::uint32_t to = at; to < end; ++to) {
        const double chance = dense[to];
        dense[to] = 0;
        if (chance <= 0) continue;
        if (may_stay(to))
          stays_.push_back({to, chance});
        else
          law.others += chance;
      }
      at = end;
      while (at <= high && dense[at] <= 0) ++at;
    }
    law.runs = static_cast<std::uint32_t>(runs_.size()) - law.first_run;
    law.stays = static_cast<std::uint32_t>(stays_.size()) - law.first_stay;
    return law;
  }

 private:
  /// Behind the last chance before a gap that is better left out.
  static std::uint32_t end_of_run(const std::vector<double>& dense, std::uint32_t at,
                                  std::uint32_t high) {
    constexpr std::uint32_t kGap = 8;
    std::uint32_t last = at;
    for (std::uint32_t i = at + 1; i <= high && i - last <= kGap; ++i)
      if (dense[i] > 0) last = i;
    return last + 1;
  }

  std::vector<RunLaw> laws_;
  std::vector<RunLaw::Run> runs_;
  std::vector<PointLaw::Point> stays_;
  std::vector<double> chance_;
};

/// to[i] += factor * from[i]
inline void add_scaled(double* __restrict to, const double* __restrict from, std::size_t size,
                       double factor) {
  for (std::size_t i = 0; i < size; ++i) to[i] += factor * from[i];
}

/// One attacker state of a step, with the masses of its pairs that are to be spread.
struct AttackerRow {
  std::uint32_t attacker = 0;
  RunLaws* defenders = nullptr;  ///< laws of the defender's next state against this attacker state
  std::vector<PointLaw> law;     ///< its own next state, by group of defender states
  std::vector<PointLaw::Point> points;                 ///< of those laws
  std::vector<std::pair<std::uint32_t, double>> mass;  ///< defender state, mass
};

/// Spreads rows of pairs of one step whose sides are separate.
class Spread {
 public:
  /// Laws kept from row to row: about what the second cache level holds; more is slower.
  static constexpr std::size_t kMostLawBytes = std::size_t{2} << 20;

  explicit Spread(const Step& step);
  static bool possible(const Step& step) {
    return step.side[0].thrown.empty() && step.side[1].thrown.empty() && step.response.empty();
  }

  /// Frees laws if they take much room; no row that was begun before may be used any more.
  void trim();
  void begin(AttackerRow& row, std::uint32_t attacker);

  /// The attacker's next state against this defender state.
  template <class MayStay>
  const PointLaw& attacker(AttackerRow& row, std::uint32_t defender, MayStay may_stay) const {
    PointLaw& law = row.law[group_of_[defender]];
    if (law.known) return law;
    law.known = true;
    law.others = 0;
    const StepSide& side = step_.side[0];
    const std::uint32_t seen = side.feature.empty() ? 0 : side.feature[row.attacker];
    const Cell* const next = side.next.data() + std::size_t{row.attacker} * side.volleys;
    const std::size_t number = step_.side[1].row[defender] + seen;
    const auto thrown = throws_[1].row(number);
    // One point for each column at most: those that change the state fill the space from its
    // front, those that may stay from its back.
    PointLaw::Point* const room = row.points.data() + throws_[1].before(number);
    PointLaw::Point* const end = room + thrown.size();
    PointLaw::Point *moves = room, *stays = end, *last = nullptr;
    // Volleys that lead to the same state are mostly neighbours (more hits than can be taken).
    for (const auto& column : thrown) {
      const std::uint32_t to = state_of(next[column.volley]);
      if (last && last->state == to) {
        last->chance += column.chance;
      } else {
        last = may_stay(to) ? --stays : moves++;
        *last = {to, column.chance};
      }
      if (last < moves) law.others += column.chance;
    }
    law.moves = {room, moves};
    law.stays = {stays, end};
    return law;
  }

  /// The defender's next state against the row's attacker state.
  template <class MayStay>
  const RunLaw& defender(AttackerRow& row, std::uint32_t defender, MayStay may_stay) {
    RunLaws& laws = *row.defenders;
    if (laws[defender].known) return laws[defender];
    const StepSide& side = step_.side[1];
    const std::uint32_t seen = side.feature.empty() ? 0 : side.feature[defender];
    const std::size_t before = laws.chances_stored();
    const RunLaw& law =
        laws.law(defender, side.next.data() + std::size_t{defender} * side.volleys,
                 throws_[0].row(step_.side[0].row[row.attacker] + seen), dense_, may_stay);
    law_bytes_ += (laws.chances_stored() - before) * sizeof(double) +
                  law.runs * sizeof(RunLaw::Run) + law.stays * sizeof(PointLaw::Point);
    return law;
  }

  /// Adds what the row's masses lead to by the attacker's moves (not its stays) to the rows that
  /// to_row(next attacker state) points to. Terms whose sum is below `least` are left out; returns
  /// what was.
  template <class ToRow>
  double push(AttackerRow& row, double least, const Parallel& parallel, ToRow to_row) {
    if (row.mass.empty()) return 0;
    sum_up(row);
    const double left_out = collect_terms(row, least);
    target_rows_.clear();
    for (const std::uint32_t state : targets_) target_rows_.push_back(to_row(state));
    const auto work = [&](std::size_t first, std::size_t last) { add_products(first, last); };
    if (parallel && targets_.size() * columns_in_use_ > kWorthThreads)
      parallel(targets_.size(), work);
    else
      work(0, targets_.size());
    clear_sums();
    return left_out;
  }

  /// No push of this row has more terms than so many.
  double most_terms(const AttackerRow& row) const {
    return static_cast<double>(std::min(row.mass.size(), groups_)) * step_.side[0].volleys;
  }

  using Columns = std::pair<std::uint32_t, std::uint32_t>;  ///< first, behind the last
  /// The columns that the last push may have written to; one may come more than once.
  std::span<const Columns> columns() const { return columns_; }
  std::size_t bytes() const { return most_bytes_; }

 private:
  static constexpr std::uint32_t kNone = ~0u;
  static constexpr std::size_t kBlock = 8;  ///< columns are looked at in blocks of so many
  static constexpr std::size_t kSumsAtOnce = 4;
  /// Multiply-adds of one attacker state from which on threads pay.
  static constexpr std::size_t kWorthThreads = 200'000;

  /// The sum over defender states that throw alike.
  struct Sum {
    std::uint32_t group;
    double total;
  };
  /// Sums that are added together, and their columns.
  struct Bundle {
    std::size_t first_columns, last_columns;  ///< in columns_
  };

  void sum_up(const AttackerRow& row);
  void find_columns();
  double collect_terms(const AttackerRow& row, double least);
  void add_products(std::size_t first_target, std::size_t last_target) const;
  void clear_sums();
  double* values(std::size_t sum) { return values_.data() + sum * width_; }
  const double* values(std::size_t sum) const { return values_.data() + sum * width_; }

  const Step& step_;
  BySide<Throws> throws_;
  std::size_t width_;                    ///< defender states after the step
  std::vector<std::uint32_t> group_of_;  ///< by defender state: states that throw alike
  std::size_t groups_ = 0;
  std::vector<RunLaws> tables_;  ///< by attacker's row
  std::size_t law_bytes_ = 0, most_bytes_ = 0;
  std::vector<double> dense_;
  // Of the last push: the sums, all zero between pushes; the blocks of columns that a bundle of
  // them uses; and what is added to each next attacker state, [target][sum].
  std::vector<Sum> sums_;
  std::vector<std::uint32_t> sum_of_group_;
  std::vector<double> values_;
  std::vector<std::uint8_t> block_in_use_;  ///< [bundle][block]
  std::vector<Bundle> bundles_;
  std::vector<Columns> columns_;
  std::size_t columns_in_use_ = 0;
  std::vector<std::uint32_t> targets_, place_of_target_;
  std::vector<double*> target_rows_;
  std::vector<double> chances_;
};

}  // namespace broadside
