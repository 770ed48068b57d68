#include "core/systems/arcane_legions/game.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "core/systems/arcane_legions/free_play.hpp"
#include "core/systems/arcane_legions/market.hpp"
#include "core/systems/arcane_legions/replay.hpp"
#include "core/systems/arcane_legions/setup.hpp"
#include "core/systems/arcane_legions/words.hpp"
#include "core/tabulate.hpp"

namespace broadside::arcane_legions {
namespace {

/// A pair of numbers of a single order (hits, damage, losses), read from the attacker's final
/// force.
Breakdown pairs(std::string name, std::string title, BySide<int> Record::*what,
                const std::vector<Force>& finals) {
  Breakdown cut{std::move(name), std::move(title), {}, Side::attacker, {}, true};
  std::vector<BySide<int>> seen;
  for (const Force& force : finals) seen.push_back(Record::of(force.record).*what);
  std::vector<BySide<int>> rows = seen;
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  for (const auto& row : rows)
    cut.rows.push_back({{"attacker", row[Side::attacker]}, {"defender", row[Side::defender]}});
  for (const auto& pair : seen)
    cut.row_of.push_back(static_cast<std::uint32_t>(
        std::lower_bound(rows.begin(), rows.end(), pair) - rows.begin()));
  return cut;
}

/// Words for the final forces.
struct Words {
  const Rules& rules;

  const std::vector<UnitLabel>& labels(Side side) const { return rules.unit(side).labels; }
  Remains remains(Side side, const Force& force) const {
    const Unit& unit = rules.unit(side);
    Remains left{std::vector<std::uint8_t>(unit.labels.size()),
                 std::vector<std::uint8_t>(unit.labels.size())};
    for (std::size_t i = 0; i < unit.slots.size() && unit.has_figures; ++i)
      if (force.stands(i)) {
        ++left.count[unit.slots[i].label];
        left.damaged[unit.slots[i].label] += force.hurt(i) > 0;
      }
    return left;
  }
  std::vector<Breakdown> breakdowns(const Duel&,
                                    std::span<const std::vector<Force>, 2> finals) const {
    if (!rules.single_order()) return {};
    std::vector<Breakdown> cuts{pairs("hits", "Hits scored", &Record::hits, finals[0]),
                                pairs("damage", "Damage dealt", &Record::damage, finals[0])};
    // Who chooses his casualties does so when the record has been written.
    if (!rules.plays_free())
      cuts.push_back(pairs("lost", "Figures lost", &Record::lost, finals[0]));
    return cuts;
  }
};

class ArcaneLegions final : public Game {
 public:
  std::string_view id() const override { return "arcane_legions"; }
  std::string_view title() const override { return "Arcane Legions"; }
  std::span<const std::string_view> battles() const override { return kBattles; }
  GameWords words() const override {
    return {.resources = "points", .round = "turn", .nouns = figure_nouns()};
  }
  std::string_view battle_text(std::string_view battle) const override {
    return battle == "close"    ? "one close combat order of the attacker"
           : battle == "ranged" ? "one ranged combat order of the attacker"
           : battle == "turn"   ? "one turn of the attacker: an order, and what it adds"
           : battle == "volley" ? "turns of shooting by the attacker, then a duel"
                                : "turn by turn until one unit or both are defeated";
  }
  std::span<const FleetExample> fleet_examples() const override {
    static constexpr FleetExample kExamples[]{
        {"5 heavy_legionary, titus_petronius", "figures of one unit"},
        {"D-MIX-ACHILLES", "a unit of the lists by its name"},
        {"dice 20", "dice alone, without figures"}};
    return kExamples;
  }
  Result<SideSpec> parse_side(std::string_view text) const override {
    return arcane_legions::parse_side(text);
  }
  std::string write_side(const SideSpec& side) const override {
    return arcane_legions::write_side(side);
  }
  std::span<const Field> fields() const override { return arcane_legions::fields(); }
  std::vector<OpenChoice> open_choices(const Scenario& scenario) const override {
    return arcane_legions::open_choices(scenario);
  }
  Result<Market> market(const Scenario& scenario, Side side) const override {
    return arcane_legions::market(scenario, side);
  }
  std::vector<Listing> list_units() const override { return arcane_legions::list_units(); }
  std::vector<Listing> list_effects() const override { return arcane_legions::list_effects(); }
  std::vector<Listing> list_factions() const override { return arcane_legions::list_factions(); }

 private:
  /// Dice without figures can give one order and nothing else (RULES 8.5).
  MeantBattle meant(const Scenario& scenario) const override {
    const bool dice = std::any_of(kSides.begin(), kSides.end(), [&](Side side) {
      return dice_of(scenario.side(side)).has_value();
    });
    if (dice) return {"close", "dice without figures"};
    return {std::string(battles().front()), ""};
  }

  Result<Battle> make(const Scenario& scenario, const TableLimits& limits) const override {
    return set_up(scenario).and_then([&](Setup&& setup) {
      auto battle = setup.rules.plays_free() ? best_battle(setup, limits)
                                             : tabulate(setup.rules, Words{setup.rules},
                                                        std::move(setup.assumptions), limits);
      if (battle && setup.rules.single_order()) battle.value().opening = told_dice(setup.rules);
      if (battle)
        for (std::string& line : setup.brief) battle.value().brief.push_back(std::move(line));
      return battle;
    });
  }

  /// RULES 8.17: choices are left open, for sim/best_play.
  static Result<Battle> best_battle(Setup& setup, const TableLimits& limits) {
    const Rules& rules = setup.rules;
    std::vector<std::vector<std::string>> words;
    auto compiled = compile_free_play(rules, Side::attacker, limits, &words);
    if (!compiled) return compiled.error();
    Battle battle =
        in_words(std::move(compiled).value(), Words{rules}, std::move(setup.assumptions));
    battle.choice_words = std::move(words);
    for (const Side side : kSides) battle.goals[side] = rules.unit(side).goal;
    const bool both = battle.goals[0] && battle.goals[1];
    if (both) battle.goals[Side::defender] = battle.goals[Side::attacker];
    for (const Side side : kSides)
      if (battle.goals[side])
        battle.brief.push_back(fmt::format("the {} plays {} '{}'", name(side),
                                           both && side == Side::defender ? "against" : "for",
                                           written(*battle.goals[side])));
    // Both assign, and neither sees what the other does (RULES 3.10): the other order is solved too.
    if (both) {
      if (auto other = compile_free_play(rules, Side::defender, limits))
        battle.other_order =
            std::make_shared<Battle>(in_words(std::move(other).value(), Words{rules}, {}));
    }
    return battle;
  }

  Result<std::vector<std::string>> tell(const Scenario& scenario,
                                        std::uint64_t seed) const override {
    return set_up(scenario).transform(
        [seed](const Setup& setup) { return tell_battle(setup, seed); });
  }
};

}  // namespace

const Game& game() {
  static const ArcaneLegions kGame;
  return kGame;
}

}  // namespace broadside::arcane_legions
