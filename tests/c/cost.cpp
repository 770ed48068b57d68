// What the door costs: a small question as text through the C library against the same battle in C++,
// both written as JSON. A program of its own: the test program is compiled with little optimisation,
// and so would be the templates that the two share there.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <string>

#include "apps/c/broadside.h"
#include "apps/report/report_json.hpp"
#include "sim/engine.hpp"
#include "sim/shortcut.hpp"

namespace {

using namespace broadside;

std::string in_cpp() {
  Options options;
  options.method = Method::exact;
  const auto battle = scenario("ti4", "cruiser", "destroyer");
  return write_report(*odds(*battle, options), *battle);
}

std::string in_c() {
  broadside_answer* answer = nullptr;
  broadside_ask(R"({"attacker":"cruiser","defender":"destroyer","options":{"engine":"exact"}})",
                BROADSIDE_UNTIL_ZERO, nullptr, nullptr, &answer);
  std::string json = broadside_json(answer, nullptr);
  broadside_free(answer);
  return json;
}

constexpr int kTimes = 200;

double seconds(std::string (*ask)()) {
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < kTimes; ++i) ask();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / kTimes;
}

}  // namespace

int main() {
  if (in_c() != in_cpp()) {
    std::puts("the two answers differ");
    return 1;
  }
  double cpp = std::numeric_limits<double>::max(), c = cpp;
  // The best of runs that take turns: whatever else the machine does meets both.
  for (int run = 0; run < 20; ++run) {
    cpp = std::min(cpp, seconds(in_cpp));
    c = std::min(c, seconds(in_c));
  }
  std::printf("C++ %.1f us, C %.1f us, ratio %.2f\n", cpp * 1e6, c * 1e6, c / cpp);
  return c <= 1.5 * cpp ? 0 : 1;
}
