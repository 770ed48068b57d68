#include "core/systems/arcane_legions/units.hpp"

#include "core/scenario/names.hpp"

namespace broadside::arcane_legions {
namespace {

constexpr std::array<std::string_view, 3> kColours{"grey", "red", "blue"};
constexpr std::array<std::string_view, kFactions> kFactionNames{"egyptian", "han", "roman",
                                                                "mercenary"};

}  // namespace

std::string_view name(Colour colour) { return kColours[static_cast<std::size_t>(colour)]; }
std::string_view name(Faction faction) { return kFactionNames[static_cast<std::size_t>(faction)]; }

std::string_view title(Faction faction) {
  static constexpr std::array<std::string_view, kFactions> kTitles{"Egyptian Empire", "Han Empire",
                                                                   "Roman Empire", "Mercenaries"};
  return kTitles[static_cast<std::size_t>(faction)];
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
