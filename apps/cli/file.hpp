#pragma once
// Question: what does a file that was named on the command line hold?

#include <string>

#include "core/scenario/result.hpp"

namespace broadside::cli {

/// A whole file, or standard input for "-".
Result<std::string> read_file(const std::string& path);

}  // namespace broadside::cli
