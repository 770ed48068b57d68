#include "core/systems/risk/battle.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <vector>

namespace broadside::risk {
namespace {

constexpr int kFaces = 6;
constexpr std::uint32_t kMostAttackDice = 3, kMostDefenceDice = 2;

constexpr int kOut = 0, kReady = 1;
constexpr std::array<std::string_view, 2> kStanceNames{"out of the fight", "in the fight"};

/// Counts every roll of the dice, one by one: 7776 at most.
Pmf<Losses> count_rolls(std::size_t attack_dice, std::size_t defence_dice) {
  std::vector<int> dice(attack_dice + defence_dice, 1);
  std::array<std::array<int, kMostDefenceDice + 1>, kMostDefenceDice + 1> counts{};
  int rolls = 0;
  for (bool more = true; more; ++rolls) {
    const Losses lost =
        compare(std::span{dice}.first(attack_dice), std::span{dice}.last(defence_dice));
    ++counts[lost.attacker][lost.defender];
    more = false;
    for (int& die : dice) {
      if (++die <= kFaces) {
        more = true;
        break;
      }
      die = 1;
    }
  }
  std::vector<Pmf<Losses>::Entry> law;
  for (std::uint32_t a = 0; a < counts.size(); ++a)
    for (std::uint32_t d = 0; d < counts.size(); ++d)
      law.emplace_back(Losses{a, d}, static_cast<double>(counts[a][d]) / rolls);
  return Pmf<Losses>{std::move(law)};
}

}  // namespace

std::uint32_t dice_of(Side side, const Force& force) {
  if (side == Side::defender) return std::min(force.armies, kMostDefenceDice);
  return force.armies == 0 ? 0 : std::min(force.armies - 1, kMostAttackDice);
}

Losses compare(std::span<const int> attack, std::span<const int> defence) {
  const auto sorted = [](std::span<const int> dice) {
    std::vector<int> row(dice.begin(), dice.end());
    std::sort(row.begin(), row.end(), std::greater<>{});
    return row;
  };
  const std::vector<int> mine = sorted(attack), his = sorted(defence);
  Losses lost;
  for (std::size_t pair = 0; pair < std::min(mine.size(), his.size()); ++pair)
    ++(mine[pair] > his[pair] ? lost.defender : lost.attacker);
  return lost;
}

const Pmf<Losses>& roll_law(std::uint32_t attack_dice, std::uint32_t defence_dice) {
  static const auto kLaws = [] {
    std::array<std::array<Pmf<Losses>, kMostDefenceDice + 1>, kMostAttackDice + 1> laws;
    for (std::size_t a = 0; a <= kMostAttackDice; ++a)
      for (std::size_t d = 0; d <= kMostDefenceDice; ++d) laws[a][d] = count_rolls(a, d);
    return laws;
  }();
  return kLaws[attack_dice][defence_dice];
}

/// RULES 3: one step that is played once or again and again, and where it leads.
Rules::Rules(const Setup& setup) : setup_(setup), plan_(kStanceNames) {
  const Destination stopped = setup.stop > 1 ? plan_.later("the attack ends") : Destination{};
  const auto add_roll = [&](Round round) {
    const StepHandle roll = plan_.add({.name = "roll",
                                       .stage = "attack",
                                       .repeats = round.again,
                                       .is_round = true,
                                       .throws = {true, false},
                                       .features = {1, kMostDefenceDice + 1}});
    if (!round.again) plan_.lead(roll, {kReady}, {kReady}, plan_.next());
    plan_.lead(roll, {kReady, kOut}, {kOut}, ends(Outcome::attacker_win));
    plan_.lead(roll, {kOut}, {kReady}, setup.stop > 1 ? stopped : ends(Outcome::defender_win));
    if (setup.goal) plan_.may_leave(roll, Side::attacker, ends(Outcome::attacker_retreats));
    if (round.cut) plan_.cut(roll, ends(Outcome::undecided));  // RULES 3.5
  };
  add_rounds(plan_, {.last = setup.one_roll ? 1 : 0, .played = setup.rolls}, add_roll);
  if (setup.one_roll) plan_.settle(plan_.next(), ends(Outcome::undecided));
  if (setup.stop > 1) {
    // RULES 3.4: who still could attack has broken off.
    plan_.arrive(stopped);
    const StepHandle end = plan_.add({.name = "the attack ends", .stage = "attack"});
    plan_.lead(end, {kReady}, {kReady}, ends(Outcome::attacker_retreats));
    plan_.lead(end, {kOut}, {kReady}, ends(Outcome::defender_win));
  }
  plan_.finish();
}

std::vector<Option<Force>> Rules::options(Side side, int step, const Force& force) const {
  std::vector<Option<Force>> options;
  for (const auto& offer : plan_[static_cast<std::size_t>(step)].offers)
    for (const std::uint8_t edge : offer.edges)
      if (offer.of == side) options.push_back({edge, force});
  return options;
}

Rules::Throw Rules::throws(Side side, int step, const Force& force,
                           std::uint32_t enemy_dice) const {
  if (side == Side::defender || !rolls(step)) return Throw{std::pair{Volley{0}, force}};
  return roll_law(dice_of(side, force), enemy_dice).map([&](const Losses& lost) {
    return std::pair{Volley{lost.defender}, Force{force.armies - lost.attacker}};
  });
}

Rules::Force Rules::absorb(Side, int, const Force& force, Volley lost) const {
  return {force.armies - std::min<std::uint32_t>(force.armies, lost)};
}

int Rules::stance(Side side, int step, const Force& force) const {
  if (side == Side::defender) return force.armies > 0 ? kReady : kOut;
  return force.armies > (rolls(step) ? setup_.stop : 1) ? kReady : kOut;
}

}  // namespace broadside::risk
