#include "core/systems/ti4/links/links.hpp"

namespace broadside::ti4::links {

bool recognises(std::string_view text) {
  return is_site_link(text) || is_combat_link(text) || is_hex_summary(text) || is_async_fleet(text);
}

Result<ForeignBattle> read(std::string_view text) {
  if (is_site_link(text)) return read_site_link(text);
  if (is_combat_link(text)) return read_combat_link(text);
  if (is_hex_summary(text)) return read_hex_summary(text);
  return read_async_fleet(text);
}

}  // namespace broadside::ti4::links
