#include "core/systems/ti4/planets_setup.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/systems/ti4/brief.hpp"
#include "core/systems/ti4/effect_names.hpp"
#include "core/systems/ti4/effects/dealing.hpp"
#include "core/systems/ti4/effects/effect.hpp"
#include "core/systems/ti4/effects_table.hpp"
#include "core/systems/ti4/fields.hpp"
#include "core/systems/ti4/garrisons.hpp"
#include "core/systems/ti4/ghost_squad.hpp"
#include "core/systems/ti4/planets_told.hpp"
#include "core/systems/ti4/setup.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4 {
namespace {

using Problem = std::optional<InputError>;
using Units = std::vector<UnitCount>;
constexpr std::string_view kAbilityOrder = "ability_order";

class PlanetsReader {
 public:
  explicit PlanetsReader(const Scenario& scenario) : scenario_(scenario) {}

  Result<PlanetsSetup> read() {
    auto given = read_garrisons(scenario_);
    if (!given) return given.error();
    garrisons_ = std::move(given.value().list);
    scenario_.side(Side::defender).faction = std::move(given.value().faction);
    const std::vector<std::string> shifts = shift_over(scenario_, garrisons_);
    for (auto step : {&PlanetsReader::read_space, &PlanetsReader::make_planets,
                      &PlanetsReader::make_space, &PlanetsReader::check_bombers})
      if (auto error = (this->*step)()) return *std::move(error);
    tell_shortly();
    PlanetsSetup setup{PlanetsRules{std::move(space_), std::move(planets_)},
                       std::move(assumptions_), std::move(notes_), std::move(brief_)};
    if (auto error = tell_split(setup)) return *std::move(error);
    setup.assumptions.insert(setup.assumptions.end(), shifts.begin(), shifts.end());
    tell_dealt(scenario_, setup);
    return setup;
  }

 private:
  /// The question for some garrisons together: the ships and these.
  Scenario with(const std::vector<const Garrison*>& garrisons, bool is_first) const {
    Scenario asked = scenario_;
    asked.fields.erase(kPlanets);
    SideSpec& defender = asked.side(Side::defender);
    // Upgrades are the player's, not the planet's.
    for (const Garrison& garrison : garrisons_)
      for (const std::string& type : garrison.upgrades)
        if (std::find(defender.upgrades.begin(), defender.upgrades.end(), type) ==
            defender.upgrades.end())
          defender.upgrades.push_back(type);
    if (!is_first) {
      for (const Side side : kSides) keep_what_counts(asked.side(side).effects, side);
      keep_what_counts(asked.system_effects, Side::defender);
    }
    for (const Garrison* garrison : garrisons) {
      const auto append = [](auto& to, const auto& more) {
        to.insert(to.end(), more.begin(), more.end());
      };
      append(defender.units, garrison->units);
      append(defender.damaged, garrison->damaged);
      if (garrisons.size() == 1) append(defender.effects, garrison->effects);
    }
    for (const Side side : kSides) keep_order(asked.side(side), side);
    return asked;
  }

  /// RULES 9.7: of the abilities that a side has put in order, those that count here.
  void keep_order(SideSpec& spec, Side side) const {
    if (!spec.policy.has(kAbilityOrder)) return;
    const auto lists = [&](const std::vector<EffectChoice>& effects, const std::string& id) {
      return std::any_of(effects.begin(), effects.end(), [&](const EffectChoice& effect) {
        return resolved(effect, side).id == id;
      });
    };
    Names order = spec.policy.names(kAbilityOrder);
    std::erase_if(order, [&](const std::string& typed) {
      const std::string id = find_effect_id(typed, scenario_.side(side).faction);
      const bool elsewhere =
          lists(scenario_.side(side).effects, id) ||
          (side == Side::defender &&
           std::any_of(garrisons_.begin(), garrisons_.end(),
                       [&](const Garrison& garrison) { return lists(garrison.effects, id); }));
      return elsewhere && !lists(spec.effects, id);
    });
    spec.policy[kAbilityOrder] = std::move(order);
  }

  EffectChoice resolved(const EffectChoice& typed, Side side) const {
    return with_id(typed, scenario_.side(side).faction);
  }

  /// RULES 9.42: what of it counts at a planet that is not the first that is defended.
  void keep_what_counts(std::vector<EffectChoice>& effects, Side side) const {
    std::erase_if(effects, [&](const EffectChoice& effect) {
      return dealt(resolved(effect, side), side) == Dealt::first_planet;
    });
    for (EffectChoice& effect : effects)
      if (dealt(resolved(effect, side), side) == Dealt::shared_uses) effect.uses = 0;
  }

  /// Who does not land stays in the space area, and needs no group of its own there. In the ground
  /// combat of a planet troops that bombard from elsewhere do (RULES 4.4.6).
  static Problem keep_in_space(Army& army) {
    army.groups.resize(army.groups.size() - army.free.aboard.size());
    army.free.aboard.clear();
    const std::size_t groups = army.groups.size();
    for (std::size_t g = 0; g < groups; ++g) {
      const Group& troops = army.groups[g];
      if (!troops.is_ground_force || troops.is_ship || !troops.bombardment) continue;
      if (army.groups.size() == kGroups)
        return InputError{"too many kinds of units on one side for one battle", "attacker.units",
                          "leave out kinds of units"};
      Group elsewhere = troops;
      elsewhere.stays_aboard = true;
      elsewhere.start = elsewhere.start_damaged = elsewhere.most = 0;
      elsewhere.placed_at = elsewhere.fights_as = elsewhere.shape_of = -1;
      army.elsewhere.emplace_back(static_cast<std::uint8_t>(g),
                                  static_cast<std::uint8_t>(army.groups.size()));
      army.groups.push_back(std::move(elsewhere));
    }
    return std::nullopt;
  }

  /// Lines by defended planet.
  using Told = std::vector<std::pair<std::string, std::vector<std::string>>>;

  /// What holds on one planet and not on all is told with its name.
  static void add_once(const Told& told, std::vector<std::string>& lines) {
    const auto is_among = [](const std::vector<std::string>& list, const std::string& line) {
      return std::find(list.begin(), list.end(), line) != list.end();
    };
    for (const auto& [name, own] : told)
      for (const std::string& line : own) {
        const bool everywhere = std::all_of(told.begin(), told.end(), [&](const auto& other) {
          return is_among(other.second, line);
        });
        if (!is_among(lines, line))
          lines.push_back(everywhere ? line : fmt::format("{} (on {})", line, name));
      }
  }

  /// An ability of the faction that is listed for another planet is no ability that nobody listed.
  void forget_listed(Armies& read) const {
    for (Army& army : *read.armies)
      std::erase_if(army.unused, [&](std::string_view id) {
        const auto lists = [&](const std::vector<EffectChoice>& effects) {
          return std::any_of(effects.begin(), effects.end(), [&](const EffectChoice& effect) {
            return resolved(effect, army.side).id == id;
          });
        };
        if (!lists(scenario_.side(army.side).effects) &&
            (army.side == Side::attacker ||
             std::none_of(garrisons_.begin(), garrisons_.end(),
                          [&](const Garrison& garrison) { return lists(garrison.effects); })))
          return false;
        std::erase(read.assumptions, told_unused(army.side, id));
        return true;
      });
  }

  /// What may surprise and what weighs most, as for one planet.
  void tell_shortly() {
    std::vector<const Garrison*> all;
    for (const Garrison& garrison : garrisons_) all.push_back(&garrison);
    if (space_) {
      const std::vector<std::string> first = notes_of(with(all, true), *space_);
      notes_.insert(notes_.begin(), first.begin(), first.end());
    }
    Told brief;
    for (std::size_t p = 0; p < planets_.size(); ++p) {
      if (planets_[p].is_empty()) continue;
      const Rules& rules = planets_[p].battle();
      const Scenario asked = with({&garrisons_[p]}, brief.empty());
      if (!space_) {
        const std::vector<std::string> more = notes_of(asked, rules);
        std::vector<std::string>& notes = noted_[brief.size()].second;
        notes.insert(notes.begin(), more.begin(), more.end());
      }
      brief.emplace_back(planets_[p].name, brief_of(asked, rules, true));
    }
    add_once(noted_, notes_);
    add_once(brief, brief_);
  }

  Problem read_space() {
    if (scenario_.battle != "conquest") return std::nullopt;
    std::vector<const Garrison*> all;
    for (const Garrison& garrison : garrisons_) all.push_back(&garrison);
    auto read = read_armies(with(all, true));
    if (!read) return read.error();
    if (auto error = keep_in_space((*read.value().armies)[Side::attacker])) return error;
    forget_listed(read.value());
    assumptions_ = read.value().assumptions;
    notes_ = read.value().notes;
    if (auto error = check_effects(*read.value().armies)) return error;
    in_space_ = std::move(read).value();
    return std::nullopt;
  }

  /// Guns on planets fire in space too. What an effect did to one planet (RULES 9.42.2) was done
  /// there to all of them together: as many stand as on the planets one by one.
  void count_structures(Army& army) const {
    for (Group& group : army.groups) {
      if (!group.is_structure) continue;
      int standing = 0;
      for (const Planet& planet : planets_)
        for (const Group& there :
             planet.is_empty() ? std::vector<Group>{} : planet.battle().army(army.side).groups)
          if (there.unit == group.unit && there.galvanized == group.galvanized)
            standing += there.start;
      group.most = std::max(group.most + standing - group.start, 1);
      group.start = standing;
      group.start_damaged = std::min(group.start_damaged, standing);
    }
  }

  Problem make_space() {
    if (!in_space_) return std::nullopt;
    count_structures((*in_space_->armies)[Side::defender]);
    space_ = std::make_unique<const Rules>(in_space_->kind, std::move(in_space_->armies));
    return hits_without_combat(*space_);
  }

  Problem make_planets() {
    Told told;
    bool is_first = true;  // of those that are defended
    for (const Garrison& garrison : garrisons_) {
      Planet& planet = planets_.emplace_back();
      planet.name = garrison.name;
      planet.commit = garrison.commit;
      planet.bombard = garrison.bombard;
      if (garrison.is_empty()) {
        if (!garrison.effects.empty() || !garrison.damaged.empty())
          return InputError{"nobody stands on the planet", garrison.at + ".defender",
                            "name the units that are there"};
        continue;
      }
      auto read = read_armies(with({&garrison}, std::exchange(is_first, false)));
      if (!read) {
        InputError error = read.error();
        if (error.where.starts_with("defender.") && !garrison.effects.empty())
          error.where = garrison.at + "." + error.where;
        return error;
      }
      if (auto error = keep_in_space((*read.value().armies)[Side::attacker])) return error;
      forget_listed(read.value());
      told.emplace_back(garrison.name, read.value().assumptions);
      // What is listed for a side has been judged with all garrisons, where ships come for them.
      if (!in_space_ || !garrison.effects.empty())
        noted_.emplace_back(garrison.name, read.value().notes);
      if (auto error = check_effects(*read.value().armies)) return error;
      make_rules(read.value(), planet);
    }
    add_once(told, assumptions_);
    return check_groups();
  }

  /// Effects that change who lands, or when, are about one planet and would have to say which.
  static Problem check_effects(const BySide<Army>& armies) {
    const auto refused = [](std::string what) {
      return InputError{std::move(what) + " cannot be told for several planets",
                        std::string(kPlanets), "leave the effect out, or ask for one planet"};
    };
    for (const Army& army : armies) {
      const auto any = [&](auto what) {
        return std::any_of(army.groups.begin(), army.groups.end(), what);
      };
      if (!army.before_battle.empty()) return refused("dice that are rolled before the battle");
      if (army.called_off) return refused("an effect that calls the battle off");
      if (army.coexists) return refused("coexistence");
      if (army.evacuates) return refused("an effect that takes the defenders away");
      if (army.sends_back) return refused("an effect that keeps troops from landing");
      if (army.no_landing && any([](const Group& g) { return g.is_ground_force && g.start > 0; }))
        return refused("an effect that keeps troops from landing");
      if (any([](const Group& g) { return g.lands; }))
        return refused("fighters that fight on the ground");
      if (army.side == Side::defender &&
          any([](const Group& g) { return g.is_ground_force && g.fights_as >= 0; }))
        return refused("an effect that lets ground forces on planets fight in space");
    }
    return std::nullopt;
  }

  /// The attacker must be the same everywhere, since ships and troops go from one to the other.
  Problem check_groups() const {
    const Army* first = in_space_ ? &(*in_space_->armies)[Side::attacker] : nullptr;
    for (const Planet& planet : planets_) {
      if (planet.is_empty()) continue;
      const Army& army = planet.battle().army(Side::attacker);
      if (!first) first = &army;
      if (!std::equal(army.groups.begin(), army.groups.end(), first->groups.begin(),
                      first->groups.end(),
                      [](const Group& a, const Group& b) { return a.unit == b.unit; }))
        return InputError{"an effect gives the attacker other units on one planet than on another",
                          std::string(kPlanets), "leave the effect out, or ask for one planet"};
    }
    return std::nullopt;
  }

  void make_rules(const Armies& read, Planet& planet) const {
    const auto rules = [&](bool more_dice, bool shields_off) {
      auto armies = std::make_unique<BySide<Army>>(*read.armies);
      Army& attacker = (*armies)[Side::attacker];
      attacker.ignores_shields |= shields_off;
      for (ExtraDice& extra : attacker.extra_dice)
        if (!more_dice) extra.rolls = static_cast<RollMask>(extra.rolls & ~mask(Roll::bombardment));
      return std::make_unique<const Rules>(read.kind, std::move(armies));
    };
    planet.rules.usual = rules(true, false);
    const Army &attacker = (*read.armies)[Side::attacker],
               &defender = (*read.armies)[Side::defender];
    const bool adds =
        std::any_of(attacker.extra_dice.begin(), attacker.extra_dice.end(),
                    [](const ExtraDice& extra) { return extra.rolls & mask(Roll::bombardment); });
    const auto has = [](const Army& army, bool Group::*flag) {
      return std::any_of(army.groups.begin(), army.groups.end(),
                         [&](const Group& group) { return group.*flag; });
    };
    const bool shields =
        has(attacker, &Group::breaks_shields) && has(defender, &Group::planetary_shield);
    if (adds) planet.rules.no_more_dice = rules(false, false);
    if (shields) planet.rules.unshielded = rules(true, true);
    if (adds && shields) planet.rules.unshielded_no_more_dice = rules(false, true);
    const auto& plan = planet.battle().plan();
    for (int s = 0; s < static_cast<int>(plan.size()); ++s) {
      if (plan.at(s).phase == Phase::bombardment) planet.bombardment = s;
      if (plan.at(s).phase == Phase::landing_fire) planet.landing = s;
      if (planet.ground < 0 && !plan.at(s).in_space &&
          nth(plan, s).stage == battle_words::kGroundStage)
        planet.ground = s;
    }
  }

  /// Who is named for a bombardment must be able to bombard.
  Problem check_bombers() {
    const Army* army = space_ ? &space_->army(Side::attacker) : nullptr;
    for (const Planet& planet : planets_)
      if (!army && !planet.is_empty()) army = &planet.battle().army(Side::attacker);
    for (const Garrison& garrison : garrisons_) {
      if (!garrison.bombard) continue;
      for (const UnitCount& unit : *garrison.bombard)
        if (unit.count > 0 &&
            std::none_of(army->groups.begin(), army->groups.end(), [&](const Group& group) {
              return group.type == unit_type(unit.type) && takes_part(group, Roll::bombardment) &&
                     printed(group, Roll::bombardment);
            }))
          return InputError{fmt::format("{} cannot bombard", unit.type),
                            fmt::format("{}.bombard.{}", garrison.at, unit.type),
                            "units that have BOMBARDMENT, for instance dreadnought"};
    }
    return std::nullopt;
  }

  Scenario scenario_;
  std::vector<Garrison> garrisons_;
  std::optional<Armies> in_space_;  ///< of a conquest
  std::unique_ptr<const Rules> space_;
  std::vector<Planet> planets_;
  std::vector<std::string> assumptions_, notes_, brief_;
  Told noted_;  ///< what the effects found to be noted
};

}  // namespace

Result<PlanetsSetup> set_up_planets(const Scenario& scenario) {
  if (rounds_asked(scenario) > 0)
    return InputError{"several planets cannot be looked at after so many rounds", "rounds",
                      "ask for one planet at a time, or leave rounds out"};
  return PlanetsReader{scenario}.read();
}

}  // namespace broadside::ti4
