// broadside compare: which of these fleets is the better one?

#include "sim/compare.hpp"

#include <memory>

#include "apps/cli/command.hpp"
#include "apps/cli/output.hpp"
#include "apps/cli/question.hpp"
#include "apps/cli/sampling.hpp"
#include "apps/report/compare_report.hpp"

namespace broadside::cli {
namespace {

constexpr std::size_t kMostFleets = 64;

struct CompareArgs {
  std::optional<std::string> defender;
  std::vector<std::string> attackers, more_defenders;
  QuestionArgs question;
  SamplingArgs sampling;
  OutputArgs output;
};

Result<std::vector<SideSpec>> read_sides(Side side, const std::vector<std::string>& fleets,
                                         const QuestionArgs& question, const Game& game) {
  std::vector<SideSpec> sides;
  for (const std::string& fleet : fleets) {
    SideArgs args = question.sides[side];
    args.fleet = fleet;
    auto read = read_side(side, args, game);
    if (!read) return read.error();
    sides.push_back(std::move(read).value());
  }
  return sides;
}

int run_compare(const CompareArgs& args) {
  const bool json = args.output.screen.json;
  if (const auto error = check_output(args.output)) return complain(*error, json);
  auto options = read_sampling(args.sampling, Method::automatic);
  if (!options) return complain(options.error(), json);
  FleetNames names{args.attackers, {}};
  if (args.defender) names.defenders.push_back(*args.defender);
  names.defenders.insert(names.defenders.end(), args.more_defenders.begin(),
                         args.more_defenders.end());
  if (names.attackers.empty() || names.defenders.empty())
    return complain({"there is nothing to compare", "",
                     "the defender, then the attackers: broadside compare \"ws, 3 ff\" \"2 dn, 4 "
                     "ff\" \"5 cruiser\""},
                    json);
  if (names.attackers.size() > kMostFleets || names.defenders.size() > kMostFleets)
    return complain({"too many fleets to compare", "", "at most 64 on a side"}, json);
  const auto game = read_game(args.question);
  if (!game) return complain(game.error(), json);
  const auto scenario = read_conditions(args.question, *game.value());
  if (!scenario) return complain(scenario.error(), json);
  const auto attackers = read_sides(Side::attacker, names.attackers, args.question, *game.value());
  if (!attackers) return complain(attackers.error(), json);
  const auto defenders = read_sides(Side::defender, names.defenders, args.question, *game.value());
  if (!defenders) return complain(defenders.error(), json);

  ProgressLine line;
  options.value().progress = [&](const Progress& progress) { line.show(progress); };
  const auto answer =
      compare(scenario.value(), attackers.value(), defenders.value(), options.value());
  line.clear();
  if (!answer) return complain(answer.error(), json);
  const Comparison& comparison = answer.value();
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
  command->add_option("defender", args->defender, "the enemy, e.g. \"ws, 3 ff\"")
      ->option_text("FLEET");
  command->add_option("attackers", args->attackers, "the fleets to compare")
      ->option_text("FLEET ...");
  command->add_option("--against", args->more_defenders, "a further enemy; again for more of them")
      ->option_text("FLEET")
      ->allow_extra_args(false);
  add_conditions(*command, args->question);
  add_sampling(*command, args->sampling);
  add_output(*command, args->output);
  command->footer(
      "Solved where all battles can be; otherwise all fleets meet the same dice until\n"
      "every pair is decided, or --battles or --time is used up.\n"
      "\n"
      "Examples:\n"
      "  broadside compare \"ws, 3 ff\" \"2 dn, 4 ff\" \"5 cruiser\" \"carrier, 4 ff, 2 dd\"\n"
      "  broadside compare \"3 cruiser\" --against \"2 dn\" \"2 dn, 2 ff\" \"5 cruiser\"\n"
      "  broadside compare \"2 dn, cv, 4 ff\" \"2 dn, 2 cr\" \"dn, 4 cr\" --engine mc");
  command->callback([args, &chosen] { chosen = [args] { return run_compare(*args); }; });
}

const Subcommand kCompare{20, add_compare};

}  // namespace
}  // namespace broadside::cli
