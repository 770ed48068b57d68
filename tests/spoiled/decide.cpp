// The program with one wrong entry in its tables. This stands in for sim/decide.cpp, through which
// every battle goes once before it is answered: what the library has of that name is not linked.

#include "sim/decide.hpp"

#include "tests/spoiled/spoil.hpp"

namespace broadside {

void settle_decisions(Duel& duel) { test::spoil_draws(duel); }

}  // namespace broadside
