#include "core/systems/arcane_legions/game.hpp"

#include <algorithm>

#include "core/systems/arcane_legions/replay.hpp"
#include "core/systems/arcane_legions/setup.hpp"
#include "core/systems/arcane_legions/words.hpp"
#include "core/tables/compile.hpp"

namespace broadside::arcane_legions {
namespace {

/// Words for the final forces of a side.
void label(const Unit& unit, const std::vector<Force>& finals, Side side, Battle& battle) {
  const auto s = static_cast<std::size_t>(index(side));
  battle.labels[s] = unit.labels;
  for (const Force& force : finals) {
    Remains remains{std::vector<std::uint8_t>(unit.labels.size()),
                    std::vector<std::uint8_t>(unit.labels.size())};
    for (std::size_t i = 0; i < unit.slots.size() && unit.has_figures; ++i)
      if (force.stands(i)) {
        ++remains.count[unit.slots[i].label];
        remains.damaged[unit.slots[i].label] += force.hurt(i) > 0;
      }
    battle.remains[s].push_back(std::move(remains));
  }
}

/// A pair of numbers of a single order (hits, damage, losses), read from the attacker's final
/// force.
Breakdown pairs(std::string name, std::string title, std::array<int, 2> Record::*what,
                const std::vector<Force>& finals) {
  Breakdown cut{std::move(name), std::move(title), {}, Side::attacker, {}};
  std::vector<std::array<int, 2>> seen;
  for (const Force& force : finals) seen.push_back(Record::of(force.record).*what);
  std::vector<std::array<int, 2>> rows = seen;
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  for (const auto& row : rows) cut.rows.push_back({{"attacker", row[0]}, {"defender", row[1]}});
  for (const auto& pair : seen)
    cut.row_of.push_back(static_cast<std::uint32_t>(
        std::lower_bound(rows.begin(), rows.end(), pair) - rows.begin()));
  return cut;
}

class ArcaneLegions final : public Game {
 public:
  std::string_view id() const override { return "arcane_legions"; }
  std::string_view title() const override { return "Arcane Legions"; }
  std::span<const std::string_view> battles() const override { return kBattles; }
  Result<SideSpec> parse_side(std::string_view text) const override {
    return arcane_legions::parse_side(text);
  }
  std::string write_side(const SideSpec& side) const override {
    return arcane_legions::write_side(side);
  }
  std::span<const Field> fields() const override { return arcane_legions::fields(); }
  std::vector<Listing> list_units() const override { return arcane_legions::list_units(); }
  std::vector<Listing> list_effects() const override { return arcane_legions::list_effects(); }
  std::vector<Listing> list_factions() const override { return arcane_legions::list_factions(); }

 private:
  Result<Battle> make(const Scenario& scenario) const override {
    auto setup = set_up(scenario);
    if (!setup) return setup.error();
    const Rules& rules = setup.value().rules;
    auto compiled = compile(rules);
    if (!compiled) return compiled.error();
    Battle battle;
    battle.duel = std::move(compiled.value().duel);
    battle.assumptions = std::move(setup.value().assumptions);
    for (const Side side : kSides)
      label(rules.unit(side), compiled.value().finals[static_cast<std::size_t>(index(side))], side,
            battle);
    if (rules.single_order()) {
      const std::vector<Force>& finals = compiled.value().finals[0];
      battle.breakdowns.push_back(pairs("hits", "Hits scored", &Record::hits, finals));
      battle.breakdowns.push_back(pairs("damage", "Damage dealt", &Record::damage, finals));
      battle.breakdowns.push_back(pairs("lost", "Figures lost", &Record::lost, finals));
    }
    return battle;
  }

  Result<std::vector<std::string>> tell(const Scenario& scenario,
                                        std::uint64_t seed) const override {
    auto setup = set_up(scenario);
    if (!setup) return setup.error();
    return tell_battle(setup.value(), seed);
  }
};

}  // namespace

const Game& game() {
  static const ArcaneLegions kGame;
  return kGame;
}

}  // namespace broadside::arcane_legions
