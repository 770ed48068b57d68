#include "tests/naive/random_scenarios.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>

namespace broadside::naive {
namespace {

/// Every draw goes through here, so that a seed means the same battle wherever Boost does.
class Choices {
 public:
  explicit Choices(std::uint64_t seed) : generator_(seed) {}

  int between(int low, int high) {
    return boost::random::uniform_int_distribution<int>(low, high)(generator_);
  }
  bool percent(int chance) { return between(1, 100) <= chance; }

  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i)
      std::swap(items[i - 1], items[static_cast<std::size_t>(between(0, static_cast<int>(i) - 1))]);
  }

 private:
  boost::random::mt19937_64 generator_;
};

/// A side under construction; counts stay within the plastic a player has.
class Builder {
 public:
  explicit Builder(Choices& choose) : choose_(choose) {}

  void add(std::string_view type, int count, int limit) {
    if (count <= 0) return;
    for (UnitCount& entry : spec_.units)
      if (entry.type == type) {
        entry.count = std::min(limit, entry.count + count);
        return;
      }
    spec_.units.push_back({std::string(type), std::min(limit, count)});
  }

  void ships(int number) {
    struct Weighted {
      std::string_view type;
      int weight, limit;
    };
    constexpr std::array<Weighted, 5> kShips{{{"destroyer", 24, 8},
                                              {"cruiser", 26, 8},
                                              {"carrier", 22, 4},
                                              {"dreadnought", 22, 5},
                                              {"war_sun", 6, 2}}};
    for (int i = 0; i < number; ++i) {
      int ticket = choose_.between(1, 100);
      for (const auto& ship : kShips) {
        ticket -= ship.weight;
        if (ticket <= 0) {
          add(ship.type, 1, ship.limit);
          break;
        }
      }
    }
  }

  void fighters(int most) { add("fighter", choose_.between(0, most), 30); }

  /// At least one, mostly infantry.
  void ground_forces(int most) {
    const int number = choose_.between(1, most);
    const int mechs = choose_.percent(50) ? choose_.between(0, std::min(number, 4)) : 0;
    add("infantry", number - mechs, 30);
    add("mech", mechs, 4);
  }

  void structures(int chance) {
    if (choose_.percent(chance)) add("pds", choose_.between(1, 3), 6);
    if (choose_.percent(chance / 2)) add("space_dock", choose_.percent(85) ? 1 : 2, 3);
  }

  int count(std::string_view type) const {
    for (const UnitCount& entry : spec_.units)
      if (entry.type == type) return entry.count;
    return 0;
  }

  bool has_any(std::span<const std::string_view> types) const {
    return std::ranges::any_of(types, [&](std::string_view type) { return count(type) > 0; });
  }
  bool empty() const { return spec_.units.empty(); }

  /// Upgrades, damage and policy. Only a side with ships in the fight may plan a retreat.
  SideSpec finish(bool may_retreat) {
    for (const UnitCount& entry : spec_.units) {
      const bool has_level_two = entry.type != "war_sun" && entry.type != "mech";
      if (has_level_two && choose_.percent(30)) spec_.upgrades.push_back(entry.type);
      const bool sustains =
          entry.type == "war_sun" || entry.type == "dreadnought" || entry.type == "mech";
      if (sustains && choose_.percent(25))
        spec_.damaged.push_back({entry.type, choose_.between(1, entry.count)});
    }
    if (choose_.percent(45)) {
      std::vector<std::string> order = {"fighter", "destroyer",   "cruiser",  "carrier",
                                        "war_sun", "dreadnought", "infantry", "mech"};
      choose_.shuffle(order);
      order.resize(static_cast<std::size_t>(choose_.between(1, static_cast<int>(order.size()))));
      spec_.policy["losses"] = std::move(order);
    }
    const int sustain = choose_.between(1, 100);
    if (sustain <= 25)
      spec_.policy["sustain"] = "last";
    else if (sustain <= 37)
      spec_.policy["sustain"] = "never";
    else if (sustain <= 50)
      spec_.policy["sustain"] = "first";  // else the default, which is the same
    if (may_retreat && choose_.percent(22))
      spec_.policy["retreat"] = RetreatTiming{.round = choose_.between(1, 3), .below = {}};
    return std::move(spec_);
  }

 private:
  Choices& choose_;
  SideSpec spec_;
};

constexpr std::array<std::string_view, 6> kShipTypes = {"fighter", "destroyer",   "cruiser",
                                                        "carrier", "dreadnought", "war_sun"};

/// Mostly what one meets on a table, now and then everything a player owns.
int fleet_size(Choices& choose) {
  return choose.percent(6) ? choose.between(12, 18) : choose.between(1, 8);
}

SideSpec random_side(std::string_view battle, Side side, Choices& choose) {
  Builder builder(choose);
  const bool attacks = side == Side::attacker;
  const bool in_space = battle == "space" || battle == "conquest";
  if (in_space) {
    // A defender may have no ships at all; in a space battle it then has guns.
    const bool no_ships = !attacks && choose.percent(12);
    if (!no_ships) {
      if (choose.percent(95)) builder.ships(fleet_size(choose));
      if (choose.percent(60)) builder.fighters(choose.percent(10) ? 12 : 6);
      if (builder.count("fighter") == 0 && choose.percent(3)) builder.add("fighter", 3, 30);
    }
    builder.structures(attacks ? 20 : 45);
    if (attacks && !builder.has_any(kShipTypes)) builder.add("carrier", 1, 4);
    if (battle == "space" && !builder.has_any(kShipTypes) && builder.count("pds") == 0)
      builder.add("pds", choose.between(1, 3), 6);
  } else if (battle == "invasion") {
    if (attacks && choose.percent(85)) {
      builder.ships(choose.between(1, 5));
      if (choose.percent(30)) builder.fighters(4);
    }
    if (!attacks) builder.structures(50);
  }

  if (battle == "ground")
    builder.ground_forces(choose.percent(8) ? 14 : 7);
  else if (battle == "space") {
    if (choose.percent(35)) builder.ground_forces(5);  // cargo, with or without room for it
  } else if (attacks)
    builder.ground_forces(7);
  else if (choose.percent(85))
    builder.ground_forces(6);

  if (builder.empty()) builder.add("infantry", 2, 30);
  return builder.finish(in_space);
}

}  // namespace

Scenario random_standard_scenario(std::uint64_t seed) {
  Choices choose(seed);
  constexpr std::array<std::string_view, 4> kBattles = {"space", "ground", "invasion", "conquest"};
  constexpr std::array<int, 4> kShares = {40, 15, 20, 25};
  Scenario scenario;
  scenario.game = "ti4";
  int ticket = choose.between(1, 100);
  for (std::size_t i = 0; i < kBattles.size() && scenario.battle.empty(); ++i) {
    ticket -= kShares[i];
    if (ticket <= 0) scenario.battle = kBattles[i];
  }
  for (const Side side : kSides) scenario.side(side) = random_side(scenario.battle, side, choose);
  return scenario;
}

Scenario random_planets_scenario(std::uint64_t seed) {
  Choices choose(seed);
  Scenario scenario;
  scenario.game = "ti4";
  scenario.battle = choose.percent(50) ? "invasion" : "conquest";
  const bool conquest = scenario.battle == "conquest";
  const auto planets = static_cast<std::size_t>(choose.between(2, 3));
  Builder comes(choose);
  comes.ships(choose.between(1, 3));
  if (conquest) comes.add("carrier", 1, 4);
  if (conquest && choose.percent(40)) comes.fighters(2);
  comes.ground_forces(planets == 2 ? 5 : 4);
  Builder waits(choose);
  if (conquest && choose.percent(75)) {
    waits.ships(choose.between(1, 2));
    if (choose.percent(40)) waits.fighters(2);
  }
  scenario.side(Side::attacker) = comes.finish(conquest);
  scenario.side(Side::defender) = waits.finish(conquest);
  SideSpec& defender = scenario.side(Side::defender);
  for (const char* type : {"infantry", "pds"})
    if (choose.percent(25)) defender.upgrades.emplace_back(type);

  // Every unit is named for one planet, or (troops and ships now and then) for none.
  using Named = std::vector<UnitCount>;
  std::vector<Named> commit(planets), bombard(planets);
  const auto name_for = [&](std::vector<Named>& lists, const std::string& type) {
    if (choose.percent(10)) return;
    Named& list = lists[static_cast<std::size_t>(choose.between(0, static_cast<int>(planets) - 1))];
    for (UnitCount& unit : list)
      if (unit.type == type) {
        ++unit.count;
        return;
      }
    list.push_back({type, 1});
  };
  for (const UnitCount& unit : scenario.side(Side::attacker).units)
    for (int n = 0; n < unit.count; ++n) {
      if (unit.type == "infantry" || unit.type == "mech") name_for(commit, unit.type);
      if (unit.type == "dreadnought" || unit.type == "war_sun") name_for(bombard, unit.type);
    }
  Rows rows;
  for (std::size_t p = 0; p < planets; ++p) {
    Builder there(choose);
    if (choose.percent(85)) there.ground_forces(3);
    if (choose.percent(30)) there.add("pds", choose.between(1, 2), 6);
    if (p == 0 && there.empty()) there.add("infantry", 1, 30);
    const SideSpec garrison = there.finish(false);
    Values row{{"name", std::string(1, static_cast<char>('A' + p))},
               {"commit", commit[p]},
               {"bombard", bombard[p]}};
    Values stands;
    if (!garrison.units.empty()) stands["units"] = garrison.units;
    if (!garrison.damaged.empty()) stands["damaged"] = garrison.damaged;
    if (!stands.empty()) row["defender"] = Rows{stands};
    rows.push_back(std::move(row));
  }
  scenario.fields["planets"] = std::move(rows);
  return scenario;
}

std::string describe(const Scenario& scenario) {
  std::string text = scenario.battle;
  for (const Side side : kSides) {
    const SideSpec& spec = scenario.side(side);
    text += side == Side::attacker ? ": " : " v ";
    std::string separator;
    for (const UnitCount& entry : spec.units) {
      text += separator + std::to_string(entry.count) + " " + entry.type;
      if (std::ranges::find(spec.upgrades, entry.type) != spec.upgrades.end()) text += " ii";
      separator = ", ";
    }
    for (const UnitCount& entry : spec.damaged)
      text += "; " + std::to_string(entry.count) + " " + entry.type + " damaged";
    if (spec.policy.has("losses")) {
      text += "; losses";
      for (const auto& type : spec.policy.names("losses")) text += " " + type;
    }
    if (spec.policy.has("sustain")) text += "; sustain " + spec.policy.text("sustain");
    if (const auto* retreat = spec.policy.get<RetreatTiming>("retreat"))
      text += "; retreat " + std::to_string(retreat->round.value_or(0));
  }
  const auto listed = [&](const Values& values, const char* field) {
    if (const auto* units = values.get<std::vector<UnitCount>>(field)) {
      text += std::string("; ") + field;
      for (const UnitCount& unit : *units)
        text += " " + std::to_string(unit.count) + " " + unit.type;
    }
  };
  if (const Rows* rows = scenario.fields.get<Rows>("planets"))
    for (const Values& row : *rows) {
      text += " | " + row.text("name");
      if (const Rows* there = row.get<Rows>("defender"))
        for (const char* field : {"units", "damaged"}) listed(there->front(), field);
      for (const char* field : {"commit", "bombard"}) listed(row, field);
    }
  return text;
}

}  // namespace broadside::naive
