#include "core/systems/ti4/split.hpp"

#include <algorithm>
#include <cmath>

namespace broadside::ti4 {
namespace {

/// Chances this near to each other are the same.
constexpr double kSame = 1e-12;
/// More ways to divide a force than anybody wants to read or wait for.
constexpr std::size_t kMostSplits = 100'000;

/// The first named planet decides between equals (RULES 9.40).
bool is_better(const SplitOdds& a, const SplitOdds& b) {
  if (std::abs(a.expected - b.expected) > kSame) return a.expected > b.expected;
  for (std::size_t p = 0; p < a.taken.size(); ++p)
    if (std::abs(a.taken[p] - b.taken[p]) > kSame) return a.taken[p] > b.taken[p];
  return false;
}

}  // namespace

Force landing_party(const Army& army, const GroupCounts& troops, Force& from) {
  Force party;
  for (std::size_t g = 0; g < army.groups.size(); ++g) {
    const int whole = std::min<int>(troops[g], from.whole[g]);
    const int damaged = std::min<int>(troops[g] - whole, from.damaged[g]);
    party.whole[g] = static_cast<std::uint8_t>(whole);
    party.damaged[g] = static_cast<std::uint8_t>(damaged);
    from.whole[g] = static_cast<std::uint8_t>(from.whole[g] - whole);
    from.damaged[g] = static_cast<std::uint8_t>(from.damaged[g] - damaged);
  }
  return party;
}

Force bombarding_force(const GroupCounts& units) {
  Force force;
  force.whole = units;
  return force;
}

bool breaks_shields(const Army& army, const Force& space) {
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (army.groups[g].breaks_shields && space.count(g) > 0) return true;
  return false;
}

// --- all ways to divide a force

Splitter::Splitter(const Army& attackers, const std::vector<Planet>& planets)
    : attackers_(attackers), planets_(planets), taken_(planets.size()) {
  for (const Group& group : attackers.groups) {
    troops_.groups.push_back(group.is_ground_force && !group.is_structure && !group.stays_aboard);
    bombers_.groups.push_back(takes_part(group, Roll::bombardment) && !group.stays_aboard &&
                              printed(group, Roll::bombardment) &&
                              !(attackers.blocked_rolls & mask(Roll::bombardment)));
  }
  troops_.named = &Planet::commit;
  bombers_.named = &Planet::bombard;
  for (const Planet& planet : planets) {
    troops_.planets.push_back(true);
    bombers_.planets.push_back(planet.bombardment >= 0);
    odds_.emplace_back(planet);
    more_dice_ |= planet.rules.no_more_dice != nullptr;
  }
}

bool Splitter::gave_up() const {
  return too_many_ || std::any_of(odds_.begin(), odds_.end(),
                                  [](const PlanetOdds& odds) { return odds.gave_up(); });
}

std::array<int, kGroups> Splitter::all_of(const Force& arriving, const Divided& what) const {
  std::array<int, kGroups> all{};
  for (std::size_t g = 0; g < attackers_.groups.size(); ++g)
    all[g] = what.groups[g] ? arriving.count(g) : 0;
  return all;
}

/// The first named planet first gets as much as it can; `rest` loses it.
Splitter::Counts Splitter::named(const Divided& what, std::array<int, kGroups>& rest) const {
  Counts counts(planets_.size(), GroupCounts{});
  for (std::size_t p = 0; p < planets_.size(); ++p) {
    const auto& named = planets_[p].*what.named;
    if (!named) continue;
    for (const UnitCount& unit : *named) {
      int wanted = unit.count;
      // Of one type those that are kept longest go first.
      for (std::size_t g = attackers_.groups.size(); g-- > 0;) {
        if (!what.groups[g] || attackers_.groups[g].type != unit_type(unit.type)) continue;
        const int sent = std::min(wanted, rest[g]);
        counts[p][g] = static_cast<std::uint8_t>(counts[p][g] + sent);
        wanted -= sent;
        rest[g] -= sent;
      }
    }
  }
  return counts;
}

Splitter::Counts Splitter::named_troops(const Force& arriving) const {
  auto rest = all_of(arriving, troops_);
  return named(troops_, rest);
}

Splitter::Counts Splitter::named_bombers(const Force& arriving) const {
  auto rest = all_of(arriving, bombers_);
  return named(bombers_, rest);
}

std::vector<Splitter::Counts> Splitter::divisions(const Force& arriving,
                                                  const Divided& what) const {
  std::array<int, kGroups> rest = all_of(arriving, what);
  const Counts start = named(what, rest);
  std::vector<std::size_t> open;
  for (std::size_t p = 0; p < planets_.size(); ++p)
    if (!(planets_[p].*what.named) && what.planets[p]) open.push_back(p);
  std::vector<Counts> all{start};
  if (open.empty()) return all;
  for (std::size_t g = 0; g < attackers_.groups.size(); ++g) {
    if (rest[g] == 0) continue;
    std::vector<Counts> more;
    const auto divide = [&](const auto& self, Counts& counts, std::size_t o, int left) -> void {
      if (more.size() > kMostSplits) return;
      std::uint8_t& here = counts[open[o]][g];
      const std::uint8_t before = here;
      if (o + 1 == open.size()) {
        here = static_cast<std::uint8_t>(before + left);
        more.push_back(counts);
      } else {
        for (int sent = left; sent >= 0; --sent) {
          here = static_cast<std::uint8_t>(before + sent);
          self(self, counts, o + 1, left - sent);
        }
      }
      here = before;
    };
    for (Counts& counts : all) divide(divide, counts, 0, rest[g]);
    all = std::move(more);
    if (all.size() > kMostSplits) too_many_ = true;
  }
  return all;
}

std::vector<Split> Splitter::splits(const Force& arriving) const {
  const auto landings = divisions(arriving, troops_), bombings = divisions(arriving, bombers_);
  std::vector<Split> all;
  for (const Counts& landing : landings)
    for (const Counts& bombing : bombings) {
      Split split;
      std::copy(landing.begin(), landing.end(), split.commit.begin());
      std::copy(bombing.begin(), bombing.end(), split.bombard.begin());
      if (all.size() > kMostSplits) {
        too_many_ = true;
        return all;
      }
      bool nobody = true;
      for (std::size_t p = 0; more_dice_ && p < planets_.size(); ++p) {
        if (bombing[p] == GroupCounts{}) continue;
        nobody = false;
        split.more_dice_at = p;
        all.push_back(split);
      }
      if (nobody) all.push_back(split);
    }
  return all;
}

double Splitter::taken(std::size_t p, const Share& share) const {
  const Planet& planet = planets_[p];
  if (planet.is_empty()) return count(attackers_, share.landing, Targets::troops) > 0 ? 1 : 0;
  const auto [at, is_new] = taken_[p].try_emplace(share, 0.0);
  if (!is_new) return at->second;
  const Rules& rules = planet.battle();
  Force landing = share.landing;
  landing.marks = rules.army(Side::attacker).marks;
  Force garrison = rules.start(Side::defender);
  for (std::size_t g = 0; g < rules.army(Side::defender).groups.size(); ++g)
    if (rules.army(Side::defender).groups[g].is_ship) garrison.whole[g] = garrison.damaged[g] = 0;
  if (planet.bombardment < 0 || share.bombers == GroupCounts{})
    return at->second = odds_[p].taken(landing, garrison);
  const Rules& bombarding = planet.bombarding(share.more_dice, share.shields_off);
  Force bombers = bombarding_force(share.bombers);
  bombers.marks = landing.marks;
  for (std::size_t g = 0; g < attackers_.groups.size(); ++g)
    if (attackers_.groups[g].silences)
      bombers.whole[g] = static_cast<std::uint8_t>(landing.count(g));
  const std::uint32_t seen = bombarding.feature(Side::defender, planet.bombardment, garrison);
  double sum = 0;
  for (const auto& [thrown, chance] :
       bombarding.throws(Side::attacker, planet.bombardment, bombers, seen))
    sum += chance * odds_[p].taken(landing, bombarding.absorb(Side::defender, planet.bombardment,
                                                              garrison, thrown.first));
  return at->second = sum;
}

SplitOdds Splitter::judged(const Force& arriving, const Split& split) const {
  SplitOdds odds{split, {}, 0};
  Force rest = arriving;
  for (std::size_t p = 0; p < planets_.size(); ++p) {
    Share share{landing_party(attackers_, split.commit[p], rest), split.bombard[p],
                split.more_dice_at == p, breaks_shields(attackers_, arriving)};
    for (std::size_t g = 0; g < attackers_.groups.size(); ++g)
      if (attackers_.groups[g].silences || (attackers_.harrows && attackers_.groups[g].is_ship)) {
        share.landing.whole[g] = arriving.whole[g];
        share.landing.damaged[g] = arriving.damaged[g];
      }
    for (const auto& [troops, elsewhere] : attackers_.elsewhere)
      share.landing.whole[elsewhere] =
          static_cast<std::uint8_t>(arriving.count(troops) - share.landing.count(troops));
    odds.taken.push_back(taken(p, share));
    odds.expected += odds.taken.back();
  }
  return odds;
}

/// Forces that differ in nothing else are divided alike.
Force Splitter::what_matters(const Force& arriving) const {
  Force force;
  for (std::size_t g = 0; g < attackers_.groups.size(); ++g)
    if (troops_.groups[g] || bombers_.groups[g] || attackers_.groups[g].breaks_shields ||
        attackers_.groups[g].silences) {
      force.whole[g] = arriving.whole[g];
      force.damaged[g] = arriving.damaged[g];
    }
  return force;
}

const Split& Splitter::of(const Force& arriving) const {
  const Force key = what_matters(arriving);
  const auto known = splits_.find(key);
  if (known != splits_.end()) return known->second;
  const std::vector<Split> ways = splits(key);
  if (ways.size() == 1 || too_many_) return splits_[key] = ways.front();
  SplitOdds best = judged(key, ways.front());
  for (std::size_t w = 1; w < ways.size() && !gave_up(); ++w)
    if (SplitOdds odds = judged(key, ways[w]); is_better(odds, best)) best = std::move(odds);
  return splits_[key] = best.split;
}

std::vector<SplitOdds> Splitter::all(const Force& arriving) const {
  const Force key = what_matters(arriving);
  const std::vector<Split> ways = splits(key);
  std::vector<SplitOdds> rows;
  if (ways.size() == 1) return rows;
  for (const Split& split : ways) {
    if (gave_up()) break;
    SplitOdds odds = judged(key, split);
    // Splits of the same troops follow one another: the best bombardment stands for them.
    if (rows.empty() || rows.back().split.commit != odds.split.commit)
      rows.push_back(std::move(odds));
    else if (is_better(odds, rows.back()))
      rows.back() = std::move(odds);
  }
  std::stable_sort(rows.begin(), rows.end(), is_better);
  return rows;
}

}  // namespace broadside::ti4
