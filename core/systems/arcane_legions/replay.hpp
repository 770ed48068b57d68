#pragma once
// Question: how could one battle go, order by order, with the dice?

#include <cstdint>
#include <string>
#include <vector>

#include "core/systems/arcane_legions/setup.hpp"

namespace broadside::arcane_legions {
std::vector<std::string> tell_battle(const Setup& setup, std::uint64_t seed);
}
