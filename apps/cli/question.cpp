#include "apps/cli/question.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "apps/ask/typed.hpp"
#include "apps/ask/values.hpp"
#include "apps/report/field_text.hpp"
#include "apps/report/layout.hpp"
#include "apps/report/value_json.hpp"
#include "core/scenario/text.hpp"
#include "sim/engine.hpp"

namespace broadside::cli {
namespace {

bool is_of_side(const Field& field) {
  return field.place == Place::side || field.place == Place::policy;
}

std::string option_name(std::string_view what, std::optional<Side> side) {
  return side ? fmt::format("--{}-{}", name(*side), what) : fmt::format("--{}", what);
}

const Field* field_with_option(std::span<const Field> fields, std::string_view option,
                               bool of_side) {
  const auto at = std::find_if(fields.begin(), fields.end(), [&](const Field& field) {
    return field.option == option && is_of_side(field) == of_side;
  });
  return at == fields.end() ? nullptr : &*at;
}

/// The fields that have options of their own, of a side or of the battle: each option once, as the
/// first game that has it declares it.
std::vector<const Field*> option_fields(bool of_side) {
  std::vector<const Field*> list;
  for (const Game* game : games())
    for (const Field& field : game->fields()) {
      const bool known = std::any_of(list.begin(), list.end(), [&](const Field* other) {
        return other->option == field.option;
      });
      if (!field.option.empty() && is_of_side(field) == of_side && !known) list.push_back(&field);
    }
  return list;
}

/// What follows an option in the help.
const char* value_name(const Field& field) {
  switch (field.kind) {
    case FieldKind::word:
    case FieldKind::retreat:
      return "WHEN";
    case FieldKind::number:
    case FieldKind::amount:
      return "N";
    case FieldKind::names:
    case FieldKind::types:
    case FieldKind::counts:
    case FieldKind::effects:
      return "LIST";
    case FieldKind::table:
      return "FILE";
    default:
      return "NAME";
  }
}

constexpr int kDescription = 52;  ///< columns that a line of 80 leaves beside the options

/// A description in lines that fit.
std::string help_lines(std::string_view text, std::string_view indent) {
  std::string lines = wrap(text, kDescription, "", indent);
  lines.pop_back();
  return lines;
}

void add_option(CLI::App& command, const Field& field, FieldArgs& args, std::optional<Side> side,
                const std::string& group) {
  if (side && field.side && *field.side != *side) return;
  const std::string option(field.option), name = option_name(field.option, side),
                                          text = help_lines(field.text, "");
  const auto add_flag = [&] {  // given or not given, on or off (=false)
    auto& flag = args.flags[option];
    return command.add_flag_function(
        name, [&flag](std::int64_t count) { flag = count > 0; }, text);
  };
  CLI::Option* added =
      field.kind == FieldKind::flag
          ? add_flag()
          : command.add_option(name, args.texts[option], text)->option_text(value_name(field));
  if (!group.empty()) added->group(group);
}

/// Everything that was typed for declared fields, with whether it was.
void describe(const FieldArgs& args, std::optional<Side> side,
              std::vector<std::pair<std::string, bool>>& list) {
  for (const auto& [option, text] : args.texts) {
    const Field* field = field_of_option(option_name(option, side));
    if (field && field->kind == FieldKind::table) continue;  // added to what a scenario says
    list.emplace_back(option_name(option, side), text.has_value());
  }
  for (const auto& [option, flag] : args.flags)
    list.emplace_back(option_name(option, side), flag.has_value());
}

/// Every option that describes the battle, with whether it was given: a scenario file already says
/// all of it.
std::vector<std::pair<std::string, bool>> described(const QuestionArgs& args) {
  std::vector<std::pair<std::string, bool>> list;
  list.emplace_back("fleets", !args.words.empty());
  for (const Side side : kSides) {
    const auto& of = args.sides[side];
    list.emplace_back(option_name(name(side), std::nullopt), of.fleet.has_value());
    describe(of.fields, side, list);
    list.emplace_back(option_name("policy", side), !of.policy.empty());
  }
  list.emplace_back("--game", !args.game.empty());
  list.emplace_back("--battle", !args.battle.empty());
  list.emplace_back("--rules", !args.rules.empty());
  describe(args.fields, std::nullopt, list);
  return list;
}

/// The field of this game that an option stands for.
Result<const Field*> field_here(const Game& game, std::string_view option, std::string_view text,
                                std::optional<Side> side) {
  if (const Field* field = field_with_option(game.fields(), option, side.has_value())) return field;
  const std::string full = option_name(option, side);
  const Field* elsewhere = field_of_option(full);
  InputError error = game.unknown_field(elsewhere->place, elsewhere->name, side);
  error.problem = fmt::format("{} does not know {}", game.title(), full);
  error.where = fmt::format("{} {}", full, text);
  return error;
}

/// What an option says, beside what the fleet's text says already: lists grow.
template <class Of>
std::optional<InputError> add_value(Of& of, const Field& field, Value value,
                                    const std::string& option) {
  auto before = given(of, field.place, field.name);
  if (!before || *before == value) return give(of, field.place, field.name, value), std::nullopt;
  const auto append = [&](auto& to, auto& more) {
    to.insert(to.end(), more.begin(), more.end());
    give(of, field.place, field.name, to);
    return std::nullopt;
  };
  if (!field.empty_counts) {
    if (auto* to = std::get_if<Names>(&*before))
      if (auto* more = std::get_if<Names>(&value)) return append(*to, *more);
    if (auto* to = std::get_if<std::vector<EffectChoice>>(&*before))
      if (auto* more = std::get_if<std::vector<EffectChoice>>(&value)) return append(*to, *more);
  }
  const auto *first = std::get_if<std::string>(&*before),
             *second = std::get_if<std::string>(&value);
  return InputError{first && second ? fmt::format("two values of {} for one side: '{}' and '{}'",
                                                  field.name, *first, *second)
                                    : fmt::format("{} is given twice", field.name),
                    option, "name it once"};
}

/// All options of a side or of the battle but tables.
template <class Of>
std::optional<InputError> read_options(const FieldArgs& args, const Game& game,
                                       std::optional<Side> side, Of& of) {
  for (const Field* any : option_fields(side.has_value())) {
    const std::string option = option_name(any->option, side);
    Value value;
    if (const auto flag = args.flags.find(any->option); flag != args.flags.end()) {
      if (!flag->second) continue;
      value = *flag->second;
    } else {
      const auto text = args.texts.find(any->option);
      if (text == args.texts.end() || !text->second) continue;
      const auto field = field_here(game, any->option, *text->second, side);
      if (!field) return field.error();
      if (field.value()->kind == FieldKind::table) continue;
      auto read = read_field(*field.value(), *text->second, option, game);
      if (!read) return read.error();
      value = std::move(read).value();
    }
    const auto field = field_here(game, any->option, "", side);
    if (!field) return field.error();
    if (auto error = add_value(of, *field.value(), std::move(value), option)) return error;
  }
  return std::nullopt;
}

/// Choices by name; those that have an option of their own are refused here.
Result<Values> read_settings(std::string_view text, Place place, std::optional<Side> side,
                             const Game& game) {
  const std::string option =
      place == Place::policy ? option_name("policy", side) : std::string("--rules");
  for (const std::string& item : split_list(text)) {
    const std::string typed(trimmed(std::string_view(item).substr(0, item.find('='))));
    const Field* field = find_field(game.fields(), place, typed);
    if (field && !field->option.empty())
      return InputError{
          fmt::format("'{}' is no setting of the game", typed), option,
          fmt::format("it has an option of its own: {}", option_name(field->option, side))};
  }
  return read_choices(text, place, option, game);
}

/// The text of a map with the system that is asked about, as its game reads it.
std::string at_tile(const std::string& tile, const std::string& text) {
  return tile.empty() ? text : fmt::format("tile {}: {}", tile, text);
}

InputError no_fleet(Side side, const std::vector<std::string>& others) {
  return {fmt::format("there is no fleet for the {}", name(side)), joined(others),
          "two fleets, attacker then defender: 2 dn, 4 ff vs ws, 3 ff"};
}

/// "rebellion: cinematic, cards", a line for each game that has such fields.
std::string names_by_game(Place place) {
  std::string text;
  for (const Game* game : games()) {
    const auto names = field_names(game->fields(), place);
    if (names.empty()) continue;
    text += "\n" + help_lines(fmt::format("{}: {}", game->id(), joined(names)), "  ");
  }
  return text;
}

}  // namespace

const Field* field_of_option(std::string_view option) {
  if (!option.starts_with("--")) return nullptr;
  option.remove_prefix(2);
  bool of_side = false;
  for (const Side side : kSides)
    if (const std::string who = fmt::format("{}-", name(side)); option.starts_with(who)) {
      option.remove_prefix(who.size());
      of_side = true;
      break;
    }
  for (const Game* game : games())
    if (const Field* field = field_with_option(game->fields(), option, of_side)) return field;
  return nullptr;
}

Result<SideSpec> read_side(Side which, const SideArgs& args, const Game& game,
                           std::vector<std::string>& notes, SideSpec known) {
  SideSpec side = std::move(known);
  if (args.fleet) {
    auto typed = read_fleet(*args.fleet, which, game);
    if (!typed) return typed.error();
    side = std::move(typed->side);
    notes.insert(notes.end(), typed->notes.begin(), typed->notes.end());
  }
  if (auto error = read_options(args.fields, game, which, side)) return *std::move(error);
  auto choices = read_settings(args.policy, Place::policy, which, game);
  if (!choices) return choices.error();
  for (const auto& [name, value] : choices.value()) side.policy[name] = value;
  return side;
}

void add_question(CLI::App& command, QuestionArgs& args) {
  command
      .add_option(
          "fleets", args.words,
          "attacker, then defender: 2 dn, 4 ff vs ws, 3 ff, or\neach in quotes; or a link to "
          "a battle")
      ->option_text("FLEETS");
  for (const Side side : kSides)
    command
        .add_option(option_name(name(side), std::nullopt), args.sides[side].fleet,
                    fmt::format("the {}'s fleet", name(side)))
        ->option_text("FLEET");
  command.add_flag("--swap", args.swap, "the sides change places, with all that is theirs");
  command
      .add_option("--scenario", args.scenario_file,
                  "read the battle from a file, JSON or as typed;\n- is standard input")
      ->option_text("FILE");
  command.add_option("--tile", args.tile, "the system of a map text that is asked about")
      ->option_text("N");
  add_conditions(command, args);
}

void add_conditions(CLI::App& command, QuestionArgs& args) {
  add_game_option(command, args.game);
  std::string battles;  // "ti4: space, ground, invasion, conquest", a line for each game
  for (const Game* game : games())
    battles +=
        fmt::format("{}{}: {}", battles.empty() ? "" : "\n", game->id(), joined(game->battles()));
  command.add_option("--battle", args.battle, battles)->option_text("KIND");
  for (const Field* field : option_fields(false))
    add_option(command, *field, args.fields, std::nullopt, "");
  command
      .add_option("--rules", args.rules,
                  "how the rules are read, name=value" + names_by_game(Place::readings))
      ->option_text("LIST");
  for (const Side side : kSides) {
    auto& of = args.sides[side];
    const std::string group = side == Side::attacker ? "Attacker" : "Defender";
    for (const Field* field : option_fields(true))
      add_option(command, *field, of.fields, side, group);
    command
        .add_option(option_name("policy", side), of.policy,
                    "other decisions of the game, name=value")
        ->option_text("LIST")
        ->group(group);
  }
}

void add_game_option(CLI::App& command, std::string& game) {
  command
      .add_option("--game", game, fmt::format("{} unless said otherwise", games().front()->id()))
      ->option_text("GAME");
}

void add_table_options(CLI::App& command, FieldArgs& args) {
  for (const Field* field : option_fields(false))
    if (field->kind == FieldKind::table) add_option(command, *field, args, std::nullopt, "");
}

Result<std::vector<TableRows>> read_tables(const FieldArgs& args) {
  std::vector<TableRows> tables;
  for (const auto& [option, path] : args.texts) {
    const Field* field = field_of_option(option_name(option, std::nullopt));
    if (!path || !field || field->kind != FieldKind::table) continue;
    const auto text = read_file(*path);
    if (!text) return text.error();
    auto rows = read_rows(text.value(), *field, option);
    std::optional<InputError> error;
    if (!rows) {
      error = rows.error();
    } else {
      for (const Game* game : games())
        if (field_with_option(game->fields(), option, false) == field)
          error = game->check_rows(*field, rows.value(), option);
    }
    if (error) {
      error->where = fmt::format("{}: {}", *path, error->where);
      return *std::move(error);
    }
    tables.push_back({field, std::move(rows).value()});
  }
  return tables;
}

void add_tables(Scenario& scenario, const std::vector<TableRows>& tables) {
  for (const auto& [field, more] : tables) {
    const auto before = given(scenario, field->place, field->name);
    Rows rows = before ? std::get<Rows>(*before) : Rows{};
    for (const Values& row : more) {
      const auto same = std::find_if(rows.begin(), rows.end(), [&](const Values& other) {
        return !field->key.empty() && *other.find(field->key) == *row.find(field->key);
      });
      if (same != rows.end())
        *same = row;
      else
        rows.push_back(row);
    }
    give(scenario, field->place, field->name, std::move(rows));
  }
}

Result<std::string> read_file(const std::string& path) {
  constexpr std::size_t kMost = std::size_t{16} << 20;
  struct Close {
    void operator()(std::FILE* file) const {
      if (file != stdin) std::fclose(file);
    }
  };
  const auto failed = [&](int reason) {
    return InputError{fmt::format("cannot read the file: {}", std::strerror(reason)), path,
                      "the path of a JSON file, or - for standard input"};
  };
  const std::unique_ptr<std::FILE, Close> file(path == "-" ? stdin
                                                           : std::fopen(path.c_str(), "rb"));
  if (!file) return failed(errno);
  std::string text;
  char buffer[1 << 16];
  for (std::size_t count = 0; (count = std::fread(buffer, 1, sizeof buffer, file.get())) > 0;) {
    text.append(buffer, count);
    if (text.size() > kMost)
      return InputError{"too long for a scenario", path, "one battle; for many: broadside batch"};
  }
  if (std::ferror(file.get())) return failed(errno);
  return text;
}

Result<const Game*> read_game(const QuestionArgs& args, std::span<const std::string> fleets,
                              std::vector<std::string>& notes) {
  auto meant = meant_game(args.game, fleets);
  if (!meant) return meant.error();
  if (!meant->note.empty()) notes.push_back(meant->note);
  return meant->game;
}

Result<Scenario> read_conditions(const QuestionArgs& args, const Game& game, Scenario known) {
  Scenario scenario = std::move(known);
  scenario.game = game.id();
  if (!args.battle.empty()) scenario.battle = args.battle;
  if (auto error = read_options(args.fields, game, std::nullopt, scenario))
    return *std::move(error);
  auto readings = read_settings(args.rules, Place::readings, std::nullopt, game);
  if (!readings) return readings.error();
  for (const auto& [name, value] : readings.value()) scenario.readings[name] = value;
  const auto tables = read_tables(args.fields);
  if (!tables) return tables.error();
  add_tables(scenario, tables.value());
  return scenario;
}

namespace {

/// The question of a file, which says all about its battle.
Result<Question> read_question_file(const QuestionArgs& args, const Options& usual) {
  for (const auto& [option, path] : args.fields.texts)
    if (path == "-" && args.scenario_file == "-")
      return InputError{fmt::format("standard input cannot be both the scenario and --{}", option),
                        fmt::format("--{} -", option), "give one of them as a file"};
  for (const auto& [what, given] : described(args))
    if (given)
      return InputError{
          fmt::format("--scenario and {} together", what),
          fmt::format("--scenario {}", args.scenario_file),
          "the file says all about the battle: change it there, or leave --scenario out"};
  const auto tables = read_tables(args.fields);
  if (!tables) return tables.error();
  const auto text = read_file(args.scenario_file);
  if (!text) return text.error();
  auto question = read_line(at_tile(args.tile, text.value()), "", usual);
  if (question) add_tables(question->scenario, tables.value());
  if (question || args.scenario_file == "-") return question;
  InputError error = question.error();
  error.where = fmt::format("{}: {}", args.scenario_file, error.where);
  return error;
}

/// The fleets of both sides, each from an option or from the words.
Result<TypedWords> read_words(const QuestionArgs& args) {
  std::vector<std::string> words = args.words;
  if (!args.tile.empty() && words.size() == 1) words.front() = at_tile(args.tile, words.front());
  auto typed = sort_words(words);
  if (!typed) return typed;
  for (const Side side : kSides) {
    const auto& fleet = args.sides[side].fleet;
    if (!fleet) continue;
    const std::string option = option_name(name(side), std::nullopt);
    const std::string where = fmt::format("{} {}", option, *fleet);
    if (typed->battle)
      return InputError{fmt::format("a whole battle and {} together", option), where,
                        "two fleets, or the battle alone"};
    auto &own = typed->fleets[side], &others = typed->fleets[other(side)];
    if (own && others)
      return InputError{fmt::format("two fleets for the {}", name(side)), where,
                        fmt::format("leave {} out, or give the other fleet alone", option)};
    if (own) others = std::move(own);  // the one word is the other side's
    own = fleet;
  }
  if (!args.tile.empty() && !typed->battle)
    return InputError{"--tile without the text of a map", fmt::format("--tile {}", args.tile),
                      "it names a system of a hexSummary"};
  return typed;
}

/// The battle of a link with what the options say on top of it.
Result<Question> read_on_link(const QuestionArgs& args, const std::string& text,
                              const Options& usual) {
  auto battle = read_battle(text);
  if (!battle) return battle.error();
  const auto game = find_game(battle->scenario.game);
  if (!game) return game.error();
  const auto named = find_game(args.game);
  if (!named) return named.error();
  if (!args.game.empty() && named.value() != game.value())
    return InputError{fmt::format("the link is about {}", game.value()->title()),
                      fmt::format("--game {}", args.game), "leave --game out"};
  Question question{.options = usual, .notes = std::move(battle->notes)};
  auto scenario = read_conditions(args, *game.value(), battle->scenario);
  if (!scenario) return scenario.error();
  question.scenario = *std::move(scenario);
  for (const Side side : kSides) {
    auto read = read_side(side, args.sides[side], *game.value(), question.notes,
                          question.scenario.side(side));
    if (!read) return read.error();
    question.scenario.side(side) = *std::move(read);
  }
  return question;
}

Result<Question> read_fleets(const QuestionArgs& args, const TypedWords& typed,
                             const Options& usual) {
  std::vector<std::string> fleets;
  for (const auto& fleet : typed.fleets)
    if (fleet) fleets.push_back(*fleet);
  Question question{.options = usual};
  const auto game = read_game(args, fleets, question.notes);
  if (!game) return game.error();
  auto scenario = read_conditions(args, *game.value());
  if (!scenario) return scenario.error();
  question.scenario = *std::move(scenario);
  for (const Side side : kSides) {
    if (!typed.fleets[side]) return no_fleet(side, fleets);
    SideArgs of = args.sides[side];
    of.fleet = typed.fleets[side];
    auto read = read_side(side, of, *game.value(), question.notes);
    if (!read) return read.error();
    question.scenario.side(side) = *std::move(read);
  }
  return question;
}

}  // namespace

Result<Question> read_question(const QuestionArgs& args, const Options& usual) {
  const auto read = [&]() -> Result<Question> {
    if (!args.scenario_file.empty()) return read_question_file(args, usual);
    const auto typed = read_words(args);
    if (!typed) return typed.error();
    return typed->battle ? read_on_link(args, *typed->battle, usual)
                         : read_fleets(args, *typed, usual);
  };
  auto question = read();
  if (question && args.swap)
    std::swap(question->scenario.side(Side::attacker), question->scenario.side(Side::defender));
  return question;
}

}  // namespace broadside::cli
