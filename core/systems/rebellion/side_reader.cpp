#include "core/systems/rebellion/side_reader.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/scenario/notation.hpp"
#include "core/scenario/text.hpp"
#include "core/systems/rebellion/fields.hpp"
#include "core/systems/rebellion/words.hpp"

namespace broadside::rebellion {

SideReader::SideReader(Side side, Setup& setup, const Scenario& scenario)
    : spec_(scenario.side(side)),
      setup_(setup),
      army_(setup.armies[side]),
      enemy_(setup.armies[other(side)]),
      scenario_(scenario),
      at_(name(side)) {}

void SideReader::assume(std::string_view line) { told_.emplace_back(line); }
void SideReader::note(const std::string& line) {
  assume(line);
  setup_.notes.push_back(fmt::format("{}: {}", at_, line));
}

Problem check_round(int round, const std::string& where) {
  if (round < 1) return InputError{fmt::format("round {}", round), where, "rounds count from 1"};
  if (round > 20)
    return InputError{fmt::format("round {} is later than combats last", round), where,
                      "a round up to 20"};
  return std::nullopt;
}

// --- units, policy, leaders ---

Problem SideReader::read_units() {
  By<UnitId, kUnits, int> counts{};
  for (const UnitCount& each : spec_.units) {
    const auto read = read_unit(each.type, army_.faction, at_ + ".units");
    if (!read) return read.error();
    const Unit& unit = **read;
    if (unit.faction != army_.faction)
      return InputError{fmt::format("{} is a unit of the {}", unit.name, name(unit.faction)),
                        at_ + ".units", "a side fields units of one faction"};
    int& count = counts[unit.number];
    if (each.count < 0 || each.count > kMostUnits - count)
      return InputError{fmt::format("{} of {}", each.count, each.type),
                        fmt::format("{}.units.{}", at_, each.type),
                        fmt::format("a whole number from 0 to {}", kMostUnits)};
    count += each.count;
  }
  for (const Unit& unit : all_units()) {
    const int count = counts[unit.number];
    if (count > unit.count)
      note(fmt::format("{} {} is more than the {} in the box", count, unit.name, unit.count));
    if (count > 0) add_group(unit, count);
  }
  return std::nullopt;
}

void SideReader::add_group(const Unit& unit, int count) {
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

Problem SideReader::read_policy() {
  army_.choices = read_choices(spec_.policy);
  if (army_.empire() && army_.choices.death_star_plans)
    return InputError{"the Empire holds no Death Star Plans", at_ + ".policy.death_star_plans",
                      "it is a Rebel objective"};
  if (auto error = read_play()) return error;
  const RetreatTiming* plan = spec_.policy.get<RetreatTiming>("retreat");
  if (!plan) return std::nullopt;
  if (plan->free && !army_.goal)
    return InputError{"a free retreat is for a side that plays for a goal", at_ + ".policy.retreat",
                      "policy.play best, or the round in which it leaves"};
  army_.retreat.free = plan->free;
  if (plan->round)
    if (auto error = check_round(*plan->round, at_ + ".policy.retreat")) return error;
  army_.retreat.round = plan->round.value_or(0);
  army_.retreat.below = plan->below.value_or(-1);
  return std::nullopt;
}

/// RULES 9.17: what the side plays for, and no order of targets beside it.
Problem SideReader::read_play() {
  const Given policy{spec_.policy, fields(), Place::policy};
  const auto at = [&](std::string_view field) { return fmt::format("{}.policy.{}", at_, field); };
  if (policy.choice<Play>(kPlay) == Play::usual) {
    if (!spec_.policy.has(kGoal)) return std::nullopt;
    return InputError{"a goal is for a side whose play is best", at(kGoal),
                      "policy.play best, or leave the goal out"};
  }
  if (spec_.policy.has("targets"))
    return InputError{"with best play targets are chosen hit by hit", at("targets"),
                      "leave it out, or play usual"};
  auto goal = read_play_goal(spec_.policy.has(kGoal) ? spec_.policy.text(kGoal) : "win", at(kGoal));
  if (!goal) return goal.error();
  for (PlayGoal::Term& term : goal.value().terms) {
    if (term.what == PlayGoal::What::planet)
      return InputError{"no planet is fought for in this game", at(kGoal), "win, net"};
    if (term.what != PlayGoal::What::keep) continue;
    const auto unit = read_unit(term.type, army_.faction, at(kGoal));
    if (!unit) return unit.error();
    term.type = (*unit)->id;
  }
  army_.goal = *std::move(goal);
  return std::nullopt;
}

Problem SideReader::read_leaders() {
  for (const std::string& word : spec_.fields.names("leaders")) {
    const auto read = read_leader(word, at_ + ".leaders");
    if (!read) return read.error();
    const Leader& leader = **read;
    if (leader.faction != army_.faction)
      return InputError{fmt::format("{} leads the {}", leader.name, name(leader.faction)),
                        at_ + ".leaders", "leaders of the side's own faction"};
    if (is_here(leader))
      return InputError{fmt::format("{} is named twice", leader.name), at_ + ".leaders",
                        "name each leader once"};
    leaders_.push_back(&leader);
    add_leader(leader);
    army_.has_leader = true;
  }
  return std::nullopt;
}

void SideReader::add_leader(const Leader& leader) {
  for (Theater theater : kBothTheaters)
    army_.tactic[theater] = std::max(army_.tactic[theater], leader.tactic(theater));
}

bool SideReader::is_here(const Leader& leader) const {
  return std::find(leaders_.begin(), leaders_.end(), &leader) != leaders_.end();
}

// --- damage at the start ---

Group* SideReader::group_of(const Unit& unit) {
  for (std::size_t g = 0; g < army_.group_count; ++g)
    if (army_.groups[g].unit == &unit) return &army_.groups[g];
  return nullptr;
}

Problem SideReader::read_damage() {
  const std::string where = at_ + ".damaged";
  for (const UnitCount& each : spec_.damaged) {
    const auto [type, points] = damaged_type(each.type);
    const auto read = read_unit(type, army_.faction, where);
    if (!read) return read.error();
    const Unit& unit = **read;
    Group* group = group_of(unit);
    const int here = group ? group->brought : 0;
    if (each.count < 0 || each.count > here)
      return InputError{fmt::format("{} of {} {} damaged", each.count, here, unit.name), where,
                        "as many as the side has, or fewer"};
    if (each.count == 0) continue;
    if (points < 1 || points >= group->health)
      return InputError{fmt::format("{} damage on the {}", points, unit.name), where,
                        group->health > 1   ? fmt::format("its health is {}: from 1 to {} damage",
                                                          +group->health, group->health - 1)
                        : unit.damageable() ? "one damage destroys it"
                                            : "it cannot be damaged"};
    std::uint8_t& hurt = group->hurt[static_cast<std::size_t>(points)];
    hurt = static_cast<std::uint8_t>(hurt + each.count);
    if (std::accumulate(group->hurt.begin(), group->hurt.end(), 0) > group->brought)
      return InputError{fmt::format("more damaged {} than the side has", unit.name), where,
                        fmt::format("the side has {}", here)};
  }
  return std::nullopt;
}

// --- the hand ---

Problem SideReader::read_hand() {
  const Reading& reading = setup_.reading;
  const Names* cards = spec_.fields.get<Names>("hand");
  if (!cards) {
    if (reading.cinematic) army_.hand = {0xff, 0xff};
    return std::nullopt;
  }
  if (!reading.cards) {
    if (cards->empty()) return std::nullopt;
    return InputError{"a hand, but the tactic cards are off", at_ + ".hand",
                      "leave the hand out, or switch the rule cards on"};
  }
  army_.fixed_hand = true;
  const auto places = deck_places(reading);
  for (const std::string& word : *cards)
    if (auto error = reading.cinematic ? hold_advanced(word) : hold(word, places)) return error;
  return std::nullopt;
}

Problem SideReader::hold_advanced(const std::string& word) {
  const auto card = read_advanced_card(word, army_.faction, only_theater(), at_ + ".hand");
  if (!card) return card.error();
  const auto theater = static_cast<Theater>(*card / kAdvancedDeck);
  if (auto error = check_theater(word, theater)) return error;
  const auto one = static_cast<std::uint16_t>(1u << *card % kAdvancedDeck);
  std::uint16_t& held = army_.hand[theater];
  if (held & one)
    return InputError{quoted(word) + " is named twice", at_ + ".hand",
                      "there is one of each advanced tactic card"};
  held = static_cast<std::uint16_t>(held | one);
  return std::nullopt;
}

Problem SideReader::hold(const std::string& word,
                         const std::array<DeckPlace, kTacticCards>& places) {
  const auto card = read_tactic_card(word, only_theater(), at_ + ".hand");
  if (!card) return card.error();
  const Theater theater = all_tactic_cards()[*card].theater;
  if (auto error = check_theater(word, theater)) return error;
  const auto free = static_cast<std::uint16_t>(places[*card].mask() &
                                               ~(army_.hand[theater] | enemy_.hand[theater]));
  if (!free)
    return InputError{fmt::format("no further '{}' is in the deck", word), at_ + ".hand",
                      fmt::format("{} of it for both hands together", places[*card].copies)};
  army_.hand[theater] = static_cast<std::uint16_t>(army_.hand[theater] | (free & -free));
  return std::nullopt;
}

/// A card of a theater where nobody fights would never be played. Deployment may bring a fight to
/// the ground in cinematic combat.
Problem SideReader::check_theater(const std::string& word, Theater theater) const {
  const bool may_come = setup_.reading.cinematic && setup_.reading.fights(theater);
  if (!is_idle(theater) || may_come) return std::nullopt;
  return InputError{fmt::format("'{}' is a {} card, and nobody fights there", word, name(theater)),
                    at_ + ".hand", only_fought()};
}

/// Is the combat fought in the other theater only?
bool SideReader::is_idle(Theater theater) const {
  const Theater other = theater == Theater::space ? Theater::ground : Theater::space;
  return !setup_.fought(theater) && setup_.fought(other);
}

/// The one theater whose cards can be played, where there is but one (see check_theater).
std::optional<Theater> SideReader::only_theater() const {
  const auto plays = [&](Theater theater) {
    return !is_idle(theater) || (setup_.reading.cinematic && setup_.reading.fights(theater));
  };
  if (plays(Theater::space) == plays(Theater::ground)) return std::nullopt;
  return plays(Theater::space) ? Theater::space : Theater::ground;
}

/// Where cards could be played instead.
std::string SideReader::only_fought() const {
  const Theater theater = setup_.fought(Theater::space) ? Theater::space : Theater::ground;
  return fmt::format("only the {} battle is fought here", name(theater));
}

// --- what the report says about the side ---

void SideReader::describe_side() {
  if (spec_.faction.empty()) {
    const auto shown = faction_of(spec_);
    assume(fmt::format("faction taken from {}: {}",
                       shown ? fmt::format("the {}", shown->by) : "the enemy's",
                       army_.empire() ? "Empire" : "Rebels"));
  }
  for (const std::string& line : describe(army_.choices, setup_.reading, army_)) assume(line);
  if (!army_.empire()) describe_plans();
  if (setup_.reading.cards) describe_cards();
  if (army_.retreat.planned()) describe_retreat();
}

void SideReader::describe_retreat() {
  if (!army_.has_leader) {
    note("no leader, no retreat: the plan to leave is not carried out");
    return;
  }
  const auto begin = army_.groups.begin(), end = begin + army_.group_count;
  const auto leaves = [](const Group& group) {
    return group.start > 0 && !group.unit->immobile && !group.unit->needs_transport;
  };
  if (std::any_of(begin, end, leaves)) {
    assume(
        "retreats with all ships and what finds room in them, the most worth first; there is "
        "somewhere to go; Death Stars, Interdictors and cards can prevent it");
    return;
  }
  const bool escape =
      setup_.reading.cards && !setup_.reading.cinematic && setup_.contested(Theater::ground) &&
      std::any_of(begin, end,
                  [](const Group& group) { return group.start > 0 && !group.unit->immobile; });
  // RULES 6.5.
  note(escape
           ? "no ship that can leave, no transport: the retreat is carried out only where Escape "
             "Plan is held"
           : "no ship that can leave, no transport, no retreat: the plan to leave is not carried "
             "out");
}

/// Why the Death Star Plans can do nothing in this combat, or empty (RULES 5.6, 5.11).
std::string SideReader::plans_idle() const {
  const auto has = [](const Army& army, auto test) {
    return std::any_of(army.groups.begin(), army.groups.begin() + army.group_count,
                       [&](const Group& group) { return group.start > 0 && test(*group.unit); });
  };
  if (!setup_.contested(Theater::space)) return "no space battle is fought";
  if (!has(enemy_, [](const Unit& unit) { return unit.unit_class == Class::station; }))
    return "no Death Star is here";
  if (!has(army_, [](const Unit& unit) { return unit.unit_class == Class::fighter; }))
    return "no Rebel fighter is here";
  // Deployment may bring somebody who fights the bunker.
  const Reading& reading = setup_.reading;
  const bool lands = reading.cinematic && reading.cards && reading.fights_ground &&
                     has(army_, [](const Unit& unit) { return unit.number == UnitId::u_wing; });
  if (has(enemy_, [](const Unit& unit) { return unit.number == UnitId::shield_bunker; }) &&
      !setup_.contested(Theater::ground) && !lands)
    return "a Shield Bunker stands, and nobody fights it";
  return "";
}

void SideReader::describe_plans() {
  const std::string idle = army_.choices.death_star_plans ? plans_idle() : "";
  if (idle.empty()) {
    assume(rebellion::describe_plans(army_.choices));
    return;
  }
  army_.choices.death_star_plans = false;
  note(fmt::format("death_star_plans changes nothing: {}", idle));
}

void SideReader::describe_cards() {
  if (setup_.reading.cinematic) {
    assume(army_.fixed_hand ? "advanced tactic cards: the ones given; all others lie in the discard"
                            : "advanced tactic cards: all 8 of each theater");
    describe_advanced_cards();
    return;
  }
  if (army_.fixed_hand) {
    assume("tactic cards: the hand that was given");
    return;
  }
  std::vector<std::string> drawn;
  for (Theater theater : kBothTheaters)
    if (setup_.contested(theater))
      drawn.push_back(
          fmt::format("{} {}", army_.tactic[theater] + army_.extra_draws[theater], name(theater)));
  assume(fmt::format("tactic cards drawn at the start:{}{}{}", drawn.empty() ? "" : " ",
                     joined(drawn), army_.has_leader ? "" : " (no leader)"));
}

void SideReader::describe_advanced_cards() {
  for (Theater theater : kBothTheaters)
    if (setup_.contested(theater) && army_.hand[theater] == 0)
      assume(
          fmt::format("no advanced tactic card for the {} battle was given: none is played "
                      "there until one comes back from the discard",
                      name(theater)));
  const auto has_icon = [&](const AdvancedCard& card) {
    for (std::size_t g = 0; g < army_.group_count; ++g)
      if (card.icons > 0 && army_.groups[g].unit->number == card.top_needs[0]) return true;
    return false;
  };
  for (Theater theater : kBothTheaters) {
    const auto cards = advanced_cards(army_.faction, theater);
    for (std::size_t c = 0; c < cards.size(); ++c) {
      if (!(army_.hand[theater] >> c & 1) || !setup_.contested(theater) || !has_icon(cards[c]))
        continue;
      if (cards[c].top[1].op == Op::no_damage_removal)
        assume(
            fmt::format("{}: ships of one type are not told apart, so no damage comes off any "
                        "ship of the type that was hit in that round",
                        cards[c].name));
      if (cards[c].top[0].op == Op::redirect_damage &&
          army_.choices.card_choice == CardChoice::best)
        assume(
            fmt::format("{}: damage is moved where that saves a unit, and no more of it; the "
                        "structure is given up only for a unit that is worth more (RULES 9.18)",
                        cards[c].name));
    }
  }
}

}  // namespace broadside::rebellion
