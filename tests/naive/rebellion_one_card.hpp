#pragma once
// Question: what does one round of a cinematic battle leave when one side resolves the top of one
// card that puts damage on one unit, moves it to one or takes it off, and the other side resolves
// none? One object per piece, each with its own damage, played from the card and from
// core/systems/rebellion/RULES.md; of the other rollers it has only the printed numbers.

#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <string_view>

#include "core/scenario/scenario.hpp"
#include "tests/naive/rebellion_roller.hpp"

namespace broadside::naive_rebellion {

/// A card, whose it is, and the unit that it needs.
struct OneCard {
  std::string_view id, name;
  bool imperial;
  Theater theater;
  std::string_view needs;
};
inline constexpr OneCard kOneCards[]{
    {"adv_empire_space_superlaser_blast", "Superlaser Blast", true, space, "death_star"},
    {"adv_empire_space_energy_shield", "Energy Shield", true, space, "shield_bunker"},
    {"adv_empire_ground_armored_position", "Armored Position", true, ground, "shield_bunker"},
    {"adv_rebel_space_draw_their_fire", "Draw Their Fire", false, space, "nebulon_b_frigate"},
    {"adv_rebel_ground_tow_cables", "Tow Cables", false, ground, "airspeeder"},
    {"adv_rebel_ground_planetary_shield", "Planetary Shield", false, ground, "shield_generator"}};

class OneCardRound {
 public:
  /// Units and their damage are read; everything else is as usual, without leaders.
  OneCardRound(const Scenario& scenario, const OneCard& card);
  ~OneCardRound();

  /// By side: what is left.
  BySide<std::array<std::uint8_t, kKinds>> play(std::mt19937_64& dice) const;

 private:
  struct Table;
  std::unique_ptr<Table> table_;
};

}  // namespace broadside::naive_rebellion
