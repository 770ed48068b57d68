// broadside best: which fleet should I buy?

#include "sim/best.hpp"

#include <memory>

#include <fmt/format.h>

#include "apps/ask/goal.hpp"
#include "apps/ask/values.hpp"
#include "apps/cli/command.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/output.hpp"
#include "apps/cli/parts.hpp"
#include "apps/cli/question.hpp"
#include "apps/cli/sampling.hpp"
#include "apps/cli/search.hpp"
#include "apps/report/best_report.hpp"
#include "apps/report/text.hpp"

namespace broadside::cli {
namespace {

struct BestArgs {
  std::string budget, goal, side, fleet, mix, only, never, upgrades, show;
  std::optional<std::string> have;
  std::vector<std::string> against;
  QuestionArgs question;
  SamplingArgs sampling;
  OutputArgs output;
  PartArgs parts;
};

/// Everything that was typed as a question; the game is known.
Result<BestQuestion> question_of(const BestArgs& args, const Game& game,
                                 std::vector<std::string>& notes) {
  BestQuestion question;
  auto scenario = read_conditions(args.question, game);
  if (!scenario) return scenario.error();
  question.scenario = std::move(scenario).value();

  if (!args.side.empty()) {
    const auto side = read_side_name("--for", args.side);
    if (!side) return side.error();
    question.side = side.value();
  }
  SideArgs mine = args.question.sides[question.side];
  mine.fleet = args.have;
  auto have = read_side(question.side, mine, game, notes);
  if (!have) return have.error();
  question.scenario.side(question.side) = std::move(have).value();

  for (const std::string& fleet : args.against) {
    SideArgs his = args.question.sides[other(question.side)];
    his.fleet = fleet;
    auto enemy = read_side(other(question.side), his, game, notes);
    if (!enemy) return enemy.error();
    question.enemies.push_back(std::move(enemy).value());
  }
  if (question.enemies.empty())
    return InputError{"there is no enemy to search against", "",
                      "broadside best --budget 12 --against \"ws, 3 ff\""};
  if (auto error = broadside::read_best({.budget = args.budget,
                                         .goal = args.goal,
                                         .supply = args.fleet,
                                         .only = args.only,
                                         .never = args.never,
                                         .upgrades = args.upgrades,
                                         .show = args.show,
                                         .mix = split_list(args.mix)},
                                        game, question))
    return *std::move(error);
  return question;
}

int run_best(const BestArgs& args) {
  const bool json = args.output.screen.json;
  if (const auto error = check_output(args.output)) return complain(*error, json);
  if (const auto error = check_parts(args.parts, args.output, args.sampling))
    return complain(*error, json);
  auto options = read_sampling(args.sampling, Method::automatic);
  if (!options) return complain(options.error(), json);
  std::vector<std::string> notes, fleets = args.against;
  if (args.have) fleets.push_back(*args.have);
  const auto game = read_game(args.question, fleets, notes);
  if (!game) return complain(game.error(), json);
  const auto question = question_of(args, *game.value(), notes);
  if (!question) return complain(question.error(), json);
  const BestQuestion& asked = question.value();

  const auto division = Division::open(args.parts, args.sampling);
  if (!division) return complain(division.error(), json);
  ProgressLine line;
  const auto progress = [&](const SearchProgress& far) {
    line.show(far.done, far.all, far.race ? "battles" : "fleets",
              fmt::format("; best so far: {}, {}",
                          force_text(far.fleet, {}, words_of(asked.scenario.game)),
                          goal_value(asked.goal, far.best)));
  };
  options.value().stop = stop_when_interrupted();
  auto answer = best(asked, options.value(), progress, division->get());
  line.clear();
  return end_search(*division, std::move(answer), notes, args.output, [&](const BestAnswer& found) {
    return Forms{[&](const TextStyle& style) { return best_text(found, asked, style); },
                 [&] { return best_json(found, asked); }, [&] { return best_csv(found, asked); },
                 [&] { return best_markdown(found, asked); },
                 [&] { return best_svg(found, asked); }};
  });
}

void add_best(App& app, Action& chosen) {
  auto args = std::make_shared<BestArgs>();
  auto* command = app.add_subcommand("best", "The best fleet for a budget against an enemy");
  const auto add = [&](const char* option, std::string& value, const char* text,
                       const char* description) {
    command->add_option(option, value, description)->option_text(text)->group("Search");
  };
  add("--budget", args->budget, "N", "resources to spend");
  command->add_option("--against", args->against, "the enemy's fleet; again for further ones")
      ->option_text("FLEET")
      ->allow_extra_args(false)
      ->group("Search");
  add("--mix", args->mix, "LIST",
      "how likely each enemy is: 2,1; without it the worst\nof them counts");
  add("--goal", args->goal, "GOAL",
      "win, win-per-resource, expected-net-resources,\n\"keep flagship\"; win unless said "
      "otherwise");
  command->add_option("--have", args->have, "what is there already: \"carrier, 2 ff\"")
      ->option_text("FLEET")
      ->group("Search");
  add("--for", args->side, "SIDE",
      "who buys: attacker or defender; attacker unless said\notherwise");
  add("--fleet", args->fleet, "N", "fleet supply: what the ships may use of it; or any");
  add("--only", args->only, "LIST", "types that may be bought; all unless said otherwise");
  add("--never", args->never, "LIST", "types that may not be bought");
  add("--upgrades", args->upgrades, "LIST", "types that fight upgraded");
  add("--show", args->show, "N", "how many fleets to tell; 10 unless said otherwise");
  add_conditions(*command, args->question);
  add_sampling(*command, args->sampling);
  add_output(*command, args->output);
  add_parts(*command, args->parts, "the file for the part");
  command->footer(
      "Every fleet within the budget, the fleet supply, the capacity and the plastic is\n"
      "solved; where that is not feasible the fleets race with the same dice.\n"
      "\n"
      "Examples:\n"
      "  broadside best --budget 12 --against \"ws, 3 ff\"\n"
      "  broadside best --budget 8 --against \"2 dn\" --have \"carrier, 2 ff\" --never ws\n"
      "  broadside best --budget 10 --against \"3 cruiser\" --against \"2 dn\" --mix 2,1\n"
      "  broadside best --budget 6 --against dn --goal expected-net-resources --fleet 3\n"
      "  broadside best --budget 4 --against \"dn, inf\" --battle invasion --for defender");
  command->callback([args, command, &chosen] {
    args->parts.words = question_words(*command);
    chosen = [args] { return run_best(*args); };
  });
}

const Subcommand kBest{30, add_best};

}  // namespace
}  // namespace broadside::cli
