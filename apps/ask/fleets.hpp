#pragma once
// Question: which fleets, texts and limits does a question name in fields of its own?

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/ask/kinds.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "core/scenario/text.hpp"

namespace broadside {

/// Several sides, and what each is called: as it was typed.
struct NamedSides {
  std::vector<SideSpec> sides;
  std::vector<std::string> names;
};

/// One fleet or a list of them, each a text or an object; the rest of the battle is that of the
/// question. They are the side's, so the question does not name it besides.
Result<NamedSides> read_fleets(const Asked& asked, std::string_view field, Side side);
/// The same for fleets that are spoken of beside the side's own.
Result<NamedSides> read_fleets_beside(const Asked& asked, std::string_view field, Side side);

/// The battle of a question that names its fleets in such fields: a side that it does not name has
/// no units.
Result<Scenario> read_conditions(const Asked& asked);

/// A number or a text, as a text; an error with the example where it is missing or something else.
Result<std::string> read_text(const Asked& asked, std::string_view field, std::string_view example);
/// The same, or a list of them.
Result<std::vector<std::string>> read_texts(const Asked& asked, std::string_view field,
                                            std::string_view example);

/// The words of a search for fleets as the command line writes them, where fields of the question
/// give them: numbers and texts, and the lists of unit types that every such search has.
template <class Words>
std::optional<InputError> read_words(
    const Asked& asked, Words& words,
    std::initializer_list<std::pair<std::string_view, std::string Words::*>> texts) {
  for (const auto& [field, held] : texts) {
    if (!asked.own.contains(field)) continue;
    auto text = read_text(asked, field, "a number or a text");
    if (!text) return text.error();
    words.*held = *std::move(text);
  }
  for (const auto& [field, held] : {std::pair{"only", &Words::only},
                                    {"never", &Words::never},
                                    {"upgrades", &Words::upgrades}}) {
    if (!asked.own.contains(field)) continue;
    auto types = read_texts(asked, field, "a list of unit types");
    if (!types) return types.error();
    words.*held = joined(*types);
  }
  return std::nullopt;
}

/// "for": whose side is meant; the attacker's unless said otherwise.
Result<Side> read_whose(const Asked& asked);

/// "supply": 5 or "any".
std::optional<InputError> read_supply(const Asked& asked, std::optional<double>& supply, bool& any);

}  // namespace broadside
