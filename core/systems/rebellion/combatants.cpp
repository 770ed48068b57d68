#include "core/systems/rebellion/combatants.hpp"

#include <algorithm>

namespace broadside::rebellion {
namespace {

bool has_units(const Army& army, Theater theater, std::uint8_t Group::*count) {
  for (std::size_t g = 0; g < army.group_count; ++g)
    if (army.groups[g].*count > 0 && army.groups[g].unit->theater == theater) return true;
  return false;
}

}  // namespace

bool Setup::fought(Theater theater) const {
  return reading.fights(theater) &&
         std::all_of(armies.begin(), armies.end(),
                     [&](const Army& army) { return has_units(army, theater, &Group::brought); });
}

bool Setup::contested(Theater theater) const {
  return reading.fights(theater) &&
         std::all_of(armies.begin(), armies.end(),
                     [&](const Army& army) { return has_units(army, theater, &Group::start); });
}

std::array<DeckPlace, kTacticCards> deck_places(const Reading& reading) {
  std::array<DeckPlace, kTacticCards> places;
  int next = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const TacticCard& card = all_tactic_cards()[i];
    if (i == kSpaceTacticCards) next = 0;
    int copies = card.copies;
    if (reading.two_onslaughts && card.theater == Theater::space) {
      if (card.effects[0].target == Target::two_enemy_units) copies = 2;
      if (card.effects[0].op == Op::cannot_be_blocked) copies = 0;
    }
    places[i] = {static_cast<std::uint8_t>(next), static_cast<std::uint8_t>(copies)};
    next += copies;
  }
  return places;
}

}  // namespace broadside::rebellion
