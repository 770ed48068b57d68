// A module that is measured and compared with the program, never shipped: the signature of all
// counts, and the battles of a fixed matchup.

#include <cstdint>
#include <memory>

#include "bench/matchups.hpp"
#include "bench/signature.hpp"
#include "core/kernel/kernel.hpp"
#include "sim/run.hpp"

#define BROADSIDE_EXPORT(function) __attribute__((export_name(#function)))

using namespace broadside;

extern "C" {

BROADSIDE_EXPORT(signature) std::uint64_t signature() { return bench::signature(1); }

/// The name of a fixed matchup, which ends in zero; empty behind the last.
BROADSIDE_EXPORT(matchup) const char* matchup(std::uint32_t number) {
  static const auto kAll = bench::fixed_matchups();
  return number < kAll.size() ? kAll[number].name.c_str() : "";
}

/// Plays battles of a matchup. Returns the hash of all counts.
BROADSIDE_EXPORT(play) std::uint64_t play(std::uint32_t number, double battles) {
  static const auto kAll = bench::fixed_matchups();
  static std::uint32_t ready = ~0u;
  static std::unique_ptr<Battle> battle;
  if (!battle || ready != number) battle = std::make_unique<Battle>(bench::prepare(kAll[number]));
  ready = number;
  return bench::signature_of(*battle, 1, static_cast<std::uint64_t>(battles));
}

}  // extern "C"
