#pragma once
// Question: what makes one fleet better than another?

#include <string>

namespace broadside {

struct Goal {
  enum class Kind { win, win_per_resource, net_resources, keep, planet };
  Kind kind = Kind::win;
  std::string type;  ///< keep: the unit type of which one shall be left after a victory
};

/// "win", "win-per-resource", "expected-net-resources", "keep flagship".
std::string goal_name(const Goal& goal);

}  // namespace broadside
