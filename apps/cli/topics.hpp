#pragma once
// Question: what must a player know before the first question? How a fleet is written, and which
// battles there are: sections of --help and of the manual.

#include <string>

namespace broadside::cli {

std::string help_topics();

}  // namespace broadside::cli
