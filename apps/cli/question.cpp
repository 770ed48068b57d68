#include "apps/cli/question.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "apps/ask/typed.hpp"
#include "apps/cli/file.hpp"
#include "apps/report/add_value.hpp"
#include "apps/report/link.hpp"
#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"
#include "sim/engine.hpp"

namespace broadside::cli {
namespace {

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

/// Is what this side brings said elsewhere in the scenario?
bool is_brought_elsewhere(const Scenario& scenario, const Game& game, Side side) {
  const auto fields = game.fields();
  return std::any_of(fields.begin(), fields.end(), [&](const Field& field) {
    return field.is_fleet && !is_of_side(field) && field.side == side &&
           given(scenario, field.place, field.name);
  });
}

/// The text of a map with the system that is asked about, as its game reads it.
std::string at_tile(const std::string& tile, const std::string& text) {
  return tile.empty() ? text : fmt::format("tile {}: {}", tile, text);
}

InputError no_fleet(Side side, const std::vector<std::string>& others) {
  return {fmt::format("there is no fleet for the {}", name(side)), joined(others),
          "two fleets, attacker then defender: 2 dn, 4 ff vs ws, 3 ff"};
}

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

/// Choices by name beside what a link says.
template <class Of>
std::optional<InputError> add_settings(Of& of, Place place, const Values& settings,
                                       const Game& game, const std::string& option) {
  for (const auto& [name, value] : settings)
    if (const Field* field = find_field(game.fields(), place, name))
      if (auto error = add_value(of, *field, value, fmt::format("{} {}", option, name)))
        return error;
  return std::nullopt;
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
  // Links of other tools say which battle they show; which one is meant may be another.
  const std::string& said = battle->scenario.battle;
  if (is_link(text) && !args.battle.empty() && !said.empty() &&
      fold_name(said) != fold_name(args.battle))
    return InputError{fmt::format("two values of battle: '{}' and '{}'", said, args.battle),
                      fmt::format("--battle {}", args.battle), "name it once"};
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
    if (!typed.fleets[side] && !is_brought_elsewhere(question.scenario, *game.value(), side))
      return no_fleet(side, fleets);
    SideArgs of = args.sides[side];
    of.fleet = typed.fleets[side];
    auto read = read_side(side, of, *game.value(), question.notes);
    if (!read) return read.error();
    question.scenario.side(side) = *std::move(read);
  }
  return question;
}

}  // namespace

void add_question(App& command, QuestionArgs& args) {
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

void add_conditions(App& command, QuestionArgs& args) {
  add_game_option(command, args.game);
  std::string battles;  // "ti4: space, ground, invasion, conquest", a line for each game
  for (const Game* game : games())
    battles +=
        fmt::format("{}{}: {}", battles.empty() ? "" : "\n", game->id(), joined(game->battles()));
  command.add_option("--battle", args.battle, battles)->option_text("KIND");
  add_field_options(command, args.fields, std::nullopt, "");
  command
      .add_option("--rules", args.rules,
                  "how the rules are read, name=value" + names_by_game(Place::readings))
      ->option_text("LIST");
  for (const Side side : kSides) {
    auto& of = args.sides[side];
    const std::string group = side == Side::attacker ? "Attacker" : "Defender";
    add_field_options(command, of.fields, side, group);
    command
        .add_option(option_name("policy", side), of.policy,
                    "other decisions of the game, name=value")
        ->option_text("LIST")
        ->group(group);
  }
}

void add_game_option(App& command, std::string& game) {
  command
      .add_option("--game", game, fmt::format("{} unless said otherwise", games().front()->id()))
      ->option_text("GAME");
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
  if (auto error = read_options(args.fields, game, scenario)) return *std::move(error);
  auto readings = read_settings(args.rules, std::nullopt, game);
  if (!readings) return readings.error();
  if (auto error = add_settings(scenario, Place::readings, readings.value(), game, "--rules"))
    return *std::move(error);
  const auto tables = read_tables(args.fields);
  if (!tables) return tables.error();
  add_tables(scenario, tables.value());
  return scenario;
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
  auto choices = read_settings(args.policy, which, game);
  if (!choices) return choices.error();
  if (auto error =
          add_settings(side, Place::policy, choices.value(), game, option_name("policy", which)))
    return *std::move(error);
  return side;
}

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
