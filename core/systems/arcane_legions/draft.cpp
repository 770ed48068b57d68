#include "core/systems/arcane_legions/draft.hpp"

#include <fmt/format.h>

#include "core/scenario/text.hpp"

namespace broadside::arcane_legions {

std::size_t add_label(Unit& unit, const std::string& type, const std::string& name, double cost) {
  for (std::size_t i = 0; i < unit.labels.size(); ++i)
    if (unit.labels[i].type == type) return i;
  unit.labels.push_back({type, name, cost, 0});
  return unit.labels.size() - 1;
}

std::string plain_figure(int hit_points) { return fmt::format("figure_{}hp", hit_points); }

std::size_t add_plain_label(Unit& unit, int hit_points) {
  return add_label(unit, plain_figure(hit_points),
                   "figure with " + counted(hit_points, "hit point"), 0);
}

Draft from_icons(std::string_view name, int attack, int ranged, int defence) {
  Draft draft;
  draft.made.unit.name = name;
  draft.made.unit.has_figures = false;
  draft.made.unit.slots.push_back({1, attack, ranged, defence, Circle::white, {}, 0, true});
  return draft;
}

InputError unknown_faction(std::string_view typed, std::string_view where) {
  return {"unknown faction " + quoted(typed), std::string(where),
          "egyptian, han, roman or mercenary"};
}

}  // namespace broadside::arcane_legions
