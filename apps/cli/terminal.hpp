#pragma once
// Question: what can the screen show, and how far has a long run come?

#include <chrono>
#include <string>

#include <CLI/App.hpp>

#include "apps/report/layout.hpp"
#include "sim/engine.hpp"

namespace broadside::cli {

/// The flags that every printing subcommand has.
struct ScreenArgs {
  bool json = false;
  bool ascii = false;
  bool details = false;
  std::string color = "auto";  ///< or always, never
};

void add_screen(CLI::App& command, ScreenArgs& args);

/// Standard output: colour only on a terminal that has it, never with NO_COLOR, always with
/// CLICOLOR_FORCE; what was asked for counts before all of them. Unicode where the locale says UTF-8.
TextStyle screen_style(const ScreenArgs& args);

/// The text in the letters that the screen has.
std::string for_screen(const std::string& text, const TextStyle& style);

bool output_is_terminal();
int terminal_columns();  ///< of standard output; 80 where nobody knows

/// One line on standard error that is rewritten in place: only on a terminal, only after half a
/// second, gone at the end.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const Progress& progress);
  void show(const std::string& text);
  void clear();

 private:
  bool due();
  using Clock = std::chrono::steady_clock;
  Clock::time_point next_;
  bool terminal_ = false, shown_ = false;
};

}  // namespace broadside::cli
