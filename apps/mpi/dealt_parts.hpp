#pragma once
// Question: how do all ranks answer a question about many battles together?
//
// It is divided into parts (apps/parts), the same for any number of ranks. Rank 0 deals them out one
// by one, works on some itself, and puts all together at the end. Every part is a file as soon as it
// is known, so whatever ends the job, the next one goes on with what is there.

#include <string>
#include <vector>

#include "apps/mpi/ranks.hpp"

namespace broadside {

struct Deal {
  std::vector<std::string> question, forms;  ///< words of the command, and of how it is answered
  std::string folder;                        ///< for the parts; on a disk that all ranks see
  bool keeps = false;                        ///< the folder, when all is done
  int parts = 64;
};

/// The exit code; only rank 0 shows the answer.
int deal_parts(const Ranks& ranks, const Deal& deal);

}  // namespace broadside
