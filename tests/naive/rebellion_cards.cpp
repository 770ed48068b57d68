#include "tests/naive/rebellion_cards.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace broadside::naive_rebellion {
namespace {

/// What the dice of one attack show.
struct Shown {
  int red_hit = 0, black_hit = 0, direct = 0, special = 0, red_blank = 0, black_blank = 0;
  friend auto operator<=>(const Shown&, const Shown&) = default;
};
using Throw = std::map<Shown, double>;

/// One more die of six sides: two hits, a direct hit, a special, two blanks.
Throw one_more(const Throw& law, bool red) {
  Throw next;
  for (const auto& [shown, p] : law) {
    Shown hit = shown, direct = shown, special = shown, blank = shown;
    ++(red ? hit.red_hit : hit.black_hit);
    ++direct.direct;
    ++special.special;
    ++(red ? blank.red_blank : blank.black_blank);
    next[hit] += p * 2 / 6;
    next[direct] += p / 6;
    next[special] += p / 6;
    next[blank] += p * 2 / 6;
  }
  return next;
}

Throw dice(Throw law, int red, int black) {
  for (int i = 0; i < red; ++i) law = one_more(law, true);
  for (int i = 0; i < black; ++i) law = one_more(law, false);
  return law;
}

int cards(const Hand& hand) { return std::accumulate(hand.begin(), hand.end(), 0); }

/// Takes dice away: blanks first, then hits of no use.
void take(int& blanks, int* hits, int dice) {
  const int from_blanks = std::min(blanks, dice);
  blanks -= from_blanks;
  if (hits) *hits -= dice - from_blanks;
}

/// Damage cards are played when one finishes the unit, or while this may be the last chance.
void play_damage_cards(int& damage, int left, bool last_chance, int bombards, int& specials,
                       Hand& hand) {
  const auto play = [&](Card card, int amount) {
    --hand[card];
    damage += amount;
    if (card != critical_hit) --specials;
  };
  while (damage < left) {
    const int rest = left - damage;
    if (hand[critical_hit] > 0 && (rest == 1 || last_chance))
      play(critical_hit, 1);
    else if (specials > 0 && hand[take_it_down] > 0 && (rest <= 2 || last_chance))
      play(take_it_down, 2);
    else if (specials > 0 && hand[onslaught] > 0 && (rest == 1 || last_chance))
      play(onslaught, 1);
    else if (specials > 0 && hand[bombardment] > 0 && bombards > 0 &&
             (rest <= bombards || last_chance))
      play(bombardment, bombards);
    else
      return;
  }
}

/// Unstoppable Assault, where there is something to stop: two cards in the enemy's hand.
bool stops_blocks(bool finished, const Hand& enemy, int specials, Hand& hand) {
  if (!finished || specials == 0 || hand[unstoppable_assault] == 0 || cards(enemy) < 2)
    return false;
  --hand[unstoppable_assault];
  return true;
}

/// Block cards are played when they save the unit.
void block(int& damage, int needed, Hand& hand) {
  if (hand[defensive_formation] >= needed) {
    hand[defensive_formation] -= needed;
    damage -= needed;
    return;
  }
  if (needed > 2 || hand[dig_in] == 0 || cards(hand) < 2) return;
  --hand[dig_in];
  damage -= std::min(damage, 2);
  for (const Card price : {unstoppable_assault, concentrate_fire, onslaught, bombardment,
                           take_it_down, critical_hit, dig_in, defensive_formation})
    if (hand[price] > 0) {
      --hand[price];
      return;
    }
}

}  // namespace

CardDuel::Law CardDuel::attack(const State& from, std::size_t attacker) const {
  const std::size_t defender = 1 - attacker;
  const Duellist& mine = fighters_[attacker];
  const Duellist& his = fighters_[defender];
  const int left = his.health - from.damage[defender];
  const int own_left = mine.health - from.damage[attacker];
  // The first attacker fears the dice to come; the second knows what they have done.
  const bool last_chance = attacker == 0 ? his.red + his.black >= own_left : own_left <= 0;

  Law law;
  const auto finish = [&](const Shown& shown, Hand hand, double p) {
    State to = from;
    int damage = shown.direct + (his.red_health ? shown.red_hit : shown.black_hit);
    int specials = shown.special;
    play_damage_cards(damage, left, last_chance, mine.bombards, specials, hand);
    const bool blocks = !stops_blocks(damage >= left, from.hand[defender], specials, hand);
    to.hand[attacker] = hand;
    if (blocks && damage >= left) block(damage, damage - left + 1, to.hand[defender]);
    to.damage[defender] = std::min(from.damage[defender] + damage, his.health);
    law[to] += p;
  };
  // Concentrate Fire is played for two dice of no use, and again while there are more of both.
  // Specials always have a use here. Dice of the colour that fits are thrown again first.
  const std::function<void(const Shown&, const Hand&, double)> concentrate =
      [&](const Shown& shown, const Hand& hand, double p) {
        const int red = shown.red_blank + (his.red_health ? 0 : shown.red_hit);
        const int black = shown.black_blank + (his.red_health ? shown.black_hit : 0);
        if (hand[concentrate_fire] == 0 || red + black < 2) return finish(shown, hand, p);
        Hand rest = hand;
        --rest[concentrate_fire];
        const int red_again = his.red_health ? std::min(red, 2) : 2 - std::min(black, 2);
        Shown kept = shown;
        take(kept.red_blank, his.red_health ? nullptr : &kept.red_hit, red_again);
        take(kept.black_blank, his.red_health ? &kept.black_hit : nullptr, 2 - red_again);
        for (const auto& [after, q] : dice({{kept, p}}, red_again, 2 - red_again))
          concentrate(after, rest, q);
      };
  for (const auto& [shown, p] : dice({{Shown{}, 1.}}, mine.red, mine.black))
    concentrate(shown, from.hand[attacker], p);
  return law;
}

Chances CardDuel::value(const State& state) {
  const bool first_lost = state.damage[0] >= fighters_[0].health;
  const bool second_lost = state.damage[1] >= fighters_[1].health;
  if (first_lost || second_lost)
    return {!first_lost ? 1. : 0., first_lost && second_lost ? 1. : 0., !second_lost ? 1. : 0.};
  if (const auto at = known_.find(state); at != known_.end()) return at->second;
  Chances sum;
  double again = 0;
  for (const auto& [half, p] : attack(state, 0))
    for (const auto& [after, q] : attack(half, 1)) {
      if (after == state) {
        again += p * q;
        continue;
      }
      const Chances next = value(after);
      sum.first += p * q * next.first;
      sum.nobody += p * q * next.nobody;
      sum.second += p * q * next.second;
    }
  for (double* part : {&sum.first, &sum.nobody, &sum.second}) *part /= 1 - again;
  return known_[state] = sum;
}

Chances CardDuel::solve() { return value({{}, {fighters_[0].hand, fighters_[1].hand}}); }

}  // namespace broadside::naive_rebellion
