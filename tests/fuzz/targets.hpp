#pragma once
// Question: what must hold for any bytes at all?
//
// Each target takes bytes from anywhere and breaks off (std::abort, with a word of why) where the
// program does not keep a promise. main.cpp runs them under libFuzzer, seeds_test.cpp with fixed
// bytes in the ordinary tests.

#include <cstdint>
#include <span>
#include <string_view>

namespace broadside::fuzz {

struct Target {
  std::string_view name;
  std::string_view text;  ///< what it reads
  void (*run)(std::span<const std::uint8_t> bytes);
};

std::span<const Target> targets();

// Written in files of their own.
void fuzz_battles(std::span<const std::uint8_t> bytes);
void fuzz_http(std::span<const std::uint8_t> bytes);

/// Ends the program unless it holds.
void must(bool holds, std::string_view what, std::string_view shown = {});

}  // namespace broadside::fuzz
