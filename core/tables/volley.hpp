#pragma once
// Question: what does one side throw at the other in one step?

#include <cstdint>

namespace broadside {

/// Counts of hits of each kind, packed by the game so that volleys add up as integers. 0 = nothing.
using Volley = std::uint32_t;

}  // namespace broadside
