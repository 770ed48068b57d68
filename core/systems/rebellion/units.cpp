#include "core/systems/rebellion/units.hpp"

#include <algorithm>

namespace broadside::rebellion {
namespace {

using enum Faction;
using enum Expansion;
using enum Tier;

template <class... Traits>
constexpr std::uint16_t bits(Traits... traits) {
  return static_cast<std::uint16_t>((0u | ... | static_cast<unsigned>(traits)));
}

// tests/core/systems/rebellion/facts_test.cpp compares every field below with
// tests/data/rebellion/units.json. Columns: number, id, name, faction, expansion, theater / class,
// attack dice red black green, health, transport capacity, needs transport, immobile, tier, icon,
// pieces / traits / text. Disputed numbers, and what was taken:
// - health of the Death Star Under Construction: black in four sources, red in one; black.
// - the U-wing is a fighter by its black health; one source calls it a capital ship.
// - tier of the Rebel Transport: triangle; circle in an older list that was corrected since.
// A table reads better by rows than with one field a line.
// clang-format off
constexpr std::array<Unit, kUnits> kUnitTable{{
    {UnitId::tie_fighter, "tie_fighter", "TIE Fighter", empire, base, Theater::space,
     Class::fighter, {0, 1, 0}, {Color::black, 1}, 0, true, false, triangle, Icon::blue, 24,
     bits(Trait::may_stay_behind),
     "Needs a transport slot to retreat, or stays behind."},
    {UnitId::assault_carrier, "assault_carrier", "Assault Carrier", empire, base, Theater::space,
     Class::capital, {1, 1, 0}, {Color::red, 2}, 4, false, false, circle, Icon::blue, 8,
     bits(),
     ""},
    {UnitId::star_destroyer, "star_destroyer", "Star Destroyer", empire, base, Theater::space,
     Class::capital, {2, 1, 0}, {Color::red, 4}, 6, false, false, square, Icon::blue, 8,
     bits(),
     ""},
    {UnitId::super_star_destroyer, "super_star_destroyer", "Super Star Destroyer", empire, base,
     Theater::space,
     Class::capital, {3, 2, 0}, {Color::red, 6}, 8, false, false, project, Icon::none, 2,
     bits(Trait::project_only),
     "Built by a project."},
    {UnitId::death_star, "death_star", "Death Star", empire, base, Theater::space,
     Class::station, {4, 0, 0}, {}, 8, false, false, project, Icon::none, 2,
     bits(Trait::no_health, Trait::blocks_own_retreat, Trait::destroyed_by_plans),
     "Cannot be damaged; while it is here no Imperial unit retreats. Death Star Plans or a "
     "card can destroy it."},
    {UnitId::death_star_under_construction, "death_star_under_construction",
     "Death Star Under Construction", empire, base,
     Theater::space,
     Class::station, {0, 0, 0}, {Color::black, 4}, 0, false, true, project, Icon::none, 1,
     bits(Trait::blocks_own_retreat, Trait::destroyed_when_last_ship),
     "While it is here no Imperial unit retreats; destroyed at round end as the only Imperial "
     "ship facing Rebel ships."},
    {UnitId::stormtrooper, "stormtrooper", "Stormtrooper", empire, base, Theater::ground,
     Class::ground, {0, 1, 0}, {Color::black, 1}, 0, true, false, triangle, Icon::orange, 30,
     bits(),
     ""},
    {UnitId::at_st, "at_st", "AT-ST", empire, base, Theater::ground,
     Class::ground, {1, 1, 0}, {Color::red, 2}, 0, true, false, circle, Icon::orange, 10,
     bits(),
     ""},
    {UnitId::at_at, "at_at", "AT-AT", empire, base, Theater::ground,
     Class::ground, {2, 1, 0}, {Color::red, 3}, 0, true, false, square, Icon::orange, 4,
     bits(),
     ""},
    {UnitId::tie_striker, "tie_striker", "TIE Striker", empire, rote, Theater::space,
     Class::fighter, {0, 0, 1}, {Color::black, 1}, 0, true, false, triangle, Icon::blue, 6,
     bits(Trait::may_stay_behind),
     "Needs a transport slot to retreat, or stays behind."},
    {UnitId::interdictor, "interdictor", "Interdictor", empire, rote, Theater::space,
     Class::capital, {0, 0, 2}, {Color::red, 4}, 4, false, false, project, Icon::none, 3,
     bits(Trait::blocks_enemy_retreat, Trait::project_only),
     "No Rebel unit retreats while one is here. Built by a project."},
    {UnitId::assault_tank, "assault_tank", "Assault Tank", empire, rote, Theater::ground,
     Class::ground, {0, 0, 1}, {Color::red, 1}, 0, true, false, triangle, Icon::orange, 6,
     bits(),
     ""},
    {UnitId::shield_bunker, "shield_bunker", "Shield Bunker", empire, rote, Theater::ground,
     Class::structure, {0, 0, 0}, {Color::red, 3}, 0, false, true, circle, Icon::orange, 3,
     bits(Trait::protects_stations, Trait::structure),
     "Structure. While one stands, stations here cannot be damaged or destroyed."},
    {UnitId::x_wing, "x_wing", "X-wing", rebels, base, Theater::space,
     Class::fighter, {0, 1, 0}, {Color::black, 1}, 0, false, false, triangle, Icon::blue, 8,
     bits(),
     ""},
    {UnitId::y_wing, "y_wing", "Y-wing", rebels, base, Theater::space,
     Class::fighter, {1, 0, 0}, {Color::black, 1}, 0, false, false, triangle, Icon::blue, 12,
     bits(),
     ""},
    {UnitId::rebel_transport, "rebel_transport", "Rebel Transport", rebels, base, Theater::space,
     Class::capital, {0, 0, 0}, {Color::red, 2}, 4, false, false, triangle, Icon::blue, 4,
     bits(Trait::alone_retreats_or_dies),
     "Transports that are the only Rebel ships facing an Imperial ship retreat or are destroyed."},
    {UnitId::corellian_corvette, "corellian_corvette", "Corellian Corvette", rebels, base,
     Theater::space,
     Class::capital, {1, 1, 0}, {Color::red, 2}, 2, false, false, circle, Icon::blue, 4,
     bits(),
     ""},
    {UnitId::mon_calamari_cruiser, "mon_calamari_cruiser", "Mon Calamari Cruiser", rebels, base,
     Theater::space,
     Class::capital, {2, 1, 0}, {Color::red, 4}, 4, false, false, square, Icon::blue, 3,
     bits(),
     ""},
    {UnitId::rebel_trooper, "rebel_trooper", "Rebel Trooper", rebels, base, Theater::ground,
     Class::ground, {0, 1, 0}, {Color::black, 1}, 0, true, false, triangle, Icon::orange, 21,
     bits(),
     ""},
    {UnitId::airspeeder, "airspeeder", "Airspeeder", rebels, base, Theater::ground,
     Class::ground, {1, 1, 0}, {Color::red, 2}, 0, true, false, circle, Icon::orange, 6,
     bits(),
     ""},
    {UnitId::shield_generator, "shield_generator", "Shield Generator", rebels, base,
     Theater::ground,
     Class::structure, {0, 0, 0}, {Color::red, 3}, 0, false, true, square, Icon::orange, 3,
     bits(Trait::draws_ground_card, Trait::structure),
     "Structure. Before each ground step its owner gets a ground tactic card."},
    {UnitId::ion_cannon, "ion_cannon", "Ion Cannon", rebels, base, Theater::ground,
     Class::structure, {0, 0, 0}, {Color::red, 3}, 0, false, true, square, Icon::orange, 3,
     bits(Trait::enemy_rolls_2_red_less, Trait::structure),
     "Structure. The Empire rolls 2 red dice fewer in each space step, taken off before the cap."},
    {UnitId::u_wing, "u_wing", "U-wing", rebels, rote, Theater::space,
     Class::fighter, {0, 0, 1}, {Color::black, 1}, 1, false, false, triangle, Icon::blue, 6,
     bits(),
     ""},
    {UnitId::nebulon_b_frigate, "nebulon_b_frigate", "Nebulon-B Frigate", rebels, rote,
     Theater::space,
     Class::capital, {0, 0, 2}, {Color::red, 3}, 3, false, false, circle, Icon::blue, 3,
     bits(),
     ""},
    {UnitId::rebel_vanguard, "rebel_vanguard", "Rebel Vanguard", rebels, rote, Theater::ground,
     Class::ground, {0, 0, 1}, {Color::black, 1}, 0, true, false, triangle, Icon::orange, 6,
     bits(),
     ""},
    {UnitId::golan_arms_turret, "golan_arms_turret", "Golan Arms Turret", rebels, rote,
     Theater::ground,
     Class::structure, {0, 0, 2}, {Color::red, 3}, 0, false, true, circle, Icon::orange, 3,
     bits(Trait::structure),
     "Structure, the only one that rolls dice."},
}};
// clang-format on

constexpr bool in_order() {
  for (std::size_t i = 0; i < kUnitTable.size(); ++i)
    if (static_cast<std::size_t>(kUnitTable[i].number) != i) return false;
  return true;
}
static_assert(in_order(), "all_units() is indexed by UnitId");

}  // namespace

std::string_view name(Faction faction) { return faction == empire ? "empire" : "rebels"; }
std::string_view name(Expansion expansion) { return expansion == base ? "base" : "rote"; }
std::string_view name(Theater theater) { return theater == Theater::space ? "space" : "ground"; }

std::string_view name(Class unit_class) {
  constexpr std::array<std::string_view, 5> kNames{"fighter", "capital", "station", "ground",
                                                   "structure"};
  return kNames[static_cast<std::size_t>(unit_class)];
}

std::string_view name(Color color) {
  constexpr std::array<std::string_view, kColors> kNames{"red", "black", "green"};
  return kNames[static_cast<std::size_t>(color)];
}

std::string_view name(Tier tier) {
  constexpr std::array<std::string_view, 4> kNames{"triangle", "circle", "square", "project"};
  return kNames[static_cast<std::size_t>(tier)];
}

std::string_view name(Trait trait) {
  switch (trait) {
    case Trait::no_health:
      return "death_star_no_health";
    case Trait::blocks_own_retreat:
      return "empire_cannot_retreat_while_present";
    case Trait::destroyed_by_plans:
      return "destroyed_only_by_death_star_plans_or_card";
    case Trait::destroyed_when_last_ship:
      return "destroyed_if_only_imperial_ship_vs_rebel_ships_at_round_end";
    case Trait::may_stay_behind:
      return "may_be_left_behind_on_retreat";
    case Trait::project_only:
      return "project_only";
    case Trait::blocks_enemy_retreat:
      return "interdictor_blocks_rebel_retreat";
    case Trait::protects_stations:
      return "shield_bunker_protects_stations";
    case Trait::structure:
      return "structure";
    case Trait::alone_retreats_or_dies:
      return "lone_transports_must_retreat_or_die";
    case Trait::draws_ground_card:
      return "shield_generator_draw";
    case Trait::enemy_rolls_2_red_less:
      return "ion_cannon_minus_2_red";
  }
  return "";
}

std::span<const Unit, kUnits> all_units() { return kUnitTable; }
const Unit& unit(UnitId number) { return kUnitTable[static_cast<std::size_t>(number)]; }

const Unit* find_unit(std::string_view id) {
  const auto at =
      std::find_if(kUnitTable.begin(), kUnitTable.end(), [&](const Unit& u) { return u.id == id; });
  return at == kUnitTable.end() ? nullptr : &*at;
}

}  // namespace broadside::rebellion
