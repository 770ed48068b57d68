#include "core/systems/ti4/rolls.hpp"

#include <algorithm>
#include <array>

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

Pmf<Rolled> law(const Die& die) {
  // Counted first: three tenths, not the sum of three roundings of a tenth
  std::vector<std::pair<Rolled, int>> faces;
  for (int face = 1; face <= 10; ++face) {
    const Rolled rolled = die.show(face);
    const auto known =
        std::find_if(faces.begin(), faces.end(), [&](const auto& f) { return f.first == rolled; });
    if (known != faces.end())
      ++known->second;
    else
      faces.emplace_back(rolled, 1);
  }
  std::vector<Pmf<Rolled>::Entry> entries;
  for (const auto& [rolled, n] : faces) entries.emplace_back(rolled, n / 10.0);
  const Pmf<Rolled> once{entries};
  Pmf<Rolled> result = once;
  // Rerolls come right after the roll, before anything is paid for a near miss; different abilities
  // may each reroll it.
  for (int i = 0; i < die.rerolled_misses; ++i)
    result = result.then(
        [&](Rolled rolled) { return die.succeeded(rolled) ? Pmf<Rolled>{rolled} : once; });
  return result;
}

namespace {

/// Dice of a unit, by how often own abilities may still roll them again: once each, and there are
/// fewer than this that do.
using DiceLeft = std::array<std::uint8_t, 8>;

Die with_rerolls(Die die, std::size_t rerolls) {
  die.rerolled_misses = static_cast<int>(rerolls);
  return die;
}

/// The die that the Crown rolls again.
Die crowned(const Pool& pool) {
  Die die = with_rerolls(pool.die, 0);
  die.add += pool.crown_bonus;
  return die;
}

/// Has the Crown a miss to roll again? One die has none beside a hit.
bool crown_matters(const Pool& pool) {
  return pool.risks || (pool.rerolls_with_hit && (pool.dice_each > 1 || pool.extra > 0));
}

/// Crown of Thalnos (RULES 3.4.6): misses are rolled again (the relic at +1, the law without); a
/// unit that did so and ends without a hit is destroyed. RULES 9.23: by default only a unit that
/// has a hit.
Pmf<Rolled> law_of_unit_with_crown(const Pool& pool, const DiceLeft& left) {
  const auto hit = [](Rolled rolled) { return hits_shown(rolled) > 0; };
  const Pmf<Rolled> again = law(crowned(pool));
  struct Dice {
    bool hit = false;
    Rolled kept, rerolled;  ///< what they show as rolled, and with every miss rolled again
    auto operator<=>(const Dice&) const = default;
  };
  Pmf<Dice> unit;
  for (std::size_t rerolls = 0; rerolls < left.size(); ++rerolls) {
    if (left[rerolls] == 0) continue;
    const Pmf<Dice> die = law(with_rerolls(pool.die, rerolls)).then([&](Rolled rolled) {
      return hit(rolled) ? Pmf<Dice>{Dice{true, rolled, rolled}} : again.map([&](Rolled second) {
        return Dice{hit(second) && pool.risks, rolled, second};
      });
    });
    for (int i = 0; i < left[rerolls]; ++i)
      unit = unit.combine(die, [](const Dice& a, const Dice& b) {
        return Dice{a.hit || b.hit, a.kept + b.kept, a.rerolled + b.rerolled};
      });
  }
  return unit.map([&](const Dice& shown_by_unit) {
    if (shown_by_unit.hit) return shown_by_unit.rerolled;
    return pool.risks ? shown_by_unit.rerolled + shown(pool.risk) : shown_by_unit.kept;
  });
}

Pmf<Rolled> law_of_unit_with_crown(const Pool& pool, int dice) {
  DiceLeft left{};
  nth(left, pool.die.rerolled_misses) = static_cast<std::uint8_t>(dice);
  return law_of_unit_with_crown(pool, left);
}

}  // namespace

Pmf<Rolled> law(const std::vector<Pool>& pools) {
  // Dice that only hit or miss are added one by one to a plain list by number of hits: every term
  // is a sum of positive products, so no digits are lost however small it is.
  int dice = 0;
  for (const Pool& pool : pools) dice += pool.dice();
  std::vector<double> hits;
  hits.reserve(static_cast<std::size_t>(dice) + 1);
  hits.push_back(1.0);
  Pmf<Rolled> others;
  for (const Pool& pool : pools) {
    if (crown_matters(pool)) {
      const int ordinary = pool.extra > 0 ? pool.units - 1 : pool.units;
      others = others.convolve(law_of_unit_with_crown(pool, pool.dice_each).power(ordinary));
      if (pool.extra > 0)
        others = others.convolve(law_of_unit_with_crown(pool, pool.dice_each + pool.extra));
    } else if (const auto faces = pool.die.plain_hits()) {
      const double hit = *faces / 10.0, miss = (10 - *faces) / 10.0;
      for (int die = 0; die < pool.dice() && *faces > 0; ++die) {
        hits.push_back(hits.back() * hit);
        for (std::size_t k = hits.size() - 2; k > 0; --k)
          hits[k] = hits[k] * miss + hits[k - 1] * hit;
        hits[0] *= miss;
      }
    } else {
      others = others.convolve(law(pool.die).power(pool.dice()));
    }
  }
  std::vector<Pmf<Rolled>::Entry> entries;
  entries.reserve(hits.size());
  for (std::size_t k = 0; k < hits.size(); ++k)
    entries.emplace_back(shown(Shown::hits, static_cast<unsigned>(k)), hits[k]);
  return Pmf<Rolled>{std::move(entries)}.convolve(others);
}

int hits_shown(Rolled rolled) {
  return count(rolled, Shown::hits) + count(rolled, Shown::bound_hits);
}

namespace {

/// A die after its first throw.
struct Thrown {
  Rolled rolled;
  int again = 0;  ///< times that an own ability has rolled it again
  auto operator<=>(const Thrown&) const = default;
};

Pmf<Thrown> first_throw(const Die& die) {
  const Pmf<Rolled> once = law(with_rerolls(die, 0));
  Pmf<Thrown> first = once.map([](Rolled rolled) { return Thrown{rolled, 0}; });
  for (int i = 0; i < die.rerolled_misses; ++i)
    first = first.then([&](const Thrown& thrown) {
      if (die.succeeded(thrown.rolled)) return Pmf<Thrown>{thrown};
      return once.map([&](Rolled rolled) { return Thrown{rolled, thrown.again + 1}; });
    });
  return first;
}

Pmf<Twice> law_of_two_throws(const Die& die) {
  return first_throw(die).then([&](const Thrown& thrown) {
    const auto left = static_cast<std::size_t>(die.rerolled_misses - thrown.again);
    return law(with_rerolls(die, left)).map([&](Rolled second) {
      return Twice{hits_shown(thrown.rolled), second};
    });
  });
}

/// RULES 9.21: the Crown of Thalnos is used on both throws of a unit.
Pmf<Twice> law_of_two_throws(const Pool& pool, int dice) {
  struct Unit {
    int kept = 0, rerolled = 0;  ///< hits as rolled, and with every miss rolled again
    DiceLeft left{};
    auto operator<=>(const Unit&) const = default;
  };
  const Pmf<Rolled> again = law(crowned(pool));
  const Pmf<Unit> die = first_throw(pool.die).then([&](const Thrown& thrown) {
    Unit one;
    nth(one.left, pool.die.rerolled_misses - thrown.again) = 1;
    one.kept = hits_shown(thrown.rolled);
    return (one.kept > 0 ? Pmf<Rolled>{thrown.rolled} : again).map([&](Rolled rolled) {
      Unit with = one;
      with.rerolled = hits_shown(rolled);
      return with;
    });
  });
  Pmf<Unit> unit;
  for (int i = 0; i < dice; ++i)
    unit = unit.combine(die, [](const Unit& a, const Unit& b) {
      Unit both{a.kept + b.kept, a.rerolled + b.rerolled, a.left};
      for (std::size_t n = 0; n < both.left.size(); ++n)
        both.left[n] = static_cast<std::uint8_t>(both.left[n] + b.left[n]);
      return both;
    });
  return unit.then([&](const Unit& first) {
    const int hits = pool.risks || first.kept > 0 ? first.rerolled : first.kept;
    return law_of_unit_with_crown(pool, first.left).map([&](Rolled second) {
      return Twice{hits, second};
    });
  });
}

/// Dice that only hit or miss, by hits of both throws: hundreds of them would be slow one by one.
class PlainDice {
 public:
  void add(const Pmf<Twice>& die) {
    constexpr Rolled hit = shown(Shown::hits);
    const double neither = die.chance({0, {}}), first = die.chance({1, {}}),
                 second = die.chance({0, hit}), both = die.chance({1, hit});
    const std::size_t before = side_++;
    std::vector<double> more(side_ * side_, 0.0);
    for (std::size_t a = 0; a < before; ++a)
      for (std::size_t b = 0; b < before; ++b) {
        const double p = chances_[a * before + b];
        more[a * side_ + b] += p * neither;
        more[(a + 1) * side_ + b] += p * first;
        more[a * side_ + b + 1] += p * second;
        more[(a + 1) * side_ + b + 1] += p * both;
      }
    chances_ = std::move(more);
  }
  Pmf<Twice> law() const {
    std::vector<Pmf<Twice>::Entry> entries;
    entries.reserve(chances_.size());
    for (std::size_t i = 0; i < chances_.size(); ++i)
      entries.emplace_back(
          Twice{static_cast<int>(i / side_), shown(Shown::hits, static_cast<unsigned>(i % side_))},
          chances_[i]);
    return Pmf<Twice>{std::move(entries)};
  }

 private:
  std::size_t side_ = 1;
  std::vector<double> chances_{1.0};
};

}  // namespace

Pmf<Twice> law_of_two_throws(const std::vector<Pool>& pools) {
  PlainDice plain;
  Pmf<Twice> others;
  for (const Pool& pool : pools) {
    if (crown_matters(pool)) {
      const int ordinary = pool.extra > 0 ? pool.units - 1 : pool.units;
      others = others.convolve(law_of_two_throws(pool, pool.dice_each).power(ordinary));
      if (pool.extra > 0)
        others = others.convolve(law_of_two_throws(pool, pool.dice_each + pool.extra));
      continue;
    }
    const Pmf<Twice> die = law_of_two_throws(pool.die);
    Die once = pool.die;
    once.rerolled_misses = 0;
    const bool is_plain = once.plain_hits().has_value();
    for (int i = 0; i < pool.dice(); ++i)
      if (is_plain)
        plain.add(die);
      else
        others = others.convolve(die);
  }
  return plain.law().convolve(others);
}

}  // namespace broadside::ti4
