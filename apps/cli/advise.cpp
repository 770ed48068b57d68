// broadside advise: hits have come; what do I do now?

#include "sim/advise.hpp"

#include <memory>

#include <fmt/format.h>

#include "apps/ask/values.hpp"
#include "apps/cli/command.hpp"
#include "apps/cli/question.hpp"
#include "apps/cli/terminal.hpp"
#include "apps/report/advise_report.hpp"
#include "core/scenario/play_goal.hpp"
#include "core/scenario/text.hpp"
#include "sim/engine.hpp"

namespace broadside::cli {
namespace {

struct AdviseArgs {
  QuestionArgs question;
  std::string hits, goal;
  bool may_retreat = false, details = false, json = false;
};

int run_advise(const AdviseArgs& args) {
  const auto question = read_question(args.question);
  if (!question) return complain(question.error(), args.json);
  Scenario scenario = question->scenario;
  const auto hits = read_amount("--hits", args.hits, kMostUnits);
  if (!hits || *hits < 1 || *hits != static_cast<int>(*hits))
    return complain(
        InputError{"hits are whole, and counted from 1 on", fmt::format("--hits {}", trimmed(args.hits)),
                   fmt::format("from 1 to {}, for example --hits 3", kMostUnits)},
        args.json);
  SideSpec& mine = scenario.side(Side::attacker);
  if (!args.goal.empty() && mine.policy.has(kGoal))
    return complain(InputError{"the goal is said twice", "--goal", "here or as --attacker-goal"},
                    args.json);
  if (!args.goal.empty()) mine.policy[kGoal] = args.goal;
  if (args.may_retreat && mine.policy.has("retreat"))
    return complain(InputError{"the retreat is said twice", "--may-retreat",
                               "here: at the best moment; or as --attacker-retreat"},
                    args.json);
  if (args.may_retreat) mine.policy["retreat"] = RetreatTiming{{}, {}, true};
  const auto advised = advise(scenario, static_cast<int>(*hits));
  if (!advised) return complain(advised.error(), args.json);
  if (args.json) {
    print(advise_json(*advised, scenario) + "\n");
    return kAnswered;
  }
  tell(question->notes);
  const TextStyle style = screen_style({});
  print(for_screen(advise_text(*advised, style, args.details), style));
  return kAnswered;
}

void add_advise(App& app, Action& chosen) {
  auto args = std::make_shared<AdviseArgs>();
  auto* command =
      app.add_subcommand("advise", "Hits have come: what to do now, and what other ways cost");
  add_question(*command, args->question);
  command->add_option("--hits", args->hits, "hits that the attacker must take now")
      ->option_text("N")
      ->required();
  command
      ->add_option("--goal", args->goal,
                   "what he plays for: win (if not said), net, planet,\n\"keep flagship\", or a "
                   "sum: \"net + 6 win\"")
      ->option_text("GOAL");
  command->add_flag("--may-retreat", args->may_retreat, "he may announce a retreat before a round");
  command->add_flag("--details", args->details, "all ways");
  command->add_flag("--json", args->json, "the ways as JSON on standard output");
  command->footer(
      "The first fleet is yours and has taken none of the hits yet; the second is the\n"
      "enemy's as it stands. The combat has begun: the next round follows.\n"
      "\n"
      "Examples:\n"
      "  broadside advise \"2 cr, 2 cv, 4 ff\" \"dn, cv, 2 cr\" --hits 2\n"
      "  broadside advise \"2 cr, 2 cv\" \"dn!, 2 ff\" --hits 1 --goal net\n"
      "  broadside advise \"dn, 2 cr, +shields holding\" \"2 dn, +direct hit\" --hits 2");
  command->callback([args, &chosen] { chosen = [args] { return run_advise(*args); }; });
}

const Subcommand kAdvise{55, add_advise};

}  // namespace
}  // namespace broadside::cli
