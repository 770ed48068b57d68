#include "apps/ask/axis.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "apps/ask/values.hpp"
#include "core/scenario/names.hpp"
#include "core/scenario/notation.hpp"
#include "core/scenario/text.hpp"

namespace broadside {
namespace {

Result<Axis> read_axis(const std::string& text, std::string_view option, const Game& game,
                       Scenario& scenario) {
  const std::string where = fmt::format("{} {}", option, text);
  const auto equals = text.find('=');
  if (equals == std::string::npos)
    return InputError{"nothing says how far it varies", where,
                      "a unit and its numbers: \"ff=0..8\""};
  Axis axis;
  std::string_view what = trimmed(std::string_view(text).substr(0, equals));
  if (const auto colon = what.find(':'); colon != std::string_view::npos) {
    const std::string side = fold_name(trimmed(what.substr(0, colon)));
    if (side != name(Side::attacker) && side != name(Side::defender))
      return InputError{fmt::format("unknown side '{}'", side), where,
                        "attacker or defender, as in \"defender:ff=0..8\""};
    axis.side = side == name(Side::attacker) ? Side::attacker : Side::defender;
    what = trimmed(what.substr(colon + 1));
  }
  auto values = read_values(option, text.substr(equals + 1), kMostUnits);
  if (!values) return values.error();
  axis.values = std::move(values).value();
  if (const Field* field = find_field(game.fields(), Place::side, what);
      field && field->kind == FieldKind::number) {
    axis.type = field->name;
    axis.is_field = true;
    return axis;
  }
  const auto unit = game.parse_side(what);
  if (!unit) return InputError{unit.error().problem, where, unit.error().hint};
  if (unit.value().units.size() != 1 || unit.value().units.front().count != 1 ||
      !unit.value().damaged.empty() || !unit.value().effects.empty())
    return InputError{fmt::format("'{}' is not one unit type", what), where,
                      "for example \"ff=0..8\""};
  axis.type = unit.value().units.front().type;
  auto& upgrades = scenario.side(axis.side).upgrades;
  for (const std::string& type : unit.value().upgrades)
    if (std::find(upgrades.begin(), upgrades.end(), type) == upgrades.end())
      upgrades.push_back(type);
  return axis;
}

}  // namespace

Result<std::vector<Axis>> read_axes(const std::vector<std::string>& texts, std::string_view where,
                                    const Game& game, Scenario& scenario) {
  std::vector<Axis> axes;
  if (texts.empty())
    return InputError{"nothing varies", std::string(where), "a unit and its numbers: \"ff=0..8\""};
  if (texts.size() > 2)
    return InputError{"more than two numbers vary", std::string(where),
                      "one gives a curve, two give a map"};
  for (const std::string& text : texts) {
    auto axis = read_axis(text, where, game, scenario);
    if (!axis) return axis.error();
    axes.push_back(std::move(axis).value());
  }
  if (axes.size() == 2 && axes[0].side == axes[1].side && axes[0].type == axes[1].type)
    return InputError{"both vary the same number", std::string(where),
                      "two different unit types or sides"};
  return axes;
}

}  // namespace broadside
