#pragma once
// Question: which battles are measured? The same ones always, so that figures can be compared over
// the years.

#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/scenario/scenario.hpp"

namespace broadside::bench {

struct Matchup {
  std::string name;   ///< short, as in the tables: "ii"
  std::string label;  ///< what fights what
  Scenario scenario;
};

/// TI4: i to iv, from one ship each to the largest fleets; an invasion; a conquest, alone and with
/// effects. Then the other games.
std::vector<Matchup> fixed_matchups();

/// One of the fixed matchups by its name.
Matchup fixed_matchup(std::string_view name);

/// Every plastic piece of both players, in ten ways: upgrades, space cannons, loss orders, damage,
/// retreat, conquest.
std::vector<Matchup> largest_matchups();

/// All of what a signature covers: the fixed matchups, then what they leave out (retreats, damage,
/// other policies).
std::vector<Matchup> signature_matchups();

/// The tables of a matchup. A matchup that the rules refuse is a mistake in matchups.cpp and ends
/// the program.
Battle prepare(const Matchup& matchup);

}  // namespace broadside::bench
