#include "core/systems/rebellion/ending.hpp"

#include <algorithm>

namespace broadside::rebellion {
namespace {

std::string word(Won won) {
  constexpr const char* kWords[] = {"nobody", "attacker", "defender", "not fought", "undecided"};
  return kWords[static_cast<std::size_t>(won)];
}

/// Adds one row for each thing that an ending may say, in the order of `key`.
template <class Key, class Row>
Breakdown cut(std::string name, std::string title, const std::vector<Ending>& endings, Key key,
              Row row) {
  Breakdown breakdown;
  breakdown.name = std::move(name);
  breakdown.title = std::move(title);
  std::vector<int> keys;
  for (const Ending& ending : endings) keys.push_back(key(Close::of_tag(ending.tag)));
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  for (const int each : keys) breakdown.rows.push_back(row(each));
  for (const Ending& ending : endings)
    breakdown.row_of.push_back(static_cast<std::uint32_t>(
        std::lower_bound(keys.begin(), keys.end(), key(Close::of_tag(ending.tag))) - keys.begin()));
  return breakdown;
}

}  // namespace

std::vector<Breakdown> breakdowns(const std::vector<Ending>& endings) {
  using Rows = std::vector<Breakdown::Field>;
  std::vector<Breakdown> list;
  for (Theater theater : kBothTheaters) {
    if (std::all_of(endings.begin(), endings.end(), [&](const Ending& ending) {
          return Close::of_tag(ending.tag).won[theater] == Won::not_fought;
        }))
      continue;
    list.push_back(cut(
        std::string(name(theater)),
        theater == Theater::space ? "Who wins the space battle" : "Who wins the ground battle",
        endings, [&](const Close& close) { return static_cast<int>(close.won[theater]); },
        [](int won) {
          return Rows{{"winner", word(static_cast<Won>(won))}};
        }));
  }
  if (list.size() < 2) return list;
  const auto count = [](const Close& close, Won who) {
    return static_cast<int>(std::count(close.won.begin(), close.won.end(), who));
  };
  list.push_back(cut(
      "theaters", "Theaters won", endings,
      [&](const Close& close) {
        return (2 - count(close, Won::attacker)) * 3 + count(close, Won::defender);
      },
      [](int key) {
        return Rows{{"attacker", 2 - key / 3}, {"defender", key % 3}};
      }));
  return list;
}

}  // namespace broadside::rebellion
