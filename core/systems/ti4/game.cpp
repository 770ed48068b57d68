#include "core/systems/ti4/game.hpp"

#include "core/compile.hpp"
#include "core/systems/ti4/replay.hpp"
#include "core/systems/ti4/setup.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4 {
namespace {

class Ti4 final : public Game {
 public:
  std::string_view id() const override { return "ti4"; }
  std::string_view title() const override { return "Twilight Imperium, fourth edition"; }
  std::span<const std::string_view> battles() const override {
    static constexpr std::array<std::string_view, 4> kNames{"space", "ground", "invasion", "conquest"};
    return kNames;
  }
  Result<SideSpec> parse_side(std::string_view text) const override { return ti4::parse_side(text); }

  Result<Battle> prepare(const Scenario& scenario) const override {
    auto setup = set_up(scenario);
    if (!setup) return setup.error();
    const Rules& rules = setup.value().rules;
    auto compiled = compile(rules);
    if (!compiled) return compiled.error();
    Battle battle;
    battle.duel = std::move(compiled.value().duel);
    battle.assumptions = std::move(setup.value().assumptions);
    for (Side side : kSides) {
      const auto s = static_cast<std::size_t>(index(side));
      const auto& groups = rules.army(side).groups;
      for (const Group& group : groups)
        battle.labels[s].push_back({std::string{name(group.type)}, group.name, group.cost, group.start});
      for (const Force& force : compiled.value().finals[s]) {
        Remains remains;
        for (std::size_t g = 0; g < groups.size(); ++g) {
          remains.count.push_back(static_cast<std::uint8_t>(force.count(g)));
          remains.damaged.push_back(force.damaged[g]);
        }
        battle.remains[s].push_back(std::move(remains));
      }
    }
    return battle;
  }

  Result<std::vector<std::string>> replay(const Scenario& scenario, std::uint64_t seed) const override {
    auto setup = set_up(scenario);
    if (!setup) return setup.error();
    return tell_battle(setup.value(), seed);
  }

  std::vector<Listing> list_units() const override { return ti4::list_units(); }
  std::vector<Listing> list_effects() const override { return ti4::list_effects(); }
  std::vector<Listing> list_factions() const override { return ti4::list_factions(); }
};

}  // namespace

const Game& game() {
  static const Ti4 kGame;
  return kGame;
}

}  // namespace broadside::ti4
