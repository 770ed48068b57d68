// broadside matrix: how does each of these fleets fare against each of those?

#include "sim/matrix.hpp"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "apps/ask/meta.hpp"
#include "apps/cli/command.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/output.hpp"
#include "apps/cli/parts.hpp"
#include "apps/cli/question.hpp"
#include "apps/cli/sampling.hpp"
#include "apps/parts/whole_file.hpp"
#include "apps/report/fleet_names.hpp"
#include "apps/report/matrix_report.hpp"

namespace broadside::cli {
namespace {

struct MatrixArgs {
  std::vector<std::string> fleets, against;
  MetaWords words;
  QuestionArgs question;
  SamplingArgs sampling;
  OutputArgs output;
  PartArgs parts;
};

/// Whole sides, and what they are called.
struct Called {
  std::vector<SideSpec> sides;
  std::vector<std::string> names;
};

Result<Called> typed(Side side, const std::vector<std::string>& fleets, const MatrixArgs& args,
                     const Game& game, std::vector<std::string>& notes) {
  Called called;
  for (const std::string& fleet : fleets) {
    SideArgs one = args.question.sides[side];
    one.fleet = fleet;
    auto read = read_side(side, one, game, notes);
    if (!read) return read.error();
    called.sides.push_back(std::move(read).value());
    called.names.push_back(fleet);
  }
  return called;
}

/// What is typed, and all that a budget buys where a side is not.
Result<BySide<Called>> both_sides(const MatrixArgs& args, const Game& game,
                                  const Scenario& scenario, std::vector<std::string>& notes) {
  BySide<Called> both;
  for (const Side side : kSides) {
    auto read = typed(side, side == Side::attacker ? args.fleets : args.against, args, game, notes);
    if (!read) return read.error();
    both[side] = std::move(read).value();
  }
  if (args.words.budget.empty()) {
    for (const auto& [option, word] : {std::pair{"--faction", &args.words.faction},
                                       {"--upgrades", &args.words.upgrades},
                                       {"--fleet", &args.words.supply},
                                       {"--only", &args.words.only},
                                       {"--never", &args.words.never}})
      if (!word->empty())
        return InputError{fmt::format("{} without --budget", option),
                          fmt::format("{} {}", option, *word),
                          "it is about fleets that a budget buys; of fleets that are named say it "
                          "with each, or with --attacker-faction and the like"};
    if (both[1].sides.empty()) {  // each against each
      auto same = typed(Side::defender, args.fleets, args, game, notes);
      if (!same) return same.error();
      both[1] = std::move(same).value();
    }
    if (!both[0].sides.empty()) return both;
    return InputError{"there are no fleets", "",
                      "broadside matrix \"2 dn\" \"5 cr\" --against \"ws\", or all of a budget: "
                      "--budget 8"};
  }
  MetaQuestion question;
  question.scenario = scenario;
  for (const Side side : kSides) {
    auto read = read_side(side, args.question.sides[side], game, notes);
    if (!read) return read.error();
    question.scenario.side(side) = std::move(read).value();
  }
  if (auto error = read_meta(args.words, game, question)) return *std::move(error);
  const auto bought = all_fleets(question, notes);
  if (!bought) return bought.error();
  const ShortFleetNames names{std::string(game.id())};
  for (const Side side : kSides) {
    if (!both[side].sides.empty()) continue;
    both[side].sides = bought.value()[side];
    for (const SideSpec& fleet : both[side].sides)
      both[side].names.push_back(names.fleet(fleet.units));
  }
  return both;
}

int run_matrix(const MatrixArgs& args) {
  const bool json = args.output.screen.json;
  if (const auto error = check_output(args.output)) return complain(*error, json);
  if (const auto error = check_parts(args.parts, args.output, args.sampling, true))
    return complain(*error, json);
  auto options = read_sampling(args.sampling, Method::automatic);
  if (!options) return complain(options.error(), json);
  std::vector<std::string> notes, texts = args.fleets;
  texts.insert(texts.end(), args.against.begin(), args.against.end());
  const auto game = read_game(args.question, texts, notes);
  if (!game) return complain(game.error(), json);
  auto scenario = read_conditions(args.question, *game.value());
  if (!scenario) return complain(scenario.error(), json);
  scenario->game = game.value()->id();
  auto both = both_sides(args, *game.value(), scenario.value(), notes);
  if (!both) return complain(both.error(), json);
  const FleetNames names{std::move(both.value()[0].names), std::move(both.value()[1].names)};
  MatrixQuestion question{std::move(scenario).value(), std::move(both.value()[0].sides),
                          std::move(both.value()[1].sides)};
  question.scenario = of_one_kind(question.scenario, question.attackers, question.defenders);

  const auto division = Division::open(args.parts, args.sampling);
  if (!division) return complain(division.error(), json);
  ProgressLine line;
  options.value().stop = stop_when_interrupted();
  const auto progress = [&](const MatrixProgress& far) { line.show(far.done, far.all, "cells"); };
  const auto answer = matrix(question, options.value(), progress, division->get());
  line.clear();
  if (const auto code = end_of_part(*division, answer, json)) return *code;
  if (!answer) return complain(answer.error(), json, unless_interrupted(kBadInput));
  if (!json) tell(notes);
  const Matrix& found = answer.value();
  const Scenario scene = told_scenario(question);
  if (!args.parts.out.empty())
    if (const auto problem =
            write_whole_file(args.parts.out, matrix_npy_head(found), matrix_npy_numbers(found)))
      return complain({fmt::format("cannot write the matrix: {}", *problem),
                       "--out " + args.parts.out, "the path of a file to be made"},
                      json, kFailed);
  return show(
      args.output,
      {[&](const TextStyle& style) { return matrix_text(found, names, scene, style); },
       [&] { return matrix_json(found, names, scene); }, [&] { return matrix_csv(found, names); },
       [&] { return matrix_markdown(found, names, scene); },
       [&] { return matrix_svg(found, names, scene); }});
}

void add_matrix(App& app, Action& chosen) {
  auto args = std::make_shared<MatrixArgs>();
  auto* command = app.add_subcommand("matrix", "Every fleet against every other, in one pass");
  command->add_option("fleets", args->fleets, "the attackers, each in quotes")
      ->option_text("FLEET ...");
  command
      ->add_option("--against", args->against,
                   "a defender; again for more of them. Without: each\nfleet against each")
      ->option_text("FLEET")
      ->allow_extra_args(false);
  const auto add = [&](const char* option, std::string& value, const char* text,
                       const char* description) {
    command->add_option(option, value, description)->option_text(text)->group("Search");
  };
  add("--budget", args->words.budget, "N", "all fleets for so many resources, if none is named");
  add("--faction", args->words.faction, "NAME", "of those fleets");
  add("--upgrades", args->words.upgrades, "LIST", "types that fight upgraded among them");
  add("--fleet", args->words.supply, "N", "fleet supply: what the ships may use of it; or any");
  add("--only", args->words.only, "LIST", "types that may be bought; all unless said otherwise");
  add("--never", args->words.never, "LIST", "types that may not be bought");
  add_conditions(*command, args->question);
  add_sampling(*command, args->sampling);
  add_output(*command, args->output);
  add_parts(*command, args->parts, "all numbers besides, for NumPy; or the part");
  command->footer(
      "Fleets that differ in numbers only share one pass over the tables of a battle;\n"
      "others are solved one by one, or sampled where nothing solves them.\n"
      "\n"
      "Examples:\n"
      "  broadside matrix \"2 dn, 4 ff\" \"5 cr\" ws --against \"ws, 3 ff\" --against \"4 dd\"\n"
      "  broadside matrix \"2 dn\" \"5 cr\" ws\n"
      "  broadside matrix \"2 dn\" \"5 cr\" ws --csv");
  command->callback([args, command, &chosen] {
    args->parts.words = question_words(*command);
    chosen = [args] { return run_matrix(*args); };
  });
}

const Subcommand kMatrix{32, add_matrix};

}  // namespace
}  // namespace broadside::cli
