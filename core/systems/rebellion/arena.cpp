#include "core/systems/rebellion/arena.hpp"

#include <algorithm>

#include "core/systems/rebellion/outlook.hpp"

namespace broadside::rebellion {
namespace {

DeckMasks masks_of(Theater theater, const Reading& reading) {
  DeckMasks masks;
  const auto places = deck_places(reading);
  const auto role = [&masks](const TacticCard& card) -> Hand& {
    const Effect& first = card.effects[0];
    switch (first.op) {
      case Op::reroll:
        return masks.concentrate_fire;
      case Op::block:
        return masks.formation;
      case Op::discard_cost:
        return masks.costly_block;
      case Op::cannot_be_blocked:
        return masks.assault;
      case Op::draw:
        return masks.brilliant;
      case Op::enemy_cannot_retreat:
        return masks.no_escape;
      case Op::retreat_without_transport:
        return masks.escape_plan;
      default:
        break;
    }
    if (first.by_ship) return masks.bombardment;
    if (first.target == Target::one_enemy_unit) return masks.take_it_down;
    return first.target == Target::two_enemy_units ? masks.onslaught : masks.critical_hit;
  };
  for (std::size_t i = 0; i < kTacticCards; ++i) {
    const TacticCard& card = all_tactic_cards()[i];
    if (card.theater != theater) continue;
    role(card) = static_cast<Hand>(role(card) | places[i].mask());
    masks.all = static_cast<Hand>(masks.all | places[i].mask());
    const std::size_t first = places[i].first;
    for (std::size_t copy = 0; copy < places[i].copies; ++copy)
      masks.kind[first + copy] = static_cast<std::uint8_t>(i);
  }
  masks.damage = static_cast<Hand>(masks.critical_hit | masks.take_it_down | masks.onslaught |
                                   masks.bombardment);
  masks.blocks = static_cast<Hand>(masks.formation | masks.costly_block);
  // What is given up first to pay for a block (RULES 9.16).
  std::size_t next = 0;
  for (const Hand cards :
       {masks.escape_plan, masks.no_escape, masks.assault, masks.concentrate_fire, masks.brilliant,
        masks.onslaught, masks.bombardment, masks.take_it_down, masks.critical_hit,
        masks.costly_block, masks.formation})
    for (std::uint8_t b = 0; b < 15; ++b)
      if (cards >> b & 1) masks.discard[next++] = b;
  return masks;
}

/// Cards that a side would play before damage is assigned.
Hand early_cards(const DeckMasks& deck, const Army& mine, const Army& enemy) {
  unsigned cards = deck.concentrate_fire;
  if (mine.choices.no_escape == Pursuit::play && enemy.has_leader && !enemy.held)
    cards |= deck.no_escape;
  if (mine.retreat.round > 0) cards |= deck.escape_plan;
  return static_cast<Hand>(cards);
}

/// The most that an effect can be worth to a chooser of cards (card_chooser.hpp). `red_dice`: whose
/// hits may come as red ones.
int most_of(const Effect& effect, std::size_t red_dice) {
  const int most_dice = kCaps.red + kCaps.black;
  switch (effect.op) {
    case Op::destroy:
      return 4 * kDamage;  // a Golan Arms Turret: 3 health, 2 dice
    case Op::deal:
      return kDamage * effect.amount;
    case Op::gain_unit:
      return kDamage * 3 / 2;
    case Op::prevent:
      return kPrevented[effect.dice.red][red_dice] + kPrevented[effect.dice.black][kCaps.black] +
             kDamage * effect.direct;
    case Op::remove_damage:
    case Op::redirect_damage:
      return kDamage * effect.amount;
    case Op::cancel_enemy_card:
    case Op::additional_card:
      return kWorthOfCard;
    case Op::enemy_plays_no_card:
      return kDamage;
    case Op::attack_after_enemy:
      return 2 * kSpecial * most_dice;
    case Op::no_special_healing:
      return kSpecial * most_dice + 1;
    case Op::retreat_now:
      return kWorthOfLeaving;
    case Op::no_damage_removal:
      return kDamage / 5;
    default:
      return 0;
  }
}

Preference preference_of(const Army& army, const Army& enemy, Theater theater) {
  Preference preference;
  const std::size_t red_dice =
      kCaps.red +
      (theater == Theater::space && enemy.black_as_red > 0 ? kCaps.black : std::size_t{0});
  const auto cards = advanced_cards(army.faction, theater);
  for (std::size_t c = 0; c < cards.size(); ++c)
    for (const bool top : {true, false}) {
      if (army.choices.card_choice == CardChoice::none) continue;
      if (top && army.choices.card_choice == CardChoice::bottom) continue;
      Half half;
      half.card = static_cast<std::uint8_t>(c);
      half.top = top;
      half.effects = top ? cards[c].top : cards[c].bottom;
      if (top) {
        half.icons = cards[c].icons;
        half.needs = cards[c].top_needs;
      }
      for (const Effect& effect : half.effects) half.most += most_of(effect, red_dice);
      // An open hand shows what a cancelled card would have done.
      for (const Effect& effect : half.effects)
        if (effect.op == Op::cancel_enemy_card && army.sees_hand) half.most += kWorthOfLeaving;
      if (half.most > 0) preference.halves[preference.count++] = half;
    }
  // One that allows another card besides what it does itself can do what that one does too.
  int most = 0;
  for (const Half& half : preference.halves) most = std::max(most, half.most);
  for (Half& half : preference.halves)
    if (half.effects[1].op == Op::additional_card) half.most += most;
  std::stable_sort(preference.halves.begin(),
                   preference.halves.begin() + static_cast<std::ptrdiff_t>(preference.count),
                   [](const Half& a, const Half& b) { return a.most > b.most; });
  return preference;
}

}  // namespace

Arena::Arena(Setup made, std::string why)
    : setup(std::move(made)), reason(std::move(why)), dice(&DiceTables::get()) {
  for (Side side : kSides) {
    const std::size_t s = at(side);
    start[s] = starting_force(army(side));
    double next = 1;
    for (std::size_t g = 0; g < army(side).group_count; ++g) {
      digits[s][g] = static_cast<std::uint64_t>(std::min(next, kMostFinals));
      next *= army(side).groups[g].most + 1;
    }
    finals[s] = next;
    for (Theater theater : kBothTheaters)
      preference[s][theater] = preference_of(army(side), army(other(side)), theater);
  }
  bool stalls = false;
  for (const Army& army : setup.armies) {
    retreats |= army.has_leader && !army.held;
    fewer_dice |= army.fewer_first != Dice{};
    plans |= army.choices.death_star_plans;
    special_rounds = std::max(special_rounds, rebellion::special_rounds(army));
    special_dice |= army.set_dice.round != 0 || army.ring.round != 0;
    for (Theater theater : kBothTheaters) {
      const Front& front = army.front[theater];
      cannons |= front.of(UnitId::ion_cannon) != 0;
      generators |= front.of(UnitId::shield_generator) != 0;
      may_be_left_alone[theater] |=
          (front.structures | front.transports | front.fragile_stations) != 0;
    }
    for (std::size_t g = 0; g < army.group_count; ++g)
      stalls |= army.groups[g].unit->unit_class == Class::station ||
                army.groups[g].unit->attack == Dice{};
  }
  fewer_dice |= cannons;
  // By plan, or as transports alone.
  for (Side side : kSides)
    may_leave[side] = army(side).has_leader &&
                      (army(side).retreat.round > 0 || army(side).front[0].transports != 0);
  for (Theater theater : kBothTheaters) {
    const std::size_t t = at(theater);
    fought[t] = setup.fought(theater);
    deck[t] = masks_of(theater, setup.reading);
    start_deck[t] =
        Deck{static_cast<Hand>(deck[t].all & ~(setup.armies[0].hand[t] | setup.armies[1].hand[t]))};
    for (Side side : kSides) {
      early[side][t] = early_cards(deck[t], army(side), army(other(side)));
      if (army(side).choices.blocks != Blocks::never) blocks[side][t] = deck[t].blocks;
    }
    if (!setup.contested(theater)) continue;
    for (Side side : kSides)
      first_draws[side][t] = static_cast<std::uint8_t>(
          army(side).extra_draws[t] + (army(side).fixed_hand ? 0 : army(side).tactic[t]));
  }
  // Deployment brings ground units where the side had none.
  bool deploys = false;
  for (Side side : kSides)
    deploys |= setup.reading.cinematic && setup.reading.cards && setup.reading.fights_ground &&
               army(side).front[0].of(UnitId::u_wing) != 0 &&
               army(side).choices.card_choice == CardChoice::best &&
               !start[other(side)].in(Theater::ground).empty();
  std::size_t steps = 0;
  for (Theater theater : kBothTheaters)
    if (fought[theater] || (theater == Theater::ground && deploys)) step_of[theater] = steps++;
  for (int space = 0; space < 5; ++space)
    for (int ground = 0; ground < 5; ++ground)
      for (int left = 0; left < 4; ++left)
        for (const bool stalled : {false, true}) {
          Close close;
          close.won = {static_cast<Won>(space), static_cast<Won>(ground)};
          close.retreated = {(left & 1) != 0, (left & 2) != 0};
          close.stalled = stalled;
          bool possible = (retreats || left == 0) && (stalls || !stalled);
          for (Theater theater : kBothTheaters) {
            const Won won = close.won[theater];
            const bool unfought = won == Won::not_fought;
            if (unfought && fought[theater]) possible = false;
            if (!unfought && !fought[theater] && !(theater == Theater::ground && deploys))
              possible = false;
            if (won == Won::open && !stalled && setup.rounds == 0) possible = false;
          }
          if (!possible) continue;
          ending_of[close.tag()] = static_cast<std::uint16_t>(endings.size());
          endings.push_back({outcome_of(close), close.tag()});
        }
}

/// Books know no Shield Bunker over a station, no turned hits and no looking ahead.
void Arena::make_books() {
  if (setup.reading.cinematic) return;
  for (Side side : kSides) {
    const Army& mine = army(side);
    if (army(other(side)).choices.targets == Targets::look_ahead ||
        army(other(side)).black_as_red > 0 ||
        (mine.front[0].stations && mine.front[1].of(UnitId::shield_bunker)))
      return;
    for (Theater theater : kBothTheaters) {
      auto& book = books[side][theater];
      book = Book::make(mine.front[theater], start[side].in(theater), digits[side]);
      if (!book) return;
      start_page[side][theater] = book->find(start[side].in(theater));
    }
  }
  has_books = true;
}

std::uint64_t Arena::final_number(Side side, const Force& force) const noexcept {
  std::uint64_t number = force.retreated ? number_away(side, force) : 0;
  for (std::size_t t = 0; t < 2; ++t)
    number += number_of(army(side).front[t], force.troop[t], digits[side]);
  return number;
}

std::uint64_t Arena::number_away(Side side, const Force& force) const noexcept {
  std::uint64_t number = 0;
  for (std::size_t g = 0; g < army(side).group_count; ++g)
    number += force.away[g] * digits[side][g];
  return number;
}

}  // namespace broadside::rebellion
