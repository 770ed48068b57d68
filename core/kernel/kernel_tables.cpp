#include "core/kernel/kernel_tables.hpp"

#include <algorithm>
#include <utility>

namespace broadside {
namespace {

/// Pairs of final states up to which they are tallied: a quarter of a mebibyte.
constexpr std::size_t kMostPairs = 0x10000;

SideTables side_tables(const Step& step, std::size_t me) {
  const StepSide& side = step.side[me];
  SideTables tables;
  tables.alias = side.alias.data();
  tables.refine = side.refine.data();
  tables.next = side.next.data();
  tables.thrown = side.thrown.empty() ? nullptr : side.thrown.data();
  tables.feature = side.feature.empty() ? nullptr : side.feature.data();
  tables.response = step.response.empty() ? nullptr : step.response.volley[me].data();
  tables.bits = side.column_bits;
  tables.volleys = side.volleys;
  // After a step that happens once every state has left it.
  tables.out = step.repeats ? side.out : kMaxStates;
  return tables;
}

std::vector<std::uint32_t> rows_of(const std::vector<std::uint32_t>& rows,
                                   const std::vector<std::uint32_t>& order, std::uint32_t bits) {
  const std::ptrdiff_t columns = std::ptrdiff_t{1} << bits;
  std::vector<std::uint32_t> ordered;
  ordered.reserve(order.size() << bits);
  for (const std::uint32_t row : order) {
    const auto from = rows.begin() + static_cast<std::ptrdiff_t>(row) * columns;
    ordered.insert(ordered.end(), from, from + columns);
  }
  return ordered;
}

bool only_endings(const Step& step) {
  return std::all_of(step.edges.begin(), step.edges.end(),
                     [](const Edge& edge) { return edge.step == kNoStep; });
}

/// The edge that every battle takes after the step, or kNoEdge where there are several.
std::uint8_t only_edge(const Step& step) {
  std::uint8_t found = kNoEdge;
  BySide<std::array<bool, kStances>> has{};
  for (std::size_t me = 0; me < 2; ++me)
    for (const std::uint8_t stance : step.side[me].stance) has[me][stance] = true;
  for (std::size_t a = 0; a < kStances; ++a)
    for (std::size_t d = 0; d < kStances; ++d) {
      if (!has[0][a] || !has[1][d]) continue;
      const std::uint8_t edge = step.flow[a][d];
      if (edge == kNoEdge || (found != kNoEdge && edge != found)) return kNoEdge;
      found = edge;
    }
  return found;
}

}  // namespace

KernelTables::KernelTables(const Duel& duel, bool ladders)
    : steps_(duel.steps.size()), ladders_(duel.steps.size()), exits_(duel.steps.size()) {
  for (std::size_t s = 0; s < steps_.size(); ++s) {
    fill_step(duel.steps[s], steps_[s]);
    if (ladders) find_ladders(duel, s);
    fit_rounds(duel.steps[s], s);
  }
  for (std::size_t s = 0; s < steps_.size(); ++s) fill_exits(duel, s);
  for (std::size_t me = 0; me < 2; ++me)
    start_[me] = !steps_.empty() && steps_[0].ladder
                     ? ladders_[0][me].position_of[state_of(duel.start[me])]
                     : duel.start[me];
}

const std::uint32_t* KernelTables::keep(Words words) {
  return kept_.emplace_back(std::move(words)).data();
}

void KernelTables::fill_step(const Step& step, StepTables& tables) {
  tables.attacker = side_tables(step, 0);
  tables.defender = side_tables(step, 1);
  for (const SideTables* side : {&tables.attacker, &tables.defender}) {
    if (side->thrown) tables.extras |= kSpends;
    if (side->feature) tables.extras |= kLooks;
  }
  if (!step.response.empty()) tables.extras |= kResponds;
  if (step.early.empty()) return;
  tables.extras |= kEarly;
  auto& early = early_.emplace_back(step.early);
  early.resize(early.size() + 3);  // a vector form reads four bytes for one
  tables.early = early.data();
  tables.early_stride = step.side[1].in_states;
}

void KernelTables::find_ladders(const Duel& duel, std::size_t s) {
  const Step& step = duel.steps[s];
  StepTables& tables = steps_[s];
  if (!step.repeats || tables.extras != kPlain) return;
  auto attacker = find_ladder(step.side[0]), defender = find_ladder(step.side[1]);
  if (!attacker || !defender) return;
  tables.ladder = true;
  ladders_[s] = {*std::move(attacker), *std::move(defender)};
  for (std::size_t me = 0; me < 2; ++me) {
    const StepSide& side = step.side[me];
    SideTables& to = me == 0 ? tables.attacker : tables.defender;
    to.alias = keep(rows_of(side.alias, ladders_[s][me].rung, side.column_bits));
    to.refine = keep(rows_of(side.refine, ladders_[s][me].rung, side.column_bits));
  }
}

void KernelTables::fit_rounds(const Step& step, std::size_t s) {
  StepTables& tables = steps_[s];
  if (!step.repeats || tables.extras != kPlain) return;
  BySide<std::size_t> alias, next;
  for (std::size_t me = 0; me < 2; ++me) {
    const StepSide& side = step.side[me];
    alias[me] = tables.ladder ? ladders_[s][me].rung.size() << side.column_bits : side.alias.size();
    next[me] = side.next.size();
  }
  tables.alias_entries = fit_registers(tables, &SideTables::alias, alias);
  if (!tables.ladder) tables.next_entries = fit_registers(tables, &SideTables::next, next);
}

/// The first so many entries of a table of both sides, in room for registers if they are few
/// enough. Returns how many that makes, or 0.
std::uint32_t KernelTables::fit_registers(StepTables& tables,
                                          const std::uint32_t* SideTables::*table,
                                          const BySide<std::size_t>& sizes) {
  const std::size_t most = std::max(sizes[0], sizes[1]);
  if (most > kMediumTable) return 0;
  const std::uint32_t entries = most <= kSmallTable ? kSmallTable : kMediumTable;
  for (std::size_t me = 0; me < 2; ++me) {
    SideTables& side = me == 0 ? tables.attacker : tables.defender;
    Words padded(side.*table, side.*table + sizes[me]);
    padded.resize(entries);
    side.*table = keep(std::move(padded));
  }
  return entries;
}

void KernelTables::fill_exits(const Duel& duel, std::size_t s) {
  const Step& step = duel.steps[s];
  ExitTables& exits = exits_[s];
  for (const Edge& edge : step.edges) {
    auto& map = exits.map.emplace_back();
    for (std::size_t me = 0; me < 2; ++me) {
      map[me] = edge.map[me].data();
      if (edge.step == kNoStep || !steps_[edge.step].ladder) continue;
      Words positions = edge.map[me];
      for (std::uint32_t& cell : positions)
        cell = ladders_[edge.step][me].position_of[state_of(cell)];
      map[me] = keep(std::move(positions));
    }
  }
  if (steps_[s].ladder)
    for (std::size_t me = 0; me < 2; ++me) exits.state[me] = ladders_[s][me].state.data();
  find_tally(step, s);
  find_straight(duel, s);
}

void KernelTables::find_tally(const Step& step, std::size_t s) {
  if (!step.repeats || !step.early.empty() || !only_endings(step)) return;
  ExitTables& exits = exits_[s];
  const StepSide &a = step.side[0], &d = step.side[1];
  if (steps_[s].ladder) {
    const Words &of_a = ladders_[s][0].state, &of_d = ladders_[s][1].state;
    steps_[s].last = true;
    steps_[s].defender_keys = static_cast<std::uint32_t>(of_a.size());
    exits.keys = static_cast<std::uint32_t>(of_a.size() + of_d.size());
    for (std::uint32_t place = 0; place < of_a.size(); ++place)
      if (of_a[place] != kNoState && of_a[place] != 0)
        exits.ends.push_back({place, of_a[place], 0});
    for (std::uint32_t place = 0; place < of_d.size(); ++place)
      if (of_d[place] != kNoState)
        exits.ends.push_back({place + steps_[s].defender_keys, 0, of_d[place]});
  } else if (std::size_t{a.out_states} * d.out_states <= kMostPairs) {
    exits.keys = a.out_states * d.out_states;
    // One of the two sides has left the step.
    for (std::uint32_t of_d = 0; of_d < d.out_states; ++of_d)
      for (std::uint32_t of_a = 0; of_a < (of_d < d.out ? a.out_states : a.out); ++of_a)
        exits.ends.push_back({of_a + of_d * a.out_states, of_a, of_d});
  }
  keys_ = std::max(keys_, exits.keys);
}

/// The rows with which a battle begins, as state 0 and row 0.
StepTables KernelTables::rows_of_start(StepTables tables, const BySide<Cell>& start) {
  BySide<std::size_t> alias, next;
  for (std::size_t me = 0; me < 2; ++me) {
    SideTables& side = me == 0 ? tables.attacker : tables.defender;
    const std::size_t row = std::size_t{row_of(start[me])} << side.bits;
    side.alias += row;
    side.refine += row;
    side.next += std::size_t{state_of(start[me])} * side.volleys;
    alias[me] = std::size_t{1} << side.bits;
    next[me] = side.volleys;
  }
  tables.alias_entries = fit_registers(tables, &SideTables::alias, alias);
  tables.next_entries = fit_registers(tables, &SideTables::next, next);
  return tables;
}

void KernelTables::find_straight(const Duel& duel, std::size_t s) {
  const Step& step = duel.steps[s];
  if (step.repeats || !step.early.empty()) return;
  const std::uint8_t edge = only_edge(step);
  if (edge == kNoEdge || step.edges[edge].step == kNoStep) return;
  ExitTables& exits = exits_[s];
  exits.onward = step.edges[edge].step;
  exits.straight = steps_[s];
  for (std::size_t me = 0; me < 2; ++me) {
    Words next = step.side[me].next;
    for (std::uint32_t& cell : next) cell = exits.map[edge][me][state_of(cell)];
    (me == 0 ? exits.straight.attacker : exits.straight.defender).next = keep(std::move(next));
  }
  if (s == 0 && exits.straight.extras == kPlain)
    exits.fresh = rows_of_start(exits.straight, duel.start);
}

}  // namespace broadside
