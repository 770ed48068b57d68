#include "sim/run.hpp"

#include <chrono>
#include <numeric>
#include <thread>

#include <doctest/doctest.h>

#include "sim/serial.hpp"
#include "stats/interval.hpp"
#include "stats/tally.hpp"
#include "tests/sim/toy_duels.hpp"

using namespace broadside;

namespace {

StopRule by_battles(std::uint64_t battles) {
  StopRule rule;
  rule.battles = battles;
  return rule;
}

Duel some_duel() {
  toy::RandomShape shape;
  shape.looks = shape.stalls = true;
  return toy::random_duel(3, shape);
}

}  // namespace

TEST_CASE("no battle is lost or invented, whatever the number") {
  const Duel duel = some_duel();
  std::vector<std::uint64_t> numbers(301);
  std::iota(numbers.begin(), numbers.end(), 0u);
  for (const std::uint64_t n : {1ull, 15ull, 16ull, 17ull, 8191ull})
    for (const std::uint64_t chunks : {1ull, 2ull, 5ull}) {
      numbers.push_back(chunks * kChunkBattles + n);
      numbers.push_back(chunks * kChunkBattles - n);
      numbers.push_back(chunks * kChunkBattles);
    }
  for (const std::uint64_t battles : numbers) {
    CAPTURE(battles);
    const Counts counts = run(duel, 5, by_battles(battles), 2).counts;
    CHECK(counts.battles == battles);
    for (const Side side : kSides) {
      const auto forces = final_forces(counts.finals, side);
      CHECK(std::accumulate(forces.begin(), forces.end(), std::uint64_t{0}) == battles);
    }
    CHECK(counts.entered[0] == battles);
    for (std::size_t s = 0; s < duel.steps.size(); ++s)
      CHECK(std::accumulate(counts.lengths[s].begin(), counts.lengths[s].end(), std::uint64_t{0}) ==
            counts.entered[s]);
  }
}

TEST_CASE("the same counts on any number of threads") {
  const Duel duel = some_duel();
  const auto rule = by_battles(23 * kChunkBattles + 4711);
  const Counts serial = run_serial(duel, 42, rule).counts;
  for (const int threads : {0, 1, 2, 7}) {
    CAPTURE(threads);
    const Sample sample = run(duel, 42, rule, threads);
    CHECK(sample.counts == serial);
    CHECK(sample.stopped_by == StoppedBy::battles);
  }
  CHECK_FALSE(run(duel, 43, rule, 2).counts == serial);
}

TEST_CASE("a longer run begins with the shorter one") {
  const Duel duel = some_duel();
  Counts first = run_serial(duel, 9, by_battles(2 * kChunkBattles)).counts;
  Workspace workspace{duel};
  play_chunk(duel, 9, 2, kChunkBattles, workspace, first);
  CHECK(first == run(duel, 9, by_battles(3 * kChunkBattles), 2).counts);
}

TEST_CASE("stopping by precision depends on the seed and not on the threads") {
  const Duel duel = toy::single_units(0.4, 0.2);
  for (const double precision : {0.05, 0.002}) {
    CAPTURE(precision);
    StopRule rule;
    rule.precision = precision;
    const Sample serial = run_serial(duel, 7, rule);
    CHECK(serial.stopped_by == StoppedBy::precision);
    CHECK(serial.counts.battles % kChunkBattles == 0);
    for (const int threads : {1, 2, 7}) CHECK(run(duel, 7, rule, threads).counts == serial.counts);
    const AnytimeInterval interval = anytime_interval(rule);
    for (const std::uint64_t count : outcome_totals(duel, serial.counts.finals))
      CHECK(interval(count, serial.counts.battles).half_width() <= precision);
    // no more than a quarter, and the first chunk, in vain
    CHECK(static_cast<double>(serial.counts.battles) <
          1.3 * interval.battles_needed() + 2 * kChunkBattles);

    // Being asked for progress cuts the work into other slices, but the counts stay.
    CHECK(run(duel, 7, rule, 2, [](const Progress&) {}).counts == serial.counts);
    CHECK(run_serial(duel, 7, by_battles(serial.counts.battles)).counts == serial.counts);
  }
}

TEST_CASE("a limit of battles ends a run that cannot become precise enough") {
  StopRule rule = by_battles(3 * kChunkBattles + 5);
  rule.precision = 1e-6;
  const Sample sample = run(toy::single_units(0.4, 0.2), 7, rule, 2);
  CHECK(sample.stopped_by == StoppedBy::battles);
  CHECK(sample.counts.battles == 3 * kChunkBattles + 5);
}

TEST_CASE("stopping by time plays whole chunks, and the number of battles repeats the counts") {
  const Duel duel = some_duel();
  StopRule rule;
  rule.seconds = 0.02;
  const Sample sample = run(duel, 3, rule, 2);
  CHECK(sample.stopped_by == StoppedBy::time);
  CHECK(sample.counts.battles > 0);
  CHECK(sample.counts.battles % kChunkBattles == 0);
  CHECK(run_serial(duel, 3, by_battles(sample.counts.battles)).counts == sample.counts);
}

TEST_CASE("progress comes from the calling thread and not too often") {
  using Clock = std::chrono::steady_clock;
  const Duel duel = some_duel();
  const auto here = std::this_thread::get_id();
  int calls = 0;
  StopRule rule;
  // A machine that is busy with other things may need more time until there is something to report.
  for (rule.seconds = 0.25; calls == 0 && *rule.seconds < 60; *rule.seconds *= 2) {
    std::uint64_t battles = 0;
    const auto start = Clock::now();
    const Sample sample = run(duel, 3, rule, 2, [&](const Progress& progress) {
      ++calls;
      CHECK(std::this_thread::get_id() == here);
      CHECK(progress.battles > battles);
      CHECK(progress.planned == 0);
      CHECK(progress.half_width > 0);
      battles = progress.battles;
    });
    CHECK(calls <= std::chrono::duration<double>(Clock::now() - start).count() / 0.1);
    CHECK(battles < sample.counts.battles);
  }
  CHECK(calls > 0);
}

TEST_CASE("a look asks for the outcomes alone; forces are put together once, at the end") {
  class Runner final : public ChunkRunner {
   public:
    explicit Runner(const Duel& duel) : duel_(duel) {}
    void play(std::uint64_t first, std::uint64_t last, const ChunkSizes& sizes) override {
      for (std::uint64_t chunk = first; chunk < last; ++chunk) battles_ += sizes.battles_of(chunk);
    }
    OutcomeCounts outcomes() const override {
      ++looks;
      OutcomeCounts counts;
      counts.battles = battles_;
      counts.count[Outcome::attacker_win] = battles_ / 2;
      counts.count[Outcome::defender_win] = battles_ - battles_ / 2;
      return counts;
    }
    Counts total() const override {
      ++totals;
      Counts counts{duel_};
      counts.battles = battles_;
      return counts;
    }
    std::uint64_t width() const override { return 1; }
    mutable int looks = 0, totals = 0;

   private:
    const Duel& duel_;
    std::uint64_t battles_ = 0;
  };
  const Duel duel = some_duel();
  Runner runner{duel};
  StopRule rule = by_battles(20 * kChunkBattles);
  rule.precision = 1e-5;  // out of reach
  const Sample sample = sample_until(duel, runner, rule, {});
  CHECK(sample.stopped_by == StoppedBy::battles);
  CHECK(sample.counts.battles == 20 * kChunkBattles);
  CHECK(runner.looks > 5);
  CHECK(runner.totals == 1);

  // And the outcomes of parts add up to those of the whole.
  const Counts counts = run_serial(duel, 3, by_battles(5000)).counts,
               more = run_serial(duel, 4, by_battles(300)).counts;
  OutcomeCounts both;
  both.add(duel, counts);
  both.add(duel, more);
  Counts sum = counts;
  sum += more;
  CHECK(both.battles == 5300);
  CHECK(both.count == outcome_totals(duel, sum.finals));
  for (const auto& [half_width, enough] : {std::pair{0.1, true}, std::pair{0.001, false}}) {
    rule.precision = half_width;
    CHECK(precise_enough(duel, rule, both) == enough);
    CHECK(precise_enough(duel, rule, sum) == enough);
  }
}

TEST_CASE("looks grow by a quarter") {
  std::uint64_t chunks = 0;
  for (int look = 0; look < 100; ++look) {
    const std::uint64_t next = next_look(chunks);
    CHECK(next > chunks);
    CHECK(next <= chunks + chunks / 4 + 1);
    chunks = next;
  }
  CHECK(chunks > 1'000'000'000);
}
