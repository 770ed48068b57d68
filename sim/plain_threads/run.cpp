// run.hpp with the standard library's threads: the same counts, since streams are named by chunk.
#include "sim/run.hpp"

#include <memory>
#include <vector>

#include "sim/plain_threads/crew.hpp"
#include "sim/run_by.hpp"
#include "sim/run_each.hpp"

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

  OutcomeCounts outcomes() const override {
    OutcomeCounts sum;
    for (const auto& worker : workers_)
      if (worker) sum.add(player_.duel(), worker->counts);
    return sum;
  }

  Counts total() const override {
    Counts sum{player_.duel()};
    for (const auto& worker : workers_)
      if (worker) sum += worker->counts;
    return sum;
  }

  std::uint64_t width() const override { return crew_.size(); }

  template <class Visit>
  void each_worker(Visit visit) const {
    for (const auto& worker : workers_)
      if (worker) visit(*worker);
  }

 private:
  const Player& player_;
  Crew crew_;
  std::vector<std::unique_ptr<Worker>> workers_;  ///< of those members that have played
};

}  // namespace

Sample run(const Duel& duel, std::uint64_t seed, const StopRule& rule, int threads,
           const ProgressCallback& progress, Kernel kernel) {
  if (threads <= 0) threads = all_cores();
  return run_by<CrewRunner>(duel, seed, rule, threads, progress, kernel);
}

Sample run_antithetic(const Duel& duel, std::uint64_t seed, const StopRule& rule, int threads,
                      const ProgressCallback& progress) {
  if (threads <= 0) threads = all_cores();
  return run_antithetic_by<CrewRunner>(duel, seed, rule, threads, progress);
}

}  // namespace broadside
