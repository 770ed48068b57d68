#include "apps/ask/question.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/ask/ask_field.hpp"
#include "apps/ask/sampling.hpp"
#include "apps/ask/typed.hpp"
#include "apps/report/field_reader.hpp"
#include "apps/report/link.hpp"
#include "apps/report/scenario_json.hpp"
#include "apps/report/strict_json.hpp"
#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"

namespace broadside {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kId = "id";
constexpr std::string_view kExample = R"({"attacker": "2 dn, 4 ff", "defender": "ws, 3 ff"})";

std::string as_id(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool can_be_id(const Json& value) { return value.is_string() || value.is_number_integer(); }

/// What a question says besides its scenario.
class QuestionReader : public FieldReader {
 public:
  bool read(const Json& tree, Beside& out) {
    if (const Json* id = find(tree, kId)) {
      if (!can_be_id(*id))
        return fail("wants a text or a whole number, not " + kind(*id), kId,
                    R"(for example "id": "game 3")");
      out.id = as_id(*id);
    }
    const Json* options = find(tree, "options");
    return !options || this->options(*options, out);
  }

 private:
  bool options(const Json& json, Beside& out) {
    constexpr std::string_view kOptions = "options";
    std::vector<std::string_view> known;
    for (const AskField& field : option_fields()) known.push_back(field.name);
    SamplingArgs args;
    const std::array<std::pair<std::string_view, std::string*>, 8> texts{
        {{"engine", &args.engine},
         {"battles", &args.battles},
         {"precision", &args.precision},
         {"seconds", &args.time},
         {"seed", &args.seed},
         {"confidence", &args.confidence},
         {"threads", &args.threads},
         {"prune", &args.prune}}};
    if (!json.is_object())
      return fail("wants an object, not " + kind(json), std::string(kOptions), known_names(known));
    if (!fields(json, std::string(kOptions), known)) return false;
    for (const auto& [key, held] : texts) {
      const Json* value = find(json, key);
      if (!value) continue;
      const std::string at = json_path(kOptions, key);
      if (value->is_number())
        *held = value->dump();
      else if (!value->is_string())
        return fail("wants a number or a text, not " + kind(*value), at, "");
      else if (!string_at(*value, at, *held))
        return false;
      if (trimmed(*held).empty()) return fail("is empty", at, "give it a value, or leave it out");
    }
    std::optional<bool> antithetic;
    for (const auto& [key, held] :
         {std::pair{"antithetic", &antithetic}, std::pair{"advice", &out.advice}})
      if (const Json* flag = find(json, key)) {
        if (!flag->is_boolean())
          return fail("wants true or false, not " + kind(*flag), json_path(kOptions, key),
                      "true or false, without quotes");
        *held = flag->get<bool>();
      }
    args.antithetic = antithetic.value_or(false);
    static constexpr SamplingNames kNames{
        "options.engine",     "options.battles", "options.precision", "options.seconds",
        "options.confidence", "options.seed",    "options.threads",   "options.prune"};
    auto read = read_sampling(args, std::move(out.options), kNames);
    if (!read) return error = read.error(), false;
    out.options = *std::move(read);
    return true;
  }
};

/// The cells of a row. Inside quotation marks the separator is a character like any other, and two
/// marks are one.
Result<std::vector<std::string>> cells_of(std::string_view line, char separator) {
  std::vector<std::string> cells;
  std::size_t at = 0;
  const auto error = [&](std::string problem) {
    return InputError{std::move(problem), std::string(trimmed(line)),
                      R"(a cell in quotation marks looks like "2 dn, 4 ff")"};
  };
  const auto skip_blanks = [&] {
    while (at < line.size() && line[at] != separator && (line[at] == ' ' || line[at] == '\t')) ++at;
  };
  while (line.ends_with('\r') || line.ends_with('\n')) line.remove_suffix(1);
  for (;; ++at) {
    std::string cell;
    skip_blanks();
    if (at < line.size() && line[at] == '"') {
      for (++at;; ++at) {
        if (at == line.size()) return error("a quotation mark is not closed");
        if (line[at] != '"')
          cell += line[at];
        else if (at + 1 < line.size() && line[at + 1] == '"')
          cell += line[at++];
        else
          break;
      }
      ++at;
      skip_blanks();
      if (at < line.size() && line[at] != separator)
        return error("something stands behind a closed quotation mark");
    } else {
      const auto end = std::min(line.find(separator, at), line.size());
      cell = trimmed(line.substr(at, end - at));
      at = end;
    }
    cells.push_back(std::move(cell));
    if (at >= line.size()) return cells;
  }
}

/// Two fleets as texts, read as a game reads them.
Result<Question> read_fleets(const BySide<std::string>& fleets, std::string_view game,
                             const Options& usual) {
  const auto meant = meant_game(game, fleets);
  if (!meant) return meant.error();
  Question question{.options = usual};
  question.scenario.game = meant->game->id();
  if (!meant->note.empty()) question.notes.push_back(meant->note);
  for (const Side side : kSides) {
    auto fleet = read_fleet(fleets[side], side, *meant->game);
    if (!fleet) return fleet.error();
    question.scenario.side(side) = std::move(fleet->side);
    for (std::string& note : fleet->notes) question.notes.push_back(std::move(note));
  }
  return question;
}

}  // namespace

Result<Beside> read_beside(const Json& tree, const Options& usual) {
  Beside beside{{}, usual, {}};
  QuestionReader reader;
  if (!reader.read(tree, beside)) return reader.error;
  return beside;
}

Result<Question> read_question(std::string_view json, const Options& usual) {
  auto tree = parse_strict(json, kExample);
  if (!tree) return tree.error();
  Question question{.options = usual};
  if (tree->is_object()) {
    auto beside = read_beside(*tree, usual);
    if (!beside) return beside.error();
    question.id = std::move(beside->id);
    question.options = std::move(beside->options);
    question.advice = beside->advice;
    if (const Json* ask = FieldReader::find(*tree, "ask"); ask && *ask != "odds")
      return InputError{fmt::format("{} cannot be asked here",
                                    ask->is_string() ? in_quotes(ask->get<std::string>()) : "that"),
                        "ask",
                        "odds; other questions: broadside ask, or a line of broadside batch"};
    for (const char* read : {kId, "ask", "options"}) tree->erase(read);
  }
  auto scenario = scenario_of(*tree);
  if (!scenario) return scenario.error();
  question.scenario = *std::move(scenario);
  return question;
}

std::string id_of(std::string_view json) {
  const auto tree = parse_strict(json, kExample);
  const Json* id = tree && tree->is_object() ? FieldReader::find(*tree, kId) : nullptr;
  return id && can_be_id(*id) ? as_id(*id) : "";
}

Result<Question> read_line(std::string_view text, std::string_view game, const Options& usual) {
  text = trimmed(text);
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  const auto first = text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text;
  if (first.empty() || first.starts_with('{') || first.starts_with('['))
    return read_question(text, usual);
  if (!is_link(first)) {  // most lines are two fleets, which is soon seen
    auto sides = split_sides(first);
    if (!sides) return sides.error();
    if (sides.value()) return read_fleets(**sides, game, usual);
  }
  if (is_battle(first)) {
    auto battle = read_battle(first);
    if (!battle) return battle.error();
    return Question{
        .scenario = std::move(battle->scenario), .options = usual, .notes = battle->notes};
  }
  return InputError{"neither JSON nor two fleets", std::string(first.substr(0, 60)),
                    fmt::format("'2 dn, 4 ff vs ws, 3 ff', {}, a link, or a table whose first line "
                                "is attacker,defender",
                                kExample)};
}

std::string with_field(std::string object, std::string_view key, std::string_view value) {
  if (!value.empty()) object.insert(object.find('{') + 1, fmt::format("\"{}\":{},", key, value));
  return object;
}

std::optional<TableHead> TableHead::of(std::string_view line) {
  const auto has = [](const std::vector<std::string>& cells, Side side) {
    return std::any_of(cells.begin(), cells.end(),
                       [&](const std::string& cell) { return fold_name(cell) == name(side); });
  };
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  for (const char separator : {',', ';', '\t'}) {
    const auto cells = cells_of(line, separator);
    if (!cells || !has(*cells, Side::attacker) || !has(*cells, Side::defender)) continue;
    TableHead head;
    head.separator_ = separator;
    for (const std::string& cell : *cells) head.columns_.push_back(fold_name(cell));
    return head;
  }
  return std::nullopt;
}

std::string TableHead::id_of(std::string_view line) const {
  const auto cells = cells_of(line, separator_);
  for (std::size_t i = 0; cells && i < std::min(cells->size(), columns_.size()); ++i)
    if (columns_[i] == kId && !(*cells)[i].empty()) return as_id((*cells)[i]);
  return "";
}

Result<Question> TableHead::read_row(std::string_view line, std::string_view game,
                                     const Options& usual) const {
  const auto cells = cells_of(line, separator_);
  if (!cells) return cells.error();
  for (const std::string& column : columns_)
    if (!column.empty() && std::count(columns_.begin(), columns_.end(), column) > 1)
      return InputError{fmt::format("the column '{}' stands twice", column),
                        "the table's first line", "each column once"};
  if (cells->size() > columns_.size())
    return InputError{fmt::format("{} in a table of {}", counted(int(cells->size()), "cell"),
                                  counted(int(columns_.size()), "column")),
                      std::string(trimmed(line)),
                      "a fleet with commas stands in quotation marks: \"2 dn, 4 ff\",ws"};
  BySide<std::string> fleets;
  std::string battle, own_game(game);
  std::vector<QueryItem> others;
  for (std::size_t i = 0; i < cells->size(); ++i) {
    const std::string &column = columns_[i], &cell = (*cells)[i];
    if (column == name(Side::attacker))
      fleets[Side::attacker] = cell;
    else if (column == name(Side::defender))
      fleets[Side::defender] = cell;
    else if (cell.empty())
      continue;
    else if (column == kId)
      continue;
    else if (column == "game")
      own_game = cell;
    else if (column == "battle")
      battle = cell;
    else
      others.push_back({column, cell});
  }
  auto question = read_fleets(fleets, own_game, usual);
  if (!question) return question;
  question->id = id_of(line);
  question->scenario.battle = std::move(battle);
  for (QueryItem& item : others)  // "attacker.losses" is the link's "a.losses"
    for (const Side side : kSides)
      if (const std::string who = fmt::format("{}.", name(side)); item.key.starts_with(who))
        item.key.erase(1, who.size() - 2);
  auto scenario = with_keys(std::move(question->scenario), std::move(others));
  if (!scenario) {
    InputError error = scenario.error();
    for (const Side side : kSides)  // as the column is named
      if (error.where.starts_with(fmt::format("{:.1}.", name(side))))
        error.where.replace(0, 1, name(side));
    return error;
  }
  question->scenario = *std::move(scenario);
  return question;
}

}  // namespace broadside
