#include "core/systems/ti4/game.hpp"

#include "core/systems/ti4/fields.hpp"
#include "core/systems/ti4/homebrew.hpp"
#include "core/systems/ti4/links/links.hpp"
#include "core/systems/ti4/market.hpp"
#include "core/systems/ti4/replay.hpp"
#include "core/systems/ti4/setup.hpp"
#include "core/systems/ti4/side_reader.hpp"
#include "core/systems/ti4/words.hpp"
#include "core/tables/compile.hpp"

namespace broadside::ti4 {
namespace {

class Ti4 final : public Game {
 public:
  std::string_view id() const override { return "ti4"; }
  std::string_view title() const override { return "Twilight Imperium, fourth edition"; }
  std::span<const std::string_view> battles() const override { return kBattles; }
  Result<SideSpec> parse_side(std::string_view text) const override {
    return ti4::parse_side(text);
  }
  Result<EffectChoice> read_effect(std::string_view text, std::string_view where) const override {
    return parse_effect(text, where, &vocabulary());
  }

  bool recognises(std::string_view text) const override { return links::recognises(text); }
  Result<ForeignBattle> read_foreign(std::string_view text) const override {
    return links::read(text);
  }
  Result<ForeignLinks> write_foreign(const Scenario& scenario) const override {
    return links::write(scenario);
  }

  std::span<const Field> fields() const override { return ti4::fields(); }

  std::optional<InputError> check_rows(const Field& field, const Rows& rows,
                                       const std::string& at) const override {
    if (field.name != kHomebrew) return std::nullopt;
    const auto book = UnitBook::make(rows, at);
    if (!book) return book.error();
    return std::nullopt;
  }

  Result<Market> market(const Scenario& scenario, Side side) const override {
    return ti4::market(scenario, side);
  }

  std::vector<Listing> list_units() const override { return ti4::list_units(); }
  std::vector<Listing> list_effects() const override { return ti4::list_effects(); }
  std::vector<Listing> list_factions() const override { return ti4::list_factions(); }
  std::span<const std::string_view> effect_groups() const override { return kEffectGroups; }

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
    for (Side side : kSides)
      label(rules.army(side), compiled.value().finals[static_cast<std::size_t>(index(side))], side,
            battle);
    return battle;
  }

  Result<std::vector<std::string>> tell(const Scenario& scenario,
                                        std::uint64_t seed) const override {
    auto setup = set_up(scenario);
    if (!setup) return setup.error();
    return tell_battle(setup.value(), seed);
  }

  /// Words for the final forces. Groups of one type (with and without a token, say) are one line of
  /// the report.
  static void label(const Army& army, const std::vector<Force>& finals, Side side, Battle& battle) {
    const auto s = static_cast<std::size_t>(index(side));
    auto& labels = battle.labels[s];
    std::vector<std::size_t> line(army.groups.size());  // by group
    for (UnitType type : default_losses())
      for (std::size_t g = 0; g < army.groups.size(); ++g) {
        const Group& group = army.groups[g];
        if (group.type != type) continue;
        if (labels.empty() || labels.back().type != name(type))
          labels.push_back({std::string{name(type)}, group.name, group.cost, 0});
        labels.back().start += group.start;
        line[g] = labels.size() - 1;
      }
    battle.remains[s].reserve(finals.size());
    for (const Force& force : finals) {
      Remains remains{std::vector<std::uint8_t>(battle.labels[s].size()),
                      std::vector<std::uint8_t>(battle.labels[s].size())};
      for (std::size_t g = 0; g < army.groups.size(); ++g) {
        remains.count[line[g]] = static_cast<std::uint8_t>(remains.count[line[g]] + force.count(g));
        remains.damaged[line[g]] =
            static_cast<std::uint8_t>(remains.damaged[line[g]] + force.damaged[g]);
      }
      battle.remains[s].push_back(std::move(remains));
    }
  }
};

}  // namespace

const Game& game() {
  static const Ti4 kGame;
  return kGame;
}

}  // namespace broadside::ti4
