#pragma once
// Question: what is the answer to this question, both as text? The door of every program but the
// command line: C library, Python, page, server, batch.

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace broadside {

/// How far a question is: `done` of `planned` battles, fleets or points; planned 0 = nobody knows.
/// False to stop: the answer is what is known so far.
using AskProgress = std::function<bool(double done, double planned)>;

enum class AnswerStatus { answered = 0, failed = 1, bad_input = 2 };

struct Answer {
  AnswerStatus status = AnswerStatus::answered;
  std::string json;  ///< the report, or {"error": {"problem", "where", "hint"}}
  /// Where the answer is a table: chances of attacker, neither, defender for each cell.
  std::vector<double> numbers;
  std::array<std::size_t, 3> shape{};
};

/// The form is that of design "Question (JSON, version 1)": a scenario with "ask", "options" and
/// the fields of that question.
Answer ask(std::string_view question, const AskProgress& progress = {});

struct Options;
/// The same where options that the question does not name are not the usual ones.
Answer ask(std::string_view question, const Options& usual, const AskProgress& progress = {});

/// Whether a JSON text asks for something else than the odds of one battle.
bool asks_for_more(std::string_view question);

}  // namespace broadside
