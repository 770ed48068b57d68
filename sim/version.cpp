#include "sim/version.hpp"

namespace broadside {

const char* version() noexcept { return BROADSIDE_VERSION; }

}  // namespace broadside
