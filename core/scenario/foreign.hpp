#pragma once
// Question: which battle does a link or a text of another tool describe, and how is ours told to
// that tool?

#include <string>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace broadside {

/// A battle that was written for another tool. A side may have come without units: whoever asks
/// for odds is told so by the game.
struct ForeignBattle {
  Scenario scenario;
  std::vector<std::string> notes;  ///< all that could not be used, and what was taken for granted
};

/// A battle written for another tool.
struct ForeignLinks {
  std::vector<std::string> links;  ///< more than one where that tool asks for each part by itself
  std::vector<std::string> notes;  ///< all that it cannot say
};

}  // namespace broadside
