// Do TestU01's batteries find anything in the random numbers that battles are played with?
//
//   broadside_crush small|crush|big VIEW
//
// Prints every test with its chance. A chance below 1e-10 (or as near to 1) is a failure, exit code 1; one below 1e-3
// is called weak: by chance one Crush of 144 figures in four has such a one, and as the views are fixed, it stays.

extern "C" {
#include <TestU01.h>
}

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string_view>

#include "bench/streams/views.hpp"

namespace {

using namespace broadside::streams;

constexpr double kFailed = 1e-10, kWeak = 1e-3;

std::unique_ptr<View> view;

/// The library asks for 32 bits at a time, of a function without arguments. Both halves of each draw, as `broadside_streams` writes them.
unsigned int half_a_draw() {
  static std::uint64_t draw = 0;
  static bool has_half = false;
  if (!has_half) draw = view->next();
  const auto half = static_cast<unsigned int>(has_half ? draw >> 32 : draw);
  has_half = !has_half;
  return half;
}

using Battery = void (*)(unif01_Gen*);

Battery battery_named(std::string_view name) {
  if (name == "small") return bbattery_SmallCrush;
  if (name == "crush") return bbattery_Crush;
  if (name == "big") return bbattery_BigCrush;
  return nullptr;
}

}  // namespace

int main(int count, char** words) {
  const Battery battery = count == 3 ? battery_named(words[1]) : nullptr;
  if (battery) view = view_named(words[2]);
  if (!view) {
    std::fputs("usage: broadside_crush small|crush|big lane|lanes|chunks|seeds|low\n", stderr);
    return 2;
  }
  swrite_Basic = FALSE;  // the library's own report is pages long
  unif01_Gen* const bits = unif01_CreateExternGenBits(words[2], half_a_draw);
  battery(bits);
  unif01_DeleteExternGenBits(bits);
  int weak = 0, failed = 0;
  for (int test = 0; test < bbattery_NTests; ++test) {
    const double p = bbattery_pVal[test], least = p < 0.5 ? p : 1 - p;
    const char* verdict = least < kFailed ? "FAILED" : least < kWeak ? "WEAK" : "PASSED";
    failed += least < kFailed;
    weak += least >= kFailed && least < kWeak;
    std::printf("  %-30s p %.4g  %s\n", bbattery_TestNames[test], p, verdict);
  }
  std::printf("%s: %d passed, %d weak, %d failed\n", words[2], bbattery_NTests - weak - failed,
              weak, failed);
  return failed > 0 ? 1 : 0;
}
