#pragma once
// Question: are the answers still the same ones?
//
// One hash over all counts (final forces, steps entered, rounds, lengths) of a fixed set of
// battles, seeds and sizes. It is the same on every machine, with every number of threads and with
// every form of the kernel. A change that must not alter answers keeps it; one that alters them
// changes kSignature on purpose, and its commit says why. Final forces go in by what is left of
// them, so renumbering states does not show.

#include <cstdint>
#include <string>

#include "core/game.hpp"

namespace broadside::bench {

inline constexpr std::uint64_t kSignature = 0x94e102f3b5a187c5;

std::uint64_t signature(int threads = 0);

/// The same for one battle, one seed and one size.
std::uint64_t signature_of(const Battle& battle, std::uint64_t seed, std::uint64_t battles);

/// Sixteen digits, as commits and `broadside bench` write it.
std::string to_text(std::uint64_t signature);

}  // namespace broadside::bench
