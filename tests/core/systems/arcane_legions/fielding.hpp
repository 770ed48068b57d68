#pragma once
// Short ways to put a unit or a question of Arcane Legions together, for the tests of this folder.

#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/systems/arcane_legions/exchange.hpp"
#include "core/systems/arcane_legions/fields.hpp"
#include "core/systems/arcane_legions/side_reader.hpp"
#include "core/systems/arcane_legions/words.hpp"
#include "sim/engine.hpp"

namespace broadside::arcane_legions::fielding {

inline SideSpec side(std::string_view text, Values policy = {}) {
  auto read = parse_side(text);
  REQUIRE_MESSAGE(bool{read}, std::string(text));
  read.value().policy = std::move(policy);
  return std::move(read).value();
}

inline Unit unit(const SideSpec& spec) {
  auto made = muster(spec, "side");
  REQUIRE_MESSAGE(bool{made}, (made ? "" : made.error().message()));
  made.value().unit.policy = policy_of(spec.policy);
  return std::move(made).value().unit;
}
inline Unit unit(std::string_view text, Values policy = {}) {
  return unit(side(text, std::move(policy)));
}

inline Scenario scenario(std::string battle, SideSpec attacker, SideSpec defender,
                         Values readings = {}) {
  Scenario asked;
  asked.game = "arcane_legions";
  asked.battle = std::move(battle);
  asked.sides = {std::move(attacker), std::move(defender)};
  asked.readings = std::move(readings);
  return asked;
}

inline Result<Report> try_solve(const Scenario& asked) {
  Options options;
  options.method = Method::exact;
  options.exact_budget = 1e11;
  return odds(asked, options);
}
inline Report solve(const Scenario& asked) {
  auto report = try_solve(asked);
  REQUIRE_MESSAGE(bool{report}, (report ? "" : report.error().message()));
  return std::move(report).value();
}

/// Attack dice of a fresh unit.
inline int attack(std::string_view actor, std::string_view target, Order order = {},
                  Values policy = {}, const Readings& readings = {}) {
  const Unit a = unit(actor, std::move(policy)), t = unit(target);
  const Force fa = starting(a), ft = starting(t);
  return attack_dice(readings, {a, fa}, {t, ft}, order, 0).dice;
}
inline int defence(std::string_view actor, std::string_view target, Order order = {},
                   Values policy = {}) {
  const Unit a = unit(actor), t = unit(target, std::move(policy));
  const Force fa = starting(a), ft = starting(t);
  return defence_dice({}, {a, fa}, {t, ft}, order).dice;
}

}  // namespace broadside::arcane_legions::fielding
