#pragma once
// Question: how does chance flow through the tables of a battle?
//
// The insides of solve_exact: the mass of every pair of states that waits for a step, and how it is
// sent on. exact.cpp plays single steps, exact_blocks.cpp those whose states can lead to one
// another.

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/exact.hpp"
#include "sim/exchange.hpp"
#include "sim/loop_order.hpp"
#include "sim/spread.hpp"
#include "sim/visit_system.hpp"

namespace broadside {

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

class ExactSolver {
 public:
  ExactSolver(const Duel& duel, const ExactOptions& options);

  ExactResult solve() &&;

 private:
  /// A pair of states that waits for a step.
  struct Place {
    std::size_t step;
    std::uint32_t attacker, defender;
  };

  /// What is left out at once: several times an even share, since most of what there is is far from
  /// it. That the shares together stay below what is allowed is looked after below.
  void share_out(double allowed);

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

  /// Whether to leave off.
  bool asked_to_stop() {
    if (!result_.stopped && stop_ && stop_()) result_.stopped = true;
    return result_.stopped;
  }

  void note_memory();

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

  void play_once(std::size_t s);

  /// Every transition leads to the same or a weaker component on both sides, so when the pairs of
  /// components are taken from strong to weak, all that flows into one is known when its turn
  /// comes.
  ///
  /// The mass of a pair that fights on is replaced by its expected number of rounds before it is
  /// pushed on; what the push adds to pairs that have had their turn (itself, its block) is already
  /// part of that number and never read. Where the attacker stays in its component the push comes
  /// at once, since weaker defenders of the same row need it; all else waits until the row is done.
  void play_until_left(Loop loop);
  /// One attacker state of a single repeating step without cycles: the rounds that the battle
  /// spends at a pair are a geometric series.
  void play_row(std::uint32_t a, const LoopOrder& defenders);
  /// The same for one pair of a step whose sides are not separate.
  void play_pair(std::uint32_t a, std::uint32_t d);

  static void add_runs(double* to, const RunLaw& law, double mass, const RunLaws& laws) {
    for (const RunLaw::Run& run : laws.runs(law))
      add_scaled(to + run.first, laws.chances(run), run.size, mass);
  }

  /// After a single repeating step: pairs with a side out of the fight, and those that leave before
  /// playing, still hold the mass that came to them. (In a loop of several steps deliver() has sent
  /// it on.)
  void leave_single(std::size_t s);

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
  Place next_place(std::size_t s, std::uint32_t attacker, std::uint32_t defender) const;
  Place along(const Edge& edge, std::uint32_t attacker, std::uint32_t defender) const;

  /// Could a side that is in this state after step s be in the component when it waits next? Which
  /// edge it takes depends on the enemy too, so some that could will not.
  bool may_stay(const LoopOrder& order, std::size_t side, std::size_t s, std::uint32_t state,
                std::uint32_t part) const;

  /// All pairs of one component of the attacker.
  void play_part(const LoopOrder& attackers, const LoopOrder& defenders, std::uint32_t part_a);
  /// The rounds at each pair of a block whose pairs can lead to one another.
  void play_block(const LoopOrder& attackers, const LoopOrder& defenders, std::uint32_t part_a,
                  std::uint32_t part_d);

  struct Laws {
    const PointLaw* attacker;
    const RunLaw* defender;
    const RunLaws* laws;
  };
  AttackerRow& row_at(const Place& at, const LoopOrder& attackers) {
    return rows_[attackers.place_of(at.step, at.attacker)];
  }
  Laws laws_at(const Place& at, const LoopOrder& attackers, const LoopOrder& defenders);

  /// Sends on the mass of a pair that has been visited so often; where the attacker moves to
  /// another component only notes it.
  void push(const Place& at, double visits, const LoopOrder& attackers, const LoopOrder& defenders);

  const Duel& duel_;
  const Parallel& parallel_;
  const StopQuery& stop_;
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

}  // namespace broadside
