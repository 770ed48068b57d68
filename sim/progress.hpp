#pragma once
// Question: how far is a long answer?

#include <cstdint>
#include <functional>
#include <string_view>

namespace broadside {

struct Progress {
  std::uint64_t battles = 0;  ///< played so far
  std::uint64_t planned = 0;  ///< 0 = unknown
  double win = 0, half_width = 0;
  std::string_view stage{};  ///< what goes on before the first battle; empty once they are played
};
using ProgressCallback = std::function<void(const Progress&)>;

/// Whether somebody wants the answer as it stands now. Called from any thread, often: cheap. Once it
/// has said so it goes on saying so.
using StopQuery = std::function<bool()>;

enum class StoppedBy { battles, precision, time, request };

}  // namespace broadside
