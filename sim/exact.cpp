#include "sim/exact.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <span>
#include <utility>

#include <Eigen/LU>
#include <Eigen/SparseLU>

#include "sim/exchange.hpp"

namespace broadside {
namespace {

/// Systems up to this size are solved densely: below it the bookkeeping of a sparse solver costs
/// more.
constexpr std::size_t kDenseUnknowns = 128;

/// Steps [first, last) that a battle can come back to from one another; most often a single step.
struct Loop {
  std::size_t first, last;
  bool single() const noexcept { return last == first + 1; }
};

Loop loop_at(const Duel& duel, std::size_t first) {
  std::size_t last = first + 1;
  if (duel.steps[first].loop != kNoStep)
    while (last < duel.steps.size() && duel.steps[last].loop == duel.steps[first].loop) ++last;
  return {first, last};
}

/// One side's states in a loop, by strongly connected component from the weakest up.
class Order {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct State {
    std::size_t step;
    std::uint32_t state;
  };

  Order(const Duel& duel, std::size_t side, Loop loop) : loop_(loop) {
    std::vector<std::pair<std::uint32_t, State>> sorted;
    for (std::size_t s = loop.first; s < loop.last; ++s) {
      const StepSide& table = duel.steps[s].side[side];
      part_of_.emplace_back(table.in_states, kNone);
      place_of_.emplace_back(table.in_states, kNone);
      for (std::uint32_t i = table.out; i < table.in_states; ++i)
        sorted.emplace_back(table.component.empty() ? i : table.component[i], State{s, i});
    }
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      if (i == 0 || sorted[i].first != sorted[i - 1].first) begins_.push_back(i);
      const State& at = sorted[i].second;
      part_of_[at.step - loop.first][at.state] = static_cast<std::uint32_t>(begins_.size() - 1);
      place_of_[at.step - loop.first][at.state] = static_cast<std::uint32_t>(i - begins_.back());
      states_.push_back(at);
    }
    begins_.push_back(sorted.size());
  }

  std::uint32_t parts() const noexcept { return static_cast<std::uint32_t>(begins_.size() - 1); }
  std::span<const State> part(std::uint32_t part) const noexcept {
    return std::span{states_}.subspan(begins_[part], begins_[part + 1] - begins_[part]);
  }
  /// The component of a state (kNone: out of the fight), and its place in it.
  std::uint32_t part_of(std::size_t step, std::uint32_t state) const noexcept {
    return part_of_[step - loop_.first][state];
  }
  std::uint32_t place_of(std::size_t step, std::uint32_t state) const noexcept {
    return place_of_[step - loop_.first][state];
  }

 private:
  Loop loop_;
  std::vector<State> states_;
  std::vector<std::size_t> begins_;
  std::vector<std::vector<std::uint32_t>> part_of_, place_of_;
};

std::uint8_t early_edge(const Step& step, std::uint32_t attacker, std::uint32_t defender) {
  return step.early.empty() ? kNoEdge
                            : step.early[std::size_t{attacker} * step.side[1].in_states + defender];
}

/// The matrix is a column diagonally dominant M-matrix (no pair is stalled, so the battle leaves
/// the block sooner or later): elimination is stable and needs no other care.
Eigen::VectorXd solve_system(Eigen::Index size, const std::vector<Eigen::Triplet<double>>& entries,
                             const Eigen::VectorXd& right) {
  if (size <= static_cast<Eigen::Index>(kDenseUnknowns)) {
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, size);
    for (const auto& entry : entries) matrix(entry.row(), entry.col()) += entry.value();
    return matrix.partialPivLu().solve(right);
  }
  Eigen::SparseMatrix<double> matrix(size, size);
  matrix.setFromTriplets(entries.begin(), entries.end());
  Eigen::SparseLU<Eigen::SparseMatrix<double>> elimination(matrix);
  assert(elimination.info() == Eigen::Success);
  return elimination.solve(right);
}

class Solver {
 public:
  explicit Solver(const Duel& duel) : duel_(duel), waiting_(duel.steps.size()) {
    result_.finals.resize(duel.endings.size());
    for (auto& ending : result_.finals)
      for (std::size_t side = 0; side < 2; ++side) ending[side].assign(duel.finals[side], 0.0);
    result_.entered.assign(duel.steps.size(), 0.0);
    result_.rounds.assign(duel.steps.size(), 0.0);
  }

  ExactResult solve() && {
    enter(0, duel_.start[0], duel_.start[1], 1.0);
    for (std::size_t s = 0; s < duel_.steps.size();) {
      const Loop loop = loop_at(duel_, s);
      bool reached = false;
      for (std::size_t t = loop.first; t < loop.last; ++t) reached |= !waiting_[t].empty();
      if (reached && loop.single() && !duel_.steps[s].repeats)
        play_once(s);
      else if (reached)
        play_until_left(loop);
      for (std::size_t t = loop.first; t < loop.last; ++t) waiting_[t] = {};
      s = loop.last;
    }
    return std::move(result_);
  }

 private:
  /// A pair of states that waits for a step.
  struct Place {
    std::size_t step;
    std::uint32_t attacker, defender;
  };

  void enter(std::size_t s, Cell attacker, Cell defender, double mass) {
    assert(state_of(attacker) >= duel_.steps[s].side[0].out &&
           state_of(defender) >= duel_.steps[s].side[1].out);
    make_room(s);
    waiting_[s].at(state_of(attacker), state_of(defender)) += mass;
    // A loop is entered once, at its first step (Counts::entered): passing it again from inside
    // does not count.
    const bool inside = s >= loop_.first && s < loop_.last;
    const std::uint16_t loop = duel_.steps[s].loop;
    if (loop == kNoStep || (loop == s && !inside)) result_.entered[s] += mass;
  }

  void make_room(std::size_t s) {
    const auto& side = duel_.steps[s].side;
    if (waiting_[s].empty()) waiting_[s] = PairMass{side[0].in_states, side[1].in_states};
  }

  void leave(const Step& step, std::size_t e, std::uint32_t attacker, std::uint32_t defender,
             double mass) {
    assert(e < step.edges.size());
    const Edge& edge = step.edges[e];
    const std::uint32_t to_a = edge.map[0][attacker], to_d = edge.map[1][defender];
    if (edge.step != kNoStep) {
      enter(edge.step, to_a, to_d, mass);
    } else {
      result_.finals[edge.ending][0][to_a] += mass;
      result_.finals[edge.ending][1][to_d] += mass;
    }
  }

  /// The edge that a battle takes after the step.
  static std::size_t edge_after(const Step& step, std::uint32_t attacker, std::uint32_t defender) {
    return step.flow[step.side[0].stance[attacker]][step.side[1].stance[defender]];
  }

  void play_once(std::size_t s) {
    const Step& step = duel_.steps[s];
    Exchange exchange{step};
    PairMass after{step.side[0].out_states, step.side[1].out_states};
    for (std::uint32_t a = 0; a < step.side[0].in_states; ++a)
      for (std::uint32_t d = 0; d < step.side[1].in_states; ++d) {
        const double mass = waiting_[s].at(a, d);
        if (mass < kNegligible) continue;
        if (const std::uint8_t early = early_edge(step, a, d); early != kNoEdge) {
          leave(step, early, a, d, mass);
          continue;
        }
        exchange.from(a, d);
        exchange.push(mass, after);
        result_.rounds[s] += mass;
      }
    for (std::uint32_t a = 0; a < step.side[0].out_states; ++a)
      for (std::uint32_t d = 0; d < step.side[1].out_states; ++d)
        if (const double mass = after.at(a, d); mass > 0)
          leave(step, edge_after(step, a, d), a, d, mass);
  }

  /// Every transition leads to the same or a weaker component on both sides, so when the pairs of
  /// components are taken from strong to weak, all that flows into one is known when its turn
  /// comes.
  ///
  /// The mass of a pair that fights on is replaced by its expected number of rounds before it is
  /// pushed on; what the push adds to pairs that have had their turn (itself, its block) is already
  /// part of that number and never read.
  void play_until_left(Loop loop) {
    loop_ = loop;
    exchanges_.clear();
    for (std::size_t s = loop.first; s < loop.last; ++s) {
      exchanges_.emplace_back(duel_.steps[s]);
      make_room(s);
    }
    const Order attackers{duel_, 0, loop}, defenders{duel_, 1, loop};
    for (std::uint32_t a = attackers.parts(); a-- > 0;)
      for (std::uint32_t d = defenders.parts(); d-- > 0;) {
        const auto of_a = attackers.part(a), of_d = defenders.part(d);
        if (of_a.size() > 1 || of_d.size() > 1)
          play_block(attackers, defenders, a, d);
        else if (of_a[0].step == of_d[0].step)
          play_pair({of_a[0].step, of_a[0].state, of_d[0].state});
      }
    if (loop.single()) leave_single(loop.first);
    loop_ = {0, 0};
  }

  /// After a single repeating step: pairs with a side out of the fight, and those that leave before
  /// playing, still hold the mass that came to them. (In a loop of several steps push() has sent it
  /// on.)
  void leave_single(std::size_t s) {
    const Step& step = duel_.steps[s];
    const StepSide &attacker = step.side[0], &defender = step.side[1];
    for (std::uint32_t a = 0; a < attacker.out_states; ++a)
      for (std::uint32_t d = 0; d < defender.out_states; ++d) {
        const bool fights = a >= attacker.out && d >= defender.out;
        if (fights && step.early.empty()) break;  // and so does the rest of the row
        const std::size_t e = fights ? early_edge(step, a, d) : edge_after(step, a, d);
        if (fights && e == kNoEdge) continue;
        if (const double mass = waiting_[s].at(a, d); mass > 0) leave(step, e, a, d, mass);
      }
  }

  Exchange& exchange_of(std::size_t s) { return exchanges_[s - loop_.first]; }

  /// Sends on the mass of a pair that has played a step `rounds` times; its exchange has been told
  /// from where.
  void push(Place from, double rounds) {
    const Step& step = duel_.steps[from.step];
    Exchange& exchange = exchange_of(from.step);
    result_.rounds[from.step] += rounds;
    if (loop_.single()) {
      exchange.push(rounds, waiting_[from.step]);
      return;
    }
    exchange.each([&](std::uint32_t a, std::uint32_t d, double chance) {
      if (step.repeats && a >= step.side[0].out && d >= step.side[1].out)
        waiting_[from.step].at(a, d) += rounds * chance;
      else
        leave(step, edge_after(step, a, d), a, d, rounds * chance);
    });
  }

  /// Takes the mass of a pair that leaves before it plays out of a loop of several steps.
  bool left_early(Place at) {
    const Step& step = duel_.steps[at.step];
    const std::uint8_t early = early_edge(step, at.attacker, at.defender);
    if (early == kNoEdge) return false;
    if (!loop_.single())
      leave(step, early, at.attacker, at.defender, waiting_[at.step].at(at.attacker, at.defender));
    return true;
  }

  /// The rounds that the battle spends at one pair: a geometric series.
  void play_pair(Place at) {
    const double arrived = waiting_[at.step].at(at.attacker, at.defender);
    if (arrived < kNegligible || left_early(at)) return;
    exchange_of(at.step).from(at.attacker, at.defender);
    const double change =
        duel_.steps[at.step].repeats ? exchange_of(at.step).chance_of_change() : 1;
    assert(change > 0);  // otherwise the pair is stalled and leaves early
    push(at, arrived / change);
  }

  /// Where in the loop a battle waits next that is at (attacker, defender) after a step; kNoStep as
  /// step: nowhere.
  Place next_place(std::size_t s, std::uint32_t attacker, std::uint32_t defender) const {
    const Step& step = duel_.steps[s];
    if (step.repeats && attacker >= step.side[0].out && defender >= step.side[1].out)
      return {s, attacker, defender};
    return along(step.edges[edge_after(step, attacker, defender)], attacker, defender);
  }
  Place along(const Edge& edge, std::uint32_t attacker, std::uint32_t defender) const {
    if (edge.step < loop_.first || edge.step >= loop_.last) return {kNoStep, 0, 0};
    return {edge.step, state_of(edge.map[0][attacker]), state_of(edge.map[1][defender])};
  }

  /// The rounds at each pair of a block whose pairs can lead to one another: x = arrived + Q^T x.
  void play_block(const Order& attackers, const Order& defenders, std::uint32_t part_a,
                  std::uint32_t part_d) {
    // Unknowns are the pairs that mass can come to, found from those where it arrives.
    const auto of_a = attackers.part(part_a), of_d = defenders.part(part_d);
    numbers_.assign(of_a.size() * of_d.size(), Order::kNone);
    places_.clear();
    const auto reach = [&](Place at) {
      if (at.step == kNoStep || attackers.part_of(at.step, at.attacker) != part_a ||
          defenders.part_of(at.step, at.defender) != part_d)
        return Order::kNone;
      std::uint32_t& number = numbers_[attackers.place_of(at.step, at.attacker) * of_d.size() +
                                       defenders.place_of(at.step, at.defender)];
      if (number == Order::kNone) {
        number = static_cast<std::uint32_t>(places_.size());
        places_.push_back(at);
      }
      return number;
    };
    for (const auto& a : of_a)
      for (const auto& d : of_d)
        if (a.step == d.step && waiting_[a.step].at(a.state, d.state) >= kNegligible)
          reach({a.step, a.state, d.state});
    if (places_.empty()) return;

    // Column by column: -Q^T off the diagonal; on it, 1 - (chance to stay) as the sum of what does
    // not stay.
    entries_.clear();
    for (std::size_t u = 0; u < places_.size(); ++u) {  // grows while it runs
      const Place from = places_[u];
      const Step& step = duel_.steps[from.step];
      double change = 0;
      const auto lead = [&](Place to, double chance) {
        const std::uint32_t number = reach(to);
        if (number == u) return;
        change += chance;
        if (number != Order::kNone)
          entries_.emplace_back(static_cast<int>(number), static_cast<int>(u), -chance);
      };
      if (const std::uint8_t early = early_edge(step, from.attacker, from.defender);
          early != kNoEdge) {
        lead(along(step.edges[early], from.attacker, from.defender), 1);
      } else {
        exchange_of(from.step).from(from.attacker, from.defender);
        exchange_of(from.step).each([&](std::uint32_t a, std::uint32_t d, double chance) {
          lead(next_place(from.step, a, d), chance);
        });
      }
      assert(change > 0);
      entries_.emplace_back(static_cast<int>(u), static_cast<int>(u), change);
    }

    const auto size = static_cast<Eigen::Index>(places_.size());
    Eigen::VectorXd arrived(size);
    for (Eigen::Index u = 0; u < size; ++u) {
      const Place& at = places_[static_cast<std::size_t>(u)];
      arrived[u] = waiting_[at.step].at(at.attacker, at.defender);
    }
    const Eigen::VectorXd rounds = solve_system(size, entries_, arrived);
    for (Eigen::Index u = 0; u < size; ++u) {
      const Place& at = places_[static_cast<std::size_t>(u)];
      const Step& step = duel_.steps[at.step];
      if (rounds[u] < kNegligible) continue;
      if (const std::uint8_t early = early_edge(step, at.attacker, at.defender); early != kNoEdge) {
        if (!loop_.single()) leave(step, early, at.attacker, at.defender, rounds[u]);
        continue;
      }
      exchange_of(at.step).from(at.attacker, at.defender);
      push(at, rounds[u]);
    }
  }

  const Duel& duel_;
  std::vector<PairMass> waiting_;  ///< by step: mass before it; allocated when the first comes
  ExactResult result_;
  // The loop that is being played, and room for its blocks.
  Loop loop_{0, 0};
  std::vector<Exchange> exchanges_;
  std::vector<std::uint32_t> numbers_;
  std::vector<Place> places_;
  std::vector<Eigen::Triplet<double>> entries_;
};

/// How many outcomes each row can have.
std::vector<double> row_lengths(const StepSide& side) {
  const std::size_t columns = std::size_t{1} << side.column_bits;
  std::vector<double> lengths(side.rows);
  for (std::size_t at = 0; at < side.chance.size(); ++at)
    if (side.chance[at] > 0) ++lengths[at / columns];
  return lengths;
}

/// Possible outcomes summed over the states that play the step; the longest row where it depends on
/// the enemy.
double outcomes_of(const StepSide& side, const StepSide& enemy) {
  const auto lengths = row_lengths(side);
  const std::uint32_t seen =
      enemy.feature.empty() ? 0 : *std::max_element(enemy.feature.begin(), enemy.feature.end());
  double sum = 0;
  for (std::uint32_t s = side.out; s < side.in_states; ++s) {
    const std::size_t row = side.row[s];
    sum += *std::max_element(lengths.begin() + static_cast<std::ptrdiff_t>(row),
                             lengths.begin() + static_cast<std::ptrdiff_t>(row + seen + 1));
  }
  return sum;
}

double block_cost(double unknowns) {
  if (unknowns <= static_cast<double>(kDenseUnknowns)) return unknowns * unknowns * unknowns / 3;
  // How much a sparse elimination fills in is not known before. Measured: 1296 unknowns of grids of
  // repairs took 11 ms with 9 and 160 ms with 121 transitions a pair; this says 0.2 s.
  return unknowns * unknowns * static_cast<double>(kDenseUnknowns);
}

}  // namespace

double exact_cost(const Duel& duel) {
  if (duel.direct) return std::numeric_limits<double>::infinity();
  double cost = 0;
  for (std::size_t first = 0; first < duel.steps.size();) {
    const Loop loop = loop_at(duel, first);
    // In a loop of several steps masses go one by one and twice, instead of in runs.
    const double each = loop.single() ? 1 : 8;
    bool repeats = !loop.single();
    for (std::size_t s = loop.first; s < loop.last; ++s) {
      const StepSide &a = duel.steps[s].side[0], &d = duel.steps[s].side[1];
      if (a.in_states == 0 || d.in_states == 0) continue;  // a step that no battle comes to
      const double playing_a = a.in_states - a.out, playing_d = d.in_states - d.out;
      const double outcomes_a = outcomes_of(a, d), outcomes_d = outcomes_of(d, a);
      cost += each * outcomes_a * outcomes_d;                         // spreading each pair's mass
      cost += 4 * (outcomes_a * playing_d + outcomes_d * playing_a);  // looking up where it goes
      cost += 8 * (playing_a * playing_d + double(a.out_states) * d.out_states);
      repeats |= duel.steps[s].repeats;
    }
    if (repeats) {
      std::array<std::map<std::size_t, double>, 2> sizes;  // component size -> how many
      for (std::size_t side = 0; side < 2; ++side) {
        const Order order{duel, side, loop};
        for (std::uint32_t part = 0; part < order.parts(); ++part)
          ++sizes[side][order.part(part).size()];
      }
      const double steps = static_cast<double>(loop.last - loop.first);
      for (const auto& [size_a, count_a] : sizes[0])
        for (const auto& [size_d, count_d] : sizes[1])
          if (size_a * size_d > 1)  // the two sides' states belong to the same step once in `steps`
            cost += count_a * count_d * block_cost(static_cast<double>(size_a * size_d) / steps);
    }
    first = loop.last;
  }
  return cost;
}

ExactResult solve_exact(const Duel& duel) {
  ExactResult result = Solver{duel}.solve();
#ifndef NDEBUG
  for (std::size_t side = 0; side < 2; ++side) {
    double total = 0;
    for (const auto& ending : result.finals)
      for (const double mass : ending[side]) total += mass;
    assert(std::abs(total - 1) < 1e-9);
  }
#endif
  return result;
}

}  // namespace broadside
