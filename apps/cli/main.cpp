// broadside: the program.

#include <algorithm>

#include "apps/cli/command.hpp"

int main(int argc, char** argv) {
  return broadside::cli::run_program({argv + std::min(argc, 1), argv + argc});
}
