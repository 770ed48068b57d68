#include "core/systems/arcane_legions/units.hpp"

#include "core/scenario/names.hpp"

namespace broadside::arcane_legions {
namespace {

constexpr By<Colour, 3, std::string_view> kColours{"grey", "red", "blue"};
constexpr By<Faction, kFactions, std::string_view> kFactionNames{"egyptian", "han", "roman",
                                                                 "mercenary"};

}  // namespace

std::string_view name(Colour colour) { return kColours[colour]; }
std::string_view name(Faction faction) { return kFactionNames[faction]; }

std::string_view title(Faction faction) {
  static constexpr By<Faction, kFactions, std::string_view> kTitles{"Egyptian Empire", "Han Empire",
                                                                    "Roman Empire", "Mercenaries"};
  return kTitles[faction];
}

std::optional<Colour> find_colour(std::string_view typed) {
  const std::string wanted = fold_name(typed);
  for (std::size_t c = 0; c < kColours.size(); ++c)
    if (wanted == kColours[c] || (wanted == "gray" && c == 0)) return static_cast<Colour>(c);
  return std::nullopt;
}

std::optional<Faction> find_faction(std::string_view typed) {
  const std::string wanted = fold_name(typed);
  for (std::size_t f = 0; f < kFactions; ++f)
    if (wanted == kFactionNames[f] || wanted == fold_name(title(static_cast<Faction>(f))))
      return static_cast<Faction>(f);
  return std::nullopt;
}

const Figure* find_figure(std::string_view typed) {
  const std::string wanted = fold_name(typed);
  for (const Figure& figure : figures())
    if (wanted == figure.key || wanted == fold_name(figure.id)) return &figure;
  return nullptr;
}

}  // namespace broadside::arcane_legions
