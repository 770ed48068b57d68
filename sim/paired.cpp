#include "sim/paired.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <vector>

#include "core/kernel/rng.hpp"

namespace broadside {
namespace {

/// FNV-1a. The name of a step is the same in every duel that has the step.
std::uint32_t hash_of_text(std::string_view text) {
  std::uint32_t hash = 2166136261u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash;
}

/// For each volley the numbers of the states that it leads to, summed over the states hit. States are
/// numbered from weak to strong, so less left means a stronger volley. An order that is not quite
/// right costs battles, never correctness.
std::vector<std::uint64_t> left_by_volley(const StepSide& taker) {
  std::vector<std::uint64_t> left(taker.volleys);
  for (std::size_t at = 0; at < taker.next.size(); ++at)
    left[at % taker.volleys] += state_of(taker.next[at]);
  return left;
}

/// What one side throws in one step: each row from its weakest column to its strongest.
class OrderedThrows {
 public:
  struct Column {
    double up_to;  ///< chance of this and all weaker ones
    std::uint32_t volley;
    std::uint32_t own;  ///< own state after throwing, where throwing changes the thrower
  };

  OrderedThrows(const StepSide& thrower, const StepSide& taker)
      : first_{0}, spends_(!thrower.thrown.empty()) {
    const auto left = left_by_volley(taker);
    const std::size_t columns = std::size_t{1} << thrower.column_bits;
    for (std::size_t row = 0; row < thrower.rows; ++row) {
      const std::size_t begin = columns_.size();
      for (std::size_t at = row * columns; at < (row + 1) * columns; ++at) {
        if (thrower.chance[at] <= 0) continue;
        const auto column = static_cast<std::uint32_t>(at - row * columns);
        columns_.push_back({thrower.chance[at], spends_ ? thrower.thrown[at] & 0xffff : column,
                            spends_ ? thrower.thrown[at] >> 16 : 0});
      }
      std::stable_sort(
          columns_.begin() + static_cast<std::ptrdiff_t>(begin), columns_.end(),
          [&](const Column& a, const Column& b) { return left[a.volley] > left[b.volley]; });
      double sum = 0;
      for (std::size_t at = begin; at < columns_.size(); ++at)
        columns_[at].up_to = sum += columns_[at].up_to;
      first_.push_back(columns_.size());
    }
  }

  bool spends() const noexcept { return spends_; }

  const Column& pick(std::size_t row, double uniform) const noexcept {
    const Column* const begin = columns_.data() + first_[row];
    const Column* const last = columns_.data() + first_[row + 1] - 1;
    // The last one also takes what rounding leaves above the sum of all chances.
    return *std::upper_bound(begin, last, uniform,
                             [](double u, const Column& column) { return u < column.up_to; });
  }

 private:
  std::vector<std::size_t> first_;
  std::vector<Column> columns_;
  bool spends_;
};

/// The luck of both sides in one exchange, each in [0, 1) with 53 bits.
BySide<double> luck(std::uint64_t seed, std::uint64_t battle, std::uint32_t step,
                    std::uint32_t visit) noexcept {
  const auto block = Philox::hash(
      {visit, step, static_cast<std::uint32_t>(battle), static_cast<std::uint32_t>(battle >> 32)},
      {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
  const auto uniform = [](std::uint32_t low, std::uint32_t high) {
    return static_cast<double>((low | std::uint64_t{high} << 32) >> 11) * 0x1p-53;
  };
  return {uniform(block[0], block[1]), uniform(block[2], block[3])};
}

/// Where one exchange of a step leads.
void exchange(const Step& step, const BySide<OrderedThrows>& throws, const BySide<double>& uniform,
              BySide<std::uint32_t>& state) {
  BySide<std::uint32_t> volley{}, from = state;
  for (std::size_t me = 0; me < 2; ++me) {
    const StepSide &mine = step.side[me], &his = step.side[1 - me];
    const std::size_t row =
        mine.row[state[me]] + (his.feature.empty() ? 0 : his.feature[state[1 - me]]);
    const auto& thrown = throws[me].pick(row, uniform[me]);
    volley[me] = thrown.volley;
    if (throws[me].spends()) from[me] = thrown.own;
  }
  if (!step.response.empty()) {
    const std::size_t both = std::size_t{volley[0]} * step.side[0].volleys + volley[1];
    volley = {step.response.volley[0][both], step.response.volley[1][both]};
  }
  for (std::size_t me = 0; me < 2; ++me)
    state[me] = state_of(
        step.side[me].next[std::size_t{from[me]} * step.side[me].volleys + volley[1 - me]]);
}

}  // namespace

struct PairedPlayer::Tables {
  explicit Tables(const Duel& duel) {
    std::vector<std::uint32_t> known;
    for (const Step& step : duel.steps) {
      throws.push_back(
          {OrderedThrows{step.side[0], step.side[1]}, OrderedThrows{step.side[1], step.side[0]}});
      // Rounds that differ only by their number have one name: they are counted on.
      const std::uint32_t hash = hash_of_text(step.stage + "\n" + step.name);
      const auto at = std::find(known.begin(), known.end(), hash);
      name.push_back(static_cast<std::uint32_t>(at - known.begin()));
      if (at == known.end()) known.push_back(hash);
    }
    names = std::move(known);
  }
  std::vector<BySide<OrderedThrows>> throws;  ///< by step
  std::vector<std::uint32_t> name;            ///< by step: place of its name
  std::vector<std::uint32_t> names;
};

PairedPlayer::PairedPlayer(const Duel& duel) : duel_(&duel), counts_(duel) {
  if (duel.direct) return;
  tables_ = std::make_shared<const Tables>(duel);
  visits_.resize(tables_->names.size());
}

NamedEnd PairedPlayer::play(std::uint64_t seed, std::uint64_t battle) {
  return tables_ ? play_tables(seed, battle) : play_direct(seed, battle);
}

std::uint64_t PairedPlayer::rounds() const {
  return steps_ + std::accumulate(counts_.rounds.begin(), counts_.rounds.end(), std::uint64_t{0});
}

NamedEnd PairedPlayer::play_tables(std::uint64_t seed, std::uint64_t battle) {
  std::fill(visits_.begin(), visits_.end(), 0);
  BySide<std::uint32_t> state{state_of(duel_->start[0]), state_of(duel_->start[1])};
  for (std::size_t s = 0;;) {
    const Step& step = duel_->steps[s];
    const std::size_t name = tables_->name[s];
    std::uint8_t edge = kNoEdge;
    for (;;) {
      if (!step.early.empty())
        edge = step.early[std::size_t{state[0]} * step.side[1].in_states + state[1]];
      if (edge != kNoEdge) break;
      ++steps_;
      exchange(step, tables_->throws[s], luck(seed, battle, tables_->names[name], visits_[name]++),
               state);
      const bool again =
          step.repeats && state[0] >= step.side[0].out && state[1] >= step.side[1].out;
      if (again) continue;
      edge = step.flow[step.side[0].stance[state[0]]][step.side[1].stance[state[1]]];
      break;
    }
    const Edge& way = step.edges[edge];
    for (std::size_t side = 0; side < 2; ++side) state[side] = way.map[side][state[side]];
    if (way.step == kNoStep) return {way.ending, state};
    for (auto& at : state) at = state_of(at);
    s = way.step;
  }
}

/// The game names its dice by (seed, chunk) only: a chunk of one battle is the nearest to a name of
/// that battle's dice.
NamedEnd PairedPlayer::play_direct(std::uint64_t seed, std::uint64_t battle) {
  duel_->direct->play(seed, battle, 1, counts_);
  NamedEnd end;
  for (std::size_t e = 0; e < counts_.finals.size(); ++e)
    for (std::size_t side = 0; side < 2; ++side) {
      auto& forces = counts_.finals[e][side];
      const auto at = std::find_if(forces.begin(), forces.end(), [](auto n) { return n > 0; });
      if (at == forces.end()) continue;
      end.ending = static_cast<std::uint16_t>(e);
      end.force[side] = static_cast<std::uint32_t>(at - forces.begin());
      *at = 0;
    }
  return end;
}

}  // namespace broadside
