// The parts of a battle in which a side makes its choices: which there are, and how they lead to one
// another.

#include <algorithm>

#include <fmt/format.h>

#include "core/systems/arcane_legions/free_play.hpp"

namespace broadside::arcane_legions {
namespace {

constexpr std::size_t kMostEdges = 60;

void lead_all(StepPlan& plan, int to) {
  plan.edges.push_back({Destination{to}, {}});
  for (auto& row : plan.flow) row.fill(static_cast<std::uint8_t>(plan.edges.size() - 1));
}

std::uint8_t add_early(StepPlan& plan, int to) {
  plan.mark_early(plan.edges.size());
  plan.edges.push_back({Destination{to}, {}});
  return static_cast<std::uint8_t>(plan.edges.size() - 1);
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

}  // namespace broadside::arcane_legions
