#pragma once
// Question: what does one line of a batch come to?

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "apps/ask/question.hpp"
#include "apps/cli/field_options.hpp"
#include "sim/bytes.hpp"
#include "sim/engine.hpp"

namespace broadside::cli {

/// What holds for every line.
struct BatchAsked {
  std::string game;
  Options options;
  std::vector<TableRows> tables;
  bool brief = false, csv = false;
};

struct BatchLine {
  std::size_t number = 0;
  std::string text;
  std::shared_ptr<const TableHead> head;  ///< of the table that it is a row of
  bool known = false;                     ///< an earlier run has answered it
  std::uint64_t row = 0;                  ///< among the lines that are answered
};

/// What stands on the answer's line, with the line end.
struct LineAnswer {
  std::string text;
  bool failed = false;
  std::uint64_t question = 0;  ///< checksum of the line that it answers, in a part file
};
constexpr auto fields(Is<LineAnswer>, auto& answer) {
  return std::tie(answer.text, answer.failed, answer.question);
}

LineAnswer answer_line(const BatchLine& line, const BatchAsked& asked);

}  // namespace broadside::cli
