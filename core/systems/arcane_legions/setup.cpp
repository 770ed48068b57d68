#include "core/systems/arcane_legions/setup.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "core/scenario/text.hpp"
#include "core/systems/arcane_legions/freedom.hpp"
#include "core/systems/arcane_legions/side_reader.hpp"

namespace broadside::arcane_legions {
namespace {

BattleKind kind_of(const Scenario& scenario) {
  const auto named = std::find(kBattles.begin(), kBattles.end(), scenario.battle);
  return named == kBattles.end() ? BattleKind::duel
                                 : static_cast<BattleKind>(named - kBattles.begin());
}

/// The ability that a ranged order is made with, where it is not made with dice.
constexpr By<Shoots, 4, std::optional<Ability>> kShootsWith{std::nullopt, Ability::thrown_weapon,
                                                            Ability::sniper, Ability::direct_fire};

/// Whether a side's policy can be followed at all in this battle.
std::optional<InputError> check_policy(const Unit& unit, Side side, BattleKind kind,
                                       const Course& course, const Readings& readings) {
  const std::string where = fmt::format("{}.policy.", name(side));
  const Policy& policy = unit.policy;
  const bool single = kind == BattleKind::close || kind == BattleKind::ranged;
  const bool first = side == Side::attacker;
  const bool acts = first || kind == BattleKind::duel || kind == BattleKind::shooting;
  const bool shooter = first && shoots(kind, course);
  const auto needs = [&](Ability ability, const char* setting) -> std::optional<InputError> {
    if (unit.carries(ability)) return std::nullopt;
    return InputError{fmt::format("the unit has no {}", info(ability).name), where + setting,
                      "leave the policy out, or give the unit the ability"};
  };
  const auto idle = [&](const char* setting, const char* hint) {
    return InputError{fmt::format("this side has no use for '{}' here", setting), where + setting,
                      hint};
  };
  if (policy.special) {
    if (single || !acts || !fights_close(kind, course))
      return idle("special", "special orders are given in turns of close combat");
    if (auto error = needs(*policy.special, "special")) return error;
    if (*policy.special == Ability::lord_of_the_dead && !unit.has(Ability::regeneration))
      return InputError{"Lord of the Dead returns figures of units with Regeneration",
                        where + "special", "leave the policy out"};
    if (*policy.special == Ability::artificer && !unit.is(Type::construct))
      return InputError{"Artificer returns figures of construct units", where + "special",
                        "say so among its abilities: construct"};
  }
  if (policy.shoots != Shoots::dice) {
    if (!shooter) return idle("shoots", "it belongs to the attacker's ranged orders");
    if (auto error = needs(*kShootsWith[policy.shoots], "shoots")) return error;
    if (policy.shoots == Shoots::direct_fire && unit.facing != Colour::blue)
      return InputError{"Direct Fire needs a blue side", where + "shoots",
                        fmt::format("side {} is in use", name(unit.facing))};
  }
  if (policy.concentrates) {
    if (!acts || !fights_close(kind, course))
      return idle("concentrates", "it belongs to close orders");
    if (auto error = needs(Ability::concentrated_attack, "concentrates")) return error;
  }
  if (policy.push != Push::never) {
    if (single || !acts) return idle("push", "it belongs to turns of more than one order");
    if (policy.push == Push::to_the_last && !readings.push_last_defeats)
      return InputError{"the last figure may not be pushed", where + "push",
                        "\"always\", or the reading push_last: defeats"};
  }
  // Whoever stands next to the enemy already cannot move up to him.
  if (policy.moved && !first && kind != BattleKind::shooting)
    return idle("moved", "the attacker begins");
  if (shooter && policy.hindered > 0 && unit.carries(Ability::hail_of_arrows))
    return InputError{"how much Hail of Arrows lowers the penalty for hindered fire is not known",
                      where + "hindered", "take the ability away with \"without\""};
  return std::nullopt;
}

/// The order that opens the battle needs its icon (RULES 2.7); in a duel a unit without passes.
std::optional<InputError> check_order(const Unit& unit, const Order& order, bool icons_only) {
  const Force force = begin_turn(unit, starting(unit), order.ranged);
  if (may_order(Party{unit, force}, order)) return std::nullopt;
  for (const Shoots shoots : unit.free.shoots) {  // one of the other ways will do
    Unit other = unit;
    other.policy.shoots = shoots;
    if (order.ranged && may_order(Party{other, force}, order)) return std::nullopt;
  }
  std::string hint =
      icons_only ? "not all of its icons are known"
      : order.ranged && unit.policy.shoots == Shoots::dice && unit.carries(Ability::thrown_weapon)
          ? "or policy shoots: thrown_weapon"
          : "bonus dice do not replace it";
  const char* const icon = !order.ranged                        ? "red icon"
                           : unit.policy.shoots == Shoots::dice ? "blue icon"
                                                                : "icon of that ability";
  return InputError{
      fmt::format("a {} order needs a ready {}", order.ranged ? "ranged" : "close", icon),
      "attacker", std::move(hint)};
}

/// What a side has and cannot use since something about a unit is not known: said at length, and in
/// a few words.
class Blind {
 public:
  Blind(const BySide<Unit>& units, BattleKind kind, const Course& course,
        std::vector<std::string>& told, std::vector<std::string>& brief)
      : units_(units), kind_(kind), course_(course), told_(told), brief_(brief) {}

  void tell() {
    for (const Side side : kSides) {
      tell_types(side);
      tell_factions(side);
      tell_special(side);
    }
  }

 private:
  /// Abilities that look for a type, of a side whose enemy has none that was named (RULES 7.11).
  void tell_types(Side side) {
    struct Looks {
      Ability ability;
      const char* types;
      bool attacking, close;
    };
    static constexpr Looks kLooks[]{
        {Ability::carnivorous, "cavalry", true, true},
        {Ability::demolitionist, "construct", true, true},
        {Ability::resentful, "human", true, true},
        {Ability::trample, "artillery or infantry", true, true},
        {Ability::nature_magic, "construct, undead or mythic", true, false},
        {Ability::specialized, "mixed or irregulars", true, false},
        {Ability::spearmen, "cavalry", false, false},
    };
    if (units_[other(side)].types.any()) return;
    for (const Looks& each : kLooks) {
      if (!acts(side, each.attacking) || (each.close && !fights_close(kind_, course_)) ||
          !units_[side].carries(each.ability))
        continue;
      const std::string_view types = each.types;
      says(side, each.ability,
           fmt::format("it looks for {}, and no type of the {}'s unit is known; one is named "
                       "behind a comma (\", {}\")",
                       types, name(other(side)), types.substr(0, types.find_first_of(", "))),
           "type");
    }
  }

  /// Abilities that look for a faction where none was named.
  void tell_factions(Side side) {
    const Unit &mine = units_[side], &his = units_[other(side)];
    const auto tell = [&](Ability ability, bool attacking, const char* what, bool own) {
      if (!acts(side, attacking) || !mine.carries(ability)) return;
      const char* const whose = own ? name(side) : name(other(side));
      says(side, ability,
           fmt::format("it looks for {}, and the {}'s faction is not known; it is named in front "
                       "(\"roman: ...\")",
                       what, whose),
           "faction");
    };
    const ArmyIs army = mine.policy.army;
    if (army != ArmyIs::mixed && (!mine.faction || !his.faction))
      tell(Ability::xenophobic, true, "another faction than the own one", !mine.faction);
    if (!his.faction) tell(Ability::roman_patriot, false, "Egyptians", false);
    if (!mine.faction && army == ArmyIs::one_faction)
      tell(Ability::hellenic_pride, true,
           "an Egyptian army, or in defence an all-Greek one (policy army)", true);
  }

  /// A special order that no figure of the enemy can suffer.
  void tell_special(Side side) {
    const auto special = units_[side].policy.special;
    if (special != Ability::death_touch && special != Ability::death_touch_master) return;
    const bool white = special == Ability::death_touch;
    for (const FieldSlot& slot : units_[other(side)].slots)
      if (slot.starts && (slot.circle == Circle::white) == white) return;
    says(side, *special,
         white ? "it downs a white figure, and the enemy has none"
               : "it downs a figure that is not white, and the enemy has none; elite, arcane or "
                 "commander among the abilities of a slot says so",
         "figure");
  }

  bool acts(Side side, bool attacking) const {
    const bool both = kind_ == BattleKind::duel || kind_ == BattleKind::shooting;
    return both || attacking == (side == Side::attacker);
  }

  void says(Side side, Ability ability, const std::string& why, const char* what) {
    told_.push_back(fmt::format("{}: {} does nothing: {}", name(side), info(ability).name, why));
    brief_.push_back(fmt::format("the {}'s {} finds no {}", name(side), info(ability).name, what));
  }

  const BySide<Unit>& units_;
  BattleKind kind_;
  const Course& course_;
  std::vector<std::string>& told_;
  std::vector<std::string>& brief_;
};

/// A sniper needs somebody to aim at (RULES 7.2).
std::optional<InputError> check_aim(const BySide<Unit>& units, BattleKind kind,
                                    const Course& course) {
  const Unit& target = units[Side::defender];
  if (!shoots(kind, course) || units[Side::attacker].policy.shoots != Shoots::sniper ||
      !target.has_figures)
    return std::nullopt;
  for (const FieldSlot& slot : target.slots)
    if (slot.starts && slot.circle != Circle::yellow) return std::nullopt;
  return InputError{"a sniper does not aim at a commander, and the defender has nobody else",
                    "attacker.policy.shoots", "dice, or a figure that is no commander"};
}

}  // namespace

Result<Setup> set_up(const Scenario& scenario) {
  const BattleKind kind = kind_of(scenario);
  const Readings readings = readings_of(scenario);
  const Course course = course_of(scenario);
  const bool single = kind == BattleKind::close || kind == BattleKind::ranged;

  BySide<Unit> units;
  std::vector<std::string> told;
  BySide<std::vector<std::string>> notes;
  BySide<bool> icons_only{};
  for (const Side side : kSides) {
    const SideSpec& of = scenario.side(side);
    const std::string who = name(side);
    auto made = muster(of, who);
    if (!made) return made.error();
    Mustered& mustered = made.value();
    Unit& unit = mustered.unit;
    unit.policy = policy_of(of.policy);
    icons_only[side] = mustered.icons_only;
    if (mustered.icons_only && side == Side::defender)
      return InputError{fmt::format("the figures and defence of {} are not known", unit.name),
                        who + ".unit", "it can only give a single order"};
    if (!unit.has_figures && !single)
      return InputError{mustered.icons_only
                            ? fmt::format("the figures of {} are not known", unit.name)
                            : "dice alone have no figures to lose",
                        who, "only single orders: battle close or ranged"};
    if (auto error = check_policy(unit, side, kind, course, readings)) return *std::move(error);
    notes[side] = std::move(mustered.notes);
    units[side] = std::move(unit);
  }
  if (auto error = read_play(scenario, kind, course, readings, units)) return *std::move(error);
  for (const Side side : kSides) {
    for (const std::string& note : notes[side])
      told.push_back(fmt::format("{}: {}", name(side), note));
    for (std::string& line : told_play(scenario.side(side), units, side))
      told.push_back(std::move(line));
  }
  if (auto error = check_aim(units, kind, course)) return *std::move(error);
  if (kind != BattleKind::duel) {
    const Order order{shoots(kind, course), units[Side::attacker].policy.moved, false};
    if (auto error = check_order(units[Side::attacker], order, icons_only[Side::attacker]))
      return *std::move(error);
  }
  if (kind == BattleKind::turn && course.turn == TurnOrders::ranged_close)
    if (auto error = check_order(units[Side::attacker], {}, false)) return *std::move(error);
  told.push_back("rules: " + Given{scenario.readings, fields(), Place::readings}.all());
  if (course.turns > 0)
    told.push_back(
        fmt::format("the battle is looked at after {}, each unit's counting as one "
                    "(RULES 8.16)",
                    counted(course.turns, "turn")));
  if (kind == BattleKind::duel || kind == BattleKind::shooting)
    told.push_back(
        course.turn_limit == 0
            ? "a duel goes on until a unit is defeated or nothing can change"
            : fmt::format("a duel in which both stand after {} turns counts as a stalemate",
                          course.turn_limit));
  std::vector<std::string> brief;
  Blind{units, kind, course, told, brief}.tell();
  return Setup{Rules{kind, std::move(units), readings, course}, std::move(told), std::move(brief)};
}

std::vector<OpenChoice> open_choices(const Scenario& scenario) {
  if (std::none_of(kSides.begin(), kSides.end(),
                   [&](Side side) { return scenario.side(side).policy.text(kPlay) == kNamedPlay; }))
    return {};
  const auto setup = set_up(scenario);
  if (!setup) return {};  // prepare will say why
  const Rules& rules = setup->rules;
  return named_choices(scenario, kind_of(scenario), course_of(scenario),
                       {rules.unit(Side::attacker), rules.unit(Side::defender)});
}

}  // namespace broadside::arcane_legions
