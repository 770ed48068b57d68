#include "core/systems/ti4/links/hex_summary.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/scenario/text.hpp"
#include "core/systems/ti4/links/tables.hpp"

namespace broadside::ti4::links {
namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads one system letter by letter.
class SystemReader {
 public:
  explicit SystemReader(std::string_view text) : text_(text) {}

  Result<HexSystem> read() {
    HexSystem system;
    while (is_digit(next())) system.tile += text_[at_++];
    if (system.tile.empty()) return error("a tile number is missing");
    if (next() == 'A' || next() == 'B') {
      system.hyperlane = {text_[at_++]};
      if (!is_digit(next())) return error("the rotation of the hyperlane is missing");
      system.hyperlane += text_[at_++];
    }
    for (int* place : {&system.x, &system.y}) {
      const char sign = next();
      if (sign != '+' && sign != '-') return error("the place of the tile is missing");
      ++at_;
      if (!is_digit(next())) return error("the place of the tile is missing");
      *place = number() * (sign == '-' ? -1 : 1);
    }
    char colour = ' ';  // stays from region to region, although it is written again in practice
    for (;;) {
      auto region = read_region(colour);
      if (!region) return region.error();
      system.regions.push_back(*std::move(region));
      if (next() != ';') break;
      ++at_;
    }
    if (at_ < text_.size()) return error(fmt::format("cannot read {}", quoted(text_.substr(at_))));
    return system;
  }

 private:
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  int number() {
    constexpr int kMost = 10'000;  // numbers stop here, so that they cannot overflow
    int value = 0;
    while (is_digit(next())) value = std::min(value * 10 + (text_[at_++] - '0'), kMost);
    return value;
  }

  InputError error(std::string problem) const {
    return {std::move(problem), std::string(text_),
            "a system is written '19+0+0B2r1y;R2i': tile, place, colours with units"};
  }

  Result<HexRegion> read_region(char& colour) {
    HexRegion region;
    int count = 1;
    for (char c = next(); c != '\0' && c != ';' && c != '*'; c = next()) {
      if (is_digit(c)) {
        count = number();
      } else if (std::any_of(colours().begin(), colours().end(),
                             [&](const Colour& one) { return one.letter == c; })) {
        colour = c;
        count = 1;
        ++at_;
      } else if (colour == ' ') {
        return error(fmt::format("{} stands before any colour", quoted(std::string{c})));
      } else if (!add(region, colour, c, count)) {
        return error(fmt::format("{} is no unit", quoted(std::string{c})));
      } else {
        ++at_;
      }
    }
    if (next() == '*') ++at_;
    while (next() != '\0' && next() != ';') region.attachments += text_[at_++];
    return region;
  }

  static bool add(HexRegion& region, char colour, char letter, int count) {
    auto player = std::find_if(region.players.begin(), region.players.end(),
                               [&](const HexUnits& one) { return one.colour == colour; });
    if (player == region.players.end())
      player = region.players.insert(player, HexUnits{.colour = colour});
    if (letter == 't') return player->command_tokens += count, true;
    if (letter == 'o') return player->control_tokens += count, true;
    for (const UnitLetter& unit : unit_letters())
      if (unit.letter == letter) return player->units[unit.type] += count, true;
    return false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

Result<std::vector<HexSystem>> parse_hex_summary(std::string_view text) {
  std::vector<HexSystem> systems;
  for (const std::string_view part : split(text, ',')) {
    auto system = SystemReader(part).read();
    if (!system) return system.error();
    systems.push_back(*std::move(system));
  }
  if (systems.empty()) return InputError{"no system", std::string(text), "e.g. '19+0+0B2r;R2i'"};
  return systems;
}

}  // namespace broadside::ti4::links
