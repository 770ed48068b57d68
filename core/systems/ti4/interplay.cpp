#include "core/systems/ti4/interplay.hpp"

#include <algorithm>

namespace broadside::ti4 {
namespace {

constexpr int kReflected = 2;       ///< hits of one Reflective Shielding
constexpr int kMostReflectsAt = 7;  ///< three bits
constexpr int kMostHitsTold = 31;   ///< five bits
constexpr int kTypeBits = 3;

bool blocks_sustain(const Group& group) { return group.blocks_sustain && group.is_ship; }

int pack(const Army& army, const Interplay& plays) {
  if (tells_of_shots(army)) return plays.shot_at << kTypeBits | static_cast<int>(plays.shot);
  return plays.unblocks_at << kTypeBits | plays.reflects_at;
}

Interplay unpack(const Army& army, int bits) {
  Interplay plays;
  const int low = bits & ((1 << kTypeBits) - 1), high = bits >> kTypeBits;
  if (tells_of_shots(army)) {
    plays.shot_at = high;
    plays.shot = static_cast<UnitType>(low);
  } else {
    plays.unblocks_at = high;
    plays.reflects_at = low;
  }
  return plays;
}

}  // namespace

bool sustains_interact(const Army& attacker, const Army& defender) {
  for (const Army* army : {&attacker, &defender}) {
    if (army->reflects_mark >= 0) return true;
    if (army->direct_hits_mark < 0) continue;
    if (army->enemy_places_copies ||
        std::any_of(army->groups.begin(), army->groups.end(), blocks_sustain))
      return true;
  }
  return false;
}

Hits with_interplay(const Army& army, const Force& force, int round, Hits hits) {
  Interplay plays;
  const bool reflects = army.reflects_mark >= 0 && force.mark(army.reflects_mark) > 0;
  const bool fears = army.direct_hits_mark >= 0 && force.mark(army.direct_hits_mark) > 0;
  const bool unblocks = fears && forbids_sustain(army, force, false);
  const bool tells = fears && tells_of_shots(army);
  const HitContext context{Roll::space_combat, round};
  for (int taken = 1; taken <= kMostHitsTold; ++taken) {
    const bool wanted = (reflects && plays.reflects_at == 0 && taken <= kMostReflectsAt) ||
                        (unblocks && plays.unblocks_at == 0) || (tells && plays.shot_at == 0);
    if (!wanted) break;
    const auto [report, after] = sustain_hits(army, force, taken, context);
    for (std::size_t g = 0; g < army.groups.size(); ++g)
      if (reflects && plays.reflects_at == 0 && army.groups[g].is_ship && report.sustained[g] > 0)
        plays.reflects_at = std::min(taken, kMostReflectsAt);
    if (unblocks && plays.unblocks_at == 0 && !forbids_sustain(army, after, false))
      plays.unblocks_at = taken;
    if (tells && plays.shot_at == 0 && report.first_shot >= 0) {
      plays.shot_at = taken;
      plays.shot = nth(army.groups, report.first_shot).type;
    }
  }
  hits.second = pack(army, plays);
  return hits;
}

std::pair<Volley, Volley> interact(const Army& attacker, const Army& defender, Volley by_attacker,
                                   Volley by_defender) {
  BySide<Hits> made{Hits::of(by_attacker), Hits::of(by_defender)};
  const BySide<Interplay> plays{unpack(attacker, made[Side::attacker].second),
                                unpack(defender, made[Side::defender].second)};
  const auto takes = [&](Side side, int hits) {
    return hits > 0 && made[other(side)].total() >= hits;
  };
  const auto may_sustain = [&](Side side) {
    return !made[other(side)].no_sustain || takes(other(side), plays[other(side)].unblocks_at);
  };
  BySide<bool> reflected{}, late{};
  for (int turn = 0; turn < 2; ++turn)
    for (const Side side : kSides)
      if (!reflected[side] && takes(side, plays[side].reflects_at) && may_sustain(side)) {
        reflected[side] = true;
        made[side].any += kReflected;
        // The enemy has had a turn to sustain before these hits came.
        late[side] = turn > 0 || side == Side::defender;
      }
  BySide<Hits> settled = made;
  for (const Side side : kSides) {
    const bool shot = takes(side, plays[side].shot_at) && may_sustain(side);
    settled[side].no_sustain = !may_sustain(other(side));
    settled[side].second = (shot ? 1 + static_cast<int>(plays[side].shot) : 0) << 1 | late[side];
  }
  return {settled[Side::attacker].pack(), settled[Side::defender].pack()};
}

Force with_arrivals(const Army& army, Force force, const Hits& hits) {
  const int type = hits.second >> 1;
  if (type == 0) return force;
  if (const int g = find_group(army, static_cast<UnitType>(type - 1)); g >= 0) {
    const GroupAt group = g;
    if (force.count(group) < army.groups[group].most) bring(army, force, group, 1);
  }
  return force;
}

}  // namespace broadside::ti4
