#include "core/systems/rebellion/battle.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>

namespace broadside::rebellion {
namespace {

/// What happens to a force on its way along an edge: bits.
enum Deed : std::uint8_t {
  kNothing = 0,
  kRetreat = 1,
  kLoseWeakShips = 2,
  kLoseWeakGround = 4,
  kLoseShips = 8,
  kMendSpace = 16,
  kMendGround = 32,
  kNewRound = 64,  ///< who rolled or scored in the last round does not matter any more
};
constexpr std::uint8_t lose_weak_in(Theater theater) {
  return theater == Theater::space ? kLoseWeakShips : kLoseWeakGround;
}

// Presence: bit 0 ships, bit 1 ground units.
constexpr bool in_space(int presence) { return (presence & 1) != 0; }
constexpr bool on_ground(int presence) { return (presence & 2) != 0; }
constexpr bool there(int presence, Theater theater) {
  return theater == Theater::space ? in_space(presence) : on_ground(presence);
}

std::string stage_name(Theater theater) {
  return theater == Theater::space ? "space combat" : "ground combat";
}

/// Damage that a side's units of a colour can take in a theater.
int health(const Army& army, Theater theater, Color color) {
  int sum = 0;
  for (std::size_t g = 0; g < army.group_count; ++g)
    if (army.groups[g].unit->theater == theater && army.groups[g].color == color)
      sum += army.groups[g].health * army.groups[g].start;
  return sum;
}

int units_of(const Army& army, UnitId id) {
  for (std::size_t g = 0; g < army.group_count; ++g)
    if (army.groups[g].unit->number == id) return army.groups[g].start;
  return 0;
}

int stations(const Army& army) {
  return units_of(army, UnitId::death_star) + units_of(army, UnitId::death_star_under_construction);
}

/// A station that Death Star Plans can destroy: not behind a Shield Bunker.
bool has_open_station(const Army& army, const Force& force) {
  return force.in(Theater::space).any(army.front[0].stations) &&
         !force.in(Theater::ground).any(army.front[1].of(UnitId::shield_bunker));
}

const Army& empire_of(const Setup& setup) { return setup.armies[setup.armies[0].empire() ? 0 : 1]; }
const Army& rebels_of(const Setup& setup) { return setup.armies[setup.armies[0].empire() ? 1 : 0]; }

/// Does anything that happens in one theater matter in the other?
bool are_coupled(const Setup& setup) {
  const Army &empire = empire_of(setup), &rebels = rebels_of(setup);
  const bool space = setup.contested(Theater::space), ground = setup.contested(Theater::ground);
  if (!space && !ground) return false;
  if (rebels.choices.death_star_plans && space && stations(empire) > 0) return true;
  if (space && ground && units_of(rebels, UnitId::ion_cannon) > 0) return true;
  if (space && units_of(rebels, UnitId::ion_cannon) > 1 && units_of(empire, UnitId::death_star))
    return true;
  if (space && ground && units_of(empire, UnitId::shield_bunker) > 0 && stations(empire) > 0)
    return true;
  for (const Army& army : setup.armies)
    if (army.has_leader && !army.held &&
        (army.retreat.planned() || units_of(army, UnitId::rebel_transport) > 0))
      return true;
  return false;
}

/// A Death Star can be silenced by two Ion Cannons (RULES 5.8).
bool silences(const Setup& setup) {
  return setup.contested(Theater::space) && units_of(empire_of(setup), UnitId::death_star) > 0 &&
         units_of(rebels_of(setup), UnitId::ion_cannon) > 1;
}

/// Nothing changes any more only where a station cannot be hurt and does not roll: under a Shield
/// Bunker, or silenced by Ion Cannons. All other units have dice, can be hurt, or are lost when
/// they are left alone.
bool can_stall(const Setup& setup) {
  const Army& empire = empire_of(setup);
  return setup.contested(Theater::space) && stations(empire) > 0 &&
         (units_of(empire, UnitId::shield_bunker) > 0 || silences(setup));
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

Rules::Rules(const Setup& setup) : setup_(setup), coupled_(are_coupled(setup)) {
  if (coupled_)
    plan_together();
  else
    plan_apart();
}

// --- the steps of a combat ---

int Rules::add(PhaseAt where, StepPlan plan) {
  deeds_.emplace_back(plan.edges.size());
  plan_.push_back(std::move(plan));
  phases_.push_back(where);
  return static_cast<int>(plan_.size()) - 1;
}

/// Both sides roll at once; in cinematic combat one after the other, which is two steps. Edges are
/// left to the caller. Returns the last step.
int Rules::add_attack(Theater theater, int round) {
  StepPlan plan;
  plan.name = std::string(name(theater)) + " round";
  plan.stage = stage_name(theater);
  for (Side side : kSides) {
    const Army& mine = army(side);
    std::uint32_t features = 1;
    // What the enemy sees of this side when he rolls: Ion Cannons, and which hits find a target.
    if (theater == Theater::space && !mine.empire())
      features = static_cast<std::uint32_t>(units_of(mine, UnitId::ion_cannon)) + 1;
    const Army& enemy = army(other(side));
    if (enemy.ring.in(round, theater) || enemy.set_dice.in(round, theater) ||
        (setup_.reading.cinematic && enemy.tactic[at(theater)] > 0))
      features *= 4;
    plan.features[at(side)] = features;
  }
  if (!setup_.reading.cinematic) {
    plan.is_round = true;
    plan.throws = {true, true};
    return add({Phase::attack, theater, round, Side::attacker, true}, plan);
  }
  StepPlan first = plan;
  first.throws = {true, false};
  first.is_round = true;
  first.lead({0, 1, 2, 3}, {0, 1, 2, 3}, {static_cast<int>(plan_.size()) + 1});
  add({Phase::attack, theater, round, Side::attacker, false}, first);
  plan.name = std::string(name(theater)) + ", second attack";
  plan.throws = {false, true};
  return add({Phase::attack, theater, round, Side::defender, true}, plan);
}

/// How a combat ends in which these are left where. With both in a theater it is a stalemate.
Close Rules::close_of(int attacker, int defender) const {
  Close close;
  for (Theater theater : kBothTheaters)
    if (setup_.fought(theater)) {
      const Won won = winner(there(attacker, theater), there(defender, theater));
      close.won[at(theater)] = won;
      close.stalled |= won == Won::open;
    }
  return close;
}

bool Rules::has_weak(Theater theater) const {
  for (const Army& army : setup_.armies) {
    const Front& front = army.front[at(theater)];
    if (front.structures | front.transports | front.fragile_stations) return true;
  }
  return false;
}

int Rules::last_special_round() const {
  int last = 0;
  for (const Army& army : setup_.armies) {
    if (army.fewer_first != Dice{}) last = std::max(last, 1);
    last = std::max({last, army.set_dice.round, army.ring.round});
    if (army.has_leader) last = std::max(last, army.retreat.round - 1);
    // Units that cannot hold a theater alone still fight the first round.
    for (Theater theater : kBothTheaters)
      if (only_weak(army, starting_force(army), theater)) last = std::max(last, 1);
  }
  return last;
}

/// Each theater to its end, then who has won what.
void Rules::plan_apart() {
  // (step, edge) that wait for the step they lead to
  using Doors = std::vector<std::pair<int, int>>;
  Doors over, again;
  const auto join = [&](Doors& doors, int to) {
    for (const auto& [step, edge] : doors)
      plan_[static_cast<std::size_t>(step)].edges[static_cast<std::size_t>(edge)].step = to;
    doors.clear();
  };
  const auto lead = [&](int step, std::initializer_list<int> a, std::initializer_list<int> d,
                        int to, std::array<std::uint8_t, 2> deeds = {}) {
    StepPlan& plan = plan_[static_cast<std::size_t>(step)];
    plan.lead(a, d, {to});
    deeds_[static_cast<std::size_t>(step)].push_back(deeds);
    return static_cast<int>(plan.edges.size()) - 1;
  };
  for (Theater theater : kBothTheaters) {
    if (!setup_.contested(theater)) continue;
    const std::uint8_t mend = theater == Theater::space ? kMendSpace : kMendGround;
    const int special = last_special_round();
    join(over, static_cast<int>(plan_.size()));
    for (int round = 1; round <= special + 1; ++round) {
      const int first = static_cast<int>(plan_.size());
      join(again, first);
      const bool last = round > special;
      const int step = add_attack(theater, last ? 0 : round);
      plan_.back().repeats = last && !setup_.reading.cinematic;
      if (!plan_.back().repeats) {
        const int back = lead(step, {1}, {1}, first);
        if (!last) again.emplace_back(step, back);
      }
      const std::uint8_t when_over = has_weak(theater) ? std::uint8_t{kNothing} : mend;
      const int ends = lead(step, {0}, {0, 1}, 0, {when_over, when_over});
      plan_.back().flow[1][0] = static_cast<std::uint8_t>(ends);
      over.emplace_back(step, ends);
      if (!last || !can_stall(setup_)) continue;
      // A stalemate is found before the round begins.
      StepPlan& begin = plan_[static_cast<std::size_t>(first)];
      begin.stall({0});
      deeds_[static_cast<std::size_t>(first)].push_back({when_over, when_over});
      over.emplace_back(first, static_cast<int>(begin.edges.size()) - 1);
    }
    if (!has_weak(theater)) continue;
    const int weak = static_cast<int>(plan_.size());
    join(over, weak);
    StepPlan plan;
    plan.name = "left alone";
    plan.stage = stage_name(theater);
    add({Phase::left_alone, theater, 0, Side::attacker, false}, plan);
    const auto both = [&](std::uint8_t a, std::uint8_t d) {
      return std::array<std::uint8_t, 2>{static_cast<std::uint8_t>(a | mend),
                                         static_cast<std::uint8_t>(d | mend)};
    };
    const std::uint8_t lose = lose_weak_in(theater);
    over.emplace_back(weak, lead(weak, {0}, {0, 1, 2}, 0, both(0, 0)));
    plan_.back().flow[1][0] = plan_.back().flow[2][0] = plan_.back().flow[1][1] = 0;
    over.emplace_back(weak, lead(weak, {2}, {1}, 0, both(lose, 0)));
    over.emplace_back(weak, lead(weak, {1}, {2}, 0, both(0, lose)));
    over.emplace_back(weak, lead(weak, {2}, {2}, 0, both(lose, lose)));
  }
  const int end = static_cast<int>(plan_.size());
  join(over, end);
  StepPlan plan;
  plan.name = "end";
  plan.stage = "end of the combat";
  add({Phase::next_round, Theater::space, 0, Side::attacker, false}, plan);
  for (int a = 0; a < 4; ++a)
    for (int d = 0; d < 4; ++d) {
      const Close close = close_of(a, d);
      plan_.back().lead({a}, {d}, {-1, outcome_of(close), close.tag()});
      deeds_.back().push_back({});
    }
}

bool Rules::may_ever_retreat(Side side) const {
  const Army& mine = army(side);
  return mine.has_leader && !mine.held &&
         (mine.retreat.planned() || units_of(mine, UnitId::rebel_transport) > 0);
}

/// Round by round: space step, ground step, retreats, what is left alone, and again.
void Rules::plan_together() {
  const int special = last_special_round();
  const bool space = setup_.contested(Theater::space), ground = setup_.contested(Theater::ground);
  const bool retreats = may_ever_retreat(Side::attacker) || may_ever_retreat(Side::defender);
  struct Door {
    int step;
    std::size_t edge;
  };
  std::vector<std::pair<Door, int>> to_space, to_ground;  // edges into a round: its number
  std::vector<int> space_at, ground_at;                   // by round
  std::vector<Door> to_spared;                            // edges into a round with spared units
  int spared_at = -1;
  std::vector<std::pair<Door, std::pair<int, int>>> to_end;
  std::vector<Door> to_stalemate;
  const auto lead = [&](int step, std::vector<int> a, std::vector<int> d, int to,
                        std::array<std::uint8_t, 2> deeds = {}) {
    StepPlan& plan = plan_[static_cast<std::size_t>(step)];
    for (int i : a)
      for (int j : d)
        plan.flow[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] =
            static_cast<std::uint8_t>(plan.edges.size());
    plan.edges.push_back({to});
    deeds_[static_cast<std::size_t>(step)].push_back(deeds);
    return Door{step, plan.edges.size() - 1};
  };
  // In space nothing may change any more while the ground still has to lose its lone structures, so
  // a round that begins with spared ones is played in any case. On the ground alone somebody always
  // has dice, or only structures that are lost: no stalemate there.
  const bool spared_matter = space && ground && setup_.reading.lasting_structures &&
                             has_weak(Theater::ground) && can_stall(setup_);
  const std::vector<int> any{0, 1, 2, 3};
  const auto aim = [&](Door door, int to) {
    plan_[static_cast<std::size_t>(door.step)].edges[door.edge].step = to;
  };
  const auto quiet = [&](std::string name, PhaseAt where) {
    StepPlan plan;
    plan.name = std::move(name);
    plan.stage = "end of the round";
    return add(where, plan);
  };

  for (int round = 1; round <= special + 1; ++round) {
    const bool last = round > special;
    const int number = last ? 0 : round;  // the last block repeats
    std::vector<Door> onward;             // edges to whatever step comes next
    const auto join = [&](int to) {
      for (const Door door : onward) aim(door, to);
      onward.clear();
    };
    space_at.push_back(-1);
    ground_at.push_back(-1);
    std::vector<Door> after_space;
    const auto add_space = [&](bool may_stall) {
      const int first = static_cast<int>(plan_.size());
      const int step = add_attack(Theater::space, number);
      if (may_stall) {
        StepPlan& plan = plan_[static_cast<std::size_t>(first)];
        plan.stall({0});
        deeds_[static_cast<std::size_t>(first)].push_back({});
        to_stalemate.push_back({first, plan.edges.size() - 1});
      }
      if (rebels_of(setup_).choices.death_star_plans && stations(empire_of(setup_)) > 0) {
        lead(step, any, any, step + 1);
        StepPlan plan;
        plan.name = "death star plans";
        plan.stage = stage_name(Theater::space);
        const Side rebels = army(Side::attacker).empire() ? Side::defender : Side::attacker;
        plan.throws[at(rebels)] = true;
        plan.features[at(other(rebels))] = 2;  // whether there is a station that they can destroy
        add({Phase::plans, Theater::space, number, rebels, false}, plan);
      }
      // To the ground step where both have ground units, otherwise past it.
      const int from = static_cast<int>(plan_.size()) - 1;
      after_space.push_back(lead(from, any, any, 0));
      if (ground) onward.push_back(lead(from, {2, 3}, {2, 3}, 0));
      return first;
    };
    if (space) space_at.back() = add_space(last && can_stall(setup_));
    if (last && spared_matter) spared_at = add_space(false);
    if (ground) {
      join(static_cast<int>(plan_.size()));
      ground_at.back() = static_cast<int>(plan_.size());
      const int step = add_attack(Theater::ground, number);
      onward.push_back(lead(step, any, any, 0));
    }
    onward.insert(onward.end(), after_space.begin(), after_space.end());

    if (silences(setup_)) {
      const int step = static_cast<int>(plan_.size());
      join(step);
      quiet("jammed Death Star", {Phase::jammed, Theater::space, number, Side::attacker, false});
      const bool rebels_attack = !army(Side::attacker).empire();
      const auto by_rebels = [&](std::vector<int> rebels, std::uint8_t deed) {
        return rebels_attack ? lead(step, rebels, {1}, 0, {deed, 0})
                             : lead(step, {1}, rebels, 0, {0, deed});
      };
      onward.push_back(lead(step, any, any, 0));
      onward.push_back(by_rebels({1}, kRetreat));
      onward.push_back(by_rebels({2}, kLoseShips));
    }
    std::vector<Door> over;
    for (Side side : kSides) {
      if (!may_ever_retreat(side)) continue;
      // Nobody leaves a combat that is over, be it by the retreat of the other.
      const int check = static_cast<int>(plan_.size());
      join(check);
      quiet("retreat", {Phase::next_round, Theater::space, number, Side::attacker, false});
      over.push_back(lead(check, any, any, 0));
      if (space) onward.push_back(lead(check, {1, 3}, {1, 3}, 0));
      if (ground) onward.push_back(lead(check, {2, 3}, {2, 3}, 0));
      const int step = static_cast<int>(plan_.size());
      join(step);
      quiet(std::string(rebellion::name(army(side).faction)) + " may retreat",
            {Phase::may_retreat, Theater::space, last ? special + 1 : round, side, false});
      const std::array<std::uint8_t, 2> deeds{
          side == Side::attacker ? std::uint8_t{kRetreat} : std::uint8_t{0},
          side == Side::defender ? std::uint8_t{kRetreat} : std::uint8_t{0}};
      const auto by_side = [&](std::vector<int> mine, std::vector<int> his, int to,
                               std::array<std::uint8_t, 2> what) {
        return side == Side::attacker ? lead(step, mine, his, to, what)
                                      : lead(step, his, mine, to, what);
      };
      onward.push_back(lead(step, any, any, 0));
      onward.push_back(by_side({1}, {1, 2}, 0, deeds));  // as planned
      onward.push_back(by_side({2}, {2}, 0, deeds));     // lone transports
      if (army(side).retreat.below >= 0) {
        by_side({3}, {1, 2}, step + 1, {});
        quiet(std::string(rebellion::name(army(side).faction)) + " decides",
              {Phase::decide_retreat, Theater::space, number, side, false});
        onward.push_back(lead(step + 1, {1}, {1}, 0));
        StepPlan& decide = plan_.back();
        decide.leave_below(side, army(side).retreat.below, {0});
        deeds_.back().push_back(deeds);
        onward.push_back({step + 1, decide.edges.size() - 1});
      }
    }
    onward.insert(onward.end(), over.begin(), over.end());
    for (Theater theater : kBothTheaters) {
      if (!setup_.contested(theater) || !has_weak(theater)) continue;
      const int step = static_cast<int>(plan_.size());
      join(step);
      quiet("left alone", {Phase::left_alone, theater, number, Side::attacker, false});
      onward.push_back(lead(step, any, any, 0));
      const std::uint8_t lose = lose_weak_in(theater);
      onward.push_back(lead(step, {2}, {1}, 0, {lose, 0}));
      onward.push_back(lead(step, {1}, {2}, 0, {0, lose}));
      onward.push_back(lead(step, {2}, {2}, 0, {lose, lose}));
    }
    const std::uint8_t anew = kNewRound;
    if (spared_matter && round >= special) {
      const int step = static_cast<int>(plan_.size());
      join(step);
      quiet("spared", {Phase::spared, Theater::ground, number, Side::attacker, false});
      onward.push_back(lead(step, any, any, 0));
      to_spared.push_back(lead(step, {1, 2}, {1, 2}, 0, {anew, anew}));
      plan_.back().flow[1][1] = static_cast<std::uint8_t>(onward.back().edge);
    }
    const int next = static_cast<int>(plan_.size());
    join(next);
    quiet("next round", {Phase::next_round, Theater::space, number, Side::attacker, false});
    plan_.back().ends_round = true;
    for (int a = 0; a < 4; ++a)
      for (int d = 0; d < 4; ++d) {
        const bool in_both = space && in_space(a) && in_space(d);
        const bool on_both = ground && on_ground(a) && on_ground(d);
        std::uint8_t mend = kNewRound;
        if (!in_both) mend |= kMendSpace;
        if (!on_both) mend |= kMendGround;
        const Door door = lead(next, {a}, {d}, 0, {mend, mend});
        const int to_round = last ? round : round + 1;
        if (in_both)
          to_space.push_back({door, to_round});
        else if (on_both)
          to_ground.push_back({door, to_round});
        else
          to_end.push_back({door, {a, d}});
      }
  }
  for (const auto& [door, round] : to_space)
    aim(door, space_at[static_cast<std::size_t>(round) - 1]);
  for (const auto& [door, round] : to_ground)
    aim(door, ground_at[static_cast<std::size_t>(round) - 1]);
  for (const Door door : to_spared) aim(door, spared_at);
  if (!to_stalemate.empty()) {
    const int step =
        quiet("stalemate", {Phase::next_round, Theater::space, 0, Side::attacker, false});
    for (const Door door : to_stalemate) aim(door, step);
    for (int a : {1, 3})
      for (int d : {1, 3}) {
        const Close close = close_of(a, d);
        plan_.back().lead({a}, {d}, {-1, outcome_of(close), close.tag()});
        deeds_.back().push_back({});
      }
  }
  // Who holds what is known; where somebody may have retreated one step more tells who.
  for (const auto& [door, presence] : to_end) {
    const Close close = close_of(presence.first, presence.second);
    EdgePlan& edge = plan_[static_cast<std::size_t>(door.step)].edges[door.edge];
    const bool leaves = retreats || silences(setup_);
    if (!leaves) {
      edge = {-1, outcome_of(close), close.tag()};
      continue;
    }
    // One such step for all rounds.
    int step = -1;
    for (std::size_t s = 0; s < plan_.size(); ++s)
      if (phases_[s].phase == Phase::next_round && phases_[s].closes &&
          phases_[s].round == presence.first * 4 + presence.second)
        step = static_cast<int>(s);
    if (step < 0) {
      step = quiet("end", {Phase::next_round, Theater::space, presence.first * 4 + presence.second,
                           Side::attacker, true});
      for (int a = 0; a < 2; ++a)
        for (int d = 0; d < 2; ++d) {
          Close gone = close;
          gone.retreated = {a == 1, d == 1};
          StepPlan& plan = plan_.back();
          plan.lead({a}, {d}, {-1, outcome_of(gone), gone.tag()});
          deeds_.back().push_back({});
        }
    }
    plan_[static_cast<std::size_t>(door.step)].edges[door.edge].step = step;
  }
}

// --- what happens in a step ---

int Rules::presence(const Force& force) const {
  return (force.in(Theater::space).empty() ? 0 : 1) + (force.in(Theater::ground).empty() ? 0 : 2);
}

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
      if (side != where.side) {
        if (presence(force) == 0) return 0;
        if (holds_enemy(mine, force)) return 3;
        return in_space(presence(force)) ? 2 : 1;
      }
      if (!free_to_retreat(mine, force)) return 0;
      if (mine.retreat.round > 0 && where.round >= mine.retreat.round) return 1;
      const Front& front = mine.front[at(Theater::space)];
      if (force.in(Theater::space).any(front.transports) &&
          !force.in(Theater::space).any(~front.transports))
        return 2;
      return mine.retreat.below >= 0 ? 3 : 0;
    }
    case Phase::decide_retreat:
      return 1;
    case Phase::spared:
      if (presence(force) != 3) return 0;
      return force.spared && !force.in(Theater::ground).any(~mine.front[1].structures) ? 2 : 1;
    case Phase::jammed: {
      const Troop& ships = force.in(Theater::space);
      if (mine.empire()) {
        const Front& front = mine.front[at(Theater::space)];
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
      return where.closes ? force.retreated : presence(force);
  }
  return 0;
}

std::uint32_t Rules::feature(Side side, int step, const Force& force) const {
  const PhaseAt& where = phase(step);
  const Army& mine = army(side);
  if (where.phase == Phase::plans) return mine.empire() && has_open_station(mine, force) ? 1 : 0;
  if (where.phase != Phase::attack) return 0;
  std::uint32_t colors = 0, base = 1;
  const std::uint32_t features = plan_[static_cast<std::size_t>(step)].features[at(side)];
  std::uint32_t cannons = 0;
  if (where.theater == Theater::space && !mine.empire()) {
    cannons = static_cast<std::uint32_t>(ion_cannons(mine, force));
    base = static_cast<std::uint32_t>(units_of(mine, UnitId::ion_cannon)) + 1;
  }
  if (features == base) return cannons;
  const Mask targets = targets_of(mine, force, where.theater);
  const Front& front = mine.front[at(where.theater)];
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
                     (setup_.reading.cinematic && mine.tactic[at(theater)] > 0);
  const std::uint32_t cannons = looks ? seen / 4 : seen;
  RollRule rule;
  rule.pool = pool(mine, force, theater, where.round, static_cast<int>(cannons));
  const Front& front = mine.front[at(theater)];
  if (looks) {
    const Troop& troop = force.in(theater);
    const Mask hurt = front.damaged | front.doomed;
    rule.use.red_hit = (seen & 1) != 0;
    rule.use.black_hit = (seen & 2) != 0 || (mine.black_as_red > 0 && theater == Theater::space);
    if (setup_.reading.cinematic && mine.choices.healing != Healing::never) {
      rule.use.red_special = troop.any(hurt & (front.color[0] | front.doomed_color[0]));
      rule.use.black_special = troop.any(hurt & (front.color[1] | front.doomed_color[1]));
    }
    if (mine.choices.rerolls != Rerolls::never) {
      if (setup_.reading.cinematic) rule.rerolls = mine.tactic[at(theater)];
      if (mine.ring.in(where.round, theater)) ++rule.rerolls;
    }
    rule.blanks_only = mine.choices.rerolls == Rerolls::blanks;
    if (mine.set_dice.in(where.round, theater)) rule.set = mine.set_dice.dice;
  }
  const Shown most = useful(side, where, force);
  const bool heals = (most >> 12) != 0;
  const Pmf<Shown>& law = laws_->of(rule, most);
  work_ += law.size();
  return law.map([&](Shown value) {
    Throw thrown{static_cast<Volley>(value & 0xfff), force};
    if (heals) {
      Excess& excess = thrown.second.excess[at(theater)];
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
    const Front& front = mine.front[at(where.theater)];
    const Troop& troop = force.in(where.theater);
    for (std::size_t c = 0; c < 2; ++c) {
      const Mask cells = front.color[c] | front.doomed_color[c];
      for (Mask left = troop.occupied & cells; left; left &= left - 1)
        hurt[c] += troop.count[lowest(left)] * front.damage[lowest(left)];
      if (hurt[c] > 0) hurt[c] = std::min(hurt[c] + force.excess[at(where.theater)].on[c], 15);
    }
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
  const Front& front = mine.front[at(theater)];
  const Choices& enemy = army(other(side)).choices;
  Hits hits{red_hits(volley), black_hits(volley), direct_hits(volley),
            theater == Theater::space ? army(other(side)).black_as_red : 0};
  assign(mine, after, theater, enemy.targets, hits, after.excess[at(theater)]);
  if (!where.closes) return after;
  // The attacks of this theater are over: what has too much damage leaves.
  after.excess[at(theater)] = {};
  clear_doomed(front, after.in(theater));
  if (theater == Theater::ground) after.spared = spares(side, where, force, after);
  return after;
}

/// Structures outlive the round if their owner rolled a die in it (RULES 5.4). Noted only where
/// nothing else is left on the ground, or may leave before the round ends.
bool Rules::spares(Side side, const PhaseAt& where, const Force& before, const Force& after) const {
  if (!setup_.reading.lasting_structures) return false;
  const Army& mine = army(side);
  if (pool(mine, before, Theater::ground, where.round, 0) == Dice{}) return false;
  const Mask structures = mine.front[at(Theater::ground)].structures;
  const Troop& left = after.in(Theater::ground);
  return left.any(structures) && (!left.any(~structures) || may_ever_retreat(side));
}

Rules::Force Rules::cross(Side side, int step, int edge, const Force& force) const {
  Force after = force;
  const auto s = static_cast<std::size_t>(step), e = static_cast<std::size_t>(edge);
  const std::uint8_t deeds = deeds_[s][e][at(side)];
  const Army& mine = army(side);
  if (deeds & kRetreat) retreat(mine, after, false);
  if (deeds & kLoseWeakShips) lose_weak(mine, after, Theater::space);
  if (deeds & kLoseWeakGround) lose_weak(mine, after, Theater::ground);
  if (deeds & kLoseShips) remove_all(mine.front[0], after.in(Theater::space), ~Mask{0});
  if (deeds & kNewRound) {
    after.spared = false;
    if (after.plans == Force::Plans::scored_now) after.plans = Force::Plans::scored;
  }
  if (deeds & kMendSpace) mend(mine, after, Theater::space);
  if (deeds & kMendGround) mend(mine, after, Theater::ground);
  if (plan_[s].edges[e].step < 0) {
    after = after_combat(mine, after);
  }
  return after;
}

}  // namespace broadside::rebellion
