#pragma once
// Question: how do counts travel between processes and machines? As one list of whole numbers that
// says its own shape, so that counts of another battle are refused and not added up.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/kernel/counts.hpp"

namespace broadside {

struct Duel;

/// Everything that was counted, the forces that were seen included. Equal counts give equal lists.
std::vector<std::uint64_t> flat(const Counts& counts);

/// The counts again; nothing where the list is not one of this battle's.
std::optional<Counts> counts_of(std::span<const std::uint64_t> numbers, const Duel& duel);

}  // namespace broadside
