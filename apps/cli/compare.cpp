// broadside compare: which of these fleets is the better one?

#include "sim/compare.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "apps/ask/typed.hpp"
#include "apps/cli/command.hpp"
#include "apps/cli/output.hpp"
#include "apps/cli/question.hpp"
#include "apps/cli/sampling.hpp"
#include "apps/report/compare_report.hpp"
#include "core/scenario/text.hpp"

namespace broadside::cli {
namespace {

constexpr std::size_t kMostFleets = 64;
constexpr const char* kExample =
    "fleets, and the enemy behind --against: broadside compare \"2 dn, 4 ff\" \"5 cruiser\" "
    "--against "
    "\"ws, 3 ff\"";

struct CompareArgs {
  std::vector<std::string> words, against;
  std::string part;
  QuestionArgs question;
  SamplingArgs sampling;
  OutputArgs output;
};

/// A fleet as it was given: as text, or as one side of a link.
struct Named {
  std::string name;
  std::optional<SideSpec> side;
};

/// What was typed, sorted; links say more than their fleets.
struct Sorted {
  std::vector<Named> fleets, enemies;
  std::optional<Scenario> conditions;  ///< of the links, without sides
  std::vector<std::string> notes;      ///< what of the links could not be used
};

void add_enemy(Sorted& sorted, Named enemy) {
  const bool known = std::any_of(sorted.enemies.begin(), sorted.enemies.end(),
                                 [&](const Named& other) { return other.name == enemy.name; });
  if (!known) sorted.enemies.push_back(std::move(enemy));
}

std::optional<InputError> add_link(Sorted& sorted, const std::string& link) {
  auto battle = read_battle(link);
  if (!battle) return battle.error();
  const auto game = find_game(battle->scenario.game);
  if (!game) return game.error();
  const auto named = [&](Side side) {
    SideSpec& spec = battle->scenario.side(side);
    return Named{game.value()->write_side(spec), std::exchange(spec, {})};
  };
  sorted.fleets.push_back(named(Side::attacker));
  if (battle->scenario.side(Side::defender) != SideSpec{}) add_enemy(sorted, named(Side::defender));
  if (sorted.conditions && *sorted.conditions != battle->scenario)
    return InputError{"the links are about different battles", link,
                      "fleets are compared in one kind of battle"};
  sorted.conditions = std::move(battle->scenario);
  sorted.notes.insert(sorted.notes.end(), battle->notes.begin(), battle->notes.end());
  return std::nullopt;
}

/// Every word is a fleet, "fleet vs enemy" or a link; what stands behind a lone "against" is an
/// enemy.
Result<Sorted> sort(const CompareArgs& args) {
  Sorted sorted;
  bool are_enemies = false;
  for (const std::string& word : args.words) {
    if (parts_fleets(word)) {
      if (std::exchange(are_enemies, true))
        return InputError{fmt::format("'{}' stands twice", word), "", kExample};
    } else if (is_battle(word)) {
      if (auto error = add_link(sorted, word)) return *std::move(error);
    } else {
      auto sides = split_sides(word);
      if (!sides) return sides.error();
      if (sides.value()) {
        sorted.fleets.push_back({(**sides)[Side::attacker], {}});
        add_enemy(sorted, {(**sides)[Side::defender], {}});
      } else if (are_enemies) {
        add_enemy(sorted, {word, {}});
      } else {
        sorted.fleets.push_back({word, {}});
      }
    }
  }
  for (const std::string& enemy : args.against) {
    if (std::count(args.against.begin(), args.against.end(), enemy) > 1)
      return InputError{fmt::format("'{}' is named twice", enemy), "--against",
                        "each enemy once: all of them count alike"};
    add_enemy(sorted, {enemy, {}});
  }
  return sorted;
}

std::vector<std::string> names_of(const std::vector<Named>& fleets) {
  std::vector<std::string> names;
  for (const Named& fleet : fleets) names.push_back(fleet.name);
  return names;
}

Result<std::vector<SideSpec>> read_sides(Side side, const std::vector<Named>& fleets,
                                         const QuestionArgs& question, const Game& game,
                                         std::vector<std::string>& notes) {
  std::vector<SideSpec> sides;
  for (const Named& fleet : fleets) {
    SideArgs args = question.sides[side];
    if (!fleet.side) args.fleet = fleet.name;
    auto read = read_side(side, args, game, notes, fleet.side.value_or(SideSpec{}));
    if (!read) return read.error();
    sides.push_back(std::move(read).value());
  }
  return sides;
}

int run_compare(const CompareArgs& args) {
  const bool json = args.output.screen.json;
  if (const auto error = check_output(args.output)) return complain(*error, json);
  if (!args.part.empty())
    return complain(
        {"a comparison is not divided: all its fleets meet the same dice", "--part " + args.part,
         "the same fleets in a matrix: broadside matrix ... --part I/N --out FILE"},
        json);
  auto options = read_sampling(args.sampling, Method::automatic);
  if (!options) return complain(options.error(), json);
  auto sorted = sort(args);
  if (!sorted) return complain(sorted.error(), json);
  auto& [fleets, enemies, conditions, notes] = sorted.value();
  if (fleets.empty() || (fleets.size() == 1 && enemies.empty()))
    return complain({"there is nothing to compare", joined(names_of(fleets)), kExample}, json);
  const bool all_against_all = enemies.empty();
  if (all_against_all) enemies = fleets;
  if (fleets.size() > kMostFleets || enemies.size() > kMostFleets)
    return complain({"too many fleets to compare", "", "at most 64 on a side"}, json);
  const FleetNames names{names_of(fleets), names_of(enemies)};

  std::vector<std::string> typed;
  for (const auto* list : {&fleets, &enemies})
    for (const Named& fleet : *list)
      if (!fleet.side) typed.push_back(fleet.name);
  const auto game =
      conditions ? find_game(conditions->game) : read_game(args.question, typed, notes);
  if (!game) return complain(game.error(), json);
  const auto scenario =
      read_conditions(args.question, *game.value(), conditions.value_or(Scenario{}));
  if (!scenario) return complain(scenario.error(), json);
  const auto attackers = read_sides(Side::attacker, fleets, args.question, *game.value(), notes);
  if (!attackers) return complain(attackers.error(), json);
  const auto defenders = read_sides(Side::defender, enemies, args.question, *game.value(), notes);
  if (!defenders) return complain(defenders.error(), json);

  ProgressLine line;
  options.value().progress = [&](const Progress& progress) { line.show(progress); };
  auto answer = compare(scenario.value(), attackers.value(), defenders.value(), options.value());
  line.clear();
  if (!answer) return complain(answer.error(), json);
  if (!json) tell(notes);
  Comparison& comparison = answer.value();
  auto& told = comparison.assumptions;
  if (json) told.insert(told.end(), notes.begin(), notes.end());
  if (all_against_all)
    told.push_back("each fleet attacks each; against one enemy: compare A B --against ENEMY");
  return show(args.output,
              {[&](const TextStyle& style) { return comparison_text(comparison, names, style); },
               [&] { return comparison_json(comparison, names); },
               [&] { return comparison_csv(comparison, names); },
               [&] { return comparison_markdown(comparison, names); },
               [&] { return comparison_svg(comparison, names); }});
}

void add_compare(App& app, Action& chosen) {
  auto args = std::make_shared<CompareArgs>();
  auto* command = app.add_subcommand("compare", "Which of these fleets is the better one");
  command->add_option("fleets", args->words, "the fleets to compare, each in quotes")
      ->option_text("FLEET ...");
  command
      ->add_option("--against", args->against,
                   "the enemy; again for more of them. Without: each\nfleet against each")
      ->option_text("FLEET")
      ->allow_extra_args(false);
  command->add_option("--part", args->part, "refused, with what to ask instead")->group("");
  add_conditions(*command, args->question);
  add_sampling(*command, args->sampling);
  add_output(*command, args->output);
  command->footer(
      "Solved where all battles can be; otherwise all fleets meet the same dice until\n"
      "every pair is decided, or --battles or --time is used up.\n"
      "\n"
      "Examples:\n"
      "  broadside compare \"2 dn, 4 ff\" \"5 cruiser\" \"ws\" --against \"ws, 3 ff\"\n"
      "  broadside compare \"2 dn\" \"5 cr\" --against \"2 dn\" --against \"3 cruiser\"\n"
      "  broadside compare \"2 dn, cv\" \"5 cruiser\" \"ws\"\n"
      "  broadside compare \"2 dn, 2 cr\" \"dn, 4 cr\" --against \"2 dn, 4 ff\" --engine mc");
  command->callback([args, &chosen] { chosen = [args] { return run_compare(*args); }; });
}

const Subcommand kCompare{20, add_compare};

}  // namespace
}  // namespace broadside::cli
