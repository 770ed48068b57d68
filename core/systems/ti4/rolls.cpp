#include "core/systems/ti4/rolls.hpp"

#include <algorithm>

namespace broadside::ti4 {

Rolled Die::show(int face) const {
  Rolled result;
  const Shown kind = bound ? Shown::bound_hits : Shown::hits;
  if (hits(face))
    result += shown(kind);
  else if (notes_near && face + add + 1 >= hit_on)
    result += shown(bound ? Shown::bound_near : Shown::near);
  if (natural_min > 0 && face >= natural_min)
    result += shown(kind, static_cast<unsigned>(natural_extra));
  if (second_min > 0 && face + add >= second_min) result += shown(Shown::second);
  return result;
}

std::optional<int> Die::plain_hits() const {
  if (natural_min > 0 || second_min > 0 || bound || notes_near || rerolled_misses > 0)
    return std::nullopt;
  return std::clamp(11 - hit_on + add, 0, 10);
}

bool Die::succeeded(Rolled rolled) const { return hits_shown(rolled) > 0; }

Dice printed(const Group& group, Roll roll) {
  switch (roll) {
    case Roll::space_combat:
    case Roll::ground_combat:
      return group.combat;
    case Roll::barrage:
      return group.anti_fighter_barrage;
    case Roll::bombardment:
      return group.bombardment;
    case Roll::cannon_offense:
    case Roll::cannon_defense:
      return group.space_cannon;
  }
  return {};
}

bool takes_part(const Group& group, Roll roll) {
  switch (roll) {
    case Roll::space_combat:
    case Roll::barrage:
      return group.is_ship;
    case Roll::ground_combat:
      return (group.is_ground_force && !group.stays_aboard) || group.lands;
    case Roll::bombardment:
    case Roll::cannon_offense:
      return true;
    // RULES 4.3.1: units on that planet; ships are in space, and range does not help
    case Roll::cannon_defense:
      return !group.is_ship && group.fires_at_landing;
  }
  return false;
}

namespace {

/// Is there a use of this mark? No mark: it is not limited.
bool has_use(const Force& force, int mark) { return mark < 0 || force.mark(mark) > 0; }

bool counts(const DieChange& change, const Army& army, const Force& force, Roll roll, int round) {
  return (change.rolls & mask(roll)) && change.rounds.has(round) && has_use(force, change.mark) &&
         stands(army, force, change.while_group);
}

}  // namespace

Pool loose_pool(const Army& army, const Force& force, Roll roll, int round, Dice dice,
                Changes changes) {
  Pool pool;
  pool.units = 1;
  pool.dice_each = dice.dice;
  pool.die.hit_on = dice.hit_on;
  for (const DieChange& change : army.die_changes)
    if (change.units == kAllGroups && counts(change, army, force, roll, round) &&
        (changes == Changes::all || change.add < 0))
      pool.die.add += change.add;
  return pool;
}

int rerolled_misses(const Army& army, const Force& force, Roll roll, int round, bool thrown_again) {
  int rerolls = 0;
  for (const Reroll& reroll : army.rerolls)
    rerolls += reroll.which == Reroll::Which::misses && reroll.has(roll, round, thrown_again) &&
               has_use(force, reroll.mark);
  return rerolls;
}

std::vector<Pool> pools(const Army& army, const Force& force, Roll roll, int round,
                        std::uint32_t seen, bool thrown_again) {
  std::vector<Pool> pools;
  if (army.blocked_rolls & mask(roll)) return pools;
  if (roll == Roll::ground_combat && army.silent_in == round) return pools;
  pools.reserve(army.groups.size());
  const bool combat = (kCombatRolls & mask(roll)) != 0;
  int risky = 0;
  for (std::size_t g = 0; g < army.groups.size(); ++g) {
    const Group& group = army.groups[g];
    const Dice dice = printed(group, roll);
    // A token's die comes on top of one for each enemy ship (RULES 7.1).
    int dice_each = combat && group.dice_per_enemy_ship
                        ? static_cast<int>(seen) + (group.galvanized ? 1 : 0)
                        : dice.dice;
    if (!takes_part(group, roll) || dice_each == 0 || force.count(g) == 0) continue;
    if (roll == Roll::ground_combat && group.lands && group.lands_while >= 0 &&
        force.count(group.lands_while) == 0)
      continue;
    for (const DiceEach& more : army.dice_each)
      if ((more.rolls & mask(roll)) && (more.units >> g & 1) &&
          stands(army, force, more.while_group))
        dice_each += more.count;
    Pool pool;
    pool.group = static_cast<int>(g);
    pool.units = force.count(g);
    pool.dice_each = dice_each;
    pool.die.hit_on = dice.hit_on;
    if (combat) {
      pool.die.natural_min = group.natural_min;
      pool.die.natural_extra = group.natural_extra;
      pool.die.bound = roll == Roll::space_combat && group.hits_non_fighters &&
                       stands(army, force, group.bound_while);
      pool.crown_bonus = army.thalnos_bonus;
      pool.rerolls_with_hit = group.rerolls_with_hit;
      if (group.risks_reroll && risky < 2) {
        pool.risks = true;
        pool.risk = risky++ == 0 ? Shown::died : Shown::died_too;
      }
    }
    // RULES 8.9: the result with what applies to a barrage.
    if (roll == Roll::barrage) pool.die.second_min = group.barrage_kills_infantry_on;
    for (const DieChange& change : army.die_changes)
      if ((change.units >> g & 1) && counts(change, army, force, roll, round))
        pool.die.add += change.add;
    pools.push_back(pool);
  }
  for (const Dice& dice : army.loose_dice[roll])
    pools.push_back(loose_pool(army, force, roll, round, dice));
  // One ship gets the bonus: the one that gains most by it.
  for (const BonusByTypes& bonus : army.bonus_by_types) {
    if (!(bonus.rolls & mask(roll))) continue;
    int types = 0;
    for (int t = 0; t < kUnitTypes; ++t)
      types += std::any_of(pools.begin(), pools.end(), [&](const Pool& p) {
        return p.group >= 0 && nth(army.groups, p.group).type == static_cast<UnitType>(t);
      });
    Pool* best = nullptr;
    double most = 0;
    for (Pool& pool : pools) {
      if (pool.group < 0) continue;
      const int from = std::clamp(11 - pool.die.hit_on + pool.die.add, 0, 10);
      const int to = std::clamp(11 - pool.die.hit_on + pool.die.add + types, 0, 10);
      const double gain = pool.dice_each * (to - from) +
                          nth(army.groups, pool.group).worth / 100;  // dearest on a tie
      if (to > from && gain > most) {
        most = gain;
        best = &pool;
      }
    }
    if (!best) continue;
    Pool one = *best;  // split that unit off
    one.units = 1;
    one.die.add += types;
    if (--best->units == 0)
      *best = one;
    else
      pools.push_back(one);
  }
  const auto chance = [](const Pool& pool) {
    return std::clamp(11 - pool.die.hit_on + pool.die.add, 0, 10);
  };
  // RULES 9.10: for the unit that hits best.
  for (const ExtraDice& more : army.extra_dice) {
    if (!(more.rolls & mask(roll)) || !more.rounds.has(round)) continue;
    if (!has_use(force, more.mark)) continue;
    const auto may_have = [&](const Pool& pool) {  // loose cannon dice are units elsewhere
      return pool.group >= 0 ? (more.units >> pool.group & 1) != 0
                             : (mask(roll) & kCannonRolls) != 0;
    };
    Pool* best = nullptr;
    for (Pool& pool : pools)
      if (may_have(pool) && (!best || chance(pool) > chance(*best))) best = &pool;
    if (best) best->extra += more.count;
  }
  const int rerolls = rerolled_misses(army, force, roll, round, thrown_again);
  for (Pool& pool : pools) pool.die.rerolled_misses = rerolls;
  const bool pays =
      std::any_of(army.die_purses.begin(), army.die_purses.end(), [&](const DiePurse& purse) {
        return (purse.rolls & mask(roll)) && force.mark(purse.mark) > 0 &&
               stands(army, force, purse.while_group);
      });
  for (Pool& pool : pools) pool.die.notes_near = pays;
  return pools;
}

std::vector<Pool> without_crown(std::vector<Pool> pools) {
  for (Pool& pool : pools) pool.rerolls_with_hit = pool.risks = false;
  return pools;
}

int hits_shown(Rolled rolled) {
  return count(rolled, Shown::hits) + count(rolled, Shown::bound_hits);
}

}  // namespace broadside::ti4
