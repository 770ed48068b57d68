#pragma once
// Question: how does one attack go, die by die?

#include <cstdint>
#include <string>
#include <vector>

#include "core/systems/risk/battle.hpp"

namespace broadside::risk {

std::vector<std::string> tell_battle(const Rules& rules, std::uint64_t seed);

/// "1 army", "6 armies"
std::string armies_text(std::uint32_t armies);

}  // namespace broadside::risk
