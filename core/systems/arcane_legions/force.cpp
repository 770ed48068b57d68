#include "core/systems/arcane_legions/force.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <vector>

namespace broadside::arcane_legions {
namespace {

constexpr std::uint32_t bit(std::size_t slot) { return std::uint32_t{1} << slot; }

/// The first standing figure that no other is better than.
template <class Better>
std::optional<std::size_t> best(const Unit& unit, const Force& force, Better better) {
  std::optional<std::size_t> found;
  for (std::size_t s = 0; s < unit.slots.size(); ++s)
    if (force.stands(s) && (!found || better(s, *found))) found = s;
  return found;
}

/// Which undamaged figure the owner gives up when so much damage is left; a smaller key goes first,
/// equal ones in list order.
std::tuple<int, int> casualty_key(const Unit& unit, std::size_t slot, int damage) {
  const FieldSlot& at = unit.slots[slot];
  const int attack = at.attack + at.ranged;
  switch (unit.policy.casualties) {
    case Casualties::listed:
      break;
    case Casualties::soak:  // a figure that survives it all first, otherwise the weakest
      return {at.hit_points > damage ? 0 : 1, at.hit_points};
    case Casualties::keep_attack:
      return {attack, at.defence};
    case Casualties::keep_defence:
      return {at.defence, attack};
  }
  return {0, 0};
}

/// RULES 6.2: figures already hurt first, worst hurt before the others, then as the owner likes.
std::optional<std::size_t> next_to_suffer(const Unit& unit, const Readings& readings,
                                          const Force& force, int damage) {
  return best(unit, force, [&](std::size_t a, std::size_t b) {
    const auto key = [&](std::size_t s) {
      const int weakest = readings.weakest_first ? unit.slots[s].hit_points : 0;
      return std::tuple{-force.hurt(s), weakest, casualty_key(unit, s, damage)};
    };
    return key(a) < key(b);
  });
}

void assign(const Unit& unit, const Readings& readings, Force& force, int damage) {
  while (damage > 0) {
    const auto slot = next_to_suffer(unit, readings, force, damage);
    if (!slot) return;  // damage beyond the last figure is lost
    damage = put(unit, force, *slot, damage);
  }
}

/// Slots whose figures may stand in one another's places (RULES 8.3: colour, shape, pegs).
bool alike(const FieldSlot& a, const FieldSlot& b) {
  return a.hit_points == b.hit_points && a.circle == b.circle;
}

/// Lost figures come back, the most useful first, as far as the hit points reach.
void give_back(const Unit& unit, Force& force, int most_figures, int hit_points) {
  std::vector<std::size_t> lost;
  // There are as many figures as at the start; where there are more slots any empty one will do.
  const int gone = figures(starting(unit)) - figures(force);
  for (std::size_t s = 0; s < unit.slots.size(); ++s)
    if (!force.stands(s)) lost.push_back(s);
  const auto worth = [&](std::size_t s) {
    const FieldSlot& at = unit.slots[s];
    const int icons = at.attack + at.ranged + at.defence;
    return std::tuple{-at.hit_points, -icons};
  };
  std::stable_sort(lost.begin(), lost.end(),
                   [&](std::size_t a, std::size_t b) { return worth(a) < worth(b); });
  int left = std::min(most_figures, gone);
  for (const std::size_t s : lost)
    if (left > 0 && unit.slots[s].hit_points <= hit_points) {
      force.standing |= bit(s);
      hit_points -= unit.slots[s].hit_points;
      --left;
    }
}

}  // namespace

void down(Force& force, std::size_t slot) {
  force.standing &= ~bit(slot);
  force.damage &= ~(std::uint64_t{3} << 2 * slot);
}

int put(const Unit& unit, Force& force, std::size_t slot, int damage) {
  const int room = unit.slots[slot].hit_points - force.hurt(slot);
  if (damage < room) {
    force.damage += static_cast<std::uint64_t>(damage) << 2 * slot;
    return 0;
  }
  down(force, slot);
  return damage - room;
}

bool same(const FieldSlot& a, const FieldSlot& b) {
  return alike(a, b) && a.attack == b.attack && a.ranged == b.ranged && a.defence == b.defence &&
         a.label == b.label && a.abilities == b.abilities;
}

/// Figures of neighbouring slots that give the same move up to the last of them, so that equal
/// forces are one. Only of neighbours: the list order of different slots is what casualties follow.
Force tidy(const Unit& unit, Force force) {
  for (std::size_t s = unit.slots.size(); s-- > 0;) {
    if (force.stands(s)) continue;
    std::size_t t = s;
    while (t > 0 && same(unit.slots[s], unit.slots[t - 1])) {
      --t;
      if (!force.stands(t)) continue;
      const auto hurt = static_cast<std::uint64_t>(force.hurt(t));
      down(force, t);
      force.standing |= bit(s);
      force.damage |= hurt << 2 * s;
      break;
    }
  }
  return force;
}

bool Unit::carries(Ability ability) const {
  if (has(ability)) return true;
  for (const FieldSlot& slot : slots)
    if (std::find(slot.abilities.begin(), slot.abilities.end(), ability) != slot.abilities.end())
      return true;
  return false;
}

std::size_t hash_value(const Force& force) {
  std::uint64_t hash = force.standing;
  for (const std::uint64_t part : {force.damage, force.record,
                                   std::uint64_t{force.turn} << 2 | std::uint64_t{force.idle} << 1 |
                                       std::uint64_t{force.stuck}})
    hash = (hash ^ part) * 0x9e3779b97f4a7c15u ^ hash >> 29;
  return static_cast<std::size_t>(hash);
}

// Volley, from the low end: combat 8 bits, direct 7, aim 2, touch 3, heal 4, three switches, slot 5.
Volley Blow::pack() const {
  return static_cast<Volley>(std::min(combat, 255)) |
         static_cast<Volley>(std::min(direct, 127)) << 8 | static_cast<Volley>(aim) << 15 |
         static_cast<Volley>(touch) << 17 | static_cast<Volley>(heal) << 20 |
         Volley{chosen_down} << 24 | Volley{price_down} << 25 | Volley{touch_master} << 26 |
         static_cast<Volley>(slot) << 27;
}

Blow Blow::of(Volley volley) {
  Blow blow;
  blow.combat = static_cast<int>(volley & 0xff);
  blow.direct = static_cast<int>(volley >> 8 & 0x7f);
  blow.aim = static_cast<Aim>(volley >> 15 & 3);
  blow.touch = static_cast<int>(volley >> 17 & 7);
  blow.heal = static_cast<int>(volley >> 20 & 15);
  blow.chosen_down = volley >> 24 & 1;
  blow.price_down = volley >> 25 & 1;
  blow.touch_master = volley >> 26 & 1;
  blow.slot = static_cast<int>(volley >> 27);
  return blow;
}

Force starting(const Unit& unit) {
  Force force;
  for (std::size_t s = 0; s < unit.slots.size(); ++s)
    if (unit.slots[s].starts) force.standing |= bit(s);
  return tidy(unit, regrouped(unit, force, Layout::defence));
}

Ready ready(const Unit& unit, const Force& force) {
  Ready ready;
  for (std::size_t s = 0; s < unit.slots.size(); ++s) {
    const FieldSlot& slot = unit.slots[s];
    if (!force.stands(s)) {
      ready.unmanned += static_cast<int>(
          std::count(slot.abilities.begin(), slot.abilities.end(), Ability::artillery_machine));
      continue;
    }
    ready.attack += slot.attack;
    ready.ranged += slot.ranged;
    ready.defence += slot.defence;
    for (const Ability ability : slot.abilities) ++ready.icons[index(ability)];
  }
  if (ready.unmanned > 0) ready.icons.fill(0);  // the machine cancels the unit's figure abilities
  for (std::size_t a = 0; a < kAbilities; ++a)
    if (unit.abilities[a]) ++ready.icons[a];
  return ready;
}

int figures(const Force& force) { return std::popcount(force.standing); }

bool defeated(const Unit& unit, const Force& force) {
  return unit.has_figures && force.standing == 0;
}

int hit_points_left(const Unit& unit, const Force& force) {
  int sum = 0;
  for (std::size_t s = 0; s < unit.slots.size(); ++s)
    if (force.stands(s)) sum += unit.slots[s].hit_points - force.hurt(s);
  return sum;
}

std::optional<std::size_t> chosen_figure(const Unit& unit, const Policy& enemy, const Force& force,
                                         Among among, int most_hit_points) {
  const auto allowed = [&](std::size_t s) {
    const Circle circle = unit.slots[s].circle;
    return unit.slots[s].hit_points <= most_hit_points &&
           (enemy.aims_at == 0 || (enemy.aims_at >> s & 1)) &&
           (among == Among::all || (among == Among::white && circle == Circle::white) ||
            (among == Among::not_white && circle != Circle::white) ||
            (among == Among::not_commander && circle != Circle::yellow));
  };
  const auto key = [&](std::size_t s) {
    const FieldSlot& slot = unit.slots[s];
    const int attack = slot.attack + slot.ranged;
    switch (enemy.picks) {
      case Picks::attack:
        break;
      case Picks::defence:
        return std::tuple{!allowed(s), -slot.defence, -attack};
      case Picks::hit_points:
        return std::tuple{!allowed(s), -slot.hit_points, -attack - slot.defence};
    }
    return std::tuple{!allowed(s), -attack, -slot.defence};
  };
  const auto found =
      best(unit, force, [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  return found && allowed(*found) ? found : std::nullopt;
}

Force suffer(const Unit& unit, const Readings& readings, const Policy& enemy, const Force& force,
             const Blow& blow) {
  if (!unit.has_figures) return force;
  Force after = force;
  const auto down_chosen = [&](Among among, int most_hit_points) {
    if (const auto slot = chosen_figure(unit, enemy, after, among, most_hit_points))
      down(after, *slot);
  };
  if (blow.chosen_down) down_chosen(Among::all, kMostHitPoints);
  if (blow.price_down)
    for (std::size_t s = 0; s < unit.slots.size(); ++s) {
      const auto& abilities = unit.slots[s].abilities;
      if (std::find(abilities.begin(), abilities.end(), Ability::power_at_a_price) !=
          abilities.end())
        down(after, s);
    }
  const Among aimed = blow.aim == Blow::Aim::white ? Among::white : Among::not_commander;
  if (const auto slot =
          blow.aim == Blow::Aim::none ? std::nullopt : chosen_figure(unit, enemy, after, aimed);
      slot && blow.combat > 0)
    put(unit, after, *slot, blow.combat);  // the surplus is lost
  else
    assign(unit, readings, after, blow.combat);
  assign(unit, readings, after, blow.direct);
  if (blow.touch > 0) down_chosen(Among::white, blow.touch);
  if (blow.touch_master) down_chosen(Among::not_white, kMostHitPoints);
  if (blow.heal > 0) give_back(unit, after, static_cast<int>(kMostSlots), blow.heal);
  return tidy(unit, after);
}

std::optional<Force> pushed(const Unit& unit, const Readings& readings, const Force& force) {
  const int least = unit.policy.push == Push::to_the_last ? 1 : 2;
  if (unit.policy.push == Push::never || figures(force) < least) return std::nullopt;
  Force after = force;
  // The one that the owner would give up first; a figure that is hurt is as good as gone.
  if (const auto slot = next_to_suffer(unit, readings, force, kMostHitPoints)) down(after, *slot);
  return tidy(unit, after);
}

Force begin_turn(const Unit& unit, const Force& force, bool ranged) {
  Force after = force;
  if (unit.has(Ability::regeneration)) give_back(unit, after, 1, kMostHitPoints);
  return tidy(unit, regrouped(unit, after, ranged ? Layout::ranged : Layout::attack));
}

Force regrouped(const Unit& unit, const Force& force, Layout layout) {
  if (!unit.policy.regroups) return force;
  const auto worth = [&](std::size_t s) {
    const FieldSlot& slot = unit.slots[s];
    const int main = layout == Layout::attack   ? slot.attack
                     : layout == Layout::ranged ? slot.ranged
                                                : slot.defence;
    return std::tuple{-main, -(slot.attack + slot.ranged + slot.defence)};
  };
  Force after = force;
  after.standing = 0;
  std::uint32_t done = 0;
  for (std::size_t s = 0; s < unit.slots.size(); ++s) {
    if (done & bit(s)) continue;
    std::vector<std::size_t> places;  // of one kind of figure
    std::size_t count = 0;
    for (std::size_t t = s; t < unit.slots.size(); ++t)
      if (alike(unit.slots[s], unit.slots[t])) {
        done |= bit(t);
        places.push_back(t);
        count += force.stands(t);
      }
    std::stable_sort(places.begin(), places.end(),
                     [&](std::size_t a, std::size_t b) { return worth(a) < worth(b); });
    for (std::size_t i = 0; i < count; ++i) after.standing |= bit(places[i]);
  }
  return after;
}

Force without_damage(Force force) {
  force.damage = 0;
  return force;
}

}  // namespace broadside::arcane_legions
