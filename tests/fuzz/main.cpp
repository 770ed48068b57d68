// libFuzzer's way in: --target=NAME chooses what is fuzzed.

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/fuzz/targets.hpp"

namespace {
const broadside::fuzz::Target* chosen = nullptr;
}

extern "C" int LLVMFuzzerInitialize(int* count, char*** words) {
  constexpr std::string_view kOption = "--target=";
  for (int i = 1; i < *count; ++i) {
    const std::string_view word = (*words)[i];
    if (!word.starts_with(kOption)) continue;
    for (const auto& target : broadside::fuzz::targets())
      if (target.name == word.substr(kOption.size())) chosen = &target;
  }
  if (chosen) return 0;
  std::fputs("--target= one of:\n", stderr);
  for (const auto& target : broadside::fuzz::targets())
    std::fprintf(stderr, "  %-10s %s\n", target.name.data(), target.text.data());
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chosen->run({data, size});
  return 0;
}
