#pragma once
// Question: which fleets, texts and limits does a question name in fields of its own?

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/ask/kinds.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"

namespace broadside {

/// Several sides, and what each is called: as it was typed.
struct NamedSides {
  std::vector<SideSpec> sides;
  std::vector<std::string> names;
};

/// One fleet or a list of them, each a text or an object; the rest of the battle is that of the
/// question.
Result<NamedSides> read_fleets(const Asked& asked, std::string_view field, Side side);

/// The battle of a question that names its fleets in such fields: a side that it does not name has
/// no units.
Result<Scenario> read_conditions(const Asked& asked);

/// A number or a text, as a text; an error with the example where it is missing or something else.
Result<std::string> read_text(const Asked& asked, std::string_view field, std::string_view example);
/// The same, or a list of them.
Result<std::vector<std::string>> read_texts(const Asked& asked, std::string_view field,
                                            std::string_view example);

/// "for": whose side is meant; the attacker's unless said otherwise.
Result<Side> read_whose(const Asked& asked);

/// "supply": 5 or "any".
std::optional<InputError> read_supply(const Asked& asked, std::optional<double>& supply, bool& any);

}  // namespace broadside
