#pragma once
// Question: what is left of a scenario when everything is taken away that does not matter?

#include <cstddef>
#include <utility>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace broadside::fuzz {

namespace detail {

/// Every scenario that has one thing less: a unit, all units of a type, an effect, a field.
inline std::vector<Scenario> one_less(const Scenario& whole) {
  std::vector<Scenario> smaller;
  const auto without = [&](auto list_of) {
    const std::size_t size = list_of(const_cast<Scenario&>(whole)).size();
    for (std::size_t i = 0; i < size; ++i) {
      Scenario less = whole;
      auto& list = list_of(less);
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
      smaller.push_back(std::move(less));
    }
  };
  const auto fields_of = [&](auto given, auto take) {
    for (const GivenField& field : given) {
      Scenario less = whole;
      take(less, field);
      smaller.push_back(std::move(less));
    }
  };
  for (const Side side : kSides) {
    without([side](Scenario & s) -> auto& { return s.side(side).units; });
    without([side](Scenario & s) -> auto& { return s.side(side).effects; });
    without([side](Scenario & s) -> auto& { return s.side(side).damaged; });
    without([side](Scenario & s) -> auto& { return s.side(side).upgrades; });
    without([side](Scenario & s) -> auto& { return s.side(side).without; });
    fields_of(given_fields(whole.side(side)), [side](Scenario& less, const GivenField& field) {
      take_back(less.side(side), field.place, field.name);
    });
    for (std::size_t u = 0; u < whole.side(side).units.size(); ++u) {
      if (whole.side(side).units[u].count <= 1) continue;
      Scenario less = whole;
      --less.side(side).units[u].count;
      smaller.push_back(std::move(less));
    }
  }
  without([](Scenario & s) -> auto& { return s.system_effects; });
  fields_of(given_fields(whole), [](Scenario& less, const GivenField& field) {
    if (field.name != "battle" && field.name != "game") take_back(less, field.place, field.name);
  });
  return smaller;
}

}  // namespace detail

/// The smallest scenario that can be made of this one by taking things away and still `fails`.
template <class Fails>
Scenario shrunk(Scenario scenario, const Fails& fails) {
  for (bool shrinks = true; shrinks;) {
    shrinks = false;
    for (Scenario& less : detail::one_less(scenario)) {
      if (less == scenario || !fails(less)) continue;
      scenario = std::move(less);
      shrinks = true;
      break;
    }
  }
  return scenario;
}

}  // namespace broadside::fuzz
