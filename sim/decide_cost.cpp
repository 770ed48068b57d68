// What it costs to settle decisions, before anything is spent on it.

#include <fmt/format.h>

#include "sim/decide.hpp"
#include "sim/exact.hpp"
#include "sim/large_number.hpp"
#include "sim/values.hpp"

namespace broadside {
namespace {

/// A second or so, as for the solver (Options::exact_budget).
constexpr double kMostTerms = 4e8, kMostBytes = 160e6;
constexpr std::size_t kMeasures = 2;  ///< both sides' chances to win

}  // namespace

/// Values are pulled back through the same laws that the solver pushes masses through.
double decision_cost(const Duel& duel) { return duel.decisions.empty() ? 0 : exact_cost(duel); }

std::optional<InputError> too_much_to_decide(const Duel& duel) {
  const double cost = decision_cost(duel);
  const double bytes = duel.decisions.empty() ? 0 : values_memory(duel, kMeasures);
  if (cost <= kMostTerms && bytes <= kMostBytes) return std::nullopt;
  const std::string needed = cost > kMostTerms
                                 ? fmt::format("about {} multiply-adds, more than the limit of {}",
                                               large_number(cost), large_number(kMostTerms))
                                 : fmt::format("about {} bytes, more than the limit of {}",
                                               large_number(bytes), large_number(kMostBytes));
  return InputError{"when to leave cannot be settled for so many forces: that would take " + needed,
                    fmt::format("{}.policy.retreat", name(duel.decisions.front().side)),
                    "a round to leave in instead of a chance to win, or fewer units"};
}

}  // namespace broadside
