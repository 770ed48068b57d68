#include "core/systems/ti4/replay.hpp"

#include <boost/random/uniform_int_distribution.hpp>

#include "core/rng.hpp"

namespace broadside::ti4 {
namespace {

std::string describe(const Army& army, const Force& force) {
  std::string text;
  for (std::size_t g = 0; g < army.groups.size(); ++g) {
    if (force.count(g) == 0) continue;
    if (!text.empty()) text += ", ";
    text += std::to_string(force.count(g)) + " " + army.groups[g].name;
    if (force.damaged[g] > 0) text += " (" + std::to_string(force.damaged[g]) + " damaged)";
  }
  return text.empty() ? "nothing" : text;
}

/// "loses 1 Fighter I; 2 Dreadnought I damaged"
std::string changes(const Army& army, const Force& before, const Force& after) {
  std::string lost, damaged, repaired;
  const auto add = [](std::string& text, int count, const std::string& name) {
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + name;
  };
  for (std::size_t g = 0; g < army.groups.size(); ++g) {
    const int gone = before.count(g) - after.count(g);
    if (gone > 0) add(lost, gone, army.groups[g].name);
    const int hurt = after.damaged[g] - before.damaged[g] + (gone > 0 ? std::min<int>(gone, before.damaged[g]) : 0);
    if (hurt > 0) add(damaged, hurt, army.groups[g].name);
    if (gone == 0 && after.damaged[g] < before.damaged[g])
      add(repaired, before.damaged[g] - after.damaged[g], army.groups[g].name);
  }
  std::string text;
  if (!damaged.empty()) text += "sustains damage on " + damaged;
  if (!lost.empty()) text += (text.empty() ? "" : "; ") + ("loses " + lost);
  if (!repaired.empty()) text += (text.empty() ? "" : "; ") + ("repairs " + repaired);
  return text;
}

}  // namespace

std::vector<std::string> tell_battle(const Setup& setup, std::uint64_t seed) {
  const Rules& rules = setup.rules;
  std::vector<std::string> story;
  Philox dice{seed};
  boost::random::uniform_int_distribution<int> face{1, 10};
  std::array<Force, 2> force{rules.start(Side::attacker), rules.start(Side::defender)};
  const auto of = [&](Side side) -> Force& { return force[static_cast<std::size_t>(index(side))]; };
  for (Side side : kSides)
    story.push_back(std::string{name(side)} + ": " + describe(rules.army(side), of(side)));

  int step = 0, round = 0;
  while (step >= 0) {
    const StepPlan& plan = rules.plan()[static_cast<std::size_t>(step)];
    const PhaseAt& where = rules.phases()[static_cast<std::size_t>(step)];
    if (plan.is_round) round = where.round > round ? where.round : round + 1;
    story.push_back("");
    story.push_back(plan.is_round ? plan.stage + ", round " + std::to_string(round) : plan.name);
    if (where.retreats >= 0) story.push_back("  " + std::string{name(kSides[static_cast<std::size_t>(where.retreats)])} + " announces a retreat");

    std::array<Volley, 2> volley{};
    for (Side side : kSides) {
      if (!plan.throws[static_cast<std::size_t>(index(side))]) continue;
      std::string rolled;
      int hits = 0;
      for (const Pool& pool : rules.pools(side, step, of(side))) {
        rolled += (rolled.empty() ? "" : "; ") + rules.army(side).groups[pool.group].name + " (" + std::to_string(pool.hit_on) + "+):";
        for (int d = 0; d < pool.dice; ++d) {
          const int result = face(dice);
          rolled += " " + std::to_string(result) + (result >= pool.hit_on ? "*" : "");
          hits += result >= pool.hit_on;
        }
      }
      if (rolled.empty()) rolled = "no dice";
      story.push_back("  " + std::string{name(side)} + " rolls " + rolled + " - " + std::to_string(hits) + (hits == 1 ? " hit" : " hits"));
      volley[static_cast<std::size_t>(index(side))] = static_cast<Volley>(hits);
    }
    std::array<Force, 2> after;
    std::array<int, 2> stance{};
    for (Side side : kSides) {
      const auto me = static_cast<std::size_t>(index(side));
      after[me] = rules.absorb(side, step, force[me], volley[1 - me]);
      stance[me] = rules.stance(side, step, after[me]);
      if (const std::string told = changes(rules.army(side), force[me], after[me]); !told.empty())
        story.push_back("  " + std::string{name(side)} + " " + told);
    }
    force = after;
    if (plan.repeats && stance[0] != 0 && stance[1] != 0) continue;
    const int edge = plan.flow[static_cast<std::size_t>(stance[0])][static_cast<std::size_t>(stance[1])];
    const EdgePlan& to = plan.edges[static_cast<std::size_t>(edge)];
    for (Side side : kSides) {
      const Force crossed = rules.cross(side, step, edge, of(side));
      if (const std::string told = changes(rules.army(side), of(side), crossed); !told.empty())
        story.push_back("  afterwards " + std::string{name(side)} + " " + told);
      of(side) = crossed;
    }
    if (to.step < 0) {
      story.push_back("");
      static constexpr const char* kEndings[] = {"the attacker wins", "a draw", "the defender wins",
                                                 "a stalemate: nothing can change any more", "the attacker retreats",
                                                 "the defender retreats"};
      story.push_back(kEndings[static_cast<int>(to.ending)]);
    }
    if (to.step >= 0 && rules.plan()[static_cast<std::size_t>(to.step)].stage != plan.stage) round = 0;
    step = to.step;
  }
  for (Side side : kSides)
    story.push_back(std::string{name(side)} + " has left: " + describe(rules.army(side), of(side)));
  return story;
}

}  // namespace broadside::ti4
