#pragma once
// Question: by which names may visitors call this server?
// A page from elsewhere can let a name of its own lead to this machine (DNS rebinding). To a browser
// the server is then that page's, and Origin and Host agree: only the name gives it away.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace broadside::serve {

struct OwnNames {
  bool any = true;                 ///< nobody knows what the machine is called elsewhere
  std::vector<std::string> own{};  ///< without ports

  /// Whether a request with this Host ("localhost:8017") means this server.
  bool take(std::string_view host) const;
};

/// `listens_on`: an address as Host has it ("[::1]"). What leads to this machine alone (`loopback`)
/// has the names of loopback, that address and those that were given, others any, unless some were
/// given.
OwnNames own_names(std::string_view listens_on, bool loopback, std::span<const std::string> given);

}  // namespace broadside::serve
