#include "core/systems/arcane_legions/setup.hpp"

#include <algorithm>
#include <array>

#include "core/systems/arcane_legions/side_reader.hpp"

namespace broadside::arcane_legions {
namespace {

BattleKind kind_of(const Scenario& scenario) {
  const auto named = std::find(kBattles.begin(), kBattles.end(), scenario.battle);
  return named == kBattles.end() ? BattleKind::duel
                                 : static_cast<BattleKind>(named - kBattles.begin());
}

bool fights_close(BattleKind kind, const Course& course) {
  return kind != BattleKind::ranged &&
         !(kind == BattleKind::turn && course.turn == TurnOrders::ranged);
}
bool shoots(BattleKind kind, const Course& course) {
  return kind == BattleKind::ranged || kind == BattleKind::volley ||
         (kind == BattleKind::turn && course.turn != TurnOrders::close);
}

/// Whether what a side plans can be done at all in this battle.
std::optional<InputError> check_plan(const Unit& unit, Side side, BattleKind kind,
                                     const Course& course, const Readings& readings) {
  const std::string policy = std::string(name(side)) + ".policy.";
  const Plan& plan = unit.plan;
  const bool single = kind == BattleKind::close || kind == BattleKind::ranged;
  const bool first = side == Side::attacker;
  const bool acts = first || kind == BattleKind::duel || kind == BattleKind::volley;
  const bool shooter = first && shoots(kind, course);
  const auto needs = [&](Ability ability, const char* setting) -> std::optional<InputError> {
    if (unit.carries(ability)) return std::nullopt;
    return InputError{"the unit has no " + std::string(info(ability).name), policy + setting,
                      "leave the policy out, or give the unit the ability"};
  };
  const auto idle = [&](const char* setting, const char* hint) {
    return InputError{std::string("this side has no use for '") + setting + "' here",
                      policy + setting, hint};
  };
  if (plan.special) {
    if (single || !acts || !fights_close(kind, course))
      return idle("special", "special orders are given in turns of close combat");
    if (auto error = needs(*plan.special, "special")) return error;
    if (*plan.special == Ability::lord_of_the_dead && !unit.has(Ability::regeneration))
      return InputError{"Lord of the Dead returns figures of units with Regeneration",
                        policy + "special", "leave the policy out"};
    if (*plan.special == Ability::artificer && !unit.is(Type::construct))
      return InputError{"Artificer returns figures of construct units", policy + "special",
                        "say so among its abilities: construct"};
  }
  if (plan.shoots != Shoots::dice) {
    if (!shooter) return idle("shoots", "it belongs to the attacker's ranged orders");
    constexpr std::array kNeeds{Ability::thrown_weapon, Ability::sniper, Ability::direct_fire};
    if (auto error = needs(kNeeds[static_cast<std::size_t>(plan.shoots) - 1], "shoots"))
      return error;
    if (plan.shoots == Shoots::direct_fire && unit.side != Colour::blue)
      return InputError{"Direct Fire needs a blue side", policy + "shoots",
                        "side " + std::string(name(unit.side)) + " is in use"};
  }
  if (plan.concentrates) {
    if (!acts || !fights_close(kind, course))
      return idle("concentrates", "it belongs to close orders");
    if (auto error = needs(Ability::concentrated_attack, "concentrates")) return error;
  }
  if (plan.push != Push::never) {
    if (single || !acts) return idle("push", "it belongs to turns of more than one order");
    if (plan.push == Push::to_the_last && !readings.push_last_defeats)
      return InputError{"the last figure may not be pushed", policy + "push",
                        "\"always\", or the reading push_last: defeats"};
  }
  // Whoever stands next to the enemy already cannot move up to him.
  if (plan.moved && !first && kind != BattleKind::volley)
    return idle("moved", "the attacker begins");
  if (shooter && plan.hindered > 0 && unit.carries(Ability::hail_of_arrows))
    return InputError{"how much Hail of Arrows lowers the penalty for hindered fire is not known",
                      policy + "hindered", "take the ability away with \"without\""};
  return std::nullopt;
}

/// The order that opens the battle needs its icon (RULES 2.7); in a duel a unit without passes.
std::optional<InputError> check_order(const Unit& unit, const Order& order, bool icons_only) {
  const Force force = begin_turn(unit, starting(unit), order.ranged);
  if (may_order(Party{unit, force}, order)) return std::nullopt;
  std::string hint =
      icons_only ? "not all of its icons are known"
      : order.ranged && unit.plan.shoots == Shoots::dice && unit.carries(Ability::thrown_weapon)
          ? "or policy shoots: thrown_weapon"
          : "bonus dice do not replace it";
  return InputError{std::string("a ") + (order.ranged ? "ranged" : "close") +
                        " order needs a ready " +
                        (!order.ranged                      ? "red icon"
                         : unit.plan.shoots == Shoots::dice ? "blue icon"
                                                            : "icon of that ability"),
                    "attacker", std::move(hint)};
}

}  // namespace

Result<Setup> set_up(const Scenario& scenario) {
  const BattleKind kind = kind_of(scenario);
  const Readings readings = readings_of(scenario);
  const Course course = course_of(scenario);
  const bool single = kind == BattleKind::close || kind == BattleKind::ranged;

  std::array<Unit, 2> units;
  std::vector<std::string> told;
  std::array<bool, 2> icons_only{};
  for (const Side side : kSides) {
    const SideSpec& of = scenario.side(side);
    const std::string who = name(side);
    auto made = muster(of, who);
    if (!made) return made.error();
    Mustered& mustered = made.value();
    Unit& unit = mustered.unit;
    unit.plan = plan_of(of.policy);
    icons_only[static_cast<std::size_t>(index(side))] = mustered.icons_only;
    if (mustered.icons_only && side == Side::defender)
      return InputError{"the figures and defence of " + unit.name + " are not known", who + ".unit",
                        "it can only give a single order"};
    if (!unit.has_figures && !single)
      return InputError{mustered.icons_only ? "the figures of " + unit.name + " are not known"
                                            : "dice alone have no figures to lose",
                        who, "only single orders: battle close or ranged"};
    if (auto error = check_plan(unit, side, kind, course, readings)) return *std::move(error);
    for (const std::string& note : mustered.notes) told.push_back(who + ": " + note);
    told.push_back(who + " plays: " + Given{of.policy, fields(), Place::policy}.all());
    units[static_cast<std::size_t>(index(side))] = std::move(unit);
  }
  if (kind != BattleKind::duel) {
    const Order order{shoots(kind, course), units[0].plan.moved, false};
    if (auto error = check_order(units[0], order, icons_only[0])) return *std::move(error);
  }
  if (kind == BattleKind::turn && course.turn == TurnOrders::ranged_close)
    if (auto error = check_order(units[0], {}, false)) return *std::move(error);
  told.push_back("rules: " + Given{scenario.readings, fields(), Place::readings}.all());
  if (kind == BattleKind::duel || kind == BattleKind::volley)
    told.push_back(course.turn_limit == 0
                       ? "a duel goes on until a unit is defeated or nothing can change"
                       : "a duel in which both stand after " + std::to_string(course.turn_limit) +
                             " turns counts as a stalemate");
  return Setup{Rules{kind, std::move(units), readings, course}, std::move(told)};
}

}  // namespace broadside::arcane_legions
