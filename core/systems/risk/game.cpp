#include "core/systems/risk/game.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/scenario/notation.hpp"
#include "core/scenario/text.hpp"
#include "core/scenario/tokens.hpp"
#include "core/systems/risk/battle.hpp"
#include "core/systems/risk/replay.hpp"
#include "core/tabulate.hpp"

namespace broadside::risk {
namespace {

constexpr std::array<std::string_view, 2> kBattles{"attack", "roll"};
/// A roll costs an army at least: no attack has more.
constexpr int kMostRolls = 2 * kMostUnits;
constexpr std::string_view kArmy = "army", kArmies = "armies";
constexpr std::array<Word, 2> kWords{{{kArmy, kArmy}, {kArmies, kArmy}}};
constexpr Vocabulary kVocabulary{.units = kWords, .example = "6 armies"};

/// RULES 1.3: a number alone counts armies.
Result<SideSpec> parse_side(std::string_view text) {
  const std::string typed = plain_text(text);
  const bool digits = !typed.empty() && typed.find_first_not_of("0123456789") == typed.npos;
  const bool number = digits || number_word(fold_name(typed));
  return parse_fleet(number ? fmt::format("{} {}", typed, kArmy) : std::string(text), kVocabulary);
}

std::span<const Field> fields() {
  static const std::vector<Field> kFields = [] {
    Field stop = number_field(Place::policy, "stop",
                              "the attacker breaks off when so many armies, or fewer, are left", 1,
                              1, kMostUnits - 1);
    stop.battles = {"attack"};
    stop.side = Side::attacker;
    Field play = play_field(), goal = goal_field();
    for (Field* field : {&play, &goal}) {
      field->battles = {"attack"};
      field->side = Side::attacker;
    }
    return std::vector<Field>{
        {.name = "units",
         .place = Place::side,
         .kind = FieldKind::counts,
         .text = "armies in the territory",
         .is_fleet = true,
         .example = R"({"army": 6})"},
        stop,
        play,
        goal,
        rounds_field("look at the attack after so many rolls", kMostRolls, {"attack"})};
  }();
  return kFields;
}

Result<std::uint32_t> read_armies(const SideSpec& spec, Side side) {
  const auto fail = [&](std::string problem, std::string hint) {
    return InputError{std::move(problem), fmt::format("{}.units", name(side)), std::move(hint)};
  };
  int armies = 0;
  for (const UnitCount& unit : spec.units) {
    const auto read = parse_side(fmt::format("1 {}", unit.type));
    if (!read) return fail(fmt::format("unknown unit {}", quoted(unit.type)), "known: army");
    armies += unit.count;
  }
  // RULES 1.2: one army stays behind.
  const int least = side == Side::attacker ? 2 : 1;
  if (armies < least)
    return fail(
        fmt::format("the {} has {}", name(side), armies_text(static_cast<std::uint32_t>(armies))),
        side == Side::attacker ? "two at least: one stays behind" : "one at least");
  if (armies > kMostUnits)
    return fail(fmt::format("{} armies are too many", armies),
                fmt::format("{} at most", kMostUnits));
  return static_cast<std::uint32_t>(armies);
}

/// RULES 3.6: what the attacker plays for.
std::optional<InputError> read_play(const SideSpec& spec, Setup& setup) {
  const Given policy{spec.policy, fields(), Place::policy};
  const auto at = [](std::string_view field) { return fmt::format("attacker.policy.{}", field); };
  if (policy.choice<Play>(kPlay) == Play::usual) {
    if (!spec.policy.has(kGoal)) return std::nullopt;
    return InputError{"a goal is for a side whose play is best", at(kGoal),
                      "policy.play best, or leave the goal out"};
  }
  if (spec.policy.has("stop"))
    return InputError{"with best play the attacker breaks off when that is best", at("stop"),
                      "leave it out, or play usual"};
  auto goal = read_play_goal(spec.policy.has(kGoal) ? spec.policy.text(kGoal) : "win", at(kGoal));
  if (!goal) return goal.error();
  for (const PlayGoal::Term& term : goal.value().terms)
    if (term.what == PlayGoal::What::planet || term.what == PlayGoal::What::keep)
      return InputError{"this game has armies and no other goods", at(kGoal),
                        "win, net, or a sum: net + 6 win"};
  setup.goal = *std::move(goal);
  return std::nullopt;
}

Result<Setup> set_up(const Scenario& scenario) {
  Setup setup;
  setup.one_roll = scenario.battle == "roll";
  setup.rolls = rounds_asked(scenario);
  for (const Side side : kSides) {
    const auto armies = read_armies(scenario.side(side), side);
    if (!armies) return armies.error();
    setup.armies[side] = armies.value();
  }
  const Given policy{scenario.side(Side::attacker).policy, fields(), Place::policy};
  setup.stop = static_cast<std::uint32_t>(policy.number("stop"));
  if (setup.stop >= setup.armies[Side::attacker])
    return InputError{"the attacker would break off before the first roll", "attacker.policy.stop",
                      "fewer than the armies that attack"};
  if (auto error = read_play(scenario.side(Side::attacker), setup)) return *std::move(error);
  return setup;
}

std::vector<std::string> assumptions(const Setup& setup) {
  std::vector<std::string> told{
      "one army of the attacker stays behind: 3 dice need 4 armies (RULES 1.2)",
      "both roll as many dice as they may (RULES 2.4)"};
  if (setup.stop > 1)
    told.push_back(fmt::format("the attacker breaks off with {} or fewer left (RULES 3.4)",
                               armies_text(setup.stop)));
  if (setup.goal)
    told.push_back(
        fmt::format("the attacker breaks off where that is best for the goal '{}' (RULES 3.6)",
                    written(*setup.goal)));
  if (setup.rolls > 0)
    told.push_back(
        fmt::format("the attack is looked at after {} (RULES 3.5)", counted(setup.rolls, "roll")));
  return told;
}

/// Words for the final forces.
struct Words {
  const Rules& rules;
  std::vector<UnitLabel> labels(Side side) const {
    const auto start = static_cast<int>(rules.start(side).armies);
    return {
        {.type = std::string(kArmy), .name = std::string(kArmy), .resources = 1, .start = start}};
  }
  Remains remains(Side, const Force& force) const {
    return {{static_cast<std::uint8_t>(force.armies)}, {0}};
  }
  /// RULES 2.3: of one roll the armies lost are the answer. A pair of dice costs one side an army, so
  /// what the attacker has lost says both.
  std::vector<Breakdown> breakdowns(const Duel&,
                                    std::span<const std::vector<Force>, 2> finals) const {
    if (!rules.is_one_roll()) return {};
    const auto dice = [&](Side side) { return dice_of(side, rules.start(side)); };
    const std::uint32_t pairs = std::min(dice(Side::attacker), dice(Side::defender));
    Breakdown lost{.name = "lost", .title = "Armies lost", .is_answer = true};
    for (std::uint32_t mine = 0; mine <= pairs; ++mine)
      lost.rows.push_back(
          {{"attacker", static_cast<int>(mine)}, {"defender", static_cast<int>(pairs - mine)}});
    lost.side = Side::attacker;
    const std::uint32_t armies = rules.start(Side::attacker).armies;
    for (const Force& force : finals[0])  // none that a roll leads to has lost more than the pairs
      lost.row_of.push_back(std::min(pairs, armies - std::min(armies, force.armies)));
    return {lost};
  }
};

class Risk final : public Game {
 public:
  std::string_view id() const override { return "risk"; }
  std::string_view title() const override { return "Risk"; }
  std::span<const std::string_view> battles() const override { return kBattles; }
  GameWords words() const override {
    static constexpr GameWords::Noun kNouns[]{{kArmy, kArmy, kArmies}};
    return {.fleet = kArmies, .resources = kArmies, .round = "roll", .nouns = kNouns};
  }
  std::string_view battle_text(std::string_view battle) const override {
    return battle == "roll" ? "one roll of the dice"
                            : "roll after roll until the territory falls or the attack is spent";
  }
  std::span<const FleetExample> fleet_examples() const override {
    static constexpr FleetExample kExamples[]{{"6", "armies"}};
    return kExamples;
  }
  Result<SideSpec> parse_side(std::string_view text) const override {
    return risk::parse_side(text);
  }
  /// None at all is written too: what was written can be read again, whoever refuses it then.
  std::string write_side(const SideSpec& side) const override {
    return side.units.empty() ? "0" : write_fleet(side);
  }
  std::span<const Field> fields() const override { return risk::fields(); }
  Result<Market> market(const Scenario&, Side) const override {
    Market market;
    market.offers.push_back({.type = std::string(kArmy), .price = 1, .limit = kMostUnits});
    market.assumptions.push_back("every army costs one");
    return market;
  }
  /// Armies are all alike.
  Result<std::optional<std::string>> likeness(const Scenario& scenario, Side) const override {
    return set_up(scenario).transform([](const Setup&) { return std::optional{std::string{}}; });
  }
  Result<CommonBattle> prepare_shared(const Scenario& scenario,
                                      const BySide<std::vector<SideSpec>>& fleets,
                                      const TableLimits& limits) const override {
    BySide<std::vector<SharedStart<Force>>> starts;
    Setup most;
    for (const Side side : kSides)
      for (const SideSpec& fleet : fleets[side]) {
        const auto armies = read_armies(fleet, side);
        if (!armies) return armies.error();
        starts[side].push_back({Force{armies.value()}, static_cast<double>(armies.value())});
        most.armies[side] = std::max(most.armies[side], armies.value());
      }
    Scenario largest = scenario;
    for (const Side side : kSides)
      largest.side(side).units = {{std::string(kArmy), static_cast<int>(most.armies[side])}};
    return set_up(largest).and_then([&](const Setup& setup) {
      const Rules rules{setup};
      return tabulate_shared(rules, Words{rules}, starts, limits);
    });
  }
  std::vector<Listing> list_units() const override {
    return {{.id = std::string(kArmy),
             .name = "Army",
             .kind = "unit",
             .text = "a die each: up to 3 in attack, one army staying behind, up to 2 in defence",
             .aliases = {"armies"},
             .type = std::string(kArmy),
             .fields = {"units"}}};
  }
  std::vector<Listing> list_effects() const override { return {}; }
  std::vector<Listing> list_factions() const override { return {}; }

 private:
  Result<Battle> make(const Scenario& scenario, const TableLimits& limits) const override {
    return set_up(scenario).and_then([&](const Setup& setup) {
      const Rules rules{setup};
      return tabulate(rules, Words{rules}, assumptions(setup), limits)
          .transform([&](Battle&& battle) {
            battle.goals[Side::attacker] = setup.goal;
            battle.brief = {"one army stays behind", "both roll as many dice as they may"};
            return std::move(battle);
          });
    });
  }
  Result<std::vector<std::string>> tell(const Scenario& scenario,
                                        std::uint64_t seed) const override {
    return set_up(scenario).transform(
        [&](const Setup& setup) { return tell_battle(Rules{setup}, seed); });
  }
};

}  // namespace

const Game& game() {
  static const Risk kGame;
  return kGame;
}

}  // namespace broadside::risk
