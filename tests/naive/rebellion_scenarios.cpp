#include "tests/naive/rebellion_scenarios.hpp"

#include <random>
#include <span>
#include <string_view>

#include "tests/naive/rebellion_roller.hpp"

namespace broadside::naive_rebellion {
namespace {

/// A unit and how many of it a random side may bring.
struct Offer {
  std::string_view id;
  int most;
};
constexpr Offer kEmpireSpace[] = {{"tie_fighter", 5},    {"assault_carrier", 2},
                                  {"star_destroyer", 2}, {"super_star_destroyer", 1},
                                  {"death_star", 1},     {"death_star_under_construction", 1},
                                  {"tie_striker", 3},    {"interdictor", 1}};
constexpr Offer kEmpireGround[] = {
    {"stormtrooper", 4}, {"at_st", 2}, {"at_at", 2}, {"assault_tank", 2}, {"shield_bunker", 1}};
constexpr Offer kRebelSpace[] = {{"x_wing", 4},
                                 {"y_wing", 4},
                                 {"rebel_transport", 2},
                                 {"corellian_corvette", 2},
                                 {"mon_calamari_cruiser", 2},
                                 {"u_wing", 3},
                                 {"nebulon_b_frigate", 2}};
constexpr Offer kRebelGround[] = {{"rebel_trooper", 4},    {"airspeeder", 2},
                                  {"shield_generator", 1}, {"ion_cannon", 2},
                                  {"rebel_vanguard", 3},   {"golan_arms_turret", 1}};
constexpr std::string_view kEmpireLeaders[] = {"emperor_palpatine", "darth_vader", "general_tagge",
                                               "moff_jerjerrod", "boba_fett"};
constexpr std::string_view kRebelLeaders[] = {"mon_mothma", "princess_leia", "jan_dodonna",
                                              "luke_skywalker_jedi", "han_solo"};

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : generator_(seed) {}
  int below(int n) { return static_cast<int>(generator_() % static_cast<std::uint64_t>(n)); }
  bool one_in(int n) { return below(n) == 0; }
  template <class Thing>
  const Thing& of(std::span<const Thing> things) {
    return things[static_cast<std::size_t>(below(static_cast<int>(things.size())))];
  }

 private:
  std::mt19937_64 generator_;
};

void add_units(std::span<const Offer> offers, Chance& chance, std::vector<UnitCount>& units) {
  const int kinds = 1 + chance.below(3);
  for (int i = 0; i < kinds; ++i) {
    const Offer& offer = chance.of(offers);
    bool known = false;
    for (const UnitCount& have : units) known |= have.type == offer.id;
    if (!known) units.push_back({std::string{offer.id}, 1 + chance.below(offer.most)});
  }
}

/// Some of the units that can take it begin with damage.
void add_damage(Chance& chance, SideSpec& side) {
  for (const UnitCount& units : side.units) {
    const int health = printed(units.type).health;
    if (health < 2 || !chance.one_in(3)) continue;
    const int damage = 1 + chance.below(health - 1);
    side.damaged.push_back({damage == 1 ? units.type : units.type + "!" + std::to_string(damage),
                            1 + chance.below(units.count)});
  }
}

/// What one faction may bring.
struct Supply {
  std::string_view faction;
  std::span<const Offer> space, ground;
  std::span<const std::string_view> leaders;
};
constexpr Supply kEmpire{"empire", kEmpireSpace, kEmpireGround, kEmpireLeaders};
constexpr Supply kRebels{"rebels", kRebelSpace, kRebelGround, kRebelLeaders};

SideSpec random_side(const Supply& supply, std::string_view battle, Chance& chance) {
  SideSpec side;
  side.faction = supply.faction;
  if (battle != "ground") add_units(supply.space, chance, side.units);
  if (battle != "space") add_units(supply.ground, chance, side.units);
  if (!chance.one_in(3)) {
    side.fields["leaders"] = Names{std::string(chance.of(supply.leaders))};
    if (chance.one_in(2)) side.policy["retreat"] = RetreatTiming{1 + chance.below(3), {}};
  }
  if (chance.one_in(2))
    side.policy["targets"] = chance.one_in(2) ? "most_dangerous_first" : "weakest_first";
  if (chance.one_in(3)) add_damage(chance, side);
  return side;
}

}  // namespace

Scenario random_combat(std::uint64_t seed) {
  Chance chance(seed);
  Scenario scenario;
  scenario.game = "rebellion";
  scenario.battle = chance.one_in(2) ? "combat" : chance.one_in(2) ? "space" : "ground";
  scenario.readings = {{"cards", "false"},
                       {"cinematic", chance.one_in(2) ? "true" : "false"},
                       {"structures", chance.one_in(2) ? "rote" : "base"}};
  const bool empire_first = chance.one_in(2);
  scenario.side(Side::attacker) =
      random_side(empire_first ? kEmpire : kRebels, scenario.battle, chance);
  scenario.side(Side::defender) =
      random_side(empire_first ? kRebels : kEmpire, scenario.battle, chance);
  return scenario;
}

std::string describe(const Scenario& scenario) {
  std::string text = scenario.battle;
  for (const auto& [name, value] : scenario.readings)
    text += ", " + name + " " + scenario.readings.text(name);
  for (const SideSpec& side : scenario.sides) {
    text += "; " + side.faction + ":";
    for (const UnitCount& units : side.units)
      text += " " + std::to_string(units.count) + " " + units.type;
    for (const UnitCount& units : side.damaged)
      text += ", damaged " + std::to_string(units.count) + " " + units.type;
    for (const std::string& leader : side.fields.names("leaders")) text += ", leader " + leader;
    if (side.policy.has("targets")) text += ", " + side.policy.text("targets");
    if (const auto* retreat = side.policy.get<RetreatTiming>("retreat"))
      text += ", retreats in round " + std::to_string(retreat->round.value_or(0));
  }
  return text;
}

}  // namespace broadside::naive_rebellion
