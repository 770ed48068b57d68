#pragma once
// Question: what does `broadside bench` measure of each battle, and was the answer right?

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/antithetic.hpp"
#include "bench/bench.hpp"
#include "bench/check.hpp"
#include "bench/matchups.hpp"
#include "bench/measure.hpp"

namespace broadside::bench {

/// One line of the first table; rates per second, times in seconds.
struct Row {
  Matchup matchup;
  bool has_naive = false;
  bool direct = false;  ///< played by its game, which has one kernel for it
  Contender naive, scalar, lanes;
  Contender tables;         ///< lanes without ladders
  Contender generator;      ///< 64-bit numbers and nothing else
  Contender one, parallel;  ///< lanes on one thread and on all, in long slices
  double draws = 0;         ///< 64-bit numbers that a battle takes: its rounds
  std::optional<double> scalar_instructions, lanes_instructions;  ///< per battle
  double compile = 0, exact = 0;

  double share() const { return lanes.best() * draws / generator.best(); }
};

/// One line of the second.
struct LargeRow {
  Matchup matchup;
  BySide<std::uint32_t> states{};  ///< of the step that has most
  double compile = 0, exact = 0, sampled = 0;
  std::uint64_t battles = 0;
};

/// The lanes whose instructions can be counted: valgrind knows AVX2 but not AVX-512.
Kernel counted_lanes();

/// Measures one battle after the other for as long as that is wanted, and checks every answer.
class Bench {
 public:
  explicit Bench(BenchOptions options);

  /// Before each measurement: whether it is still wanted.
  bool go_on();
  bool stopped() const { return stopped_; }

  Row measure(const Matchup& matchup);
  LargeRow measure_large(const Matchup& matchup);
  std::vector<AntitheticRow> measure_antithetic();
  void check_all_sums();

  const BenchOptions& options() const { return options_; }
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  double patience() const { return options_.quick ? 0.02 : 0.1; }
  Counts race_threads(const Duel& duel, Row& row);
  void expect(const Matchup& matchup, const char* who, const std::optional<std::string>& problem);
  void expect_counts(const Matchup& matchup, const char* who, const Duel& duel,
                     const Counts& counts, const std::optional<Odds>& odds);

  BenchOptions options_;
  std::uint64_t done_ = 0, all_ = 0;  ///< measurements
  bool stopped_ = false;
  std::vector<std::string> problems_;
};

}  // namespace broadside::bench
