#include "core/systems/arcane_legions/known_unit.hpp"

#include <vector>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"
#include "core/systems/arcane_legions/builder.hpp"

namespace broadside::arcane_legions {
namespace {

Result<Draft> from_derived(const DerivedUnit& known, const std::string& where) {
  std::vector<FigureCount> groups;
  for (const Part& part : known.parts)
    if (!part.figure.empty()) groups.push_back({find_figure(part.figure), part.count});
  return from_figures(groups, known.faction, where).transform([&](Draft&& draft) {
    draft.made.unit.name = known.name;
    draft.made.notes = {
        fmt::format("{}, {}: derived from its figures; no printed card was seen, and icons are "
                    "dealt over the figures in list order",
                    known.id, known.name)};
    return std::move(draft);
  });
}

Draft from_example(const ExampleUnit& known) {
  Draft draft;
  Unit& unit = draft.made.unit;
  unit.name = known.id;
  draft.sides = known.sides;
  for (const ExampleSlot& at : known.slots) {
    FieldSlot slot{at.hit_points, at.attack, at.ranged, at.defence, at.circle, {}, 0, at.starts};
    if (at.ability) slot.abilities.push_back(*at.ability);
    slot.label = add_plain_label(unit, at.hit_points);
    unit.slots.push_back(std::move(slot));
  }
  for (const Ability ability : known.unit_abilities) unit.abilities.set(index(ability));
  draft.made.notes.push_back(
      fmt::format("{}: an example unit, made up to exercise rules; no such card exists", known.id));
  draft.known = true;
  return draft;
}

Result<Draft> from_published(const PublishedUnit& known, const std::string& where) {
  if (!known.derived.empty())
    for (const DerivedUnit& derived : derived_units())
      if (derived.id == known.derived)
        return from_derived(derived, where).transform([&](Draft&& draft) {
          draft.made.notes = {fmt::format(
              "{}, {}: a published unit that is partly known, taken as {}, derived from its "
              "figures",
              known.id, known.name, derived.id)};
          return std::move(draft);
        });
  Draft draft = from_icons(known.name, known.attack, known.ranged, known.defence);
  for (const IconCount& icon : known.abilities)
    for (int i = 0; i < icon.icons; ++i) {
      if (info(icon.ability).of_unit)
        draft.made.unit.abilities.set(index(icon.ability));
      else
        draft.made.unit.slots[0].abilities.push_back(icon.ability);
    }
  draft.made.icons_only = true;
  draft.made.notes.push_back(
      fmt::format("{}, {}: a published unit of which only some icons are known; its figures are "
                  "not, so it loses none",
                  known.id, known.name));
  return draft;
}

}  // namespace

Result<Draft> from_id(const std::string& typed, const std::string& where) {
  const std::string wanted = fold_name(typed);
  for (const DerivedUnit& unit : derived_units())
    if (fold_name(unit.id) == wanted) return from_derived(unit, where);
  for (const ExampleUnit& unit : example_units())
    if (fold_name(unit.id) == wanted) return from_example(unit);
  for (const PublishedUnit& unit : published_units())
    if (fold_name(unit.id) == wanted) return from_published(unit, where);
  for (const std::string_view known : units_known_by_name())
    if (fold_name(known) == wanted)
      return InputError{fmt::format("{} is known by its name only", known), where,
                        "describe it: dice 9 red, 7 white, hp 1 1 1 1 1 2, side red"};
  if (const Figure* figure = find_figure(typed))
    return InputError{quoted(typed) + " is a figure, not a unit", where,
                      fmt::format(R"(count figures: {{"units": {{"{}": 6}}}})", figure->key)};
  std::vector<std::string_view> names;
  for (const DerivedUnit& unit : derived_units()) names.push_back(unit.id);
  for (const ExampleUnit& unit : example_units()) names.push_back(unit.id);
  for (const PublishedUnit& unit : published_units()) names.push_back(unit.id);
  std::string hint = nearest_hint(typed, names);
  if (hint.empty()) hint = "see broadside list units --game arcane_legions";
  return InputError{"unknown unit " + quoted(typed), where, hint};
}

}  // namespace broadside::arcane_legions
