#include "core/systems/ti4/planets.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "core/tables/index.hpp"

namespace broadside::ti4 {

using namespace battle_words;

namespace {

/// Ships and fighters stay in the space area, whatever happens on the planets.
bool is_up(const Group& group) { return group.is_ship; }

void clear_group(Force& force, std::size_t g) {
  force.whole[g] = force.damaged[g] = force.fresh[g] = 0;
}

void copy_group(const Force& from, std::size_t g, Force& to) {
  to.whole[g] = from.whole[g];
  to.damaged[g] = from.damaged[g];
  to.fresh[g] = from.fresh[g];
}

}  // namespace

std::size_t hash_value(const PlanetsForce& force) {
  std::uint64_t hash = hash_value(force.space);
  for (const Force& planet : force.planet) hash = chain_hash(hash, hash_value(planet));
  for (const GroupCounts& landed : force.landed) {
    std::array<std::uint64_t, sizeof(landed) / 8> words{};
    std::memcpy(words.data(), landed.data(), sizeof(landed));
    for (const std::uint64_t word : words) hash = chain_hash(hash, word);
  }
  return static_cast<std::size_t>(hash ^ hash >> 29);
}

std::size_t hash_value(const PlanetsThrowKey& key) {
  return static_cast<std::size_t>(chain_hash(hash_value(key.units), key.dice));
}

PlanetsRules::PlanetsRules(std::unique_ptr<const Rules> space, std::vector<Planet> planets)
    : space_(std::move(space)),
      planets_(std::make_unique<const std::vector<Planet>>(std::move(planets))),
      splitter_(std::make_unique<const Splitter>(attackers(), *planets_)),
      plan_(stance_names()) {
  make_plan();
}

const Army& PlanetsRules::attackers() const { return army(Side::attacker); }

const Army& PlanetsRules::army(Side side) const {
  if (space_) return space_->army(side);
  const auto defended = std::find_if(planets_->begin(), planets_->end(),
                                     [](const Planet& planet) { return !planet.is_empty(); });
  assert(defended != planets_->end());
  return defended->battle().army(side);
}

// --- the plan

void PlanetsRules::make_plan() {
  if (space_) add_space();
  const auto all_planets = [&](Part part, int Planet::*step, const char* what) {
    for (std::size_t p = 0; p < planets_->size(); ++p) {
      const Planet& planet = (*planets_)[p];
      if (planet.*step < 0) continue;
      StepPlan there = nth(planet.battle().plan(), planet.*step);
      there.name = std::string(what) + ", " + planet.name;
      there.edges.clear();
      there.flow = StepPlan::no_flow();
      const StepHandle added = plan_.add({part, p, planet.*step}, std::move(there));
      plan_.lead(added, kAnyStance, kAnyStance, plan_.next());
    }
  };
  // RULES 4.4.1: all planets are bombarded before anybody lands, and all have fired before the
  // first combat.
  if (frees_split()) add_shares(Part::bombard_share);
  all_planets(Part::bombardment, &Planet::bombardment, "bombardment");
  const StepHandle commit = plan_.add({Part::commit}, {.name = "landing", .stage = kInvasionStage});
  plan_.lead(commit, kAnyStance, kAnyStance, plan_.next());
  if (frees_split()) add_shares(Part::commit_share);
  all_planets(Part::landing, &Planet::landing, "space cannon defense");
  for (std::size_t p = 0; p < planets_->size(); ++p) add_ground(p);
  const StepHandle control =
      plan_.add({Part::control}, {.name = "control", .stage = kInvasionStage});
  const Stances any{kOut, kReady, kNoTroops};
  plan_.lead(control, {kReady}, any, ends(Outcome::attacker_win));
  plan_.lead(control, {kNoTroops}, any, ends(Outcome::defender_win));
  plan_.lead(control, {kOut}, {kReady}, ends(Outcome::defender_win));
  plan_.lead(control, {kOut}, {kOut}, ends(Outcome::draw));
  plan_.finish();
}

/// The steps in space have the same numbers as in the rules that they come from.
void PlanetsRules::add_space() {
  const auto& plan = space_->plan();
  int steps = 0;
  while (steps < static_cast<int>(plan.size()) && plan.at(steps).in_space) ++steps;
  for (int s = 0; s < steps; ++s) {
    StepPlan step = nth(plan, s);
    for (EdgePlan& edge : step.edges)
      if (edge.step >= steps) edge.step = steps;
    plan_.add({Part::space, 0, s}, std::move(step));
  }
}

/// RULES 4.4.1: the ground combat of one planet, if there is one, then the next planet's turn.
void PlanetsRules::add_ground(std::size_t p) {
  const Planet& planet = (*planets_)[p];
  const StepHandle arrival =
      plan_.add({Part::arrival, p}, {.name = "arrival, " + planet.name, .stage = kInvasionStage});
  const Destination after = plan_.later("the next planet");
  if (planet.ground >= 0) {
    plan_.lead(arrival, {kReady}, {kReady}, StepHandle{arrival.number + 1});
    const auto& plan = planet.battle().plan();
    const int shift = arrival.number + 1 - planet.ground;
    for (int s = planet.ground; s < static_cast<int>(plan.size()); ++s) {
      StepPlan step = nth(plan, s);
      step.stage = std::string(kGroundStage) + ", " + planet.name;
      for (EdgePlan& edge : step.edges) {
        if (edge.step >= 0)
          edge.step += shift;
        else
          static_cast<Destination&>(edge) = after;
      }
      plan_.add({Part::ground, p, s}, std::move(step));
    }
  }
  plan_.lead(arrival, {kReady}, {kOut}, after);
  plan_.lead(arrival, {kOut}, {kOut, kReady}, after);
  plan_.arrive(after);
}

// --- what of a force is in a step

const Rules* PlanetsRules::rules_of(int step) const {
  const PlanetsAt& where = at(step);
  if (where.step < 0) return nullptr;
  return where.part == Part::space ? space_.get() : &(*planets_)[where.planet].battle();
}

const Rules* PlanetsRules::rules_of(Side side, int step, const Force& force) const {
  const PlanetsAt& where = at(step);
  if (where.part != Part::bombardment || side != Side::attacker) return rules_of(step);
  return &(*planets_)[where.planet].bombarding(gets_die_at(where.planet, force),
                                               breaks_shields(attackers(), force.space));
}

/// The die that one bombarding unit gets (RULES 4.1.1).
bool PlanetsRules::gets_die_at(std::size_t p, const Force& force) const {
  return frees_split() ? force.planet[p].away != 0 : splitter_->of(force.space).more_dice_at == p;
}

ti4::Force PlanetsRules::local(Side side, int step, const Force& force) const {
  const PlanetsAt& where = at(step);
  if (where.part == Part::space) return force.space;
  ti4::Force here = force.planet[where.planet];
  if (side == Side::defender) return here;
  if (where.part == Part::bombardment) {
    ti4::Force bombers = bombarding_force(
        frees_split() ? here.whole : splitter_->of(force.space).bombard[where.planet]);
    bombers.marks = here.marks;
    for (std::size_t g = 0; g < attackers().groups.size(); ++g)
      if (attackers().groups[g].silences) copy_group(force.space, g, bombers);
    return bombers;
  }
  const Army& army = attackers();
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    if (is_up(army.groups[g])) copy_group(force.space, g, here);
  for (const auto& [troops, elsewhere] : army.elsewhere)
    here.whole[elsewhere] = static_cast<std::uint8_t>(elsewhere_than(where.planet, troops, force));
  return here;
}

/// Troops of a group that are in the system but not on this planet.
int PlanetsRules::elsewhere_than(std::size_t p, std::size_t g, const Force& force) const {
  int units = force.space.count(g) - force.planet[p].count(g);
  for (const ti4::Force& planet : force.planet) units += planet.count(g);
  return units;
}

PlanetsForce PlanetsRules::with(Side side, int step, Force force, const ti4::Force& local) const {
  const PlanetsAt& where = at(step);
  if (where.part == Part::space) {
    force.space = local;
    return force;
  }
  ti4::Force& here = force.planet[where.planet];
  if (side == Side::defender) {
    here = local;
  } else if (where.part == Part::bombardment) {
    here.marks = local.marks;  // who bombards is neither lost nor damaged by it
  } else {
    here = local;
    const Army& army = attackers();
    for (std::size_t g = 0; g < army.groups.size(); ++g)
      if (is_up(army.groups[g])) {
        copy_group(local, g, force.space);
        clear_group(here, g);
      }
    for (const auto& [troops, elsewhere] : army.elsewhere) clear_group(here, elsewhere);
  }
  return force;
}

/// What the space combat did to garrisons: a repair of the whole system, and a token under one of
/// their units, which lies on the first planet that has such a unit (RULES 9.44).
void PlanetsRules::carry_over(const ti4::Force& space, Force& force) const {
  const Army& all = space_->army(Side::defender);
  const ti4::Force began = starting_force(all);
  const auto damaged = [&](const ti4::Force& at, const std::string& unit) {
    int sum = 0;
    for (std::size_t g = 0; g < all.groups.size(); ++g)
      if (!is_up(all.groups[g]) && all.groups[g].unit == unit) sum += at.damaged[g];
    return sum;
  };
  const auto each_there = [&](auto act) {
    for (std::size_t p = 0; p < planets_->size(); ++p)
      if (!(*planets_)[p].is_empty())
        act((*planets_)[p].battle().army(Side::defender), force.planet[p]);
  };
  each_there([&](const Army& army, ti4::Force& here) {
    for (std::size_t g = 0; g < army.groups.size(); ++g)
      if (!is_up(army.groups[g]) &&
          damaged(space, army.groups[g].unit) < damaged(began, army.groups[g].unit))
        here.place(g, std::exchange(here.damaged[g], std::uint8_t{0}));
  });
  for (std::size_t g = 0; g < all.groups.size(); ++g) {
    const Group& token = all.groups[g];
    if (is_up(token) || !token.galvanized || space.count(g) <= began.count(g)) continue;
    const auto part = space.whole[g] > began.whole[g] ? &ti4::Force::whole : &ti4::Force::damaged;
    bool lies = false;
    each_there([&](const Army& army, ti4::Force& here) {
      const auto with_token = [&](bool galvanized) {
        return std::find_if(army.groups.begin(), army.groups.end(),
                            [&](const Group& group) {
                              return group.unit == token.unit && group.galvanized == galvanized;
                            }) -
               army.groups.begin();
      };
      const auto from = static_cast<std::size_t>(with_token(false));
      const auto to = static_cast<std::size_t>(with_token(true));
      if (lies || std::max(from, to) >= army.groups.size() || (here.*part)[from] == 0) return;
      --(here.*part)[from];
      ++(here.*part)[to];
      lies = true;
    });
  }
}

/// The space combat is over: garrisons stand planet by planet, and what planets count anew begins.
PlanetsForce PlanetsRules::arrived(Side side, const ti4::Force& space, bool is_over) const {
  Force force;
  force.space = space;
  force.space.marks = {};
  bool is_first = true;
  for (std::size_t p = 0; p < planets_->size(); ++p) {
    const Planet& planet = (*planets_)[p];
    if (planet.is_empty()) continue;
    const Army& army = planet.battle().army(side);
    if (side == Side::defender) {
      force.planet[p] = planet.battle().start(side);
      for (std::size_t g = 0; g < army.groups.size(); ++g)
        if (is_up(army.groups[g])) clear_group(force.planet[p], g);
    }
    force.planet[p].away = 0;
    force.planet[p].marks = army.marks;
    // Cards are for the first defended planet (RULES 9.42): what the space combat has left of them.
    if (std::exchange(is_first, false) && space_ &&
        space_->army(side).marks_used == army.marks_used)
      force.planet[p].marks = space.marks;
    if (is_over) force.planet[p].marks = {};
  }
  if (side == Side::attacker && frees_split() && !is_over) {
    const auto named = splitter_->named_bombers(space);
    for (std::size_t p = 0; p < planets_->size(); ++p) force.planet[p].whole = named[p];
  }
  if (side == Side::defender && space_) carry_over(space, force);
  if (side == Side::defender)
    for (std::size_t g = 0; space_ && g < space_->army(side).groups.size(); ++g)
      if (!is_up(space_->army(side).groups[g])) clear_group(force.space, g);
  if (side == Side::defender && !space_) force.space = {};
  return force;
}

PlanetsForce PlanetsRules::start(Side side) const {
  if (!space_) return arrived(side, starting_force(attackers()), false);
  // A conquest may begin with the landing (Sh'val): then nothing happens in space.
  const bool begins_in_space = space_->plan().at(0).in_space;
  return begins_in_space ? Force{.space = space_->start(side)}
                         : arrived(side, space_->start(side), false);
}

PlanetsForce PlanetsRules::committed(const Force& force) const {
  const Split& split = splitter_->of(force.space);
  Force after = force;
  for (std::size_t p = 0; p < planets_->size(); ++p) {
    const ti4::Force party = landing_party(attackers(), split.commit[p], after.space);
    after.planet[p].whole = party.whole;
    after.planet[p].damaged = party.damaged;
    for (std::size_t g = 0; g < kGroups; ++g)
      after.landed[p][g] = static_cast<std::uint8_t>(party.count(g));
  }
  return after;
}

// --- the steps

PlanetsRules::Throw PlanetsRules::throws(Side side, int step, const Force& force,
                                         std::uint32_t seen) const {
  const Rules* rules = rules_of(side, step, force);
  if (!rules) return Throw{std::pair{Volley{0}, force}};
  return rules->throws(side, at(step).step, local(side, step, force), seen)
      .map([&](const std::pair<Volley, ti4::Force>& thrown) {
        return std::pair{thrown.first, with(side, step, force, thrown.second)};
      });
}

std::optional<PlanetsThrowKey> PlanetsRules::throw_key(Side side, int step,
                                                       const Force& force) const {
  const Rules* rules = rules_of(side, step, force);
  const ti4::Force here = local(side, step, force);
  if (!rules) return PlanetsThrowKey{UnitsLeft{{}}, 0};
  const auto key = rules->throw_key(side, at(step).step, here);
  if (!key) return std::nullopt;
  const bool bombards = at(step).part == Part::bombardment && side == Side::attacker;
  const bool more = bombards && gets_die_at(at(step).planet, force);
  const bool shields_off = bombards && breaks_shields(attackers(), force.space);
  return PlanetsThrowKey{*key, (more ? 1u : 0u) | (shields_off ? 2u : 0u)};
}

PlanetsForce PlanetsRules::absorb(Side side, int step, const Force& force, Volley volley) const {
  const Rules* rules = rules_of(step);
  if (!rules) return force;
  return with(side, step, force,
              rules->absorb(side, at(step).step, local(side, step, force), volley));
}

bool PlanetsRules::one_by_one(Side side, int step, Volley volley) const {
  const Rules* rules = rules_of(step);
  return rules && rules->one_by_one(side, at(step).step, volley);
}

std::uint32_t PlanetsRules::feature(Side side, int step, const Force& force) const {
  const Rules* rules = rules_of(step);
  return rules ? rules->feature(side, at(step).step, local(side, step, force)) : 0;
}

std::pair<Volley, Volley> PlanetsRules::respond(int step, Volley attacker, Volley defender) const {
  return rules_of(step)->respond(at(step).step, attacker, defender);
}

bool PlanetsRules::holds(Side side, std::size_t p, const Force& force) const {
  if (side == Side::attacker) return count(attackers(), force.planet[p], Targets::troops) > 0;
  const Planet& planet = (*planets_)[p];
  return !planet.is_empty() &&
         count(planet.battle().army(side), force.planet[p], Targets::ground_forces) > 0;
}

int PlanetsRules::stance(Side side, int step, const Force& force) const {
  const PlanetsAt& where = at(step);
  switch (where.part) {
    case Part::space:
    case Part::ground:
      return rules_of(step)->stance(side, where.step, local(side, step, force));
    case Part::arrival:
      return holds(side, where.planet, force) ? kReady : kOut;
    case Part::control: {
      std::size_t held = 0;
      for (std::size_t p = 0; p < planets_->size(); ++p) held += holds(side, p, force);
      if (held == 0) return kOut;
      // All planets make a victory; for the defender one is enough.
      return side == Side::defender || held == planets_->size() ? kReady : kNoTroops;
    }
    case Part::bombard_share:
    case Part::bombardment:
    case Part::commit:
    case Part::commit_share:
    case Part::landing:
      break;
  }
  return kReady;
}

PlanetsForce PlanetsRules::cross(Side side, int step, int edge, const Force& force) const {
  const PlanetsAt& where = at(step);
  switch (where.part) {
    case Part::space: {
      const auto& plan = space_->plan();
      const EdgePlan& to = nth(nth(plan, where.step).edges, edge);
      const ti4::Force left = space_->cross(side, where.step, edge, force.space);
      if (to.step >= 0 && plan.at(to.step).in_space) return {.space = left};
      return arrived(side, left, to.step < 0);
    }
    case Part::commit:
      if (side == Side::defender) return force;
      return frees_split() ? committed_as_named(force) : committed(force);
    case Part::bombard_share:
    case Part::commit_share:
      return side == Side::attacker && nth(plan_, step).is_early(static_cast<std::size_t>(edge))
                 ? with_share(where, edge, force)
                 : force;
    case Part::arrival: {
      const StepPlan& arrival = nth(plan_, step);
      const bool is_fought_for = edge == arrival.flow[kReady][kReady];
      const bool is_taken = edge == arrival.flow[kReady][kOut];
      if (is_fought_for) return force;
      Force after = force;
      ti4::Force& here = after.planet[where.planet];
      here.marks = {};
      // Structures fall with the planet (RULES 4.5.1): the attacker has landed, nobody resists.
      const Planet& planet = (*planets_)[where.planet];
      if (is_taken && side == Side::defender && !planet.is_empty()) {
        const Army& army = planet.battle().army(side);
        for (std::size_t g = 0; g < army.groups.size(); ++g)
          if (army.groups[g].is_structure) clear_group(here, g);
      }
      return after;
    }
    case Part::ground:
      return with(side, step, force,
                  rules_of(step)->cross(side, where.step, edge, local(side, step, force)));
    case Part::bombardment:
    case Part::landing:
    case Part::control:
      break;
  }
  return force;
}

}  // namespace broadside::ti4
