#pragma once
// Question: which command is meant by what was typed? The words as CLI11 is to read them: with a
// command in front, and nothing that looks like an option but is none.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/result.hpp"

namespace broadside::cli {

/// "2 dn vs ws" is a question about odds, "help odds" the help of odds, "version" --version; words
/// that begin with a command stay as they are. A word that is near a command and no fleet is an
/// error.
Result<std::vector<std::string>> with_command(std::vector<std::string> words,
                                              std::span<const std::string_view> commands);

}  // namespace broadside::cli
