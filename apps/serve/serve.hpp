#pragma once
// Question: how do others reach the page and the engine over HTTP?
// One thread reads and writes (apps/serve/http); questions are answered by processes of their own
// (worker.hpp), so none of them can take the server down, or more time and memory than it may.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/serve/limits.hpp"
#include "core/scenario/result.hpp"

namespace broadside::serve {

struct Settings {
  std::string host = "127.0.0.1";
  std::uint16_t port = 8017;       ///< 0 = one that is free
  std::vector<std::string> names;  ///< besides its own (own_names.hpp)
  std::string page;                ///< the folder of the page; empty = there is none
  std::string page_missing;        ///< why there is none, for whoever comes to look
  bool open = false;               ///< show the page in the browser
  bool quiet = false;              ///< no line for each request
  Limits limits;
};

/// Serves until SIGINT or SIGTERM, then finishes what was accepted; a second signal ends it at once.
/// What kept it from serving, if anything.
std::optional<InputError> serve(const Settings& settings);

/// Whether this program was built with its server.
bool can_serve() noexcept;

}  // namespace broadside::serve
