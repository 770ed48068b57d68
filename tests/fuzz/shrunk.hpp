#pragma once
// Question: what is left of a scenario when everything is taken away that does not matter?

#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace broadside::fuzz {

namespace detail {

/// The list without each of its elements in turn. One is left: an empty list may say something else
/// than none.
template <class T>
void shorter(const std::vector<T>& list, std::vector<Value>& smaller) {
  if (list.size() < 2) return;
  for (std::size_t i = 0; i < list.size(); ++i) {
    std::vector<T> less = list;
    less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
    smaller.emplace_back(std::move(less));
  }
}

/// Every value that has one thing less: a name of a list, a unit, a row, a column of a row, a name
/// in a column.
inline std::vector<Value> less_of(const Value& whole) {
  std::vector<Value> smaller;
  if (const auto* names = std::get_if<Names>(&whole)) shorter(*names, smaller);
  if (const auto* effects = std::get_if<std::vector<EffectChoice>>(&whole))
    shorter(*effects, smaller);
  if (const auto* counts = std::get_if<std::vector<UnitCount>>(&whole)) {
    shorter(*counts, smaller);
    for (std::size_t u = 0; u < counts->size(); ++u) {
      if ((*counts)[u].count <= 1) continue;
      auto less = *counts;
      --less[u].count;
      smaller.emplace_back(std::move(less));
    }
  }
  const auto* rows = std::get_if<Rows>(&whole);
  if (!rows) return smaller;
  shorter(*rows, smaller);
  for (std::size_t r = 0; r < rows->size(); ++r)
    for (const auto& [name, value] : (*rows)[r]) {
      Rows without = *rows;
      without[r].erase(name);
      smaller.emplace_back(std::move(without));
      for (Value& part : less_of(value)) {
        Rows less = *rows;
        less[r][name] = std::move(part);
        smaller.emplace_back(std::move(less));
      }
    }
  return smaller;
}

/// Every scenario that has one thing less: a unit, all units of a type, an effect, a field, a part
/// of one.
inline std::vector<Scenario> one_less(const Scenario& whole) {
  std::vector<Scenario> smaller;
  const auto without = [&](auto list_of) {
    for (std::size_t i = 0; i < list_of(whole).size(); ++i) {
      Scenario less = whole;
      auto& list = list_of(less);
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
      smaller.push_back(std::move(less));
    }
  };
  const auto fields = [&](auto values_of) {
    for (const auto& [name, value] : values_of(whole)) {
      Scenario less = whole;
      values_of(less).erase(name);
      smaller.push_back(std::move(less));
      for (Value& part : less_of(value)) {
        Scenario other = whole;
        values_of(other)[name] = std::move(part);
        smaller.push_back(std::move(other));
      }
    }
  };
  for (const Side side : kSides) {
    without([side](auto& s) -> auto& { return s.side(side).units; });
    without([side](auto& s) -> auto& { return s.side(side).effects; });
    without([side](auto& s) -> auto& { return s.side(side).damaged; });
    without([side](auto& s) -> auto& { return s.side(side).upgrades; });
    without([side](auto& s) -> auto& { return s.side(side).without; });
    fields([side](auto& s) -> auto& { return s.side(side).fields; });
    fields([side](auto& s) -> auto& { return s.side(side).policy; });
    for (std::size_t u = 0; u < whole.side(side).units.size(); ++u) {
      if (whole.side(side).units[u].count <= 1) continue;
      Scenario less = whole;
      --less.side(side).units[u].count;
      smaller.push_back(std::move(less));
    }
  }
  without([](auto& s) -> auto& { return s.system_effects; });
  fields([](auto& s) -> auto& { return s.readings; });
  fields([](auto& s) -> auto& { return s.fields; });
  return smaller;
}

}  // namespace detail

/// The smallest scenario that can be made of this one by taking things away and still `fails`.
template <class Fails>
Scenario shrunk(Scenario scenario, const Fails& fails) {
  for (bool shrinks = true; shrinks;) {
    shrinks = false;
    for (Scenario& less : detail::one_less(scenario)) {
      if (!fails(less)) continue;
      scenario = std::move(less);
      shrinks = true;
      break;
    }
  }
  return scenario;
}

}  // namespace broadside::fuzz
