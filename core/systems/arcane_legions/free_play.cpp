#include "core/systems/arcane_legions/free_play.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include <fmt/format.h>

namespace broadside::arcane_legions {
namespace {

using Bare = arcane_legions::Force;

constexpr int kOn = 1;  ///< the stance of who has nothing to be judged yet
/// Forces of one side before one roll: more make tables that nobody waits for.
constexpr std::size_t kMostSeen = 4000;

Bare without_clock(Bare force) {
  force.turn = 0;
  return force;
}

constexpr std::string_view layout_words(Layout layout) {
  return layout == Layout::attack ? "attack" : layout == Layout::ranged ? "shooting" : "defence";
}

}  // namespace

FreePlay::Force FreePlay::start(Side side) const {
  const Bare force = dealing(side).settled(rules_.start(side));
  if (side == Side::attacker && unit(side).damage_due > 0)
    return dealing(side).opened(force, {.direct = unit(side).damage_due});
  return {force};
}

OrderLaw FreePlay::law(const Part& part, const BySide<Bare>& forces) const {
  const Side target = other(part.side);
  const Party suffering{unit(target), forces[target]};
  if (!part.actor || defeated(*part.actor, forces[part.side])) return {{OrderResult{}, 1.0}};
  const Party acting{*part.actor, forces[part.side]};
  return phase(part).special
             ? special_law(acting, suffering)
             : order_law(rules_.readings(), acting, suffering, phase(part).order, book_);
}

/// The same blow, told as shortly as can be: what is beyond the last figure is lost (RULES 6.5),
/// and who chooses his casualties does not ask where damage came from.
Blow FreePlay::shortened(Side side, const Bare& force, const Part& part, Blow blow) const {
  if (blow.aim == Blow::Aim::not_commander && part.actor && part.actor->policy.aims_at != 0) {
    blow.aim = blow.combat > 0 ? Blow::Aim::figure : Blow::Aim::none;
    if (blow.combat > 0) blow.slot = std::countr_zero(part.actor->policy.aims_at);
  }
  if (!unit(side).has_figures) return Blow{};
  const int left = hit_points_left(unit(side), force);
  if (blow.aim == Blow::Aim::none) {
    if (unit(side).free.casualties || blow.combat + blow.direct >= left) {
      blow.direct = std::min(blow.combat + blow.direct, left);
      blow.combat = 0;
    }
  } else {
    blow.combat = std::min(blow.combat, left);
  }
  return blow;
}

/// Damage that nobody is downed by is of no more use at the end of a turn (RULES 6.6).
FreePlay::Force FreePlay::wiped(const Part& part, Side side, Force force) const {
  if (force.hits != 0 || part.due || !phase(part).ends_turn || rules_.single_order()) return force;
  return {dealing(side).settled(without_damage(force.force))};
}

FreePlay::Force FreePlay::opened(const Part& part, Side side, const Bare& force,
                                 const Blow& blow) const {
  return wiped(part, side, dealing(side).opened(force, blow));
}

FreePlay::Throw FreePlay::throws(Side side, int step, const Force& force,
                                 std::uint32_t seen) const {
  assert(side == Side::attacker);
  const Part& part = at(step);
  const BySide<Bare> forces{force.force, seen_[static_cast<std::size_t>(step)].forces[seen]};
  std::vector<Throw::Entry> entries;
  for (const auto& [result, chance] : law(part, forces)) {
    const bool acts = part.side == side;
    const Blow on_me = acts ? result.on_actor : result.on_target;
    const Blow on_him = acts ? result.on_target : result.on_actor;
    Bare mine = force.force;
    if (rules_.single_order()) {
      Record record;
      record.hits = {result.attacker_hits, result.defender_hits};
      record.damage = {result.on_target.combat + result.on_target.direct,
                       result.on_actor.combat + result.on_actor.direct};
      mine.record = record.pack();
    }
    entries.emplace_back(
        std::pair{shortened(Side::defender, forces[Side::defender], part, on_him).pack(),
                  opened(part, side, mine, shortened(side, mine, part, on_me))},
        chance);
  }
  return Throw{std::move(entries)};
}

FreePlay::Force FreePlay::absorb(Side side, int step, const Force& force, Volley volley) const {
  if (side == Side::attacker || at(step).kind != Kind::roll || !at(step).actor) return force;
  return opened(at(step), side, force.force, Blow::of(volley));
}

int FreePlay::stance(Side side, int step, const Force& force) const {
  const Part& part = at(step);
  if (part.due) return defeated(unit(side), force.force) ? 0 : kOn;
  return part.next == kJudges ? rules_.stance(side, part.step, force.force) : kOn;
}

std::uint32_t FreePlay::feature(Side side, int step, const Force& force) const {
  if (side == Side::attacker) return 0;
  const auto& number = seen_[static_cast<std::size_t>(step)].number;
  const auto known = number.find(without_clock(force.force));
  assert(known != number.end());
  return known->second;
}

FreePlay::Force FreePlay::cross(Side side, int step, int edge, const Force& force) const {
  const Part& part = at(step);
  const StepPlan& plan = plan_[static_cast<std::size_t>(step)];
  const auto e = static_cast<std::size_t>(edge);
  if (part.due) {  // the enemy's turn is over
    const Bare after = without_damage(force.force);
    return {dealing(side).settled(side == Side::attacker ? begin_turn(unit(side), after, false)
                                                         : after)};
  }
  if (plan.is_early(e)) return force;
  if (part.next != kJudges) return force;
  const int known = edge - part.first_edge;
  return {dealing(side).settled(unit(side).free.push
                                    ? rules_.turned(side, part.step, known, force.force)
                                    : rules_.cross(side, part.step, known, force.force))};
}

std::vector<Option<FreePlay::Force>> FreePlay::options(Side side, int step,
                                                       const Force& force) const {
  const Part& part = at(step);
  const Bare& now = force.force;
  std::vector<Option<Force>> options;
  const auto edge = [](std::size_t number) { return static_cast<std::uint8_t>(number); };
  switch (part.kind) {
    case Kind::regroup:
      if (part.side == side) {
        Unit regroups = unit(side);
        regroups.policy.regroups = true;
        const Bare after = dealing(side).settled(regrouped(regroups, now, part.layout));
        if (!(after == now)) options.push_back({0, {after}});
      }
      break;
    case Kind::push:  // RULES 8.2, 9.11: never the last figure
      for (std::size_t k = 0;
           part.side == side && figures(now) > 1 && k < dealing(side).kinds().size(); ++k) {
        const std::size_t slot = dealing(side).standing(now, dealing(side).kinds()[k]);
        if (slot == unit(side).slots.size()) continue;
        Bare paid = now;
        down(paid, slot);
        if (may_order(Party{unit(side), paid}, phase(part).order))
          options.push_back({edge(k), {dealing(side).settled(paid)}});
      }
      break;
    case Kind::roll: {
      const StepPlan& plan = plan_[static_cast<std::size_t>(step)];
      for (const auto& offer : plan.offers) {
        if (offer.of != side) continue;
        for (const std::uint8_t e : offer.edges) {
          const Part& way = at(plan.edges[e].step);
          const Party mine{*way.actor, now};
          const bool there =
              way.of_target
                  ? chosen_figure(unit(side), way.actor->policy, now, Among::not_commander)
                        .has_value()
              : phase(way).special ? !now.idle && mine.ready.of(*way.actor->policy.special) > 0
                                   : may_order(mine, phase(way).order);
          if (there) options.push_back({e, force});
        }
      }
      break;
    }
    case Kind::take:
      if (part.side != side || force.hits == 0) break;
      for (const auto& move : dealing(side).moves(force)) {
        const auto label = std::find(part.labels.begin(), part.labels.end(), move.label);
        assert(label != part.labels.end());
        options.push_back({edge(static_cast<std::size_t>(label - part.labels.begin())),
                           wiped(part, side, move.after)});
      }
      break;
    case Kind::back:
      break;
  }
  return options;
}

/// Everything that a roll may make of the defender: more than can happen, never less.
std::vector<FreePlay::Force> FreePlay::after_roll(const Part& part, const Force& force) const {
  const Side side = Side::defender;
  const Unit &mine = unit(side), &his = unit(other(side));
  const bool acts = part.side == side;
  std::vector<Blow> blows;
  if (!part.actor) return {force};
  if (phase(part).special) {
    blows.emplace_back();
    const Ability special = *part.actor->policy.special;
    for (int n = 1; n <= hit_points_left(mine, force.force); ++n)
      if (!acts) blows.push_back({.direct = n});
    for (int n = 1; n <= kMostHitPoints; ++n)
      if (!acts && special == Ability::death_touch) blows.push_back({.touch = n});
    if (!acts && special == Ability::death_touch_master) blows.push_back({.touch_master = true});
    for (int n = 1; n <= kFaces; ++n)
      if (acts && (special == Ability::lord_of_the_dead || special == Ability::artificer))
        blows.push_back({.heal = n});
  } else {
    const bool close = !phase(part).order.ranged;
    const auto each_flag = [](bool may, auto visit) {
      for (const bool flag : {false, true})
        if (may || !flag) visit(flag);
    };
    const int left = hit_points_left(mine, force.force);
    const bool snipes = !close && part.actor->policy.shoots == Shoots::sniper;
    const bool aims = !acts && ((close && part.actor->policy.concentrates) || snipes);
    each_flag(!acts && close && his.carries(Ability::power_at_a_price), [&](bool chosen) {
      each_flag(!acts && close && mine.carries(Ability::power_at_a_price), [&](bool price) {
        for (int n = 0; n <= left; ++n)
          for (int back = 0; back <= (mine.free.casualties ? 0 : left); ++back)
            blows.push_back({chosen, price, Blow::Aim::none, n, back});
        if (!aims) return;
        const int strikes = his.carries(Ability::berserker) ? left : 0;
        for (int n = 1; n <= left; ++n)
          for (int back = 0; back <= strikes; ++back)
            blows.push_back(
                {chosen, price, snipes ? Blow::Aim::not_commander : Blow::Aim::white, n, back});
      });
    });
  }
  std::vector<Force> found;
  for (const Blow& blow : blows) {
    const Force after = opened(part, side, force.force, shortened(side, force.force, part, blow));
    if (std::find(found.begin(), found.end(), after) == found.end()) found.push_back(after);
  }
  return found;
}

/// Every force that the defender can have before a roll, so that the attacker's rows can be
/// numbered before there are any.
void FreePlay::find_forces() {
  const Side side = Side::defender;
  std::vector<std::map<Force, bool>> known(parts_.size());
  std::vector<std::pair<int, Force>> due;
  const auto add = [&](int part, Force force) {
    force.force = without_clock(force.force);
    auto& here = known[static_cast<std::size_t>(part)];
    if (part < 0 || !here.emplace(force, true).second) return;
    if (here.size() > kMostSeen) gave_up_ = true;
    due.emplace_back(part, force);
  };
  add(0, start(side));
  while (!due.empty() && !gave_up_) {
    const auto [p, force] = due.back();
    due.pop_back();
    const Part& part = at(p);
    const StepPlan& plan = plan_[static_cast<std::size_t>(p)];
    bool must = false;
    for (const auto& option : options(side, p, force)) {
      add(plan.edges[option.edge].step, option.force);
      must |= part.kind == Kind::take;
    }
    for (const auto& offer : plan.offers)  // of the enemy's force
      for (const std::uint8_t edge : offer.edges)
        if (offer.of != side) add(plan.edges[edge].step, force);
    if (must) continue;
    const auto after =
        part.kind == Kind::roll ? after_roll(part, force) : std::vector<Force>{force};
    for (const Force& one : after) {
      const auto mine = static_cast<std::size_t>(stance(side, p, one));
      std::uint64_t taken = 0;
      for (std::size_t his = 0; his < kStances; ++his)
        if (const std::uint8_t e = plan.flow[his][mine]; e != kNoEdge)
          taken |= std::uint64_t{1} << e;
      for (std::size_t e = 0; e < plan.edges.size(); ++e)
        if ((taken >> e & 1) && plan.edges[e].step >= 0)
          add(plan.edges[e].step, cross(side, p, static_cast<int>(e), one));
    }
  }
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    if (parts_[p].kind != Kind::roll || !parts_[p].actor) continue;
    Seen& seen = seen_[p];
    for (const auto& [force, there] : known[p])
      if (seen.number.try_emplace(force.force, static_cast<std::uint32_t>(seen.forces.size()))
              .second)
        seen.forces.push_back(force.force);
    plan_.of({static_cast<int>(p)}).features[side] =
        static_cast<std::uint32_t>(std::max<std::size_t>(seen.forces.size(), 1));
    if (seen.forces.empty()) seen.forces.emplace_back();  // nobody comes here
  }
}

std::vector<std::vector<std::string>> FreePlay::words_of(const std::vector<Choice>& choices) const {
  std::vector<std::vector<std::string>> words;
  for (const Choice& choice : choices) {
    const Part& part = at(choice.step);
    const StepPlan& plan = plan_[choice.step];
    auto& edges = words.emplace_back();
    for (const bool habit : {false, true})
      for (const std::uint8_t edge : choice.edges) switch (part.kind) {
          case Kind::regroup:
            edges.push_back(fmt::format("regroup for {}", layout_words(part.layout)));
            break;
          case Kind::push:
            edges.push_back(habit ? "push"
                                  : "push with " + dealing(part.side).figure(
                                                       dealing(part.side).kinds()[edge], false));
            break;
          case Kind::roll:
            edges.push_back(at(plan.edges[edge].step).way);
            break;
          case Kind::take:
            edges.push_back(dealing(part.side).words(part.labels[edge], habit));
            break;
          case Kind::back:
            edges.emplace_back();
        }
  }
  return words;
}

Result<Compiled<Force>> compile_free_play(const Rules& rules, Side first, const TableLimits& limits,
                                          std::vector<std::vector<std::string>>* words) {
  const InputError too_large{"best play has too many possible forces for tables", "policy.play",
                             "fewer units, or the odds of usual play"};
  const FreePlay free{rules, first};
  if (free.gave_up()) return too_large;
  auto compiled = compile(free, {}, limits);
  if (!compiled) {
    const bool stopped = limits.stop && limits.stop();
    return stopped || compiled.error().where == "rules" ? compiled.error() : too_large;
  }
  if (words) *words = free.words_of(compiled.value().duel.choices);
  Compiled<Force> bare{std::move(compiled.value().duel), {}, {}};
  for (const Side side : kSides)
    for (const auto& force : compiled.value().finals[side])
      bare.finals[side].push_back(force.force);
  return bare;
}

}  // namespace broadside::arcane_legions
