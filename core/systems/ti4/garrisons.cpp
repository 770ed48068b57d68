#include "core/systems/ti4/garrisons.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"
#include "core/systems/ti4/factions.hpp"
#include "core/systems/ti4/fields.hpp"
#include "core/systems/ti4/planet_odds.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4 {
namespace {

using Problem = std::optional<InputError>;
using Units = std::vector<UnitCount>;
using Effects = std::vector<EffectChoice>;

bool stands_on_planets(UnitType type) {
  return type == UnitType::infantry || type == UnitType::mech || type == UnitType::pds ||
         type == UnitType::space_dock;
}

int number_of(const Units& units, UnitType type) {
  int sum = 0;
  for (const UnitCount& unit : units)
    if (unit_type(unit.type) == type) sum += unit.count;
  return sum;
}

class GarrisonReader {
 public:
  explicit GarrisonReader(const Scenario& scenario) : scenario_(scenario) {}

  Result<Garrisons> read() {
    for (auto step : {&GarrisonReader::read_rows, &GarrisonReader::check_owner,
                      &GarrisonReader::check_presence, &GarrisonReader::check_named})
      if (auto error = (this->*step)()) return *std::move(error);
    return Garrisons{std::move(garrisons_), std::move(faction_)};
  }

 private:
  Problem read_rows() {
    const Rows& rows = *scenario_.fields.get<Rows>(kPlanets);
    if (rows.size() > kMostPlanets)
      return InputError{fmt::format("{} planets in one system", rows.size()), std::string(kPlanets),
                        fmt::format("at most {}", kMostPlanets)};
    for (const Values& row : rows) {
      Garrison& garrison = garrisons_.emplace_back();
      garrison.at = fmt::format("{}[{}]", kPlanets, garrisons_.size() - 1);
      garrison.name = row.text("name");
      if (garrison.name.empty()) garrison.name = fmt::format("planet {}", garrisons_.size());
      for (std::size_t p = 0; p + 1 < garrisons_.size(); ++p)
        if (fold_name(garrisons_[p].name) == fold_name(garrison.name))
          return InputError{fmt::format("two planets are called '{}'", garrison.name),
                            garrison.at + ".name", "names that tell them apart"};
      if (const Units* units = row.get<Units>("commit")) garrison.commit = *units;
      if (const Units* units = row.get<Units>("bombard")) garrison.bombard = *units;
      if (const Rows* defender = row.get<Rows>("defender"); defender && !defender->empty()) {
        const Values& there = defender->front();
        if (const Units* units = there.get<Units>("units")) garrison.units = *units;
        if (const Units* units = there.get<Units>("damaged")) garrison.damaged = *units;
        if (const Effects* effects = there.get<Effects>("effects")) garrison.effects = *effects;
        garrison.upgrades = there.names("upgrades");
        garrison.faction = there.text("faction");
      }
      if (auto error = check_garrison(garrison)) return error;
    }
    return std::nullopt;
  }

  static Problem check_garrison(const Garrison& garrison) {
    for (const UnitCount& unit : garrison.units) {
      const std::string where = garrison.at + ".defender.units." + unit.type;
      const auto type = unit_type(unit.type);
      if (!type)
        return InputError{"unknown unit '" + unit.type + "'", where,
                          nearest_hint(unit.type, type_names())};
      if (!stands_on_planets(*type))
        return InputError{fmt::format("a {} does not stand on a planet", unit.type), where,
                          "infantry, mech, pds, space_dock; ships stand in defender.units"};
    }
    return std::nullopt;
  }

  /// One player defends all planets, and says once what stands there.
  Problem check_owner() {
    const SideSpec& defender = scenario_.side(Side::defender);
    for (const UnitCount& unit : defender.units)
      if (const auto type = unit_type(unit.type);
          type && stands_on_planets(*type) && unit.count > 0)
        return InputError{fmt::format("{} stands both in defender.units and in planets", unit.type),
                          "defender.units." + unit.type, "say on which of the planets it is"};
    std::string faction = defender.faction;
    for (const Garrison& garrison : garrisons_) {
      if (garrison.faction.empty()) continue;
      if (faction.empty()) faction = garrison.faction;
      if (fold_name(faction) != fold_name(garrison.faction))
        return InputError{
            fmt::format("two factions defend: '{}' and '{}'", faction, garrison.faction),
            garrison.at + ".defender.faction", "one player defends all planets"};
    }
    faction_ = faction;
    return std::nullopt;
  }

  Problem check_presence() {
    if (std::all_of(garrisons_.begin(), garrisons_.end(),
                    [](const Garrison& garrison) { return garrison.is_empty(); }))
      return InputError{"nobody stands on any of the planets", std::string(kPlanets),
                        "name a unit on one of them at least, for instance \"2 inf\""};
    return std::nullopt;
  }

  /// Who is named for a planet must be there to be sent.
  Problem check_named() {
    const SideSpec& attacker = scenario_.side(Side::attacker);
    for (const auto& [field, named] :
         {std::pair{"commit", &Garrison::commit}, std::pair{"bombard", &Garrison::bombard}}) {
      Units sum;
      for (const Garrison& garrison : garrisons_) {
        if (!(garrison.*named)) continue;
        for (const UnitCount& unit : *(garrison.*named)) {
          const std::string where = fmt::format("{}.{}.{}", garrison.at, field, unit.type);
          const auto type = unit_type(unit.type);
          if (!type)
            return InputError{"unknown unit '" + unit.type + "'", where,
                              nearest_hint(unit.type, type_names())};
          if (named == &Garrison::commit && *type != UnitType::infantry && *type != UnitType::mech)
            return InputError{fmt::format("a {} cannot be committed to a planet", unit.type), where,
                              "infantry and mechs can"};
          sum.push_back(unit);
          const int wanted = number_of(sum, *type), there = number_of(attacker.units, *type);
          if (wanted > there)
            return InputError{fmt::format("{} {} named in {} of all planets, but the attacker has "
                                          "{}",
                                          wanted, unit.type, field, there),
                              where, "at most as many as the side has"};
        }
      }
    }
    return std::nullopt;
  }

  const Scenario& scenario_;
  std::vector<Garrison> garrisons_;
  std::string faction_;
};

}  // namespace

bool Garrison::is_empty() const {
  return std::all_of(units.begin(), units.end(),
                     [](const UnitCount& unit) { return unit.count == 0; });
}

std::vector<Field> planet_columns() {
  const auto counts = [](std::string_view name, std::string_view text, std::string_view option,
                         std::string_view example) {
    return Field{.name = name,
                 .place = Place::scenario,
                 .kind = FieldKind::counts,
                 .text = text,
                 .option = option,
                 .empty_counts = !option.empty(),
                 .example = example};
  };
  Field defender{.name = "defender",
                 .place = Place::scenario,
                 .kind = FieldKind::record,
                 .text = "what stands on it",
                 .example = R"({"units": {"infantry": 2, "pds": 1}})"};
  defender.columns = {
      {.name = "faction",
       .place = Place::scenario,
       .kind = FieldKind::text,
       .text = "whose units; the defender's, if it has one"},
      counts("units", "ground forces and structures", "", R"({"infantry": 2})"),
      {.name = "upgrades",
       .place = Place::scenario,
       .kind = FieldKind::types,
       .text = "types that fight as their upgraded form, on every planet",
       .example = R"(["infantry"])"},
      counts("damaged", "how many of a type start damaged", "", R"({"mech": 1})"),
      {.name = "effects",
       .place = Place::scenario,
       .kind = FieldKind::effects,
       .text = "what the defender uses on this planet only",
       .example = R"(["tech_magen_defense_grid"])"},
  };
  return {{.name = "name",
           .place = Place::scenario,
           .kind = FieldKind::text,
           .text = "what it is called in the answer"},
          std::move(defender),
          counts("commit", "troops that land there; the best split unless it is given", "commit",
                 R"({"infantry": 2})"),
          counts("bombard", "units that bombard it; the best split unless it is given", "bombard",
                 R"({"dreadnought": 1})")};
}

Result<Values> read_planet(std::string_view text, const std::string& where) {
  Values row;
  std::string_view units = trimmed(text);
  if (const auto colon = units.find(':'); colon != std::string_view::npos) {
    const std::string_view before = trimmed(units.substr(0, colon));
    // "letnev: 2 inf" is a faction, not a planet.
    if (!before.empty() && !find_faction(before, where)) {
      row["name"] = std::string(before);
      units = trimmed(units.substr(colon + 1));
    }
  }
  auto side = parse_side(units);
  if (!side) return InputError{side.error().problem, where, side.error().hint};
  const SideSpec& there = side.value();
  if (!there.without.empty() || !there.policy.empty() || !there.fields.empty())
    return InputError{"more than stands on a planet", where,
                      "units and effects; all else is said about the defender"};
  Values defender;
  if (!there.faction.empty()) defender["faction"] = there.faction;
  if (!there.units.empty()) defender["units"] = there.units;
  if (!there.upgrades.empty()) defender["upgrades"] = Names(there.upgrades);
  if (!there.damaged.empty()) defender["damaged"] = there.damaged;
  if (!there.effects.empty()) defender["effects"] = there.effects;
  if (!defender.empty()) row["defender"] = Rows{std::move(defender)};
  return row;
}

Result<Garrisons> read_garrisons(const Scenario& scenario) {
  return GarrisonReader{scenario}.read();
}

}  // namespace broadside::ti4
