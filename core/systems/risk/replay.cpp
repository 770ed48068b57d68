#include "core/systems/risk/replay.hpp"

#include <algorithm>
#include <functional>

#include <boost/random/uniform_int_distribution.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/kernel/rng.hpp"
#include "core/scenario/text.hpp"
#include "core/tables/walk.hpp"

namespace broadside::risk {

std::string armies_text(std::uint32_t armies) { return counted(armies, "army", "armies"); }

std::vector<std::string> tell_battle(const Rules& rules, std::uint64_t seed) {
  std::vector<std::string> story;
  Philox random{seed};
  Walk<Rules> walk{rules};
  const auto tell_forces = [&](std::string_view has) {
    for (const Side side : kSides)
      story.push_back(
          fmt::format("{}{}{}", name(side), has, armies_text(walk.forces[side].armies)));
  };
  tell_forces(": ");
  while (!walk.ending()) {
    if (walk.plan().is_round) {
      story.emplace_back();
      story.push_back(fmt::format("roll {}", walk.round()));
      BySide<std::vector<int>> dice;
      for (const Side side : kSides) {
        dice[side].resize(dice_of(side, walk.forces[side]));
        for (int& die : dice[side])
          die = boost::random::uniform_int_distribution<int>{1, 6}(random);
        std::sort(dice[side].begin(), dice[side].end(), std::greater<>{});
        story.push_back(fmt::format("  {} rolls {}", name(side), fmt::join(dice[side], " ")));
      }
      const Losses lost = compare(dice[Side::attacker], dice[Side::defender]);
      walk.forces[Side::attacker].armies -= lost.attacker;
      walk.forces[Side::defender].armies -= lost.defender;
      story.push_back(
          fmt::format("  the attacker loses {}, the defender {}", lost.attacker, lost.defender));
    }
    walk.go_on([](Side, const Force&, const Force&, const EdgePlan&) {});
  }
  const Outcome ending = *walk.ending();
  story.emplace_back();
  story.emplace_back(ending == Outcome::attacker_win   ? "the attacker takes the territory"
                     : ending == Outcome::defender_win ? "the defender holds the territory"
                     : ending == Outcome::undecided    ? "undecided: the attack can go on"
                                                       : "the attacker breaks off");
  tell_forces(" has left: ");
  return story;
}

}  // namespace broadside::risk
