#include "apps/report/add_value.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace broadside {
namespace {

using EffectChoices = std::vector<EffectChoice>;
using UnitCounts = std::vector<UnitCount>;

/// Do both say the same? Of units and their numbers the order says nothing. The same card twice is
/// two cards, which the game counts or refuses.
bool says_no_more(const Value& before, const Value& value) {
  if (std::holds_alternative<EffectChoices>(value)) return false;
  const auto *first = std::get_if<UnitCounts>(&before), *second = std::get_if<UnitCounts>(&value);
  if (first && second)
    return std::is_permutation(first->begin(), first->end(), second->begin(), second->end());
  return before == value;
}

/// Both lists in one; nothing where the field's lists do not grow.
std::optional<Value> both_lists(const Field& field, const Value& before, const Value& value) {
  if (field.empty_counts) return std::nullopt;
  if (const auto* first = std::get_if<EffectChoices>(&before),
      *second = std::get_if<EffectChoices>(&value);
      first && second) {
    EffectChoices all = *first;
    all.insert(all.end(), second->begin(), second->end());
    return all;
  }
  // A policy's list is an order: two of them are no third one.
  if (field.place != Place::side) return std::nullopt;
  const auto *first = std::get_if<Names>(&before), *second = std::get_if<Names>(&value);
  if (!first || !second) return std::nullopt;
  Names all = *first;
  for (const std::string& name : *second)  // a type is upgraded or not, whoever says it
    if (field.kind != FieldKind::types || std::find(all.begin(), all.end(), name) == all.end())
      all.push_back(name);
  return all;
}

InputError said_twice(const Field& field, const Value& before, const Value& value,
                      const std::string& where) {
  const bool of_side = field.place == Place::side || field.place == Place::policy;
  const auto *first = std::get_if<std::string>(&before), *second = std::get_if<std::string>(&value);
  return {first && second ? fmt::format("two values of {}{}: '{}' and '{}'", field.name,
                                        of_side ? " for one side" : "", *first, *second)
                          : fmt::format("{} is given twice", field.name),
          where, "name it once"};
}

template <class Of>
std::optional<InputError> add_to(Of& of, const Field& field, Value value,
                                 const std::string& where) {
  if (const auto before = given(of, field.place, field.name);
      before && !says_no_more(*before, value)) {
    auto both = both_lists(field, *before, value);
    if (!both) return said_twice(field, *before, value, where);
    value = *std::move(both);
  }
  give(of, field.place, field.name, std::move(value));
  return std::nullopt;
}

}  // namespace

std::optional<InputError> add_value(SideSpec& of, const Field& field, Value value,
                                    const std::string& where) {
  return add_to(of, field, std::move(value), where);
}

std::optional<InputError> add_value(Scenario& of, const Field& field, Value value,
                                    const std::string& where) {
  return add_to(of, field, std::move(value), where);
}

}  // namespace broadside
