#include "sim/serial.hpp"

#include "sim/players.hpp"

namespace broadside {
namespace {

template <class Player>
class SerialRunner final : public ChunkRunner {
 public:
  explicit SerialRunner(const Player& player) : player_(player), worker_(player) {}

  void play(std::uint64_t first, std::uint64_t last, const ChunkSizes& sizes) override {
    for (std::uint64_t chunk = first; chunk < last; ++chunk)
      player_.play(chunk, sizes.battles_of(chunk), worker_);
  }
  OutcomeCounts outcomes() const override {
    OutcomeCounts sum;
    sum.add(player_.duel(), worker_.counts);
    return sum;
  }
  Counts total() const override { return worker_.counts; }
  std::uint64_t width() const override { return 1; }
  const typename Player::Worker& worker() const noexcept { return worker_; }

 private:
  const Player& player_;
  typename Player::Worker worker_;
};

}  // namespace

Sample run_serial(const Duel& duel, std::uint64_t seed, const StopRule& rule,
                  const ProgressCallback& progress, Kernel kernel) {
  const PlainPlayer player{duel, seed, kernel};
  SerialRunner runner{player};
  return sample_until(duel, runner, rule, progress);
}

Sample run_antithetic_serial(const Duel& duel, std::uint64_t seed, const StopRule& rule,
                             const ProgressCallback& progress) {
  const AntitheticPlayer player{duel, seed};
  SerialRunner runner{player};
  Sample sample = sample_until(duel, runner, rule, progress);
  sample.pairs = runner.worker().pairs;
  return sample;
}

}  // namespace broadside
