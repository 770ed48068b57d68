#include "core/systems/rebellion/dice.hpp"

namespace broadside::rebellion {
namespace {

struct FacesChance {
  Faces faces;
  double chance;
};

/// Every way in which n dice of a colour can fall.
std::vector<FacesChance> falls(const Die& die, int n) {
  std::vector<FacesChance> list;
  const double sides = die.sides();
  const auto power = [](double base, int times) {
    double result = 1;
    for (int i = 0; i < times; ++i) result *= base;
    return result;
  };
  const auto choose = [](int from, int k) {
    double result = 1;
    for (int i = 0; i < k; ++i) result = result * (from - i) / (i + 1);
    return result;
  };
  for (int hit = 0; hit <= n; ++hit)
    for (int direct = 0; hit + direct <= n; ++direct)
      for (int special = 0; hit + direct + special <= n; ++special) {
        const int blank = n - hit - direct - special;
        const double chance = choose(n, hit) * choose(n - hit, direct) *
                              choose(n - hit - direct, special) * power(die.hit / sides, hit) *
                              power(die.direct_hit / sides, direct) *
                              power(die.special / sides, special) * power(die.blank / sides, blank);
        if (chance > 0) list.push_back({Faces::of(hit, direct, special, blank), chance});
      }
  return list;
}

/// The law of what n dice of a colour add to a roll.
Pmf<Shown> plain_law(Color color, int n) {
  std::vector<Pmf<Shown>::Entry> entries;
  for (const auto& [faces, chance] : falls(die(color), n)) {
    Roll roll;
    (color == Color::red ? roll.red : color == Color::black ? roll.black : roll.green) = faces;
    entries.emplace_back(shown(roll), chance);
  }
  return Pmf<Shown>{std::move(entries)};
}

Pmf<Shown> pool_law(Dice pool) {
  return plain_law(Color::red, pool.red)
      .convolve(plain_law(Color::black, pool.black))
      .convolve(plain_law(Color::green, pool.green));
}

Pmf<Shown> law_of(const RollRule& rule) {
  Dice pool = rule.pool;
  const Dice set = least_useful(pool, rule.use, rule.set);
  pool = {static_cast<std::uint8_t>(pool.red - set.red),
          static_cast<std::uint8_t>(pool.black - set.black),
          static_cast<std::uint8_t>(pool.green - set.green)};
  const Shown sure = pack(0, 0, set.red + set.black + set.green);
  if (rule.rerolls == 0) return pool_law(pool).convolve(Pmf<Shown>{sure});

  // Rolls that leave the same dice to be rolled again share one law of those dice.
  constexpr std::size_t kBase = kMostRerolls + 1;
  std::array<std::vector<Pmf<Shown>::Entry>, kBase * kBase * kBase> kept;  // by dice rolled again
  std::array<double, kBase * kBase * kBase> weight{};
  for (const auto& red : falls(die(Color::red), pool.red))
    for (const auto& black : falls(die(Color::black), pool.black))
      for (const auto& green : falls(die(Color::green), pool.green)) {
        Roll roll{red.faces, black.faces, green.faces};
        const Dice again = drop_useless(roll, rule.use, rule.blanks_only, rule.rerolls);
        const std::size_t which = again.red + kBase * (again.black + kBase * again.green);
        const double chance = red.chance * black.chance * green.chance;
        kept[which].emplace_back(shown(roll) + sure, chance);
        weight[which] += chance;
      }
  std::vector<Pmf<Shown>::Entry> entries;
  for (std::size_t which = 0; which < kept.size(); ++which) {
    if (kept[which].empty()) continue;
    for (auto& entry : kept[which]) entry.second /= weight[which];
    const Pmf<Shown> first{std::move(kept[which])};
    const Pmf<Shown> second = pool_law({static_cast<std::uint8_t>(which % kBase),
                                        static_cast<std::uint8_t>(which / kBase % kBase),
                                        static_cast<std::uint8_t>(which / (kBase * kBase))});
    for (const auto& [value, chance] : first.convolve(second))
      entries.emplace_back(value, chance * weight[which]);
  }
  return Pmf<Shown>{std::move(entries)};
}

}  // namespace

const Pmf<Shown>* RollLaws::find(const RollRule& rule, Shown most) const {
  for (const Known& known : known_)
    if (known.most == most && known.rule == rule) return &known.law;
  return nullptr;
}

const Pmf<Shown>& RollLaws::of(const RollRule& rule, Shown most) {
  if (const auto* law = find(rule, most)) return *law;
  if (!find(rule, kAll)) known_.push_back({rule, kAll, law_of(rule)});
  if (most == kAll) return known_.back().law;
  Pmf<Shown> law = find(rule, kAll)->map([&](Shown value) {
    return pack(std::min(red_hits(value), red_hits(most)),
                std::min(black_hits(value), black_hits(most)),
                std::min(direct_hits(value), direct_hits(most)),
                std::min(red_specials(value), red_specials(most)),
                std::min(black_specials(value), black_specials(most)));
  });
  known_.push_back({rule, most, std::move(law)});
  return known_.back().law;
}

void DiceTables::fill(Row& row, const Die& die, int n) {
  const auto list = falls(die, n);
  std::vector<double> chance;
  for (const FacesChance& each : list) chance.push_back(each.chance);
  std::array<std::uint32_t, 1u << kBits> alias{}, refine{};
  fill_alias_row(chance, kBits, alias, refine);
  for (std::size_t c = 0; c < row.size(); ++c) {
    // A column without a fall of its own always yields the other one.
    const Faces other = list[alias[c] >> (32 - kBits)].faces;
    row[c] = {alias[c] & alias_place_mask(kBits), refine[c],
              c < list.size() ? list[c].faces : other, other};
  }
}

DiceTables::DiceTables() {
  for (std::size_t n = 0; n < sixes_.size(); ++n)
    fill(sixes_[n], die(Color::red), static_cast<int>(n));
  for (std::size_t n = 0; n < greens_.size(); ++n)
    fill(greens_[n], die(Color::green), static_cast<int>(n));
}

const DiceTables& DiceTables::get() {
  static const DiceTables kTables;
  return kTables;
}

}  // namespace broadside::rebellion
