#pragma once
// Question: what did the player mean by this word?

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace broadside {

/// Lower case, runs of blanks, '-' and '_' folded to one '_', apostrophes dropped: "War  Sun" and
/// "war-sun" are one name.
std::string fold_name(std::string_view text);

/// Edits (insert, delete, replace, swap of neighbours) between two words.
int edit_distance(std::string_view a, std::string_view b);

/// The known name that was probably meant; empty where none is near.
std::string_view nearest_name(std::string_view word, std::span<const std::string_view> known);

/// "did you mean 'cruiser'?"
std::string did_you_mean(std::string_view name);

/// "did you mean 'cruiser'?" for the nearest known name, or "known: a, b, c" when none is near and
/// the list is short.
std::string nearest_hint(std::string_view word, std::span<const std::string_view> known);

/// "known: a, b, c"
std::string known_names(std::span<const std::string_view> known);

/// The nearest known name, or all of them.
std::string nearest_or_all(std::string_view word, std::span<const std::string_view> known);

}  // namespace broadside
