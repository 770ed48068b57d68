#include "core/systems/ti4/setup.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"
#include "core/systems/ti4/brief.hpp"
#include "core/systems/ti4/dominance.hpp"
#include "core/systems/ti4/effect_names.hpp"
#include "core/systems/ti4/effects/choices.hpp"
#include "core/systems/ti4/effects/gather.hpp"
#include "core/systems/ti4/fields.hpp"
#include "core/systems/ti4/interplay.hpp"
#include "core/systems/ti4/side_reader.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4 {
namespace {

/// What kinds of units stand on a side, by the types that were typed: whose card it is comes later.
struct Present {
  bool ships = false, troops = false, structures = false;
  explicit Present(const SideSpec& side) {
    for (const UnitCount& unit : side.units) {
      const auto type = unit_type(unit.type);
      if (!type || unit.count <= 0) continue;
      switch (*type) {
        case UnitType::infantry:
        case UnitType::mech:
          troops = true;
          break;
        case UnitType::pds:
        case UnitType::space_dock:
          structures = true;
          break;
        default:
          ships = true;
      }
    }
  }
  bool nothing() const { return !ships && !troops && !structures; }
};

/// Has it fighters beside a ship that lets them land (RULES 4.4.8)?
bool lands_fighters(const SideSpec& side) {
  const auto has = [&](auto what) {
    return std::any_of(side.units.begin(), side.units.end(), [&](const UnitCount& unit) {
      const auto type = unit_type(unit.type);
      return type && unit.count > 0 && what(*type);
    });
  };
  return has([](UnitType type) { return type == UnitType::fighter; }) && has([&](UnitType type) {
           const Unit* unit = unit_for(side.faction, type, 1);
           return unit && unit->has("commit_fighters");
         });
}

/// What is listed for a ground combat but belongs to an invasion, as the reason of the first line.
std::string left_out_on_the_ground(const Scenario& scenario) {
  std::string names;
  const auto add = [&](std::string_view name) { add_word(names, name); };
  for (const Side side : kSides) {
    const SideSpec& spec = scenario.side(side);
    for (const UnitCount& unit : spec.units) {
      const auto type = unit_type(unit.type);
      if (!type || unit.count <= 0) continue;
      const bool upgraded =
          std::find(spec.upgrades.begin(), spec.upgrades.end(), unit.type) != spec.upgrades.end();
      const Unit* card = unit_for(spec.faction, *type, upgraded ? 2 : 1);
      if (!card) continue;
      const bool shoots =
          side == Side::attacker ? bool{card->bombardment} : bool{card->space_cannon};
      if (!card->is_ground_force && shoots) add(name(*type));
      if (card->is_ground_force && shoots && side == Side::defender)
        add("the space cannon of " + printed(*type, 2));
    }
    for (const EffectChoice& effect : spec.effects)
      if (const EffectFact* fact = find_effect(find_effect_id(effect.id, spec.faction));
          fact && needs_invasion(*fact))
        add(fact->name);
  }
  if (names.empty()) return "";
  return fmt::format("without bombardment and landing, no part for: {}; --battle invasion has them",
                     names);
}

/// RULES 4.2.4: where somebody of the attacker's stood on the planet before the landing, the others
/// may stay aboard, sent back by Parley or gone with their ships, and those fight alone.
void settle_landing(BattleKind kind, BySide<Army>& armies) {
  Army& army = armies[Side::attacker];
  const bool sent_back = army.sends_back || armies[Side::defender].sends_back;
  if (std::none_of(army.groups.begin(), army.groups.end(),
                   [](const Group& g) { return g.stands_here && g.start > 0; })) {
    army.no_landing |= sent_back;
    return;
  }
  const std::size_t groups = army.groups.size();
  for (std::size_t g = 0; g < groups; ++g) {
    Group& group = army.groups[g];
    if (sent_back) group.lands = false;
    if (!group.is_ground_force || group.stands_here) continue;
    group.stays_aboard = sent_back;
    if (sent_back || kind != BattleKind::conquest || !army.has_room_for_group()) continue;
    Group gone = group;
    gone.stays_aboard = true;
    gone.start = gone.start_damaged = 0;
    gone.placed_at = gone.fights_as = gone.shape_of = -1;
    army.leave_with_ships.emplace_back(static_cast<std::uint8_t>(g),
                                       static_cast<std::uint8_t>(army.groups.size()));
    army.groups.push_back(std::move(gone));
  }
}

/// Effects on retreats have been worked in before it is known whether there is one.
void note_no_retreat(Builder& build) {
  const auto idle = [&](Side side, std::string_view id, std::string_view why) {
    build.army(side).idle.push_back(id);
    build.note(side, fmt::format("{} changes nothing: {}", printed_effect(id), why));
  };
  for (const Side side : kSides) {
    const Army& army = build.army(side);
    const bool by_choice = army.retreat_below > 0 || army.free.retreat;
    if (army.retreat_delay > 0 && army.retreat_round == 0)
      idle(other(side), "ac_intercept",
           by_choice ? "it is played against a retreat in a named round only"
                     : "the enemy announces no retreat");
    if (army.routed_in > 0 && !army.can_retreat)
      idle(other(side), "ac_rout", "the enemy cannot retreat");
    if (army.leave_at_once > 0 && army.retreat_round == 0 && !by_choice)
      idle(side, "commander_watchful_ojz", "no retreat is asked for");
  }
}

}  // namespace

MeantBattle meant_battle(const Scenario& scenario) {
  if (!scenario.battle.empty())
    return {scenario.battle,
            fold_name(scenario.battle) == "ground" ? left_out_on_the_ground(scenario) : ""};
  if (scenario.fields.has(kPlanets)) {
    const Present comes{scenario.side(Side::attacker)};
    // A fleet that is still to be bought brings ships and troops as they are needed.
    const bool in_space =
        comes.nothing() ||
        (comes.ships && (comes.troops || Present{scenario.side(Side::defender)}.ships));
    return in_space ? MeantBattle{"conquest", "ships come for planets"}
                    : MeantBattle{"invasion", "planets without a fight in space"};
  }
  const Present attacker{scenario.side(Side::attacker)}, defender{scenario.side(Side::defender)};
  // Fleets that are still to be bought: they may bring what the planet needs.
  if (attacker.nothing() && !defender.ships && defender.troops)
    return {"conquest", "a planet is to be taken"};
  if (attacker.ships && attacker.troops && (defender.troops || defender.structures))
    return {"conquest", "troops aboard, a planet defended"};
  if (!attacker.ships && attacker.troops && !defender.ships && defender.troops) {
    const std::string left_out = left_out_on_the_ground(scenario);
    return {"ground", "no ships on either side" + (left_out.empty() ? "" : "; " + left_out)};
  }
  if (!attacker.ships && attacker.troops && !defender.ships && defender.structures)
    return {"invasion", "no ships on either side, structures on the planet"};
  if (attacker.ships && !attacker.troops && !defender.ships &&
      (defender.troops || defender.structures))
    return {"invasion", lands_fighters(scenario.side(Side::attacker))
                            ? "no ships to fight, fighters land"
                            : "no ships to fight, nobody to land"};
  if (attacker.ships && defender.ships && defender.troops) return {"space", "nobody to land"};
  return {"space", ""};
}

Result<Armies> read_armies(const Scenario& scenario) {
  const auto named = std::find(kBattles.begin(), kBattles.end(), scenario.battle);
  const auto kind = named == kBattles.end() ? BattleKind::space
                                            : static_cast<BattleKind>(named - kBattles.begin());
  const auto book = UnitBook::make(scenario);
  if (!book) return book.error();
  auto both = std::make_unique<BySide<Army>>();
  BySide<Army>& armies = *both;
  std::vector<std::string> assumptions;
  for (const Side side : kSides) {
    armies[side].side = side;
    armies[side].book = book.value();
    if (auto error = read_army(scenario.side(side), kind, assumptions, armies[side])) return *error;
  }
  std::vector<std::string> effects_said;  // after the policies of the sides
  Builder build{kind, armies, effects_said};
  for (const Side side : kSides)
    if (const int* due = scenario.side(side).fields.get<int>(kHitsDue)) build.has_begun |= *due > 0;
  if (auto error = work_in_effects(scenario, build)) return *error;
  for (const Side side : kSides)
    if (auto error =
            finish_army(scenario.side(side), kind, armies[other(side)], assumptions, armies[side]))
      return *error;
  note_no_retreat(build);
  settle_wards(armies);
  settle_landing(build.kind, armies);
  for (const Side side : kSides)
    if (armies[side].overfull)
      return InputError{"too many effects and kinds of units on one side for one battle",
                        std::string{name(side)},
                        "leave out effects that cannot matter, or kinds of units"};
  free_choices(build.kind, armies, assumptions);
  tell_fixed_moments(armies, effects_said);
  assumptions.insert(assumptions.end(), effects_said.begin(), effects_said.end());
  return Armies{build.kind, std::move(both), std::move(assumptions), std::move(build.notes)};
}

Problem hits_without_combat(const Rules& rules) {
  for (std::size_t s = 0; s < rules.plan().size(); ++s)
    if (const Phase phase = rules.plan().at(static_cast<int>(s)).phase; hits_are_due(phase))
      return std::nullopt;
  for (const Side side : kSides)
    if (rules.army(side).free.hits_due > 0)
      return InputError{"there is no combat in which hits could have come",
                        fmt::format("{}.{}", name(side), kHitsDue),
                        "units that fight on both sides, nothing that calls the combat off, or no "
                        "hits"};
  return std::nullopt;
}

Result<Setup> set_up(const Scenario& scenario) {
  return read_armies(scenario).and_then([&](Armies&& read) -> Result<Setup> {
    const int rounds = rounds_asked(scenario);
    if (rounds > 0)
      read.assumptions.push_back(fmt::format(
          "{} looked at after {}, before the next round begins: then nothing is lost to "
          "capacity yet (RULES 1.12)",
          read.kind == BattleKind::conquest ? "each combat, in space and on the ground, is"
                                            : "the combat is",
          counted(rounds, "round")));
    Setup setup{
        Rules{read.kind, std::move(read.armies), rounds}, std::move(read.assumptions), {}, {}};
    if (auto error = hits_without_combat(setup.rules)) return *error;
    setup.notes = notes_of(scenario, setup.rules);
    setup.notes.insert(setup.notes.end(), read.notes.begin(), read.notes.end());
    setup.brief = brief_of(scenario, setup.rules);
    return setup;
  });
}

}  // namespace broadside::ti4
