#pragma once
// Question: which battle does a link of ours mean, and how is a battle written as one?
//
//   #v=1&game=ti4&battle=conquest&a=2 dn, 4 ff&d=ws&a.losses=ff,dn&rounds=2      (percent-encoded)
//
// Fleets are the notation that people type. What it cannot say stands under the names of the fields
// that the game declares: "a." and "d." for the sides and their policies, "rules." and "system.",
// alone for the battle. What a fleet and a field both say is added up or refused (add_value.hpp).
// Order does not matter. Nothing here needs JSON: the page uses the same code.

#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/foreign.hpp"
#include "core/scenario/query.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"

namespace broadside {

/// Whether a text is a link of ours, or the part of one behind its '#'.
bool is_link(std::string_view text);

/// Keys that mean nothing to this program are named in the notes, so that links of later versions
/// can be read; values that cannot be used are errors.
Result<ForeignBattle> read_link(std::string_view text);

/// A scenario whose sides are known, with what keys of a link say about it ("a.losses", "rounds"): for
/// tables whose columns are such keys. A key that means nothing is an error.
Result<Scenario> with_keys(Scenario scenario, std::vector<QueryItem> items);

/// The link, beginning with its '#'. What was not given is not written.
Result<std::string> write_link(const Scenario& scenario);

}  // namespace broadside
