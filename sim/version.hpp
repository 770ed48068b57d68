#pragma once
// Question: which version answers? The number stands in CMakeLists.txt and nowhere else.

namespace broadside {

/// "0.2.0", of the library that is running.
const char* version() noexcept;

}  // namespace broadside
