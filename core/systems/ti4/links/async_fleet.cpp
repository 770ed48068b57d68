// Fleets as AsyncTI4 has them typed: "2 cv, 4 ff, 3 gf jord, pds moll primus". Items are separated
// by commas; each is a number (or none), one word for the unit, and the planet that it stands on.

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"
#include "core/systems/ti4/links/draft.hpp"
#include "core/systems/ti4/links/links.hpp"
#include "core/systems/ti4/links/planets.hpp"
#include "core/systems/ti4/links/tables.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4::links {
namespace {

struct Item {
  int count = 1;
  UnitType type{};
  std::string_view planet;  ///< empty = in space
};

bool all_digits(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

Result<Item> read_item(std::string text, std::string_view where) {
  const auto error = [&](std::string problem) {
    return InputError{std::move(problem), std::string(where),
                      "write e.g. '2 cv, 4 ff, 3 gf jord': a number, a unit, the planet it is on"};
  };
  if (text.find_first_not_of(" \t") == text.find('-'))
    return error(fmt::format("a number below zero in {}", quoted(trimmed(text))));
  // That tool drops these before it looks at anything. It joins the words of a space dock only;
  // those of a war sun are joined here too, since no planet is called Sun.
  std::erase_if(text, [](char c) { return c == '-' || c == '\''; });
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  for (const std::string_view two : {"space dock", "war sun"})
    if (const auto begin = text.find(two); begin != std::string::npos)
      text.erase(begin + two.find(' '), 1);
  std::vector<std::string_view> words = split(text, ' ');
  std::erase_if(words, [](std::string_view word) { return word.empty(); });

  Item item;
  std::size_t at = 0;
  if (at < words.size() && all_digits(words[at])) {
    item.count = std::max(1, *leading_number(words[at]));
    if (item.count > kMostUnits) return error(fmt::format("{} are too many", quoted(words[at])));
    ++at;
  }
  if (at == words.size()) return error(fmt::format("a unit is missing in {}", quoted(text)));
  const auto units = async_units();
  const auto unit = std::find_if(units.begin(), units.end(),
                                 [&](const UnitName& one) { return one.name == words[at]; });
  if (unit == units.end()) return error(fmt::format("unknown unit {}", quoted(words[at])));
  item.type = unit->type;
  ++at;
  if (at == words.size()) return item;
  std::string planet;
  for (; at < words.size(); ++at) planet += words[at];
  item.planet = planet_named(planet);
  if (item.planet.empty()) return error(fmt::format("unknown planet {}", quoted(planet)));
  return item;
}

Result<std::vector<Item>> read_items(std::string_view text) {
  std::vector<Item> items;
  std::array<int, kUnitTypes> counts{};
  for (const std::string_view part : split(text, ',')) {
    auto item = read_item(std::string(part), trimmed(text));
    if (!item) return item.error();
    items.push_back(*item);
    int& count = counts[static_cast<std::size_t>(item->type)];
    if ((count += item->count) > kMostUnits)
      return InputError{fmt::format("{} of {} are too many", count, name(item->type)),
                        std::string(trimmed(text)), fmt::format("at most {}", kMostUnits)};
  }
  if (items.empty()) return InputError{"no units", std::string(text), "write e.g. '2 cv, 4 ff'"};
  return items;
}

}  // namespace

bool is_async_fleet(std::string_view text) {
  if (parse_side(text)) return false;
  const auto items = read_items(text);
  if (!items) return false;
  // Marks that such a text passes over are mistakes in any other.
  return text.find_first_of("-'") == std::string_view::npos ||
         std::any_of(items->begin(), items->end(),
                     [](const Item& item) { return !item.planet.empty(); });
}

Result<ForeignBattle> read_async_fleet(std::string_view text) {
  const auto items = read_items(text);
  if (!items) return items.error();
  Draft draft;
  DraftSide& side = draft[Side::attacker];
  for (const Item& item : *items) {
    side.count(item.type) += item.count;
    if (!item.planet.empty())
      draft.note(fmt::format("{} {} on {}: read as a part of the fleet", item.count,
                             name(item.type), item.planet));
  }
  draft.note("upgrades and damage are not in such a text: add them where there are any");
  return finished(std::move(draft));
}

}  // namespace broadside::ti4::links
