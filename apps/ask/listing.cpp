#include "apps/ask/listing.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/report/json_parts.hpp"
#include "apps/report/value_json.hpp"
#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"
#include "sim/engine.hpp"

namespace broadside {
namespace {

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
                               std::string_view option,
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
  const std::string_view what = option.substr(option.find_first_not_of('-'));
  return InputError{fmt::format("nothing here is of the {} '{}'", what, word), std::string(option),
                    hint};
}

/// Keeps the items that say it; where none says it as it stands, those that say each of its words.
void search(std::vector<Listing>& items, const std::string& wanted) {
  const std::string phrase = plain(wanted);
  const auto says = [](const Listing& item, std::string_view part) {
    return searchable(item).find(part) != std::string::npos;
  };
  if (std::any_of(items.begin(), items.end(),
                  [&](const Listing& item) { return says(item, phrase); })) {
    std::erase_if(items, [&](const Listing& item) { return !says(item, phrase); });
    return;
  }
  for (const std::string_view word : split(phrase, ' '))
    std::erase_if(items, [&](const Listing& item) { return !says(item, word); });
}

/// "first, last or never", "from 0 to 20": what a field may hold.
std::string values_text(const Field& field) {
  switch (field.kind) {
    case FieldKind::flag:
      return field.usual != 0 ? "true unless said otherwise" : "false unless said otherwise";
    case FieldKind::word:
      return fmt::format("{}; {} unless said otherwise", words_text(field.words),
                         field.words.front());
    case FieldKind::types:
      return field.words.empty() ? "" : fmt::format("a list, or {}", words_text(field.words));
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
Json declarations(const std::vector<Listing>& items, const Game& game) {
  std::vector<Field> left;
  for (const Field& field : game.fields())
    if (std::any_of(items.begin(), items.end(), [&](const Listing& item) {
          return item.id == field_path(field.place, field.name);
        }))
      left.push_back(field);
  return fields_json(left);
}

}  // namespace

std::vector<std::string_view> list_kinds() {
  std::vector<std::string_view> kinds{"units", "effects", "factions", "fields"};
  for (const Game* game : games())
    for (const auto group : game->effect_groups())
      if (std::find(kinds.begin(), kinds.end(), group) == kinds.end()) kinds.push_back(group);
  return kinds;
}

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

Result<Listed> listed(const ListQuestion& question, const Game& game, const ListNames& names) {
  Listed out;
  out.kind = fold_name(question.kind);
  if (!out.kind.empty() && !out.kind.ends_with('s')) out.kind += 's';
  const auto kinds = list_kinds();
  if (std::find(kinds.begin(), kinds.end(), out.kind) == kinds.end())
    return InputError{fmt::format("there is no list of '{}'", question.kind),
                      fmt::format("{} {}", names.kind, question.kind),
                      nearest_or_all(question.kind, kinds)};
  out.items = list_of(game, out.kind);
  out.none_at_all = out.items.empty();

  // A faction is its own faction: `list factions --faction letnev` is that one.
  const Column faction = out.kind == "factions" ? &Listing::id : &Listing::faction;
  if (!out.none_at_all) {
    const auto same = [](const std::string& id, const std::string& word) {
      return id == fold_name(word);
    };
    const std::string whose =
        question.faction.empty() ? "" : faction_id(question.faction, game.list_factions());
    if (auto error = keep(out.items, faction, whose, names.faction, same)) return *error;
    if (auto error =
            keep(out.items, &Listing::expansion, question.expansion, names.expansion, is_expansion))
      return *error;
  }
  for (const auto& item : out.items) {
    out.names.push_back(item.id);
    out.names.push_back(item.name);
  }
  search(out.items, question.search);
  return out;
}

nlohmann::ordered_json listing_item_json(const Listing& item) {
  Json json{{"id", item.id},           {"name", item.name},           {"kind", item.kind},
            {"faction", item.faction}, {"expansion", item.expansion}, {"where", item.where},
            {"text", item.text},       {"aliases", item.aliases}};
  const auto add = [&](const char* key, const auto& list) {
    if (!list.empty()) json[key] = list;
  };
  add("group", item.group);
  add("type", item.type);
  if (item.pieces > 0) json["pieces"] = item.pieces;
  add("fields", item.fields);
  add("battles", item.battles);
  if (item.side) json["side"] = name(*item.side);
  add("choices", item.choices);
  if (!item.needs.empty()) json["needs"] = needs_json(item.needs);
  add("refused", item.refused);
  return json;
}

std::string listing_json(const Listed& listed, const Game& game) {
  Json json;
  json["version"] = 1;
  json["game"] = game.id();
  auto& list = json[listed.kind] = Json::array();
  if (listed.kind == "fields")
    list = declarations(listed.items, game);
  else
    for (const auto& item : listed.items) list.push_back(listing_item_json(item));
  return json_line(json);
}

}  // namespace broadside
