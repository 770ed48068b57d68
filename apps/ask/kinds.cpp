#include "apps/ask/kinds.hpp"

namespace broadside {

std::span<const AskKind> ask_kinds() {
  static const std::vector<AskKind> kinds{
      {"odds", {}, tell_odds},
      {"compare", {"attackers", "against"}, tell_compare},
      {"best",
       {"budget", "against", "mix", "goal", "have", "supply", "only", "never", "upgrades", "show"},
       tell_best},
      {"vary", {"vary"}, tell_vary},
      {"need", {"need", "supply"}, tell_need},
      {"replay", {}, tell_replay},
      {"list", {"list", "search", "faction", "expansion"}, tell_list},
      {"schema", {}, tell_schema},
  };
  return kinds;
}

}  // namespace broadside
