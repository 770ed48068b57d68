#pragma once
// Question: which of several places fall, and what is left on each of them?
// A place is its holder's by what stands there at the end, so one side's final forces are enough.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "sim/engine.hpp"
#include "stats/tally.hpp"

namespace broadside {

/// The places of a battle from weights (counts or masses) whose whole is `total`; `chance_of` makes
/// a chance of a weight. Nothing where no places are fought for.
template <class Weight, class Function>
std::optional<PlacesReport> describe_places(const Battle& battle, const Finals<Weight>& finals,
                                            Function chance_of, double total) {
  if (!battle.places) return std::nullopt;
  const Places& places = *battle.places;
  PlacesReport told;
  told.one = places.one;
  told.many = places.many;
  told.sent = places.sent;
  BySide<std::vector<Weight>> forces;
  BySide<std::vector<double>> weights;
  for (const Side side : kSides) {
    forces[side] = final_forces(finals, side);
    weights[side].assign(forces[side].begin(), forces[side].end());
  }
  Weight all{};
  for (const Weight weight : forces[Side::attacker]) all += weight;
  std::map<std::pair<int, std::uint32_t>, Weight> taken;  // fewer first, then as they are named
  for (std::size_t f = 0; f < forces[Side::attacker].size(); ++f) {
    if (forces[Side::attacker][f] == Weight{}) continue;
    std::uint32_t held = 0;
    for (std::size_t p = 0; p < places.list.size(); ++p)
      if (places.list[p].held[Side::attacker][f]) held |= 1u << p;
    taken[{std::popcount(held), held}] += forces[Side::attacker][f];
  }
  for (const auto& [key, weight] : taken) {
    TakenReport& row = told.taken.emplace_back();
    for (std::size_t p = 0; p < places.list.size(); ++p)
      if (key.second >> p & 1u) row.names.push_back(places.list[p].name);
    row.chance = chance_of(weight);
  }
  for (const Places::Place& place : places.list) {
    PlaceReport& row = told.list.emplace_back();
    row.name = place.name;
    row.sent = place.sent;
    BySide<Weight> held{};
    for (const Side side : kSides) {
      for (std::size_t f = 0; f < forces[side].size(); ++f)
        if (place.held[side][f]) held[side] += forces[side][f];
      row.sides[side] = side_report(place.labels[side], place.remains[side], weights[side], total);
    }
    const auto both = held[Side::attacker] + held[Side::defender];
    row.attacker_win = chance_of(held[Side::attacker]);
    row.defender_win = chance_of(held[Side::defender]);
    row.draw = chance_of(both < all ? all - both : Weight{});  // sums of chances may round above
    told.expected += row.attacker_win.p;
  }
  return told;
}

}  // namespace broadside
