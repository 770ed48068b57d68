#pragma once
// Question: when is it enough?
//
// By battles, by precision or by time; whichever of those given comes first, or earlier on request.
// - Battles: the number is fixed beforehand. Any number; the last chunk may be smaller.
// - Precision: when every interval is narrow enough. Sampling looks only at fixed numbers of
//   chunks, so when it stops depends on the seed and not on the threads; the intervals are those
//   of a confidence sequence.
// - Time, or a request (Ctrl-C): after how many battles that is depends on the machine, so the
//   count cannot be repeated. The answer can: it is a whole number of chunks, and the same seed with that number of battles
//   gives the same counts.

#include <cstdint>
#include <functional>
#include <optional>

#include "core/kernel/counts.hpp"
#include "core/kernel/coupled.hpp"
#include "core/kernel/kernel.hpp"
#include "core/tables/duel.hpp"
#include "core/tables/ending.hpp"
#include "sim/progress.hpp"
#include "stats/interval.hpp"

namespace broadside {

struct StopRule {
  std::optional<std::uint64_t> battles;
  std::optional<double> precision;  ///< half-width of every outcome's interval
  std::optional<double> seconds;
  double confidence = 0.95;
  StopQuery asked{};  ///< ends it early, but not before the first battles; may be empty
};

/// The intervals of a sample that is stopped by precision: tuned to that, or to as many battles as
/// there may be. The rule must have a precision.
AnytimeInterval anytime_interval(const StopRule& rule);

struct Sample {
  Counts counts;
  StoppedBy stopped_by = StoppedBy::battles;
  std::optional<JointCounts> pairs{};  ///< of antithetic pairs
};

/// How many battles each chunk has: all are full but perhaps the last.
class ChunkSizes {
 public:
  explicit ChunkSizes(std::optional<std::uint64_t> battles) : battles_(battles) {}
  std::uint64_t chunks() const noexcept {
    return battles_ ? *battles_ / kChunkBattles + (*battles_ % kChunkBattles != 0)
                    : ~std::uint64_t{0};
  }
  std::uint32_t battles_of(std::uint64_t chunk) const noexcept {
    const bool cut = battles_ && chunk == *battles_ / kChunkBattles;
    return cut ? static_cast<std::uint32_t>(*battles_ % kChunkBattles) : kChunkBattles;
  }

 private:
  std::optional<std::uint64_t> battles_;
};

/// How battles have come out so far, without the forces that were left: those are a long list where
/// they are counted as they are seen, too long to be put together for a look or a line of progress.
struct OutcomeCounts {
  std::uint64_t battles = 0;
  ByOutcome<std::uint64_t> count{};
  void add(const Duel& duel, const Counts& more);
};

/// Plays chunks: all at once on many threads (run.cpp) or one after the other (serial.cpp).
class ChunkRunner {
 public:
  virtual ~ChunkRunner() = default;
  /// Plays the chunks [first, last), each with the battles that it has.
  virtual void play(std::uint64_t first, std::uint64_t last, const ChunkSizes& sizes) = 0;
  virtual OutcomeCounts outcomes() const = 0;  ///< of everything played so far: asked for often
  virtual Counts total() const = 0;            ///< everything played so far
  virtual std::uint64_t width() const = 0;     ///< how many chunks are played at a time
};

/// The chunk counts at which the precision rule looks: 1, 2, 3, ... then a quarter more each time,
/// so that at most a quarter of the battles is played in vain.
constexpr std::uint64_t next_look(std::uint64_t chunks) noexcept { return chunks + 1 + chunks / 4; }

/// Whether every interval is as narrow as the rule wants it.
bool precise_enough(const Duel& duel, const StopRule& rule, const OutcomeCounts& counts);
bool precise_enough(const Duel& duel, const StopRule& rule, const Counts& counts);

/// Plays chunks until the rule says stop. At least one part of the rule must be given. `progress`
/// may be empty; it is called from this thread, at most ten times a second.
Sample sample_until(const Duel& duel, ChunkRunner& runner, const StopRule& rule,
                    const ProgressCallback& progress);

}  // namespace broadside
