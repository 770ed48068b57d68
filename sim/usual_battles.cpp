#include "sim/usual_battles.hpp"

#include <algorithm>
#include <numeric>

#include "sim/players.hpp"

namespace broadside {
namespace {

/// No sample comes to the chunk of this number.
constexpr std::uint64_t kPilotChunk = ~std::uint64_t{0};
constexpr std::uint32_t kPilotBattles = 512;

/// Steps that tables play in about a second on one core, 3 ns each, measured with Risk's 100 against
/// 100; and rounds that a game plays by itself in two seconds on two, 800 ns each where the fleets of
/// Rebellion are as large as can be.
constexpr double kStepsASecond = 4e8, kRoundsPlayed = 4e6;

}  // namespace

double rounds_a_battle(const Duel& duel, std::uint64_t seed) {
  const PlainPlayer player{duel, seed, Kernel::automatic};
  PlainPlayer::Worker worker{player};
  player.play(kPilotChunk, kPilotBattles, worker);
  const auto& rounds = worker.counts.rounds;
  return static_cast<double>(std::accumulate(rounds.begin(), rounds.end(), std::uint64_t{0})) /
         kPilotBattles;
}

std::uint64_t usual_battles(const Duel& duel, std::uint64_t seed) {
  const std::uint64_t usual = duel.direct ? kUsualWithoutTables : kUsualBattles;
  const double rounds = rounds_a_battle(duel, seed);
  if (rounds <= 0) return usual;
  const double most = (duel.direct ? kRoundsPlayed : kStepsASecond) / rounds;
  if (most >= static_cast<double>(usual)) return usual;
  return std::max<std::uint64_t>(static_cast<std::uint64_t>(most / kChunkBattles), 1) *
         kChunkBattles;
}

}  // namespace broadside
