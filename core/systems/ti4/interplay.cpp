#include "core/systems/ti4/interplay.hpp"

#include <algorithm>
#include <utility>

namespace broadside::ti4 {
namespace {

constexpr int kReflected = 2;       ///< hits of one Reflective Shielding
constexpr int kMostReflectsAt = 7;  ///< three bits
constexpr int kMostHitsTold = 31;   ///< five bits
constexpr int kMoreHitsTold = 5;    ///< hits after the first reflected one: as many bits
constexpr int kLateBits = 2;        ///< of Hits::second once settled: cards that came late
constexpr int kTypeBits = 3;

bool blocks_sustain(const Group& group) { return group.blocks_sustain && group.is_ship; }

/// May a Direct Hit take what keeps the enemy from sustaining?
bool may_unblock(const Army& army) {
  return army.direct_hits_mark >= 0 &&
         std::any_of(army.groups.begin(), army.groups.end(),
                     [](const Group& group) { return blocks_sustain(group) || group.silences; });
}

int pack(const Army& army, const Interplay& plays) {
  if (tells_of_shots(army)) return plays.shot_at << kTypeBits | static_cast<int>(plays.shot);
  if (!may_unblock(army)) return plays.more << kTypeBits | plays.reflects_at;
  return plays.unblocks_at << kTypeBits | plays.reflects_at;
}

Interplay unpack(const Army& army, int bits) {
  Interplay plays;
  const int low = bits & ((1 << kTypeBits) - 1), high = bits >> kTypeBits;
  if (tells_of_shots(army)) {
    plays.shot_at = high;
    plays.shot = static_cast<UnitType>(low);
  } else {
    (may_unblock(army) ? plays.unblocks_at : plays.more) = high;
    plays.reflects_at = low;
  }
  return plays;
}

/// The hits of the wards come once losses are known. `rounds`: those of the combat rolls too, which
/// otherwise the volleys of both sides settle. What else hits in the combat (Magen Defense Grid,
/// Proxima Targeting, Harrow) is answered here only.
void answer_after_losses(Army& army, bool rounds) {
  const GroupMask wards = rounds ? std::exchange(army.wards, GroupMask{0}) : army.wards;
  const int due = army.new_mark(0);
  army.react(mask(Roll::ground_combat) | mask(Roll::bombardment),
             [=](const Army& own, const HitReport& report, Force& force) {
               const bool on_ground =
                   report.roll == Roll::ground_combat || report.roll == Roll::bombardment;
               const bool settled = !rounds && report.roll == Roll::ground_combat && !report.answer;
               if (!on_ground || !report.in_combat || settled) return;
               for (std::size_t g = 0; g < own.groups.size(); ++g)
                 if (wards >> g & 1)
                   force.mark(due) =
                       static_cast<std::uint8_t>(force.mark(due) + report.sustained[g]);
             });
  army.ground_answers.push_back(
      {"valkyrie exoskeleton",
       [due](const Army& own, const Force& force, std::uint32_t) {
         Force after = force;
         const int hits = std::exchange(after.mark(due), std::uint8_t{0});
         return Event::Throw{std::pair{hits_by(own, after, {hits, 0, 0, false}, true), after}};
       },
       [](const Army& enemy, const Force& force, Volley volley) {
         Force after = force;  // they come one by one, as the sustains do (RULES 3.5)
         for (int hit = Hits::of(volley).any; hit > 0; --hit)
           after = take_hits(enemy, after, {1, 0, 0, Hits::of(volley).no_sustain},
                             {Roll::ground_combat, 1, Targets::ground_forces, true, true, true});
         return after;
       },
       1, nullptr, nullptr, "sardakk_mech", true});
}

}  // namespace

int most_reflected(const Army& army) { return may_unblock(army) ? 1 : (1 << kLateBits) - 1; }

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
  const int cards = army.reflects_mark < 0
                        ? 0
                        : std::min<int>(force.mark(army.reflects_mark), most_reflected(army));
  int reflected = 0;
  const bool fears = army.direct_hits_mark >= 0 && force.mark(army.direct_hits_mark) > 0;
  const bool unblocks = fears && forbids_sustain(army, force, false);
  const bool tells = fears && tells_of_shots(army);
  const HitContext context{Roll::space_combat, round};
  for (int taken = 1; taken <= kMostHitsTold; ++taken) {
    const bool wanted =
        (reflected < cards &&
         taken <= (reflected == 0 ? kMostReflectsAt : plays.reflects_at + kMoreHitsTold)) ||
        (unblocks && plays.unblocks_at == 0) || (tells && plays.shot_at == 0);
    if (!wanted) break;
    const auto [report, after] = sustain_hits(army, force, taken, context);
    int ships = 0;
    for (std::size_t g = 0; g < army.groups.size(); ++g)
      if (army.groups[g].is_ship) ships += report.sustained[g];
    if (ships > reflected && reflected < cards) {
      if (reflected == 0)
        plays.reflects_at = std::min(taken, kMostReflectsAt);
      else if (taken <= plays.reflects_at + kMoreHitsTold)
        plays.more |= 1 << (taken - plays.reflects_at - 1);
      ++reflected;
    }
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
  const auto answers = [&](Side side) {  // cards that the sustains of so many hits call for
    const Interplay& told = plays[side];
    if (!takes(side, told.reflects_at) || !may_sustain(side)) return 0;
    int cards = 1;
    for (int i = 0; i < kMoreHitsTold; ++i)
      cards += (told.more >> i & 1) && takes(side, told.reflects_at + 1 + i);
    return cards;
  };
  BySide<int> reflected{}, late{};
  bool changes = true;
  for (int turn = 0; changes; ++turn) {
    changes = false;
    for (const Side side : kSides)
      if (answers(side) > reflected[side]) {
        ++reflected[side];
        made[side].any += kReflected;
        // The enemy has had a turn to sustain before these hits came.
        late[side] += turn > 0 || side == Side::defender;
        changes = true;
      }
  }
  BySide<Hits> settled = made;
  for (const Side side : kSides) {
    const bool shot = takes(side, plays[side].shot_at) && may_sustain(side);
    settled[side].no_sustain = !may_sustain(other(side));
    settled[side].second =
        (shot ? 1 + static_cast<int>(plays[side].shot) : 0) << kLateBits | late[side];
  }
  return {settled[Side::attacker].pack(), settled[Side::defender].pack()};
}

void settle_wards(BySide<Army>& armies) {
  const auto answers_at_once = [&](Side side) {
    const Army &army = armies[side], &enemy = armies[other(side)];
    const bool one_by_one = enemy.sustain_worth == 1 && enemy.cancels.empty() &&
                            enemy.after_hits.empty() && enemy.direct_hits_mark < 0 &&
                            enemy.wards == 0;
    // How many sustain must follow from how many could.
    const bool plain = army.sustain != Sustain::last && army.sustain_worth == 1 &&
                       army.cancels.empty() && army.direct_hits_mark < 0;
    return plain && !one_by_one;
  };
  const BySide<bool> at_once{answers_at_once(Side::attacker), answers_at_once(Side::defender)};
  const bool other_hits = std::any_of(armies.begin(), armies.end(), [](const Army& army) {
    return army.harrows || !army.ground_start.empty() || !army.ground_round_start.empty() ||
           !army.ground_answers.empty();
  });
  for (const Side side : kSides)
    if (armies[side].wards != 0 && (!at_once[side] || other_hits))
      answer_after_losses(armies[side], !at_once[side]);
}

Hits with_wards(const Army& army, const Force& force, Hits hits) {
  hits.second = 0;
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if ((army.wards >> g & 1) && army.groups[g].sustain_damage && army.sustain != Sustain::never)
      hits.second += force.whole[g];
  return hits;
}

std::pair<Volley, Volley> interact_on_ground(const Army& attacker, const Army& defender,
                                             const Hits& by_attacker, const Hits& by_defender) {
  const BySide<int> worth{attacker.sustain_worth, defender.sustain_worth};
  BySide<Hits> made{by_attacker, by_defender};
  BySide<int> answers{};
  for (bool changes = true; changes;) {
    changes = false;
    for (const Side side : kSides) {
      const Hits& taken = made[other(side)];
      const int sustains =
          taken.no_sustain ? 0 : std::min(made[side].second, taken.total() + answers[other(side)]);
      changes |= std::exchange(answers[side], sustains) != sustains;
    }
  }
  for (const Side side : kSides) {
    made[side].any += answers[side];
    made[side].second = worth[other(side)] > 1 ? answers[side] : 0;
  }
  return {made[Side::attacker].pack(), made[Side::defender].pack()};
}

Force with_arrivals(const Army& army, Force force, const Hits& hits) {
  const int type = hits.second >> kLateBits;
  if (type == 0) return force;
  if (const int g = find_group(army, static_cast<UnitType>(type - 1)); g >= 0) {
    const GroupAt group = g;
    if (force.count(group) < army.groups[group].most) bring(army, force, group, 1);
  }
  return force;
}

}  // namespace broadside::ti4
