#include "apps/cli/terminal.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "apps/cli/interrupt.hpp"

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

/// 374 million, 12,345, 3.1
std::string short_count(double number) {
  const char* unit = " million";
  for (const char* larger : {" billion", " trillion"}) {
    if (number < 1e9) break;
    number /= 1000;
    unit = larger;
  }
  if (number >= 1e6) return fmt::format("{:.3g}{}", number / 1e6, unit);
  return number < 10 ? fmt::format("{:.1f}", number) : grouped(static_cast<std::uint64_t>(number));
}

/// So much of a text as so many columns hold; a letter of several bytes is one column.
std::string first_columns(const std::string& text, int columns) {
  std::size_t end = 0;
  for (int used = 0; end < text.size(); ++end) {
    const bool begins = (static_cast<unsigned char>(text[end]) & 0xc0) != 0x80;
    if (begins && used++ == columns) break;
  }
  return text.substr(0, end);
}

bool wants_color(const std::string& when) {
  if (when != "auto") return when == "always";
  if (!environment("NO_COLOR").empty()) return false;
  const std::string force = environment("CLICOLOR_FORCE");
  if (!force.empty() && force != "0") return true;
  return output_is_terminal() && environment("TERM") != "dumb";
}

}  // namespace

void add_screen(App& command, ScreenArgs& args) {
  command.add_flag("--json", args.json, "JSON on standard output, errors too")->group("Output");
  command.add_flag("--ascii", args.ascii, "plain letters even where the locale has more")
      ->group("Output");
  command.add_option("--color", args.color, "always, auto or never")
      ->option_text("WHEN")
      ->one_of({"always", "auto", "never"})
      ->group("Output");
  command.add_flag("--no-color", args.no_color, "the same as --color never")->group("Output");
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
  style.color = !args.no_color && wants_color(args.color);
  style.details = args.details;
  style.width = output_is_terminal() ? std::min(terminal_columns(), 100) : 80;
  return style;
}

std::string for_screen(const std::string& text, const TextStyle& style) {
  return style.unicode ? text : in_ascii(text);
}

std::string duration_text(double seconds) {
  if (seconds < 60) return fmt::format("{:.0f} s", std::ceil(seconds));
  if (seconds < 3600)
    return fmt::format("{:.0f} min {:.0f} s", std::floor(seconds / 60), std::fmod(seconds, 60));
  if (seconds < 48 * 3600.0)
    return fmt::format("{:.0f} h {:.0f} min", std::floor(seconds / 3600),
                       std::fmod(seconds, 3600) / 60);
  return fmt::format("{:.0f} days", seconds / 86400);
}

ProgressLine::ProgressLine(const Options& options)
    : start_(Clock::now()),
      next_(start_ + std::chrono::milliseconds(500)),
      precision_(options.precision),
      seconds_(options.seconds),
      terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() { clear(); }

double ProgressLine::elapsed() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

bool ProgressLine::due() {
  if (!terminal_) return false;
  const auto now = Clock::now();
  if (now < next_) return false;
  next_ = now + std::chrono::milliseconds(100);
  return true;
}

/// A terminal puts what does not fit on a further line, which could not be taken back.
void ProgressLine::write(const std::string& text) {
  winsize size{};
  std::size_t width = 80;
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) width = size.ws_col;
  std::fprintf(stderr, "\r\033[K%s", first_columns(text, static_cast<int>(width) - 1).c_str());
  std::fflush(stderr);
  shown_ = true;
  progress_is_shown(true);
}

void ProgressLine::show(std::uint64_t done, std::uint64_t all, const char* what,
                        const std::string& more) {
  if (!due()) return;
  std::string text = grouped(done);
  if (all > 0) text += fmt::format(" of {}", grouped(all));
  const double rate = static_cast<double>(done) / elapsed();
  text += fmt::format(" {}, {}/s", what, short_count(rate));
  if (all > done && rate > 0)
    text += fmt::format(", {} left", duration_text(static_cast<double>(all - done) / rate));
  write(text + more);
}

void ProgressLine::show(const Progress& progress) {
  if (!due()) return;
  if (!progress.stage.empty()) {
    write(fmt::format("{}, {} so far", progress.stage, duration_text(elapsed())));
    return;
  }
  const double so_far = elapsed(), battles = static_cast<double>(progress.battles);
  std::string text = short_count(battles);
  if (progress.planned > 0)
    text += fmt::format(" of {}", short_count(static_cast<double>(progress.planned)));
  text += fmt::format(" battles, {}/s", short_count(battles / so_far));
  // The half-width shrinks with the root of the battles.
  std::optional<double> left;
  const auto sooner = [&](double seconds) { left = std::min(left.value_or(seconds), seconds); };
  if (progress.planned > progress.battles && battles > 0)
    sooner(so_far * (static_cast<double>(progress.planned) / battles - 1));
  if (precision_ && progress.half_width > *precision_)
    sooner(so_far * (std::pow(progress.half_width / *precision_, 2) - 1));
  if (seconds_) sooner(std::max(*seconds_ - so_far, 0.0));
  if (left) text += fmt::format(", {} left", duration_text(*left));
  if (progress.half_width > 0)
    text +=
        fmt::format("; wins {} +/- {}", percent(progress.win), margin_percent(progress.half_width));
  write(text);
}

void ProgressLine::clear() {
  if (!shown_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  shown_ = false;
  progress_is_shown(false);
}

}  // namespace broadside::cli
