// broadside list: what does a game know, and what does each of it do?

#include "apps/cli/list.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/cli/command.hpp"
#include "apps/cli/question.hpp"
#include "apps/cli/terminal.hpp"
#include "apps/report/value_json.hpp"
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

/// Lower case, '-' and '_' as blanks, apostrophes dropped: "norr" finds N'orr, "jol nar" Jol-Nar.
std::string plain(const std::string& text) {
  std::string out = fold_name(text);
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}

/// The same without blanks: "jolnar".
std::string squeezed(const std::string& text) {
  std::string out = plain(text);
  std::erase(out, ' ');
  return out;
}

/// All that can be searched, in one text.
std::string searchable(const Listing& item) {
  std::vector<std::string> parts{item.id,        item.name,  item.kind, item.faction,
                                 item.expansion, item.where, item.text};
  parts.insert(parts.end(), item.aliases.begin(), item.aliases.end());
  return plain(joined(parts, "\n"));
}

using Column = std::string Listing::*;

/// The id of the faction that a word names: by id, printed name or alias, or the beginning of one
/// faction's.
std::string faction_id(const std::string& word, const std::vector<Listing>& factions) {
  const std::string typed = squeezed(word);
  std::vector<std::string> begin_so;
  for (const auto& faction : factions) {
    std::vector<std::string> names{faction.id, faction.name};
    if (faction.name.starts_with("The ")) names.push_back(faction.name.substr(4));
    names.insert(names.end(), faction.aliases.begin(), faction.aliases.end());
    for (const auto& name : names)
      if (squeezed(name) == typed) return faction.id;
    if (std::any_of(names.begin(), names.end(),
                    [&](const auto& name) { return squeezed(name).starts_with(typed); }))
      begin_so.push_back(faction.id);
  }
  return begin_so.size() == 1 && typed.size() > 1 ? begin_so.front() : word;
}

/// "Prophecy of Kings" and "pok", "codex" for all of them, "codex 1".
bool is_expansion(const std::string& id, const std::string& word) {
  std::string initials;
  bool begins = true;
  for (const char c : plain(word)) {
    if (begins) initials += c;
    begins = c == ' ';
  }
  const std::string typed = squeezed(word);
  return squeezed(id).starts_with(typed) || (initials.size() > 1 && initials == id) ||
         typed == id + "game";
}

/// Keeps the items whose field is the word; where none has it, says which words would have worked.
std::optional<InputError> keep(std::vector<Listing>& items, Column field, const std::string& word,
                               const char* what,
                               bool (*is_it)(const std::string& field, const std::string& word)) {
  if (word.empty()) return std::nullopt;
  std::vector<std::string> known;
  for (const auto& item : items) {
    if (!(item.*field).empty()) known.push_back(item.*field);
  }
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  std::erase_if(items, [&](const Listing& item) { return !is_it(item.*field, word); });
  if (!items.empty()) return std::nullopt;
  const std::vector<std::string_view> names(known.begin(), known.end());
  std::string hint = nearest_hint(word, names);
  if (hint.empty()) hint = names.empty() ? "leave it out" : fmt::format("known: {}", joined(known));
  return InputError{fmt::format("nothing here is of the {} '{}'", what, word),
                    fmt::format("--{}", what), hint};
}

/// Keeps the items that say it; where none says it as it stands, those that say each of its words.
void search(std::vector<Listing>& items, const std::string& wanted) {
  const std::string phrase = plain(wanted);
  const auto says = [](const Listing& item, const std::string& part) {
    return searchable(item).find(part) != std::string::npos;
  };
  if (std::any_of(items.begin(), items.end(),
                  [&](const Listing& item) { return says(item, phrase); })) {
    std::erase_if(items, [&](const Listing& item) { return !says(item, phrase); });
    return;
  }
  std::istringstream words(phrase);
  for (std::string word; words >> word;)
    std::erase_if(items, [&](const Listing& item) { return !says(item, word); });
}

/// One item a line, columns that no item uses left out. Piped, the last column runs on, for grep;
/// on a terminal it wraps under itself, or goes to a line of its own where the other columns leave
/// no room.
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

  constexpr int kLeastForText = 40, kUnlimited = 1 << 20;
  const int width = output_is_terminal() ? terminal_columns() : kUnlimited;
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

std::string as_json(const std::vector<Listing>& items, const Game& game, const std::string& kind) {
  nlohmann::ordered_json json;
  json["version"] = 1;
  json["game"] = game.id();
  auto& list = json[kind] = nlohmann::ordered_json::array();
  for (const auto& item : items) {
    list.push_back({{"id", item.id},
                    {"name", item.name},
                    {"kind", item.kind},
                    {"faction", item.faction},
                    {"expansion", item.expansion},
                    {"where", item.where},
                    {"text", item.text},
                    {"aliases", item.aliases}});
  }
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

/// "first, last or never", "from 0 to 20": what a field may hold.
std::string values_text(const Field& field) {
  switch (field.kind) {
    case FieldKind::flag:
      return field.usual != 0 ? "true unless said otherwise" : "false unless said otherwise";
    case FieldKind::word:
      return fmt::format("{}; {} unless said otherwise", words_text(field.words),
                         field.words.front());
    case FieldKind::number:
    case FieldKind::amount:
      return fmt::format("from {} to {}", field.least, field.most);
    case FieldKind::record:
    case FieldKind::table:
      return fmt::format("columns {}", joined(field_names(field.columns, field.place)));
    default:
      return "";
  }
}

/// How a field is given on the command line.
std::string option_text(const Field& field) {
  const bool of_side = field.place == Place::side || field.place == Place::policy;
  const std::string who = fmt::format("{}-", name(field.side.value_or(Side::attacker)));
  if (!field.option.empty()) return fmt::format("--{}{}", of_side ? who : "", field.option);
  if (field.place == Place::policy) return fmt::format("--attacker-policy {}=...", field.name);
  if (field.place == Place::readings) return fmt::format("--rules {}=...", field.name);
  return "";
}

Listing listing_of(const Field& field) {
  Listing item;
  item.id = field_path(field.place, field.name);
  item.kind = name(field.kind);
  item.where = name(field.place);
  if (field.side) item.where += fmt::format(" of the {}", name(*field.side));
  if (!field.battles.empty())
    item.where += fmt::format(", battle {}", joined(field.battles, " or "));
  item.text = field.text;
  for (const std::string& more : {values_text(field), option_text(field)})
    if (!more.empty()) item.text += fmt::format("{}[{}]", item.text.empty() ? "" : " ", more);
  return item;
}

/// The declarations of the fields that are left in the list.
std::string declarations(const std::vector<Listing>& items, const Game& game) {
  std::vector<Field> left;
  for (const Field& field : game.fields())
    if (std::any_of(items.begin(), items.end(), [&](const Listing& item) {
          return item.id == field_path(field.place, field.name);
        }))
      left.push_back(field);
  nlohmann::ordered_json json;
  json["version"] = 1;
  json["game"] = game.id();
  json["fields"] = fields_json(left);
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

/// Everything of a kind; groups are those among the effects.
std::vector<Listing> list_of(const Game& game, std::string_view kind) {
  if (kind == "units") return game.list_units();
  if (kind == "factions") return game.list_factions();
  if (kind == "fields") {
    std::vector<Listing> items;
    for (const Field& field : game.fields()) items.push_back(listing_of(field));
    return items;
  }
  std::vector<Listing> items = game.list_effects();
  if (kind != "effects")
    std::erase_if(items, [&](const Listing& item) { return item.group != kind; });
  return items;
}

int run_list(const ListArgs& args) {
  const auto refuse = [&](const InputError& error) { return complain(error, args.json); };
  const auto found = find_game(args.game);
  if (!found) return refuse(found.error());
  const Game& game = *found.value();

  std::string kind = fold_name(args.kind);
  if (!kind.empty() && !kind.ends_with('s')) kind += 's';
  const auto kinds = list_kinds();
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
    return refuse({fmt::format("there is no list of '{}'", args.kind),
                   fmt::format("list {}", args.kind), nearest_or_all(args.kind, kinds)});
  std::vector<Listing> items = list_of(game, kind);
  const bool none_at_all = items.empty();

  // A faction is its own faction: `list factions --faction letnev` is that one.
  const Column faction = kind == "factions" ? &Listing::id : &Listing::faction;
  if (!none_at_all) {
    const auto same = [](const std::string& id, const std::string& word) {
      return id == fold_name(word);
    };
    const std::string whose = faction_id(args.faction, game.list_factions());
    if (auto error = keep(items, faction, args.faction.empty() ? "" : whose, "faction", same))
      return refuse(*error);
    if (auto error = keep(items, &Listing::expansion, args.expansion, "expansion", is_expansion))
      return refuse(*error);
  }
  std::vector<std::string> names;  // for "did you mean", before the search throws them out
  for (const auto& item : items) {
    names.push_back(item.id);
    names.push_back(item.name);
  }
  std::string wanted = args.search;
  for (const auto& word : args.words) wanted += (wanted.empty() ? "" : " ") + word;
  search(items, wanted);
  if (args.json) {
    print((kind == "fields" ? declarations(items, game) : as_json(items, game, kind)) + "\n");
  } else if (!items.empty()) {
    print(for_screen(table(items), screen_style({})));
  } else if (none_at_all) {
    std::vector<std::string> others;
    for (const auto other : kinds)
      if (!list_of(game, other).empty()) others.emplace_back(other);
    print(fmt::format("{} has no {} here, but {}.\n", game.title(), kind, joined(others)));
  } else {
    const std::vector<std::string_view> known(names.begin(), names.end());
    const std::string hint = nearest_hint(wanted, known);
    print(fmt::format("No {} match '{}'.{}{}\n", kind, wanted, hint.empty() ? "" : " ", hint));
  }
  return kAnswered;
}

void add_list(CLI::App& app, Action& chosen) {
  auto args = std::make_shared<ListArgs>();
  auto* command = app.add_subcommand("list", "What a game knows: units, effects, factions, fields");
  command->add_option("kind", args->kind, words_text(list_kinds()))
      ->required()
      ->option_text("KIND");
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

std::vector<std::string_view> list_kinds() {
  std::vector<std::string_view> kinds{"units", "effects", "factions", "fields"};
  for (const Game* game : games())
    for (const auto group : game->effect_groups())
      if (std::find(kinds.begin(), kinds.end(), group) == kinds.end()) kinds.push_back(group);
  return kinds;
}

}  // namespace broadside::cli
