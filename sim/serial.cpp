#include "sim/serial.hpp"

namespace broadside {
namespace {

class SerialRunner final : public ChunkRunner {
 public:
  SerialRunner(const Duel& duel, std::uint64_t seed, Kernel kernel)
      : duel_(duel), seed_(seed), kernel_(kernel), workspace_(duel), counts_(duel) {}

  void play(std::uint64_t first, std::uint64_t last, const ChunkPlan& plan) override {
    for (std::uint64_t chunk = first; chunk < last; ++chunk)
      play_chunk(duel_, seed_, chunk, plan.battles_of(chunk), workspace_, counts_, kernel_);
  }
  Counts total() const override { return counts_; }
  std::uint64_t width() const override { return 1; }

 private:
  const Duel& duel_;
  std::uint64_t seed_;
  Kernel kernel_;
  Workspace workspace_;
  Counts counts_;
};

}  // namespace

Sample run_serial(const Duel& duel, std::uint64_t seed, const StopRule& rule,
                  const ProgressCallback& progress, Kernel kernel) {
  SerialRunner runner{duel, seed, kernel};
  return sample_until(duel, runner, rule, progress);
}

}  // namespace broadside
