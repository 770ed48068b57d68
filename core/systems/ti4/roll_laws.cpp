// The laws of what dice show (rolls.hpp): a die, a roll, a roll that the enemy judges.

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "core/systems/ti4/rolls.hpp"

namespace broadside::ti4 {

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
/// has a hit. The hits that are judged are those before it.
Pmf<Judged> law_of_unit_with_crown(const Pool& pool, const DiceLeft& left) {
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
    const int hits = hits_shown(shown_by_unit.kept);
    if (shown_by_unit.hit) return Judged{hits, shown_by_unit.rerolled};
    return Judged{hits,
                  pool.risks ? shown_by_unit.rerolled + shown(pool.risk) : shown_by_unit.kept};
  });
}

Pmf<Judged> law_of_unit_with_crown(const Pool& pool, int dice) {
  DiceLeft left{};
  nth(left, pool.die.rerolled_misses) = static_cast<std::uint8_t>(dice);
  return law_of_unit_with_crown(pool, left);
}

/// The law of all units of a pool, given that of one with so many dice.
template <class F>
auto law_of_units(const Pool& pool, F unit) {
  auto units = unit(pool.dice_each).power(pool.extra > 0 ? pool.units - 1 : pool.units);
  return pool.extra > 0 ? units.convolve(unit(pool.dice_each + pool.extra)) : units;
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
      others = others.convolve(law_of_units(pool, [&](int of_unit) {
        return law_of_unit_with_crown(pool, of_unit).map([](const Judged& j) { return j.shown; });
      }));
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

Pmf<Judged> law_where_it_stands(const std::vector<Pool>& pools) {
  std::vector<Pool> others;
  std::copy_if(pools.begin(), pools.end(), std::back_inserter(others),
               [](const Pool& pool) { return !crown_matters(pool); });
  Pmf<Judged> result = law(others).map([](Rolled rolled) {
    return Judged{hits_shown(rolled), rolled};
  });
  for (const Pool& pool : pools)
    if (crown_matters(pool))
      result = result.convolve(
          law_of_units(pool, [&](int of_unit) { return law_of_unit_with_crown(pool, of_unit); }));
  return result;
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

Pmf<Judged> law_of_two_throws(const Die& die) {
  return first_throw(die).then([&](const Thrown& thrown) {
    const auto left = static_cast<std::size_t>(die.rerolled_misses - thrown.again);
    return law(with_rerolls(die, left)).map([&](Rolled second) {
      return Judged{hits_shown(thrown.rolled), second};
    });
  });
}

/// RULES 9.21: the Crown of Thalnos is kept for the second throw of a unit.
Pmf<Judged> law_of_two_throws(const Pool& pool, int dice) {
  struct Unit {
    int hits = 0;
    DiceLeft left{};
    auto operator<=>(const Unit&) const = default;
  };
  const Pmf<Unit> die = first_throw(pool.die).map([&](const Thrown& thrown) {
    Unit one;
    nth(one.left, pool.die.rerolled_misses - thrown.again) = 1;
    one.hits = hits_shown(thrown.rolled);
    return one;
  });
  Pmf<Unit> unit;
  for (int i = 0; i < dice; ++i)
    unit = unit.combine(die, [](const Unit& a, const Unit& b) {
      Unit both{a.hits + b.hits, a.left};
      for (std::size_t n = 0; n < both.left.size(); ++n)
        both.left[n] = static_cast<std::uint8_t>(both.left[n] + b.left[n]);
      return both;
    });
  return unit.then([&](const Unit& first) {
    return law_of_unit_with_crown(pool, first.left).map([&](const Judged& second) {
      return Judged{first.hits, second.shown};
    });
  });
}

/// Dice that only hit or miss, by hits of both throws: hundreds of them would be slow one by one.
class PlainDice {
 public:
  void add(const Pmf<Judged>& die) {
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
  Pmf<Judged> law() const {
    std::vector<Pmf<Judged>::Entry> entries;
    entries.reserve(chances_.size());
    for (std::size_t i = 0; i < chances_.size(); ++i)
      entries.emplace_back(
          Judged{static_cast<int>(i / side_), shown(Shown::hits, static_cast<unsigned>(i % side_))},
          chances_[i]);
    return Pmf<Judged>{std::move(entries)};
  }

 private:
  std::size_t side_ = 1;
  std::vector<double> chances_{1.0};
};

}  // namespace

Pmf<Judged> law_of_two_throws(const std::vector<Pool>& pools) {
  PlainDice plain;
  Pmf<Judged> others;
  for (const Pool& pool : pools) {
    if (crown_matters(pool)) {
      others = others.convolve(
          law_of_units(pool, [&](int of_unit) { return law_of_two_throws(pool, of_unit); }));
      continue;
    }
    const Pmf<Judged> die = law_of_two_throws(pool.die);
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
