#pragma once
// Question: in which form is an answer wanted, and where does it go?

#include <functional>
#include <optional>
#include <string>

#include "apps/cli/app.hpp"
#include "apps/cli/terminal.hpp"
#include "core/scenario/result.hpp"

namespace broadside::cli {

struct OutputArgs {
  ScreenArgs screen;
  bool csv = false, markdown = false;
  std::string svg;  ///< a file besides what is printed; "" = none
};

void add_output(App& command, OutputArgs& args);

/// More than one form for one place.
std::optional<InputError> check_output(const OutputArgs& args);

/// An answer in every form that it has; made only when it is asked for.
struct Forms {
  std::function<std::string(const TextStyle&)> text;
  std::function<std::string()> json, csv, markdown, svg;
};

/// Prints the answer in the form asked for, and writes the picture. Returns the exit code.
int show(const OutputArgs& args, const Forms& forms);

}  // namespace broadside::cli
