#include "core/systems/rebellion/game.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/systems/rebellion/battle.hpp"
#include "core/systems/rebellion/brief.hpp"
#include "core/systems/rebellion/ending.hpp"
#include "core/systems/rebellion/fields.hpp"
#include "core/systems/rebellion/market.hpp"
#include "core/systems/rebellion/play.hpp"
#include "core/systems/rebellion/pool.hpp"
#include "core/systems/rebellion/replay.hpp"
#include "core/systems/rebellion/setup.hpp"
#include "core/systems/rebellion/shared.hpp"
#include "core/systems/rebellion/words.hpp"
#include "core/tabulate.hpp"

namespace broadside::rebellion {
namespace {

/// Words for the final forces.
struct Words {
  const Setup& setup;

  std::vector<UnitLabel> labels(Side side) const {
    const Army& army = setup.army(side);
    std::vector<UnitLabel> labels;
    for (std::size_t g = 0; g < army.group_count; ++g) {
      const Group& group = army.groups[g];
      labels.push_back({std::string(group.unit->id), std::string(group.unit->name),
                        resources(*group.unit), group.brought});
    }
    return labels;
  }
  Remains remains(Side side, const Force& force) const {
    const Army& army = setup.army(side);
    Remains left;
    for (std::size_t g = 0; g < army.group_count; ++g)
      left.count.push_back(static_cast<std::uint8_t>(survivors(army, force, g)));
    left.damaged.resize(army.group_count);
    return left;
  }
  std::vector<Breakdown> breakdowns(const Duel& duel, const auto&) const {
    return rebellion::breakdowns(duel.endings);
  }
};

double worth(const std::vector<UnitLabel>& labels) {
  double sum = 0;
  for (const UnitLabel& label : labels) sum += label.resources * label.start;
  return sum;
}

/// Units by their printed names.
std::span<const GameWords::Noun> nouns() {
  static const auto kNouns = [] {
    std::vector<GameWords::Noun> made;
    for (const Unit& unit : all_units())
      made.push_back({unit.id, unit.name,
                      unit.number == UnitId::death_star_under_construction
                          ? "Death Stars Under Construction"
                          : ""});
    return made;
  }();
  return kNouns;
}

class Rebellion final : public Game {
 public:
  std::string_view id() const override { return "rebellion"; }
  std::string_view title() const override { return "Star Wars: Rebellion"; }
  std::span<const std::string_view> battles() const override { return kBattles; }
  GameWords words() const override { return {.nouns = nouns()}; }
  std::string_view battle_text(std::string_view battle) const override {
    return battle == "space"    ? "the space theater alone"
           : battle == "ground" ? "the ground theater alone"
                                : "both theaters, round by round, with tactic cards";
  }
  std::span<const FleetExample> fleet_examples() const override {
    static constexpr FleetExample kExamples[]{
        {"isd, 3 tie, 2 trooper", "ships and ground units together"},
        {"isd, at-at, leader vader", "a leader leads the side"}};
    return kExamples;
  }
  Result<SideSpec> parse_side(std::string_view text) const override {
    return rebellion::parse_side(text);
  }
  std::string write_side(const SideSpec& side) const override {
    return rebellion::write_side(side);
  }
  std::span<const Field> fields() const override { return rebellion::fields(); }
  Result<Market> market(const Scenario& scenario, Side side) const override {
    return rebellion::market(scenario, side);
  }
  std::vector<Listing> list_units() const override { return rebellion::list_units(); }
  std::vector<Listing> list_effects() const override { return rebellion::list_effects(); }
  std::vector<Listing> list_factions() const override { return rebellion::list_factions(); }
  std::span<const std::string_view> effect_groups() const override { return kEffectGroups; }
  std::vector<OpenChoice> open_choices(const Scenario& scenario) const override {
    return leaders_to_add(scenario);
  }

  Result<std::optional<std::string>> likeness(const Scenario& scenario, Side side) const override {
    return set_up(scenario).transform([&](const Setup& setup) {
      return setup.reading.cards ? std::optional<std::string>{}
                                 : std::optional{likeness_of(setup.army(side))};
    });
  }
  Result<CommonBattle> prepare_shared(const Scenario& scenario,
                                      const BySide<std::vector<SideSpec>>& fleets,
                                      const TableLimits& limits) const override {
    Scenario largest = scenario;
    for (const Side side : kSides) largest.side(side) = with_most_units(fleets[side]);
    const auto whole = set_up(largest);
    if (!whole) return whole.error();
    if (const std::string reason = Rules::too_large(*whole); !reason.empty())
      return InputError{reason, "units", "fewer of them together"};
    BySide<std::vector<SharedStart<Force>>> starts;
    for (const Side side : kSides)
      for (const SideSpec& fleet : fleets[side]) {
        Scenario one = largest;
        one.side(side) = fleet;
        SharedStart<Force>& start = starts[side].emplace_back();
        const auto read = set_up(one);
        if (!read || !force_within(read->army(other(side)), whole->army(other(side)))) continue;
        start.force = force_within(read->army(side), whole->army(side));
        start.worth = worth(Words{*read}.labels(side));
      }
    const Rules rules{*whole};
    return tabulate_shared(rules, Words{*whole}, starts, limits)
        .transform([&](CommonBattle&& shared) {
          shared.battle.duel.shares_rounds =
              whole->fought(Theater::space) && whole->fought(Theater::ground);
          return std::move(shared);
        });
  }

 private:
  Result<Battle> make(const Scenario& scenario, const TableLimits& limits) const override {
    auto setup = set_up(scenario);
    if (!setup) return setup.error();
    auto brief = brief_of(scenario, setup.value());
    auto notes = setup->notes;
    for (std::string& line : idle_choices(scenario, setup.value()))
      notes.push_back(std::move(line));
    return make_ready(std::move(setup), limits).transform([&](Battle&& battle) {
      battle.brief = std::move(brief);
      battle.notes = std::move(notes);
      return std::move(battle);
    });
  }

  static Result<Battle> make_ready(Result<Setup> setup, const TableLimits& limits) {
    const Reading& reading = setup.value().reading;
    const std::string reason =
        reading.cards ? reading.cinematic ? "advanced tactic cards are chosen and spent in secret"
                                          : "tactic cards are hidden hands from decks that both "
                                            "sides share"
                      : Rules::too_large(setup.value());
    const auto chooses = [](const Army& army) { return army.goal.has_value(); };
    const auto& armies = setup.value().armies;
    const bool best = std::any_of(armies.begin(), armies.end(), chooses);
    if (best && (!reason.empty() || reading.cinematic))
      return InputError{reason.empty() ? "best play is not solved for cinematic combat"
                                       : fmt::format("best play cannot be solved here: {}", reason),
                        "policy.play",
                        "rules.cards false, base combat, fewer units; or play usual"};
    if (!reason.empty()) return make_direct(std::move(setup).value(), reason);
    const Rules rules{setup.value()};
    auto battle = tabulate(rules, Words{setup.value()}, setup.value().assumptions, limits);
    if (!battle && (best || (limits.stop && limits.stop()))) return battle.error();
    if (!battle) return make_direct(std::move(setup).value(), battle.error().problem);
    for (const Side side : kSides) battle.value().goals[side] = armies[side].goal;
    battle.value().duel.shares_rounds =
        setup.value().fought(Theater::space) && setup.value().fought(Theater::ground);
    return battle;
  }

  static Result<Battle> make_direct(Setup setup, const std::string& reason) {
    Battle battle;
    battle.assumptions = setup.assumptions;
    for (const Side side : kSides) battle.labels[side] = Words{setup}.labels(side);
    if (auto error = prepare_direct(std::move(setup), reason, battle)) return *std::move(error);
    return battle;
  }

  Result<std::vector<std::string>> tell(const Scenario& scenario,
                                        std::uint64_t seed) const override {
    return set_up(scenario).transform([&](const Setup& setup) { return tell_combat(setup, seed); });
  }
};

}  // namespace

const Game& game() {
  static const Rebellion kGame;
  return kGame;
}

}  // namespace broadside::rebellion
