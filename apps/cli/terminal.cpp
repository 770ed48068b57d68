#include "apps/cli/terminal.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace broadside::cli {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// The locale's own rule: the first of these that is set decides.
bool locale_is_utf8() {
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string value = environment(variable);
    if (value.empty()) continue;
    std::transform(value.begin(), value.end(), value.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    return value.find("utf-8") != std::string::npos || value.find("utf8") != std::string::npos;
  }
  return false;
}

bool wants_color(const std::string& when) {
  if (when != "auto") return when == "always";
  if (!environment("NO_COLOR").empty()) return false;
  const std::string force = environment("CLICOLOR_FORCE");
  if (!force.empty() && force != "0") return true;
  return output_is_terminal() && environment("TERM") != "dumb";
}

}  // namespace

void add_screen(CLI::App& command, ScreenArgs& args) {
  command.add_flag("--json", args.json, "JSON on standard output, errors too")->group("Output");
  command.add_flag("--ascii", args.ascii, "plain letters even where the locale has more")
      ->group("Output");
  command.add_option("--color", args.color, "always, auto or never")
      ->option_text("WHEN")
      ->check([](const std::string& when) {
        const bool known = when == "always" || when == "auto" || when == "never";
        return known ? "" : fmt::format("unknown '{}': always, auto or never", when);
      })
      ->group("Output");
  command.add_flag("--no-color{never}", args.color, "the same as --color never")->group("Output");
}

bool output_is_terminal() { return isatty(STDOUT_FILENO) == 1; }

int terminal_columns() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return std::max<int>(size.ws_col, 40);
  return 80;
}

TextStyle screen_style(const ScreenArgs& args) {
  TextStyle style;
  style.unicode = !args.ascii && locale_is_utf8();
  style.color = wants_color(args.color);
  style.details = args.details;
  style.width = output_is_terminal() ? std::min(terminal_columns(), 100) : 80;
  return style;
}

std::string for_screen(const std::string& text, const TextStyle& style) {
  return style.unicode ? text : in_ascii(text);
}

ProgressLine::ProgressLine()
    : next_(Clock::now() + std::chrono::milliseconds(500)), terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() { clear(); }

bool ProgressLine::due() {
  if (!terminal_) return false;
  const auto now = Clock::now();
  if (now < next_) return false;
  next_ = now + std::chrono::milliseconds(100);
  return true;
}

void ProgressLine::show(const std::string& text) {
  if (!due()) return;
  std::fprintf(stderr, "\r\033[K%s", text.c_str());
  std::fflush(stderr);
  shown_ = true;
}

void ProgressLine::show(const Progress& progress) {
  if (!terminal_) return;
  std::string text = grouped(progress.battles);
  if (progress.planned > 0) text += fmt::format(" of {}", grouped(progress.planned));
  text += " battles";
  if (progress.half_width > 0)
    text += fmt::format(", attacker wins {} +/- {}", percent(progress.win),
                        margin_percent(progress.half_width));
  show(text);
}

void ProgressLine::clear() {
  if (!shown_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace broadside::cli
