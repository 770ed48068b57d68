#pragma once
// Question: what does one form of the kernel do, apart from everything else?
// The part of the program whose instructions are counted, by the guard and by `broadside bench`.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bench/matchups.hpp"
#include "core/kernel/kernel.hpp"

namespace broadside::bench {

/// Plays battles of a matchup on one thread. Returns what is wrong with the counts, or nothing.
std::optional<std::string> play(const Matchup& matchup, Kernel kernel, std::uint64_t battles);

/// The kernel of that name, as name(Kernel) gives it.
std::optional<Kernel> kernel_named(std::string_view text);

/// Instructions per battle under valgrind: the difference of two runs of this program as
/// `bench --play`. Nothing where valgrind is not installed or the program cannot be run again.
std::optional<double> instructions_per_battle(const Matchup& matchup, Kernel kernel);

}  // namespace broadside::bench
