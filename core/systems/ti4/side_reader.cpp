#include "core/systems/ti4/side_reader.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/systems/ti4/factions.hpp"
#include "core/systems/ti4/fields.hpp"
#include "core/systems/ti4/policy_reader.hpp"
#include "core/systems/ti4/side_story.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4 {
namespace {

/// The order in which units are listed.
constexpr std::array<UnitType, kUnitTypes> kListed{
    UnitType::fighter,     UnitType::destroyer, UnitType::cruiser,   UnitType::carrier,
    UnitType::dreadnought, UnitType::flagship,  UnitType::war_sun,   UnitType::infantry,
    UnitType::mech,        UnitType::pds,       UnitType::space_dock};

/// Reads one side of the scenario into an army. Holds the side's place in the scenario for the
/// error messages.
class SideReader {
 public:
  SideReader(const SideSpec& spec, Side side, BattleKind kind,
             std::vector<std::string>& assumptions)
      : spec_(spec), side_(side), kind_(kind), assumptions_(assumptions), at_(name(side)) {}

  Problem read(Army& army) {
    army.free.chooses = plays_best(spec_);
    army.troops_are_cargo =
        kind_ == BattleKind::space || (kind_ == BattleKind::conquest && side_ == Side::attacker);
    for (auto step : {&SideReader::read_faction, &SideReader::read_units, &SideReader::read_damage})
      if (auto error = (this->*step)(army)) return error;
    // Before the fight ships may be given up already.
    army.protects_capacity = protects_capacity(spec_, side_, kind_, army);
    return std::nullopt;
  }

  Problem finish(Army& army, const Army& enemy) {
    take_aboard(army);
    if (auto error = read_policy(spec_, kind_, enemy, assumptions_, army)) return error;
    for (auto step : {&SideReader::check_presence, &SideReader::check_size})
      if (auto error = (this->*step)(army)) return error;
    tell_side(spec_, kind_, army, assumptions_);
    measure_cargo(army);
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
      if (std::exchange(army.upgraded[type.value()], true))
        return InputError{"'" + word + "' stands twice", at_ + ".upgrades", "name it once"};
    }
    ByType<int> counts{};
    for (const UnitCount& unit : spec_.units) {
      const auto type = read_type(unit.type, at_ + ".units");
      if (!type) return type.error();
      int& total = counts[type.value()];
      if (unit.count < 0 || unit.count > kMostUnits - total)
        return InputError{fmt::format("{} of {}", unit.count, unit.type),
                          at_ + ".units." + unit.type,
                          fmt::format("a whole number from 0 to {}", kMostUnits)};
      total += unit.count;
    }
    if (auto error = check_aboard(army, counts)) return error;
    army.groups.reserve(spec_.units.size());
    for (UnitType type : types_as_listed()) {
      const int count = counts[type];
      const bool better = army.upgraded[type];
      if (count == 0) {
        if (better)
          assumptions_.push_back(at_ + ": " + printed(type) +
                                 " upgrade changes nothing, there is none");
        continue;
      }
      const Unit* unit = unit_for(army, type, better ? 2 : 1);
      if (!unit)
        return InputError{"a " + printed(type) + " needs a faction", at_ + ".units",
                          "flagships are printed by faction; name one, for instance \"faction\": "
                          "\"letnev\" or \"letnev: flagship\""};
      if (unit->component_limit >= 0 && count > unit->component_limit)
        assumptions_.push_back(fmt::format("{}: {} {} is more than the {} in the box", at_, count,
                                           unit->name, unit->component_limit));
      if (auto error = place_units(*unit, count, army)) return error;
    }
    return std::nullopt;
  }

  /// How many of a type are said to be aboard.
  int said_aboard(UnitType type) const {
    int aboard = 0;
    if (const auto* named = spec_.fields.get<std::vector<UnitCount>>("aboard"))
      for (const UnitCount& each : *named)
        if (unit_type(each.type) == type) aboard += each.count;
    return aboard;
  }

  /// Only those who are there, and who could stand on a planet, can be aboard.
  Problem check_aboard(const Army& army, const ByType<int>& counts) const {
    const auto* named = spec_.fields.get<std::vector<UnitCount>>("aboard");
    if (!named) return std::nullopt;
    for (const UnitCount& each : *named) {
      const auto type = read_type(each.type, at_ + ".aboard");
      if (!type) return type.error();
      const Unit* const unit = unit_for(army, *type, army.upgraded[*type] ? 2 : 1);
      if (unit && !unit->is_ground_force)
        return InputError{fmt::format("a {} is no ground force", printed(*type)), at_ + ".aboard",
                          "infantry or mechs"};
      if (const int aboard = said_aboard(*type); aboard > counts[*type])
        return InputError{fmt::format("{} {} aboard of {}", aboard, name(*type), counts[*type]),
                          at_ + ".aboard", "at most as many as the side has"};
    }
    return std::nullopt;
  }

  /// RULES 9.31: in a space battle the defender's ground forces stand on their planet, but for those
  /// that are said to be aboard.
  Problem place_units(const Unit& unit, int count, Army& army) {
    if (kind_ != BattleKind::space || side_ != Side::defender || !unit.is_ground_force) {
      army.groups.push_back(make_group(unit, count));
      return std::nullopt;
    }
    const int aboard = said_aboard(unit.type);
    if (aboard > 0) army.groups.push_back(make_group(unit, aboard));
    if (aboard == count) return std::nullopt;
    army.groups.push_back(make_group(unit, count - aboard));
    army.groups.back().on_planet = true;
    return std::nullopt;
  }

  /// Types whose text fights in space are not on their planet when there is a battle in space.
  void take_aboard(Army& army) {
    for (Group& group : army.groups) {
      if (!group.on_planet) continue;
      if (group.fights_as >= 0 || group.shape_of >= 0 || group.sustains_for_ships)
        group.on_planet = false;
      else
        say(fmt::format("{}: {} on their planet, not touched by the space combat",
                        printed(group.type), group.start));
    }
  }

  Problem read_damage(Army& army) {
    for (const UnitCount& unit : spec_.damaged) {
      const auto type = read_type(unit.type, at_ + ".damaged");
      if (!type) return type.error();
      const std::string where = at_ + ".damaged." + unit.type;
      if (unit.count < 0)
        return InputError{fmt::format("{} damaged {}", unit.count, unit.type), where, "0 or more"};
      if (unit.count == 0) continue;
      const int found = find_group(army, type.value());
      if (found < 0)
        return InputError{
            fmt::format("{} damaged {}, but the side has none", unit.count, unit.type), where,
            "add the unit, or leave the damage out"};
      Group& group = nth(army.groups, found);
      if (!group.sustain_damage)
        return InputError{unit.type + " cannot be damaged", where,
                          "only units with Sustain Damage can"};
      group.start_damaged += unit.count;
      if (group.start_damaged > group.start)
        return InputError{
            fmt::format("{} damaged {} of {}", group.start_damaged, unit.type, group.start), where,
            "at most as many as the side has"};
    }
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
      return any([](const Group& g) { return g.is_ship && g.shape_of < 0 && g.most > 0; }) ||
             began_with(army, [](const Unit& u) { return u.is_ship; });
    };
    const auto troops = [&] {
      return any([](const Group& g) { return g.is_ground_force && g.most > 0; }) ||
             began_with(army, [](const Unit& u) { return u.is_ground_force; });
    };
    const auto cannons = [&] {
      return any([](const Group& g) { return bool{g.space_cannon} && g.most > 0; }) ||
             !army.loose_dice[Roll::cannon_offense].empty();
    };
    const std::string where = at_ + ".units";
    const bool fires_alone = side_ == Side::defender && kind_ == BattleKind::space && cannons();
    if (!any([](const Group& g) { return g.most > 0; }) && !fires_alone &&
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
        if (side_ == Side::attacker && !troops()) {
          if (!ships())
            return InputError{"the attacker has neither ships nor ground forces", where,
                              "add infantry or mechs to land, or ships that bombard"};
          // RULES 4.2.1, 4.4.8: fighters of the Matriarch land; otherwise there is bombardment
          // and nothing else.
          army.no_landing = !any([](const Group& g) { return g.lands && g.most > 0; });
          if (army.no_landing) say("lands nobody: it has no ground forces, so it can only bombard");
        }
        break;
    }
    return std::nullopt;
  }

  /// Units are counted up to kMostOfAGroup and hits up to kMostHits: a side that could come to have
  /// or to take more is refused, so that no count is ever cut off where it matters.
  Problem check_size(Army& army) {
    ByType<int> most{};
    int hits = 0;
    for (const Cancel& cancel : army.cancels) hits += cancel.most;
    for (const Group& group : army.groups) {
      if (group.shape_of >= 0) continue;  // the same units once more
      int& units = most[group.type];
      units += group.most;
      if (units > kMostOfAGroup)
        return InputError{fmt::format("there may come to be {} of {}", units, name(group.type)),
                          at_ + ".units", fmt::format("at most {}", kMostOfAGroup)};
      hits += group.most * (1 + (group.sustain_damage ? army.sustain_worth : 0));
    }
    if (hits > kMostHits)
      return InputError{fmt::format("the units can take {} hits", hits), at_ + ".units",
                        fmt::format("at most {} in all", kMostHits)};
    return std::nullopt;
  }

  void say(const std::string& text) { assumptions_.push_back(at_ + " " + text); }
  static std::string plural(UnitType type) {
    return std::string{name(type)} + (type == UnitType::infantry ? "" : "s");
  }

  /// How far the fleet begins above its capacity.
  void measure_cargo(Army& army) {
    const Force start = starting_force(army);
    if (kind_ == BattleKind::space || kind_ == BattleKind::conquest) {
      const int needs = load(army, start, true), has = capacity(army, start);
      army.overload = std::max(0, needs - has);
      if (army.overload > 0)
        say(fmt::format(
            "begins with {} to carry for a capacity of {}; what is above it after the space "
            "combat is removed, {} first",
            needs, has, plural(army.excess_order[0])));
      else if (needs > 0)
        say(fmt::format("cargo beyond the capacity left: {} are removed first, then {}, then {}{}",
                        plural(army.excess_order[0]), plural(army.excess_order[1]),
                        plural(army.excess_order[2]),
                        army.free.excess ? "; where a space cannon has hit, what is best" : ""));
    }
  }

  const SideSpec& spec_;
  Side side_;
  BattleKind kind_;
  std::vector<std::string>& assumptions_;
  std::string at_;
};

}  // namespace

std::span<const UnitType> types_as_listed() { return kListed; }

Problem read_army(const SideSpec& spec, BattleKind kind, std::vector<std::string>& assumptions,
                  Army& army) {
  return SideReader{spec, army.side, kind, assumptions}.read(army);
}

Problem finish_army(const SideSpec& spec, BattleKind kind, const Army& enemy,
                    std::vector<std::string>& assumptions, Army& army) {
  return SideReader{spec, army.side, kind, assumptions}.finish(army, enemy);
}

}  // namespace broadside::ti4
