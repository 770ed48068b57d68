#include "core/systems/rebellion/pool.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"
#include "core/systems/rebellion/fields.hpp"
#include "core/systems/rebellion/side_reader.hpp"
#include "core/systems/rebellion/words.hpp"

namespace broadside::rebellion {

std::vector<OpenChoice> leaders_to_add(const Scenario& scenario) {
  std::vector<OpenChoice> choices;
  for (const Side side : kSides) {
    const SideSpec& spec = scenario.side(side);
    if (spec.policy.has(kAddedLeader)) continue;
    const Names &there = spec.fields.names("leaders"), &pool = spec.fields.names("pool");
    const bool is_led = std::any_of(there.begin(), there.end(), [](const std::string& word) {
      const auto leader = read_leader(word, "");
      return leader && (*leader)->has_tactic_values();
    });
    if (is_led || pool.empty()) continue;
    OpenChoice choice{side, kAddedLeader, {}};
    for (const std::string& word : pool) {
      const auto leader = read_leader(word, "");
      if (!leader) return {};  // set_up says what is wrong
      choice.ways.push_back({std::string((*leader)->name), std::string((*leader)->id)});
    }
    // RULES 2.1: whoever is to leave needs somebody who leads.
    const bool leaves = spec.policy.get<RetreatTiming>("retreat") != nullptr && there.empty();
    if (!leaves) choice.ways.push_back({std::string(kNobody), std::string(kNobody)});
    if (choice.ways.size() > 1) choices.push_back(std::move(choice));
  }
  return choices;
}

/// The leaders of the pool, checked.
Result<std::vector<const Leader*>> SideReader::pool() const {
  const std::string where = at_ + ".pool";
  std::vector<const Leader*> pool;
  for (const std::string& word : spec_.fields.names("pool")) {
    const auto read = read_leader(word, where);
    if (!read) return read.error();
    const Leader& leader = **read;
    if (leader.faction != army_.faction)
      return InputError{fmt::format("{} leads the {}", leader.name, name(leader.faction)), where,
                        "leaders of the side's own faction"};
    if (is_here(leader) || std::find(pool.begin(), pool.end(), &leader) != pool.end())
      return InputError{fmt::format("{} is named twice", leader.name), where,
                        "a leader is in the system or in the pool, once"};
    // RULES 10.9.
    if (!leader.has_tactic_values())
      return InputError{fmt::format("{} has no tactic values", leader.name), where,
                        "only leaders with tactic values are added"};
    pool.push_back(&leader);
  }
  return pool;
}

Problem SideReader::read_pool() {
  const auto read = pool();
  if (!read) return read.error();
  const std::string& chosen = spec_.policy.text(kAddedLeader);
  if (read->empty()) {
    if (chosen.empty()) return std::nullopt;
    return InputError{quoted(chosen) + " is to be added, but no pool was given",
                      fmt::format("{}.policy.{}", at_, kAddedLeader),
                      fmt::format("name the pool: --{}-pool {}", at_, quoted(chosen))};
  }
  // RULES 2.1.
  for (const Leader* leader : leaders_)
    if (leader->has_tactic_values()) {
      assume(fmt::format("{} has tactic values, so nobody is added from the pool", leader->name));
      return std::nullopt;
    }
  if (fold_name(chosen) == kNobody) return std::nullopt;
  const Leader* added = read->front();
  if (!chosen.empty()) {
    const auto wanted = read_leader(chosen, fmt::format("{}.policy.{}", at_, kAddedLeader));
    if (!wanted) return wanted.error();
    if (std::find(read->begin(), read->end(), *wanted) == read->end())
      return InputError{fmt::format("{} is not in the pool", (*wanted)->name),
                        fmt::format("{}.policy.{}", at_, kAddedLeader),
                        "a leader of the pool, or nobody"};
    added = *wanted;
  }
  const bool leads_retreat = army_.retreat.planned() && leaders_.empty();
  leaders_.push_back(added);
  add_leader(*added);
  army_.has_leader = true;
  assume(fmt::format("{} is added from the pool before the combat{}", added->name,
                     leads_retreat ? ", and can lead the retreat that was asked for; without a "
                                     "leader nobody leaves, so adding nobody is not tried"
                                   : ""));
  return std::nullopt;
}

}  // namespace broadside::rebellion
