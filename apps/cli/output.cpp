#include "apps/cli/output.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "apps/cli/command.hpp"
#include "apps/cli/interrupt.hpp"

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

namespace {

/// Writes a whole file or, where that fails, leaves the old one as it was. Returns what went wrong.
std::optional<std::string> replace_file(const std::string& path, const std::string& content) {
  namespace fs = std::filesystem;
  std::error_code none;
  const fs::path target = fs::weakly_canonical(path, none);  // through a link, not over it
  // A device or a pipe cannot be renamed over, only written to.
  const bool beside = none || !fs::exists(target, none) || fs::is_regular_file(target, none);
  const std::string to = beside ? fmt::format("{}.{}.new", target.empty() ? path : target.string(),
                                              static_cast<long>(getpid()))
                                : path;
  errno = 0;
  std::ofstream file(to, std::ios::binary);
  file << content;
  file.close();
  int failed = file ? 0 : errno;
  if (failed == 0 && beside && std::rename(to.c_str(), target.c_str()) != 0) failed = errno;
  if (failed == 0) return std::nullopt;
  if (beside) std::remove(to.c_str());
  return std::strerror(failed);
}

}  // namespace

int show(const OutputArgs& args, const Forms& forms) {
  tell_if_interrupted();
  if (!args.svg.empty()) {
    if (const auto problem = replace_file(args.svg, forms.svg()))
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
