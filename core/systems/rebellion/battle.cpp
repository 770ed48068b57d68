#include "core/systems/rebellion/battle.hpp"

#include <algorithm>

#include "core/systems/rebellion/coupling.hpp"

namespace broadside::rebellion {
namespace {

/// Damage that a side's units of a colour can take in a theater.
int health(const Army& army, Theater theater, Color color) {
  int sum = 0;
  for (std::size_t g = 0; g < army.group_count; ++g)
    if (army.groups[g].unit->theater == theater && army.groups[g].color == color)
      sum += army.groups[g].health * army.groups[g].start;
  return sum;
}

/// A station that Death Star Plans can destroy: not behind a Shield Bunker.
bool has_open_station(const Army& army, const Force& force) {
  return force.in(Theater::space).any(army.front[0].stations) &&
         !force.in(Theater::ground).any(army.front[1].of(UnitId::shield_bunker));
}

}  // namespace

std::string Rules::too_large(const Setup& setup) {
  // Damage in one colour goes from unit to unit, so a theater has about as many forces of a side as
  // its damage can be spread over the two colours; healing and damage beyond health add some.
  // Looking for stalemates goes through all pairs of forces.
  constexpr double kMostForces = 12'000, kMostPairs = 8e6, kMostStallPairs = 6e4;
  double pairs = 1;
  for (const Army& army : setup.armies) {
    double forces = 1;
    for (Theater theater : kBothTheaters) {
      if (!setup.contested(theater)) continue;
      double here =
          (1.0 + health(army, theater, Color::red)) * (1.0 + health(army, theater, Color::black));
      if (setup.reading.cinematic) here *= 4;
      if (army.choices.targets == Targets::look_ahead) here *= 2;
      forces *= here;
    }
    if (forces > kMostForces) return "so many units can be damaged in too many ways for tables";
    pairs *= forces;
  }
  const bool searches = can_stall(setup) && !setup.reading.cinematic;
  if ((searches && pairs > kMostStallPairs) ||
      pairs > (are_coupled(setup) || setup.reading.cinematic ? kMostPairs : 4 * kMostPairs))
    return "so many units can be damaged in too many ways for tables";
  return "";
}

Rules::Rules(const Setup& setup)
    : setup_(setup), coupled_(are_coupled(setup)), plan_(plan_combat(setup)) {}

int Rules::stance(Side side, int step, const Force& force) const {
  const PhaseAt& where = phase(step);
  const Army& mine = army(side);
  const auto strength = [&](Theater theater) {
    return force.in(theater).empty() ? 0 : only_weak(mine, force, theater) ? 2 : 1;
  };
  switch (where.phase) {
    case Phase::attack:
      // Theaters apart: in the fight or not. Together: who is where.
      if (!coupled_) return strength(where.theater) == 1 ? 1 : 0;
      return presence(force);
    case Phase::plans:
      return presence(force);
    case Phase::left_alone:
      return strength(where.theater);
    case Phase::may_retreat: {
      if (side != where.side) return holds_enemy(mine, force) ? 0 : presence(force);
      if (!free_to_retreat(mine, force)) return 0;
      if (mine.retreat.round > 0 && where.round >= mine.retreat.round) return 1;
      const Front& front = mine.front[Theater::space];
      if (force.in(Theater::space).any(front.transports) &&
          !force.in(Theater::space).any(~front.transports))
        return 2;
      return mine.retreat.decides() ? 3 : 0;
    }
    case Phase::decide_retreat:
      return 1;
    case Phase::spared:
      if (presence(force) != 3) return 0;
      return force.spared && !force.in(Theater::ground).any(~mine.front[1].structures) ? 2 : 1;
    case Phase::jammed: {
      const Troop& ships = force.in(Theater::space);
      if (mine.empire()) {
        const Front& front = mine.front[Theater::space];
        const bool alone = !ships.empty() && !ships.any(~front.death_stars) &&
                           force.in(Theater::ground).empty() && ships.number(~Mask{0}) == 1;
        return alone ? 1 : 0;
      }
      if (ships.empty() || ion_cannons(mine, force) < 2) return 0;
      // Revealed in this round?
      if (mine.choices.death_star_plans && ships.any(mine.front[0].fighters) &&
          force.plans != Force::Plans::scored)
        return 0;
      return free_to_retreat(mine, force) ? 1 : 2;
    }
    case Phase::next_round:
      return presence(force);
    case Phase::closing:
      return force.retreated ? 1 + force.won_before : 0;
  }
  return 0;
}

std::uint32_t Rules::feature(Side side, int step, const Force& force) const {
  const PhaseAt& where = phase(step);
  const Army& mine = army(side);
  if (where.phase == Phase::plans) return mine.empire() && has_open_station(mine, force) ? 1 : 0;
  if (where.phase != Phase::attack) return 0;
  std::uint32_t colors = 0, base = 1;
  const std::uint32_t features = plan_[static_cast<std::size_t>(step)].features[side];
  std::uint32_t cannons = 0;
  if (where.theater == Theater::space && !mine.empire()) {
    cannons = static_cast<std::uint32_t>(ion_cannons(mine, force));
    base = static_cast<std::uint32_t>(units_of(mine, UnitId::ion_cannon)) + 1;
  }
  if (features == base) return cannons;
  const Mask targets = targets_of(mine, force, where.theater);
  const Front& front = mine.front[where.theater];
  const Troop& troop = force.in(where.theater);
  if (troop.any(targets & front.color[0])) colors |= 1;
  if (troop.any(targets & front.color[1])) colors |= 2;
  return cannons * 4 + colors;
}

Pmf<Rules::Throw> Rules::throws(Side side, int step, const Force& force, std::uint32_t seen) const {
  const PhaseAt& where = phase(step);
  if (where.phase == Phase::plans) {
    // Three red or black dice, any direct hit destroys the Death Star (RULES 5.6).
    if (seen == 0 || force.plans != Force::Plans::open ||
        !force.in(Theater::space).any(army(side).front[0].fighters))
      return Pmf{Throw{0, force}};
    const double miss = 5.0 / 6 * 5 / 6 * 5 / 6;
    Force scored = force;
    if (stations(empire_of(setup_)) > 1) scored.plans = Force::Plans::scored_now;
    return Pmf<Throw>{{{{1, scored}, 1 - miss}, {{0, force}, miss}}};
  }
  if (gave_up()) return Pmf{Throw{0, force}};
  return attack(side, where, force, seen);
}

Pmf<Rules::Throw> Rules::attack(Side side, const PhaseAt& where, const Force& force,
                                std::uint32_t seen) const {
  const Army& mine = army(side);
  const Theater theater = where.theater;
  const bool looks = mine.ring.in(where.round, theater) || mine.set_dice.in(where.round, theater) ||
                     (setup_.reading.cinematic && mine.tactic[theater] > 0);
  const std::uint32_t cannons = looks ? seen / 4 : seen;
  const Shown most = useful(side, where, force);
  RollRule rule;
  rule.pool = pool(mine, force, theater, where.round, static_cast<int>(cannons));
  const Front& front = mine.front[theater];
  if (looks) {
    rule.use.red_hit = (seen & 1) != 0;
    rule.use.black_hit = (seen & 2) != 0 || (mine.black_as_red > 0 && theater == Theater::space);
    if (setup_.reading.cinematic && mine.choices.healing != Healing::never) {
      const auto up_to = [](int specials, int dice) {
        return static_cast<std::uint8_t>(std::min(specials, dice));
      };
      rule.use.red_specials = up_to(red_specials(most), rule.pool.red);
      rule.use.black_specials = up_to(black_specials(most), rule.pool.black);
    }
    if (mine.choices.rerolls != Rerolls::never) {
      if (setup_.reading.cinematic) rule.rerolls = mine.tactic[theater];
      if (mine.ring.in(where.round, theater)) ++rule.rerolls;
    }
    rule.blanks_only = mine.choices.rerolls == Rerolls::blanks;
    if (mine.set_dice.in(where.round, theater)) rule.set = mine.set_dice.dice;
  }
  const bool heals = (most >> 12) != 0;
  const Pmf<Shown>& law = laws_->of(rule, most);
  work_ += law.size();
  return law.map([&](Shown value) {
    Throw thrown{static_cast<Volley>(value & 0xfff), force};
    if (heals) {
      Excess& excess = thrown.second.excess[theater];
      Troop& own = thrown.second.in(theater);
      heal(front, own, 0, red_specials(value), mine.choices.healing, excess);
      heal(front, own, 1, black_specials(value), mine.choices.healing, excess);
    }
    return thrown;
  });
}

/// How much of each kind can do anything: more hits than there is health to lose are as good as all
/// of it, more specials than there is damage to heal as good as that. Hits that cinematic combat
/// would have to heal too count as far as the dice of one attack can heal.
Shown Rules::useful(Side side, const PhaseAt& where, const Force& force) const {
  const Army &mine = army(side), &enemy = army(other(side));
  const bool cinematic = setup_.reading.cinematic;
  const int red = health(enemy, where.theater, Color::red);
  const int black = health(enemy, where.theater, Color::black);
  const int beyond = cinematic && !where.closes ? kCaps.red : 0;
  const auto hits = [&](int lost) { return std::min(lost > 0 ? lost + beyond : 0, 15); };
  std::array<int, 2> hurt{};
  if (cinematic && mine.choices.healing != Healing::never) {
    const Front& front = mine.front[where.theater];
    for (std::size_t c = 0; c < 2; ++c)
      hurt[c] = healable(front, force.in(where.theater), c, force.excess[where.theater]);
  }
  if (mine.black_as_red > 0) return pack(15, 15, 15, hurt[0], hurt[1]);
  return pack(hits(red), hits(black), hits(red + black), hurt[0], hurt[1]);
}

Rules::Force Rules::absorb(Side side, int step, const Force& force, Volley volley) const {
  const PhaseAt& where = phase(step);
  const Army& mine = army(side);
  Force after = force;
  if (where.phase == Phase::plans) {
    if (volley == 0 || !mine.empire()) return after;
    destroy_station(mine, after);
    return after;
  }
  if (where.phase != Phase::attack || gave_up()) return after;
  ++work_;
  const Theater theater = where.theater;
  const Choices& enemy = army(other(side)).choices;
  Hits hits{red_hits(volley), black_hits(volley), direct_hits(volley),
            theater == Theater::space ? army(other(side)).black_as_red : 0};
  assign(mine, after, theater, enemy.targets, hits, after.excess[theater]);
  return where.closes ? end_attacks(side, where, force, after) : after;
}

/// The attacks of a theater are over: what has too much damage leaves.
Rules::Force Rules::end_attacks(Side side, const PhaseAt& where, const Force& before,
                                Force after) const {
  after.excess[where.theater] = {};
  clear_doomed(army(side).front[where.theater], after.in(where.theater));
  if (where.theater == Theater::ground) after.spared = spares(side, where, before, after);
  return after;
}

/// Structures outlive the round if their owner rolled a die in it (RULES 5.4). Noted only where
/// nothing else is left on the ground, or may leave before the round ends.
bool Rules::spares(Side side, const PhaseAt& where, const Force& before, const Force& after) const {
  if (!setup_.reading.lasting_structures) return false;
  const Army& mine = army(side);
  if (pool(mine, before, Theater::ground, where.round, 0) == Dice{}) return false;
  const Mask structures = mine.front[Theater::ground].structures;
  const Troop& left = after.in(Theater::ground);
  return left.any(structures) && (!left.any(~structures) || may_ever_retreat(mine));
}

Rules::Force Rules::cross(Side side, int step, int edge, const Force& force) const {
  Force after = force;
  const EdgePlan& to = plan_[static_cast<std::size_t>(step)].edges[static_cast<std::size_t>(edge)];
  const std::uint8_t deeds = to.deeds[side];
  const Army& mine = army(side);
  if (deeds & kRetreat) {
    const int absent = (deeds & kNoEnemyShips ? bit_of(Theater::space) : 0) |
                       (deeds & kNoEnemyGround ? bit_of(Theater::ground) : 0);
    retreat(mine, after, 3 & ~absent, false);
  }
  if (deeds & kLoseShips) lose_all(mine, after, Theater::space);
  if (deeds & kLoseGround) lose_all(mine, after, Theater::ground);
  if (deeds & kNewRound) {
    after.spared = false;
    if (after.plans == Force::Plans::scored_now) after.plans = Force::Plans::scored;
  }
  if (deeds & kMendSpace) mend(mine, after, Theater::space);
  if (deeds & kMendGround) mend(mine, after, Theater::ground);
  return to.step < 0 ? after_combat(mine, after) : after;
}

}  // namespace broadside::rebellion
