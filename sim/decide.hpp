#pragma once
// Question: when does a side that leaves below a given chance to win really leave, and where does a
// battle stop that is looked at before its end?

#include <optional>

#include "core/scenario/result.hpp"
#include "core/tables/duel.hpp"

namespace broadside {

/// About how many multiply-adds settle_decisions would spend, from the sizes of the tables alone.
double decision_cost(const Duel& duel);

/// Why the decisions of this battle cannot be settled in a second or so, if they cannot.
std::optional<InputError> too_much_to_decide(const Duel& duel);

/// Fills Step::early from Duel::decisions: for every pair of forces, the chance of each side to win
/// if nobody leaves, and the edge for those below the limit. Where both would leave the defender
/// does (it announces first). Then Duel::cuts: nobody goes beyond them but battles that have stalled,
/// and those end as they would.
void settle_decisions(Duel& duel);

}  // namespace broadside
