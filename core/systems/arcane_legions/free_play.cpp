#include "core/systems/arcane_legions/free_play.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include <fmt/format.h>

namespace broadside::arcane_legions {
namespace {

using Bare = arcane_legions::Force;

constexpr int kOn = 1;  ///< the stance of who has nothing to be judged yet
constexpr std::size_t kMostEdges = 60;
/// Forces of one side before one roll: more make tables that nobody waits for.
constexpr std::size_t kMostSeen = 4000;

Bare without_clock(Bare force) {
  force.turn = 0;
  return force;
}

void lead_all(StepPlan& plan, int to) {
  plan.edges.push_back({Destination{to}, {}});
  for (auto& row : plan.flow) row.fill(static_cast<std::uint8_t>(plan.edges.size() - 1));
}

std::uint8_t add_early(StepPlan& plan, int to) {
  plan.early_edges |= std::uint64_t{1} << plan.edges.size();
  plan.edges.push_back({Destination{to}, {}});
  return static_cast<std::uint8_t>(plan.edges.size() - 1);
}

constexpr std::string_view layout_words(Layout layout) {
  return layout == Layout::attack ? "attack" : layout == Layout::ranged ? "shooting" : "defence";
}

}  // namespace

FreePlay::FreePlay(const Rules& rules, Side first) : rules_(rules), plan_({}) {
  for (const Side side : kSides)
    dealing_.emplace_back(unit(side), unit(other(side)), rules.readings());
  const int steps = static_cast<int>(rules.plan().size());
  if (unit(Side::attacker).damage_due > 0) {  // the attacker's turn comes when it has been taken
    parts_.push_back({.kind = Kind::back, .next = 1});
    parts_.push_back({.kind = Kind::take, .side = Side::attacker, .due = true});
  }
  for (int s = 0; s < steps; ++s) lay_out(s, first);
  seen_.resize(parts_.size());
  for (std::size_t p = 0; p < parts_.size() && !gave_up_; ++p)
    build(parts_[p], static_cast<int>(p));
  if (!gave_up_) find_forces();
}

bool FreePlay::chooses_damage(Side side) const {
  return !dealing(side).owners_labels().empty() || !dealing(side).enemys_labels().empty();
}

/// The parts of a step, in the order in which they are played.
void FreePlay::lay_out(int step, Side first) {
  const Phase& where = rules_.plan().at(step);
  entry_.push_back(static_cast<int>(parts_.size()));
  const auto leads_on = [&](Part part) {
    part.step = step;
    part.next = static_cast<int>(parts_.size()) + 1;
    parts_.push_back(std::move(part));
  };
  if (where.begins_turn)
    for (const Side side : {other(where.actor), where.actor})
      if (unit(side).free.regroup)
        leads_on({.kind = Kind::regroup,
                  .side = side,
                  .layout = side != where.actor  ? Layout::defence
                            : where.order.ranged ? Layout::ranged
                                                 : Layout::attack});
  if (where.pushed && unit(where.actor).free.push)  // not paid for: nothing more happens
    parts_.push_back({.kind = Kind::push, .step = step, .side = where.actor});
  const std::size_t first_roll = parts_.size();
  add_ways(step);
  add_takes(step, first, first_roll);
}

const Unit* FreePlay::variant(const Unit& unit) { return &variants_.emplace_back(unit); }

/// The ways to give an order, the usual one first.
std::vector<FreePlay::Part> FreePlay::ways_of(int step) {
  const Phase& where = rules_.plan().at(step);
  const Unit& mine = unit(where.actor);
  std::vector<Part> ways;
  const auto add = [&](const Unit* actor, std::string words, bool of_target = false) {
    ways.push_back({.kind = Kind::roll,
                    .step = step,
                    .side = where.actor,
                    .actor = actor,
                    .way = std::move(words),
                    .of_target = of_target});
  };
  if (where.special) {
    if (mine.free.specials.empty()) {
      add(&mine, "");
      return ways;
    }
    add(nullptr, "");
    for (const Ability special : mine.free.specials) {
      Unit gives = mine;
      gives.policy.special = special;
      add(variant(gives), fmt::format("give the special order {}", info(special).name));
    }
    return ways;
  }
  std::vector<std::pair<Policy, std::string>> shots{{mine.policy, ""}};
  std::size_t of_owner = 1;
  if (where.order.ranged) {
    for (const Shoots shoots : mine.free.shoots) {
      Policy policy = mine.policy;
      policy.shoots = shoots;
      if (shoots == Shoots::thrown_weapon) shots.emplace_back(policy, "throw weapons");
      if (shoots == Shoots::direct_fire) shots.emplace_back(policy, "use Direct Fire");
      if (shoots == Shoots::sniper && !mine.free.picks)
        shots.emplace_back(policy, "use the sniper");
    }
    of_owner = shots.size();
    const bool snipes = mine.policy.shoots == Shoots::sniper ||
                        std::find(mine.free.shoots.begin(), mine.free.shoots.end(),
                                  Shoots::sniper) != mine.free.shoots.end();
    const Dealing& target = dealing(other(where.actor));
    for (const auto& kind : target.kinds()) {
      if (!snipes || !mine.free.picks || kind.hurt > 0) continue;
      Policy policy = mine.policy;
      policy.shoots = Shoots::sniper;
      const Unit& his = unit(other(where.actor));
      for (std::size_t s = 0; s < his.slots.size(); ++s)
        if (same(his.slots[s], his.slots[kind.slot])) policy.aims_at |= std::uint32_t{1} << s;
      if (his.slots[kind.slot].circle != Circle::yellow)
        shots.emplace_back(policy, "snipe at " + target.figure(kind, true));
    }
  }
  const bool rerolls = mine.free.reroll;
  for (std::size_t i = 0; i < shots.size(); ++i)
    for (const auto& [reroll, words] : {std::pair{LowReroll::expected, ""},
                                        {LowReroll::always, "use the reroll rule 'always'"},
                                        {LowReroll::low, "use the reroll rule 'low'"},
                                        {LowReroll::none, "use the reroll rule 'never'"}}) {
      Unit gives = mine;
      gives.policy = shots[i].first;
      if (rerolls) gives.policy.reroll = reroll;
      const char* const both = !shots[i].second.empty() && *words ? " and " : "";
      add(variant(gives), fmt::format("{}{}{}", shots[i].second, both, words), i >= of_owner);
      if (!rerolls || gives.policy.shoots == Shoots::direct_fire) break;
    }
  return ways;
}

void FreePlay::add_ways(int step) {
  std::vector<Part> ways = ways_of(step);
  ways.front().first_way = static_cast<int>(parts_.size()) + 1;
  ways.front().ways = static_cast<int>(ways.size()) - 1;
  for (Part& way : ways) parts_.push_back(std::move(way));
}

/// Both assign, then all damage is dealt together (RULES 3.10); one names it first.
void FreePlay::add_takes(int step, Side first, std::size_t first_roll) {
  const bool in_loop = rules_.plan().at(step).in_loop;
  std::vector<std::size_t> lead{};  // parts that lead to the next take
  for (std::size_t p = first_roll; p < parts_.size(); ++p) lead.push_back(p);
  for (const Side side : {first, other(first)}) {
    if (!chooses_damage(side)) continue;
    if (!in_loop)
      parts_.push_back(
          {.kind = Kind::back, .step = step, .next = static_cast<int>(parts_.size()) + 1});
    for (const std::size_t p : lead) parts_[p].next = static_cast<int>(parts_.size());
    lead = {parts_.size()};
    parts_.push_back({.kind = Kind::take, .step = step, .side = side});
  }
}

/// The edges and the flow of the rules, in the last part of their step.
void FreePlay::judge(StepPlan& plan, Part& part) const {
  const StepPlan& known =
      static_cast<const Plan&>(rules_.plan())[static_cast<std::size_t>(part.step)];
  part.first_edge = static_cast<int>(plan.edges.size());
  for (EdgePlan edge : known.edges) {
    if (edge.step >= 0) edge.step = entry_[static_cast<std::size_t>(edge.step)];
    plan.edges.push_back(edge);
  }
  plan.flow = known.flow;
  for (auto& row : plan.flow)
    for (std::uint8_t& edge : row)
      if (edge != kNoEdge) edge = static_cast<std::uint8_t>(edge + part.first_edge);
}

void FreePlay::build(const Part& built, int number) {
  Part& part = parts_[static_cast<std::size_t>(number)];
  const auto step = static_cast<std::size_t>(part.step);
  const StepPlan& known = static_cast<const Plan&>(rules_.plan())[step];
  static constexpr std::string_view kWhat[]{"regroups", "push", "", "damage taken", "next figure"};
  std::string name =
      part.kind == Kind::regroup ? fmt::format("{} regroups", broadside::name(part.side))
      : part.kind == Kind::roll
          ? known.name
          : fmt::format("{}, {}", known.name, kWhat[static_cast<std::size_t>(part.kind)]);
  if (part.kind == Kind::roll && !part.way.empty()) name += ": " + part.way;
  StepPlan plan{.name = std::move(name), .stage = known.stage};
  if (part.kind == Kind::roll) {
    plan.is_round = known.is_round;
    plan.throws = {built.actor != nullptr, false};
  }
  const auto offer = [&](Side side, Side of, bool must) -> StepPlan::Offer& {
    return plan.offers.emplace_back(StepPlan::Offer{side, of, must, {}});
  };
  switch (part.kind) {
    case Kind::regroup:
      offer(part.side, part.side, false).edges = {add_early(plan, part.next)};
      break;
    case Kind::push: {
      std::vector<std::uint8_t> edges;
      for (std::size_t k = 0; k < dealing(part.side).kinds().size(); ++k)
        edges.push_back(add_early(plan, number + 1));
      offer(part.side, part.side, false).edges = edges;
      break;
    }
    case Kind::roll:
      for (const bool of_target : {false, true}) {
        std::vector<std::uint8_t> edges;
        for (int way = part.first_way; way < part.first_way + part.ways; ++way)
          if (at(way).of_target == of_target) edges.push_back(add_early(plan, way));
        if (!edges.empty())
          offer(part.side, of_target ? other(part.side) : part.side, false).edges = edges;
      }
      break;
    case Kind::take: {
      const int back = at(number - 1).kind == Kind::back ? number - 1 : number;
      for (const bool owner : {true, false}) {
        const auto labels =
            owner ? dealing(part.side).owners_labels() : dealing(part.side).enemys_labels();
        std::vector<std::uint8_t> edges;
        for (const std::uint8_t label : labels) {
          edges.push_back(add_early(plan, back));
          part.labels.push_back(label);
        }
        if (!edges.empty())
          offer(owner ? part.side : other(part.side), part.side, true).edges = edges;
      }
      break;
    }
    case Kind::back:
      break;
  }
  if (part.due) {
    lead_all(plan, entry_.front());
    plan.edges.push_back({ends(Outcome::defender_win), {}});
    plan.flow[0].fill(static_cast<std::uint8_t>(plan.edges.size() - 1));
  } else if (part.next == kJudges) {
    judge(plan, part);
  } else {
    lead_all(plan, part.next);
  }
  if (known.stall_edge != kNoEdge && !part.due && entry_[step] == number) {
    plan.stall_edge = static_cast<std::uint8_t>(plan.edges.size());
    plan.edges.push_back(known.edges[known.stall_edge]);
  }
  if (plan.edges.size() > kMostEdges) gave_up_ = true;
  plan_.add(std::move(plan));
}

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
      for (auto& move : dealing(side).moves(force)) {
        const auto label = std::find(part.labels.begin(), part.labels.end(), move.label);
        assert(label != part.labels.end());
        options.push_back({edge(static_cast<std::size_t>(label - part.labels.begin())),
                           wiped(part, side, std::move(move.after))});
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
    Force after = opened(part, side, force.force, shortened(side, force.force, part, blow));
    if (std::find(found.begin(), found.end(), after) == found.end())
      found.push_back(std::move(after));
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
                             "play usual, or fewer units"};
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
