#include "apps/report/fleet_names.hpp"

#include <fmt/format.h>

#include "apps/report/text.hpp"
#include "core/scenario/text.hpp"
#include "sim/engine.hpp"

namespace broadside {
namespace {

constexpr std::size_t kShort = 4;

}  // namespace

ShortFleetNames::ShortFleetNames(const std::string& game_id) : words_(words_of(game_id)) {
  const auto game = find_game(game_id);
  if (!game) return;
  for (const Listing& unit : game.value()->list_units()) {
    if (unit.type.size() <= kShort) learn(unit.type, *game.value());
    for (const std::string& word : unit.aliases) learn(word, *game.value());
  }
}

std::string ShortFleetNames::fleet(const std::vector<UnitCount>& units) const {
  std::vector<std::string> texts;
  for (const UnitCount& unit : units) {
    const auto known = names_.find(unit.type);
    if (unit.count > 0)
      texts.push_back(
          fmt::format("{} {}", unit.count,
                      known == names_.end() ? words_.of(unit.type, unit.count) : known->second));
  }
  return texts.empty() ? "nothing" : joined(texts);
}

void ShortFleetNames::learn(const std::string& word, const Game& game) {
  const auto side = game.parse_side(word);
  if (!side || side.value().units.size() != 1) return;
  const auto [at, fresh] = names_.try_emplace(side.value().units.front().type, word);
  if (!fresh && at->second.size() > kShort && word.size() < at->second.size()) at->second = word;
}

}  // namespace broadside
