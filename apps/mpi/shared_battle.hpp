#pragma once
// Question: how do all ranks answer one sampled question together?
//
// Every rank reads the same words and makes the same tables. Rank 0 decides how far to play and when
// it is enough, as on one machine (sim/stop.hpp), and says so; chunk c is played by rank c mod ranks.
// Streams are named by chunk and counts are whole numbers, so the answer is that of one machine.

#include <string>
#include <vector>

#include "apps/mpi/ranks.hpp"

namespace broadside {

/// Runs the command on all ranks, its battles shared; only rank 0 shows the answer. The exit code.
int share_battle(const Ranks& ranks, const std::vector<std::string>& words);

}  // namespace broadside
