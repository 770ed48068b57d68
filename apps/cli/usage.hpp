#pragma once
// Question: what does -h say? One screen, usage.txt, which ./broadside also shows before the
// program is built; apps/CMakeLists.txt makes a string of it.

#include <string_view>

namespace broadside::cli {

extern const std::string_view kUsage;

}  // namespace broadside::cli
