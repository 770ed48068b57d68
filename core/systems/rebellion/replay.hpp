#pragma once
// Question: how does one combat go, told line by line?

#include <cstdint>
#include <string>
#include <vector>

#include "core/systems/rebellion/setup.hpp"

namespace broadside::rebellion {

std::vector<std::string> tell_combat(const Setup& setup, std::uint64_t seed);

}  // namespace broadside::rebellion
