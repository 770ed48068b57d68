#pragma once
// Question: what will the dice of the next step do, on average?
//
// In hundredths of a damage, and rough on purpose: cards are chosen by it before any die is rolled,
// in every step of every combat that is played.

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/systems/rebellion/force.hpp"

namespace broadside::rebellion {

inline constexpr int kDamage = 100;                ///< one damage
inline constexpr int kHit = 33;                    ///< a third of a red or black die's faces
inline constexpr int kDirect = 17, kSpecial = 17;  ///< a sixth
inline constexpr int kGreenDirect = 33;
inline constexpr int kWorthOfCard = 95;         ///< one more of the own, one less of the enemy's
inline constexpr int kWorthOfLeaving = 10'000;  ///< who wants to leave leaves

/// Hits that are prevented where a card takes up to `most` dice away: [most][dice rolled]. Of black
/// hits that count as red there are two at most, which is as many as any card prevents, so that
/// black dice are as good as red ones here.
inline constexpr std::array<std::array<int, 11>, 3> kPrevented = [] {
  std::array<std::array<int, 11>, 3> mean{};
  for (std::size_t dice = 0; dice < 11; ++dice) {
    double none = 1;
    for (std::size_t i = 0; i < dice; ++i) none *= 2. / 3;
    const double one = none * static_cast<double>(dice) / 2;
    mean[1][dice] = static_cast<int>(kDamage * (1 - none));
    mean[2][dice] = static_cast<int>(kDamage * (one + 2 * (1 - none - one)));
  }
  return mean;
}();

/// One side of a theater before the dice are rolled.
struct Outlook {
  Dice dice{};                  ///< of this step
  std::array<int, 2> health{};  ///< damage that living units can still take, by health colour
  std::array<int, 2> damage{};  ///< on them now
  bool turns = false;           ///< black hits may count as red (RULES 8.15)

  int all_health() const noexcept { return health[0] + health[1]; }
  int direct() const noexcept {
    return kDirect * (dice.red + dice.black) + kGreenDirect * dice.green;
  }
  /// Specials; none where no die has the colour of own health, which alone they heal.
  int specials() const noexcept {
    const bool heals = (dice.red > 0 && health[0] > 0) || (dice.black > 0 && health[1] > 0);
    return heals ? kSpecial * (dice.red + dice.black) : 0;
  }
  /// What its dice do to the other side.
  int damage_to(const Outlook& victims) const noexcept {
    return (victims.health[0] > 0 ? kHit * dice.red : 0) +
           (victims.health[1] > 0 ? kHit * dice.black : 0) + direct() +
           (turns ? turned_on(victims) : 0);
  }
  /// Two black hits at most count as red.
  int turned_on(const Outlook& victims) const noexcept {
    return victims.health[0] > 0 && victims.health[1] == 0 ? kPrevented[2][dice.black] : 0;
  }
  /// Dice whose hits come as red ones: black ones too that find no black health.
  std::size_t red_dice_against(const Outlook& victims) const noexcept {
    return dice.red + (turns && victims.health[1] == 0 ? dice.black : std::size_t{0});
  }
};

inline Outlook outlook_of(const Front& front, const Troop& troop, Mask targets,
                          Dice dice) noexcept {
  Outlook outlook;
  outlook.dice = dice;
  for (Mask left = troop.occupied & targets; left; left &= left - 1) {
    const std::size_t cell = lowest(left), color = front.color[1] >> cell & 1;
    outlook.health[color] += troop.count[cell] * front.remaining[cell];
    outlook.damage[color] += troop.count[cell] * front.damage[cell];
  }
  return outlook;
}

/// What one damage is worth on enemy units of a colour: little where the hits of that colour will
/// be done with them before all other dice are done with the rest.
inline int worth_of_damage(const Outlook& mine, const Outlook& his, std::size_t color) noexcept {
  const std::array<int, 2> hits{kHit * mine.dice.red, kHit * mine.dice.black};
  const bool easy =
      his.health[color] * (hits[1 - color] + mine.direct()) < his.health[1 - color] * hits[color];
  return easy ? kDamage * 55 / 100 : kDamage;
}

/// The chance that these dice show a direct hit.
inline int direct_hit_chance(Dice dice) noexcept {
  constexpr std::array<int, 11> kMiss{1000, 833, 694, 579, 482, 402, 335, 279, 233, 194, 162};
  constexpr std::array<int, 4> kMissGreen{100, 67, 44, 30};
  return kDamage -
         kMiss[static_cast<std::size_t>(dice.red + dice.black)] * kMissGreen[dice.green] / 1000;
}

}  // namespace broadside::rebellion
