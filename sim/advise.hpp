#pragma once
// Question: hits have come and I must take them now; what do I do, what does each other way cost, and
// what comes next?

#include <optional>
#include <string>
#include <vector>

#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"

namespace broadside {

/// One way to take the hits, and what the battle is worth then.
struct AdvisedWay {
  std::vector<std::string> moves;  ///< "lose a cruiser"
  double value = 0;                ///< of the goal, in the eyes of who asks
};

struct Advised {
  std::string battle, battle_words;  ///< its kind, and battle_in_words
  std::string goal;     ///< as written
  bool chance = false;  ///< the value is a chance, not an amount
  int hits = 0;
  std::vector<AdvisedWay> ways;   ///< the best first
  std::vector<std::string> next;  ///< sentences about what comes then
  std::vector<std::string> assumptions;
};

/// The attacker asks; his hits are given with his side, and he plays for the goal in his policy (win
/// where none is given). Ways that differ by less than this are the same.
inline constexpr double kSameWay = 1e-9;
Result<Advised> advise(const Scenario& scenario, int hits);

}  // namespace broadside
