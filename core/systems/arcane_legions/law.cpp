#include "core/systems/arcane_legions/law.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>

#include "core/scenario/by.hpp"

namespace broadside::arcane_legions {
namespace {

constexpr int kLowFace = 3;  ///< what LowReroll::low calls low

/// n over k for all n up to some number of dice; whole numbers far below 2^53.
class Choices {
 public:
  explicit Choices(int dice)
      : length_(dice + 1), ways_(static_cast<std::size_t>(length_ * length_), 0.0) {
    for (int n = 0; n <= dice; ++n)
      for (int k = 0; k <= n; ++k)
        at(n, k) = k == 0 || k == n ? 1 : at(n - 1, k - 1) + at(n - 1, k);
  }
  double operator()(int n, int k) const { return nth(ways_, n * length_ + k); }

 private:
  double& at(int n, int k) { return nth(ways_, n * length_ + k); }
  int length_;
  std::vector<double> ways_;
};

/// The dice of one side. While values are taken from high to low its state is how many dice show at
/// least the value (n), and which of the dice that are rolled again have come up with it (a bit
/// each).
struct Row {
  int dice = 0;
  int bonus = 0;     ///< added to each face
  bool low = false;  ///< bit 0 is the lowest die, rolled again
  int high = 0;      ///< the next bits: highest dice, rolled again one after the other
  int again() const { return low + high; }
  int flags() const { return 1 << again(); }
  int states() const { return (dice + 1) * flags(); }

  /// Does a face come to this value?
  bool shows(int value) const { return value > bonus && value <= bonus + kFaces; }
  /// How many dice may show at least the value, from n that show more: at the lowest value all do.
  int least(int value, int n) const { return value <= bonus + 1 ? dice : n; }
  int most(int value, int n) const { return shows(value) ? dice : n; }
  /// May the dice rolled again that show at least `value` be those of `with`, if those of `before`
  /// show more? None is lost, new ones need a face that comes to the value, and at the lowest value
  /// all of them are there.
  bool leads(int value, int before, int with) const {
    if ((with & before) != before || (with != before && !shows(value))) return false;
    return value > bonus + 1 || with == flags() - 1;
  }
  /// Faces above it.
  int above(int value) const { return std::clamp(bonus + kFaces - value, 0, kFaces); }

  /// Dice that finally show at least the value. A die that is rolled again leaves the count where
  /// it stood: the lowest only once all dice are in, the highest with the first one.
  int count(int n, int flags) const {
    if (dice == 0) return 0;
    int final = n;
    int bit = 0;
    if (low) final += (flags >> bit++ & 1) - (n == dice);
    for (int i = 0; i < high; ++i) final += (flags >> bit++ & 1) - (final > 0);
    return final;
  }
};

/// Hits of the dice that show exactly `value`: before it so many dice of each side stood, with it
/// so many (RULES 5). Die i meets the enemy's die i; what is beyond his dice meets a phantom.
struct Local {
  int attacker, defender;
};
Local hits_at(const LineUp& lineup, int value, int a_before, int a_with, int d_before, int d_with) {
  const bool ties_a = lineup.ties_to_attacker, ties_d = lineup.ties_to_defender;
  const bool beats_pd =
      value > lineup.defence_phantom || (ties_a && value == lineup.defence_phantom);
  const bool beats_pa = value > lineup.attack_phantom || (ties_d && value == lineup.attack_phantom);
  const int a_end = beats_pd ? a_with : std::min(a_with, lineup.defence_dice);
  const int d_end = beats_pa ? d_with : std::min(d_with, lineup.attack_dice);
  const int a_hits = a_end - std::max(a_before, ties_a ? d_before : d_with);
  const int d_hits = d_end - std::max(d_before, ties_d ? a_before : a_with);
  return {std::max(a_hits, 0), lineup.defender_scores ? std::max(d_hits, 0) : 0};
}

/// Walks both rows down the values and counts the ways to every score.
class RowWalk {
 public:
  /// Ways are kept only where `admits(value, n)` holds for the attacker's count at each value, and
  /// at the end where the gain of a reroll is positive (`wants` 1) or not (`wants` -1).
  RowWalk(const LineUp& lineup, Row attack, Row defence, int wants)
      : lineup_(lineup),
        a_(attack),
        d_(defence),
        wants_(wants),
        choose_(std::max(attack.dice, defence.dice)) {
    most_criticals_ = lineup.critical_sixes > 0 ? criticals_most() : 0;
    if (wants_ != 0) {
      // A worse die costs at most its own pair, so no more than 2 for each of the 5 lower faces.
      // Gains beyond that decide whatever follows; they come first (see gain()).
      gain_unit_ = 1;
      for (int i = 0; i < a_.high; ++i) gain_unit_ *= kFaces;
      least_gain_ = -2 * (kFaces - 1) * gain_unit_;
      most_gain_ = 1 - least_gain_;
    }
    rows_ = most_gain_ - least_gain_ + 1;
    width_ = d_.dice + 1;
    height_ = a_.dice + 1;
    block_ = cell(rows_, 0, 0);
  }

  std::function<bool(int value, int n)> admits;

  /// Adds what comes of it, weighted, to ways[criticals][attacker][defender].
  void run(double weight, std::vector<double>& ways) {
    for (int c = 0; c <= most_criticals_; ++c) run_class(c, weight, ways);
  }
  std::size_t result_size() const { return cell(most_criticals_ + 1, 0, 0); }
  template <class Visit>
  void each(const std::vector<double>& ways, Visit visit) const {
    for (int a = 0; a < height_; ++a)
      for (int d = 0; d < width_; ++d)
        for (int c = 0; c <= most_criticals_; ++c)
          if (const double w = ways[cell(c, a, d)]; w > 0) visit(Hits{a, d, c}, w);
  }

 private:
  /// A score's place: behind a gain or a number of criticals, the hits of both.
  std::size_t cell(int part, int attacker, int defender) const {
    const int place = (part * height_ + attacker) * width_ + defender;
    return static_cast<std::size_t>(place);
  }

  /// Scores of one pair of states: [gain][attacker's hits][defender's hits], and how far it is
  /// filled.
  struct Block {
    std::vector<double> ways;
    int low = 0, high = -1, tall = 0, wide = 0;
    bool empty() const { return ways.empty(); }
  };

  int criticals_most() const {
    return lineup_.critical_count == CriticalCount::each ? a_.dice / lineup_.critical_sixes : 1;
  }

  /// What rolling the lowest die again gains at this value, summed over all faces that it and the
  /// dice rolled after it may show; the enemy's dice are known. Gains of a better face come at
  /// values down to that of the lowest die, losses of a worse one from there on.
  int gain(int value, int n, int n_with, int d_before, int d_with) const {
    Row rolled = a_, kept = a_;
    rolled.low = true;
    kept.low = false;
    const int above = a_.above(value), here = a_.shows(value), below = kFaces - above - here;
    int sum = 0;
    for (const bool reroll : {true, false}) {
      const Row& row = reroll ? rolled : kept;
      const int sign = reroll ? 1 : -kFaces;
      for (int before = 0; before < row.flags(); ++before)
        for (int with = before; with < row.flags(); ++with) {
          if ((with & before) != before) continue;
          int weight = sign;
          for (int bit = 0; bit < row.again(); ++bit)
            weight *= before >> bit & 1 ? above : with >> bit & 1 ? here : below;
          if (weight == 0) continue;
          const Local hits = hits_at(lineup_, value, row.count(n, before), row.count(n_with, with),
                                     d_before, d_with);
          sum += weight * (hits.attacker - hits.defender);
        }
    }
    return sum;
  }

  void run_class(int wanted_criticals, double weight, std::vector<double>& result) {
    std::vector<Block> now(static_cast<std::size_t>(a_.states() * d_.states())), next;
    Block& first = now[0];
    first.ways.assign(block_, 0.0);
    first.low = first.high = -least_gain_;
    first.ways[cell(-least_gain_, 0, 0)] = weight;
    const int six = a_.bonus + kFaces;
    for (int value = six; value >= 1; --value) {
      next.assign(now.size(), {});
      for (int n = 0; n <= a_.dice; ++n)
        for (int n_with = a_.least(value, n); n_with <= a_.most(value, n); ++n_with) {
          if (admits && !admits(value, n_with)) continue;
          const double ways = choose_(a_.dice - n, n_with - n);
          gains_.clear();
          for (int before = 0; before < a_.flags(); ++before)
            for (int with = before; with < a_.flags(); ++with) {
              if (!a_.leads(value, before, with)) continue;
              const int sixes = lineup_.critical_on_final ? a_.count(n_with, with) : n_with;
              if (value == six && criticals(lineup_, sixes) != wanted_criticals) continue;
              advance(value, {n, before}, {n_with, with}, ways, now, next);
            }
        }
      now.swap(next);
    }
    const Block& last = now.back();
    if (last.empty()) return;
    for (int g = last.low; g <= last.high; ++g) {
      if (wants_ != 0 && (g + least_gain_ > 0) != (wants_ > 0)) continue;
      for (int a = 0; a < height_; ++a)
        for (int d = 0; d < width_; ++d)
          result[cell(wanted_criticals, a, d)] += last.ways[cell(g, a, d)];
    }
  }

  struct State {
    int n, flags;
  };
  Block& at(std::vector<Block>& blocks, State a, State d) const {
    return nth(blocks, (a.n * a_.flags() + a.flags) * d_.states() + d.n * d_.flags() + d.flags);
  }

  /// All that the defender's dice may do while the attacker's go from one state to the next.
  void advance(int value, State a, State a_with, double ways, std::vector<Block>& now,
               std::vector<Block>& next) {
    const int a_before = a_.count(a.n, a.flags), a_now = a_.count(a_with.n, a_with.flags);
    for (int n = 0; n <= d_.dice; ++n)
      for (int before = 0; before < d_.flags(); ++before) {
        const Block& from = at(now, a, {n, before});
        if (from.empty()) continue;
        for (int n_with = d_.least(value, n); n_with <= d_.most(value, n); ++n_with)
          for (int with = before; with < d_.flags(); ++with) {
            if (!d_.leads(value, before, with)) continue;
            const int d_before = d_.count(n, before), d_now = d_.count(n_with, with);
            const Local hits = hits_at(lineup_, value, a_before, a_now, d_before, d_now);
            const int gained = wants_ == 0 ? 0 : known_gain(value, a.n, a_with.n, d_before, d_now);
            push(from, ways * choose_(d_.dice - n, n_with - n), hits, gained,
                 at(next, a_with, {n_with, with}));
          }
      }
  }

  /// gain() depends on the counts alone: once for each pair of them.
  int known_gain(int value, int n, int n_with, int d_before, int d_with) {
    const int length = d_.dice + 1, pairs = length * length;
    if (gains_.empty()) gains_.assign(static_cast<std::size_t>(pairs), kUnknown);
    int& known = nth(gains_, d_before * length + d_with);
    if (known == kUnknown) known = gain(value, n, n_with, d_before, d_with);
    return known;
  }

  void push(const Block& from, double ways, Local hits, int gained, Block& to) const {
    if (to.empty()) {
      to.ways.assign(block_, 0.0);
      to.low = rows_;
    }
    for (int g = from.low; g <= from.high; ++g) {
      const int row = std::clamp(g + gained, 0, rows_ - 1);
      to.low = std::min(to.low, row);
      to.high = std::max(to.high, row);
      for (int a = 0; a <= from.tall; ++a) {
        const double* source = &from.ways[cell(g, a, 0)];
        double* target = &to.ways[cell(row, a + hits.attacker, hits.defender)];
        for (int d = 0; d <= from.wide; ++d) target[d] += ways * source[d];
      }
    }
    to.tall = std::max(to.tall, from.tall + hits.attacker);
    to.wide = std::max(to.wide, from.wide + hits.defender);
  }

  static constexpr int kUnknown = 1 << 30;
  const LineUp& lineup_;
  Row a_, d_;
  int wants_;
  Choices choose_;
  int most_criticals_ = 0, gain_unit_ = 1, least_gain_ = 0, most_gain_ = 0, rows_ = 1;
  int width_ = 1, height_ = 1;
  std::size_t block_ = 1;
  std::vector<int> gains_;
};

/// Dice of `row` from high to low after one of the highest shows something else.
std::vector<int> replaced(std::vector<int> row, std::size_t at, int value) {
  row[at] = value;
  std::sort(row.begin(), row.end(), std::greater<>{});
  return row;
}

/// Expected own minus enemy hits after the rerolls that the defender still forces.
double expected_balance(const LineUp& lineup, const std::vector<int>& attack,
                        const std::vector<int>& defence, int rerolls) {
  if (rerolls == 0 || attack.empty()) {
    const Hits hits = line_up(lineup, attack, defence, 0);
    return hits.attacker - hits.defender;
  }
  double sum = 0;
  for (int face = 1; face <= kFaces; ++face)
    sum += expected_balance(lineup, replaced(attack, 0, face + lineup.attack_bonus), defence,
                            rerolls - 1);
  return sum / kFaces;
}

/// 6 to the number of dice. Both halves are exact up to 66 dice, so it is rounded once; the last
/// bit of std::pow is every library's own, and counts would hang on it.
double ways_of(int dice) {
  const auto power = [](int n) {
    double result = 1;
    for (; n > 0; --n) result *= kFaces;
    return result;
  };
  return power(dice / 2) * power(dice - dice / 2);
}

}  // namespace

int criticals(const LineUp& lineup, int sixes) {
  if (lineup.critical_sixes <= 0) return 0;
  switch (lineup.critical_count) {
    case CriticalCount::at_least:
      return sixes >= lineup.critical_sixes;
    case CriticalCount::exactly:
      return sixes == lineup.critical_sixes;
    case CriticalCount::each:
      break;
  }
  return sixes / lineup.critical_sixes;
}

Hits line_up(const LineUp& lineup, const std::vector<int>& attack, const std::vector<int>& defence,
             int sixes) {
  Hits hits{0, 0, criticals(lineup, sixes)};
  for (std::size_t i = 0; i < std::max(attack.size(), defence.size()); ++i) {
    const bool has_a = i < attack.size(), has_d = i < defence.size();
    const int a = has_a ? attack[i] : lineup.attack_phantom;
    const int d = has_d ? defence[i] : lineup.defence_phantom;
    if (has_a && (a > d || (a == d && lineup.ties_to_attacker))) ++hits.attacker;
    if (has_d && lineup.defender_scores && (d > a || (a == d && lineup.ties_to_defender)))
      ++hits.defender;
  }
  return hits;
}

bool rerolls_lowest(const LineUp& lineup, const std::vector<int>& attack,
                    const std::vector<int>& defence) {
  if (attack.empty()) return false;
  switch (lineup.low_reroll) {
    case LowReroll::none:
      return false;
    case LowReroll::always:
      return true;
    case LowReroll::low:
      return attack.back() - lineup.attack_bonus <= kLowFace;
    case LowReroll::expected:
      break;
  }
  double rolled = 0;
  for (int face = 1; face <= kFaces; ++face)
    rolled +=
        expected_balance(lineup, replaced(attack, attack.size() - 1, face + lineup.attack_bonus),
                         defence, lineup.attack_high_rerolls);
  const double kept =
      kFaces * expected_balance(lineup, attack, defence, lineup.attack_high_rerolls);
  return rolled > kept + 1e-9;
}

HitLaw hit_law(const LineUp& lineup) {
  assert(lineup.attack_dice >= 0 && lineup.defence_dice >= 0);
  Row attack{lineup.attack_dice, lineup.attack_bonus, false,
             lineup.attack_dice > 0 ? lineup.attack_high_rerolls : 0};
  const Row defence{lineup.defence_dice, 0, false,
                    lineup.defence_dice > 0 ? lineup.defence_high_rerolls : 0};
  Row rolled = attack;
  rolled.low = true;
  const LowReroll reroll = attack.dice > 0 ? lineup.low_reroll : LowReroll::none;

  HitLaw law;
  const Row& most = reroll == LowReroll::none ? attack : rolled;
  law.total = ways_of(attack.dice + most.again() + defence.dice + defence.again());
  std::vector<double> ways;
  const auto add = [&](const Row& row, int wants, double weight, auto admits) {
    RowWalk walk{lineup, row, defence, wants};
    walk.admits = admits;
    ways.resize(walk.result_size());
    walk.run(weight, ways);
  };
  // Where the die is kept, each of the six faces that it might have shown stands for itself.
  const int low_value = lineup.attack_bonus + kLowFace + 1;
  switch (reroll) {
    case LowReroll::none:
      add(attack, 0, 1, nullptr);
      break;
    case LowReroll::always:
      add(rolled, 0, 1, nullptr);
      break;
    case LowReroll::low:
      add(attack, 0, kFaces,
          [&](int value, int n) { return value != low_value || n == attack.dice; });
      add(rolled, 0, 1, [&](int value, int n) { return value != low_value || n < attack.dice; });
      break;
    case LowReroll::expected:
      add(attack, -1, kFaces, nullptr);
      add(rolled, 1, 1, nullptr);
      break;
  }
  RowWalk{lineup, attack, defence, 0}.each(ways, [&](const Hits& hits, double w) {
    law.entries.push_back({hits, w});
  });
  std::stable_sort(law.entries.begin(), law.entries.end(),
                   [](const auto& a, const auto& b) { return a.hits < b.hits; });
  return law;
}

}  // namespace broadside::arcane_legions
