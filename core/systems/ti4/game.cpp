#include "core/systems/ti4/game.hpp"

#include <algorithm>
#include <string>

#include "core/scenario/text.hpp"
#include "core/systems/ti4/fields.hpp"
#include "core/systems/ti4/garrisons.hpp"
#include "core/systems/ti4/homebrew.hpp"
#include "core/systems/ti4/links/links.hpp"
#include "core/systems/ti4/loss_orders.hpp"
#include "core/systems/ti4/market.hpp"
#include "core/systems/ti4/planets_setup.hpp"
#include "core/systems/ti4/planets_words.hpp"
#include "core/systems/ti4/replay.hpp"
#include "core/systems/ti4/setup.hpp"
#include "core/systems/ti4/shared.hpp"
#include "core/systems/ti4/side_reader.hpp"
#include "core/systems/ti4/words.hpp"
#include "core/tabulate.hpp"

namespace broadside::ti4 {
namespace {

/// Words for the final forces. Groups of one type (with and without a token, say) are one line of
/// the report.
class Words {
 public:
  explicit Words(const Rules& rules) : rules_(rules) {
    for (const Side side : kSides) {
      const std::vector<Group>& groups = rules.army(side).groups;
      line_[side].resize(groups.size());
      for (const UnitType type : types_as_listed()) {
        const std::size_t line = lines_[side];
        for (std::size_t g = 0; g < groups.size(); ++g)
          if (groups[g].type == type) {
            line_[side][g] = line;
            lines_[side] = line + 1;
          }
      }
    }
  }

  std::vector<UnitLabel> labels(Side side) const {
    const std::vector<Group>& groups = rules_.army(side).groups;
    std::vector<UnitLabel> labels(lines_[side]);
    for (std::size_t g = 0; g < groups.size(); ++g) {
      UnitLabel& label = labels[line_[side][g]];
      if (label.type.empty())
        label = {std::string{name(groups[g].type)}, groups[g].name, groups[g].cost, 0};
      label.start += groups[g].start;
    }
    return labels;
  }
  Remains remains(Side side, const Force& force) const {
    Remains left{std::vector<std::uint8_t>(lines_[side]), std::vector<std::uint8_t>(lines_[side])};
    for (std::size_t g = 0; g < line_[side].size(); ++g) {
      std::uint8_t &count = left.count[line_[side][g]], &damaged = left.damaged[line_[side][g]];
      count = static_cast<std::uint8_t>(count + force.count(g));
      damaged = static_cast<std::uint8_t>(damaged + force.damaged[g]);
      if (const int at = rules_.army(side).groups[g].placed_at; at >= 0) {
        left.placed.resize(lines_[side]);
        std::uint8_t& placed = left.placed[line_[side][g]];
        placed = static_cast<std::uint8_t>(placed + nth(force.placed, at));
      }
    }
    return left;
  }

 private:
  const Rules& rules_;
  BySide<std::vector<std::size_t>> line_;  ///< by group: its line
  BySide<std::size_t> lines_{};
};

class Ti4 final : public Game {
 public:
  std::string_view id() const override { return "ti4"; }
  std::string_view title() const override { return "Twilight Imperium, fourth edition"; }
  std::span<const std::string_view> battles() const override { return kBattles; }
  GameWords words() const override { return game_words(); }
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

  Result<Values> read_row(const Field& field, std::string_view text,
                          const std::string& where) const override {
    return field.name == kPlanets ? read_planet(text, where) : Game::read_row(field, text, where);
  }

  /// RULES 9.1: against Direct Hit the better of `first` and `last`. RULES 9.56: the best order.
  std::vector<OpenChoice> open_choices(const Scenario& scenario) const override {
    std::vector<OpenChoice> choices;
    const auto wants_best = [&](Side side) {
      return scenario.side(side).policy.text("losses") == kBestOrder &&
             !plays_best(scenario.side(side));
    };
    // Where both sides look for theirs every pair of orders is solved.
    const bool both = wants_best(Side::attacker) && wants_best(Side::defender);
    constexpr std::size_t kMostOrders = 120, kMostOfBoth = 16;
    for (const Side side : kSides)
      if (wants_best(side)) {
        OpenChoice choice{side, "losses", {}};
        for (const Names& order :
             orders_that_matter(scenario, side, both ? kMostOfBoth : kMostOrders))
          choice.ways.push_back({joined(order), order});
        if (!choice.ways.empty()) choices.push_back(std::move(choice));
      }
    for (const Side side : kSides)
      if (asks_for_auto(scenario.side(side)) && fears_direct_hit(scenario, side))
        choices.push_back(
            {side, "sustain", {{"first", std::string{"first"}}, {"last", std::string{"last"}}}});
    return choices;
  }

  Result<std::optional<std::string>> likeness(const Scenario& scenario, Side side) const override {
    if (scenario.fields.has(kPlanets)) return std::optional<std::string>{};  // prepared by itself
    return read_armies(scenario).transform([&](Armies&& read) {
      return std::optional{
          likeness_of(read.kind, (*read.armies)[side], (*read.armies)[other(side)])};
    });
  }

  Result<CommonBattle> prepare_shared(const Scenario& scenario,
                                      const BySide<std::vector<SideSpec>>& fleets,
                                      const TableLimits& limits) const override {
    Scenario largest = scenario;
    for (const Side side : kSides) largest.side(side) = with_most_units(fleets[side]);
    auto whole = read_armies(largest);
    if (!whole) return whole.error();
    BySide<Army>& armies = *whole->armies;
    BySide<std::vector<SharedStart<Force>>> starts;
    for (const Side side : kSides)
      for (std::size_t f = 0; f < fleets[side].size(); ++f) {
        Scenario one = largest;
        one.side(side) = fleets[side][f];
        const auto read = read_armies(one);
        SharedStart<Force>& start = starts[side].emplace_back();
        if (!read) continue;
        const Army &own = (*read->armies)[side], &enemy = (*read->armies)[other(side)];
        const bool same_kind = read->kind == whole->kind;
        // The enemy may not be another because of this fleet.
        if (!same_kind || !force_within(enemy, armies[other(side)])) continue;
        if (f == 0) armies[side].overload = own.overload;  // by likeness that of all, or no matter
        start.force = force_within(own, armies[side]);
        for (const Group& group : own.groups)  // at the price that the report goes by
          if (const int line = find_group(armies[side], group.type); line >= 0)
            start.worth += nth(armies[side].groups, line).cost * group.start;
      }
    const Rules rules{whole->kind, std::move(whole->armies), rounds_asked(scenario)};
    return tabulate_shared(rules, Words{rules}, starts, limits);
  }

  Result<Market> market(const Scenario& scenario, Side side) const override {
    return ti4::market(scenario, side);
  }

  std::vector<Listing> list_units() const override { return ti4::list_units(); }
  std::vector<Listing> list_effects() const override { return ti4::list_effects(); }
  std::vector<Listing> list_factions() const override { return ti4::list_factions(); }
  std::span<const std::string_view> effect_groups() const override { return kEffectGroups; }

  bool takes_planet(std::string_view battle) const override {
    return battle == "invasion" || battle == "conquest";
  }
  std::string battle_title(std::string_view battle) const override {
    return battle == "space"    ? "Space combat"
           : battle == "ground" ? "Ground combat"
                                : Game::battle_title(battle);
  }
  std::string_view battle_text(std::string_view battle) const override {
    return battle == "space"      ? "space cannons, then ships against ships"
           : battle == "ground"   ? "troops against troops, nothing before it"
           : battle == "invasion" ? "bombardment, space cannons of the planet, ground combat"
                                  : "the space combat, then the invasion by what is left";
  }
  std::span<const FleetExample> fleet_examples() const override {
    static constexpr FleetExample kExamples[]{
        {"2 dn, 4 ff", "numbers and units between commas; one needs no number"},
        {"2 cr2, dn!", "upgraded (cr2), damaged (dn!)"},
        {"letnev: 2 dn", "a faction stands before it, with a colon"},
        {"dn, +morale boost@1", "cards and other effects behind a plus; @ the round"}};
    return kExamples;
  }

 private:
  MeantBattle meant(const Scenario& scenario) const override { return meant_battle(scenario); }

  Result<Battle> make(const Scenario& scenario, const TableLimits& limits) const override {
    if (scenario.fields.has(kPlanets)) {
      auto setup = set_up_planets(scenario);
      if (!setup) return setup.error();
      const PlanetsRules& rules = setup.value().rules;
      auto battle =
          tabulate(rules, PlanetsWords{rules}, std::move(setup.value().assumptions), limits);
      if (!battle) return battle;
      for (const Side side : kSides)
        if (const FreePlay& free = rules.army(side).free; free.chooses)
          battle.value().goals[side] = free.goal;
      battle.value().notes = std::move(setup.value().notes);
      battle.value().brief = std::move(setup.value().brief);
      return battle;
    }
    auto setup = set_up(scenario);
    if (!setup) return setup.error();
    auto battle = tabulate(setup.value().rules, Words{setup.value().rules},
                           std::move(setup.value().assumptions), limits);
    if (!battle) return battle;
    for (const Side side : kSides)
      if (const FreePlay& free = setup.value().rules.army(side).free; free.chooses)
        battle.value().goals[side] = free.goal;
    battle.value().notes = std::move(setup.value().notes);
    battle.value().brief = std::move(setup.value().brief);
    return battle;
  }

  Result<std::vector<std::string>> tell(const Scenario& scenario,
                                        std::uint64_t seed) const override {
    if (scenario.fields.has(kPlanets))
      return set_up_planets(scenario).transform(
          [&](const PlanetsSetup& setup) { return tell_battle(setup, seed); });
    return set_up(scenario).transform([&](const Setup& setup) { return tell_battle(setup, seed); });
  }

  static bool asks_for_auto(const SideSpec& side) {
    const Given policy{side.policy, ti4::fields(), Place::policy};
    return policy.choice<Play>(kPlay) == Play::usual && policy.word("sustain") == "auto";
  }

  /// The event that lets Direct Hit take mechs on the ground.
  static bool is_wild(const Scenario& scenario) {
    const auto lists = [](const std::vector<EffectChoice>& effects) {
      return std::any_of(effects.begin(), effects.end(), [](const EffectChoice& effect) {
        return find_effect_id(effect.id, "") == "event_wild_wild_galaxy";
      });
    };
    return lists(scenario.system_effects) || lists(scenario.side(Side::attacker).effects) ||
           lists(scenario.side(Side::defender).effects);
  }

  /// Is the enemy listed with the card, in a battle where the side has units that it may touch?
  static bool fears_direct_hit(const Scenario& scenario, Side side) {
    const bool in_space = scenario.battle == "space" || scenario.battle == "conquest";
    const bool wild = is_wild(scenario) && scenario.battle != "space";
    if (!in_space && !wild) return false;
    const SideSpec &mine = scenario.side(side), &enemy = scenario.side(other(side));
    const auto is_held = [&](const EffectChoice& effect) {
      return effect.uses.value_or(1) > 0 &&
             find_effect_id(effect.id, enemy.faction) == "ac_direct_hit";
    };
    if (std::none_of(enemy.effects.begin(), enemy.effects.end(), is_held)) return false;
    // What stands on the planets, the set-up will know.
    if (wild && side == Side::defender && scenario.fields.has(kPlanets)) return true;
    return std::any_of(mine.units.begin(), mine.units.end(), [&](const UnitCount& unit) {
      const auto type = unit_type(unit.type);
      if (!type || unit.count == 0) return false;
      const bool upgraded =
          std::find(mine.upgrades.begin(), mine.upgrades.end(), unit.type) != mine.upgrades.end();
      const Unit* printed = unit_for(mine.faction, *type, upgraded ? 2 : 1);
      if (!printed || scenario.fields.has(kHomebrew)) return true;  // the set-up will know
      if (wild && *type == UnitType::mech && printed->sustain_damage) return true;
      return in_space && printed->is_ship && printed->sustain_damage &&
             !printed->has("direct_hit_immune");
    });
  }
};

}  // namespace

const Game& game() {
  static const Ti4 kGame;
  return kGame;
}

}  // namespace broadside::ti4
