#pragma once
// Question: what does a file that was named on the command line hold?

#include <map>
#include <string>

#include "core/scenario/result.hpp"

namespace broadside::cli {

/// A whole file, or standard input for "-".
Result<std::string> read_file(const std::string& path);

/// What the files held that were read so far.
using Files = std::map<std::string, std::string>;
const Files& files_read();

/// From now on these files hold this, whatever is on the disk: so that a question can be asked again
/// where its files are not.
void give_files(Files files);

}  // namespace broadside::cli
