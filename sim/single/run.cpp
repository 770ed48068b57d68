// run.hpp for builds without threads (a browser): the same counts, since streams are named by chunk.
#include "sim/run.hpp"

#include "sim/serial.hpp"

namespace broadside {

Sample run(const Duel& duel, std::uint64_t seed, const StopRule& rule, int /*threads*/,
           const ProgressCallback& progress, Kernel kernel) {
  return run_serial(duel, seed, rule, progress, kernel);
}

Sample run_antithetic(const Duel& duel, std::uint64_t seed, const StopRule& rule, int /*threads*/,
                      const ProgressCallback& progress) {
  return run_antithetic_serial(duel, seed, rule, progress);
}

}  // namespace broadside
