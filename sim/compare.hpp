#pragma once
// Question: which of these fleets is the better one, and is that certain?

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/engine.hpp"
#include "stats/compare.hpp"
#include "stats/summary.hpp"

namespace broadside {

/// Some hundred battles of the largest fleets that two boxes hold; thousands as they are asked for.
inline constexpr double kComparedBytes = 512e6;

/// One attacker: against each defender, and on average over them.
struct ComparedFleet {
  std::vector<Summary> against;  ///< by defender
  std::vector<Chance> win;       ///< by defender
  Summary mean;
  double worst = 0;  ///< chance to win against the defender that it does worst against
};

struct Comparison {
  std::string game, battle;
  std::string battle_words;       ///< battle_in_words
  Method method = Method::exact;  ///< exact or monte_carlo
  std::uint64_t seed = 1, battles = 0;
  double confidence = 0.95;             ///< of all statements together
  std::vector<ComparedFleet> fleets;    ///< as given
  std::vector<std::size_t> ranking;     ///< best first: by the mean chance to win, then cheaper
  std::vector<Difference> differences;  ///< [a * fleets + b], of the mean chances to win
  /// How many times more battles dice of their own would have taken, where the answer is sampled:
  /// the geometric mean over all pairs and defenders.
  double gain = 1;
  std::string exact_skipped;  ///< why the answer is sampled, where nobody asked for that
  /// The assumptions of all battles, each once; one that holds for some fleets only names them.
  std::vector<std::string> assumptions;
  std::vector<std::string> notes;  ///< Battle::notes, likewise
  std::vector<std::string> brief;  ///< what Battle::brief says of all battles

  const Difference& difference(std::size_t a, std::size_t b) const {
    return differences[a * fleets.size() + b];
  }
};

/// The attackers against every defender; the rest of the battle is that of `scenario`. Solved where
/// all battles can be; otherwise sampled with common random numbers until every pair is decided (or
/// every difference is as precise as asked for), at most options.battles battles or seconds.
/// An error names the fleet by its place: "attacker 2". Nothing is told once options.stop says so,
/// unless battles have been sampled. The tables of all battles may take `memory` bytes.
Result<Comparison> compare(const Scenario& scenario, const std::vector<SideSpec>& attackers,
                           const std::vector<SideSpec>& defenders, const Options& options,
                           double memory = kComparedBytes);

}  // namespace broadside
