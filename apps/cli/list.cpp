// broadside list: what does a game know, and what does each of it do?

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/ask/listing.hpp"
#include "apps/cli/command.hpp"
#include "apps/cli/question.hpp"
#include "apps/cli/terminal.hpp"
#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"
#include "sim/engine.hpp"

namespace broadside::cli {
namespace {

struct ListArgs {
  std::string kind, game, faction, expansion, search;
  std::vector<std::string> words;
  bool json = false;
};

/// One item after the other, columns that no item uses left out. The last column wraps under itself,
/// or goes to a line of its own where the other columns leave no room. (For scripts there is
/// --json.)
std::string table(const std::vector<Listing>& items) {
  const bool one_kind = std::all_of(items.begin(), items.end(), [&](const Listing& item) {
    return item.kind == items.front().kind;
  });
  struct Printed {
    const char* head;
    std::string (*cell)(const Listing&);
    int width = 0;
  };
  std::vector<Printed> columns{
      {"id", [](const Listing& item) { return item.id; }},
      {"also", [](const Listing& item) { return joined(item.aliases); }},
      {"name",
       [](const Listing& item) { return fold_name(item.name) == item.id ? "" : item.name; }},
      {"kind", [](const Listing& item) { return item.kind; }},
      {"faction", [](const Listing& item) { return item.faction == item.id ? "" : item.faction; }},
      {"expansion", [](const Listing& item) { return item.expansion; }},
      {"where", [](const Listing& item) { return item.where; }},
  };
  if (one_kind)
    std::erase_if(columns,
                  [](const Printed& column) { return std::string_view(column.head) == "kind"; });
  for (auto& column : columns) {
    for (const auto& item : items)
      column.width = std::max(column.width, columns_of(column.cell(item)));
    if (column.width > 0) column.width = std::max(column.width, columns_of(column.head));
  }
  std::erase_if(columns, [](const Printed& column) { return column.width == 0; });

  constexpr int kLeastForText = 40;
  const int width = terminal_columns();
  const auto columns_before = [&] {
    int sum = 0;
    for (const auto& column : columns) sum += column.width + 2;
    return sum;
  };
  // What a narrow screen has no column for, first to go first, stands behind the text.
  std::vector<Printed> moved;
  for (const std::string_view spare : {"kind", "name", "expansion", "where", "also"}) {
    if (columns_before() <= width) break;
    std::erase_if(columns, [&](const Printed& column) {
      if (column.head == spare) moved.push_back(column);
      return column.head == spare;
    });
  }
  const int before = columns_before();
  const bool own_line = width - before < kLeastForText;

  std::string out;
  const auto line = [&](auto cell, const std::string& text) {
    std::string front;
    for (const auto& column : columns) front += pad_right(cell(column), column.width) + "  ";
    if (own_line) {
      front.erase(front.find_last_not_of(' ') + 1);
      out += front + "\n";
      if (!text.empty()) out += wrap(text, width, "    ", "    ");
    } else {
      out += wrap(text, width, front, pad_right("", before));
    }
  };
  line([](const Printed& column) { return std::string(column.head); },
       own_line ? "" : "what it does");
  for (const auto& item : items) {
    std::vector<std::string> rest;
    for (const auto& column : moved) {
      if (std::string cell = column.cell(item); !cell.empty()) rest.push_back(std::move(cell));
    }
    const std::string more = rest.empty() ? "" : fmt::format(" ({})", joined(rest));
    line([&](const Printed& column) { return column.cell(item); }, item.text + more);
  }
  return out;
}

/// What there is to list, of one game or of all.
std::vector<const Game*> listed_games(const ListArgs& args, const Game& named) {
  if (!args.game.empty()) return {&named};
  return {games().begin(), games().end()};
}

std::string overview(const std::vector<const Game*>& all) {
  std::string text;
  for (const Game* game : all) {
    text += fmt::format("{} (--game {})\n", game->title(), game->id());
    for (const auto kind : list_kinds())
      if (const auto count = list_of(*game, kind).size(); count > 0)
        text += fmt::format("  {:<10} {:>4}   broadside list {}{}\n", kind, count, kind,
                            game == games().front() ? "" : fmt::format(" --game {}", game->id()));
  }
  return text;
}

std::string overview_json(const std::vector<const Game*>& all) {
  nlohmann::ordered_json json;
  json["version"] = 1;
  for (const Game* game : all)
    for (const auto kind : list_kinds())
      json["games"][std::string(game->id())][std::string(kind)] = list_of(*game, kind).size();
  return json.dump();
}

int run_list(const ListArgs& args) {
  const auto refuse = [&](const InputError& error) { return complain(error, args.json); };
  const auto found = find_game(args.game);
  if (!found) return refuse(found.error());
  const Game& game = *found.value();
  if (args.kind.empty()) {
    if (!args.faction.empty() || !args.expansion.empty() || !args.search.empty())
      return refuse({"nothing says what to list", "list", words_text(list_kinds())});
    const auto all = listed_games(args, game);
    print(args.json ? overview_json(all) + "\n" : overview(all));
    return kAnswered;
  }
  ListQuestion question{args.kind, args.faction, args.expansion, args.search};
  for (const auto& word : args.words)
    question.search += (question.search.empty() ? "" : " ") + word;
  const auto list = listed(question, game);
  if (!list) return refuse(list.error());

  if (args.json) {
    print(listing_json(*list, game) + "\n");
  } else if (!list->items.empty()) {
    // Letters first, then lines: Omega takes more columns in a locale that has no sign for it.
    std::vector<Listing> items = list->items;
    for (Listing& item : items)
      for (std::string Listing::*words : {&Listing::name, &Listing::text, &Listing::where})
        item.*words = for_screen(item.*words, screen_style({}));
    print(table(items));
  } else if (list->none_at_all) {
    std::vector<std::string> others;
    for (const auto other : list_kinds())
      if (!list_of(game, other).empty()) others.emplace_back(other);
    print(fmt::format("{} has no {} here, but {}.\n", game.title(), list->kind, joined(others)));
  } else {
    const std::vector<std::string_view> known(list->names.begin(), list->names.end());
    const std::string hint = nearest_hint(question.search, known);
    print(fmt::format("No {} match '{}'.{}{}\n", list->kind, question.search,
                      hint.empty() ? "" : " ", hint));
  }
  return kAnswered;
}

void add_list(App& app, Action& chosen) {
  auto args = std::make_shared<ListArgs>();
  auto* command = app.add_subcommand("list", "What a game knows: units, effects, factions, fields");
  command->add_option("kind", args->kind, words_text(list_kinds()))->option_text("[KIND]");
  command->add_option("words", args->words, "only those that mention them")
      ->option_text("[WORD ...]");
  add_game_option(*command, args->game);
  command->add_option("--faction", args->faction, "only those of this faction")
      ->option_text("NAME");
  command->add_option("--expansion", args->expansion, "only those of this expansion")
      ->option_text("NAME");
  command->add_option("--search", args->search, "the same as the words")->option_text("WORD");
  command->add_flag("--json", args->json, "JSON on standard output, errors too");
  command->footer(
      "Examples:\n"
      "  broadside list\n"
      "  broadside list units\n"
      "  broadside list units move\n"
      "  broadside list effects combat --faction letnev\n"
      "  broadside list effects --expansion codex --json\n"
      "  broadside list cards --game rebellion --faction empire\n"
      "  broadside list fields --game rebellion");
  command->callback([args, &chosen] { chosen = [args] { return run_list(*args); }; });
}

const Subcommand kList{60, add_list};

}  // namespace
}  // namespace broadside::cli
