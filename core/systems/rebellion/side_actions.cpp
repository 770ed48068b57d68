// Action cards of a side: the start-of-combat ones are carried out here, the others are set up.
#include <algorithm>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"
#include "core/systems/rebellion/side_reader.hpp"
#include "core/systems/rebellion/words.hpp"

namespace broadside::rebellion {

Problem SideReader::read_effects() {
  std::vector<const ActionCard*> seen;
  for (const EffectChoice& each : spec_.effects) {
    const std::string where = at_ + ".effects";
    const auto card = read_action_card(each.id, where);
    if (!card) return card.error();
    if (std::find(seen.begin(), seen.end(), *card) != seen.end())
      return InputError{fmt::format("{} is listed twice", (*card)->name), where,
                        "there is one of each action card"};
    seen.push_back(*card);
    const Action action{**card, each, where};
    if (auto error = check(action)) return error;
    if (auto error = act(action)) return error;
  }
  return std::nullopt;
}

Problem SideReader::check(const Action& action) const {
  const auto& [card, choice, where] = action;
  if (card.faction != army_.faction)
    return InputError{fmt::format("{} is a card of the {}", card.name, name(card.faction)), where,
                      "list it with the other side"};
  if (auto error = check_leaders(action)) return error;
  if (choice.uses && *choice.uses != 1)
    return InputError{fmt::format("{} is played once", card.name), where, "leave the number out"};
  const bool once = card.effect.op == Op::set_dice || card.effect.op == Op::reroll;
  if (choice.round && !once)
    return InputError{fmt::format("{} is played at the start of the combat", card.name), where,
                      "leave the round out"};
  if (choice.round) return check_round(*choice.round, where);
  return std::nullopt;
}

/// One of the leaders shown on the card must be there.
Problem SideReader::check_leaders(const Action& action) const {
  std::vector<std::string_view> needed;
  for (const std::string_view id : action.card.leaders) {
    if (id.empty()) continue;
    const Leader& leader = *find_leader(id);
    if (is_here(leader)) return std::nullopt;
    needed.push_back(leader.name);
  }
  if (needed.empty()) return std::nullopt;
  return InputError{
      fmt::format("{} needs {} in the system", action.card.name, joined(needed, " or ")),
      action.where, fmt::format("add the leader to {}.leaders", at_)};
}

Problem SideReader::takes_no_target(const Action& action) const {
  if (!action.choice.target) return std::nullopt;
  return InputError{fmt::format("{} needs no target", action.card.name), action.where,
                    "leave the target out"};
}

Problem SideReader::act(const Action& action) {
  const Effect& effect = action.card.effect;
  const std::string_view called = action.card.name;
  if ((effect.op == Op::enemy_plays_no_card || effect.op == Op::black_hits_as_red) &&
      is_idle(Theater::space))
    return InputError{fmt::format("{} is played in space, and nobody fights there", called),
                      action.where, only_fought()};
  const auto needs_cards = [&] {
    if (!setup_.reading.cards)
      assume(fmt::format("{} changes nothing without tactic cards", called));
  };
  switch (effect.op) {
    case Op::fewer_enemy_dice:
      enemy_.fewer_first = effect.dice;
      return takes_no_target(action);
    case Op::enemy_cannot_retreat:
      enemy_.held = true;
      return takes_no_target(action);
    case Op::open_hand:
      army_.sees_hand = true;
      needs_cards();
      if (setup_.reading.cards && setup_.reading.cinematic && !may_cancel())
        note(
            fmt::format("{} changes nothing: no card that cancels the enemy's is played here, and "
                        "others are chosen without a look at his (RULES 9.8)",
                        called));
      return takes_no_target(action);
    case Op::enemy_plays_no_card:
      enemy_.no_space_cards_first = true;
      needs_cards();
      return takes_no_target(action);
    case Op::black_hits_as_red:
      army_.black_as_red = effect.amount;
      assume(fmt::format("{}: black hits that find no black health count as red, up to 2 an attack",
                         called));
      return takes_no_target(action);
    case Op::health_modifier:
      for (Army* side : {&army_, &enemy_})
        for (std::size_t g = 0; g < side->group_count; ++g)
          if (side->groups[g].health > 1) --side->groups[g].health;
      return takes_no_target(action);
    case Op::draw:
      return draw_more(action);
    case Op::add_leader:
      return add_from_pool(action);
    case Op::set_dice:
    case Op::reroll:
      return use_once(action);
    case Op::destroy:
      return destroy_one(action);
    case Op::destroy_health_worth:
      return destroy_worth(action);
    default:
      return InputError{fmt::format("{} is not played here", called), action.where, "leave it out"};
  }
}

/// Whether this side may come to cancel an advanced card of the enemy.
bool SideReader::may_cancel() const {
  if (army_.choices.card_choice != CardChoice::best ||
      enemy_.choices.card_choice == CardChoice::none)
    return false;
  const auto has = [&](UnitId id) {
    return std::any_of(army_.groups.begin(), army_.groups.begin() + army_.group_count,
                       [&](const Group& group) { return group.unit->number == id; });
  };
  for (Theater theater : kBothTheaters) {
    if (!setup_.contested(theater) || army_.hand[theater] == 0) continue;
    for (const AdvancedCard& card : advanced_cards(army_.faction, theater))
      for (const Effect& effect : card.top)
        if (effect.op == Op::cancel_enemy_card &&
            std::any_of(card.needs().begin(), card.needs().end(), has))
          return true;
  }
  return false;
}

/// The theater that a player names, or the first that is fought.
Result<Theater> SideReader::theater_of(const Action& action) const {
  const auto& target = action.choice.target;
  if (!target) return setup_.contested(Theater::space) ? Theater::space : Theater::ground;
  for (Theater theater : kBothTheaters) {
    if (fold_name(*target) != name(theater)) continue;
    if (!is_idle(theater)) return theater;
    return InputError{quoted(*target) + " is a theater where nobody fights", action.where,
                      only_fought()};
  }
  return InputError{quoted(*target) + " is no theater", action.where, "space or ground"};
}

Problem SideReader::draw_more(const Action& action) {
  const std::string_view called = action.card.name;
  const auto theater = theater_of(action);
  if (!theater) return theater.error();
  if (!setup_.reading.cards)
    assume(fmt::format("{} changes nothing without tactic cards", called));
  else if (setup_.reading.cinematic && army_.hand[*theater] == 0xff)
    note(fmt::format("{} changes nothing: no {} card is in the discard when the combat begins",
                     called, name(*theater)));
  else if (setup_.reading.cinematic)
    // RULES 8.5.
    note(
        fmt::format("{} adds no card by itself: the {} cards that it takes back, up to 3, are to "
                    "be listed in the hand",
                    called, name(*theater)));
  else
    assume(fmt::format("{}: the cards are drawn from the {} deck", called, name(*theater)));
  army_.extra_draws[*theater] = 3;
  return std::nullopt;
}

/// Whom a card adds where it names nobody: of the pool that was given, else of all leaders of the
/// side, the one whose values are highest where there is a combat (RULES 2.4).
const Leader* SideReader::best_of_pool() const {
  std::vector<const Leader*> pool;
  for (const std::string& word : spec_.fields.names("pool"))
    pool.push_back(*read_leader(word, ""));  // checked by read_pool
  if (pool.empty())
    for (const Leader& leader : all_leaders())
      if (leader.faction == army_.faction) pool.push_back(&leader);
  const auto values = [&](const Leader& leader) {
    int sum = 0;
    for (Theater theater : kBothTheaters)
      if (setup_.contested(theater)) sum += std::max(army_.tactic[theater], leader.tactic(theater));
    return sum;
  };
  const Leader* best = nullptr;
  for (const Leader* leader : pool)
    if (leader->has_tactic_values() && !is_here(*leader) &&
        (!best || values(*leader) > values(*best)))
      best = leader;
  return best;
}

Problem SideReader::add_from_pool(const Action& action) {
  const Leader* added = nullptr;
  const auto& pool = spec_.fields.names("pool");
  if (action.choice.target) {
    const auto leader = read_leader(*action.choice.target, action.where);
    if (!leader) return leader.error();
    added = *leader;
    const auto is_added = [&](const std::string& word) { return *read_leader(word, "") == added; };
    if (added->faction != army_.faction || is_here(*added) ||
        (!pool.empty() && std::none_of(pool.begin(), pool.end(), is_added)))
      return InputError{fmt::format("{} is not in the pool", added->name), action.where,
                        pool.empty() ? "a leader of the side who is not in the system"
                                     : "one of those that the pool names"};
  } else {
    added = best_of_pool();
  }
  if (!added) {
    note(fmt::format("{} changes nothing: nobody is left in the pool", action.card.name));
    return std::nullopt;
  }
  leaders_.push_back(added);
  add_leader(*added);
  assume(fmt::format("{} adds {}, who cannot lead a retreat", action.card.name, added->name));
  return std::nullopt;
}

Problem SideReader::use_once(const Action& action) {
  const Effect& effect = action.card.effect;
  const auto theater = theater_of(action);
  if (!theater) return theater.error();
  const bool sets = effect.op == Op::set_dice;
  OneAttack& use = sets ? army_.set_dice : army_.ring;
  use = {action.choice.round.value_or(1), *theater, effect.amount};
  assume(fmt::format(
      "{}: used in the {} attack of round {}, {}", action.card.name, name(use.theater), use.round,
      sets ? "the least useful dice set to direct hits" : "on a die that is of no use"));
  return std::nullopt;
}

void SideReader::lose(Group& group) {
  if (group.start == 0) return;
  --group.start;
  assume(fmt::format("{} is destroyed before the first round", group.unit->name));
}

/// One enemy unit of the kind, named or the most worth.
Problem SideReader::destroy_one(const Action& action) {
  const auto& [card, choice, where] = action;
  const Effect& effect = card.effect;
  if (effect.condition == Condition::station_present) {
    bool station = false;
    for (std::size_t g = 0; g < army_.group_count; ++g)
      station |= army_.groups[g].unit->unit_class == Class::station && army_.groups[g].start > 0;
    if (!station)
      return InputError{fmt::format("{} needs a Death Star in the system", card.name), where,
                        "add one"};
  }
  const bool structures = effect.target == Target::enemy_structure;
  const auto fits = [&](const Group& group) {
    return group.start > 0 && (structures ? group.unit->is_structure() : group.unit->is_ship());
  };
  const Unit* wanted = nullptr;
  if (choice.target) {
    const auto unit = read_unit(*choice.target, enemy_.faction, where);
    if (!unit) return unit.error();
    wanted = *unit;
  }
  rank(enemy_);
  Group* found = nullptr;
  for (std::size_t g = 0; g < enemy_.group_count; ++g) {
    Group& group = enemy_.groups[g];
    if (!fits(group) || (wanted && group.unit != wanted)) continue;
    if (!found || group.worth > found->worth) found = &group;
  }
  if (!found)
    return InputError{
        fmt::format("{} finds no target", card.name), where,
        structures ? "the enemy has no such structure" : "the enemy has no such ship"};
  lose(*found);
  return std::nullopt;
}

/// Enemy units of printed health 2 together: one of 2, or two of 1, whichever have more dice.
Problem SideReader::destroy_worth(const Action& action) {
  if (action.choice.target)
    return InputError{fmt::format("{} chooses by itself", action.card.name), action.where,
                      "leave the target out"};
  std::vector<Group*> ones;
  Group* two = nullptr;
  for (std::size_t g = 0; g < enemy_.group_count; ++g) {
    Group& group = enemy_.groups[g];
    if (group.start == 0) continue;
    if (group.unit->health.value == 2 && (!two || group.dice() > two->dice())) two = &group;
    for (int i = 0; i < std::min<int>(2, group.start) && group.unit->health.value == 1; ++i)
      ones.push_back(&group);
  }
  if (!two && ones.empty())
    return InputError{fmt::format("{} finds no target", action.card.name), action.where,
                      "no enemy unit has 1 or 2 health"};
  std::stable_sort(ones.begin(), ones.end(),
                   [](const Group* a, const Group* b) { return a->dice() > b->dice(); });
  if (ones.size() > 2) ones.resize(2);
  int dice = 0;
  for (const Group* one : ones) dice += one->dice();
  if (two && (ones.size() < 2 || two->dice() >= dice))
    lose(*two);
  else
    for (Group* one : ones) lose(*one);
  return std::nullopt;
}

}  // namespace broadside::rebellion
