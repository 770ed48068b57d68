#include "sim/value_pass.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/tables/index.hpp"  // kNoNumber

namespace broadside {
namespace {

/// Fewer pairs than this are not worth a second thread.
constexpr std::size_t kPairsWorthThreads = 4096;

template <std::size_t kWidth>
void add(std::array<double, kWidth>& to, double chance, const double* from) {
  for (std::size_t c = 0; c < kWidth; ++c) to[c] += chance * from[c];
}

/// What one exchange of a pair leads to.
struct PairTerms {
  const std::uint32_t* own_state;
  const double* own_chance;
  std::size_t owns;
  const std::uint32_t* his_state;
  const double* his_chance;
  std::size_t his;
  const double* then;  ///< values of pairs of states after it
  std::size_t columns;
  std::uint32_t same_own, same_his;  ///< the pair itself, which is left out; kNoNumber = none is
};

/// Two numbers that are added and multiplied at once, on every machine that has such instructions.
using Two [[gnu::vector_size(16), gnu::may_alias]] = double;
template <std::size_t kWidth>
struct PartOf {
  using Type = Two;
};
template <>
struct PartOf<1> {
  using Type = double;
};

/// Adds chance times value over all pairs that an exchange leads to. Each measure is added up by
/// itself, so vectors change no bit. The compiler does not see that by itself: left to it the
/// numbers are added one by one, which takes a quarter longer.
template <std::size_t kWidth>
void pull(const PairTerms& terms, double* to) {
  using Part = typename PartOf<kWidth>::Type;
  constexpr std::size_t kParts = kWidth * sizeof(double) / sizeof(Part);
  Part sum[kParts] = {};
  for (std::size_t i = 0; i < terms.owns; ++i) {
    const double* const from =
        terms.then + std::size_t{terms.own_state[i]} * terms.columns * kWidth;
    const bool same = terms.own_state[i] == terms.same_own;
    Part there[kParts] = {};
    for (std::size_t j = 0; j < terms.his; ++j) {
      if (same && terms.his_state[j] == terms.same_his) continue;
      const double chance = terms.his_chance[j];
      // Tables begin where sixteen bytes do, and all widths but one are even.
      const Part* const worth =
          reinterpret_cast<const Part*>(from + std::size_t{terms.his_state[j]} * kWidth);
      for (std::size_t p = 0; p < kParts; ++p) there[p] += chance * worth[p];
    }
    const double chance = terms.own_chance[i];
    for (std::size_t p = 0; p < kParts; ++p) sum[p] += chance * there[p];
  }
  for (std::size_t c = 0; c < kWidth; ++c) to[c] += reinterpret_cast<const double*>(sum)[c];
}

}  // namespace

template <std::size_t kWidth>
ValuePass<kWidth>::ValuePass(const Duel& duel, std::span<const Measure> measures,
                             const Parallel& parallel)
    : duel_(duel),
      parallel_(parallel),
      of_ending_(duel.endings.size(), Lot{}),
      forces_count_(duel.endings.size(), Lot{}),
      each_time_(duel.steps.size(), Lot{}) {
  for (std::size_t side = 0; side < 2; ++side) of_force_[side].resize(duel.finals[side], Lot{});
  for (std::size_t c = 0; c < measures.size(); ++c) {
    const Measure& measure = measures[c];
    for (std::size_t e = 0; e < of_ending_.size(); ++e) {
      if (!measure.by_ending.empty()) of_ending_[e][c] = measure.by_ending[e];
      forces_count_[e][c] = measure.forces_count.empty() || measure.forces_count[e] ? 1 : 0;
    }
    for (std::size_t side = 0; side < 2; ++side)
      for (std::size_t f = 0; f < measure.by_force[side].size(); ++f)
        of_force_[side][f][c] = measure.by_force[side][f];
    for (std::size_t s = 0; s < measure.each_time.size(); ++s)
      each_time_[s][c] = measure.each_time[s];
  }
}

template <std::size_t kWidth>
void ValuePass<kWidth>::for_each(std::size_t count,
                                 const std::function<void(std::size_t, std::size_t)>& work) const {
  if (parallel_ && count > 1)
    parallel_(count, work);
  else
    work(0, count);
}

/// What a battle is worth that takes the edge with these states.
template <std::size_t kWidth>
void ValuePass<kWidth>::beyond(const Edge& edge, std::uint32_t a, std::uint32_t d,
                               double* to) const {
  const std::uint32_t to_a = edge.map[0][a], to_d = edge.map[1][d];
  if (edge.step == kNoStep) {
    const Lot &ending = of_ending_[edge.ending], &counts = forces_count_[edge.ending];
    const Lot &left_a = of_force_[0][to_a], &left_d = of_force_[1][to_d];
    for (std::size_t c = 0; c < kWidth; ++c)
      to[c] = ending[c] + counts[c] * (left_a[c] + left_d[c]);
    return;
  }
  const Table& values = (*values_)[edge.step];
  if (values.empty()) return;  // no battle comes there
  const double* const from =
      lot(values, duel_.steps[edge.step].side[1].in_states, state_of(to_a), state_of(to_d));
  std::copy_n(from, kWidth, to);
}

/// What a battle is worth that has these states after the step and does not play it again.
template <std::size_t kWidth>
void ValuePass<kWidth>::after(const Step& step, std::uint32_t a, std::uint32_t d,
                              double* to) const {
  const std::uint8_t e = step.flow[step.side[0].stance[a]][step.side[1].stance[d]];
  if (e != kNoEdge) beyond(step.edges[e], a, d, to);  // otherwise forces that cannot meet here
}

template <std::size_t kWidth>
void ValuePass<kWidth>::settle(Loop loop, std::vector<Table>& values) {
  values_ = &values;
  after_bytes_ = 0;
  for (std::size_t s = loop.first; s < loop.last; ++s)
    values[s].assign(value_pairs(duel_.steps[s]) * kWidth, 0.0);
  const Step& first = duel_.steps[loop.first];
  if (loop.single() && value_pairs(first) == 0) return;  // no battle comes to it
  if (loop.single() && !first.repeats) return once(loop.first);
  const LoopOrder attackers{duel_, 0, loop}, defenders{duel_, 1, loop};
  if (loop.single()) {
    const StepSide &a = first.side[0], &d = first.side[1];
    for (std::uint32_t i = 0; i < a.in_states; ++i)
      for (std::uint32_t j = 0; j < (i < a.out ? d.in_states : d.out); ++j)
        after(first, i, j, values[loop.first].data() + (std::size_t{i} * d.in_states + j) * kWidth);
    if (attackers.all_single() && defenders.all_single()) return repeat(loop.first);
  }
  std::vector<Exchange> exchanges;
  for (std::size_t s = loop.first; s < loop.last; ++s) exchanges.emplace_back(duel_.steps[s]);
  for (std::uint32_t a = 0; a < attackers.parts(); ++a)
    for (std::uint32_t d = 0; d < defenders.parts(); ++d)
      block(loop, attackers, defenders, a, d, exchanges);
}

/// A step that happens once: first what the states after it are worth.
template <std::size_t kWidth>
void ValuePass<kWidth>::once(std::size_t s) {
  const Step& step = duel_.steps[s];
  const StepSide &attacker = step.side[0], &defender = step.side[1];
  Table then(std::size_t{attacker.out_states} * defender.out_states * kWidth);
  after_bytes_ = then.size() * sizeof(double);
  Table& to = (*values_)[s];
  for_each(attacker.out_states, [&](std::size_t first, std::size_t last) {
    for (std::size_t a = first; a < last; ++a)
      for (std::uint32_t d = 0; d < defender.out_states; ++d)
        after(step, static_cast<std::uint32_t>(a), d,
              then.data() + (a * defender.out_states + d) * kWidth);
  });
  const bool separate = Spread::possible(step);
  const BySide<Throws> throws{Throws{attacker}, Throws{defender}};
  for_each(attacker.in_states, [&](std::size_t first, std::size_t last) {
    Room room;
    std::optional<Exchange> exchange;
    if (!separate) exchange.emplace(step);
    for (std::size_t a = first; a < last; ++a)
      if (separate)
        row(s, throws, static_cast<std::uint32_t>(a), then, to, room);
      else
        exchange_row(s, *exchange, static_cast<std::uint32_t>(a), then, to);
  });
}

/// A step that repeats and in which no force comes back: weak forces first. Attackers that are as
/// many transitions from the weakest do not lead to one another.
template <std::size_t kWidth>
void ValuePass<kWidth>::repeat(std::size_t s) {
  const Step& step = duel_.steps[s];
  const StepSide &attacker = step.side[0], &defender = step.side[1];
  Table& to = (*values_)[s];
  if (!Spread::possible(step)) {
    Exchange exchange{step};
    for (std::uint32_t a = attacker.out; a < attacker.in_states; ++a)
      exchange_row(s, exchange, a, to, to);
    return;
  }
  const BySide<Throws> throws{Throws{attacker}, Throws{defender}};
  std::vector<std::uint32_t> level(attacker.in_states, 0);
  std::vector<std::vector<std::uint32_t>> levels;
  for (std::uint32_t a = attacker.out; a < attacker.in_states; ++a) {
    for (std::uint32_t v = 0; v < attacker.volleys; ++v)
      if (const std::uint32_t next = state_of(attacker.next[std::size_t{a} * attacker.volleys + v]);
          next != a && next >= attacker.out)
        level[a] = std::max(level[a], level[next] + 1);
    if (levels.size() <= level[a]) levels.resize(level[a] + 1);
    levels[level[a]].push_back(a);
  }
  Room own;
  for (const auto& list : levels) {
    if (!parallel_ || list.size() * defender.in_states < kPairsWorthThreads) {
      for (const std::uint32_t a : list) row(s, throws, a, to, to, own);
      continue;
    }
    for_each(list.size(), [&](std::size_t first, std::size_t last) {
      Room room;
      for (std::size_t i = first; i < last; ++i) row(s, throws, list[i], to, to, room);
    });
  }
}

template <std::size_t kWidth>
auto ValuePass<kWidth>::law_of(const StepSide& attacker, std::span<const Throws::Column> thrown,
                               std::uint32_t a, std::size_t row, Room& room) const
    -> const AttackerLaw& {
  AttackerLaw& law = room.laws[row];
  if (law.known) return law;
  law.state.clear();
  law.chance.clear();
  law.same = law.others = 0;
  law.known = true;
  const Cell* const next = attacker.next.data() + std::size_t{a} * attacker.volleys;
  for (const auto& column : thrown) {
    const std::uint32_t to = state_of(next[column.volley]);
    if (room.dense[to] == 0) room.met.push_back(to);
    room.dense[to] += column.chance;
  }
  for (const std::uint32_t to : room.met) {
    law.state.push_back(to);
    law.chance.push_back(std::exchange(room.dense[to], 0.0));
  }
  room.met.clear();
  return law;
}

template <std::size_t kWidth>
void ValuePass<kWidth>::row(std::size_t s, const BySide<Throws>& throws, std::uint32_t a,
                            const Table& then, Table& to, Room& room) const {
  const Step& step = duel_.steps[s];
  const StepSide &attacker = step.side[0], &defender = step.side[1];
  const std::size_t columns = defender.out_states, in = defender.in_states;
  room.laws.resize(defender.rows);
  for (AttackerLaw& law : room.laws) law.known = false;
  room.dense.resize(attacker.out_states);
  const Lot each = each_time_[s];
  const std::uint32_t seen_a = attacker.feature.empty() ? 0 : attacker.feature[a];
  for (std::uint32_t d = defender.out; d < in; ++d) {
    double* const result = to.data() + (a * in + d) * kWidth;
    if (const std::uint8_t early = early_edge(step, a, d); early != kNoEdge) {
      beyond(step.edges[early], a, d, result);
      continue;
    }
    const std::size_t row_a =
        attacker.row[a] + (defender.feature.empty() ? 0 : defender.feature[d]);
    const std::size_t row_d = defender.row[d] + seen_a;
    const AttackerLaw& own = law_of(attacker, throws[1].row(row_d), a, row_d, room);
    NextLaw& his = room.defender;
    his.follow(defender.next.data() + std::size_t{d} * defender.volleys, throws[0].row(row_a));
    const std::size_t ways = his.state.size();
    double same_a = 0, others_a = 0, same_d = 0, others_d = 0;
    for (std::size_t j = 0; j < ways; ++j)
      (step.repeats && his.state[j] == d ? same_d : others_d) += his.chance[j];
    for (std::size_t i = 0; i < own.state.size(); ++i)
      (step.repeats && own.state[i] == a ? same_a : others_a) += own.chance[i];
    Lot sum = each;
    pull<kWidth>(
        {own.state.data(), own.chance.data(), own.state.size(), his.state.data(), his.chance.data(),
         ways, then.data(), columns, step.repeats ? a : kNoNumber, step.repeats ? d : kNoNumber},
        sum.data());
    // A sum of what does change, as in the forward solver: one minus what does not would lose all
    // digits where a change is rare. Chances of a law add up to one but for rounding.
    const double change = others_a * (same_d + others_d) + same_a * others_d;
    if (!step.repeats)
      for (std::size_t c = 0; c < kWidth; ++c) result[c] = sum[c];
    else if (change > 0)  // otherwise two forces that never meet
      for (std::size_t c = 0; c < kWidth; ++c) result[c] = sum[c] / change;
  }
}

template <std::size_t kWidth>
void ValuePass<kWidth>::exchange_row(std::size_t s, Exchange& exchange, std::uint32_t a,
                                     const Table& then, Table& to) const {
  const Step& step = duel_.steps[s];
  const StepSide& defender = step.side[1];
  for (std::uint32_t d = defender.out; d < defender.in_states; ++d) {
    double* const result = to.data() + (std::size_t{a} * defender.in_states + d) * kWidth;
    if (const std::uint8_t early = early_edge(step, a, d); early != kNoEdge)
      beyond(step.edges[early], a, d, result);
    else
      pair(s, exchange, a, d, then, result);
  }
}

template <std::size_t kWidth>
void ValuePass<kWidth>::pair(std::size_t s, Exchange& exchange, std::uint32_t a, std::uint32_t d,
                             const Table& then, double* to) const {
  const Step& step = duel_.steps[s];
  const std::size_t columns = step.side[1].out_states;
  const bool repeats = step.repeats;
  Lot sum = each_time_[s];
  double change = 0;
  exchange.from(a, d);
  exchange.each([&](std::uint32_t to_a, std::uint32_t to_d, double chance) {
    if (repeats && to_a == a && to_d == d) return;
    change += chance;
    add(sum, chance, lot(then, columns, to_a, to_d));
  });
  if (change <= 0) return;  // two forces that never meet
  for (std::size_t c = 0; c < kWidth; ++c) to[c] = repeats ? sum[c] / change : sum[c];
}

/// Pairs of two components, whose values depend on one another.
template <std::size_t kWidth>
void ValuePass<kWidth>::block(Loop loop, const LoopOrder& attackers, const LoopOrder& defenders,
                              std::uint32_t part_a, std::uint32_t part_d,
                              std::vector<Exchange>& exchanges) {
  struct Place {
    std::size_t step;
    std::uint32_t a, d;
  };
  const auto of_a = attackers.part(part_a), of_d = defenders.part(part_d);
  std::vector<Place> places;
  std::vector<std::uint32_t> number(of_a.size() * of_d.size(), LoopOrder::kNone);
  for (std::size_t i = 0; i < of_a.size(); ++i)
    for (std::size_t j = 0; j < of_d.size(); ++j)
      if (of_a[i].step == of_d[j].step) {
        number[i * of_d.size() + j] = static_cast<std::uint32_t>(places.size());
        places.push_back({of_a[i].step, of_a[i].state, of_d[j].state});
      }
  if (places.empty()) return;
  system_.clear(places.size());
  const auto in_block = [&](std::size_t s, std::uint32_t a, std::uint32_t d) {
    if (s < loop.first || s >= loop.last || attackers.part_of(s, a) != part_a ||
        defenders.part_of(s, d) != part_d)
      return LoopOrder::kNone;
    return number[attackers.place_of(s, a) * of_d.size() + defenders.place_of(s, d)];
  };
  for (std::size_t u = 0; u < places.size(); ++u) {
    const auto [s, a, d] = places[u];
    const Step& step = duel_.steps[s];
    const auto follow = [&](const Edge& edge, std::uint32_t from_a, std::uint32_t from_d,
                            double chance) {
      if (edge.step != kNoStep)
        if (const std::uint32_t to =
                in_block(edge.step, state_of(edge.map[0][from_a]), state_of(edge.map[1][from_d]));
            to != LoopOrder::kNone)
          return system_.lead(u, to, chance);
      Lot worth{};
      beyond(edge, from_a, from_d, worth.data());
      system_.leave(u, chance, worth.data());
    };
    if (const std::uint8_t early = early_edge(step, a, d); early != kNoEdge) {
      follow(step.edges[early], a, d, 1);
      continue;
    }
    system_.add(u, each_time_[s]);
    Exchange& exchange = exchanges[s - loop.first];
    exchange.from(a, d);
    exchange.each([&, s = s](std::uint32_t to_a, std::uint32_t to_d, double chance) {
      if (step.repeats && to_a >= step.side[0].out && to_d >= step.side[1].out) {
        if (const std::uint32_t to = in_block(s, to_a, to_d); to != LoopOrder::kNone)
          return system_.lead(u, to, chance);
        return system_.leave(u, chance, lot((*values_)[s], step.side[1].in_states, to_a, to_d));
      }
      const std::uint8_t e = step.flow[step.side[0].stance[to_a]][step.side[1].stance[to_d]];
      if (e != kNoEdge) return follow(step.edges[e], to_a, to_d, chance);
      system_.leave(u, chance, Lot{}.data());  // forces that cannot meet here
    });
  }
  const auto& worth = system_.solve();
  for (std::size_t u = 0; u < places.size(); ++u)
    std::copy_n(worth[u].data(), kWidth,
                (*values_)[places[u].step].data() +
                    (std::size_t{places[u].a} * duel_.steps[places[u].step].side[1].in_states +
                     places[u].d) *
                        kWidth);
}

template class ValuePass<1>;
template class ValuePass<2>;
template class ValuePass<4>;
template class ValuePass<6>;
template class ValuePass<8>;

}  // namespace broadside
