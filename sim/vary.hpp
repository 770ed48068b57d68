#pragma once
// Question: how does the answer change with the number of units of a type, or of two?

#include <cstddef>
#include <string>
#include <vector>

#include "sim/engine.hpp"

namespace broadside {

class Pieces;

/// One number of the scenario that takes several values.
struct Axis {
  Side side = Side::attacker;
  std::string type;  ///< unit type, or a field of the side that is a whole number
  std::vector<int> values;
  bool is_field = false;
};

inline constexpr std::size_t kMostPoints = 10'000;

struct Sweep {
  std::vector<Axis> axes;       ///< one or two
  std::vector<Report> reports;  ///< the values of the second axis side by side
  /// Stopped on request: the axes hold only the values that were answered.
  bool stopped = false;

  std::size_t columns() const { return axes.size() > 1 ? axes[1].values.size() : 1; }
  const Report& at(std::size_t first, std::size_t second = 0) const {
    return reports[first * columns() + second];
  }
};

/// The side with exactly this many of the type, whatever it had.
void set_count(SideSpec& side, const std::string& type, int count);

/// The answer at every point; the rest of the battle is that of `scenario`. An error names the
/// point: "attacker cruiser = 0". Stopped on request, the first axis ends where the answers do. A piece
/// is the report of a point.
Result<Sweep> sweep(const Scenario& scenario, const std::vector<Axis>& axes, const Options& options,
                    Pieces* pieces = nullptr);

}  // namespace broadside
