#include "apps/cli/question.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <tuple>

#include "apps/cli/values.hpp"
#include "apps/report/homebrew_json.hpp"
#include "apps/report/layout.hpp"
#include "apps/report/scenario_json.hpp"
#include "core/game.hpp"
#include "core/scenario/names.hpp"
#include "core/scenario/notation.hpp"
#include "sim/engine.hpp"

namespace broadside::cli {
namespace {

std::string option(Side side, std::string_view what) {
  return "--" + std::string(name(side)) + "-" + std::string(what);
}

/// The options that name unit types in an order.
template <class Args>  // const or not
auto orders(Args& of) {
  return std::array{
      std::tuple{"losses", &of.losses, "first lost first, e.g. \"ff, dn\""},
      std::tuple{"space-cannon-losses", &of.space_cannon_losses, "the same for space cannon hits"},
      std::tuple{"non-fighter-losses", &of.non_fighter_losses,
                 "the same for hits bound to non-fighter ships"},
      std::tuple{"ground-losses", &of.ground_losses, "the same on the ground"},
      std::tuple{"keep", &of.keep, "given up last of all, e.g. flagship"}};
}

/// Every option that describes the battle, with what was given for it: a scenario file already says
/// all of it.
std::vector<std::pair<std::string, bool>> described(const QuestionArgs& args) {
  std::vector<std::pair<std::string, bool>> list;
  for (const Side side : kSides) {
    const auto& of = args.sides[side];
    list.emplace_back(std::string("a fleet for the ") + name(side), of.fleet.has_value());
    list.emplace_back(option(side, "faction"), !of.faction.empty());
    list.emplace_back(option(side, "effects"), !of.effects.empty());
    list.emplace_back(option(side, "without"), !of.without.empty());
    for (const auto& [what, value, text] : orders(of))
      list.emplace_back(option(side, what), !value->empty());
    list.emplace_back(option(side, "protect-capacity"), of.protect_capacity);
    list.emplace_back(option(side, "sustain"), !of.sustain.empty());
    list.emplace_back(option(side, "retreat"), !of.retreat.empty());
    list.emplace_back(option(side, "leaders"), !of.leaders.empty());
    list.emplace_back(option(side, "hand"), of.hand.has_value());
    list.emplace_back(option(side, "policy"), !of.policy.empty());
  }
  list.emplace_back("--game", !args.game.empty());
  list.emplace_back("--battle", !args.battle.empty());
  list.emplace_back("--system-effects", !args.system_effects.empty());
  list.emplace_back("--rules", !args.rules.empty());
  return list;
}

/// The id that a player means by a word: the id itself, a printed name or an alias, however it is
/// written. A word that nothing matches stays as it is: the game refuses it with its own hint.
std::string id_of(std::string_view word, const std::vector<Listing>& known) {
  const std::string folded = fold_name(word);
  for (const auto& item : known) {
    if (folded == fold_name(item.id) || folded == fold_name(item.name)) return item.id;
    if (std::any_of(item.aliases.begin(), item.aliases.end(),
                    [&](const auto& a) { return folded == fold_name(a); })) {
      return item.id;
    }
  }
  return std::string(word);
}

/// "plasma scoring, morale boost@2, direct hit x2". Names stay as typed: the game knows what is
/// meant by them, and which printing.
Result<std::vector<EffectChoice>> read_effects(const std::string& where, std::string_view text) {
  std::vector<EffectChoice> effects;
  for (const std::string& item : split_list(text)) {
    auto effect =
        parse_effect(item.front() == '+' ? item.substr(1) : item, where + " " + std::string(text));
    if (!effect) return effect.error();
    effects.push_back(std::move(effect).value());
  }
  return effects;
}

}  // namespace

Result<std::vector<std::string>> read_types(const std::string& where, std::string_view text,
                                            const Game& game) {
  std::vector<std::string> types;
  for (const std::string& word : split_list(text)) {
    auto side = game.parse_side(word);
    if (!side)
      return InputError{side.error().problem, where + " " + std::string(text), side.error().hint};
    const SideSpec& named = side.value();
    const bool counted = word.front() >= '0' && word.front() <= '9';
    if (named.units.size() == 1 && (counted || named.units.front().count != 1 ||
                                    !named.damaged.empty() || !named.upgrades.empty()))
      return InputError{"'" + word + "' says more than a type", where + " " + std::string(text),
                        "all units of a type are meant: " + named.units.front().type};
    if (named.units.size() != 1) {
      return InputError{"'" + word + "' is not a unit type", where + " " + std::string(text),
                        "types in the order in which they are given up: \"ff, dn\""};
    }
    types.push_back(named.units.front().type);
  }
  return types;
}

namespace {

/// "cinematic, cards=off" -> settings with their values; a name alone is switched on.
std::vector<Choice> read_choices(std::string_view text) {
  std::vector<Choice> choices;
  for (const std::string& item : split_list(text)) {
    const auto equals = item.find('=');
    if (equals == std::string::npos)
      choices.push_back({item, "true"});
    else
      choices.push_back({std::string(trim(std::string_view(item).substr(0, equals))),
                         std::string(trim(std::string_view(item).substr(equals + 1)))});
  }
  return choices;
}

/// The option that is there for this part of a policy, or nothing.
std::string own_option(Side which, const SideArgs& args, std::string_view part) {
  std::string what = fold_name(part);
  std::replace(what.begin(), what.end(), '_', '-');
  std::vector<std::string> known{"protect-capacity", "sustain", "retreat"};
  for (const auto& [order, value, text] : orders(args)) known.emplace_back(order);
  return std::find(known.begin(), known.end(), what) == known.end() ? "" : option(which, what);
}

template <class T>
void append(std::vector<T>& to, std::vector<T> more) {
  for (auto& item : more) to.push_back(std::move(item));
}

}  // namespace

Result<SideSpec> read_side(Side which, const SideArgs& args, const Game& game) {
  SideSpec side;
  if (args.fleet) {
    auto parsed = game.parse_side(trim(*args.fleet));
    if (!parsed) {
      InputError error = parsed.error();
      error.where = std::string(name(which)) + (error.where.empty() ? "" : ": " + error.where);
      return error;
    }
    side = std::move(parsed).value();
  }
  if (!args.faction.empty()) {
    const std::string faction = id_of(args.faction, game.list_factions());
    if (!side.faction.empty() && side.faction != faction) {
      return InputError{"two factions for one side: '" + side.faction + "' and '" + faction + "'",
                        option(which, "faction"), "name it once"};
    }
    side.faction = faction;
  }
  auto effects = read_effects(option(which, "effects"), args.effects);
  if (!effects) return effects.error();
  append(side.effects, std::move(effects).value());
  append(side.without, split_list(args.without));

  const std::array lists{&side.policy.losses, &side.policy.space_cannon_losses,
                         &side.policy.non_fighter_losses, &side.policy.ground_losses,
                         &side.policy.keep};
  const auto given = orders(args);
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const auto& [what, value, text] = given[i];
    auto types = read_types(option(which, what), *value, game);
    if (!types) return types.error();
    append(*lists[i], std::move(types).value());
  }
  side.policy.protect_capacity = args.protect_capacity;
  if (!args.sustain.empty()) {
    const std::string word = fold_name(args.sustain);
    if (word != "first" && word != "last" && word != "never") {
      return InputError{"unknown way to sustain '" + args.sustain + "'", option(which, "sustain"),
                        "first, last or never"};
    }
    side.policy.sustain = word;
  }
  if (!args.retreat.empty()) {
    const auto plan = read_retreat(option(which, "retreat"), args.retreat);
    if (!plan) return plan.error();
    side.policy.retreat = plan.value();
  }
  append(side.leaders, split_list(args.leaders));
  if (args.hand) {
    if (side.hand)
      return InputError{"two hands for one side", option(which, "hand"), "name it once"};
    side.hand = split_list(*args.hand);
  }
  auto choices = read_choices(args.policy);
  for (const Choice& choice : choices)
    if (const std::string own = own_option(which, args, choice.name); !own.empty())
      return InputError{"'" + choice.name + "' is no setting of the game", option(which, "policy"),
                        "it has an option of its own: " + own};
  append(side.policy.choices, std::move(choices));
  return side;
}

void add_question(CLI::App& command, QuestionArgs& args) {
  for (const Side side : kSides) {
    auto& of = args.sides[side];
    command
        .add_option(name(side), of.fleet, std::string(name(side)) + "'s fleet, e.g. \"2 dn, 4 ff\"")
        ->option_text("FLEET");
  }
  command
      .add_option("--scenario", args.scenario_file, "read the battle as JSON; - is standard input")
      ->option_text("FILE");
  add_conditions(command, args);
}

void add_conditions(CLI::App& command, QuestionArgs& args) {
  command.add_option("--game", args.game, "ti4 unless said otherwise")->option_text("GAME");
  std::string battles;  // "ti4: space, ground, invasion, conquest", a line for each game
  for (const Game* game : games()) {
    battles += (battles.empty() ? "" : "\n") + std::string(game->id()) + ":";
    for (const auto battle : game->battles())
      battles += (battles.back() == ':' ? " " : ", ") + std::string(battle);
  }
  command.add_option("--battle", args.battle, battles)->option_text("KIND");
  add_units_option(command, args.units_file);
  command.add_option("--system-effects", args.system_effects, "what holds for both sides")
      ->option_text("LIST");
  std::string rules;  // "rebellion: cinematic, cards", a line for each game that has some
  for (const Game* game : games()) {
    if (game->rules().empty()) continue;
    std::string line = std::string(game->id()) + ":";
    for (const Setting& setting : game->rules())
      line += (line.back() == ':' ? " " : ", ") + std::string(setting.name);
    constexpr int kDescription = 52;  // columns that a line of 80 leaves beside the options
    rules += "\n" + wrap(line, kDescription, "", "  ");
    rules.pop_back();
  }
  command.add_option("--rules", args.rules, "how the rules are read, name=value" + rules)
      ->option_text("LIST");
  for (const Side side : kSides) {
    auto& of = args.sides[side];
    const std::string group = side == Side::attacker ? "Attacker" : "Defender";
    const auto add = [&](const char* what, std::string& value, const char* text,
                         const char* description) {
      command.add_option(option(side, what), value, description)->option_text(text)->group(group);
    };
    add("faction", of.faction, "NAME", "whose units and abilities");
    add("effects", of.effects, "LIST", "\"plasma scoring, morale boost@2\"");
    add("without", of.without, "LIST", "what would apply by itself and shall not");
    for (const auto& [what, value, text] : orders(of)) add(what, *value, "LIST", text);
    command
        .add_flag(option(side, "protect-capacity"), of.protect_capacity,
                  "keep the ships that the troops need to ride in")
        ->group(group);
    add("sustain", of.sustain, "WHEN", "first, last or never");
    add("retreat", of.retreat, "WHEN", "announce it in this round, or below a chance (40%)");
    add("leaders", of.leaders, "LIST", "who leads, where the game has leaders");
    command
        .add_option(option(side, "hand"), of.hand,
                    "the cards held, \"\" is none; at random if not given")
        ->option_text("LIST")
        ->group(group);
    add("policy", of.policy, "LIST", "other decisions of the game, name=value");
  }
}

void add_units_option(CLI::App& command, std::string& file) {
  command.add_option("--units", file, "units of your own, as JSON")->option_text("FILE");
}

Result<std::vector<HomebrewUnit>> read_units_file(const std::string& path) {
  if (path.empty()) return std::vector<HomebrewUnit>{};
  const auto text = read_file(path);
  if (!text) return text.error();
  auto units = read_units(text.value());
  std::optional<InputError> error;
  if (!units) {
    error = units.error();
  } else {
    for (const Game* game : games()) {
      auto refused = game->check_homebrew(units.value(), "units");
      if (!refused) return units;
      if (!error) error = std::move(refused);
    }
  }
  error->where = path + ": " + error->where;
  return *error;
}

void add_homebrew(Scenario& scenario, const std::vector<HomebrewUnit>& units) {
  for (const HomebrewUnit& unit : units) {
    const auto same = std::find_if(scenario.homebrew.begin(), scenario.homebrew.end(),
                                   [&](const HomebrewUnit& other) { return other.id == unit.id; });
    if (same != scenario.homebrew.end())
      *same = unit;
    else
      scenario.homebrew.push_back(unit);
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
    return InputError{"cannot read the file: " + std::string(std::strerror(reason)), path,
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

Result<const Game*> read_game(const QuestionArgs& args) {
  return find_game(args.game.empty() ? "ti4" : args.game);
}

Result<Scenario> read_conditions(const QuestionArgs& args, const Game& game) {
  const auto units = read_units_file(args.units_file);
  if (!units) return units.error();
  Scenario scenario;
  scenario.game = game.id();
  scenario.battle = args.battle;
  scenario.rules = read_choices(args.rules);
  auto effects = read_effects("--system-effects", args.system_effects);
  if (!effects) return effects.error();
  scenario.system_effects = std::move(effects).value();
  add_homebrew(scenario, units.value());
  return scenario;
}

Result<Scenario> read_question(const QuestionArgs& args) {
  if (args.units_file == "-" && args.scenario_file == "-") {
    return InputError{"standard input cannot be both the scenario and the units", "--units -",
                      "give one of them as a file"};
  }
  if (!args.scenario_file.empty()) {
    const auto units = read_units_file(args.units_file);
    if (!units) return units.error();
    for (const auto& [what, given] : described(args)) {
      if (given) {
        return InputError{
            "--scenario and " + what + " together", "--scenario " + args.scenario_file,
            "the file says all about the battle: change it there, or leave --scenario out"};
      }
    }
    auto text = read_file(args.scenario_file);
    if (!text) return text.error();
    auto scenario = read_scenario(text.value());
    if (scenario) add_homebrew(scenario.value(), units.value());
    if (scenario || args.scenario_file == "-") return scenario;
    InputError error = scenario.error();
    error.where = args.scenario_file + ": " + error.where;
    return error;
  }
  const auto game = read_game(args);
  if (!game) return game.error();
  auto scenario = read_conditions(args, *game.value());
  if (!scenario) return scenario;
  for (const Side side : kSides) {
    const SideArgs& of = args.sides[side];
    if (!of.fleet) {
      return InputError{std::string("there is no fleet for the ") + name(side), "",
                        "two fleets, attacker then defender: \"2 dn, 4 ff\" \"ws, 3 ff\""};
    }
    auto read = read_side(side, of, *game.value());
    if (!read) return read.error();
    scenario.value().side(side) = std::move(read).value();
  }
  return scenario;
}

}  // namespace broadside::cli
