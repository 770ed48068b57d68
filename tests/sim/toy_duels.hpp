#pragma once
// Small battles written by hand as tables: their odds are known from arithmetic, and no game is
// needed.

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/kernel/rng.hpp"
#include "core/tables/alias.hpp"
#include "core/tables/compile/stalls.hpp"
#include "core/tables/duel.hpp"

namespace broadside::toy {

/// Fills a side's throwing tables from one law per row.
inline void set_rows(StepSide& side, const std::vector<std::vector<double>>& laws) {
  std::size_t widest = 1;
  for (const auto& law : laws) widest = std::max(widest, law.size());
  side.column_bits = 1;
  while ((std::size_t{1} << side.column_bits) < widest) ++side.column_bits;
  const std::size_t columns = std::size_t{1} << side.column_bits;
  side.rows = static_cast<std::uint32_t>(laws.size());
  side.chance.assign(laws.size() * columns, 0.0);
  side.alias.assign(side.chance.size(), 0);
  side.refine.assign(side.chance.size(), 0);
  for (std::size_t row = 0; row < laws.size(); ++row) {
    std::copy(laws[row].begin(), laws[row].end(),
              side.chance.begin() + static_cast<std::ptrdiff_t>(row * columns));
    fill_alias_row(laws[row], side.column_bits,
                   std::span{side.alias}.subspan(row * columns, columns),
                   std::span{side.refine}.subspan(row * columns, columns));
  }
}

/// One side of a repeating step. `next[state][enemy volley]`; states below `out` have left the
/// fight.
inline StepSide repeating(const std::vector<std::vector<double>>& laws,
                          std::vector<std::uint32_t> row,
                          const std::vector<std::vector<std::uint32_t>>& next, std::uint32_t out,
                          std::vector<std::uint32_t> component = {}) {
  StepSide side;
  set_rows(side, laws);
  side.row = std::move(row);
  side.volleys = static_cast<std::uint32_t>(next[0].size());
  side.in_states = side.out_states = static_cast<std::uint32_t>(next.size());
  side.out = out;
  for (std::uint32_t s = 0; s < next.size(); ++s) {
    side.stance.push_back(s >= out);
    for (const std::uint32_t to : next[s]) side.next.push_back(make_cell(to, side.row[to]));
  }
  if (component.empty())
    for (std::uint32_t s = 0; s < next.size(); ++s) component.push_back(s);
  side.component = std::move(component);
  return side;
}

/// Gives a step the usual ends: who stands alone wins, nobody is a draw, nothing can change is a
/// stalemate.
inline void add_usual_ends(Step& step) {
  for (auto& row : step.flow) row.fill(kNoEdge);
  step.flow[1][0] = 0;
  step.flow[0][0] = 1;
  step.flow[0][1] = 2;
  for (std::uint16_t ending = 0; ending < 4; ++ending) {
    Edge edge;
    edge.ending = ending;
    for (std::size_t side = 0; side < 2; ++side)
      for (std::uint32_t s = 0; s < step.side[side].out_states; ++s) edge.map[side].push_back(s);
    step.edges.push_back(std::move(edge));
  }
}

/// The edge of add_usual_ends that a stalemate takes.
inline constexpr std::uint8_t kStallEdge = 3;
inline void mark_stalls(Duel& duel, std::size_t first, std::size_t last) {
  TableWork work{TableLimits{}};
  mark_stalls(
      duel, first, last, [](std::size_t) { return kStallEdge; }, work);
}

inline const std::vector<Ending> kUsualEndings{
    {Outcome::attacker_win}, {Outcome::draw}, {Outcome::defender_win}, {Outcome::stalemate}};

/// A battle of one repeating step that starts with the last state of each side.
inline Duel one_step(StepSide attacker, StepSide defender) {
  Step step;
  step.name = "combat round";
  step.stage = "combat";
  step.repeats = step.is_round = true;
  step.side = {std::move(attacker), std::move(defender)};
  add_usual_ends(step);
  Duel duel;
  for (std::size_t side = 0; side < 2; ++side) {
    const std::uint32_t last = step.side[side].in_states - 1;
    duel.start[side] = make_cell(last, step.side[side].row[last]);
    duel.finals[side] = step.side[side].out_states;
  }
  duel.endings = kUsualEndings;
  duel.steps.push_back(std::move(step));
  mark_stalls(duel, 0, 1);
  return duel;
}

/// One unit each; a hit destroys it. A round ends it with chance 1 - (1 - hits_a)(1 - hits_d).
inline Duel single_units(double hits_a, double hits_d) {
  const std::vector<std::vector<std::uint32_t>> next{{0, 0}, {1, 0}};
  return one_step(repeating({{1 - hits_a, hits_a}}, {0, 0}, next, 1),
                  repeating({{1 - hits_d, hits_d}}, {0, 0}, next, 1));
}

/// Random numbers for building random tables; not for battles.
class Chooser {
 public:
  explicit Chooser(std::uint64_t seed) : dice_(seed, 77) {}
  std::uint32_t below(std::uint32_t n) { return dice_() % n; }
  double share() { return (dice_() + 0.5) / 4294967296.0; }
  bool one_in(std::uint32_t n) { return below(n) == 0; }
  /// A random law over `n` outcomes, some of them impossible.
  std::vector<double> law(std::uint32_t n) {
    std::vector<double> law(n);
    double sum = 0;
    for (double& p : law) sum += p = one_in(3) ? 0 : share();
    if (sum == 0) sum = law[below(n)] = 1;
    for (double& p : law) p /= sum;
    return law;
  }

 private:
  Philox dice_;
};

struct RandomShape {
  bool spends = false, looks = false, responds = false, repairs = false, stalls = false;
  /// A round is two steps that lead to one another, instead of one that repeats
  bool loops = false;
};

/// How strong the states of one side are.
struct RandomStates {
  RandomStates(Chooser& choose, const RandomShape& shape)
      : count(4 + choose.below(8)), out(1 + choose.below(2)) {
    // With repairs, states belong to components of up to three neighbours.
    component.resize(count);
    for (std::uint32_t s = 1; s < count; ++s) {
      const bool join = shape.repairs && s > out && !choose.one_in(3) &&
                        (s < 3 || component[s - 3] != component[s - 1]);
      component[s] = component[s - 1] + !join;
    }
  }
  /// Not weaker than s, and not weaker than what s can be repaired to.
  bool mended(std::uint32_t s) const { return s + 1 == count || component[s + 1] != component[s]; }

  std::uint32_t count, out;  ///< states below `out` have left the fight
  std::vector<std::uint32_t> component;
};

/// One side of a random repeating step against `volleys` volleys of the enemy.
inline StepSide random_side(Chooser& choose, const RandomShape& shape, const RandomStates& states,
                            std::uint32_t mine, std::uint32_t volleys) {
  std::vector<std::vector<std::uint32_t>> next(states.count);
  for (std::uint32_t s = 0; s < states.count; ++s)
    for (std::uint32_t v = 0; v < volleys; ++v) {
      if (s < states.out)
        next[s].push_back(s);
      else if (v == 0)
        next[s].push_back(states.mended(s) ? s : s + 1);
      else
        next[s].push_back(choose.below(s + 1));
    }
  const std::uint32_t features = shape.looks ? 2 : 1, columns = shape.spends ? mine + 2 : mine;
  std::vector<std::vector<double>> laws;
  std::vector<std::uint32_t> row;
  for (std::uint32_t s = 0; s < states.count; ++s) {
    row.push_back(static_cast<std::uint32_t>(laws.size()));
    const bool harmless = shape.stalls && choose.one_in(2);
    for (std::uint32_t f = 0; f < features; ++f) {
      laws.push_back(choose.law(columns));
      if (harmless) laws.back() = {1.0};
    }
  }
  StepSide side = repeating(laws, row, next, states.out, states.component);
  if (shape.spends)
    for (std::uint32_t s = 0; s < states.count; ++s)
      for (std::uint32_t i = 0; i < features << side.column_bits; ++i) {
        const bool nothing = (i & ((1u << side.column_bits) - 1)) == 0,
                   spends = i & 1 && s > states.out;
        const std::uint32_t own = spends ? states.out + choose.below(s - states.out + 1) : s;
        side.thrown.push_back((nothing ? 0 : choose.below(mine)) | own << 16);
      }
  if (shape.looks)
    for (std::uint32_t s = 0; s < states.count; ++s) side.feature.push_back(choose.below(2));
  return side;
}

/// A battle with random tables: something once, then rounds. Every feature of the tables can be
/// asked for.
inline Duel random_duel(std::uint64_t seed, const RandomShape& shape) {
  Chooser choose{seed};
  const std::array<std::uint32_t, 2> volleys{2 + choose.below(4), 2 + choose.below(4)};
  const std::array<RandomStates, 2> states{RandomStates{choose, shape},
                                           RandomStates{choose, shape}};

  Duel duel;
  duel.finals = {states[0].count, states[1].count};
  duel.endings = kUsualEndings;
  duel.start = {make_cell(1, 0), make_cell(2, 1)};
  duel.steps.resize(shape.loops ? 3 : 2);

  for (std::size_t s = 1; s < duel.steps.size(); ++s) {
    Step& rounds = duel.steps[s];
    rounds.stage = "rounds";
    rounds.is_round = s == 1;
    rounds.repeats = !shape.loops;
    for (std::size_t me = 0; me < 2; ++me)
      rounds.side[me] = random_side(choose, shape, states[me], volleys[me], volleys[1 - me]);
    if (shape.responds)
      for (std::uint32_t a = 0; a < volleys[0]; ++a)
        for (std::uint32_t d = 0; d < volleys[1]; ++d) {
          rounds.response.volley[0].push_back(d > 0 && a > 0 ? std::min(a + 1, volleys[0] - 1) : a);
          rounds.response.volley[1].push_back(a > 1 && d > 0 ? volleys[1] - 1 : d);
        }
    add_usual_ends(rounds);
    if (!shape.loops) continue;
    rounds.loop = 1;
    for (auto& side : rounds.side) side.out = 0;  // means something only where a step repeats
  }

  // Before that, an exchange of one volley: three states before it, after it those of the rounds.
  Step& once = duel.steps[0];
  once.stage = "once";
  for (std::size_t me = 0; me < 2; ++me) {
    StepSide& side = once.side[me];
    set_rows(side, {choose.law(volleys[me]), choose.law(volleys[me]), choose.law(volleys[me])});
    side.row = {2, 0, 1};
    side.volleys = volleys[1 - me];
    side.in_states = 3;
    side.out_states = states[me].count;
    for (std::uint32_t i = 0; i < 3 * side.volleys; ++i)
      side.next.push_back(choose.below(states[me].count));
    side.stance = duel.steps[1].side[me].stance;
  }
  add_usual_ends(once);

  // While both sides are in the fight: from the exchange to the rounds, and in a loop from each
  // step to the other.
  const auto lead = [&](std::size_t from, std::uint16_t to) {
    Edge edge;
    edge.step = to;
    for (std::size_t me = 0; me < 2; ++me)
      for (std::uint32_t s = 0; s < states[me].count; ++s)
        edge.map[me].push_back(make_cell(s, duel.steps[to].side[me].row[s]));
    duel.steps[from].flow[1][1] = static_cast<std::uint8_t>(duel.steps[from].edges.size());
    duel.steps[from].edges.push_back(std::move(edge));
  };
  lead(0, 1);
  if (shape.loops) {
    lead(1, 2);
    lead(2, 1);
  }
  mark_stalls(duel, 1, duel.steps.size());
  return duel;
}

}  // namespace broadside::toy
