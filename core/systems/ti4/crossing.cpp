// What happens to a force on its way from step to step, and to those who leave.
#include <algorithm>
#include <utility>

#include "core/systems/ti4/battle.hpp"

namespace broadside::ti4 {

using namespace battle_words;

namespace {

/// All that the side has in the combat is destroyed (RULES 3.6.8).
void lose_all(const Army& army, Targets targets, Force& force) {
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (is_target(army.groups[g], targets)) force.whole[g] = force.damaged[g] = 0;
}

}  // namespace

/// RULES 3.6.2: every ship under its own power is removed on 1 to 3, then what it carried.
Rules::Throw Rules::leave_rift(Side side, const Force& force) const {
  const Army& mine = army(side);
  Pmf<Force> left{force};
  for (std::size_t g = 0; g < mine.groups.size(); ++g)
    if (mine.groups[g].is_ship && mine.groups[g].moves_alone)
      left = left.then([&](const Force& now) { return each_may_fall(now, g, 0.3); });
  return left.map([&](const Force& now) {
    return std::pair{Volley{0}, enforce_capacity(mine, now, 0, false)};
  });
}

/// Last Dispatch: certain, if the ship that has the text is among those that leave.
Rules::Throw Rules::shoot_at_parting(Side side, const Force& force) const {
  const Army& mine = army(side);
  bool shoots = false;
  for (std::size_t g = 0; g < mine.groups.size(); ++g)
    shoots |= (mine.parting_shot >> g & 1) && force.count(g) > 0;
  return Throw{std::pair{Volley{shoots}, force}};
}

/// The enemy chooses: the dearest ship that has no Sustain Damage.
Rules::Force Rules::take_parting_shot(Side side, const Force& force, Volley volley) const {
  if (volley == 0) return force;
  const Army& mine = army(side);
  int dearest = -1;
  for (std::size_t g = 0; g < mine.groups.size(); ++g) {
    const Group& group = mine.groups[g];
    if (!group.is_ship || group.sustain_damage || force.count(g) == 0) continue;
    if (dearest < 0 || group.worth > nth(mine.groups, dearest).worth) dearest = static_cast<int>(g);
  }
  if (dearest < 0) return force;
  return lose_units(mine, force, dearest, 1, HitContext{Roll::space_combat});
}

/// RULES 3.6.5: the winner is known before capacity is checked; a side without ships loses what it
/// had in the space area.
Rules::Force Rules::after_space(Side side, const Force& force) const {
  const Army& mine = army(side);
  const Force left = end_shapes(mine, force);
  if (left.away) return left;
  if (count(mine, left, Targets::ships) == 0) return clear_space(mine, left);
  return enforce_capacity(mine, left, 0, true);
}

/// What of the end of a round follows a step.
void Rules::end_round(Side side, const PhaseAt& where, Force& force) const {
  const Roll combat = on_planet(where.phase) ? Roll::ground_combat : Roll::space_combat;
  const auto& acts = army(side).after_round;
  const EndOfRound now = where.ends[side];
  for (std::size_t i = now.from; i < now.to; ++i) acts[i](army(side), combat, force);
}

/// The combat is over with this step, and its round ends for the side whatever was still to come.
void Rules::end_what_is_left(Side side, const PhaseAt& where, Force& force) const {
  const auto& acts = army(side).after_round;
  for (std::size_t i = where.retreats == side ? 0 : where.ends[side].to; i < acts.size(); ++i)
    acts[i](army(side), Roll::space_combat, force);
}

/// RULES 9.57: the card acts on the next roll, or repairs every unit that fights here.
Rules::Force Rules::with_card(Side side, int step, Force force) const {
  const Army& mine = army(side);
  const PhaseAt& where = at(step);
  const TimedCard& card = nth(mine.free.cards, where.card);
  --force.mark(card.held);
  if (card.acts >= 0) ++force.mark(card.acts);
  if (card.repairs()) repair_all(mine, force);
  return force;
}

/// RULES 9.58: so many stay aboard, damaged ones first.
Rules::Force Rules::with_some_aboard(int step, int edge, Force force) const {
  const auto [from, to] = nth(army(Side::attacker).free.aboard, at(step).commit);
  int left = edge == kMostAboard ? force.count(from) : edge;
  for (auto* part : {&force.damaged, &force.whole}) {
    const int stay = std::min<int>(left, (*part)[from]);
    (*part)[from] = static_cast<std::uint8_t>((*part)[from] - stay);
    (*part)[to] = static_cast<std::uint8_t>((*part)[to] + stay);
    left -= stay;
  }
  return force;
}

Rules::Force Rules::cross(Side side, int step, int edge, const Force& force) const {
  const PhaseAt& where = at(step);
  const EdgePlan& to = nth(nth(plan_, step).edges, edge);
  const bool gives_way = (to.deeds[side] & kGivesWay) != 0;
  const bool leaves = (where.retreats == side && (to.deeds[side] & kLeaves) != 0) ||
                      (gives_way && where.in_space && army(side).can_retreat);
  Force after = force;
  if (to.deeds[side] & kPlaysCard) return with_card(side, step, after);
  if (side == Side::attacker && chooses_aboard(step) &&
      plan_[static_cast<std::size_t>(step)].is_early(static_cast<std::size_t>(edge)))
    return with_some_aboard(step, edge, after);
  if (to.step < 0 && to.ending == Outcome::undecided) {
    // RULES 1.12: as they stand in mid-combat. No capacity is enforced; what no report tells apart
    // is reset.
    after.fresh = {};
    after.marks = {};
    return after;
  }
  if (gives_way && !leaves)
    lose_all(army(side), where.in_space ? Targets::ships : Targets::ground_forces, after);
  if (where.in_space) {
    const bool stays_in_space = to.step >= 0 && at(to.step).in_space;
    if (!stays_in_space) {  // no round of this combat is left
      after.fresh = {};
      for (const int habit : {army(side).free.room_mark, army(side).free.sustain_mark})
        if (habit >= 0) after.mark(habit) = 1;
    }
    const bool departure = to.step >= 0 && (at(to.step).phase == Phase::parting_shot ||
                                            at(to.step).phase == Phase::rift);
    if (stays_in_space && !departure) return force;
    // Who stays takes the parting shot before capacity is checked.
    if (departure && at(to.step).phase == Phase::parting_shot && !leaves) return force;
    // Where a retreat was called off the end of the round comes for the side after all.
    if (where.closes_round && !leaves) end_what_is_left(side, where, after);
    if (leaves) {
      after = where.slips ? end_shapes(army(side), after) : after_retreat(army(side), after);
      after.away = count(army(side), after, Targets::ships) > 0;
    } else {
      after = after_space(side, after);
    }
  }
  // RULES 4.2.4: those who stand on the planet fight without the troops that went with the ships.
  if (after.away && to.step >= 0 && !at(to.step).in_space)
    for (const auto& [troops, gone] : army(side).leave_with_ships)
      pass(after, troops, gone, after.count(troops));
  if (to.step >= 0) return after;
  // RULES 4.5.1: whoever takes the planet destroys the structures on it.
  if (to.ending == Outcome::attacker_win && side == Side::defender &&
      (kind_ == BattleKind::invasion || kind_ == BattleKind::conquest))
    for (std::size_t g = 0; g < army(side).groups.size(); ++g)
      if (army(side).groups[g].is_structure) after.whole[g] = after.damaged[g] = 0;
  after.marks = {};  // what is left of cards and charges does not tell final forces apart
  return after;
}

}  // namespace broadside::ti4
