// broadside replay: one battle told round by round, from a seed.

#include <memory>

#include "apps/ask/values.hpp"
#include "apps/cli/command.hpp"
#include "apps/cli/question.hpp"
#include "apps/cli/terminal.hpp"
#include "apps/report/layout.hpp"
#include "apps/report/report_json.hpp"
#include "sim/choices.hpp"
#include "sim/engine.hpp"

namespace broadside::cli {
namespace {

struct ReplayArgs {
  QuestionArgs question;
  std::string seed;
  bool json = false;
};

int run_replay(const ReplayArgs& args) {
  const auto question = read_question(args.question);
  if (!question) return complain(question.error(), args.json);
  const Scenario& scenario = question->scenario;
  const auto seed = args.seed.empty() ? Result<std::uint64_t>(question->options.seed)
                                      : read_seed("--seed", args.seed);
  if (!seed) return complain(seed.error(), args.json);
  const auto game = find_game(scenario.game);
  if (!game) return complain(game.error(), args.json);
  const auto chosen = choose(*game.value(), scenario);
  if (!chosen) return complain(chosen.error(), args.json);
  const auto lines = game.value()->replay(chosen.value().scenario, seed.value());
  if (!lines) return complain(lines.error(), args.json);
  if (!args.json) tell(question->notes);

  if (args.json) {
    print(write_replay(*lines, scenario, *seed, question->notes) + "\n");
  } else {
    const TextStyle style = screen_style({});
    std::string text;
    for (const auto& line : lines.value()) {
      const auto words = line.find_first_not_of(' ');
      if (words == std::string::npos || !output_is_terminal()) {
        text += line + "\n";
      } else {
        const std::string indent(words, ' ');
        text += wrap(line.substr(words), style.width, indent, indent + "  ");
      }
    }
    print(for_screen(text, style));
  }
  return kAnswered;
}

void add_replay(App& app, Action& chosen) {
  auto args = std::make_shared<ReplayArgs>();
  auto* command = app.add_subcommand("replay", "One battle told round by round, dice and losses");
  add_question(*command, args->question);
  command->add_option("--seed", args->seed, "another seed, another battle; 1 by default")
      ->option_text("N");
  command->add_flag("--json", args->json, "the lines as JSON on standard output");
  command->footer(
      "Examples:\n"
      "  broadside replay \"2 dn, 4 ff\" \"ws, 3 ff\"\n"
      "  broadside replay \"2 cruiser\" \"carrier, 3 ff\" --seed 7");
  command->callback([args, &chosen] { chosen = [args] { return run_replay(*args); }; });
}

const Subcommand kReplay{50, add_replay};

}  // namespace
}  // namespace broadside::cli
