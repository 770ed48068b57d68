#pragma once
// Question: when does a side that leaves below a given chance to win really leave, and where does a
// battle stop that is looked at before its end?

#include "core/tables/duel.hpp"

namespace broadside {

/// Fills Step::early from Duel::decisions: for every pair of forces, the chance of each side to win
/// if nobody leaves, and the edge for those below the limit. Where both would leave the defender
/// does (it announces first). Then Duel::cuts: nobody goes beyond them but battles that have stalled,
/// and those end as they would.
void settle_decisions(Duel& duel);

}  // namespace broadside
