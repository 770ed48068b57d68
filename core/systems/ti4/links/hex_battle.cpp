// The battle in one system of a hexSummary: "tile 19 18+0+0;,19+0+1BdWt;Bi2p".

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"
#include "core/systems/ti4/links/draft.hpp"
#include "core/systems/ti4/links/hex_summary.hpp"
#include "core/systems/ti4/links/links.hpp"
#include "core/systems/ti4/links/planets.hpp"
#include "core/systems/ti4/links/tables.hpp"

namespace broadside::ti4::links {
namespace {

/// What was typed: the summary, and the tile that is asked for.
struct Typed {
  std::string summary, tile;
};

bool looks_like_system(std::string_view word) {
  const auto digits = word.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string_view::npos) return false;
  std::string_view rest = word.substr(digits);
  if (rest.front() == 'A' || rest.front() == 'B')
    rest.remove_prefix(std::min<std::size_t>(2, rest.size()));
  for (int place = 0; place < 2; ++place) {
    if (rest.size() < 2 || (rest.front() != '+' && rest.front() != '-')) return false;
    const auto end = std::min(rest.find_first_not_of("0123456789", 1), rest.size());
    if (end == 1) return false;
    rest.remove_prefix(end);
  }
  return true;
}

std::optional<Typed> typed_parts(std::string_view text) {
  Typed typed;
  std::string words(trimmed(text));
  std::replace_if(
      words.begin(), words.end(), [](char c) { return c == '"' || c == ':'; }, ' ');
  for (const std::string_view word : split(words, ' ')) {
    const std::string folded = fold_name(word);
    if (folded.empty() || folded == "tile" || folded == "hexsummary" || folded == "hex_summary")
      continue;
    if (typed.summary.empty() && looks_like_system(word))
      typed.summary = word;
    else if (typed.tile.empty() && word.find_first_not_of("0123456789") == std::string_view::npos)
      typed.tile = word;
    else
      return std::nullopt;
  }
  if (typed.summary.empty()) return std::nullopt;
  return typed;
}

constexpr bool is_ship(UnitType type) {
  return type != UnitType::infantry && type != UnitType::mech && type != UnitType::pds &&
         type != UnitType::space_dock;
}
constexpr bool is_troop(UnitType type) {
  return type == UnitType::infantry || type == UnitType::mech;
}

std::string colour_name(char letter) {
  for (const Colour& colour : colours())
    if (colour.letter == letter) return std::string(colour.name);
  return std::string{letter};
}

const HexUnits* units_of(const HexRegion& region, char colour) {
  for (const HexUnits& player : region.players)
    if (player.colour == colour) return &player;
  return nullptr;
}

template <class Kind>
int count(const HexRegion& region, char colour, Kind kind) {
  const HexUnits* player = units_of(region, colour);
  int sum = 0;
  for (std::size_t t = 0; player != nullptr && t < kUnitTypes; ++t)
    if (kind(static_cast<UnitType>(t))) sum += player->units[t];
  return sum;
}

constexpr auto kAnything = [](UnitType) { return true; };

/// Those who have units in a system, in the order of the text.
std::string players_of(const HexSystem& system) {
  std::string list;
  for (const HexRegion& region : system.regions)
    for (const HexUnits& player : region.players)
      if (count(region, player.colour, kAnything) > 0 &&
          list.find(player.colour) == std::string::npos)
        list += player.colour;
  return list;
}

Result<const HexSystem*> chosen(const std::vector<HexSystem>& systems, const std::string& tile,
                                const std::string& where) {
  std::string contested;
  const HexSystem* found = nullptr;
  int fights = 0;
  for (const HexSystem& system : systems) {
    if (system.tile == tile) return &system;
    if (players_of(system).size() < 2) continue;
    found = &system;
    ++fights;
    contested += (contested.empty() ? "" : ", ") + system.tile;
  }
  if (tile.empty() && fights == 1) return found;
  if (tile.empty() && systems.size() == 1) return &systems.front();
  const std::string hint = contested.empty() ? "no tile here has units of two players"
                                             : "tiles with units of two players: " + contested;
  if (!tile.empty()) return InputError{"there is no tile " + tile, where, hint};
  return InputError{"which tile is meant?", where, hint + "; write 'tile 19' before the text"};
}

class HexReader {
 public:
  HexReader(const HexSystem& system, char attacker, char defender)
      : system_(system), colours_{{{attacker, defender}}} {}

  ForeignBattle read() {
    choose_battle();
    for (const Side side : kSides) take(side, system_.regions[0], "space", kAnything);
    for (std::size_t r = 1; r < system_.regions.size(); ++r) take_planet(r);
    draft_.note(
        "factions, upgrades and damage are not in such a text: add them where there are "
        "any");
    return finished(std::move(draft_));
  }

 private:
  char attacker() const { return colours_[Side::attacker]; }
  char defender() const { return colours_[Side::defender]; }

  /// Who has ships fights in space; whoever brings troops wants the first planet that is held.
  void choose_battle() {
    const auto& regions = system_.regions;
    for (std::size_t r = regions.size(); r-- > 1;)
      if (count(regions[r], defender(), kAnything) > 0) planet_ = r;
    const bool attacks = count(regions[0], attacker(), is_ship) > 0;
    const bool defends = count(regions[0], defender(), is_ship) > 0;
    int troops = count(regions[0], attacker(), is_troop);
    if (planet_ > 0) troops += count(regions[planet_], attacker(), is_troop);
    if (planet_ > 0 && !defends)
      draft_.battle = attacks ? "invasion" : "ground";
    else if (planet_ > 0 && troops > 0)
      draft_.battle = "conquest";
    else
      draft_.battle = "space";
    if (draft_.battle == "space") planet_ = 0;
  }

  template <class Kind>
  void take(Side side, const HexRegion& region, const std::string& where, Kind kind) {
    const HexUnits* player = units_of(region, colours_[side]);
    for (std::size_t t = 0; player != nullptr && t < kUnitTypes; ++t) {
      const auto type = static_cast<UnitType>(t);
      if (player->units[t] == 0) continue;
      if (kind(type))
        draft_[side].units[t] += player->units[t];
      else
        draft_.note(side, fmt::format("{} {} on {} left out", player->units[t], name(type), where));
    }
  }

  /// Of other planets only the cannons that fire into space take part.
  void take_planet(std::size_t r) {
    const HexRegion& region = system_.regions[r];
    const std::string planet = planet_of(system_.tile, r - 1);
    const bool fought_for = r == planet_, space = draft_.battle == "space";
    for (const Side side : kSides)
      take(side, region, planet, [&](UnitType type) {
        return fought_for || (space && (type == UnitType::pds || type == UnitType::space_dock));
      });
    if (fought_for && system_.regions.size() > 2)
      draft_.note(fmt::format("the planet fought for is {}", planet));
    const bool geoform = region.attachments.find('u') != std::string::npos;
    if (geoform && (fought_for || space))
      draft_[Side::defender].effects.push_back(
          {{"hero_ul_the_progenitor", {}, {}, {}}, "geoform on " + planet});
    if (fought_for && region.attachments.find('z') != std::string::npos)
      draft_.system.push_back(
          {{"attachment_demilitarized_zone", {}, {}, {}}, "demilitarized zone on " + planet});
  }

  const HexSystem& system_;
  BySide<char> colours_;
  Draft draft_;
  std::size_t planet_ = 0;  ///< region of the planet fought for; 0 = none
};

/// The attacker has put a command token there, or is the only one with ships, or the only one who
/// holds no planet; else the first.
char attacker_of(const HexSystem& system, const std::string& players) {
  const HexRegion& space = system.regions[0];
  std::string with_token, with_ships, with_no_planet;
  for (const char colour : players) {
    const HexUnits* player = units_of(space, colour);
    if (player != nullptr && player->command_tokens > 0) with_token += colour;
    if (count(space, colour, is_ship) > 0) with_ships += colour;
    if (std::none_of(system.regions.begin() + 1, system.regions.end(),
                     [&](const HexRegion& one) { return count(one, colour, kAnything) > 0; }))
      with_no_planet += colour;
  }
  if (with_token.size() == 1) return with_token[0];
  if (with_ships.size() == 1) return with_ships[0];
  if (with_no_planet.size() == 1) return with_no_planet[0];
  return players[0];
}

}  // namespace

bool is_hex_summary(std::string_view text) { return typed_parts(text).has_value(); }

Result<ForeignBattle> read_hex_summary(std::string_view text) {
  const auto typed = typed_parts(text);
  const std::string where(trimmed(text));
  if (!typed) return InputError{"no hexSummary", where, "e.g. '19+0+0B2r;R2i'"};
  const auto systems = parse_hex_summary(typed->summary);
  if (!systems) return systems.error();
  const auto system = chosen(*systems, typed->tile, where);
  if (!system) return system.error();
  const std::string players = players_of(**system);
  if (players.empty()) return InputError{"no units in tile " + (*system)->tile, where, ""};
  if (players.size() > 2)
    return InputError{
        fmt::format("{} players have units in tile {}", players.size(), (*system)->tile), where,
        "a battle has two sides: write their fleets yourself"};
  const char attacker = attacker_of(**system, players);
  const char defender = players.size() == 1 ? ' ' : players[players[0] == attacker ? 1 : 0];
  auto battle = HexReader(**system, attacker, defender).read();
  battle.notes.insert(
      battle.notes.begin(),
      fmt::format("tile {}: {} attacks{}; swap the sides if it is the other way "
                  "round",
                  (*system)->tile, colour_name(attacker),
                  defender == ' ' ? "" : ", " + colour_name(defender) + " defends"));
  return battle;
}

}  // namespace broadside::ti4::links
