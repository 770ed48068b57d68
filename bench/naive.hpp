#pragma once
// Question: how fast is the plain way to play a battle?
//
// The yardstick that `broadside bench` compares with in the same run: TI4 space combat of standard
// units, unit by unit and die by die, each die one draw of boost::random::mt19937 through
// uniform_int_distribution(1, 10). Nothing is precomputed and nothing is clever, but nothing is
// wasteful either: two vectors that are made once, loops over units. Space cannons, capacity,
// retreats and other loss policies than the default are not played here; tests/naive rolls all of
// the rules die by die and is the oracle. This one must only be right about who wins
// (tests/bench/naive_test.cpp).

#include <array>
#include <cstdint>
#include <vector>

#include <boost/random/mersenne_twister.hpp>

#include "core/scenario/scenario.hpp"
#include "core/tables/ending.hpp"

namespace broadside::bench {

struct NaiveUnit {
  int dice = 0, hits_on = 11;
  int barrage_dice = 0, barrage_hits_on = 11;
  bool is_fighter = false, can_sustain = false;
};

/// The unit that is given up next stands last.
using NaiveFleet = std::vector<NaiveUnit>;

/// Who won how often.
struct NaiveCounts {
  std::uint64_t attacker_win = 0, draw = 0, defender_win = 0;
  std::uint64_t battles() const noexcept { return attacker_win + draw + defender_win; }
  ByOutcome<std::uint64_t> by_outcome() const noexcept {
    return {attacker_win, draw, defender_win, 0, 0, 0};
  }
  NaiveCounts& operator+=(const NaiveCounts& more) noexcept {
    attacker_win += more.attacker_win;
    draw += more.draw;
    defender_win += more.defender_win;
    return *this;
  }
};

class NaiveBattle {
 public:
  /// Takes the ships of a side; it knows standard units, their upgrades and damage, not policies.
  explicit NaiveBattle(const Scenario& scenario);

  NaiveCounts play(std::uint64_t battles, boost::random::mt19937& dice);

  /// Can this battle be played so plainly? Space combat without space cannons, retreat or chosen
  /// policies.
  static bool knows(const Scenario& scenario);

 private:
  BySide<NaiveFleet> start_, now_;
};

}  // namespace broadside::bench
