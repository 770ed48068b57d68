#include "core/systems/rebellion/setup.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "core/scenario/text.hpp"
#include "core/systems/rebellion/fields.hpp"
#include "core/systems/rebellion/side_reader.hpp"
#include "core/systems/rebellion/words.hpp"

namespace broadside::rebellion {
namespace {

/// Units that cards add in one combat; a deck of 8 comes round slowly
constexpr int kMostGained = 3;

Problem read_factions(const Scenario& scenario, Setup& setup) {
  BySide<std::optional<Faction>> factions;
  for (Side side : kSides) {
    const SideSpec& spec = scenario.side(side);
    if (spec.faction.empty()) {
      if (const auto shown = faction_of(spec)) factions[side] = shown->faction;
      continue;
    }
    const auto faction = read_faction(spec.faction, fmt::format("{}.faction", name(side)));
    if (!faction) return faction.error();
    factions[side] = faction.value();
  }
  for (Side side : kSides)
    if (!factions[side] && factions[other(side)])
      factions[side] =
          *factions[other(side)] == Faction::empire ? Faction::rebels : Faction::empire;
  if (!factions[0])
    return InputError{"nothing tells which side is the Empire", "attacker.faction",
                      "name it: \"empire: 3 trooper\""};
  if (factions[0] == factions[1])
    return InputError{fmt::format("both sides are the {}", name(*factions[0])), "defender.faction",
                      "a combat is fought by the empire and the rebels"};
  for (Side side : kSides) setup.armies[side].faction = *factions[side];
  return std::nullopt;
}

void read_rules(const Scenario& scenario, Setup& setup) {
  const Given given{scenario.readings, fields(), Place::readings};
  Reading& reading = setup.reading;
  reading.cinematic = given.flag("cinematic");
  reading.cards = given.flag("cards");
  reading.generators_stack = given.flag("generators_stack");
  reading.bombardment_splits = given.flag("bombardment_splits");
  reading.escape_plan_special = given.flag("escape_plan_special");
  reading.two_onslaughts = given.word("space_deck") == "two_onslaughts";
  reading.prevents_direct = given.word("prevent") == "hits_and_direct";
  reading.second_resets = given.word("attack_second") == "round";
  reading.fights_space = scenario.battle != "ground";
  reading.fights_ground = scenario.battle != "space";
}

/// Whether Rise of the Empire is in play, as far as the scenario shows.
void read_expansion(const Scenario& scenario, Setup& setup) {
  const std::string_view word =
      Given{scenario.readings, fields(), Place::readings}.word("structures");
  bool rote = setup.reading.cinematic;
  for (Side side : kSides) {
    const Army& army = setup.army(side);
    for (std::size_t g = 0; g < army.group_count; ++g)
      rote |= army.groups[g].unit->expansion == Expansion::rote;
    for (const char* list : {"leaders", "pool"})
      for (const std::string& leader : scenario.side(side).fields.names(list))
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

/// What holds for both sides is said once.
void tell(const BySide<SideReader>& readers, Setup& setup) {
  const auto says = [&](Side side, const std::string& line) {
    const auto& told = readers[side].told();
    return std::find(told.begin(), told.end(), line) != told.end();
  };
  for (const std::string& line : readers[Side::attacker].told())
    if (says(Side::defender, line))
      setup.assumptions.push_back(fmt::format("both sides: {}", line));
  for (const Side side : kSides)
    for (const std::string& line : readers[side].told())
      if (!says(other(side), line))
        setup.assumptions.push_back(fmt::format("{}: {}", name(side), line));
}

}  // namespace

Result<Setup> set_up(const Scenario& scenario) {
  Setup setup;
  if (auto error = read_factions(scenario, setup)) return *std::move(error);
  read_rules(scenario, setup);
  setup.rounds = rounds_asked(scenario);
  BySide<SideReader> readers{SideReader{Side::attacker, setup, scenario},
                             SideReader{Side::defender, setup, scenario}};
  for (auto step : {&SideReader::read_units, &SideReader::read_policy, &SideReader::read_leaders,
                    &SideReader::read_pool, &SideReader::read_hand, &SideReader::read_effects,
                    &SideReader::read_damage})
    for (SideReader& reader : readers)
      if (auto error = (reader.*step)()) return *std::move(error);
  read_expansion(scenario, setup);
  for (SideReader& reader : readers) reader.describe_side();
  tell(readers, setup);
  if (!setup.fought(Theater::space) && !setup.fought(Theater::ground))
    return InputError{"nobody fights: no theater of this battle holds units of both sides", "units",
                      "ships of both sides, or ground units of both"};
  if (setup.rounds > 0)
    setup.assumptions.push_back(
        fmt::format("the combat is looked at after {}: units that stand then are counted, their "
                    "damage is not told (RULES 3.5)",
                    counted(setup.rounds, "round")));
  make_room(setup);
  for (Side side : kSides) {
    Army& army = setup.armies[side];
    const Choices& enemy = setup.army(other(side)).choices;
    rank(army);
    for (Theater theater : kBothTheaters) build_front(army, theater, enemy.targets, enemy.overkill);
  }
  return setup;
}

}  // namespace broadside::rebellion
