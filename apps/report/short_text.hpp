#pragma once
// Question: what does a player want to read at one glance? At most 15 lines of 80 columns: the
// answer, the bar, what is left, what it costs, what may surprise, what was assumed.

#include <string>
#include <vector>

#include "apps/report/layout.hpp"
#include "sim/engine.hpp"

namespace broadside {

std::string short_text(const Report& report, const TextStyle& style);

/// The same for a chat that knows Markdown but no tables.
std::string short_markdown(const Report& report);

/// What may surprise, as far as so many lines have room for it.
std::string notes_text(const std::vector<std::string>& notes, int lines, const TextStyle& style);

/// The same in an answer about many battles: a few lines, with `style.details` all of it.
std::string notes_part(const std::vector<std::string>& notes, const TextStyle& style);

/// How an answer ends. "Assumed: cruisers are lost first. --details for all tables.": the choices
/// that weigh most (`brief` may be empty) and where all others stand; with `style.details` all of
/// them.
std::string assumptions_part(const std::vector<std::string>& brief,
                             const std::vector<std::string>& assumptions, const TextStyle& style);

}  // namespace broadside
