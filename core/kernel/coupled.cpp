#include "core/kernel/coupled.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "core/kernel/rng.hpp"

namespace broadside {
namespace {

/// How much each volley of `side` takes from the enemy, over all his states. A smaller state number
/// is never stronger.
std::vector<double> harm_of_volleys(const StepSide& enemy) {
  std::vector<double> harm(enemy.volleys, 0.0);
  const std::size_t states = enemy.next.size() / enemy.volleys;
  for (std::size_t s = 0; s < states; ++s)
    for (std::size_t v = 0; v < enemy.volleys; ++v)
      harm[v] -= state_of(enemy.next[s * enemy.volleys + v]);
  return harm;
}

/// The two numbers of one exchange: attacker's, defender's.
std::array<std::uint64_t, 2> uniforms(const Luck& luck, std::uint32_t exchange) noexcept {
  const Philox::Key key{static_cast<std::uint32_t>(luck.seed),
                        static_cast<std::uint32_t>(luck.seed >> 32)};
  // The second word of the counter is never zero: those blocks seed the lanes of the kernel.
  const auto block =
      Philox::hash({luck.battle, exchange + 1, static_cast<std::uint32_t>(luck.chunk),
                    static_cast<std::uint32_t>(luck.chunk >> 32)},
                   key);
  const std::uint64_t turn = luck.mirrored ? ~std::uint64_t{0} : 0;
  return {(block[0] | std::uint64_t{block[1]} << 32) ^ turn,
          (block[2] | std::uint64_t{block[3]} << 32) ^ turn};
}

/// One battle on its way.
class CoupledBattle {
 public:
  CoupledBattle(const CoupledTables& tables, const Luck& luck, Counts* counts) noexcept
      : tables_(tables), luck_(luck), counts_(counts), cell_(tables.duel().start) {}

  BattleEnd play() noexcept {
    const Duel& duel = tables_.duel();
    std::uint16_t s = 0, before = kNoStep;
    for (;;) {
      const Step& step = duel.steps[s];
      if (counts_ && enters(s, before)) ++counts_->entered[s];
      const Edge& edge = step.edges[play_step(s)];
      cell_ = {edge.map[0][state_of(cell_[0])], edge.map[1][state_of(cell_[1])]};
      if (edge.step == kNoStep) return end(edge);
      before = s;
      s = edge.step;
    }
  }

 private:
  /// A loop is entered once, through its first step.
  bool enters(std::uint16_t s, std::uint16_t before) const noexcept {
    const std::uint16_t loop = tables_.duel().steps[s].loop;
    const bool again = before != kNoStep && tables_.duel().steps[before].loop == loop;
    return loop == kNoStep || (loop == s && !again);
  }

  /// Plays a step and returns the edge by which the battle leaves it.
  std::uint8_t play_step(std::uint16_t s) noexcept {
    const Step& step = tables_.duel().steps[s];
    std::uint32_t length = 0;
    std::uint8_t edge = kNoEdge;
    do {
      if (!step.early.empty())
        edge = step.early[std::size_t{state_of(cell_[0])} * step.side[1].in_states +
                          state_of(cell_[1])];
      if (edge != kNoEdge) break;
      exchange(s);
      ++length;
    } while (step.repeats && state_of(cell_[0]) >= step.side[0].out &&
             state_of(cell_[1]) >= step.side[1].out);
    if (counts_) {
      counts_->rounds[s] += length;
      ++counts_->lengths[s][std::min(length, kRoundBins - 1)];
    }
    if (edge != kNoEdge) return edge;
    return step
        .flow[step.side[0].stance[state_of(cell_[0])]][step.side[1].stance[state_of(cell_[1])]];
  }

  void exchange(std::uint16_t s) noexcept {
    const Step& step = tables_.duel().steps[s];
    // Rounds are numbered apart from everything else, so that the first round of a battle that has
    // a barrage is as lucky as that of one that has none.
    const auto uniform = uniforms(luck_, step.is_round ? rounds_++ : 0x80000000u + others_++);
    BySide<std::uint32_t> state{state_of(cell_[0]), state_of(cell_[1])}, thrown;
    for (std::size_t me = 0; me < 2; ++me) {
      const StepSide &mine = step.side[me], &his = step.side[1 - me];
      std::uint32_t row = row_of(cell_[me]);
      if (!his.feature.empty()) row += his.feature[state_of(cell_[1 - me])];
      thrown[me] = tables_.draw(s, me, row, uniform[me]);
      if (mine.thrown.empty()) continue;
      const std::uint32_t both = mine.thrown[column_index(row, mine.column_bits, thrown[me])];
      thrown[me] = both & 0xffff;
      state[me] = both >> 16;
    }
    if (!step.response.empty()) {
      const std::size_t pair = std::size_t{thrown[0]} * step.side[0].volleys + thrown[1];
      thrown = {step.response.volley[0][pair], step.response.volley[1][pair]};
    }
    for (std::size_t me = 0; me < 2; ++me)
      cell_[me] =
          step.side[me].next[std::size_t{state[me]} * step.side[me].volleys + thrown[1 - me]];
  }

  BattleEnd end(const Edge& edge) noexcept {
    if (counts_) {
      ++counts_->battles;
      for (std::size_t me = 0; me < 2; ++me) ++counts_->finals[edge.ending][me][cell_[me]];
    }
    return {edge.ending, cell_};
  }

  const CoupledTables& tables_;
  Luck luck_;
  Counts* counts_;
  BySide<Cell> cell_;
  std::uint32_t rounds_ = 0, others_ = 0;
};

}  // namespace

CoupledTables::CoupledTables(const Duel& duel) : duel_(duel) {
  throws_.reserve(duel.steps.size());
  for (const Step& step : duel.steps) throws_.push_back({order(step, 0), order(step, 1)});
}

CoupledTables::Throws CoupledTables::order(const Step& step, std::size_t side) {
  const StepSide& mine = step.side[side];
  const std::vector<double> harm = harm_of_volleys(step.side[1 - side]);
  const std::uint32_t columns = 1u << mine.column_bits;
  Throws throws;
  throws.bits = mine.column_bits;
  throws.column.resize(mine.chance.size());
  throws.below.assign(mine.chance.size(), ~std::uint64_t{0});
  throws.guide.resize(mine.chance.size());
  for (std::uint32_t row = 0; row < mine.rows; ++row) {
    const std::size_t from = std::size_t{row} << mine.column_bits;
    const auto key = [&](std::uint32_t column) {
      const std::uint32_t both =
          mine.thrown.empty() ? column : mine.thrown[column_index(row, mine.column_bits, column)];
      const std::uint32_t volley = both & 0xffff;
      // What cannot be thrown stands first, where it takes no room.
      return std::array<double, 3>{mine.chance[from + column] > 0 ? 1.0 : 0.0,
                                   volley < harm.size() ? harm[volley] : 0,
                                   static_cast<double>(both >> 16)};
    };
    std::uint32_t* const order = &throws.column[from];
    std::iota(order, order + columns, 0u);
    std::stable_sort(order, order + columns,
                     [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    double sum = 0, all = 0;
    for (std::uint32_t c = 0; c < columns; ++c) all += mine.chance[from + c];
    for (std::uint32_t rank = 0; rank + 1 < columns; ++rank) {
      sum += mine.chance[from + order[rank]] / all;
      const double scaled = std::ldexp(sum, 64);
      if (scaled < std::ldexp(1.0, 64))
        throws.below[from + rank] = static_cast<std::uint64_t>(scaled);
    }
    std::uint32_t rank = 0;
    for (std::uint32_t bucket = 0; bucket < columns; ++bucket) {
      const std::uint64_t first = std::uint64_t{bucket} << (64 - mine.column_bits);
      while (rank + 1 < columns && first >= throws.below[from + rank]) ++rank;
      throws.guide[from + bucket] = rank;
    }
  }
  return throws;
}

std::uint32_t CoupledTables::draw(std::size_t step, std::size_t side, std::uint32_t row,
                                  std::uint64_t uniform) const noexcept {
  const Throws& throws = throws_[step][side];
  const std::size_t from = std::size_t{row} << throws.bits;
  const std::uint32_t last = (1u << throws.bits) - 1;
  std::uint32_t rank = throws.guide[from + (uniform >> (64 - throws.bits))];
  while (rank < last && uniform >= throws.below[from + rank]) ++rank;
  return throws.column[from + rank];
}

BattleEnd play_coupled(const CoupledTables& tables, const Luck& luck, Counts* counts) noexcept {
  return CoupledBattle{tables, luck, counts}.play();
}

void play_antithetic(const CoupledTables& tables, std::uint64_t seed, std::uint64_t chunk,
                     std::uint32_t battles, Counts& counts, JointCounts& pairs) noexcept {
  assert(battles % 2 == 0);
  const auto& endings = tables.duel().endings;
  for (std::uint32_t n = 0; n < battles / 2; ++n) {
    const BattleEnd one = play_coupled(tables, {seed, chunk, n, false}, &counts);
    const BattleEnd two = play_coupled(tables, {seed, chunk, n, true}, &counts);
    ++pairs[endings[one.ending].outcome][endings[two.ending].outcome];
  }
}

}  // namespace broadside
