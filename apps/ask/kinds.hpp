#pragma once
// Question: which questions can be asked, and what does each of them read and answer?
// One entry a question (kinds.cpp); a new one is a function here and its line there.

#include <array>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "apps/ask/ask.hpp"
#include "apps/ask/ask_field.hpp"
#include "core/scenario/result.hpp"
#include "sim/engine.hpp"

namespace broadside {

/// A question that has been taken apart so far: what every question may say has been read.
struct Asked {
  nlohmann::ordered_json scenario;  ///< what describes the battle
  nlohmann::ordered_json own;       ///< the fields that only this question has
  Options options;                  ///< with progress and stop, where somebody watches
#ifdef BROADSIDE_SMALL              // the page draws for itself
  static constexpr bool picture = false;
#else
  bool picture = false;  ///< "picture": "svg", the answer's drawing as a text
#endif
  bool advice = false;  ///< of odds: better choices are told
  /// Tells whoever watches how far it is, for a search that has a progress of its own; may be empty.
  std::function<void(double done, double planned)> watch;
};

/// What a question is answered with, before its id and its picture are added.
struct Told {
  std::string json;  ///< one object on one line
  std::string svg;   ///< where a picture was asked for and there is one
  std::vector<double> numbers;
  std::array<std::size_t, 3> shape{};
};

struct AskKind {
  std::string_view name;
  std::string_view text;                  ///< what it answers
  bool has_battle = true;                 ///< else it is about a game alone
  std::vector<AskField> fields;           ///< of its own, beside those of the scenario
  std::vector<std::string_view> options;  ///< of "options", those that mean something to it
  Result<Told> (*answer)(const Asked& asked);
};

/// The first is the usual one.
std::span<const AskKind> ask_kinds();

Result<Told> tell_odds(const Asked& asked);
Result<Told> tell_compare(const Asked& asked);
Result<Told> tell_best(const Asked& asked);
Result<Told> tell_matrix(const Asked& asked);
Result<Told> tell_meta(const Asked& asked);
Result<Told> tell_vary(const Asked& asked);
Result<Told> tell_need(const Asked& asked);
Result<Told> tell_advise(const Asked& asked);
Result<Told> tell_replay(const Asked& asked);
Result<Told> tell_read(const Asked& asked);
Result<Told> tell_link(const Asked& asked);
Result<Told> tell_list(const Asked& asked);
Result<Told> tell_schema(const Asked& asked);

}  // namespace broadside
