#pragma once
// Question: how many hits do two rows of sorted dice score on each other, and how likely is each?
//
// Exact by counting. Both rows are built value by value from the highest down; all that matters
// then is how many dice of each side show at least the value (RULES 5). A die that is rolled again
// is one more die whose face is chosen along the way. Weights are numbers of ways, so they are
// whole and exact as long as 6^dice fits a double (20 dice in all); nothing is enumerated.

#include <compare>
#include <cstdint>
#include <vector>

namespace broadside::arcane_legions {

inline constexpr int kFaces = 6;  ///< of a die

/// Whether the attacker rolls one of his lowest dice again (RULES 8.11).
enum class LowReroll : std::uint8_t {
  none,      ///< he may not, or never does
  always,    ///< whatever it shows
  low,       ///< when it shows 3 or less
  expected,  ///< when that raises the expected own minus enemy hits of the line-up; equal: keep
};

/// How sixes become criticals (RULES 9.1).
enum class CriticalCount : std::uint8_t { at_least, exactly, each };

struct LineUp {
  int attack_dice = 0, defence_dice = 0;
  /// What a missing die counts as when the other side's surplus dice are compared.
  int attack_phantom = 2, defence_phantom = 2;
  bool ties_to_attacker = false, ties_to_defender = false;
  bool defender_scores = true;  ///< not in ranged combat
  int attack_bonus = 0;         ///< added to each attack die
  int critical_sixes = 3;       ///< sixes that a critical needs; 0 = there are none
  CriticalCount critical_count = CriticalCount::at_least;
  bool critical_on_final = false;  ///< judged after rerolls instead of on the first roll
  LowReroll low_reroll = LowReroll::none;
  int attack_high_rerolls = 0;   ///< times the attacker must reroll one of his highest
  int defence_high_rerolls = 0;  ///< the same for the defender, before the attacker decides
  friend auto operator<=>(const LineUp&, const LineUp&) = default;
};

/// Hits of the line-up, criticals not among them.
struct Hits {
  int attacker = 0, defender = 0, criticals = 0;
  friend auto operator<=>(const Hits&, const Hits&) = default;
};

struct HitLaw {
  struct Entry {
    Hits hits;
    double ways = 0;
  };
  std::vector<Entry> entries;  ///< each once, in the order of Hits, none with 0 ways
  double total = 1;            ///< ways of all of them together: 6 to the number of dice rolled
};

HitLaw hit_law(const LineUp& lineup);

/// Criticals of a roll with so many sixes.
int criticals(const LineUp& lineup, int sixes);

/// The hits of one roll as it finally lies, values from high to low: RULES 5 word
/// for word. `sixes` is what the critical is judged on.
Hits line_up(const LineUp& lineup, const std::vector<int>& attack, const std::vector<int>& defence,
             int sixes);

/// Whether the attacker rerolls his lowest die after seeing both rolls; values as they would be
/// lined up, from high to low.
bool rerolls_lowest(const LineUp& lineup, const std::vector<int>& attack,
                    const std::vector<int>& defence);

}  // namespace broadside::arcane_legions
