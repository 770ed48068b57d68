#include "tests/naive/rebellion_cards.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

namespace broadside::naive_rebellion {
namespace {

/// What the dice of one attack show.
struct Shown {
  std::array<int, 2> hit{}, special{}, blank{};  // red, black
  int direct = 0;
  friend auto operator<=>(const Shown&, const Shown&) = default;
  int specials() const { return special[0] + special[1]; }
};
using Throw = std::map<Shown, double>;

/// One more die of six sides: two hits, a direct hit, a special, two blanks.
Throw one_more(const Throw& law, std::size_t colour) {
  Throw next;
  for (const auto& [shown, p] : law) {
    Shown hit = shown, direct = shown, special = shown, blank = shown;
    ++hit.hit[colour];
    ++direct.direct;
    ++special.special[colour];
    ++blank.blank[colour];
    next[hit] += p * 2 / 6;
    next[direct] += p / 6;
    next[special] += p / 6;
    next[blank] += p * 2 / 6;
  }
  return next;
}

Throw dice(Throw law, int red, int black) {
  for (int i = 0; i < red; ++i) law = one_more(law, 0);
  for (int i = 0; i < black; ++i) law = one_more(law, 1);
  return law;
}

int cards(const Hand& hand) { return std::accumulate(hand.begin(), hand.end(), 0); }

/// Cards that a special die would pay for.
int cards_to_pay(const Hand& hand, const Hand& enemy, int bombards) {
  return hand[take_it_down] + hand[onslaught] + (bombards > 0 ? hand[bombardment] : 0) +
         (cards(enemy) >= 2 ? hand[unstoppable_assault] : 0);
}

/// Damage cards are played when one finishes the unit, or while this may be the last chance; all of
/// them where they are played at once.
void play_damage_cards(int& damage, int left, bool last_chance, const Duellist& mine, int& specials,
                       Hand& hand) {
  const int bombards = mine.bombards;
  last_chance |= mine.at_once;
  const auto play = [&](Card card, int amount) {
    --hand[card];
    damage += amount;
    if (card != critical_hit) --specials;
  };
  while (damage < left || mine.at_once) {
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

/// The hand after these block cards, each Dig In paid with the least useful card that is left;
/// nothing where one cannot be paid.
std::optional<Hand> after_blocks(Hand hand, int formations, int digs) {
  hand[defensive_formation] -= formations;
  hand[dig_in] -= digs;
  if (hand[defensive_formation] < 0 || hand[dig_in] < 0 || cards(hand) < digs) return {};
  for (; digs > 0; --digs)
    for (const Card price : {no_escape, unstoppable_assault, concentrate_fire, onslaught,
                             bombardment, take_it_down, critical_hit, dig_in, defensive_formation})
      if (hand[price] > 0) {
        --hand[price];
        break;
      }
  return hand;
}

int most_blocks(const Hand& hand) {
  int most = 0;
  for (int formations = 0; formations <= hand[defensive_formation]; ++formations)
    for (int digs = 0; digs <= hand[dig_in]; ++digs)
      if (after_blocks(hand, formations, digs)) most = std::max(most, formations + 2 * digs);
  return most;
}

/// Block cards are played when they save the unit: as few cards as will do, and so that the rest can
/// block most, else Defensive Formations.
void block(int& damage, int needed, Hand& hand) {
  std::optional<Hand> best;
  int blocked = 0;
  for (int digs = 0; digs <= hand[dig_in]; ++digs)
    for (int formations = 0; formations <= hand[defensive_formation]; ++formations) {
      const auto rest = after_blocks(hand, formations, digs);
      if (!rest || formations + 2 * digs < needed) continue;
      const auto merit = [](const Hand& left) { return std::pair{cards(left), most_blocks(left)}; };
      if (best && merit(*rest) <= merit(*best)) continue;
      best = rest;
      blocked = formations + 2 * digs;
    }
  if (!best) return;
  hand = *best;
  damage -= std::min(damage, blocked);
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

  const std::size_t fits = his.red_health ? 0 : 1;  // the colour whose hits find the unit
  Law law;
  const auto finish = [&](const Shown& shown, Hand hand, double p) {
    State to = from;
    int damage = shown.direct + shown.hit[fits];
    int specials = shown.specials();
    play_damage_cards(damage, left, last_chance, mine, specials, hand);
    const bool blocks = !stops_blocks(damage >= left, from.hand[defender], specials, hand);
    to.hand[attacker] = hand;
    if (blocks && damage >= left) block(damage, damage - left + 1, to.hand[defender]);
    to.damage[defender] = std::min(from.damage[defender] + damage, his.health);
    law[to] += p;
  };
  // Concentrate Fire is played for two dice of no use while the unit is not finished, and again
  // while there are more of both: blanks, hits of the other colour or beyond what the unit can
  // take, specials that pay for no card. Dice of the colour that fits are thrown again first.
  const std::function<void(const Shown&, const Hand&, double)> concentrate =
      [&](const Shown& shown, const Hand& hand, double p) {
        std::array<int, 2> hits{}, specials{}, useless{};
        hits[fits] = std::max(shown.hit[fits] - left, 0);
        hits[1 - fits] = shown.hit[1 - fits];
        int paying = cards_to_pay(hand, from.hand[defender], mine.bombards);
        for (const std::size_t c : {0, 1}) {
          specials[c] = std::max(shown.special[c] - paying, 0);
          paying -= shown.special[c] - specials[c];
          useless[c] = shown.blank[c] + hits[c] + specials[c];
        }
        const bool finished = shown.direct + shown.hit[fits] >= left;
        if (hand[concentrate_fire] == 0 || finished || useless[0] + useless[1] < 2)
          return finish(shown, hand, p);
        Hand rest = hand;
        --rest[concentrate_fire];
        std::array<int, 2> again{};
        again[fits] = std::min(useless[fits], 2);
        again[1 - fits] = 2 - again[fits];
        Shown kept = shown;
        for (const std::size_t c : {0, 1})
          for (int i = 0; i < again[c]; ++i) {
            if (kept.blank[c] > 0)
              --kept.blank[c];
            else if (hits[c]-- > 0)
              --kept.hit[c];
            else
              --kept.special[c];
          }
        for (const auto& [after, q] : dice({{kept, p}}, again[0], again[1]))
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
