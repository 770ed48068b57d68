// Battles that nobody chose, through every engine: prepared, solved, sampled, told. What is answered
// adds up, the sampled counts are those of every kernel, and no refusal is silent.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "apps/report/scenario_json.hpp"
#include "core/kernel/kernel.hpp"
#include "core/scenario/play_goal.hpp"
#include "sim/best_play.hpp"
#include "sim/engine.hpp"
#include "sim/exact.hpp"
#include "sim/play_words.hpp"
#include "sim/players.hpp"
#include "stats/tally.hpp"
#include "tests/fuzz/made_scenario.hpp"
#include "tests/fuzz/targets.hpp"

namespace broadside::fuzz {
namespace {

constexpr std::uint32_t kBattles = 64;

void check_counts(const Counts& counts, const Battle& battle, const std::string& shown) {
  must(counts.battles == kBattles, "battles were lost", shown);
  for (const Side side : kSides) {
    std::uint64_t ended = 0;
    for (const auto& ending : counts.finals)
      for (const std::uint64_t count : ending[side]) ended += count;
    must(ended == kBattles, "endings do not add up to the battles", shown);
  }
  for (const Side side : kSides)
    must(battle.remains[side].size() == battle.duel.finals[side] || !battle.duel.lists_finals(),
         "final forces without words", shown);
}

Counts played(const Duel& duel, Kernel kernel) {
  const PlainPlayer player{duel, 7, kernel};
  PlainPlayer::Worker worker{player};
  player.play(0, kBattles, worker);
  return worker.counts;
}

}  // namespace

void fuzz_battles(std::span<const std::uint8_t> data) {
  Bytes bytes{data};
  const auto all = games();
  const Game& game = *all[bytes.below(all.size())];
  const Taste taste{bytes.between(1, 8), 4, 2 + bytes.below(8)};
  const Scenario scenario = made_scenario(game, bytes, taste);
  TableLimits limits;
  limits.work = 3e5;
  const auto made = game.prepare(scenario, limits);
  if (!made) return must(!made.error().problem.empty(), "a refusal without a word");
  Battle battle = *made;
  const std::string shown = write_scenario(scenario);
  const bool usual = std::none_of(kSides.begin(), kSides.end(),
                                  [&](Side side) { return plays_best(scenario.side(side)); });
  // What is chosen for a goal is unknown, and tables without it are none, until it has been solved.
  if (!usual)
    if (const auto best = play_best(battle, 1e6, 1e8); !best)
      return must(!best.error().problem.empty(), "a refusal without a word", shown);
  if (!usual && !battle.duel.direct) play_in_words(battle);

  const Counts reference = played(battle.duel, Kernel::scalar);
  check_counts(reference, battle, shown);
  if (!battle.duel.direct)
    for (const Kernel kernel : available_kernels())
      must(played(battle.duel, kernel) == reference, "kernels count differently", shown);

  Options options;
  options.method = Method::automatic;
  options.battles = kBattles;
  options.threads = 1;
  options.exact_budget = 1e6;
  const auto report = odds(battle, scenario, options);
  must(bool{report}, "a battle that is ready has no odds", shown);
  double sum = 0;
  for (const Chance& chance : report->odds) {
    must(chance.low >= 0 && chance.low <= chance.p && chance.p <= chance.high && chance.high <= 1,
         "a chance outside its interval", shown);
    sum += chance.p;
  }
  must(std::abs(sum - 1) < 1e-9, "chances do not add up to one", shown);

  // Choices for a goal and chances to leave at are found where a battle is solved: a story knows
  // neither.
  const bool known = usual && std::none_of(kSides.begin(), kSides.end(), [&](Side side) {
                       const auto* retreat =
                           scenario.side(side).policy.get<RetreatTiming>("retreat");
                       return retreat && retreat->below;
                     });
  const auto told = game.replay(scenario, 5);
  must(bool{told} == known, "a battle that is ready cannot be told, or one that should not be",
       shown);
  must(!told || !told->empty(), "a battle without a story", shown);
}

}  // namespace broadside::fuzz
