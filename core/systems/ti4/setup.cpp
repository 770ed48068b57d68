#include "core/systems/ti4/setup.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

#include "core/names.hpp"

namespace broadside::ti4 {
namespace {

constexpr int kMostOfAType = 100;

constexpr std::array<std::string_view, 4> kBattles{"space", "ground", "invasion", "conquest"};

/// Policies digest: first lost first. In space and on the ground no type stands in both, so one list serves.
constexpr std::array<UnitType, kUnitTypes> kDefaultLosses{
    UnitType::fighter,  UnitType::destroyer, UnitType::cruiser,  UnitType::carrier,
    UnitType::dreadnought, UnitType::flagship, UnitType::war_sun, UnitType::infantry,
    UnitType::mech,     UnitType::pds,       UnitType::space_dock};

std::vector<std::string_view> type_names() {
  std::vector<std::string_view> names;
  for (int t = 0; t < kUnitTypes; ++t) names.push_back(name(static_cast<UnitType>(t)));
  return names;
}

Result<UnitType> read_type(const std::string& word, const std::string& where) {
  if (const auto type = unit_type(word)) return *type;
  return InputError{"unknown unit '" + word + "'", where, nearest_hint(word, type_names())};
}

template <class T>
void list_words(std::string& text, const T& words) {
  for (const auto& word : words) text += (text.empty() ? "" : ", ") + std::string{word};
}

/// Reads one side of the scenario into an army. Holds the side's place in the scenario for the error messages.
class SideReader {
 public:
  SideReader(const SideSpec& spec, Side side, BattleKind kind, std::vector<std::string>& assumptions)
      : spec_(spec), side_(side), kind_(kind), assumptions_(assumptions), at_(name(side)) {}

  std::optional<InputError> read(Army& army) {
    for (auto step : {&SideReader::read_units, &SideReader::read_damage, &SideReader::read_policy,
                      &SideReader::check_presence})
      if (auto error = (this->*step)(army)) return error;
    army.troops_are_cargo = kind_ == BattleKind::space || (kind_ == BattleKind::conquest && side_ == Side::attacker);
    describe(army);
    return std::nullopt;
  }

 private:
  using Error = std::optional<InputError>;

  Error read_units(Army& army) {
    if (!spec_.faction.empty())
      return InputError{"unknown faction '" + spec_.faction + "'", at_ + ".faction", "leave the faction out"};
    if (!spec_.effects.empty())
      return InputError{"unknown effect '" + spec_.effects[0].id + "'", at_ + ".effects", "leave it out"};
    if (!spec_.without.empty())
      return InputError{"'" + spec_.without[0] + "' does not apply by itself", at_ + ".without", "leave it out"};
    std::array<bool, kUnitTypes> upgraded{};
    for (const std::string& word : spec_.upgrades) {
      const auto type = read_type(word, at_ + ".upgrades");
      if (!type) return type.error();
      if (!unit_for(spec_.faction, type.value(), 2)) {
        std::string known;
        for (int t = 0; t < kUnitTypes; ++t)
          if (unit_for(spec_.faction, static_cast<UnitType>(t), 2)) list_words(known, std::array{name(static_cast<UnitType>(t))});
        return InputError{"there is no upgraded " + word, at_ + ".upgrades", "can be upgraded: " + known};
      }
      upgraded[static_cast<std::size_t>(type.value())] = true;
    }
    std::array<int, kUnitTypes> counts{};
    for (const UnitCount& unit : spec_.units) {
      const auto type = read_type(unit.type, at_ + ".units");
      if (!type) return type.error();
      if (unit.count < 0 || unit.count > kMostOfAType)
        return InputError{std::to_string(unit.count) + " of " + unit.type, at_ + ".units." + unit.type,
                          "a whole number from 0 to " + std::to_string(kMostOfAType)};
      int& total = counts[static_cast<std::size_t>(type.value())];
      total += unit.count;
      if (total > kMostOfAType)
        return InputError{std::to_string(total) + " of " + unit.type, at_ + ".units." + unit.type,
                          "at most " + std::to_string(kMostOfAType)};
    }
    for (UnitType type : kDefaultLosses) {
      const int count = counts[static_cast<std::size_t>(type)];
      const bool better = upgraded[static_cast<std::size_t>(type)];
      if (count == 0) {
        if (better)
          assumptions_.push_back(at_ + ": " + std::string{name(type)} + " upgrade changes nothing, there is none");
        continue;
      }
      const Unit* unit = unit_for(spec_.faction, type, better ? 2 : 1);
      if (!unit)
        return InputError{"a " + std::string{name(type)} + " needs a faction", at_ + ".units",
                          "flagships are printed by faction; name the faction"};
      if (unit->component_limit >= 0 && count > unit->component_limit)
        assumptions_.push_back(at_ + ": " + std::to_string(count) + " " + std::string{unit->name} +
                               " is more than the " + std::to_string(unit->component_limit) + " in the box");
      army.groups.push_back(make_group(*unit, count));
    }
    return std::nullopt;
  }

  static Group make_group(const Unit& unit, int count) {
    Group group;
    group.type = unit.type;
    group.name = unit.name;
    group.cost = unit.cost_each();
    group.combat = unit.combat;
    group.anti_fighter_barrage = unit.anti_fighter_barrage;
    group.bombardment = unit.bombardment;
    group.space_cannon = unit.space_cannon;
    group.sustain_damage = unit.sustain_damage;
    group.direct_hit_immune = unit.has("direct_hit_immune");
    group.planetary_shield = unit.planetary_shield;
    group.breaks_shields = unit.has("disable_planetary_shield");
    group.is_ship = unit.is_ship;
    group.is_ground_force = unit.is_ground_force;
    group.is_structure = unit.is_structure;
    group.moves_alone = unit.move >= 0;
    group.capacity = std::max<int>(0, unit.capacity);
    group.shelters = unit.fighter_allowance;
    group.start = count;
    return group;
  }

  Error read_damage(Army& army) {
    for (const UnitCount& unit : spec_.damaged) {
      const auto type = read_type(unit.type, at_ + ".damaged");
      if (!type) return type.error();
      const std::string where = at_ + ".damaged." + unit.type;
      if (unit.count < 0) return InputError{std::to_string(unit.count) + " damaged " + unit.type, where, "0 or more"};
      if (unit.count == 0) continue;
      Group* group = nullptr;
      for (Group& g : army.groups)
        if (g.type == type.value()) group = &g;
      if (!group)
        return InputError{std::to_string(unit.count) + " damaged " + unit.type + ", but the side has none", where,
                          "add the unit, or leave the damage out"};
      if (!group->sustain_damage)
        return InputError{unit.type + " cannot be damaged", where, "only units with Sustain Damage can"};
      group->start_damaged += unit.count;
      if (group->start_damaged > group->start)
        return InputError{std::to_string(group->start_damaged) + " damaged " + unit.type + " of " + std::to_string(group->start),
                          where, "at most as many as the side has"};
    }
    return std::nullopt;
  }

  Error read_policy(Army& army) {
    const Policy& policy = spec_.policy;
    std::vector<UnitType> order;
    for (const std::string& word : policy.losses) {
      const auto type = read_type(word, at_ + ".policy.losses");
      if (!type) return type.error();
      if (std::find(order.begin(), order.end(), type.value()) != order.end())
        return InputError{"'" + word + "' stands twice", at_ + ".policy.losses", "name each type once, first lost first"};
      order.push_back(type.value());
    }
    for (UnitType type : kDefaultLosses)
      if (std::find(order.begin(), order.end(), type) == order.end()) order.push_back(type);
    for (UnitType type : order)
      for (std::size_t g = 0; g < army.groups.size(); ++g)
        if (army.groups[g].type == type) army.loss_order.push_back(static_cast<std::uint8_t>(g));

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
        return InputError{"nobody can retreat from a ground combat", where, "leave it out, or ask for battle space or conquest"};
      if (policy.retreat->below)
        return InputError{"unknown field 'below'", where, "say {\"round\": N}"};
      if (!policy.retreat->round || *policy.retreat->round < 1 || *policy.retreat->round > 20)
        return InputError{"retreat needs the round in which it is announced", where, "{\"round\": 1} to {\"round\": 20}"};
      army.retreat_round = *policy.retreat->round;
    }
    return std::nullopt;
  }

  Error check_presence(Army& army) {
    const auto any = [&](auto what) { return std::any_of(army.groups.begin(), army.groups.end(), what); };
    const bool ships = any([](const Group& g) { return g.is_ship; });
    const bool troops = any([](const Group& g) { return g.is_ground_force; });
    const bool cannons = any([](const Group& g) { return bool{g.space_cannon}; });
    const std::string where = at_ + ".units";
    if (army.groups.empty()) return InputError{"the " + at_ + " has no units", where, "name at least one, for instance \"2 cruiser\""};
    switch (kind_) {
      case BattleKind::space:
        if (!ships && (side_ == Side::attacker || !cannons))
          return InputError{"the " + at_ + " has no ships", where,
                            "a space battle needs ships; ask for --battle ground or invasion"};
        break;
      case BattleKind::ground:
        if (!troops)
          return InputError{"the " + at_ + " has no ground forces", where,
                            "a ground battle needs infantry or mechs; ask for --battle space"};
        break;
      case BattleKind::conquest:
        if (side_ == Side::attacker && !ships)
          return InputError{"the attacker has no ships", where, "a conquest begins in space; ask for --battle invasion"};
        [[fallthrough]];
      case BattleKind::invasion:
        if (side_ == Side::attacker && !troops)
          return InputError{"the attacker has no ground forces", where,
                            "add infantry or mechs to land, or ask for --battle space"};
        break;
    }
    return std::nullopt;
  }

  void say(const std::string& text) { assumptions_.push_back(at_ + " " + text); }

  void describe(Army& army) {
    std::string order;
    for (std::size_t g : army.loss_order)
      if (takes_hits(army.groups[g])) list_words(order, std::array{name(army.groups[g].type)});
    if (!order.empty()) say("losses: " + order);
    if (std::any_of(army.groups.begin(), army.groups.end(), [&](const Group& g) { return takes_hits(g) && g.sustain_damage; })) {
      static constexpr const char* kText[] = {
          "sustain: first (every undamaged unit that can, before any unit is lost)",
          "sustain: last (only the unit that would be lost next; those that Direct Hit cannot touch first)",
          "sustain: never"};
      say(kText[static_cast<int>(army.sustain)]);
    }
    if (army.retreat_round > 0) say("retreat: announced in round " + std::to_string(army.retreat_round));
    std::string idle;
    for (const Group& group : army.groups)
      if (!takes_part(group)) list_words(idle, std::array{name(group.type)});
    if (!idle.empty()) say("takes no part with: " + idle);

    const Force start = starting_force(army);
    if (kind_ == BattleKind::space || kind_ == BattleKind::conquest) {
      const int needs = load(army, start, true), has = capacity(army, start);
      army.overload = std::max(0, needs - has);
      if (army.overload > 0)
        say("begins with " + std::to_string(needs) + " to carry for a capacity of " + std::to_string(has) +
            "; what is above it after the space combat is removed, fighters first");
      else if (needs > 0)
        say("cargo beyond the capacity left: fighters are removed first, then infantry, then mechs");
    }
  }

  bool takes_hits(const Group& group) const {
    const bool space = kind_ == BattleKind::space || kind_ == BattleKind::conquest;
    return (space && group.is_ship) || (kind_ != BattleKind::space && group.is_ground_force);
  }
  bool takes_part(const Group& group) const {
    switch (kind_) {
      case BattleKind::space: return true;
      case BattleKind::ground: return group.is_ground_force;
      case BattleKind::invasion: return group.is_ground_force || (side_ == Side::attacker ? bool{group.bombardment} || group.breaks_shields : group.is_structure);
      case BattleKind::conquest: return true;
    }
    return true;
  }

  const SideSpec& spec_;
  Side side_;
  BattleKind kind_;
  std::vector<std::string>& assumptions_;
  std::string at_;
};

}  // namespace

Result<Setup> set_up(const Scenario& scenario) {
  BattleKind kind = BattleKind::space;
  if (!scenario.battle.empty()) {
    const auto at = std::find(kBattles.begin(), kBattles.end(), scenario.battle);
    if (at == kBattles.end())
      return InputError{"unknown battle '" + scenario.battle + "'", "battle", nearest_hint(scenario.battle, kBattles)};
    kind = static_cast<BattleKind>(at - kBattles.begin());
  }
  if (!scenario.system_effects.empty())
    return InputError{"unknown effect '" + scenario.system_effects[0].id + "'", "system.effects", "leave it out"};
  std::array<Army, 2> armies;
  std::vector<std::string> assumptions;
  for (Side side : kSides) {
    SideReader reader{scenario.side(side), side, kind, assumptions};
    if (auto error = reader.read(armies[static_cast<std::size_t>(index(side))])) return *error;
  }
  return Setup{Rules{kind, std::move(armies)}, std::move(assumptions)};
}

}  // namespace broadside::ti4
