#pragma once
// Question: what does one side of a scenario bring to a combat, and how does it play?
//
// Each step reads one part for one side and may look at what was read before, of both sides.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/scenario/names.hpp"
#include "core/systems/rebellion/combatants.hpp"
#include "core/systems/rebellion/fields.hpp"
#include "core/systems/rebellion/words.hpp"

namespace broadside::rebellion {

using Problem = std::optional<InputError>;

/// Reads one side of the scenario.
class SideReader {
 public:
  SideReader(Side side, Setup& setup, const Scenario& scenario)
      : spec_(scenario.side(side)),
        setup_(setup),
        army_(setup.armies[at(side)]),
        enemy_(setup.armies[at(other(side))]),
        scenario_(scenario),
        at_(name(side)) {}

  Problem read_units() {
    std::array<int, kUnits> counts{};
    for (const UnitCount& each : spec_.units) {
      const auto unit = read_unit(each.type, army_.faction, at_ + ".units");
      if (!unit) return unit.error();
      if (unit.value()->faction != army_.faction)
        return InputError{std::string(unit.value()->name) + " is a unit of the " +
                              std::string(name(unit.value()->faction)),
                          at_ + ".units", "a side fields units of one faction"};
      int& count = counts[static_cast<std::size_t>(unit.value()->number)];
      if (each.count < 0 || each.count > kMostUnits || (count += each.count) > kMostUnits)
        return InputError{std::to_string(each.count) + " of " + each.type,
                          at_ + ".units." + each.type,
                          "a whole number from 0 to " + std::to_string(kMostUnits)};
    }
    for (const Unit& unit : all_units()) {
      const int count = counts[static_cast<std::size_t>(unit.number)];
      if (count > unit.count)
        assume(std::to_string(count) + " " + std::string(unit.name) + " is more than the " +
               std::to_string(unit.count) + " in the box");
      if (count > 0) add_group(unit, count);
    }
    return std::nullopt;
  }

  Problem read_policy() {
    army_.choices = read_choices(spec_.policy);
    if (army_.empire() && army_.choices.death_star_plans)
      return InputError{"the Empire holds no Death Star Plans", at_ + ".policy.death_star_plans",
                        "it is a Rebel objective"};
    const RetreatTiming* plan = spec_.policy.get<RetreatTiming>("retreat");
    if (!plan) return std::nullopt;
    if (plan->round && *plan->round < 1)
      return InputError{"round " + std::to_string(*plan->round), at_ + ".policy.retreat",
                        "rounds count from 1"};
    if (plan->round && *plan->round > 20)
      return InputError{"round " + std::to_string(*plan->round) + " is later than combats last",
                        at_ + ".policy.retreat", "a round up to 20"};
    army_.retreat.round = plan->round.value_or(0);
    army_.retreat.below = plan->below.value_or(-1);
    return std::nullopt;
  }

  Problem read_leaders() {
    std::vector<const Leader*> seen;
    for (const std::string& word : spec_.fields.names("leaders")) {
      const auto leader = read_leader(word, at_ + ".leaders");
      if (!leader) return leader.error();
      if (leader.value()->faction != army_.faction)
        return InputError{std::string(leader.value()->name) + " leads the " +
                              std::string(name(leader.value()->faction)),
                          at_ + ".leaders", "leaders of the side's own faction"};
      if (std::find(seen.begin(), seen.end(), leader.value()) != seen.end())
        return InputError{std::string(leader.value()->name) + " is named twice", at_ + ".leaders",
                          "name each leader once"};
      seen.push_back(leader.value());
      add_leader(*leader.value());
      army_.has_leader = true;
    }
    leaders_ = std::move(seen);
    if (army_.retreat.planned() && !army_.has_leader)
      assume("no leader, no retreat: the plan to leave is not carried out");
    return std::nullopt;
  }

  Problem read_hand() {
    const Names* cards = spec_.fields.get<Names>("hand");
    if (!cards) return read_full_decks(), std::nullopt;
    const Reading& reading = setup_.reading;
    if (!reading.cards) {
      if (cards->empty()) return std::nullopt;
      return InputError{"a hand, but the tactic cards are off", at_ + ".hand",
                        "leave the hand out, or switch the rule cards on"};
    }
    army_.fixed_hand = true;
    const auto places = deck_places(reading);
    for (const std::string& word : *cards) {
      if (reading.cinematic) {
        const auto card = read_advanced_card(word, army_.faction, at_ + ".hand");
        if (!card) return card.error();
        const auto theater = static_cast<Theater>(card.value() / kAdvancedDeck);
        if (auto error = check_theater(word, theater)) return error;
        const auto one = static_cast<std::uint16_t>(1u << card.value() % kAdvancedDeck);
        std::uint16_t& held = army_.hand[at(theater)];
        if (held & one)
          return InputError{"'" + word + "' is named twice", at_ + ".hand",
                            "there is one of each advanced tactic card"};
        held = static_cast<std::uint16_t>(held | one);
      } else if (auto error = hold(word, places)) {
        return error;
      }
    }
    return std::nullopt;
  }

  /// Action cards, current player's first.
  Problem read_effects() {
    std::vector<const ActionCard*> seen;
    for (const EffectChoice& each : spec_.effects) {
      const std::string where = at_ + ".effects";
      const auto card = read_action_card(each.id, where);
      if (!card) return card.error();
      if (std::find(seen.begin(), seen.end(), card.value()) != seen.end())
        return InputError{std::string(card.value()->name) + " is listed twice", where,
                          "there is one of each action card"};
      seen.push_back(card.value());
      if (auto error = check_action(*card.value(), each, where)) return error;
      if (auto error = act(*card.value(), each, where)) return error;
    }
    return std::nullopt;
  }

  /// Choices made for the player, and what is in play.
  void describe_side() {
    std::string who = name(army_.faction) == "empire" ? "Empire" : "Rebels";
    if (spec_.faction.empty()) assume("faction taken from the units: " + who);
    for (const std::string& line : describe(army_.choices, setup_.reading, army_)) assume(line);
    if (setup_.reading.cards) describe_cards();
    if (army_.retreat.planned() && army_.has_leader)
      assume(
          "retreats with all ships and what finds room in them, the most worth first; there is "
          "somewhere to go; Death Stars, Interdictors and cards can prevent it");
  }

 private:
  void assume(const std::string& line) { setup_.assumptions.push_back(at_ + ": " + line); }

  void add_group(const Unit& unit, int count) {
    Group& group = army_.groups[army_.group_count++];
    group.unit = &unit;
    group.health = unit.health.value;
    group.color = unit.health.color;
    // RULES 10.5.
    if (unit.number == UnitId::death_star_under_construction &&
        Given{scenario_.readings, fields(), Place::readings}.word("under_construction") == "red")
      group.color = Color::red;
    group.brought = group.start = group.most = static_cast<std::uint8_t>(count);
  }

  void add_leader(const Leader& leader) {
    for (Theater theater : kBothTheaters)
      army_.tactic[at(theater)] = std::max(army_.tactic[at(theater)], leader.tactic(theater));
  }

  void read_full_decks() {
    if (setup_.reading.cinematic) army_.hand = {0xff, 0xff};
  }

  /// A card of a theater where nobody fights would never be played. Deployment may bring a fight to
  /// the ground in cinematic combat.
  Problem check_theater(const std::string& word, Theater theater) const {
    const bool may_come = setup_.reading.cinematic && setup_.reading.fights(theater);
    if (!is_idle(theater) || may_come) return std::nullopt;
    return InputError{
        "'" + word + "' is a " + std::string(name(theater)) + " card, and nobody fights there",
        at_ + ".hand", only_fought()};
  }

  /// Is the combat fought in the other theater only?
  bool is_idle(Theater theater) const {
    const Theater other = theater == Theater::space ? Theater::ground : Theater::space;
    return !setup_.fought(theater) && setup_.fought(other);
  }

  /// Where cards could be played instead.
  std::string only_fought() const {
    const Theater theater = setup_.fought(Theater::space) ? Theater::space : Theater::ground;
    return "only the " + std::string(name(theater)) + " battle is fought here";
  }

  Problem hold(const std::string& word, const std::array<DeckPlace, kTacticCards>& places) {
    const auto card = read_tactic_card(word, at_ + ".hand");
    if (!card) return card.error();
    const Theater where = all_tactic_cards()[card.value()].theater;
    if (auto error = check_theater(word, where)) return error;
    const std::size_t theater = at(where);
    const auto free = static_cast<std::uint16_t>(places[card.value()].mask() &
                                                 ~(army_.hand[theater] | enemy_.hand[theater]));
    if (!free)
      return InputError{
          "no further '" + word + "' is in the deck", at_ + ".hand",
          std::to_string(places[card.value()].copies) + " of it for both hands together"};
    army_.hand[theater] = static_cast<std::uint16_t>(army_.hand[theater] | (free & -free));
    return std::nullopt;
  }

  Problem check_action(const ActionCard& card, const EffectChoice& choice,
                       const std::string& where) {
    if (card.faction != army_.faction)
      return InputError{
          std::string(card.name) + " is a card of the " + std::string(name(card.faction)), where,
          "list it with the other side"};
    const auto here = [&](std::string_view id) {
      return std::any_of(leaders_.begin(), leaders_.end(),
                         [&](const Leader* leader) { return leader->id == id; });
    };
    std::string needed;
    for (const auto id : card.leaders)
      if (!id.empty())
        needed += (needed.empty() ? "" : " or ") + std::string(find_leader(id)->name);
    if (!needed.empty() && !here(card.leaders[0]) &&
        (card.leaders[1].empty() || !here(card.leaders[1])))
      return InputError{std::string(card.name) + " needs " + needed + " in the system", where,
                        "add the leader to " + at_ + ".leaders"};
    if (choice.uses && *choice.uses != 1)
      return InputError{std::string(card.name) + " is played once", where, "leave the number out"};
    const bool once = card.effect.op == Op::set_dice || card.effect.op == Op::reroll;
    if (choice.round && !once)
      return InputError{std::string(card.name) + " is played at the start of the combat", where,
                        "leave the round out"};
    if (choice.round && *choice.round < 1)
      return InputError{"round " + std::to_string(*choice.round), where, "rounds count from 1"};
    if (choice.round && *choice.round > 20)
      return InputError{"round " + std::to_string(*choice.round) + " is later than combats last",
                        where, "a round up to 20"};
    return std::nullopt;
  }

  Problem act(const ActionCard& card, const EffectChoice& choice, const std::string& where) {
    const Effect& effect = card.effect;
    const std::string called(card.name);
    if ((effect.op == Op::enemy_plays_no_card || effect.op == Op::black_hits_as_red) &&
        is_idle(Theater::space))
      return InputError{called + " is played in space, and nobody fights there", where,
                        only_fought()};
    const auto takes_no_target = [&]() -> Problem {
      if (!choice.target) return std::nullopt;
      return InputError{called + " needs no target", where, "leave the target out"};
    };
    switch (effect.op) {
      case Op::fewer_enemy_dice:
        enemy_.fewer_first = effect.dice;
        return takes_no_target();
      case Op::enemy_cannot_retreat:
        enemy_.held = true;
        return takes_no_target();
      case Op::open_hand:
        army_.sees_hand = true;
        if (!setup_.reading.cards) assume(called + " changes nothing without tactic cards");
        return takes_no_target();
      case Op::enemy_plays_no_card:
        enemy_.no_space_cards_first = true;
        if (!setup_.reading.cards) assume(called + " changes nothing without tactic cards");
        return takes_no_target();
      case Op::black_hits_as_red:
        army_.black_as_red = effect.amount;
        assume(called + ": black hits that find no black health count as red, up to 2 an attack");
        return takes_no_target();
      case Op::health_modifier:
        for (Army* side : {&army_, &enemy_})
          for (std::size_t g = 0; g < side->group_count; ++g)
            if (side->groups[g].health > 1) --side->groups[g].health;
        return takes_no_target();
      case Op::draw:
        return draw_more(called, choice, where);
      case Op::add_leader:
        return add_from_pool(called, choice, where);
      case Op::set_dice:
      case Op::reroll:
        return use_once(effect, called, choice, where);
      case Op::destroy:
        return destroy_one(effect, called, choice, where);
      case Op::destroy_health_worth:
        return destroy_worth(called, choice, where);
      default:
        return InputError{called + " is not played here", where, "leave it out"};
    }
  }

  /// The theater that a player names, or the first that is fought.
  Result<Theater> theater_of(const EffectChoice& choice, const std::string& where) {
    const Theater usual = setup_.contested(Theater::space) ? Theater::space : Theater::ground;
    if (!choice.target) return usual;
    for (Theater theater : kBothTheaters) {
      if (fold_name(*choice.target) != name(theater)) continue;
      if (!is_idle(theater)) return theater;
      return InputError{"'" + *choice.target + "' is a theater where nobody fights", where,
                        only_fought()};
    }
    return InputError{"'" + *choice.target + "' is no theater", where, "space or ground"};
  }

  Problem draw_more(const std::string& called, const EffectChoice& choice,
                    const std::string& where) {
    const auto theater = theater_of(choice, where);
    if (!theater) return theater.error();
    if (!setup_.reading.cards)
      assume(called + " changes nothing without tactic cards");
    else if (setup_.reading.cinematic)
      assume(called + " changes nothing: no card is in the discard when the combat begins");
    else
      assume(called + ": the cards are drawn from the " + std::string(name(theater.value())) +
             " deck");
    army_.extra_draws[at(theater.value())] = 3;
    return std::nullopt;
  }

  Problem add_from_pool(const std::string& called, const EffectChoice& choice,
                        const std::string& where) {
    const Leader* added = nullptr;
    if (choice.target) {
      const auto leader = read_leader(*choice.target, where);
      if (!leader) return leader.error();
      added = leader.value();
      if (added->faction != army_.faction || is_here(*added))
        return InputError{std::string(added->name) + " is not in the pool", where,
                          "a leader of the side who is not in the system"};
    } else {
      for (const auto id : {"darth_vader", "emperor_palpatine", "admiral_piett"})
        if (!added && !is_here(*find_leader(id))) added = find_leader(id);
    }
    add_leader(*added);
    assume(called + " adds " + std::string(added->name) + ", who cannot lead a retreat");
    return std::nullopt;
  }

  bool is_here(const Leader& leader) const {
    return std::find(leaders_.begin(), leaders_.end(), &leader) != leaders_.end();
  }

  Problem use_once(const Effect& effect, const std::string& called, const EffectChoice& choice,
                   const std::string& where) {
    const auto theater = theater_of(choice, where);
    if (!theater) return theater.error();
    OneAttack& use = effect.op == Op::set_dice ? army_.set_dice : army_.ring;
    use = {choice.round.value_or(1), theater.value(), effect.amount};
    assume(called + ": used in the " + std::string(name(use.theater)) + " attack of round " +
           std::to_string(use.round) +
           (effect.op == Op::set_dice ? ", the least useful dice set to direct hits"
                                      : ", on a die that is of no use"));
    return std::nullopt;
  }

  void lose(Group& group) {
    if (group.start == 0) return;
    --group.start;
    assume(std::string(group.unit->name) + " is destroyed before the first round");
  }

  /// One enemy unit of the kind, named or the most worth.
  Problem destroy_one(const Effect& effect, const std::string& called, const EffectChoice& choice,
                      const std::string& where) {
    if (effect.condition == Condition::station_present) {
      bool station = false;
      for (std::size_t g = 0; g < army_.group_count; ++g)
        station |= army_.groups[g].unit->unit_class == Class::station && army_.groups[g].start > 0;
      if (!station)
        return InputError{called + " needs a Death Star in the system", where, "add one"};
    }
    const auto fits = [&](const Group& group) {
      return group.start > 0 &&
             (effect.target == Target::enemy_structure ? group.unit->is_structure()
                                                       : group.unit->is_ship());
    };
    Group* found = nullptr;
    const Unit* wanted = nullptr;
    if (choice.target) {
      const auto unit = read_unit(*choice.target, enemy_.faction, where);
      if (!unit) return unit.error();
      wanted = unit.value();
    }
    rank(enemy_);
    for (std::size_t g = 0; g < enemy_.group_count; ++g) {
      Group& group = enemy_.groups[g];
      if (!fits(group) || (wanted && group.unit != wanted)) continue;
      if (!found || group.worth > found->worth) found = &group;
    }
    if (!found)
      return InputError{called + " finds no target", where,
                        effect.target == Target::enemy_structure ? "the enemy has no such structure"
                                                                 : "the enemy has no such ship"};
    lose(*found);
    return std::nullopt;
  }

  /// Enemy units of printed health 2 together: one of 2, or two of 1, whichever have more dice.
  Problem destroy_worth(const std::string& called, const EffectChoice& choice,
                        const std::string& where) {
    if (choice.target)
      return InputError{called + " chooses by itself", where, "leave the target out"};
    std::vector<Group*> ones;
    Group* two = nullptr;
    for (std::size_t g = 0; g < enemy_.group_count; ++g) {
      Group& group = enemy_.groups[g];
      if (group.start == 0) continue;
      if (group.unit->health.value == 2 && (!two || group.dice() > two->dice())) two = &group;
      for (int i = 0; i < std::min<int>(2, group.start) && group.unit->health.value == 1; ++i)
        ones.push_back(&group);
    }
    std::stable_sort(ones.begin(), ones.end(),
                     [](const Group* a, const Group* b) { return a->dice() > b->dice(); });
    int dice = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(2, ones.size()); ++i) dice += ones[i]->dice();
    if (!two && ones.empty())
      return InputError{called + " finds no target", where, "no enemy unit has 1 or 2 health"};
    if (two && (ones.size() < 2 || two->dice() >= dice)) {
      lose(*two);
    } else {
      for (std::size_t i = 0; i < std::min<std::size_t>(2, ones.size()); ++i) lose(*ones[i]);
    }
    return std::nullopt;
  }

  void describe_cards() {
    const Reading& reading = setup_.reading;
    if (reading.cinematic) {
      assume(army_.fixed_hand
                 ? "advanced tactic cards: the ones given; all others lie in the discard"
                 : "advanced tactic cards: all 8 of each theater");
      describe_advanced_cards();
      return;
    }
    if (army_.fixed_hand) {
      assume("tactic cards: the hand that was given");
      return;
    }
    std::string line = "tactic cards drawn at the start:";
    for (Theater theater : kBothTheaters)
      if (setup_.contested(theater))
        line += (line.back() == ':' ? " " : ", ") +
                std::to_string(army_.tactic[at(theater)] + army_.extra_draws[at(theater)]) + " " +
                std::string(name(theater));
    assume(line + (army_.has_leader ? "" : " (no leader)"));
  }

  void describe_advanced_cards() {
    for (Theater theater : kBothTheaters)
      if (setup_.contested(theater) && army_.hand[at(theater)] == 0)
        assume("no advanced tactic card for the " + std::string(name(theater)) +
               " battle was given: none is played there until one comes back from the discard");
    const auto cards = advanced_cards(army_.faction, Theater::space);
    const auto has_icon = [&](const AdvancedCard& card) {
      for (std::size_t g = 0; g < army_.group_count; ++g)
        if (card.icons > 0 && army_.groups[g].unit->number == card.top_needs[0]) return true;
      return false;
    };
    for (std::size_t c = 0; c < cards.size(); ++c)
      if (cards[c].top[1].op == Op::no_damage_removal && (army_.hand[0] >> c & 1) &&
          setup_.contested(Theater::space) && has_icon(cards[c]))
        assume(std::string(cards[c].name) +
               ": ships of one type are not told apart, so no damage comes off any ship of the "
               "type that was hit in that round");
  }

  const SideSpec& spec_;
  Setup& setup_;
  Army &army_, &enemy_;
  const Scenario& scenario_;
  std::string at_;
  std::vector<const Leader*> leaders_;
};

}  // namespace broadside::rebellion
