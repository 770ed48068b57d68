#include "sim/run.hpp"

#include <cstddef>
#include <optional>

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "sim/run_by.hpp"
#include "sim/run_each.hpp"
#include "sim/threads/task_order.hpp"

namespace broadside {
namespace {

template <class Player>
class ParallelRunner final : public ChunkRunner {
 public:
  using Worker = typename Player::Worker;

  ParallelRunner(const Player& player, int threads)
      : player_(player),
        threads_(threads),
        arena_(threads),
        workers_([&player] { return Worker{player}; }) {
    // TBB starts no more threads than there are cores unless told to; asked for more, it gets more.
    if (threads > tbb::info::default_concurrency())
      allow_.emplace(tbb::global_control::max_allowed_parallelism,
                     static_cast<std::size_t>(threads));
  }

  void play(std::uint64_t first, std::uint64_t last, const ChunkSizes& sizes) override {
    const auto play_some = [&](const tbb::blocked_range<std::uint64_t>& range) {
      TaskOrder::take();
      Worker& worker = workers_.local();
      for (std::uint64_t chunk = range.begin(); chunk != range.end(); ++chunk)
        player_.play(chunk, sizes.battles_of(chunk), worker);
      TaskOrder::give();
    };
    TaskOrder::give();
    arena_.execute([&] {
      tbb::parallel_for(tbb::blocked_range<std::uint64_t>{first, last}, play_some);
    });
    TaskOrder::take();
  }

  OutcomeCounts outcomes() const override {
    OutcomeCounts sum;
    for (const Worker& worker : workers_) sum.add(player_.duel(), worker.counts);
    return sum;
  }

  Counts total() const override {
    Counts sum{player_.duel()};
    for (const Worker& worker : workers_) sum += worker.counts;
    return sum;
  }

  std::uint64_t width() const override { return static_cast<std::uint64_t>(threads_); }

  template <class Visit>
  void each_worker(Visit visit) const {
    for (const Worker& worker : workers_) visit(worker);
  }

 private:
  const Player& player_;
  int threads_;
  std::optional<tbb::global_control> allow_;
  tbb::task_arena arena_;
  tbb::enumerable_thread_specific<Worker> workers_;
};

}  // namespace

Sample run(const Duel& duel, std::uint64_t seed, const StopRule& rule, int threads,
           const ProgressCallback& progress, Kernel kernel) {
  if (threads <= 0) threads = all_cores();
  return run_by<ParallelRunner>(duel, seed, rule, threads, progress, kernel);
}

Sample run_antithetic(const Duel& duel, std::uint64_t seed, const StopRule& rule, int threads,
                      const ProgressCallback& progress) {
  if (threads <= 0) threads = all_cores();
  return run_antithetic_by<ParallelRunner>(duel, seed, rule, threads, progress);
}

}  // namespace broadside
