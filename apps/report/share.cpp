#include "apps/report/share.hpp"

#include <fmt/format.h>

#include "apps/report/json_parts.hpp"
#include "apps/report/link.hpp"
#include "core/game.hpp"
#include "core/scenario/text.hpp"
#include "sim/engine.hpp"

namespace broadside {

Result<SharedBattle> share(const Scenario& scenario) {
  auto link = write_link(scenario);
  if (!link) return link.error();
  SharedBattle shared{*std::move(link), {}, {}};
  const auto game = find_game(scenario.game);
  if (!game) return game.error();
  if (auto foreign = game.value()->write_foreign(scenario)) {
    shared.others = std::move(foreign->links);
    shared.notes = std::move(foreign->notes);
  }
  return shared;
}

std::string share_text(const SharedBattle& shared) {
  std::string text = fmt::format("Link: {}\n", shared.link);
  for (const std::string& other : shared.others) text += fmt::format("      {}\n", other);
  for (const std::string& note : shared.notes) text += fmt::format("      ({})\n", printable(note));
  return text;
}

std::string share_json(const SharedBattle& shared) {
  Json json;
  json["link"] = shared.link;
  json["others"] = shared.others;
  json["notes"] = shared.notes;
  return json_line(json);
}

}  // namespace broadside
