#pragma once
// Question: how is a battle handed on to somebody else? Our link, and those of another tool where
// that tool can say the battle.

#include <string>
#include <vector>

#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"

namespace broadside {

struct SharedBattle {
  std::string link;                 ///< ours
  std::vector<std::string> others;  ///< of another tool; empty = none can say it
  std::vector<std::string> notes;   ///< what the others cannot say
};
Result<SharedBattle> share(const Scenario& scenario);

std::string share_text(const SharedBattle& shared);  ///< a line each
std::string share_json(const SharedBattle& shared);  ///< {"link", "others", "notes"}

}  // namespace broadside
