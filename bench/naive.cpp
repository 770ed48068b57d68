#include "bench/naive.hpp"

#include <algorithm>

#include <boost/random/uniform_int_distribution.hpp>

#include "core/systems/ti4/units.hpp"

namespace broadside::bench {
namespace {

using Dice = boost::random::mt19937;

/// Default policy: given up first comes first.
constexpr std::array kLossOrder{
    ti4::UnitType::fighter, ti4::UnitType::destroyer,   ti4::UnitType::cruiser,
    ti4::UnitType::carrier, ti4::UnitType::dreadnought, ti4::UnitType::flagship,
    ti4::UnitType::war_sun,
};

/// A faction whose ships say nothing that matters in a space battle, so that a flagship can be
/// played: two dice that hit on 5.
constexpr std::string_view kPlainFaction = "sol";

int roll(Dice& dice, int count, int hits_on) {
  boost::random::uniform_int_distribution<int> die(1, 10);
  int hits = 0;
  for (int i = 0; i < count; ++i)
    if (die(dice) >= hits_on) ++hits;
  return hits;
}

int roll_barrage(Dice& dice, const NaiveFleet& fleet) {
  int hits = 0;
  for (const NaiveUnit& unit : fleet) hits += roll(dice, unit.barrage_dice, unit.barrage_hits_on);
  return hits;
}

int roll_combat(Dice& dice, const NaiveFleet& fleet) {
  int hits = 0;
  for (const NaiveUnit& unit : fleet) hits += roll(dice, unit.dice, unit.hits_on);
  return hits;
}

void lose_fighters(NaiveFleet& fleet, int hits) {
  while (hits > 0 && !fleet.empty() && fleet.back().is_fighter) {
    fleet.pop_back();
    --hits;
  }
}

/// Sustain first: every unit that can takes a hit before any is lost, so only damaged ones of its
/// type are.
void take_hits(NaiveFleet& fleet, int hits) {
  for (NaiveUnit& unit : fleet)
    if (hits > 0 && unit.can_sustain) {
      unit.can_sustain = false;
      --hits;
    }
  while (hits > 0 && !fleet.empty()) {
    fleet.pop_back();
    --hits;
  }
}

int count_of(const std::vector<UnitCount>& list, ti4::UnitType type) {
  int count = 0;
  for (const UnitCount& entry : list)
    if (entry.type == ti4::name(type)) count += entry.count;
  return count;
}

NaiveFleet make_fleet(const SideSpec& side) {
  NaiveFleet fleet;
  for (const ti4::UnitType type : kLossOrder) {
    const bool upgraded = std::find(side.upgrades.begin(), side.upgrades.end(), ti4::name(type)) !=
                          side.upgrades.end();
    const ti4::Unit* card = ti4::unit_for(side.faction, type, upgraded ? 2 : 1);
    const int damaged = count_of(side.damaged, type);
    for (int i = 0; i < count_of(side.units, type); ++i)
      fleet.push_back({.dice = card->combat.dice,
                       .hits_on = card->combat.hit_on,
                       .barrage_dice = card->anti_fighter_barrage.dice,
                       .barrage_hits_on = card->anti_fighter_barrage.hit_on,
                       .is_fighter = type == ti4::UnitType::fighter,
                       .can_sustain = card->sustain_damage && i >= damaged});
  }
  std::reverse(fleet.begin(), fleet.end());
  return fleet;
}

}  // namespace

NaiveBattle::NaiveBattle(const Scenario& scenario)
    : start_{make_fleet(scenario.sides[0]), make_fleet(scenario.sides[1])}, now_(start_) {}

bool NaiveBattle::knows(const Scenario& scenario) {
  if (scenario.game != "ti4" || !(scenario.battle.empty() || scenario.battle == "space"))
    return false;
  if (!scenario.system_effects.empty()) return false;
  for (const SideSpec& side : scenario.sides) {
    if (!side.faction.empty() && side.faction != kPlainFaction) return false;
    if (!side.effects.empty() || !side.policy.empty()) return false;
    for (const UnitCount& entry : side.units) {
      const auto type = ti4::unit_type(entry.type);
      if (type == ti4::UnitType::flagship && side.faction.empty()) return false;
      if (!type || std::find(kLossOrder.begin(), kLossOrder.end(), *type) == kLossOrder.end())
        return false;
    }
  }
  return true;
}

NaiveCounts NaiveBattle::play(std::uint64_t battles, Dice& dice) {
  NaiveCounts counts;
  NaiveFleet &attacker = now_[Side::attacker], &defender = now_[Side::defender];
  for (std::uint64_t i = 0; i < battles; ++i) {
    attacker = start_[Side::attacker];
    defender = start_[Side::defender];
    const int barrage = roll_barrage(dice, attacker);
    const int answer = roll_barrage(dice, defender);
    lose_fighters(defender, barrage);
    lose_fighters(attacker, answer);
    while (!attacker.empty() && !defender.empty()) {
      const int hits = roll_combat(dice, attacker);
      const int hits_back = roll_combat(dice, defender);
      take_hits(defender, hits);
      take_hits(attacker, hits_back);
    }
    ++(attacker.empty() ? defender.empty() ? counts.draw : counts.defender_win
                        : counts.attacker_win);
  }
  return counts;
}

}  // namespace broadside::bench
