#include "apps/ask/kinds.hpp"

namespace broadside {

std::span<const AskKind> ask_kinds() {
  constexpr Method kSolved = Method::automatic;
  static const std::vector<AskKind> kinds{
      {"odds", {}, kSolved, tell_odds},
      {"compare", {"attackers", "against"}, kSolved, tell_compare},
      {"best",
       {"budget", "against", "mix", "goal", "have", "supply", "only", "never", "upgrades", "show"},
       kSolved,
       tell_best},
      {"vary", {"vary"}, kSolved, tell_vary},
      {"need", {"need", "supply"}, kSolved, tell_need},
      {"replay", {}, kSolved, tell_replay},
      {"list", {"list", "search", "faction", "expansion"}, kSolved, tell_list},
      {"schema", {}, kSolved, tell_schema},
  };
  return kinds;
}

}  // namespace broadside
