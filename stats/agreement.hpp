#pragma once
// Question: do the solved and the sampled battle tell the same story?
//
// Both come from the same tables in different ways, so each is the oracle of the other: where they
// are more than five standard errors apart one of them is wrong, and no answer must be given as if
// nothing were.

#include <cstdint>
#include <optional>

#include "core/scenario/side.hpp"
#include "core/tables/duel.hpp"
#include "stats/tally.hpp"

namespace broadside {

/// How far apart they may be, in standard errors. Of 1.7 million sound answers one would be called
/// wrong.
inline constexpr double kMostApart = 5;

/// Where they are furthest apart, and how far.
struct Disagreement {
  Outcome outcome{};  ///< the ending that it is about
  std::optional<Side>
      side;  ///< about a force that this side has left, not about the outcome itself
  double exact = 0, sampled = 0;
  double standard_errors = 0;
};

/// How many standard errors a count is away from its exact chance, by the likelihood ratio: the
/// usual z where counts are large, and still right for an outcome that is seen once or never. The
/// chance is known up to `tolerance`.
double standard_errors_apart(double exact, double tolerance, double count, double battles);

/// Looks at the outcomes, then at every final force. A force must be further apart, because there
/// are many of them: all of them together raise a false alarm as rarely as one outcome does.
/// `independent` is how many of the battles count, where some hang together.
std::optional<Disagreement> disagreement(const Duel& duel, const Finals<double>& exact,
                                         double tolerance, const Finals<std::uint64_t>& sampled,
                                         std::uint64_t battles, std::uint64_t independent);

}  // namespace broadside
