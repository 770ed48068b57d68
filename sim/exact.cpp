#include "sim/exact.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>

#include "sim/exchange.hpp"
#include "sim/loop_order.hpp"
#include "sim/visit_system.hpp"

namespace broadside {
namespace {

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
    const LoopOrder attackers{duel_, 0, loop}, defenders{duel_, 1, loop};
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
  void play_row(std::uint32_t a, const LoopOrder& defenders) {
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
  bool may_stay(const LoopOrder& order, std::size_t side, std::size_t s, std::uint32_t state,
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
  void play_part(const LoopOrder& attackers, const LoopOrder& defenders, std::uint32_t part_a) {
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
  void play_block(const LoopOrder& attackers, const LoopOrder& defenders, std::uint32_t part_a,
                  std::uint32_t part_d) {
    // Unknowns are the pairs that mass can come to, found from those where it arrives.
    const auto of_a = attackers.part(part_a), of_d = defenders.part(part_d);
    numbers_.assign(of_a.size() * of_d.size(), LoopOrder::kNone);
    places_.clear();
    const auto reach = [&](Place at) {
      if (at.step == kNoStep || attackers.part_of(at.step, at.attacker) != part_a ||
          defenders.part_of(at.step, at.defender) != part_d)
        return LoopOrder::kNone;
      std::uint32_t& number = numbers_[attackers.place_of(at.step, at.attacker) * of_d.size() +
                                       defenders.place_of(at.step, at.defender)];
      if (number == LoopOrder::kNone) {
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
        if (number == LoopOrder::kNone)
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
  AttackerRow& row_at(const Place& at, const LoopOrder& attackers) {
    return rows_[attackers.place_of(at.step, at.attacker)];
  }
  Laws laws_at(const Place& at, const LoopOrder& attackers, const LoopOrder& defenders) {
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
  void push(const Place& at, double visits, const LoopOrder& attackers,
            const LoopOrder& defenders) {
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

}  // namespace

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
