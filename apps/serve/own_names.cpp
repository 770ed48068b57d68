#include "apps/serve/own_names.hpp"

#include <algorithm>

#include "apps/serve/same_word.hpp"

namespace broadside::serve {
namespace {

/// "localhost:8017" is "localhost", "[::1]:8017" is "[::1]"; what is no port stays.
std::string_view without_port(std::string_view host) {
  const auto colon = host.rfind(':');
  if (colon == std::string_view::npos) return host;
  const bool is_port = host.find_first_not_of("0123456789", colon + 1) == std::string_view::npos;
  return is_port ? host.substr(0, colon) : host;
}

}  // namespace

bool OwnNames::take(std::string_view host) const {
  const auto name = without_port(host);
  return any || std::any_of(own.begin(), own.end(),
                            [&](const std::string& mine) { return same_word(mine, name); });
}

OwnNames own_names(std::string_view listens_on, bool loopback, std::span<const std::string> given) {
  if (!loopback && given.empty()) return {};
  OwnNames names{false, {"127.0.0.1", "[::1]", "localhost", std::string(listens_on)}};
  names.own.insert(names.own.end(), given.begin(), given.end());
  return names;
}

}  // namespace broadside::serve
