#include "apps/ask/meta.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "apps/ask/goal.hpp"
#include "core/scenario/names.hpp"

namespace broadside {

std::optional<InputError> read_meta(const MetaWords& words, const Game& game,
                                    MetaQuestion& question, const MetaNames& names) {
  static constexpr std::array<std::string_view, 3> kPayoffs{"win", "net", "planet"};
  const auto known = std::find(kPayoffs.begin(), kPayoffs.end(), fold_name(words.payoff));
  if (!words.payoff.empty() && known == kPayoffs.end())
    return InputError{fmt::format("unknown payoff '{}'", words.payoff), std::string(names.payoff),
                      nearest_or_all(words.payoff, kPayoffs)};
  if (!words.payoff.empty()) question.payoff = static_cast<Payoff>(known - kPayoffs.begin());
  // What is bought is said in the same words as for the best fleet.
  BestQuestion limits;
  if (auto error = read_best({.budget = words.budget,
                              .goal = "",
                              .supply = words.supply,
                              .only = words.only,
                              .never = words.never,
                              .upgrades = words.upgrades,
                              .show = words.show,
                              .mix = {}},
                             game, limits,
                             {.budget = names.budget,
                              .supply = names.supply,
                              .only = names.only,
                              .never = names.never,
                              .upgrades = names.upgrades,
                              .show = names.show}))
    return error;
  question.budget = limits.budget;
  question.supply = limits.supply;
  question.any_supply = limits.any_supply;
  question.only = limits.only;
  question.never = limits.never;
  if (!words.show.empty()) question.show = limits.show;
  for (const Side side : kSides) {
    SideSpec& both = question.scenario.side(side);
    if (!both.units.empty())
      return InputError{"all fleets of this question are bought: it starts with none",
                        fmt::format("{}.units", name(side)),
                        "leave the units out; of a side it takes faction, upgrades and effects"};
    if (!words.faction.empty() && !both.faction.empty())
      return InputError{fmt::format("two factions of the {}: '{}' and '{}'", name(side),
                                    words.faction, both.faction),
                        std::string(names.faction), "say it for both sides, or for each"};
    if (!words.faction.empty()) both.faction = words.faction;
    for (const std::string& type : limits.scenario.side(Side::attacker).upgrades)
      if (std::find(both.upgrades.begin(), both.upgrades.end(), type) == both.upgrades.end())
        both.upgrades.push_back(type);
  }
  return std::nullopt;
}

}  // namespace broadside
