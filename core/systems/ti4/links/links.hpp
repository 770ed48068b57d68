#pragma once
// Question: which battle does a link or a text of another Twilight Imperium tool mean?
// Four forms are read: links of ti4battle.com and of ti-combat, fleets as AsyncTI4 has them typed,
// and the hexSummary that Tabletop Playground exports. Links of ti4battle.com are written too.

#include <string_view>

#include "core/scenario/foreign.hpp"
#include "core/scenario/result.hpp"

namespace broadside::ti4::links {

bool recognises(std::string_view text);
Result<ForeignBattle> read(std::string_view text);
Result<ForeignLinks> write(const Scenario& scenario);

// The forms one by one; each says whether a text looks like its own, and reads it.

bool is_site_link(std::string_view text);
ForeignBattle read_site_link(std::string_view text);

bool is_combat_link(std::string_view text);
Result<ForeignBattle> read_combat_link(std::string_view text);

bool is_hex_summary(std::string_view text);
Result<ForeignBattle> read_hex_summary(std::string_view text);

/// One fleet with the planets that its units stand on: "2 cv, 3 gf jord". What the notation of
/// fleets reads is no such text.
bool is_async_fleet(std::string_view text);
Result<ForeignBattle> read_async_fleet(std::string_view text);

}  // namespace broadside::ti4::links
