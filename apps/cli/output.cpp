#include "apps/cli/output.hpp"

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/parts/whole_file.hpp"

namespace broadside::cli {

void add_output(App& command, OutputArgs& args) {
  command.add_flag("--details", args.screen.details, "all tables and every assumption")
      ->group("Output");
  add_screen(command, args.screen);
  command.add_flag("--csv", args.csv, "the numbers as comma-separated values")->group("Output");
  command.add_flag("--markdown", args.markdown, "tables for a wiki or a chat")->group("Output");
  command.add_option("--svg", args.svg, "a picture besides, for a browser")
      ->option_text("FILE")
      ->group("Output");
}

std::optional<InputError> check_output(const OutputArgs& args) {
  if (args.screen.json + args.csv + args.markdown > 1)
    return InputError{"--json, --csv and --markdown exclude one another", "", "give one of them"};
  if (args.svg == "-")
    return InputError{"the answer goes to standard output, so the picture cannot", "--svg -",
                      "a file to be made, for example odds.svg"};
  return std::nullopt;
}

int show(const OutputArgs& args, const Forms& forms) {
  tell_if_interrupted();
  if (!args.svg.empty()) {
    if (const auto problem = write_whole_file(args.svg, forms.svg()))
      return complain({fmt::format("cannot write the picture: {}", *problem),
                       fmt::format("--svg {}", args.svg), "the path of a file to be made"},
                      args.screen.json, kFailed);
  }
  if (args.screen.json)
    print(forms.json() + "\n");
  else if (args.csv)
    print(forms.csv());
  else if (args.markdown)
    print(forms.markdown());
  else
    print(for_screen(forms.text(screen_style(args.screen)), screen_style(args.screen)));
  return unless_interrupted(kAnswered);
}

}  // namespace broadside::cli
