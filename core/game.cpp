#include "core/game.hpp"

#include <algorithm>

#include "core/scenario/names.hpp"

namespace broadside {
namespace {

/// Every field of a side by its JSON name, and whether it was given.
std::vector<std::pair<std::string_view, bool>> given_fields(const SideSpec& side) {
  const Policy& policy = side.policy;
  return {{"faction", !side.faction.empty()},
          {"units", !side.units.empty()},
          {"upgrades", !side.upgrades.empty()},
          {"damaged", !side.damaged.empty()},
          {"effects", !side.effects.empty()},
          {"without", !side.without.empty()},
          {"leaders", !side.leaders.empty()},
          {"hand", side.hand.has_value()},
          {"unit", !side.unit.empty()},
          {"slots", !side.slots.empty()},
          {"dice", side.dice.has_value()},
          {"side", !side.facing.empty()},
          {"abilities", !side.abilities.empty()},
          {"policy.losses", !policy.losses.empty()},
          {"policy.space_cannon_losses", !policy.space_cannon_losses.empty()},
          {"policy.non_fighter_losses", !policy.non_fighter_losses.empty()},
          {"policy.ground_losses", !policy.ground_losses.empty()},
          {"policy.keep", !policy.keep.empty()},
          {"policy.protect_capacity", policy.protect_capacity},
          {"policy.sustain", !policy.sustain.empty()},
          {"policy.retreat", policy.retreat.has_value()}};
}

/// All that a side may be given.
std::string known_fields(const Game& game) {
  std::vector<std::string> settings;
  for (const Setting& setting : game.policies())
    settings.push_back("policy." + std::string(setting.name));
  std::vector<std::string_view> names(game.side_fields().begin(), game.side_fields().end());
  names.insert(names.end(), settings.begin(), settings.end());
  return known_names(names);
}

/// A setting that is none may be a misspelt field of the policy: those are candidates too.
InputError unknown_policy(const Game& game, InputError error, std::string_view typed) {
  constexpr std::string_view kPolicy = "policy.";
  std::vector<std::string_view> names;
  for (const auto field : game.side_fields())
    if (field.starts_with(kPolicy)) names.push_back(field.substr(kPolicy.size()));
  for (const Setting& setting : game.policies()) names.push_back(setting.name);
  error.hint = nearest_or_all(typed, names);
  return error;
}

}  // namespace

Remains numbered_force(std::span<const std::uint32_t> digits, std::uint64_t number) {
  Remains left;
  for (const std::uint32_t digit : digits) {
    left.count.push_back(static_cast<std::uint8_t>(number % digit));
    number /= digit;
  }
  left.damaged.resize(digits.size());
  return left;
}

std::string Game::battle_named(std::string_view typed) const {
  if (typed.empty()) return std::string(battles().front());
  for (const std::string_view battle : battles())
    if (fold_name(battle) == fold_name(typed)) return std::string(battle);
  return std::string(typed);
}

Result<Scenario> Game::checked(const Scenario& scenario) const {
  Scenario asked = scenario;
  asked.battle = battle_named(scenario.battle);
  const auto known = side_fields();
  for (const Side side : kSides) {
    SideSpec& of = asked.side(side);
    for (const auto& [field, given] : given_fields(of))
      if (given && std::find(known.begin(), known.end(), field) == known.end())
        return InputError{std::string(title()) + " does not know this field",
                          std::string(name(side)) + "." + std::string(field), known_fields(*this)};
    const std::string where = std::string(name(side)) + ".policy";
    if (auto error = settle(of.policy.choices, policies(), where)) {
      if (!error->problem.starts_with("unknown field")) return *std::move(error);
      return unknown_policy(*this, *error, error->where.substr(where.size() + 1));
    }
  }
  if (auto error = settle(asked.rules, rules(), "rules")) return *std::move(error);
  return asked;
}

Result<Battle> Game::prepare(const Scenario& scenario) const {
  const auto asked = checked(scenario);
  return asked ? make(asked.value()) : asked.error();
}

Result<std::vector<std::string>> Game::replay(const Scenario& scenario, std::uint64_t seed) const {
  const auto asked = checked(scenario);
  return asked ? tell(asked.value(), seed) : asked.error();
}

}  // namespace broadside
