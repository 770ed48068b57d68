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
#include <optional>
#include <span>
#include <utility>

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
    std::size_t most = 0;
    for (std::size_t s = loop.first; s < loop.last; ++s) most += duel.steps[s].side[side].in_states;
    sorted.reserve(most);
    states_.reserve(most);
    begins_.reserve(most + 1);
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

  bool all_single() const noexcept { return parts() == states_.size(); }
  std::uint32_t parts() const noexcept { return static_cast<std::uint32_t>(begins_.size() - 1); }
  std::span<const State> part(std::uint32_t part) const noexcept {
    return std::span{states_}.subspan(begins_[part], begins_[part + 1] - begins_[part]);
  }
  /// The component of a state (kNone: out of the fight, or of a step that no battle comes to), and
  /// its place in it.
  std::uint32_t part_of(std::size_t step, std::uint32_t state) const noexcept {
    const auto& of = part_of_[step - loop_.first];
    return state < of.size() ? of[state] : kNone;
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

/// The expected number of visits x = arrived + Q^T x of pairs that lead to one another.
class VisitSystem {
 public:
  void clear() {
    entries_.clear();
    exit_.clear();
  }
  /// The next unknown leaves all others for good with this chance.
  void add_unknown(double exit) { exit_.push_back(exit); }
  void lead(std::uint32_t from, std::uint32_t to, double chance) {
    entries_.push_back({from, to, chance});
  }

  /// Replaces what arrived at each unknown by how often it is visited.
  void solve(std::vector<double>& visits) {
    if (visits.size() <= kDenseUnknowns)
      eliminate(visits);
    else
      solve_sparse(visits);
  }

 private:
  struct Entry {
    std::uint32_t from, to;
    double chance;
  };

  /// Takes one unknown after the other out of the chain, its transitions going past it (Grassmann,
  /// Taksar, Heyman 1985). Only sums, products and quotients of positive numbers: no digits are
  /// lost.
  void eliminate(std::vector<double>& visits) {
    const std::size_t n = visits.size();
    matrix_.assign(n * n, 0.0);
    for (const Entry& entry : entries_) matrix_[entry.from * n + entry.to] += entry.chance;
    leaves_.assign(n, 0.0);
    for (std::size_t k = n; k-- > 0;) {
      const double* const from_k = matrix_.data() + k * n;
      double leaves = exit_[k];
      for (std::size_t j = 0; j < k; ++j) leaves += from_k[j];
      leaves_[k] = leaves;
      assert(leaves > 0);
      for (std::size_t j = 0; j < k; ++j) visits[j] += visits[k] / leaves * from_k[j];
      for (std::size_t i = 0; i < k; ++i) {
        double* const from_i = matrix_.data() + i * n;
        if (from_i[k] <= 0) continue;
        add_scaled(from_i, from_k, k, from_i[k] / leaves);
        exit_[i] += from_i[k] / leaves * exit_[k];
      }
    }
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t i = 0; i < k; ++i) visits[k] += visits[i] * matrix_[i * n + k];
      visits[k] /= leaves_[k];
    }
  }

  /// The matrix is a column diagonally dominant M-matrix (no pair is stalled, so the battle leaves
  /// the block sooner or later): elimination is stable and needs no other care.
  void solve_sparse(std::vector<double>& visits) {
    const auto size = static_cast<Eigen::Index>(visits.size());
    std::vector<double> diagonal = exit_;
    std::vector<Eigen::Triplet<double>> triplets;
    for (const Entry& entry : entries_) {
      if (entry.from == entry.to) continue;
      diagonal[entry.from] += entry.chance;
      triplets.emplace_back(static_cast<int>(entry.to), static_cast<int>(entry.from),
                            -entry.chance);
    }
    for (std::size_t u = 0; u < diagonal.size(); ++u)
      triplets.emplace_back(static_cast<int>(u), static_cast<int>(u), diagonal[u]);
    Eigen::SparseMatrix<double> matrix(size, size);
    matrix.setFromTriplets(triplets.begin(), triplets.end());
    Eigen::SparseLU<Eigen::SparseMatrix<double>> elimination(matrix);
    assert(elimination.info() == Eigen::Success);
    Eigen::Map<Eigen::VectorXd> x(visits.data(), size);
    x = elimination.solve(Eigen::VectorXd(x));
  }

  std::vector<Entry> entries_;
  std::vector<double> exit_, matrix_, leaves_;
};

/// What of a step the solver keeps while the step's loop is being played.
struct StepTools {
  explicit StepTools(const Step& step) {
    if (Spread::possible(step))
      spread.emplace(step);
    else
      exchange.emplace(step);
  }
  std::optional<Spread> spread;      ///< the sides are separate
  std::optional<Exchange> exchange;  ///< they are not
};

class Solver {
 public:
  Solver(const Duel& duel, const ExactOptions& options)
      : duel_(duel), parallel_(options.parallel), waiting_(duel.steps.size()) {
    result_.finals.resize(duel.endings.size());
    for (auto& ending : result_.finals)
      for (std::size_t side = 0; side < 2; ++side) ending[side].assign(duel.finals[side], 0.0);
    result_.entered.assign(duel.steps.size(), 0.0);
    result_.rounds.assign(duel.steps.size(), 0.0);
    if (options.prune > 0) share_out(options.prune);
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
      note_memory();
      for (std::size_t t = loop.first; t < loop.last; ++t) waiting_[t] = {};
      tools_.clear();
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

  /// What is left out at once: several times an even share, since most of what there is is far from
  /// it. That the shares together stay below what is allowed is looked after below.
  void share_out(double allowed) {
    constexpr double kGenerous = 16;
    double pairs = 1, terms = 1;
    for (const Step& step : duel_.steps) {
      const StepSide &a = step.side[0], &d = step.side[1];
      pairs += double(a.in_states) * d.in_states;
      terms += double(a.in_states) * d.rows * a.volleys;
    }
    allowed_ = allowed;
    least_pair_ = std::max(kNegligible, kGenerous * allowed / pairs);
    least_term_ = std::max(kNegligible, kGenerous * allowed / terms);
  }

  /// Is this too little to be followed?
  bool leave_out(double mass) {
    if (mass >= least_pair_ || (mass >= kNegligible && result_.left_out + mass > allowed_))
      return false;
    result_.left_out += mass;
    return true;
  }

  /// Pushes a row whose terms may be left out as far as that is allowed.
  template <class ToRow>
  void push_row(Spread& spread, AttackerRow& row, const Parallel& parallel, ToRow to_row) {
    const bool may = result_.left_out + spread.most_terms(row) * least_term_ <= allowed_;
    result_.left_out += spread.push(row, may ? least_term_ : kNegligible, parallel, to_row);
  }

  void note_memory() {
    std::size_t bytes = 0;
    for (const PairMass& masses : waiting_) bytes += masses.bytes();
    for (const StepTools& tools : tools_)
      if (tools.spread) bytes += tools.spread->bytes();
    result_.memory = std::max(result_.memory, bytes);
  }

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
    const StepSide &attacker = step.side[0], &defender = step.side[1];
    StepTools& tools = tools_.emplace_back(step);
    PairMass after{attacker.out_states, defender.out_states};
    const auto moves = [](std::uint32_t) { return false; };
    AttackerRow row;
    for (std::uint32_t a = 0; a < attacker.in_states; ++a) {
      if (tools.spread) {
        tools.spread->trim();
        tools.spread->begin(row, a);
      }
      for (std::uint32_t d = 0; d < defender.in_states; ++d) {
        const double mass = waiting_[s].at(a, d);
        if (mass == 0 || leave_out(mass)) continue;
        if (const std::uint8_t early = early_edge(step, a, d); early != kNoEdge) {
          leave(step, early, a, d, mass);
          continue;
        }
        result_.rounds[s] += mass;
        if (tools.spread) {
          tools.spread->attacker(row, d, moves);
          tools.spread->defender(row, d, moves);
          row.mass.emplace_back(d, mass);
        } else {
          tools.exchange->from(a, d);
          tools.exchange->each([&](std::uint32_t to_a, std::uint32_t to_d, double chance) {
            after.at(to_a, to_d) += mass * chance;
          });
        }
      }
      if (tools.spread)
        push_row(*tools.spread, row, parallel_, [&](std::uint32_t to) { return after.row(to); });
    }
    for (std::uint32_t a = 0; a < attacker.out_states; ++a)
      for (std::uint32_t d = 0; d < defender.out_states; ++d)
        if (const double mass = after.at(a, d); mass > 0)
          leave(step, edge_after(step, a, d), a, d, mass);
    result_.memory = std::max(result_.memory, waiting_[s].bytes() + after.bytes());
  }

  /// Every transition leads to the same or a weaker component on both sides, so when the pairs of
  /// components are taken from strong to weak, all that flows into one is known when its turn
  /// comes.
  ///
  /// The mass of a pair that fights on is replaced by its expected number of rounds before it is
  /// pushed on; what the push adds to pairs that have had their turn (itself, its block) is already
  /// part of that number and never read. Where the attacker stays in its component the push comes
  /// at once, since weaker defenders of the same row need it; all else waits until the row is done.
  void play_until_left(Loop loop) {
    loop_ = loop;
    for (std::size_t s = loop.first; s < loop.last; ++s) {
      tools_.emplace_back(duel_.steps[s]);
      make_room(s);
    }
    const Order attackers{duel_, 0, loop}, defenders{duel_, 1, loop};
    const bool simple = loop.single() && attackers.all_single() && defenders.all_single();
    for (std::uint32_t a = attackers.parts(); a-- > 0;) {
      for (StepTools& tools : tools_)
        if (tools.spread) tools.spread->trim();
      if (!simple)
        play_part(attackers, defenders, a);
      else if (tools_[0].spread)
        play_row(attackers.part(a)[0].state, defenders);
      else
        for (std::uint32_t d = defenders.parts(); d-- > 0;)
          play_pair(attackers.part(a)[0].state, defenders.part(d)[0].state);
    }
    if (loop.single()) leave_single(loop.first);
    loop_ = {0, 0};
  }

  /// One attacker state of a single repeating step without cycles: the rounds that the battle
  /// spends at a pair are a geometric series.
  void play_row(std::uint32_t a, const Order& defenders) {
    const std::size_t s = loop_.first;
    const Step& step = duel_.steps[s];
    Spread& spread = *tools_[0].spread;
    double* const row = waiting_[s].row(a);
    spread.begin(row_, a);
    const auto stays_a = [a](std::uint32_t to) { return to == a; };
    for (std::uint32_t part = defenders.parts(); part-- > 0;) {
      const std::uint32_t d = defenders.part(part)[0].state;
      const double arrived = row[d];
      if (arrived == 0 || early_edge(step, a, d) != kNoEdge || leave_out(arrived)) continue;
      const PointLaw& law_a = spread.attacker(row_, d, stays_a);
      const RunLaw& law_d = spread.defender(row_, d, [d](std::uint32_t to) { return to == d; });
      double same_a = 0, same_d = 0;
      for (const auto& point : law_a.stays) same_a += point.chance;
      for (const auto& point : row_.defenders->stays(law_d)) same_d += point.chance;
      // A sum of what does change, never one minus what does not: that would lose all digits where
      // a change is rare.
      const double change = law_a.others * (same_d + law_d.others) + same_a * law_d.others;
      assert(change > 0);  // otherwise the pair is stalled and leaves early
      const double rounds = arrived / change;
      result_.rounds[s] += rounds;
      row_.mass.emplace_back(d, rounds);
      if (rounds * same_a >= kNegligible) add_runs(row, law_d, rounds * same_a, *row_.defenders);
    }
    push_row(spread, row_, parallel_, [&](std::uint32_t to) { return waiting_[s].row(to); });
  }

  /// The same for one pair of a step whose sides are not separate.
  void play_pair(std::uint32_t a, std::uint32_t d) {
    const std::size_t s = loop_.first;
    const double arrived = waiting_[s].at(a, d);
    if (arrived == 0 || early_edge(duel_.steps[s], a, d) != kNoEdge || leave_out(arrived)) return;
    Exchange& exchange = *tools_[0].exchange;
    exchange.from(a, d);
    double change = 0;
    exchange.each([&](std::uint32_t to_a, std::uint32_t to_d, double chance) {
      if (to_a != a || to_d != d) change += chance;
    });
    assert(change > 0);  // otherwise the pair is stalled and leaves early
    const double rounds = arrived / change;
    result_.rounds[s] += rounds;
    exchange.each(
        [rounds, &masses = waiting_[s]](std::uint32_t to_a, std::uint32_t to_d, double chance) {
          masses.at(to_a, to_d) += rounds * chance;
        });
  }

  static void add_runs(double* to, const RunLaw& law, double mass, const RunLaws& laws) {
    for (const RunLaw::Run& run : laws.runs(law))
      add_scaled(to + run.first, laws.chances(run), run.size, mass);
  }

  /// After a single repeating step: pairs with a side out of the fight, and those that leave before
  /// playing, still hold the mass that came to them. (In a loop of several steps deliver() has sent
  /// it on.)
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

  StepTools& tools_of(std::size_t s) { return tools_[s - loop_.first]; }

  /// Mass that has come out of a step of the loop, to where it waits next.
  void deliver(std::size_t s, std::uint32_t attacker, std::uint32_t defender, double mass) {
    const Step& step = duel_.steps[s];
    if (loop_.single() ||
        (step.repeats && attacker >= step.side[0].out && defender >= step.side[1].out))
      waiting_[s].at(attacker, defender) += mass;
    else
      leave(step, edge_after(step, attacker, defender), attacker, defender, mass);
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

  /// Could a side that is in this state after step s be in the component when it waits next? Which
  /// edge it takes depends on the enemy too, so some that could will not.
  bool may_stay(const Order& order, std::size_t side, std::size_t s, std::uint32_t state,
                std::uint32_t part) const {
    const Step& step = duel_.steps[s];
    if (step.repeats && order.part_of(s, state) == part) return true;
    for (const Edge& edge : step.edges)
      if (edge.step >= loop_.first && edge.step < loop_.last && state < edge.map[side].size() &&
          order.part_of(edge.step, state_of(edge.map[side][state])) == part)
        return true;
    return false;
  }

  /// All pairs of one component of the attacker.
  void play_part(const Order& attackers, const Order& defenders, std::uint32_t part_a) {
    const auto of_a = attackers.part(part_a);
    if (rows_.size() < of_a.size()) rows_.resize(of_a.size());
    for (std::size_t i = 0; i < of_a.size(); ++i)
      if (auto& spread = tools_of(of_a[i].step).spread) spread->begin(rows_[i], of_a[i].state);
    for (std::uint32_t d = defenders.parts(); d-- > 0;) play_block(attackers, defenders, part_a, d);
    for (std::size_t i = 0; i < of_a.size(); ++i) {
      const std::size_t s = of_a[i].step;
      auto& spread = tools_of(s).spread;
      if (!spread) continue;
      if (loop_.single()) {
        push_row(*spread, rows_[i], parallel_,
                 [&](std::uint32_t to) { return waiting_[s].row(to); });
        continue;
      }
      const StepSide& defender = duel_.steps[s].side[1];
      const std::size_t room = std::size_t{duel_.steps[s].side[0].out_states} * defender.out_states;
      if (moved_.size() < room) moved_.resize(room);  // all zero between pushes
      moved_to_.clear();
      push_row(*spread, rows_[i], Parallel{}, [&](std::uint32_t to) {
        moved_to_.push_back(to);
        return moved_.data() + std::size_t{to} * defender.out_states;
      });
      for (const std::uint32_t to : moved_to_)
        for (const auto& [first, last] : spread->columns())
          for (std::uint32_t d = first; d < last; ++d)
            if (const double mass =
                    std::exchange(moved_[std::size_t{to} * defender.out_states + d], 0.0);
                mass > 0)
              deliver(s, to, d, mass);
    }
  }

  /// The rounds at each pair of a block whose pairs can lead to one another.
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
        if (a.step == d.step)
          if (double& arrived = waiting_[a.step].at(a.state, d.state); arrived > 0) {
            if (leave_out(arrived))
              arrived = 0;
            else
              reach({a.step, a.state, d.state});
          }
    if (places_.empty()) return;

    system_.clear();
    for (std::uint32_t u = 0; u < places_.size(); ++u) {  // grows while it runs
      const Place from = places_[u];
      const Step& step = duel_.steps[from.step];
      double exit = 0;
      const auto lead = [&](Place to, double chance) {
        const std::uint32_t number = reach(to);
        if (number == u) return;
        if (number == Order::kNone)
          exit += chance;
        else
          system_.lead(u, number, chance);
      };
      const auto lead_after = [&](std::uint32_t a, std::uint32_t d, double chance) {
        lead(next_place(from.step, a, d), chance);
      };
      if (const std::uint8_t early = early_edge(step, from.attacker, from.defender);
          early != kNoEdge) {
        lead(along(step.edges[early], from.attacker, from.defender), 1);
      } else if (tools_of(from.step).spread) {
        const auto [law_a, law_d, laws] = laws_at(from, attackers, defenders);
        double same_a = 0, same_d = 0;
        for (const auto& d : laws->stays(*law_d)) same_d += d.chance;
        for (const auto& a : law_a->stays) {
          same_a += a.chance;
          for (const auto& d : laws->stays(*law_d))
            lead_after(a.state, d.state, a.chance * d.chance);
        }
        exit += law_a->others * (same_d + law_d->others) + same_a * law_d->others;
      } else {
        tools_of(from.step).exchange->from(from.attacker, from.defender);
        tools_of(from.step).exchange->each(lead_after);
      }
      system_.add_unknown(exit);
    }

    visits_.clear();
    for (const Place& at : places_)
      visits_.push_back(waiting_[at.step].at(at.attacker, at.defender));
    system_.solve(visits_);
    for (std::size_t u = 0; u < places_.size(); ++u)
      if (visits_[u] >= kNegligible) push(places_[u], visits_[u], attackers, defenders);
  }

  struct Laws {
    const PointLaw* attacker;
    const RunLaw* defender;
    const RunLaws* laws;
  };
  AttackerRow& row_at(const Place& at, const Order& attackers) {
    return rows_[attackers.place_of(at.step, at.attacker)];
  }
  Laws laws_at(const Place& at, const Order& attackers, const Order& defenders) {
    Spread& spread = *tools_of(at.step).spread;
    AttackerRow& row = row_at(at, attackers);
    const std::uint32_t part_a = attackers.part_of(at.step, at.attacker),
                        part_d = defenders.part_of(at.step, at.defender);
    const PointLaw& law_a = spread.attacker(row, at.defender, [&](std::uint32_t to) {
      return may_stay(attackers, 0, at.step, to, part_a);
    });
    const RunLaw& law_d = spread.defender(row, at.defender, [&](std::uint32_t to) {
      return may_stay(defenders, 1, at.step, to, part_d);
    });
    return {&law_a, &law_d, row.defenders};
  }

  /// Sends on the mass of a pair that has been visited so often; where the attacker moves to
  /// another component only notes it.
  void push(const Place& at, double visits, const Order& attackers, const Order& defenders) {
    const Step& step = duel_.steps[at.step];
    if (const std::uint8_t early = early_edge(step, at.attacker, at.defender); early != kNoEdge) {
      if (!loop_.single()) leave(step, early, at.attacker, at.defender, visits);
      return;
    }
    result_.rounds[at.step] += visits;
    if (!tools_of(at.step).spread) {
      tools_of(at.step).exchange->from(at.attacker, at.defender);
      tools_of(at.step).exchange->each([&](std::uint32_t a, std::uint32_t d, double chance) {
        deliver(at.step, a, d, visits * chance);
      });
      return;
    }
    const auto [law_a, law_d, laws] = laws_at(at, attackers, defenders);
    row_at(at, attackers).mass.emplace_back(at.defender, visits);
    for (const auto& point : law_a->stays) {
      const double mass = visits * point.chance;
      if (mass < kNegligible) continue;
      if (loop_.single()) {
        add_runs(waiting_[at.step].row(point.state), *law_d, mass, *laws);
        continue;
      }
      for (const RunLaw::Run& run : laws->runs(*law_d))
        for (std::uint32_t i = 0; i < run.size; ++i)
          if (const double chance = laws->chances(run)[i]; chance > 0)
            deliver(at.step, point.state, run.first + i, mass * chance);
    }
  }

  const Duel& duel_;
  const Parallel& parallel_;
  double allowed_ = 0, least_pair_ = kNegligible, least_term_ = kNegligible;
  std::vector<PairMass> waiting_;  ///< by step: mass before it; allocated when the first comes
  ExactResult result_;
  // The loop that is being played, and room for its rows and blocks.
  Loop loop_{0, 0};
  std::vector<StepTools> tools_;
  AttackerRow row_;
  std::vector<AttackerRow> rows_;  ///< by place in the attacker's component
  std::vector<double> moved_;
  std::vector<std::uint32_t> moved_to_;
  std::vector<std::uint32_t> numbers_;
  std::vector<Place> places_;
  std::vector<double> visits_;
  VisitSystem system_;
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

/// Possible outcomes summed over the rows that states can have.
double row_outcomes(const StepSide& side, double playing) {
  double sum = 0;
  for (const double length : row_lengths(side)) sum += length;
  return std::min(sum, sum / side.rows * playing);
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
    bool repeats = !loop.single();
    for (std::size_t s = loop.first; s < loop.last; ++s) {
      const StepSide &a = duel.steps[s].side[0], &d = duel.steps[s].side[1];
      if (a.in_states == 0 || d.in_states == 0) continue;  // a step that no battle comes to
      const double playing_a = a.in_states - a.out, playing_d = d.in_states - d.out;
      if (Spread::possible(duel.steps[s])) {
        // Measured: about a third of a term in a single step, one in a loop of several.
        const double terms = row_outcomes(d, playing_d), laws = row_outcomes(a, playing_a);
        cost += playing_a * terms * d.out_states / (loop.single() ? 3 : 1);
        cost += 8 * (playing_a * terms + playing_d * laws);
        cost += 30 * playing_a * playing_d;
      } else {
        // Every outcome of every pair by itself, and in a loop twice.
        cost += (loop.single() ? 4 : 8) * outcomes_of(a, d) * outcomes_of(d, a);
      }
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

double exact_memory(const Duel& duel) {
  // Masses before all steps, after the one that is played, and its laws and sums.
  double waiting = 0, playing = 0;
  for (const Step& step : duel.steps) {
    const StepSide &a = step.side[0], &d = step.side[1];
    waiting += double(a.in_states) * d.in_states;
    playing = std::max(playing, (double(a.out_states) + d.rows) * d.out_states);
  }
  return sizeof(double) * (waiting + playing) + static_cast<double>(Spread::kMostLawBytes);
}

ExactResult solve_exact(const Duel& duel, const ExactOptions& options) {
  ExactResult result = Solver{duel, options}.solve();
#ifndef NDEBUG
  for (std::size_t side = 0; side < 2; ++side) {
    double total = 0;
    for (const auto& ending : result.finals)
      for (const double mass : ending[side]) total += mass;
    assert(std::abs(total + result.left_out - 1) < 1e-9);
  }
#endif
  return result;
}

}  // namespace broadside
