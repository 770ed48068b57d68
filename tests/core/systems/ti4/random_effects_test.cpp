// Two thousand battles that nobody chose: random factions, fleets, policies and up to five legal
// effects a side. Each must compile and be answered; what its tables call a stalemate must be one.
// The dearest of them are named by what they cost to count, not by the clock, so that every run
// prints the same.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "core/systems/ti4/effects/effect.hpp"
#include "core/systems/ti4/effects_table.hpp"
#include "core/systems/ti4/factions.hpp"
#include "core/systems/ti4/setup.hpp"
#include "core/systems/ti4/units.hpp"
#include "sim/engine.hpp"
#include "sim/exact.hpp"
#include "tests/sanitised.hpp"

namespace {

using namespace broadside;
using ti4::UnitType;

constexpr std::uint64_t kScenarios = test::unless_sanitised(2000, 200);  // the same first ones
constexpr double kSolveBelow = 3e6;  // multiply-adds; what costs more is sampled here
constexpr std::uint64_t kSampledBattles = 4096;
/// Entries of all tables of a battle. What they come to in time: 1.5e7 about a second, 1.3e8 ten.
constexpr double kMostTable = 2e7;

/// Draws that are the same with every standard library.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
  int between(int low, int high) { return low + below(high - low + 1); }
  bool one_in(int n) { return below(n) == 0; }
  template <class List>
  const auto& of(const List& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
  }

 private:
  std::mt19937_64 engine_;
};

constexpr std::array<UnitType, 7> kShips{
    UnitType::flagship, UnitType::war_sun,   UnitType::dreadnought, UnitType::cruiser,
    UnitType::carrier,  UnitType::destroyer, UnitType::fighter};

int count_of(const SideSpec& side, UnitType type) {
  for (const UnitCount& unit : side.units)
    if (unit.type == name(type)) return unit.count;
  return 0;
}
bool is_upgraded(const SideSpec& side, UnitType type) {
  return std::find(side.upgrades.begin(), side.upgrades.end(), name(type)) != side.upgrades.end();
}
const ti4::Unit* unit_of(const SideSpec& side, UnitType type) {
  return ti4::unit_for(side.faction, type, is_upgraded(side, type) ? 2 : 1);
}
bool has_non_fighter_ship(const SideSpec& side) {
  return std::any_of(kShips.begin(), kShips.end(), [&](UnitType type) {
    return type != UnitType::fighter && count_of(side, type) > 0;
  });
}
bool has_fighting_unit(const SideSpec& side) {
  for (const UnitCount& unit : side.units)
    if (const auto* printed = unit_of(side, *ti4::unit_type(unit.type)); printed && printed->combat)
      return true;
  return false;
}

/// A fleet of a few types, with what the kind of battle asks for.
SideSpec random_side(Draw& draw, Side side, const std::string& battle, std::string faction) {
  SideSpec spec;
  spec.faction = std::move(faction);
  const auto add = [&](UnitType type, int count) {
    if (count > 0 && count_of(spec, type) == 0 && ti4::unit_for(spec.faction, type, 1))
      spec.units.push_back({std::string{name(type)}, count});
  };
  const bool space = battle == "space" || battle == "conquest";
  const bool ships_useful = space || (battle == "invasion" && side == Side::attacker);
  if (ships_useful)
    for (int types = draw.between(1, 4); types > 0; --types) {
      const UnitType type = draw.of(kShips);
      add(type, type == UnitType::flagship  ? 1
                : type == UnitType::war_sun ? draw.between(1, 2)
                : type == UnitType::fighter ? draw.between(1, 8)
                                            : draw.between(1, 5));
    }
  if (battle != "space" || draw.one_in(4)) {
    if (!draw.one_in(6)) add(UnitType::infantry, draw.between(1, 6));
    if (draw.one_in(2)) add(UnitType::mech, draw.between(1, 4));
  }
  if (side == Side::defender && battle != "ground" && draw.one_in(2))
    add(UnitType::pds, draw.between(1, 2));
  if (side == Side::defender && draw.one_in(6)) add(UnitType::space_dock, 1);
  // What the battle cannot do without.
  if (space &&
      std::none_of(kShips.begin(), kShips.end(),
                   [&](UnitType t) { return count_of(spec, t) > 0; }) &&
      (side == Side::attacker || count_of(spec, UnitType::pds) == 0 || battle == "space"))
    add(UnitType::cruiser, draw.between(1, 3));
  if (battle != "space" && count_of(spec, UnitType::infantry) + count_of(spec, UnitType::mech) == 0)
    add(UnitType::infantry, draw.between(1, 3));
  for (const UnitCount& unit : spec.units) {
    const UnitType type = *ti4::unit_type(unit.type);
    if (spec.faction != "neutral" && draw.one_in(3) && ti4::unit_for(spec.faction, type, 2))
      spec.upgrades.push_back(unit.type);
  }
  for (const UnitCount& unit : spec.units) {
    const ti4::Unit* printed = unit_of(spec, *ti4::unit_type(unit.type));
    if (printed->sustain_damage && draw.one_in(4))
      spec.damaged.push_back({unit.type, draw.between(1, unit.count)});
  }
  return spec;
}

void random_policy(Draw& draw, SideSpec& spec, const std::string& battle) {
  if (draw.one_in(4))
    spec.policy["sustain"] = draw.one_in(2) ? "last" : draw.one_in(2) ? "never" : "first";
  if (draw.one_in(4) && spec.units.size() > 1)
    spec.policy["losses"] = Names{draw.of(spec.units).type};
  if (draw.one_in(8)) spec.policy["keep"] = Names{draw.of(spec.units).type};
  if (draw.one_in(8)) spec.policy["protect_capacity"] = true;
  if (spec.faction != "neutral" && (battle == "space" || battle == "conquest") && draw.one_in(6))
    spec.policy["retreat"] = RetreatTiming{draw.between(1, 3), {}};
}

bool is_for_the_system(const ti4::EffectFact& fact) {
  return fact.kind == "anomaly" || fact.kind == "law" || fact.kind == "agenda" ||
         fact.kind == "event" || fact.kind == "rule" || fact.kind == "exploration_attachment";
}

/// May this side list it? What is printed on faction sheets stays with the faction; commanders may
/// be lent by alliances, agents and promissory notes come from others.
bool may_list(const ti4::EffectFact& fact, const Scenario& scenario, Side side) {
  const SideSpec &mine = scenario.side(side), &enemy = scenario.side(other(side));
  if (is_for_the_system(fact) || mine.faction == "neutral") return false;
  if (fact.side != "either" && fact.side != name(side)) return false;
  const bool own = fact.faction == mine.faction;
  if (!fact.faction.empty() && !own) {
    if (fact.kind == "promissory_note") {
      if (fact.id == "pn_greyfire_mutagen") return enemy.faction == "yin";
      if (fact.id == "pn_raghs_call") return enemy.faction == "saar";
    } else if (fact.kind != "commander" && fact.kind != "agent") {
      return false;
    }
  }
  if (own && fact.kind == "promissory_note") return false;
  if (fact.id == "pn_the_cavalry") return enemy.faction != "nomad" && has_non_fighter_ship(mine);
  if (fact.id == "agent_dame_briar" || fact.id == "ability_galvanize")
    return has_fighting_unit(mine);
  if (fact.id == "hero_kuuasi_aun_jalatai") return count_of(mine, UnitType::flagship) == 0;
  if (fact.id == "ac_reveal_prototype")
    return std::any_of(mine.units.begin(), mine.units.end(), [&](const UnitCount& u) {
      const UnitType type = *ti4::unit_type(u.type);
      return !is_upgraded(mine, type) && ti4::unit_for(mine.faction, type, 2);
    });
  return true;
}

EffectChoice random_choice(Draw& draw, const ti4::EffectFact& fact, const SideSpec& mine) {
  EffectChoice choice{std::string{fact.id}, {}, {}, {}};
  if (fact.id == "ac_reveal_prototype") {
    for (const UnitCount& unit : mine.units)
      if (const UnitType type = *ti4::unit_type(unit.type);
          !is_upgraded(mine, type) && ti4::unit_for(mine.faction, type, 2))
        choice.target = unit.type;
    return choice;
  }
  if (fact.id == "ability_galvanize") {
    for (const UnitCount& unit : mine.units)
      if (unit_of(mine, *ti4::unit_type(unit.type))->combat) choice.target = unit.type;
    choice.uses = 1;
    return choice;
  }
  if (fact.timing == "start_of_round" && draw.one_in(2)) choice.round = draw.between(1, 3);
  if ((fact.kind == "action_card" || fact.kind == "agent") && fact.affects == "odds" &&
      draw.one_in(3))
    choice.uses = draw.between(1, 3);
  return choice;
}

Scenario random_scenario(std::uint64_t seed) {
  Draw draw(seed);
  static const std::vector<std::string> kBattles{"space", "ground", "invasion", "conquest"};
  Scenario scenario;
  scenario.battle = kBattles[static_cast<std::size_t>(seed % 4)];
  const auto factions = ti4::all_factions();
  for (Side side : kSides) {
    std::string faction;
    do {
      faction = draw.one_in(12) ? std::string{} : std::string{draw.of(factions).id};
    } while (faction == "neutral" && side == Side::attacker);
    scenario.side(side) = random_side(draw, side, scenario.battle, faction);
  }
  for (Side side : kSides) random_policy(draw, scenario.side(side), scenario.battle);
  const auto facts = ti4::all_effects();
  std::set<std::string_view> in_system;
  for (Side side : kSides) {
    SideSpec& mine = scenario.side(side);
    std::set<std::string_view> listed;
    const int wanted = draw.between(0, 5);
    for (int tries = 0; tries < 60 && static_cast<int>(listed.size()) < wanted; ++tries) {
      const ti4::EffectFact& fact = draw.of(facts);
      if (may_list(fact, scenario, side) && listed.insert(fact.id).second)
        mine.effects.push_back(random_choice(draw, fact, mine));
    }
    // Units whose text needs an input.
    for (const UnitCount& unit : mine.units)
      if (const ti4::Unit* printed = unit_of(mine, *ti4::unit_type(unit.type));
          ti4::find_effect_rule(printed->id) && draw.one_in(2))
        mine.effects.push_back({std::string{printed->id}, {}, draw.between(0, 3), {}});
  }
  for (int tries = draw.between(0, 2); tries > 0; --tries) {
    const ti4::EffectFact& fact = draw.of(facts);
    const bool neutral = scenario.side(Side::defender).faction == "neutral";
    if (is_for_the_system(fact) && (fact.id != "rule_neutral_units" || neutral) &&
        in_system.insert(fact.id).second)
      scenario.system_effects.push_back({std::string{fact.id}, {}, {}, {}});
  }
  // What an effect has no use for is refused: it is left out then.
  for (int tries = 0; tries < 20; ++tries) {
    const auto setup = ti4::set_up(scenario);
    if (setup || setup.error().problem.find("has no use for") == std::string::npos) break;
    for (SideSpec& side : scenario.sides)
      for (EffectChoice& choice : side.effects)
        if (setup.error().problem.starts_with("'" + choice.id + "'"))
          choice = {choice.id, {}, {}, {}};
  }
  return scenario;
}

/// The scenario as `broadside odds --scenario` reads it.
std::string json(const Scenario& scenario) {
  const auto quoted = [](std::string_view text) { return "\"" + std::string{text} + "\""; };
  const auto list = [&](const auto& items, const auto& item) {
    std::string text;
    for (const auto& one : items) text += (text.empty() ? "" : ", ") + item(one);
    return text;
  };
  const auto word = [&](const std::string& one) { return quoted(one); };
  const auto unit = [&](const UnitCount& one) {
    return quoted(one.type) + ": " + std::to_string(one.count);
  };
  const auto effect = [&](const EffectChoice& one) {
    return "{\"id\": " + quoted(one.id) +
           (one.round ? ", \"round\": " + std::to_string(*one.round) : "") +
           (one.uses ? ", \"uses\": " + std::to_string(*one.uses) : "") +
           (one.target ? ", \"target\": " + quoted(*one.target) : "") + "}";
  };
  std::string text = "{\"version\": 1, \"game\": \"ti4\", \"battle\": " + quoted(scenario.battle);
  for (Side side : kSides) {
    const SideSpec& mine = scenario.side(side);
    const Values& policy = mine.policy;
    text += ", " + quoted(name(side)) + ": {" +
            (mine.faction.empty() ? "" : "\"faction\": " + quoted(mine.faction) + ", ") +
            "\"units\": {" + list(mine.units, unit) + "}";
    if (!mine.upgrades.empty()) text += ", \"upgrades\": [" + list(mine.upgrades, word) + "]";
    if (!mine.damaged.empty()) text += ", \"damaged\": {" + list(mine.damaged, unit) + "}";
    if (!mine.effects.empty()) text += ", \"effects\": [" + list(mine.effects, effect) + "]";
    std::string choices;
    const auto add = [&](const std::string& choice) {
      choices += (choices.empty() ? "" : ", ") + choice;
    };
    if (policy.has("sustain")) add("\"sustain\": " + quoted(policy.text("sustain")));
    for (const std::string order : {"losses", "keep"})
      if (policy.has(order)) add(quoted(order) + ": [" + list(policy.names(order), word) + "]");
    if (policy.has("protect_capacity")) add("\"protect_capacity\": true");
    if (const auto* retreat = policy.get<RetreatTiming>("retreat"))
      add("\"retreat\": {\"round\": " + std::to_string(retreat->round.value_or(0)) + "}");
    if (!choices.empty()) text += ", \"policy\": {" + choices + "}";
    text += "}";
  }
  if (!scenario.system_effects.empty())
    text += ", \"system\": {\"effects\": [" + list(scenario.system_effects, effect) + "]}";
  return text + "}";
}

/// Follows the tables from every pair of states that they call stalled: nothing that can happen
/// there may end the battle otherwise.
class StallCheck {
 public:
  explicit StallCheck(const Duel& duel) : duel_(duel) {}

  /// A pair that is called stalled and is not, or nothing.
  std::optional<std::string> first_wrong() {
    for (std::size_t s = 0; s < duel_.steps.size(); ++s) {
      const Step& step = duel_.steps[s];
      for (std::size_t pair = 0; pair < step.early.size(); ++pair) {
        if (step.early[pair] == kNoEdge) continue;
        const Edge& edge = step.edges[step.early[pair]];
        if (edge.step != kNoStep || duel_.endings[edge.ending].outcome != Outcome::stalemate)
          continue;
        if (!is_stalled({s, pair / step.side[1].in_states, pair % step.side[1].in_states}))
          return step.name + ", attacker's state " + std::to_string(pair / step.side[1].in_states) +
                 ", defender's " + std::to_string(pair % step.side[1].in_states);
      }
    }
    return std::nullopt;
  }

 private:
  struct Place {
    std::size_t step, attacker, defender;
    friend auto operator<=>(const Place&, const Place&) = default;
  };

  static std::uint32_t row_of_state(const StepSide& side, std::size_t state) {
    return side.row.empty() ? 0 : side.row[state];
  }

  bool is_stalled(Place start) {
    std::set<Place> seen{start};
    std::vector<Place> todo{start};
    while (!todo.empty()) {
      const Place here = todo.back();
      todo.pop_back();
      const Step& step = duel_.steps[here.step];
      const StepSide &a = step.side[0], &d = step.side[1];
      const std::uint32_t row_a =
          row_of_state(a, here.attacker) + (d.feature.empty() ? 0 : d.feature[here.defender]);
      const std::uint32_t row_d =
          row_of_state(d, here.defender) + (a.feature.empty() ? 0 : a.feature[here.attacker]);
      for (std::uint32_t i = 0; i < 1u << a.column_bits; ++i)
        for (std::uint32_t j = 0; j < 1u << d.column_bits; ++j) {
          const std::size_t at_a = (std::size_t{row_a} << a.column_bits) + i,
                            at_d = (std::size_t{row_d} << d.column_bits) + j;
          if (a.chance[at_a] <= 0 || d.chance[at_d] <= 0) continue;
          std::uint32_t volley_a = i, volley_d = j;
          std::size_t state_a = here.attacker, state_d = here.defender;
          if (!a.thrown.empty())
            std::tie(volley_a, state_a) = std::pair{a.thrown[at_a] & 0xffff, a.thrown[at_a] >> 16};
          if (!d.thrown.empty())
            std::tie(volley_d, state_d) = std::pair{d.thrown[at_d] & 0xffff, d.thrown[at_d] >> 16};
          if (!step.response.empty()) {
            const std::size_t both = std::size_t{volley_a} * a.volleys + volley_d;
            volley_a = step.response.volley[0][both];
            volley_d = step.response.volley[1][both];
          }
          const std::size_t next_a = state_of(a.next[state_a * a.volleys + volley_d]);
          const std::size_t next_d = state_of(d.next[state_d * d.volleys + volley_a]);
          Place next{here.step, next_a, next_d};
          if (!(step.repeats && a.stance[next_a] != 0 && d.stance[next_d] != 0)) {
            const std::uint8_t e = step.flow[a.stance[next_a]][d.stance[next_d]];
            if (e == kNoEdge || step.edges[e].step == kNoStep) return false;
            next = {step.edges[e].step, state_of(step.edges[e].map[0][next_a]),
                    state_of(step.edges[e].map[1][next_d])};
          }
          if (seen.insert(next).second) todo.push_back(next);
        }
    }
    return true;
  }

  const Duel& duel_;
};

/// What a battle costs, in numbers that do not depend on the machine.
struct Cost {
  double states = 0, table = 0, exact = 0;
};
Cost cost_of(const Duel& duel) {
  Cost cost;
  for (const Step& step : duel.steps)
    for (const StepSide& side : step.side) {
      cost.states += side.in_states + side.out_states;
      cost.table += static_cast<double>(side.next.size() + side.chance.size());
    }
  cost.exact = exact_cost(duel);
  return cost;
}

TEST_CASE("two thousand random battles with effects are answered and add up to one") {
  const Game& game = *find_game("ti4").value();
  Cost most;
  std::string most_table, most_exact;
  std::array<int, 6> effects{};
  int solved = 0, sampled = 0, stalemates = 0;
  std::set<std::string> used;
  for (std::uint64_t seed = 0; seed < kScenarios; ++seed) {
    const Scenario scenario = random_scenario(seed);
    const std::string text = json(scenario);
    CAPTURE(seed);
    CAPTURE(text);
    const auto battle = game.prepare(scenario);
    if (!battle) {
      FAIL_CHECK(battle.error().message());
      continue;
    }
    for (const SideSpec& side : scenario.sides) {
      ++effects[std::min<std::size_t>(5, side.effects.size())];
      for (const EffectChoice& effect : side.effects) used.insert(effect.id);
    }
    for (const EffectChoice& effect : scenario.system_effects) used.insert(effect.id);
    const Duel& duel = battle.value().duel;
    const Cost cost = cost_of(duel);
    CHECK(cost.table <= kMostTable);
    if (cost.table > most.table)
      std::tie(most.states, most.table, most_table) = std::tuple{cost.states, cost.table, text};
    if (cost.exact > most.exact) std::tie(most.exact, most_exact) = std::tuple{cost.exact, text};

    Options options;
    options.method = Method::automatic;
    options.exact_budget = kSolveBelow;
    options.battles = kSampledBattles;
    options.threads = 1;
    const auto report = odds(battle.value(), scenario, options);
    if (!report) {
      FAIL_CHECK(report.error().message());
      continue;
    }
    double sum = 0;
    for (const Chance& chance : report.value().odds) {
      CHECK(chance.p >= 0);
      CHECK(chance.p <= 1 + 1e-12);
      sum += chance.p;
    }
    CHECK(std::abs(sum - 1) < 1e-9);
    for (const SideReport& side : report.value().sides) {
      double left = 0;
      for (const SurvivorRow& row : side.survivors) left += row.p;
      CHECK(std::abs(left - 1) < 1e-9);
    }
    (report.value().method == Method::exact ? solved : sampled) += 1;
    stalemates += report.value().chance(Outcome::stalemate).p > 0;
    const auto wrong = StallCheck{duel}.first_wrong();
    CHECK_MESSAGE(!wrong, "called a stalemate and is none: " << wrong.value_or(""));
  }
  MESSAGE(kScenarios << " scenarios: " << solved << " solved, " << sampled << " sampled, "
                     << stalemates << " can stall; " << used.size()
                     << " different effects and unit texts");
  MESSAGE("slowest to prepare: " << most.table << " table entries for " << most.states
                                 << " states: " << most_table);
  MESSAGE("dearest to solve: " << most.exact << " multiply-adds: " << most_exact);
  std::size_t listed = 0;
  for (const ti4::EffectFact& fact : ti4::all_effects())
    listed += used.contains(std::string{fact.id});
  if (kScenarios >= 2000) CHECK(listed > ti4::all_effects().size() * 9 / 10);
}

/// The same tables, number by number.
bool same_tables(const Duel& a, const Duel& b) {
  if (a.steps.size() != b.steps.size()) return false;
  for (std::size_t s = 0; s < a.steps.size(); ++s)
    for (std::size_t side = 0; side < 2; ++side) {
      const StepSide &x = a.steps[s].side[side], &y = b.steps[s].side[side];
      if (x.in_states != y.in_states || x.chance != y.chance || x.next != y.next ||
          x.thrown != y.thrown || x.row != y.row || x.feature != y.feature || x.stance != y.stance)
        return false;
    }
  return true;
}

TEST_CASE("the order in which effects are listed changes nothing") {
  const Game& game = *find_game("ti4").value();
  int reordered = 0;
  for (std::uint64_t seed = 0; seed < kScenarios; ++seed) {
    const Scenario scenario = random_scenario(seed);
    Scenario reversed = scenario;
    for (SideSpec& side : reversed.sides) std::reverse(side.effects.begin(), side.effects.end());
    std::reverse(reversed.system_effects.begin(), reversed.system_effects.end());
    if (reversed == scenario) continue;
    CAPTURE(seed);
    const std::string text = json(scenario);
    CAPTURE(text);
    const auto listed = game.prepare(scenario), backwards = game.prepare(reversed);
    CHECK(bool{listed} == bool{backwards});
    if (!listed || !backwards) continue;
    CHECK(same_tables(listed.value().duel, backwards.value().duel));
    CHECK(listed.value().assumptions == backwards.value().assumptions);
    ++reordered;
  }
  MESSAGE(reordered << " scenarios with their effects listed backwards");
}

// Skipped while the program crashes on them: a unit's id without a text of its own, or whose unit
// is not there.
TEST_CASE("units that are named but are not there are refused or change nothing") {
  const Game& game = *find_game("ti4").value();
  for (const char* fleet : {"naaz_rokha: 2 mech, +naaz_rokha_mech_space",
                            "naaz_rokha: 2 mech, +naaz_rokha_mech_maximum"}) {
    CAPTURE(fleet);
    Scenario scenario;
    scenario.battle = "ground";
    scenario.side(Side::attacker) = game.parse_side(fleet).value();
    scenario.side(Side::defender) = game.parse_side("2 infantry").value();
    const auto battle = game.prepare(scenario);
    if (!battle) CHECK_FALSE(battle.error().problem.empty());
  }
}

}  // namespace
