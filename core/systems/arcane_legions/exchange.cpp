#include "core/systems/arcane_legions/exchange.hpp"

#include <algorithm>

#include "core/systems/arcane_legions/law.hpp"

namespace broadside::arcane_legions {
namespace {

constexpr int kPhantom = 2, kSixes = 3, kDeadlySixes = 2;
constexpr int kGreySide = -3, kNotBlue = -3, kUnmanned = -3;

/// Adds up changes; each ability once, with all its icons.
class Counting {
 public:
  Counting(int icons, bool clamp_each) : clamp_each_(clamp_each) {
    count_.icons = count_.dice = icons;
  }
  void add(std::string_view why, int dice) {
    if (dice == 0) return;
    count_.changes.push_back({why, dice});
    count_.dice += dice;
    if (clamp_each_) count_.dice = std::max(count_.dice, 0);
  }
  void add(const Party& of, Ability ability, int dice) {
    add(info(ability).name, dice * of.ready.of(ability));
  }
  DiceCount done() && {
    count_.dice = std::max(count_.dice, 0);  // RULES 2.6: never below 0
    return std::move(count_);
  }

 private:
  bool clamp_each_;
  DiceCount count_;
};

/// Ready icons that a ranged order starts from (RULES 7.2).
int shooting_icons(const Party& actor) {
  switch (actor.unit.policy.shoots) {
    case Shoots::dice:
      return actor.ready.ranged;
    case Shoots::thrown_weapon:
      return actor.ready.of(Ability::thrown_weapon);
    case Shoots::sniper:
      return actor.ready.of(Ability::sniper);
    case Shoots::direct_fire:
      break;
  }
  return actor.ready.of(Ability::direct_fire);
}

int melee_penalty(const Readings& readings, const Party& actor) {
  const int friends = actor.unit.policy.friends;
  if (friends == 0 || actor.ready.of(Ability::precision) > 0) return 0;
  const int penalty = readings.melee_per_friend ? friends : 1;
  return actor.unit.policy.shoots == Shoots::thrown_weapon ? 1 - penalty : -penalty;
}

/// Abilities that look at the target (RULES 7.1).
void add_attack_abilities(Counting& count, const Party& actor, const Party& target,
                          const Order& order) {
  const Unit &mine = actor.unit, &his = target.unit;
  const bool close = !order.ranged;
  if (close) {
    if (order.moved && !order.attacked) count.add(actor, Ability::aggressive, 1);
    if (his.is(Type::cavalry)) count.add(actor, Ability::carnivorous, 2);
    if (his.facing == Colour::grey) count.add(actor, Ability::cunning, 2);
    if (his.is(Type::construct)) count.add(actor, Ability::demolitionist, 3);
    if (his.is(Type::human)) count.add(actor, Ability::resentful, 2);
    if (his.is(Type::artillery) || his.is(Type::infantry)) count.add(actor, Ability::trample, 2);
  }
  if (mine.policy.friends > 0) count.add(actor, Ability::fervor, 1);
  if (mine.policy.army == ArmyIs::one_faction && mine.faction == Faction::egyptian)
    count.add(actor, Ability::hellenic_pride, 4);
  if (his.is(Type::construct) || his.is(Type::undead) || his.is(Type::mythic))
    count.add(actor, Ability::nature_magic, 2);
  if (his.is(Type::mixed) || his.is(Type::irregulars)) count.add(actor, Ability::specialized, 1);
  if (mine.policy.army != ArmyIs::mixed && mine.faction && his.faction &&
      *mine.faction != *his.faction)
    count.add(actor, Ability::xenophobic, 2);
}

/// Ways to show each sum of so many dice.
std::vector<double> sums_of(int dice) {
  std::vector<double> ways{1};
  for (int i = 0; i < dice; ++i) {
    std::vector<double> more(ways.size() + kFaces, 0.0);
    for (std::size_t sum = 0; sum < ways.size(); ++sum)
      for (std::size_t face = 1; face <= kFaces; ++face) more[sum + face] += ways[sum] / kFaces;
    ways = std::move(more);
  }
  return ways;
}

std::optional<std::size_t> sniped(const Party& actor, const Party& target) {
  return chosen_figure(target.unit, actor.unit.policy, target.force, Among::not_commander);
}

bool snipes(const Party& actor, const Order& order) {
  return order.ranged && actor.unit.policy.shoots == Shoots::sniper;
}

}  // namespace

const HitLaw& LawBook::operator()(const LineUp& lineup) {
  const auto at = known_.find(lineup);
  return at != known_.end() ? at->second : known_.emplace(lineup, hit_law(lineup)).first->second;
}

bool may_order(const Party& actor, const Order& order) {
  if (actor.force.idle || defeated(actor.unit, actor.force)) return false;
  return order.ranged ? shooting_icons(actor) > 0 : actor.ready.attack > 0;
}

DiceCount attack_dice(const Readings& readings, const Party& actor, const Party& target,
                      const Order& order, int bonus_dice) {
  const int each = order.ranged && actor.unit.policy.shoots == Shoots::thrown_weapon ? 3 : 1;
  Counting count{order.ranged ? each * shooting_icons(actor) : actor.ready.attack,
                 readings.clamp_each};
  if (order.ranged && actor.unit.facing != Colour::blue)
    count.add("not from a blue side", kNotBlue);
  else if (actor.unit.facing == Colour::grey)
    count.add("grey side", kGreySide);
  if (order.ranged) {
    count.add("firing into melee", melee_penalty(readings, actor));
    count.add("hindered", -actor.unit.policy.hindered);
    count.add("unmanned machine", kUnmanned * actor.ready.unmanned);
  } else {
    count.add(target, Ability::fear, -1);
  }
  add_attack_abilities(count, actor, target, order);
  count.add(info(Ability::claws_of_chaos).name, bonus_dice);
  return std::move(count).done();
}

DiceCount defence_dice(const Readings& readings, const Party& actor, const Party& target,
                       const Order& order) {
  if (snipes(actor, order)) {  // against one figure, whatever the unit adds or loses (RULES 9.18)
    const auto figure = sniped(actor, target);
    return std::move(
               Counting{(figure ? target.unit.slots[*figure].defence : 0) + 1, readings.clamp_each})
        .done();
  }
  Counting count{target.ready.defence, readings.clamp_each};
  if (target.unit.facing == Colour::grey) count.add("grey side", kGreySide);
  if (order.ranged) {
    count.add(target, Ability::guardian, 2);
    count.add(target, Ability::siege_defense, 2);
    count.add(target, Ability::wall_of_shields, 2);
  } else {
    count.add(actor, Ability::fear, -1);
    count.add(target, Ability::heavy_armor, 1);
  }
  if (actor.unit.is(Type::cavalry)) count.add(target, Ability::spearmen, 1);
  if (actor.unit.faction == Faction::egyptian) count.add(target, Ability::roman_patriot, 2);
  if (target.unit.policy.army == ArmyIs::all_greek) count.add(target, Ability::hellenic_pride, 2);
  return std::move(count).done();
}

LineUp lineup_of(const Readings& readings, const Party& actor, const Party& target,
                 const Order& order, int bonus_dice) {
  const auto has = [](const Party& of, Ability ability) { return of.ready.of(ability) > 0; };
  LineUp lineup;
  lineup.attack_dice = attack_dice(readings, actor, target, order, bonus_dice).dice;
  lineup.defence_dice = defence_dice(readings, actor, target, order).dice;
  lineup.defender_scores = !order.ranged;
  const bool deadly = has(actor, Ability::deadly);
  lineup.critical_sixes = !readings.critical ? 0 : deadly ? kDeadlySixes : kSixes;
  lineup.critical_count = readings.critical_count;
  lineup.critical_on_final = readings.critical_on_final;
  if (has(actor, Ability::good_fortune)) lineup.low_reroll = actor.unit.policy.reroll;
  if (order.ranged) {
    lineup.ties_to_attacker =
        has(actor, Ability::way_of_the_bow) && !order.moved && !order.attacked;
    return lineup;
  }
  // Curses lower the phantom of the unit that they touch, whichever dice it lacks (RULES 5.3).
  const auto phantom = [&](const Party& cursed_by) {
    return std::max(0, kPhantom - cursed_by.ready.of(Ability::crones_curse) -
                           2 * cursed_by.ready.of(Ability::dragons_curse));
  };
  lineup.attack_phantom = phantom(target);
  lineup.defence_phantom = phantom(actor);
  lineup.attack_high_rerolls = target.ready.of(Ability::bad_luck);
  lineup.defence_high_rerolls = actor.ready.of(Ability::bad_luck);
  if (target.ready.defence == 0) lineup.attack_bonus = 2 * actor.ready.of(Ability::bully);
  return lineup;
}

OrderResult settle(const Readings& readings, const Party& actor, const Party& target,
                   const Order& order, const Hits& hits, int gift) {
  const auto icons = [](const Party& of, Ability ability) { return of.ready.of(ability); };
  const int criticals = readings.critical_needs_hit && hits.attacker == 0 ? 0 : hits.criticals;
  OrderResult result;
  result.attacker_hits = hits.attacker + criticals;
  result.defender_hits = hits.defender;

  int damage = result.attacker_hits, back = result.defender_hits;
  if (order.ranged) {
    if (damage > 0 || !readings.fire_arrows_need_hit) damage += icons(actor, Ability::fire_arrows);
    damage -= icons(target, Ability::wall_of_mist);
  } else {
    if (icons(actor, Ability::dragons_gift) > 0)
      damage = readings.dragons_gift_replaces ? gift : damage + gift;
    if (result.attacker_hits > 0) damage += icons(actor, Ability::brutal);
    if (result.defender_hits > 0 && readings.brutal_defending)
      back += icons(target, Ability::brutal);
  }
  damage -= icons(target, Ability::tough);
  if (readings.tough_attacking) back -= icons(actor, Ability::tough);
  result.on_target.combat = std::max(damage, 0);
  result.on_actor.combat = std::max(back, 0);
  if (snipes(actor, order)) result.on_target.aim = Blow::Aim::not_commander;
  if (order.ranged) return result;

  if (actor.unit.policy.concentrates && icons(actor, Ability::concentrated_attack) > 0 &&
      result.on_target.combat > 0)
    result.on_target.aim = Blow::Aim::white;
  if (criticals > 0) {
    result.on_target.chosen_down = icons(actor, Ability::power_at_a_price) > 0;
    result.on_target.price_down = icons(target, Ability::power_at_a_price) > 0;
  }
  // RULES 7.8: icons that were ready when the damage was dealt, so not those of figures
  // that Power at a Price has downed before it.
  const auto strikes_back = [&](const Party& hurt, const Party& enemy, const Blow& blow) {
    if (blow.combat == 0 || icons(hurt, Ability::berserker) == 0) return 0;
    const auto after = [&](const Blow& what) {
      return suffer(hurt.unit, readings, enemy.unit.policy, hurt.force, what);
    };
    if (defeated(hurt.unit, after(blow)) && !readings.damage_back_when_wiped) return 0;
    const Force dealt_to = after({.chosen_down = blow.chosen_down, .price_down = blow.price_down});
    return icons(Party{hurt.unit, dealt_to}, Ability::berserker);
  };
  const int by_target = strikes_back(target, actor, result.on_target);
  const int by_actor = strikes_back(actor, target, result.on_actor);
  result.on_actor.direct = by_target;
  result.on_target.direct = by_actor;
  return result;
}

OrderLaw order_law(const Readings& readings, const Party& actor, const Party& target,
                   const Order& order, LawBook& book) {
  if (!may_order(actor, order)) return {{OrderResult{}, 1.0}};
  if (order.ranged && actor.unit.policy.shoots == Shoots::direct_fire) {
    OrderResult result;
    result.on_target.direct = shooting_icons(actor);
    return {{result, 1.0}};
  }
  if (snipes(actor, order) && target.unit.has_figures && !sniped(actor, target))
    return {{OrderResult{}, 1.0}};  // nobody to aim at

  const bool claws = !order.ranged && actor.ready.of(Ability::claws_of_chaos) > 0;
  const std::vector<double> gifts =
      sums_of(order.ranged ? 0 : 2 * actor.ready.of(Ability::dragons_gift));
  OrderLaw law;
  for (int bonus = claws ? 1 : 0; bonus <= (claws ? kFaces : 0); ++bonus) {
    const double chance = claws ? 1.0 / kFaces : 1.0;
    const LineUp lineup = lineup_of(readings, actor, target, order, bonus);
    if (lineup.attack_dice == 0 && readings.nothing_without_dice) {
      law.emplace_back(OrderResult{}, chance);
      continue;
    }
    const HitLaw& hits = book(lineup);
    for (const auto& entry : hits.entries)
      for (std::size_t gift = 0; gift < gifts.size(); ++gift)
        if (gifts[gift] > 0)
          law.emplace_back(
              settle(readings, actor, target, order, entry.hits, static_cast<int>(gift)),
              chance * gifts[gift] * entry.ways / hits.total);
  }
  return law;
}

OrderLaw special_law(const Party& actor, const Party& target) {
  const Ability special = *actor.unit.policy.special;
  const int icons = actor.force.idle ? 0 : actor.ready.of(special);
  OrderResult result;
  if (icons == 0) return {{result, 1.0}};
  constexpr double kTouch = 2.0 / 3;
  switch (special) {
    case Ability::armored_rush:
      result.on_target.direct = 2;
      break;
    case Ability::fireburst:
      result.on_target.direct = std::max(0, icons - target.ready.of(Ability::wall_of_mist));
      break;
    case Ability::death_touch:
      result.on_target.touch = std::min(icons, kMostHitPoints);
      return {{result, kTouch}, {OrderResult{}, 1 - kTouch}};
    case Ability::death_touch_master:
      result.on_target.touch_master = true;
      return {{result, kTouch}, {OrderResult{}, 1 - kTouch}};
    case Ability::lord_of_the_dead: {
      OrderLaw law;
      for (int face = 1; face <= kFaces; ++face) {
        result.on_actor.heal = face;
        law.emplace_back(result, 1.0 / kFaces);
      }
      return law;
    }
    case Ability::artificer:
      result.on_actor.heal = 2;
      break;
    default:
      break;
  }
  return {{result, 1.0}};
}

}  // namespace broadside::arcane_legions
