#include "core/systems/rebellion/setup.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <tuple>

#include "core/names.hpp"
#include "core/systems/rebellion/settings.hpp"
#include "core/systems/rebellion/words.hpp"

namespace broadside::rebellion {
namespace {

using Problem = std::optional<InputError>;

constexpr int kMostGained =
    3;  ///< units that cards add in one combat; a deck of 8 comes round slowly

/// Cells of one theater in the order in which the enemy picks his targets.
void build_front(Army& army, Theater theater, Targets enemy_targets, Overkill enemy_overkill) {
  struct Cell {
    std::size_t group;
    int damage;
  };
  Front& front = army.front[at(theater)];
  front = {};
  front.piles_on_weakest = enemy_overkill == Overkill::weakest;
  std::vector<Cell> cells;
  for (std::size_t g = 0; g < army.group_count; ++g)
    if (army.groups[g].unit->theater == theater)
      for (int damage = 0; damage <= army.groups[g].health; ++damage) cells.push_back({g, damage});
  const auto key = [&](const Cell& cell) {
    const Group& group = army.groups[cell.group];
    const int remaining = group.health - cell.damage;
    // Targets first, then what cannot be a target, then the doomed, the least worth first.
    const int kind = group.health == 0 ? 1 : remaining == 0 ? 2 : 0;
    if (kind != 0) return std::tuple{kind, int{group.worth}, 0, 0};
    return enemy_targets == Targets::most_dangerous_first
               ? std::tuple{kind, -group.dice(), remaining, static_cast<int>(cell.group)}
               : std::tuple{kind, remaining, -group.dice(), static_cast<int>(cell.group)};
  };
  std::stable_sort(cells.begin(), cells.end(),
                   [&](const Cell& a, const Cell& b) { return key(a) < key(b); });
  front.cells = cells.size();
  const auto cell_of = [&](std::size_t group, int damage) {
    for (std::size_t c = 0; c < cells.size(); ++c)
      if (cells[c].group == group && cells[c].damage == damage) return static_cast<std::uint8_t>(c);
    return kNoCell;
  };
  for (std::size_t c = 0; c < cells.size(); ++c) {
    Group& group = army.groups[cells[c].group];
    const Unit& unit = *group.unit;
    const int damage = cells[c].damage, remaining = group.health - damage;
    front.group[c] = static_cast<std::uint8_t>(cells[c].group);
    front.damage[c] = static_cast<std::uint8_t>(damage);
    front.remaining[c] = static_cast<std::uint8_t>(remaining);
    front.healed[c] = damage > 0 ? cell_of(cells[c].group, damage - 1) : kNoCell;
    for (int k = 0; k <= remaining; ++k)
      front.after[c][static_cast<std::size_t>(k)] = cell_of(cells[c].group, damage + k);
    front.attack[c] = sum_of(unit.attack);
    front.dice[c] = static_cast<std::uint8_t>(group.dice());
    if (damage == 0) group.fresh = static_cast<std::uint8_t>(c);
    const Mask here = bit(c);
    const std::size_t color = at(group.color);
    if (group.health > 0 && remaining > 0) {
      front.damageable |= here;
      front.color[color] |= here;
      front.left[static_cast<std::size_t>(remaining)] |= here;
      if (damage > 0) front.damaged |= here;
    }
    if (group.health > 0 && remaining == 0) {
      front.doomed |= here;
      front.doomed_color[color] |= here;
    }
    front.of_unit[static_cast<std::size_t>(unit.number)] |= here;
    if (unit.unit_class == Class::fighter) front.fighters |= here;
    if (unit.unit_class == Class::capital) front.capitals |= here;
    if (unit.unit_class == Class::station) front.stations |= here;
    if (unit.is_structure()) front.structures |= here;
    if (unit.has(Trait::alone_retreats_or_dies)) front.transports |= here;
    if (unit.has(Trait::destroyed_when_last_ship)) front.fragile_stations |= here;
    if (unit.theater == Theater::ground && unit.tier == Tier::triangle) front.triangles |= here;
    if (unit.number == UnitId::at_at || unit.number == UnitId::at_st) front.walkers |= here;
    if (unit.number == UnitId::nebulon_b_frigate) front.frigates |= here;
    if (unit.number == UnitId::death_star) front.death_stars |= here;
  }
}

/// What a side would rather keep: more dice, more health, dearer, and in the order of the table.
void rank(Army& army) {
  std::array<std::size_t, kGroups> order{};
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(army.group_count);
  std::sort(order.begin(), end, [&](std::size_t a, std::size_t b) {
    const auto key = [&](std::size_t g) {
      const Group& group = army.groups[g];
      return std::tuple{group.dice(), int{group.health}, static_cast<int>(group.unit->tier), g};
    };
    return key(a) < key(b);
  });
  for (std::size_t i = 0; i < army.group_count; ++i)
    army.groups[order[i]].worth = static_cast<std::uint8_t>(i);
}

/// Reads one side of the scenario.
class SideReader {
 public:
  SideReader(const SideSpec& spec, Side side, Setup& setup, const Scenario& scenario)
      : spec_(spec),
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
    army_.choices = read_choices(spec_.policy.choices);
    if (army_.empire() && army_.choices.death_star_plans)
      return InputError{"the Empire holds no Death Star Plans", at_ + ".policy.death_star_plans",
                        "it is a Rebel objective"};
    if (!spec_.policy.retreat) return std::nullopt;
    const RetreatPlan& plan = *spec_.policy.retreat;
    if (plan.round && *plan.round < 1)
      return InputError{"round " + std::to_string(*plan.round), at_ + ".policy.retreat",
                        "rounds count from 1"};
    if (plan.round && *plan.round > 20)
      return InputError{"round " + std::to_string(*plan.round) + " is later than combats last",
                        at_ + ".policy.retreat", "a round up to 20"};
    army_.retreat.round = plan.round.value_or(0);
    army_.retreat.below = plan.below.value_or(-1);
    return std::nullopt;
  }

  Problem read_leaders() {
    std::vector<const Leader*> seen;
    for (const std::string& word : spec_.leaders) {
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
    if (!spec_.hand) return read_full_decks(), std::nullopt;
    const Reading& reading = setup_.reading;
    if (!reading.cards) {
      if (spec_.hand->empty()) return std::nullopt;
      return InputError{"a hand, but the tactic cards are off", at_ + ".hand",
                        "leave the hand out, or switch the rule cards on"};
    }
    army_.fixed_hand = true;
    const auto places = deck_places(reading);
    for (const std::string& word : *spec_.hand) {
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
    if (unit.number == UnitId::death_star_under_construction &&
        chosen_word(scenario_.rules, rule_settings(), "under_construction") == "red")
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

  /// Nobody fights there, but in the other theater.
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

Problem read_factions(const Scenario& scenario, Setup& setup) {
  std::array<std::optional<Faction>, 2> factions;
  for (Side side : kSides) {
    const SideSpec& spec = scenario.side(side);
    if (spec.faction.empty()) {
      factions[at(side)] = faction_of(spec.units);
      continue;
    }
    const auto faction = read_faction(spec.faction, std::string(name(side)) + ".faction");
    if (!faction) return faction.error();
    factions[at(side)] = faction.value();
  }
  for (Side side : kSides)
    if (!factions[at(side)] && factions[at(other(side))])
      factions[at(side)] =
          *factions[at(other(side))] == Faction::empire ? Faction::rebels : Faction::empire;
  if (!factions[0])
    return InputError{"nothing tells which side is the Empire", "attacker.faction",
                      "name it: \"empire: 3 trooper\""};
  if (factions[0] == factions[1])
    return InputError{"both sides are the " + std::string(name(*factions[0])), "defender.faction",
                      "a combat is fought by the empire and the rebels"};
  for (Side side : kSides) setup.armies[at(side)].faction = *factions[at(side)];
  return std::nullopt;
}

void read_rules(const Scenario& scenario, Setup& setup) {
  const auto on = [&](std::string_view name) {
    return chosen_switch(scenario.rules, rule_settings(), name);
  };
  const auto word = [&](std::string_view name) {
    return chosen_word(scenario.rules, rule_settings(), name);
  };
  Reading& reading = setup.reading;
  reading.cinematic = on("cinematic");
  reading.cards = on("cards");
  reading.generators_stack = on("generators_stack");
  reading.bombardment_splits = on("bombardment_splits");
  reading.escape_plan_special = on("escape_plan_special");
  reading.two_onslaughts = word("space_deck") == "two_onslaughts";
  reading.prevents_direct = word("prevent") == "hits_and_direct";
  reading.second_resets = word("attack_second") == "round";
  reading.fights_space = scenario.battle != "ground";
  reading.fights_ground = scenario.battle != "space";
}

/// Whether Rise of the Empire is in play, as far as the scenario shows.
void read_expansion(const Scenario& scenario, Setup& setup) {
  const std::string_view word = chosen_word(scenario.rules, rule_settings(), "structures");
  bool rote = setup.reading.cinematic;
  for (Side side : kSides) {
    const Army& army = setup.army(side);
    for (std::size_t g = 0; g < army.group_count; ++g)
      rote |= army.groups[g].unit->expansion == Expansion::rote;
    for (const std::string& leader : scenario.side(side).leaders)
      if (const auto known = read_leader(leader, ""))
        rote |= known.value()->expansion == Expansion::rote;
  }
  setup.reading.lasting_structures = word == "rote" || (word == "auto" && rote);
  bool structures = false;
  for (const Army& army : setup.armies)
    for (std::size_t g = 0; g < army.group_count; ++g)
      structures |= army.groups[g].unit->is_structure();
  if (structures && setup.reading.fights_ground)
    setup.assumptions.push_back(
        setup.reading.lasting_structures
            ? "structures left alone are lost at round end unless their owner rolled a die in the "
              "ground battle of that round (Rise of the Empire)"
            : "structures left alone with enemies are lost at round end");
}

/// Cards that bring units need room for them.
void make_room(Setup& setup) {
  if (!setup.reading.cards || !setup.reading.cinematic) return;
  for (Army& army : setup.armies) {
    const auto group_of = [&](UnitId id) -> Group* {
      for (std::size_t g = 0; g < army.group_count; ++g)
        if (army.groups[g].unit->number == id) return &army.groups[g];
      return nullptr;
    };
    const UnitId opener = army.empire() ? UnitId::assault_carrier : UnitId::u_wing;
    const UnitId gained = army.empire() ? UnitId::tie_fighter : UnitId::rebel_trooper;
    if (!group_of(opener) || army.choices.card_choice != CardChoice::best) continue;
    if (!group_of(gained)) {
      Group& group = army.groups[army.group_count++];
      group.unit = &unit(gained);
      group.health = group.unit->health.value;
      group.color = group.unit->health.color;
    }
    Group& group = *group_of(gained);
    group.most = static_cast<std::uint8_t>(group.most + kMostGained);
  }
}

bool has_units(const Army& army, Theater theater, std::uint8_t Group::*count) {
  for (std::size_t g = 0; g < army.group_count; ++g)
    if (army.groups[g].*count > 0 && army.groups[g].unit->theater == theater) return true;
  return false;
}

}  // namespace

bool Setup::fought(Theater theater) const {
  return reading.fights(theater) &&
         std::all_of(armies.begin(), armies.end(),
                     [&](const Army& army) { return has_units(army, theater, &Group::brought); });
}

bool Setup::contested(Theater theater) const {
  return reading.fights(theater) &&
         std::all_of(armies.begin(), armies.end(),
                     [&](const Army& army) { return has_units(army, theater, &Group::start); });
}

std::array<DeckPlace, kTacticCards> deck_places(const Reading& reading) {
  std::array<DeckPlace, kTacticCards> places;
  int next = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const TacticCard& card = all_tactic_cards()[i];
    if (i == kSpaceTacticCards) next = 0;
    int copies = card.copies;
    if (reading.two_onslaughts && card.theater == Theater::space) {
      if (card.effects[0].target == Target::two_enemy_units) copies = 2;
      if (card.effects[0].op == Op::cannot_be_blocked) copies = 0;
    }
    places[i] = {static_cast<std::uint8_t>(next), static_cast<std::uint8_t>(copies)};
    next += copies;
  }
  return places;
}

Result<Setup> set_up(const Scenario& scenario) {
  const std::string battle = fold_name(scenario.battle.empty() ? kBattles[0] : scenario.battle);
  if (std::find(kBattles.begin(), kBattles.end(), battle) == kBattles.end())
    return InputError{"unknown battle '" + scenario.battle + "'", "battle",
                      nearest_hint(battle, kBattles)};
  if (!scenario.system_effects.empty())
    return InputError{"nothing holds for both sides in this game", "system.effects",
                      "list action cards with the side that plays them"};
  if (!scenario.homebrew.empty())
    return InputError{"Star Wars: Rebellion knows no homebrew units", "homebrew", "leave them out"};
  Setup setup;
  Scenario asked = scenario;
  asked.battle = battle;
  if (auto error = read_factions(asked, setup)) return *std::move(error);
  read_rules(asked, setup);
  std::array<SideReader, 2> readers{SideReader{asked.sides[0], Side::attacker, setup, asked},
                                    SideReader{asked.sides[1], Side::defender, setup, asked}};
  for (auto step : {&SideReader::read_units, &SideReader::read_policy, &SideReader::read_leaders,
                    &SideReader::read_hand, &SideReader::read_effects})
    for (SideReader& reader : readers)
      if (auto error = (reader.*step)()) return *std::move(error);
  read_expansion(asked, setup);
  for (SideReader& reader : readers) reader.describe_side();
  if (!setup.fought(Theater::space) && !setup.fought(Theater::ground))
    return InputError{"nobody fights: no theater of this battle holds units of both sides", "units",
                      "ships of both sides, or ground units of both"};
  make_room(setup);
  for (Side side : kSides) {
    Army& army = setup.armies[at(side)];
    const Choices& enemy = setup.army(other(side)).choices;
    rank(army);
    for (Theater theater : kBothTheaters) build_front(army, theater, enemy.targets, enemy.overkill);
  }
  return setup;
}

}  // namespace broadside::rebellion
