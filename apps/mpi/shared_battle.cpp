#include "apps/mpi/shared_battle.hpp"

#include <cstdint>
#include <deque>
#include <new>
#include <stdexcept>

#include "apps/cli/command.hpp"
#include "apps/cli/sampling.hpp"
#include "apps/mpi/work_time.hpp"
#include "core/kernel/flat_counts.hpp"
#include "sim/players.hpp"
#include "sim/run_each.hpp"
#include "sim/stop.hpp"

namespace broadside {
namespace {

enum Order : std::uint64_t { kPlay, kCountOutcomes, kAddUp, kEnd };

/// What another rank has counted.
Counts counts_from(const std::vector<std::uint64_t>& list, const Duel& duel) {
  auto counts = counts_of(list, duel);
  if (!counts) throw std::runtime_error("another rank has counted another battle");
  return *std::move(counts);
}

/// What one rank plays: its chunks, on one thread or some.
class Share {
 public:
  Share(const Ranks& ranks, const Duel& duel, std::uint64_t seed, int threads)
      : ranks_(ranks), player_(duel, seed, Kernel::automatic) {
    for (int t = 0; t < threads; ++t) workers_.emplace_back(player_);
  }

  void play(std::uint64_t first, std::uint64_t last, const ChunkSizes& sizes) {
    const Working working(time_);
    const auto ranks = static_cast<std::uint64_t>(ranks_.count()),
               mine = static_cast<std::uint64_t>(ranks_.mine());
    const std::uint64_t begin = first + (mine + ranks - first % ranks) % ranks;
    const auto threads = static_cast<std::uint64_t>(workers_.size());
    run_each(workers_.size(), static_cast<int>(threads), [&](std::size_t t) {
      for (std::uint64_t chunk = begin + t * ranks; chunk < last; chunk += threads * ranks)
        player_.play(chunk, sizes.battles_of(chunk), workers_[t]);
    });
  }

  /// All that was played here so far.
  Counts counts() const {
    Counts sum{player_.duel()};
    for (const auto& worker : workers_) sum += worker.counts;
    return sum;
  }
  /// Battles, then each outcome.
  std::vector<std::uint64_t> outcomes() const {
    OutcomeCounts sum;
    for (const auto& worker : workers_) sum.add(player_.duel(), worker.counts);
    std::vector<std::uint64_t> list{sum.battles};
    list.insert(list.end(), sum.count.begin(), sum.count.end());
    return list;
  }
  const WorkTime& time() const { return time_; }

 private:
  const Ranks& ranks_;
  const PlainPlayer player_;
  std::deque<PlainPlayer::Worker> workers_;
  WorkTime time_;
};

/// Rank 0's runner: says what to do to all, and does its share.
class Leader final : public ChunkRunner {
 public:
  Leader(const Ranks& ranks, Share& share, const Duel& duel, std::uint64_t width)
      : ranks_(ranks), share_(share), duel_(duel), width_(width) {}

  void play(std::uint64_t first, std::uint64_t last, const ChunkSizes& sizes) override {
    say({kPlay, first, last});
    share_.play(first, last, sizes);
  }
  OutcomeCounts outcomes() const override {
    say({kCountOutcomes});
    OutcomeCounts sum;
    for (const auto& list : ranks_.gather(share_.outcomes())) {
      sum.battles += list[0];
      for (std::size_t o = 0; o < sum.count.size(); ++o) sum.count[o] += list[o + 1];
    }
    return sum;
  }
  Counts total() const override {
    say({kAddUp});
    Counts sum{duel_};
    for (const auto& list : ranks_.gather(flat(share_.counts()))) sum += counts_from(list, duel_);
    return sum;
  }
  std::uint64_t width() const override { return width_; }
  void say(std::vector<std::uint64_t> order) const { ranks_.tell_all(order); }

 private:
  const Ranks& ranks_;
  Share& share_;
  const Duel& duel_;
  std::uint64_t width_;
};

Sample lead(const Ranks& ranks, Share& share, const Duel& duel, const StopRule& rule, int threads,
            const ProgressCallback& progress) {
  Leader leader(ranks, share, duel, static_cast<std::uint64_t>(ranks.count() * threads));
  Sample sample = sample_until(duel, leader, rule, progress);
  leader.say({kEnd, static_cast<std::uint64_t>(sample.stopped_by)});
  auto list = flat(sample.counts);
  ranks.tell_all(list);
  return sample;
}

/// Does what rank 0 says, until that is enough.
Sample follow(const Ranks& ranks, Share& share, const Duel& duel, const StopRule& rule) {
  const ChunkSizes sizes{rule.battles};
  for (;;) {
    std::vector<std::uint64_t> order;
    ranks.tell_all(order);
    if (order[0] == kPlay) {
      share.play(order[1], order[2], sizes);
    } else if (order[0] == kCountOutcomes) {
      ranks.gather(share.outcomes());
    } else if (order[0] == kAddUp) {
      ranks.gather(flat(share.counts()));
    } else {
      std::vector<std::uint64_t> list;
      ranks.tell_all(list);
      return {counts_from(list, duel), static_cast<StoppedBy>(order[1])};
    }
  }
}

}  // namespace

int share_battle(const Ranks& ranks, const std::vector<std::string>& words) {
  constexpr const char* kApart = "the ranks do not read the same question";
  bool came = false;  // to the battles: all ranks do, or none
  const auto same_tables = [&](const Duel& duel) {
    const auto shape = flat(Counts{duel});
    std::uint64_t sum = shape.size();
    for (const std::uint64_t number : shape) sum = sum * 31 + number;
    return ranks.all_say(sum | 1);
  };
  const auto play = [&](const Duel& duel, std::uint64_t seed, const StopRule& rule, int threads,
                        const ProgressCallback& progress) {
    threads = threads > 0 ? threads : 1;  // a rank for each core
    Share share(ranks, duel, seed, threads);
    Sample sample = ranks.leads() ? lead(ranks, share, duel, rule, threads, progress)
                                  : follow(ranks, share, duel, rule);
    share.time().tell(ranks, "battles");
    return sample;
  };
  cli::shared_run() = [&](const Duel& duel, std::uint64_t seed, const StopRule& rule, int threads,
                          const ProgressCallback& progress) -> Sample {
    came = true;
    try {
      if (same_tables(duel)) return play(duel, seed, rule, threads, progress);
    } catch (const std::bad_alloc&) {  // the others wait for this rank
      ranks.end_job("out of memory");
    } catch (const std::exception& error) {
      ranks.end_job(error.what());
    }
    throw std::runtime_error(kApart);  // on all of them
  };
  const int code = cli::run_program(words);
  if (!came && !ranks.all_say(0)) {
    if (ranks.leads() && code != cli::kFailed)
      return cli::complain({kApart, "", "the same files on all machines"}, false);
  }
  return code;
}

}  // namespace broadside
