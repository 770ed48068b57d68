#pragma once
// Question: what can the screen show, and how far has a long run come?

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "apps/cli/app.hpp"
#include "apps/report/layout.hpp"
#include "sim/engine.hpp"

namespace broadside::cli {

/// The flags that every printing subcommand has.
struct ScreenArgs {
  bool json = false;
  bool ascii = false;
  bool details = false;
  std::string color = "auto";  ///< or always, never
  bool no_color = false;       ///< in short for never
};

void add_screen(App& command, ScreenArgs& args);

/// Standard output: colour only on a terminal that has it, never with NO_COLOR, always with
/// CLICOLOR_FORCE; what was asked for counts before all of them. Unicode where the locale says UTF-8.
TextStyle screen_style(const ScreenArgs& args);

/// The text in the letters that the screen has.
std::string for_screen(const std::string& text, const TextStyle& style);

bool output_is_terminal();
int terminal_columns();  ///< of standard output; 80 where nobody knows

/// "12.3 s", "3 min 20 s": how long something will take.
std::string duration_text(double seconds);

/// One line on standard error that is rewritten in place: only on a terminal, only after half a
/// second, never wider than the terminal, gone at the end.
class ProgressLine {
 public:
  /// `options`: what will end the sampling, for how long that will take.
  explicit ProgressLine(const Options& options = {});
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const Progress& progress);
  /// "12 of 81 points, 3.1/s, 22 s left"; `all` 0 = nobody knows; `more` stands behind it.
  void show(std::uint64_t done, std::uint64_t all, const char* what, const std::string& more = "");
  void clear();

 private:
  bool due();
  void write(const std::string& text);
  double elapsed() const;
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_, next_;
  std::optional<double> precision_, seconds_;
  bool terminal_ = false, shown_ = false;
};

}  // namespace broadside::cli
