#pragma once
// Question: what happened, in one line, where a side may leave the battle?

#include <string>

#include "sim/engine.hpp"

namespace broadside {

/// "attacker retreats 88.2 %, wins 9.7 %, draw 0.1 %, defender wins 2.0 %": the retreat that was
/// asked for first, then how its side fares otherwise; exact where that is known. Empty where
/// nobody leaves. Words that belong together are kept so (layout.hpp).
std::string retreat_headline(const Report& report);

}  // namespace broadside
