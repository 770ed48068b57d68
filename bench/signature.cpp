#include "bench/signature.hpp"

#include <array>
#include <map>

#include <fmt/format.h>

#include "bench/matchups.hpp"
#include "core/kernel/kernel.hpp"
#include "core/tables/duel.hpp"
#include "sim/run.hpp"

namespace broadside::bench {
namespace {

/// Chains integers into one: the output function of splitmix64 (Steele, Lea, Flood 2014) over state
/// xor value.
class Hash {
 public:
  void add(std::uint64_t value) noexcept {
    state_ = (state_ ^ value) + 0x9E3779B97F4A7C15;
    state_ = (state_ ^ state_ >> 30) * 0xBF58476D1CE4E5B9;
    state_ = (state_ ^ state_ >> 27) * 0x94D049BB133111EB;
    state_ ^= state_ >> 31;
  }
  /// The length goes in first, so that numbers cannot move from one list to the next unseen.
  template <class List>
  void add_all(const List& values) noexcept {
    add(values.size());
    for (const std::uint64_t value : values) add(value);
  }
  std::uint64_t value() const noexcept { return state_; }

 private:
  std::uint64_t state_ = 0;
};

/// Final forces by what is left of them, so that neither the order in which compile numbers them
/// nor the order of units matters.
void add_finals(Hash& hash, const Battle& battle, const Counts& counts) {
  std::map<std::string, std::uint64_t> seen;
  for (std::size_t e = 0; e < counts.finals.size(); ++e)
    for (std::size_t side = 0; side < 2; ++side)
      for (std::size_t f = 0; f < counts.finals[e][side].size(); ++f) {
        if (counts.finals[e][side][f] == 0) continue;
        std::map<std::string, std::string> left;
        const Remains& remains = battle.remains[side][f];
        for (std::size_t u = 0; u < remains.count.size(); ++u)
          if (remains.count[u] > 0)
            left[battle.labels[side][u].type] =
                fmt::format("{}/{}", remains.count[u], remains.damaged[u]);
        std::string key = fmt::format("{} {}", name(battle.duel.endings[e].outcome), side);
        for (const auto& [type, count] : left) key += fmt::format(" {}:{}", type, count);
        seen[key] += counts.finals[e][side][f];
      }
  hash.add(seen.size());
  for (const auto& [key, count] : seen) {
    for (const char letter : key) hash.add(static_cast<unsigned char>(letter));
    hash.add(count);
  }
}

void add_counts(Hash& hash, const Battle& battle, std::uint64_t seed, std::uint64_t battles,
                int threads) {
  StopRule rule;
  rule.battles = battles;
  const Counts counts = run(battle.duel, seed, rule, threads).counts;
  hash.add(counts.battles);
  add_finals(hash, battle, counts);
  hash.add_all(counts.entered);
  hash.add_all(counts.rounds);
  for (const auto& lengths : counts.lengths) hash.add_all(lengths);
}

constexpr std::array<std::uint64_t, 3> kSeeds{1, 2, 0x9E3779B97F4A7C15};
/// None at all, one lane, all but one lane, one lane twice, one more than a chunk, several chunks.
constexpr std::array<std::uint64_t, 7> kSizes{0, 1, 15, 17, 1001, kChunkBattles + 1, 50'001};

}  // namespace

std::uint64_t signature(int threads) {
  Hash hash;
  for (const Matchup& matchup : signature_matchups()) {
    const Battle battle = prepare(matchup);
    for (const std::uint64_t seed : kSeeds)
      for (const std::uint64_t battles : kSizes) add_counts(hash, battle, seed, battles, threads);
  }
  return hash.value();
}

std::uint64_t signature_of(const Battle& battle, std::uint64_t seed, std::uint64_t battles) {
  Hash hash;
  add_counts(hash, battle, seed, battles, 1);
  return hash.value();
}

std::string to_text(std::uint64_t signature) { return fmt::format("{:016x}", signature); }

}  // namespace broadside::bench
