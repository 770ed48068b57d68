// run.hpp with the standard library's threads: the same counts, since streams are named by chunk.
#include "sim/run.hpp"

#include <memory>
#include <vector>

#include "sim/plain_threads/crew.hpp"
#include "sim/players.hpp"
#include "sim/serial.hpp"

namespace broadside {
namespace {

template <class Player>
class CrewRunner final : public ChunkRunner {
 public:
  using Worker = typename Player::Worker;

  CrewRunner(const Player& player, int threads)
      : player_(player), crew_(threads), workers_(crew_.size()) {}

  void play(std::uint64_t first, std::uint64_t last, const ChunkSizes& sizes) override {
    crew_.share(static_cast<std::size_t>(last - first), 1,
                [&](std::size_t from, std::size_t to, std::size_t member) {
                  auto& worker = workers_[member];
                  if (!worker) worker = std::make_unique<Worker>(player_);
                  for (std::uint64_t chunk = first + from; chunk != first + to; ++chunk)
                    player_.play(chunk, sizes.battles_of(chunk), *worker);
                });
  }

  Counts total() const override {
    Counts sum{player_.duel()};
    for (const auto& worker : workers_)
      if (worker) sum += worker->counts;
    return sum;
  }

  std::uint64_t width() const override { return crew_.size(); }

  const auto& workers() const noexcept { return workers_; }

 private:
  const Player& player_;
  Crew crew_;
  std::vector<std::unique_ptr<Worker>> workers_;  ///< of those members that have played
};

}  // namespace

Sample run(const Duel& duel, std::uint64_t seed, const StopRule& rule, int threads,
           const ProgressCallback& progress, Kernel kernel) {
  if (threads == 1 || ChunkSizes{rule.battles}.chunks() <= 1)
    return run_serial(duel, seed, rule, progress, kernel);
  const PlainPlayer player{duel, seed, kernel};
  CrewRunner runner{player, threads};
  return sample_until(duel, runner, rule, progress);
}

Sample run_antithetic(const Duel& duel, std::uint64_t seed, const StopRule& rule, int threads,
                      const ProgressCallback& progress) {
  if (threads == 1) return run_antithetic_serial(duel, seed, rule, progress);
  const AntitheticPlayer player{duel, seed};
  CrewRunner runner{player, threads};
  Sample sample = sample_until(duel, runner, rule, progress);
  sample.pairs.emplace();
  for (const auto& worker : runner.workers())
    if (worker) *sample.pairs += worker->pairs;
  return sample;
}

}  // namespace broadside
