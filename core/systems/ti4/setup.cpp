#include "core/systems/ti4/setup.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "core/names.hpp"
#include "core/systems/ti4/effects/effect.hpp"
#include "core/systems/ti4/factions.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4 {
namespace {

constexpr std::array<std::string_view, 4> kBattles{"space", "ground", "invasion", "conquest"};

/// Policies digest: first lost first. In space and on the ground no type stands in both, so one
/// list serves.
constexpr std::array<UnitType, kUnitTypes> kDefaultLosses{
    UnitType::fighter,     UnitType::destroyer, UnitType::cruiser,   UnitType::carrier,
    UnitType::dreadnought, UnitType::flagship,  UnitType::war_sun,   UnitType::infantry,
    UnitType::mech,        UnitType::pds,       UnitType::space_dock};

std::vector<std::string_view> type_names() {
  std::vector<std::string_view> names;
  for (int t = 0; t < kUnitTypes; ++t) names.push_back(name(static_cast<UnitType>(t)));
  return names;
}

Result<UnitType> read_type(const std::string& word, const std::string& where) {
  if (const auto type = unit_type(word)) return *type;
  return InputError{"unknown unit '" + word + "'", where, nearest_hint(word, type_names())};
}

void add_word(std::string& text, std::string_view word) {
  text += (text.empty() ? "" : ", ") + std::string{word};
}

/// Reads one side of the scenario into an army. Holds the side's place in the scenario for the
/// error messages.
class SideReader {
 public:
  SideReader(const SideSpec& spec, Side side, BattleKind kind,
             std::vector<std::string>& assumptions)
      : spec_(spec), side_(side), kind_(kind), assumptions_(assumptions), at_(name(side)) {}

  /// What the side has. Effects come after this, then finish().
  Problem read(Army& army) {
    army.side = side_;
    army.troops_are_cargo =
        kind_ == BattleKind::space || (kind_ == BattleKind::conquest && side_ == Side::attacker);
    for (auto step : {&SideReader::read_faction, &SideReader::read_units, &SideReader::read_damage})
      if (auto error = (this->*step)(army)) return error;
    return std::nullopt;
  }

  /// Policies and checks that need to know every group.
  Problem finish(Army& army) {
    for (auto step :
         {&SideReader::read_policy, &SideReader::check_presence, &SideReader::check_size})
      if (auto error = (this->*step)(army)) return error;
    describe(army);
    return std::nullopt;
  }

 private:
  Problem read_faction(Army& army) {
    if (spec_.faction.empty()) return std::nullopt;
    const auto faction = find_faction(spec_.faction, at_ + ".faction");
    if (!faction) return faction.error();
    army.faction = faction.value()->id;
    return std::nullopt;
  }

  Problem read_units(Army& army) {
    if (army.faction == "neutral" && !spec_.upgrades.empty())
      return InputError{"neutral units cannot be upgraded", at_ + ".upgrades",
                        "leave it out: their card prints one value for each"};
    for (const std::string& word : spec_.upgrades) {
      const auto type = read_type(word, at_ + ".upgrades");
      if (!type) return type.error();
      if (!unit_for(army, type.value(), 2)) {
        std::string known;
        for (int t = 0; t < kUnitTypes; ++t)
          if (unit_for(army, static_cast<UnitType>(t), 2))
            add_word(known, name(static_cast<UnitType>(t)));
        return InputError{"there is no upgraded " + word, at_ + ".upgrades",
                          "can be upgraded: " + known};
      }
      army.upgraded[static_cast<std::size_t>(type.value())] = true;
    }
    std::array<int, kUnitTypes> counts{};
    for (const UnitCount& unit : spec_.units) {
      const auto type = read_type(unit.type, at_ + ".units");
      if (!type) return type.error();
      int& total = counts[static_cast<std::size_t>(type.value())];
      if (unit.count < 0 || unit.count > kMostUnits || (total += unit.count) > kMostUnits)
        return InputError{std::to_string(unit.count) + " of " + unit.type,
                          at_ + ".units." + unit.type,
                          "a whole number from 0 to " + std::to_string(kMostUnits)};
    }
    army.groups.reserve(spec_.units.size());
    for (UnitType type : kDefaultLosses) {
      const int count = counts[static_cast<std::size_t>(type)];
      const bool better = army.upgraded[static_cast<std::size_t>(type)];
      if (count == 0) {
        if (better)
          assumptions_.push_back(at_ + ": " + std::string{name(type)} +
                                 " upgrade changes nothing, there is none");
        continue;
      }
      const Unit* unit = unit_for(army, type, better ? 2 : 1);
      if (!unit)
        return InputError{"a " + std::string{name(type)} + " needs a faction", at_ + ".units",
                          "flagships are printed by faction; name one, for instance \"faction\": "
                          "\"letnev\" or \"letnev: flagship\""};
      if (unit->component_limit >= 0 && count > unit->component_limit)
        assumptions_.push_back(at_ + ": " + std::to_string(count) + " " + std::string{unit->name} +
                               " is more than the " + std::to_string(unit->component_limit) +
                               " in the box");
      army.groups.push_back(make_group(*unit, count));
    }
    return std::nullopt;
  }

  Problem read_damage(Army& army) {
    for (const UnitCount& unit : spec_.damaged) {
      const auto type = read_type(unit.type, at_ + ".damaged");
      if (!type) return type.error();
      const std::string where = at_ + ".damaged." + unit.type;
      if (unit.count < 0)
        return InputError{std::to_string(unit.count) + " damaged " + unit.type, where, "0 or more"};
      if (unit.count == 0) continue;
      const int found = find_group(army, type.value());
      if (found < 0)
        return InputError{
            std::to_string(unit.count) + " damaged " + unit.type + ", but the side has none", where,
            "add the unit, or leave the damage out"};
      Group& group = army.groups[static_cast<std::size_t>(found)];
      if (!group.sustain_damage)
        return InputError{unit.type + " cannot be damaged", where,
                          "only units with Sustain Damage can"};
      group.start_damaged += unit.count;
      if (group.start_damaged > group.start)
        return InputError{std::to_string(group.start_damaged) + " damaged " + unit.type + " of " +
                              std::to_string(group.start),
                          where, "at most as many as the side has"};
    }
    return std::nullopt;
  }

  /// The types named, first lost first, then all others in the order `otherwise`.
  Problem read_order(const std::vector<std::string>& words, const char* field,
                     const std::vector<UnitType>& otherwise, std::vector<UnitType>& order) const {
    order.clear();
    order.reserve(kUnitTypes);
    std::array<bool, kUnitTypes> named{};
    for (const std::string& word : words) {
      const std::string where = at_ + ".policy." + field;
      const auto type = read_type(word, where);
      if (!type) return type.error();
      if (std::exchange(named[static_cast<std::size_t>(type.value())], true))
        return InputError{"'" + word + "' stands twice", where,
                          "name each type once, first lost first"};
      order.push_back(type.value());
    }
    for (UnitType type : otherwise)
      if (!named[static_cast<std::size_t>(type)]) order.push_back(type);
    return std::nullopt;
  }

  Problem read_policy(Army& army) {
    const Policy& policy = spec_.policy;
    std::vector<UnitType> order(kDefaultLosses.begin(), kDefaultLosses.end());
    // Neutral units lose the lowest of their card first: war sun before flagship (digest 7).
    if (army.faction == "neutral")
      std::swap(*std::find(order.begin(), order.end(), UnitType::flagship),
                *std::find(order.begin(), order.end(), UnitType::war_sun));
    std::vector<UnitType> keep;
    if (auto error = read_order(policy.keep, "keep", {}, keep)) return error;
    const auto read = [&](const std::vector<std::string>& words, const char* field,
                          const std::vector<UnitType>& otherwise, std::vector<UnitType>& types,
                          std::vector<std::uint8_t>& groups) -> Problem {
      if (auto error = read_order(words, field, otherwise, types)) return error;
      for (UnitType type : keep) {
        std::erase(types, type);
        types.push_back(type);
      }
      groups.reserve(army.groups.size());
      for (UnitType type : types)
        for (std::size_t g = 0; g < army.groups.size(); ++g)
          if (army.groups[g].type == type) groups.push_back(static_cast<std::uint8_t>(g));
      return std::nullopt;
    };
    std::vector<UnitType> general, special;
    if (auto error = read(policy.losses, "losses", order, general, army.loss_order)) return error;
    if (auto error = read(policy.space_cannon_losses, "space_cannon_losses", general, special,
                          army.cannon_order))
      return error;
    if (auto error = read(policy.non_fighter_losses, "non_fighter_losses", general, special,
                          army.bound_order))
      return error;
    if (auto error =
            read(policy.ground_losses, "ground_losses", general, special, army.ground_order))
      return error;
    army.protects_capacity = policy.protect_capacity;

    if (policy.sustain.empty() || policy.sustain == "first")
      army.sustain = Sustain::first;
    else if (policy.sustain == "last")
      army.sustain = Sustain::last;
    else if (policy.sustain == "never")
      army.sustain = Sustain::never;
    else
      return InputError{"unknown sustain policy '" + policy.sustain + "'", at_ + ".policy.sustain",
                        "one of first, last, never"};

    if (policy.retreat) {
      const std::string where = at_ + ".policy.retreat";
      if (kind_ == BattleKind::ground || kind_ == BattleKind::invasion)
        return InputError{"nobody can retreat from a ground combat", where,
                          "leave it out, or ask for battle space or conquest"};
      if (army.faction == "neutral")
        return InputError{"neutral units never retreat", where, "leave it out"};
      if (policy.retreat->below) {
        if (!(*policy.retreat->below >= 0 && *policy.retreat->below <= 1))
          return InputError{"a retreat below " + std::to_string(*policy.retreat->below), where,
                            "a chance from 0 to 1, for instance 0.4"};
        if (army.can_retreat) army.retreat_below = *policy.retreat->below;
      } else if (!policy.retreat->round || *policy.retreat->round < 1 ||
                 *policy.retreat->round > kMostRounds)
        return InputError{"retreat needs the round in which it is announced", where,
                          "{\"round\": 1} to {\"round\": " + std::to_string(kMostRounds) + "}"};
      if (policy.retreat->round && army.can_retreat)
        army.retreat_round = *policy.retreat->round + army.retreat_delay;
      if (!army.can_retreat) say("retreat: not possible here");
    }
    if (army.routed_in > 0 && army.can_retreat &&
        (army.retreat_round == 0 || army.routed_in < army.retreat_round))
      army.retreat_round = army.routed_in + army.retreat_delay;
    return std::nullopt;
  }

  template <class What>
  bool began_with(const Army& army, What what) const {
    return std::any_of(spec_.units.begin(), spec_.units.end(), [&](const UnitCount& unit) {
      const auto type = unit_type(unit.type);
      const Unit* printed = type ? unit_for(army.faction, *type, 1) : nullptr;
      return unit.count > 0 && printed && what(*printed);
    });
  }

  Problem check_presence(Army& army) {
    const auto any = [&](auto what) {
      return std::any_of(army.groups.begin(), army.groups.end(), what);
    };
    // What effects have removed was there: a battle that they decide beforehand is still answered.
    const auto ships = [&] {
      return any([](const Group& g) { return g.is_ship && g.most > 0; }) ||
             began_with(army, [](const Unit& u) { return u.is_ship; });
    };
    const auto troops = [&] {
      return any([](const Group& g) { return g.is_ground_force && g.most > 0; }) ||
             began_with(army, [](const Unit& u) { return u.is_ground_force; });
    };
    const auto cannons = [&] {
      return any([](const Group& g) { return bool{g.space_cannon} && g.most > 0; }) ||
             !army.loose_dice[static_cast<std::size_t>(Roll::cannon_offense)].empty();
    };
    const std::string where = at_ + ".units";
    if (!any([](const Group& g) { return g.most > 0; }) &&
        !began_with(army, [](const Unit&) { return true; }))
      return InputError{"the " + at_ + " has no units", where,
                        "name at least one, for instance \"2 cruiser\""};
    switch (kind_) {
      case BattleKind::space:
        if (!ships() && (side_ == Side::attacker || !cannons()))
          return InputError{"the " + at_ + " has no ships", where,
                            "a space battle needs ships; ask for --battle ground or invasion"};
        break;
      case BattleKind::ground:
        if (!troops())
          return InputError{"the " + at_ + " has no ground forces", where,
                            "a ground battle needs infantry or mechs; ask for --battle space"};
        break;
      case BattleKind::conquest:
        if (side_ == Side::attacker && !ships())
          return InputError{"the attacker has no ships", where,
                            "a conquest begins in space; ask for --battle invasion"};
        [[fallthrough]];
      case BattleKind::invasion:
        if (side_ == Side::attacker && !troops())
          return InputError{"the attacker has no ground forces", where,
                            "add infantry or mechs to land, or ask for --battle space"};
        break;
    }
    return std::nullopt;
  }

  /// Units are counted up to kMostOfAGroup and hits up to kMostHits: a side that could come to have
  /// or to take more is refused, so that no count is ever cut off where it matters.
  Problem check_size(Army& army) {
    std::array<int, kUnitTypes> most{};
    int hits = 0;
    for (const Cancel& cancel : army.cancels) hits += cancel.most;
    for (const Group& group : army.groups) {
      int& units = most[static_cast<std::size_t>(group.type)];
      if ((units += group.most) > kMostOfAGroup)
        return InputError{"there may come to be " + std::to_string(units) + " of " +
                              std::string{name(group.type)},
                          at_ + ".units", "at most " + std::to_string(kMostOfAGroup)};
      hits += group.most * (1 + (group.sustain_damage ? army.sustain_worth : 0));
    }
    if (hits > kMostHits)
      return InputError{"the units can take " + std::to_string(hits) + " hits", at_ + ".units",
                        "at most " + std::to_string(kMostHits) + " in all"};
    return std::nullopt;
  }

  void say(const std::string& text) { assumptions_.push_back(at_ + " " + text); }

  void describe(Army& army) {
    for (const Group& group : army.groups)
      if (const Unit* unit = army.book ? army.book->find_homebrew(group.type, group.name) : nullptr)
        say(std::string{name(group.type)} + ": homebrew '" + group.name + "' (" + unit_text(*unit) +
            ")");
    const auto say_order = [&](const char* what, const std::vector<std::uint8_t>& groups,
                               bool ships, bool troops) {
      std::string order, last;
      for (std::size_t g : groups) {
        const Group& group = army.groups[g];
        const std::string word{name(group.type)};
        if (((ships && group.is_ship) || (troops && (group.is_ground_force || group.lands))) &&
            word != last)
          add_word(order, last = word);
      }
      if (!order.empty()) say(what + order);
    };
    const bool space = kind_ == BattleKind::space || kind_ == BattleKind::conquest;
    const bool ground_apart = !spec_.policy.ground_losses.empty();
    say_order("losses: ", army.loss_order, space, kind_ != BattleKind::space && !ground_apart);
    if (ground_apart)
      say_order("losses on the ground: ", army.ground_order, false, kind_ != BattleKind::space);
    if (!spec_.policy.space_cannon_losses.empty())
      say_order("losses to space cannons: ", army.cannon_order, space, false);
    if (!spec_.policy.non_fighter_losses.empty())
      say_order("losses to hits on non-fighters: ", army.bound_order, space, false);
    if (army.protects_capacity)
      say("losses: ships that its troops need to ride in are given up last");
    if (std::any_of(army.groups.begin(), army.groups.end(),
                    [&](const Group& g) { return takes_hits(g) && g.sustain_damage; })) {
      static constexpr const char* kText[] = {
          "sustain: first (every undamaged unit that can, before any unit is lost)",
          "sustain: last (only the unit that would be lost next; those that Direct Hit cannot "
          "touch first)",
          "sustain: never"};
      say(kText[static_cast<int>(army.sustain)]);
    }
    if (army.retreat_below > 0)
      say("retreat: announced before a round in which its chance to win, played to the end, is "
          "below " +
          std::to_string(static_cast<int>(army.retreat_below * 100 + 0.5)) + " %");
    if (army.retreat_round > 0)
      say("retreat: announced in round " + std::to_string(army.retreat_round));
    std::string idle;
    for (const Group& group : army.groups)
      if (!takes_part_somewhere(group)) add_word(idle, name(group.type));
    if (!idle.empty()) say("takes no part with: " + idle);

    const Force start = starting_force(army);
    if (kind_ == BattleKind::space || kind_ == BattleKind::conquest) {
      const int needs = load(army, start, true), has = capacity(army, start);
      army.overload = std::max(0, needs - has);
      if (army.overload > 0)
        say("begins with " + std::to_string(needs) + " to carry for a capacity of " +
            std::to_string(has) +
            "; what is above it after the space combat is removed, fighters first");
      else if (needs > 0)
        say("cargo beyond the capacity left: fighters are removed first, then infantry, then "
            "mechs");
    }
  }

  bool takes_hits(const Group& group) const {
    const bool space = kind_ == BattleKind::space || kind_ == BattleKind::conquest;
    return (space && group.is_ship) || (kind_ != BattleKind::space && group.is_ground_force);
  }
  bool takes_part_somewhere(const Group& group) const {
    switch (kind_) {
      case BattleKind::ground:
        return group.is_ground_force;
      case BattleKind::invasion:
        return group.is_ground_force ||
               (side_ == Side::attacker ? bool{group.bombardment} || group.breaks_shields
                                        : group.is_structure);
      case BattleKind::space:
      case BattleKind::conquest:
        return true;
    }
    return true;
  }

  const SideSpec& spec_;
  Side side_;
  BattleKind kind_;
  std::vector<std::string>& assumptions_;
  std::string at_;
};

/// A faction's abilities that cost nothing apply by themselves (design: what applies by itself).
bool applies_by_itself(const EffectFact& fact, std::string_view faction) {
  // Those that place units or keep a combat from happening are choices: only when listed.
  // Devotion costs a ship (design names it among the abilities that do not apply by themselves).
  return fact.faction == faction && fact.id != "ability_devotion" &&
         fact.kind == "faction_ability" && fact.cost.empty() && fact.affects == "odds" &&
         find_effect_rule(fact.id);
}

/// Gathers the effects of both sides and works them in.
class EffectReader {
 public:
  EffectReader(const Scenario& scenario, Builder& build) : scenario_(scenario), build_(build) {}

  Problem run() {
    for (Side side : kSides)
      if (auto error = gather(side)) return error;
    if (auto error = gather_system()) return error;
    for (Side side : kSides)  // Greyfire Mutagen, first printing: no faction abilities or
                              // technologies of the Yin
      if (brings(other(side), "pn_greyfire_mutagen"))
        std::erase_if(brought_, [&](const Brought& one) {
          const EffectFact* fact = find_effect(one.rule->id);
          return one.side == side && fact && fact->faction == "yin" &&
                 (fact->kind == "faction_ability" || fact->kind == "technology");
        });
    for (Order order : {Order::composition, Order::profile, Order::trait}) {
      if (order == Order::profile)
        for (Side side : kSides) update_unit_texts(side);
      for (Brought& one : brought_) {
        if (one.rule->order != order) continue;
        const std::size_t said = build_.assumptions.size();
        const Use use{one.side, one.choice, one.rule->id};
        if (auto error = one.rule->apply(build_, use)) {
          if (error->where.empty()) error->where = one.where;
          return error;
        }
        one.asked = use.asked;
        if (said != build_.assumptions.size())
          one.asked = kAnyField;  // it has said what becomes of it
        else
          describe(one);
      }
    }
    return check_fields();
  }

 private:
  struct Brought {
    Side side;
    const Effect* rule;
    EffectChoice choice;
    std::string where;
    unsigned given = 0;  ///< fields that the player gave
    unsigned asked = 0;  ///< fields that the effect looked at
    bool listed() const { return !where.ends_with(".faction") && !where.ends_with(".units"); }
  };

  /// The stage that the effect is about, where this battle does not have it; empty = it has. Who is
  /// placed, replaced or kept away counts in every battle.
  std::string_view missing_stage(const Brought& one) const {
    const EffectFact* fact = find_effect(one.rule->id);
    if (!fact || (fact->affects != "odds" && fact->affects != "retreat")) return {};
    if (fact->stage == "ground" && !build_.on_planet()) return "the ground";
    if (fact->stage == "space" && !build_.in_space()) return "space";
    return {};
  }

  /// What the card or the unit says, in our words.
  static std::string_view text_of(std::string_view id) {
    if (const EffectFact* fact = find_effect(id)) return fact->text;
    if (const Unit* unit = find_unit(id))
      for (const Special& special : unit->special)
        if (special.affects == "odds") return special.text;
    return {};
  }

  /// " (round 2, uses 3, target cruiser)": what the player gave, or nothing.
  static std::string given_text(const Brought& one) {
    std::string text;
    if (one.given & kRoundField) add_word(text, "round " + std::to_string(*one.choice.round));
    if (one.given & kUsesField) add_word(text, "uses " + std::to_string(*one.choice.uses));
    if (one.given & kTargetField) add_word(text, "target " + *one.choice.target);
    return text.empty() ? text : " (" + text + ")";
  }

  /// One line about an effect that was worked in: the choice that was made for the player, or what
  /// it does where nobody listed it for a side.
  void describe(Brought& one) {
    const std::string id{one.rule->id};
    const bool system = one.where == "system.effects";
    const auto say = [&](const std::string& text) {
      const std::string line = (system ? "system " : std::string{name(one.side)} + " ") + text;
      if (std::find(build_.assumptions.begin(), build_.assumptions.end(), line) ==
          build_.assumptions.end())  // what holds for both sides is said once
        build_.assumptions.push_back(line);
    };
    const bool by_itself = system || !one.listed();
    const std::string given = given_text(one);
    if (const auto stage = missing_stage(one); !stage.empty()) {
      one.asked = kAnyField;
      if (one.listed()) say(id + ": no effect in this battle, it is about " + std::string{stage});
    } else if (!one.rule->choice.empty()) {
      say(id + given + ": " + std::string{one.rule->choice});
    } else if (by_itself && !text_of(one.rule->id).empty()) {
      say(id + given + ": " + std::string{text_of(one.rule->id)});
    } else if (!given.empty()) {
      say(id + given);
    }
  }

  /// Refuses what was said about an effect that has no use for it. An effect of the system stands
  /// once for each side; it is enough that one of them looks.
  Problem check_fields() const {
    for (const Brought& one : brought_) {
      unsigned ignored = one.given & ~one.asked;
      for (const Brought& twin : brought_)
        if (twin.where == one.where && twin.rule == one.rule) ignored &= ~twin.asked;
      if (one.choice.uses == 1) ignored &= ~kUsesField;  // that it is used once is said by naming it
      if (ignored == 0) continue;
      const char* field = ignored & kRoundField  ? "round"
                          : ignored & kUsesField ? "uses"
                                                 : "target";
      return InputError{"'" + std::string{one.rule->id} + "' has no use for " + field, one.where,
                        find_unit(one.rule->id) ? "leave it out; 'without' switches the text off"
                                                : "leave it out"};
    }
    return std::nullopt;
  }

  /// Units may have been placed, replaced or removed: their printed texts come and go with them.
  void update_unit_texts(Side side) {
    const SideSpec& spec = scenario_.side(side);
    const Army& army = build_.army(side);
    std::erase_if(brought_, [&](const Brought& one) {
      return one.side == side && find_unit(one.rule->id) &&
             std::none_of(army.groups.begin(), army.groups.end(), [&](const Group& g) {
               return g.unit == one.rule->id || is_other_printing(one.rule->id, g);
             });
    });
    for (const Group& group : army.groups) {
      const Effect* rule = find_effect_rule(group.unit);
      const auto is_it = [&](const std::string& typed) {
        return resolve_id(typed, army) == group.unit;
      };
      if (rule && !brings(side, rule->id) &&
          std::none_of(spec.without.begin(), spec.without.end(), is_it))
        brought_.push_back(
            {side, rule, {std::string{rule->id}, {}, {}, {}}, std::string{name(side)} + ".units"});
    }
  }

  bool brings(Side side, std::string_view id) const {
    return std::any_of(brought_.begin(), brought_.end(),
                       [&](const Brought& one) { return one.side == side && one.rule->id == id; });
  }

  Problem gather(Side side) {
    const SideSpec& spec = scenario_.side(side);
    const Army& army = build_.army(side);
    const std::string at = name(side);
    std::vector<std::string> without;
    for (const std::string& id : spec.without) {
      const std::string known = resolve_id(id, army);
      if (known.empty()) return unknown_effect(id, at + ".without");
      without.push_back(known);
    }
    std::vector<std::string> unused = without;
    const auto wanted = [&](std::string_view id) {
      const bool dropped = std::find(without.begin(), without.end(), id) != without.end();
      if (dropped) std::erase(unused, std::string{id});
      return !dropped;
    };
    std::vector<EffectChoice> listed;
    std::vector<unsigned> fields;  // that were given for each
    for (const EffectChoice& choice : spec.effects) {
      EffectChoice known = choice;
      known.id = resolve_id(choice.id, army);
      if (known.id.empty()) return unknown_effect(choice.id, at + ".effects");
      if (auto error = check(known, side, at + ".effects")) return error;
      if (std::any_of(listed.begin(), listed.end(),
                      [&](const EffectChoice& c) { return c.id == known.id; }))
        return InputError{"'" + known.id + "' stands twice", at + ".effects",
                          "give the number of uses: {\"id\": \"" + known.id + "\", \"uses\": 2}"};
      if (find_unit(known.id) && !known.uses)
        known.uses = 1;  // naming a unit's text says that its condition holds
      listed.push_back(known);
      fields.push_back(fields_of(choice));
    }
    const auto given = [&](std::string_view id) -> const EffectChoice* {
      for (const EffectChoice& choice : listed)
        if (choice.id == id) return &choice;
      return nullptr;
    };
    // Printed texts of the units, then abilities of the faction, then what is listed.
    for (const Group& group : army.groups)
      if (const Effect* rule = find_effect_rule(group.unit); rule && wanted(rule->id)) {
        if (const EffectChoice* choice = given(rule->id))
          brought_.push_back({side, rule, *choice, at + ".effects",
                              fields[static_cast<std::size_t>(choice - listed.data())]});
        else
          brought_.push_back({side, rule, {std::string{rule->id}, {}, {}, {}}, at + ".units"});
      }
    if (!army.faction.empty())
      for (const EffectFact& fact : all_effects())
        if (applies_by_itself(fact, army.faction) && !given(fact.id) && wanted(fact.id))
          brought_.push_back({side,
                              find_effect_rule(fact.id),
                              {std::string{fact.id}, {}, {}, {}},
                              at + ".faction"});
    for (const EffectChoice& choice : listed) {
      if (const Inert* inert = find_inert(choice.id)) {
        build_.say(side, std::string{inert->id} + ": no effect on odds (" +
                             std::string{inert->reason} + ")");
        continue;
      }
      // A mech that is deployed in the battle need not be there before it.
      const bool is_unit = find_unit(choice.id) != nullptr &&
                           !(choice.id == "letnev_mech" && army.faction == "letnev");
      if (is_unit && std::none_of(army.groups.begin(), army.groups.end(), [&](const Group& g) {
            return g.unit == choice.id || is_other_printing(choice.id, g);
          }))
        return InputError{"'" + choice.id + "' is a unit that the " + at + " does not have",
                          at + ".effects", "add the unit, or leave the effect out"};
      if (!find_effect_rule(choice.id))
        build_.say(side, choice.id + ": no effect on odds (its text changes nothing in a battle)");
      else if (!has_unit(army, choice.id))
        brought_.push_back({side, find_effect_rule(choice.id), choice, at + ".effects",
                            fields[static_cast<std::size_t>(&choice - listed.data())]});
    }
    // A unit that an effect puts there brings its text along later.
    std::erase_if(unused, [&](const std::string& id) {
      const Unit* unit = find_unit(id);
      return unit && unit->faction == army.faction && find_effect_rule(id);
    });
    if (!unused.empty())
      return InputError{"'" + unused.front() + "' does not apply by itself", at + ".without",
                        "leave it out"};
    return std::nullopt;
  }

  static bool has_unit(const Army& army, std::string_view id) {
    return std::any_of(army.groups.begin(), army.groups.end(),
                       [&](const Group& g) { return g.unit == id; });
  }
  /// An older printing of a unit that the side has: named, its text replaces the newest one's.
  static bool is_other_printing(std::string_view id, const Group& group) {
    const Unit *named = find_unit(id), *fielded = find_unit(group.unit);
    return named && fielded && named->face.empty() && named->faction == fielded->faction &&
           named->type == fielded->type && named->level == fielded->level;
  }

  Problem gather_system() {
    for (const EffectChoice& choice : scenario_.system_effects) {
      EffectChoice known = choice;
      known.id = resolve_id(choice.id, build_.armies[0]);
      if (known.id.empty() || find_unit(known.id))
        return unknown_effect(choice.id, "system.effects");
      if (const Inert* inert = find_inert(known.id)) {
        build_.assumptions.push_back(std::string{inert->id} + ": no effect on odds (" +
                                     std::string{inert->reason} + ")");
        continue;
      }
      const EffectFact* fact = find_effect(known.id);
      for (Side side : kSides)
        if (!fact || fact->side == "either" || fact->side == name(side))
          brought_.push_back(
              {side, find_effect_rule(known.id), known, "system.effects", fields_of(choice)});
    }
    return std::nullopt;
  }

  Problem check(const EffectChoice& choice, Side side, const std::string& where) const {
    if (choice.id == "third_party_pds" && side == Side::attacker)
      return InputError{"other players fire at the attacker, not for him", where,
                        "give third_party_pds as system.effects, or to the defender"};
    if (const EffectFact* fact = find_effect(choice.id);
        fact && fact->side != "either" && fact->side != name(side) && !find_inert(choice.id))
      return InputError{"'" + choice.id + "' is for the " + std::string{fact->side}, where,
                        fact->kind == "anomaly" ? "give it as system.effects (--system-effects)"
                                                : "give it to the other side"};
    if (choice.round && (*choice.round < 1 || *choice.round > kMostRounds))
      return InputError{"round " + std::to_string(*choice.round) + " of '" + choice.id + "'", where,
                        "rounds count from 1 to " + std::to_string(kMostRounds)};
    if (choice.uses && (*choice.uses < 0 || *choice.uses > kMostUses))
      return InputError{std::to_string(*choice.uses) + " uses of '" + choice.id + "'", where,
                        "0 to " + std::to_string(kMostUses)};
    if (choice.target && !unit_type(*choice.target))
      return InputError{
          "unknown unit '" + *choice.target + "' as the target of '" + choice.id + "'", where,
          nearest_hint(*choice.target, type_names())};
    return std::nullopt;
  }

  /// What the player typed -> an id of the catalogue (or of a unit), or empty. Ids, printed names
  /// and unambiguous parts of them.
  static std::string resolve_id(const std::string& typed, const Army& army) {
    const std::string folded = fold_name(typed);
    for (const Effect& input : input_effects())
      if (input.id == folded) return folded;
    return find_effect_id(typed, army.faction);
  }

  const Scenario& scenario_;
  Builder& build_;
  std::vector<Brought> brought_;
};

}  // namespace

std::span<const UnitType> default_losses() { return kDefaultLosses; }

Result<Setup> set_up(const Scenario& scenario) {
  BattleKind kind = BattleKind::space;
  if (!scenario.battle.empty()) {
    const auto at = std::find(kBattles.begin(), kBattles.end(), scenario.battle);
    if (at == kBattles.end())
      return InputError{"unknown battle '" + scenario.battle + "'", "battle",
                        nearest_hint(scenario.battle, kBattles)};
    kind = static_cast<BattleKind>(at - kBattles.begin());
  }
  const auto book = UnitBook::make(scenario.homebrew, "homebrew");
  if (!book) return book.error();
  std::array<Army, 2> armies;
  for (Army& army : armies) army.book = book.value();
  std::vector<std::string> assumptions;
  std::array<SideReader, 2> readers{
      SideReader{scenario.side(Side::attacker), Side::attacker, kind, assumptions},
      SideReader{scenario.side(Side::defender), Side::defender, kind, assumptions}};
  for (std::size_t s = 0; s < 2; ++s)
    if (auto error = readers[s].read(armies[s])) return *error;
  std::vector<std::string> effects_said;  // after the policies of the sides
  Builder build{kind, armies, effects_said};
  if (auto error = EffectReader{scenario, build}.run()) return *error;
  for (std::size_t s = 0; s < 2; ++s)
    if (auto error = readers[s].finish(armies[s])) return *error;
  assumptions.insert(assumptions.end(), effects_said.begin(), effects_said.end());
  return Setup{Rules{build.kind, std::move(armies)}, std::move(assumptions)};
}

}  // namespace broadside::ti4
