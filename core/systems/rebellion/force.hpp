#pragma once
// Question: what is left of a side, and what do damage, healing and the ends of rounds do to it?
// The rule functions that tables, kernel and replay share. None of them allocates.

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "core/systems/rebellion/army.hpp"
#include "core/systems/rebellion/dice.hpp"
#include "core/systems/rebellion/excess.hpp"

namespace broadside::rebellion {

/// One side in one theater.
struct Troop {
  std::array<std::uint8_t, kCells> count{};
  Mask occupied = 0;   ///< cells with units; follows from count
  DiceSum attack = 0;  ///< dice of all units, doomed ones too; follows from count

  bool any(Mask cells) const noexcept { return (occupied & cells) != 0; }
  bool empty() const noexcept { return occupied == 0; }
  int number(Mask cells) const noexcept {
    int total = 0;
    for (Mask left = occupied & cells; left; left &= left - 1) total += count[lowest(left)];
    return total;
  }
};

/// One side in the whole system.
struct Force {
  ByTheater<Troop> troop;
  ByTheater<Excess> excess{};                ///< within a cinematic round
  std::array<std::uint8_t, kGroups> away{};  ///< retreated
  bool retreated = false;
  /// Where it had won when it retreated (RULES 7.3): presence bits. Never all, or nobody is left to
  /// retreat from.
  std::uint8_t won_before = 0;
  bool spared = false;  ///< its structures outlive this round because the side rolled dice
  /// Its Death Star Plans have destroyed a station. One objective may be scored in a combat
  /// (RULES 5.6), so they are not revealed again.
  enum class Plans : std::uint8_t { open, scored_now, scored } plans = Plans::open;

  Troop& in(Theater theater) noexcept { return troop[theater]; }
  const Troop& in(Theater theater) const noexcept { return troop[theater]; }
  friend bool operator==(const Force& a, const Force& b) noexcept {
    return std::memcmp(a.troop[0].count.data(), b.troop[0].count.data(), kCells) == 0 &&
           std::memcmp(a.troop[1].count.data(), b.troop[1].count.data(), kCells) == 0 &&
           a.excess == b.excess && a.away == b.away && a.retreated == b.retreated &&
           a.won_before == b.won_before && a.spared == b.spared && a.plans == b.plans;
  }
};

/// Where a side has units: bit 0 in space, bit 1 on the ground.
constexpr int bit_of(Theater theater) noexcept { return theater == Theater::space ? 1 : 2; }
inline int presence(const Force& force) noexcept {
  return (force.in(Theater::space).empty() ? 0 : bit_of(Theater::space)) +
         (force.in(Theater::ground).empty() ? 0 : bit_of(Theater::ground));
}

std::size_t hash_value(const Force& force) noexcept;
bool operator<(const Force& a, const Force& b) noexcept;  ///< any order; laws need one

Force starting_force(const Army& army);

inline void put(const Front& front, Troop& troop, std::size_t cell, int units = 1) noexcept {
  troop.count[cell] = static_cast<std::uint8_t>(troop.count[cell] + units);
  troop.occupied |= bit(cell);
  troop.attack += front.attack[cell] * static_cast<DiceSum>(units);
}

inline void remove_all(const Front& front, Troop& troop, Mask cells) noexcept {
  for (Mask gone = troop.occupied & cells; gone; gone &= gone - 1) {
    const std::size_t cell = lowest(gone);
    troop.attack -= front.attack[cell] * troop.count[cell];
    troop.count[cell] = 0;
  }
  troop.occupied &= ~cells;
}

inline void remove_one(const Front& front, Troop& troop, std::size_t cell) noexcept {
  troop.attack -= front.attack[cell];
  if (--troop.count[cell] == 0) troop.occupied &= ~bit(cell);
}

/// Between cells of one group: dice stay.
inline void move_one(Troop& troop, std::size_t from, std::size_t to) noexcept {
  if (--troop.count[from] == 0) troop.occupied &= ~bit(from);
  ++troop.count[to];
  troop.occupied |= bit(to);
}

/// Puts damage on the units of `targets`, each finished before the next (RULES 4.3);
/// returns what found no target.
inline int take(const Front& front, Troop& troop, Mask targets, int damage) noexcept {
  while (damage > 0) {
    const Mask open = troop.occupied & targets;
    if (!open) break;
    const std::size_t cell = lowest(open);
    const int put_here = std::min<int>(damage, front.remaining[cell]);
    move_one(troop, cell, front.after[cell][static_cast<std::size_t>(put_here)]);
    damage -= put_here;
  }
  return damage;
}

/// Damage beyond health stays with a lost unit of this cell.
inline void bind(const Front& front, std::size_t doomed, int beyond, Excess& excess) noexcept {
  if (beyond <= 0) return;
  const Excess::Bound homeless = excess.bind(doomed, beyond);
  excess.pile(front.doomed_color[1] >> homeless.cell & 1, homeless.beyond);
}

/// All of it on one unit; what is more than its health stays with it.
inline void take_on(const Front& front, Troop& troop, std::size_t cell, int damage,
                    Excess& excess) noexcept {
  const int put_here = std::min<int>(damage, front.remaining[cell]);
  const std::size_t to = front.after[cell][static_cast<std::size_t>(put_here)];
  move_one(troop, cell, to);
  bind(front, to, damage - put_here, excess);
}

/// More of it on a unit that is lost already: of those of the cell on the one that has most.
inline void burden(const Front& front, std::size_t doomed, int damage, Excess& excess) noexcept {
  if (excess.bound_to(doomed, 1) > 0)
    excess.change_bound(doomed, 1, damage);
  else
    bind(front, doomed, damage, excess);
}

/// Hits of one attack after rolling, rerolling and preventing.
struct Hits {
  int red = 0, black = 0, direct = 0;
  int convertible = 0;  ///< black hits that may count as red
};

/// Cells that damage may be put on: while a Shield Bunker stands not on stations (RULES 5.11).
inline Mask targets_of(const Army& army, const Force& force, Theater theater) noexcept {
  const Front& front = army.front[theater];
  Mask open = front.damageable;
  if (theater == Theater::space && front.stations) {
    const Front& ground = army.front[Theater::ground];
    if (force.in(Theater::ground).any(ground.of(UnitId::shield_bunker))) open &= ~front.stations;
  }
  return open;
}

/// Damage that found no living target lies on a doomed unit of its colour, where there is one:
/// every die that can be assigned must be.
inline void pile(const Front& front, const Troop& troop, int color, int damage,
                 Excess& excess) noexcept {
  if (damage > 0 && troop.any(front.doomed_color[static_cast<std::size_t>(color)]))
    excess.pile(static_cast<std::size_t>(color), damage);
}

/// The same for damage of any colour: on the doomed unit that is worth most.
inline void pile_any(const Front& front, const Troop& troop, int damage, Excess& excess) noexcept {
  if (damage > 0 && troop.any(front.doomed))
    pile(front, troop, (front.doomed_color[1] & bit(highest(troop.occupied & front.doomed))) != 0,
         damage, excess);
}

/// One damage on each of up to two different lost units, those worth most.
inline void pile_two_units(const Front& front, const Troop& troop, Excess& excess) noexcept {
  int left = 2;
  for (Mask lost = troop.occupied & front.doomed; lost && left > 0; lost &= ~bit(highest(lost))) {
    const std::size_t cell = highest(lost);
    const int units = std::min<int>(troop.count[cell], left);
    if (units == 1)
      burden(front, cell, 1, excess);
    else
      for (int each = 0; each < units; ++each) bind(front, cell, 1, excess);
    left -= units;
  }
}

/// Assigns the hits by the target order of the enemy: hits of a colour on health of that colour,
/// then direct hits on what is left.
inline void assign_in_order(const Front& front, Troop& troop, Mask targets, Hits hits,
                            Excess& excess) noexcept {
  int black_left = take(front, troop, targets & front.color[1], hits.black);
  int red_left = take(front, troop, targets & front.color[0], hits.red);
  if (const int turned = std::min(black_left, hits.convertible); turned > 0) [[unlikely]] {
    const int too_many = take(front, troop, targets & front.color[0], turned);
    black_left -= turned - too_many;
    if (!troop.any(front.doomed_color[1])) {  // as black hits they would find nobody at all
      black_left -= too_many;
      red_left += too_many;
    }
  }
  const int direct_left = take(front, troop, targets, hits.direct);
  pile(front, troop, 0, red_left, excess);
  pile(front, troop, 1, black_left, excess);
  pile_any(front, troop, direct_left, excess);
}

/// The same by a one-step look ahead: see look_ahead.cpp.
void assign_looking_ahead(const Front& front, Troop& troop, Mask targets, Hits hits,
                          Excess& excess) noexcept;

inline void assign(const Army& army, Force& force, Theater theater, Targets how, Hits hits,
                   Excess& excess) noexcept {
  const Front& front = army.front[theater];
  Troop& troop = force.in(theater);
  const Mask targets = targets_of(army, force, theater);
  if (how == Targets::look_ahead) [[unlikely]]
    assign_looking_ahead(front, troop, targets, hits, excess);
  else
    assign_in_order(front, troop, targets, hits, excess);
}

/// Damage >= health: the unit is gone.
inline void clear_doomed(const Front& front, Troop& troop) noexcept {
  if (troop.any(front.doomed)) remove_all(front, troop, front.doomed);
}

/// What cards have bound to lost units of these cells.
int bound_damage(const Troop& troop, Mask cells, const Excess& excess) noexcept;

/// Damage of a health colour that specials could heal: what an attack can show is enough to know.
inline std::uint8_t healable(const Front& front, const Troop& troop, std::size_t color,
                             const Excess& excess, Mask may = ~Mask{0}) noexcept {
  constexpr int kMost = 15;
  int damage = 0;
  const Mask hurt = (front.damaged & front.color[color]) | front.doomed_color[color];
  for (Mask left = troop.occupied & hurt & may; left; left &= left - 1)
    damage += troop.count[lowest(left)] * front.damage[lowest(left)];
  if (damage > 0) damage += excess.on[color];
  if (excess.bound[0].beyond > 0) [[unlikely]]
    damage += bound_damage(troop, front.doomed_color[color] & may, excess);
  return static_cast<std::uint8_t>(std::min(damage, kMost));
}

/// One lost unit.
struct Lost {
  std::size_t cell, color;
  int nth;       ///< from the last of those alike
  bool carries;  ///< the damage of its colour beyond health
  int cost;  ///< what it takes to save it: one damage, and all that lies on it beyond its health
};

/// Goes through the lost units in the order in which they are saved, while `visit` says so: the most
/// worth first, of those alike the one with more on it last. What is visited may be saved.
template <class Visit>
void each_lost(const Front& front, const Troop& troop, const Excess& excess, Visit visit) noexcept {
  std::array<std::size_t, 2> best{kCells, kCells};
  std::array<int, 2> units{};
  for (std::size_t c = 0; c < 2; ++c)
    if (const Mask all = troop.occupied & front.doomed_color[c]) {
      best[c] = highest(all);
      units[c] = troop.number(all);
    }
  for (Mask all = troop.occupied & front.doomed; all; all &= ~bit(highest(all))) {
    const std::size_t cell = highest(all), c = front.doomed_color[1] >> cell & 1;
    for (int nth = troop.count[cell]; nth > 0; --nth, --units[c]) {
      const bool carries = front.piles_on_weakest ? units[c] == 1 : cell == best[c] && nth == 1;
      int cost = 1 + (carries ? excess.on[c] : 0);
      if (excess.bound[0].beyond > 0) [[unlikely]]
        cost += excess.bound_to(cell, nth);
      if (!visit(Lost{cell, c, nth, carries, cost})) return;
    }
  }
}

/// Saves one doomed unit: damage just below its health is left.
inline void save(const Front& front, Troop& troop, std::size_t cell) noexcept {
  move_one(troop, cell, front.healed[cell]);
}

/// Units that have at least the damage of this cell, doomed ones too.
inline int at_least_as_hurt(const Front& front, const Troop& troop, std::size_t cell) noexcept {
  int units = 0;
  for (std::size_t more = 0; more <= front.remaining[cell]; ++more)
    units += troop.count[front.after[cell][more]];
  return units;
}

/// Takes up to `damage` of what was put on living units since `before` off them again, the most
/// worth first (RULES 4.4). Units of a type are alike: a damage is new where more of them have it.
inline void take_back(const Army& army, Theater theater, const Troop& before, Troop& troop,
                      int damage) noexcept {
  const Front& front = army.front[theater];
  for (; damage > 0; --damage) {
    std::size_t best = kCells;
    int most_worth = -1;
    for (Mask left = troop.occupied & front.damaged; left; left &= left - 1) {
      const std::size_t cell = lowest(left);
      const int worth = army.groups[front.group[cell]].worth;
      if (worth <= most_worth) continue;
      if (at_least_as_hurt(front, troop, cell) <= at_least_as_hurt(front, before, cell)) continue;
      best = cell;
      most_worth = worth;
    }
    if (best == kCells) return;
    move_one(troop, best, front.healed[best]);
  }
}

/// Takes up to `damage` off units that would be lost and stand in `may`, the most worth first, from
/// each as much as saves it (RULES 9.6). Returns what is left of it.
inline int save_doomed(const Front& front, Troop& troop, Mask may, int damage,
                       Excess& excess) noexcept {
  if (!troop.any(front.doomed & may)) return damage;
  // Who carries the damage beyond health may be one that cannot be saved here.
  each_lost(front, troop, excess, [&](const Lost& lost) {
    if ((may & bit(lost.cell)) && lost.cost <= damage) {
      damage -= lost.cost;
      if (lost.carries) excess.on[lost.color] = 0;
      if (lost.cost > 1)
        excess.change_bound(lost.cell, lost.nth, -excess.bound_to(lost.cell, lost.nth));
      save(front, troop, lost.cell);
    }
    return damage > 0;
  });
  return damage;
}

/// Takes `damage` off what lies beyond the health of a lost unit, the most worth first of those that
/// so many more dice of its colour could then save with their specials (RULES 9.6).
inline void relieve_doomed(const Front& front, const Troop& troop, Mask may, int damage,
                           std::array<int, 2> dice, Excess& excess) noexcept {
  each_lost(front, troop, excess, [&](const Lost& lost) {
    if (!(may & bit(lost.cell)) || lost.cost <= damage || lost.cost - damage > dice[lost.color])
      return true;
    const int bound = std::min(damage, excess.bound_to(lost.cell, lost.nth));
    excess.change_bound(lost.cell, lost.nth, -bound);
    excess.pile(lost.color, bound - damage);
    return false;
  });
}

/// Removes up to `damage` from units of these cells. Those that would be lost are saved first; what
/// is left goes to the unit that would be lost next. Returns what was not needed.
inline int heal_cells(const Front& front, Troop& troop, Mask cells, int damage, Healing how,
                      Excess& excess) noexcept {
  damage = save_doomed(front, troop, cells, damage, excess);
  while (damage > 0) {
    const Mask hurt = troop.occupied & front.damaged & cells;
    if (!hurt) break;
    const std::size_t cell = how == Healing::strongest ? highest(hurt) : lowest(hurt);
    move_one(troop, cell, front.healed[cell]);
    --damage;
  }
  return damage;
}

/// The same for units of one health colour (cinematic: special dice).
inline int heal(const Front& front, Troop& troop, int color, int damage, Healing how,
                Excess& excess, Mask may = ~Mask{0}) noexcept {
  if (how == Healing::never || damage == 0) return damage;
  const auto c = static_cast<std::size_t>(color);
  return heal_cells(front, troop, (front.color[c] | front.doomed_color[c]) & may, damage, how,
                    excess);
}

/// Dice of an attack: all attack values of the theater, less what takes dice away, then the caps
/// (RULES 4.1: reductions first, caps second).
inline Dice pool_of(DiceSum attack, int fewer_red, int fewer_black) noexcept {
  return {
      static_cast<std::uint8_t>(std::clamp<int>(red_of(attack) - fewer_red, 0, kCaps.red)),
      static_cast<std::uint8_t>(std::clamp<int>(black_of(attack) - fewer_black, 0, kCaps.black)),
      static_cast<std::uint8_t>(std::min<int>(green_of(attack), kCaps.green))};
}

/// Ion Cannons that stand: 2 red dice less for the Empire in space each.
inline int ion_cannons(const Army& army, const Force& force) noexcept {
  const Mask cells = army.front[Theater::ground].of(UnitId::ion_cannon);
  return cells ? force.in(Theater::ground).number(cells) : 0;
}

inline Dice pool(const Army& army, const Force& force, Theater theater, int round,
                 int enemy_cannons) noexcept {
  const int fewer = round == 1 ? army.fewer_first.red : 0;
  const int fewer_black = round == 1 ? army.fewer_first.black : 0;
  const int cannons = theater == Theater::space && army.empire() ? 2 * enemy_cannons : 0;
  return pool_of(force.in(theater).attack, fewer + cannons, fewer_black);
}

/// Only such units that cannot hold a theater by themselves: transports, structures, an unfinished
/// Death Star without a Shield Bunker. They are lost at round end if enemies are there
/// (RULES 5.3, 5.7, 5.9).
inline bool only_weak(const Army& army, const Force& force, Theater theater) noexcept {
  const Front& front = army.front[theater];
  const Troop& troop = force.in(theater);
  if (troop.empty()) return false;
  if (theater == Theater::ground) return !force.spared && !troop.any(~front.structures);
  Mask weak = front.transports;
  if (front.fragile_stations & targets_of(army, force, theater)) weak |= front.fragile_stations;
  return !troop.any(~weak);
}

/// Where both sides have only such units: Transports are gone before a station is looked at, which
/// then faces nobody (RULES 5.9); structures go together.
inline bool outlasts_weak(const Army& army, Theater theater) noexcept {
  return theater == Theater::space && army.empire();
}

/// The side loses all that it has in the theater: what only_weak() found is that.
inline void lose_all(const Army& army, Force& force, Theater theater) noexcept {
  remove_all(army.front[theater], force.in(theater), ~Mask{0});
}

/// Death Star Plans have hit: the finished one first, none behind a Shield Bunker.
void destroy_station(const Army& army, Force& force) noexcept;

/// May this side leave, as far as it depends on its own units: a leader, not before, something that
/// can move, no Death Star (RULES 5.5, 6).
bool free_to_retreat(const Army& army, const Force& force, bool without_transport = false) noexcept;
/// Keeps the enemy from leaving: an Interdictor, against the Rebels.
inline bool holds_enemy(const Army& army, const Force& force) noexcept {
  return force.in(Theater::space).any(army.front[0].of(UnitId::interdictor));
}
/// Carries the retreat out: all ships that can move, and what finds room, the most worth first. A
/// theater is won where the side has units and the enemy, who is present elsewhere, has none.
void retreat(const Army& army, Force& force, int enemy_presence, bool without_transport) noexcept;

/// Damage is cleared after the combat; in a theater where nobody fights any more it does nothing.
void mend(const Army& army, Force& force, Theater theater) noexcept;
/// Everybody who lives, unhurt, as if nobody had left.
Force after_combat(const Army& army, Force force) noexcept;

/// A force as one number with a digit for each group: what one unit of the group counts.
using Digits = std::array<std::uint64_t, kGroups>;
inline std::uint64_t number_of(const Front& front, const Troop& troop,
                               const Digits& digits) noexcept {
  std::uint64_t number = 0;
  for (Mask left = troop.occupied; left; left &= left - 1)
    number += troop.count[lowest(left)] * digits[front.group[lowest(left)]];
  return number;
}

/// Red dice of the ship, or other unit, that has most of them.
inline int most_red_dice(const Front& front, const Troop& troop) noexcept {
  int most = 0;
  for (Mask left = troop.occupied; left; left &= left - 1)
    most = std::max(most, red_of(front.attack[lowest(left)]));
  return most;
}

/// How many of a group are left, retreated ones included.
int survivors(const Army& army, const Force& force, std::size_t group) noexcept;

}  // namespace broadside::rebellion
