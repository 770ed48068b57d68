// In place of apps/serve/http where the program is built without it (BROADSIDE_SERVE=OFF).

#include "apps/serve/serve.hpp"

namespace broadside::serve {

std::optional<InputError> serve(const Settings&) {
  return InputError{"this program was built without its server", "serve",
                    "cmake -D BROADSIDE_SERVE=ON, or ./broadside serve in the sources"};
}

bool can_serve() noexcept { return false; }

}  // namespace broadside::serve
