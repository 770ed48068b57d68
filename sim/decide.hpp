#pragma once
// Question: when does a side that leaves below a given chance to win really leave?

#include "core/tables/duel.hpp"

namespace broadside {

/// Fills Step::early from Duel::decisions: for every pair of forces, the chance of each side to win
/// if nobody leaves, and the edge for those below the limit. Where both would leave the defender
/// does (it announces first).
void settle_decisions(Duel& duel);

}  // namespace broadside
