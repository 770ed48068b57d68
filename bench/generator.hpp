#pragma once
// Question: how many random numbers could the machine make if it did nothing else?
// The limit that the kernel's speed is compared with: xoshiro256++ in one vector of four 64-bit
// lanes where the processor has AVX2, otherwise one generator in scalar code.

#include <cstdint>

namespace broadside::bench {

/// Makes so many 64-bit numbers and returns their sum, so that none can be left out.
std::uint64_t make_numbers(std::uint64_t count) noexcept;

}  // namespace broadside::bench
