#pragma once
// Question: which part of a question does this run work out, where does it go, and how are all parts
// put together again? (apps/parts: what a part file is.)

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/app.hpp"
#include "apps/cli/output.hpp"
#include "apps/cli/sampling.hpp"
#include "apps/parts/part_file.hpp"
#include "sim/lock.hpp"
#include "sim/pieces.hpp"

namespace broadside::cli {

struct PartArgs {
  std::string part, out;
  std::vector<std::string> from;   ///< the parts that are put together: what `merge` asks for
  std::vector<std::string> words;  ///< the question (question_words)
};

/// --part and --out; `out_text` says what --out is in the help.
void add_parts(App& command, PartArgs& args, const char* out_text);

/// The command with all that was typed and changes an answer: not its form, nor where it goes, nor
/// how many threads find it.
std::vector<std::string> question_words(const App& command);

/// What cannot be asked together. A command that writes something else to --out says so.
std::optional<InputError> check_parts(const PartArgs& args, const OutputArgs& output,
                                      const SamplingArgs& sampling, bool has_out = false);

/// The head of the part file of a question.
PartHead part_head(const PartArgs& args, const SamplingArgs& sampling);

/// A hint for who has to stop before the end.
std::string same_command_hint(const std::string& out);

/// The pieces of a question that is divided: some of them, to a file, or all of them from files.
class Division final : public Pieces {
 public:
  /// Nothing where the question is not divided.
  static Result<std::unique_ptr<Division>> open(const PartArgs& args, const SamplingArgs& sampling);

  void begin(std::size_t pieces) override { pieces_ = pieces; }
  bool all_known() const override { return all_.has_value(); }
  Result<std::string> known(std::size_t piece) const override;
  bool wanted(std::size_t piece) const override;
  void found(std::size_t piece, const std::string& bytes) override;

  /// Puts the part in its place if it was finished, or tells why it was not; the exit code.
  int end(const InputError& ended, bool json);

 private:
  std::optional<Parts> all_;
  std::optional<PartWriter> writer_;
  PartHead head_;
  std::string out_;
  std::size_t pieces_ = 0;
  mutable Mutex writing_;
  std::exception_ptr trouble_;
};

/// The exit code of a run that has worked out a part; nothing where there is an answer to show.
template <class Answer>
std::optional<int> end_of_part(const std::unique_ptr<Division>& division,
                               const Result<Answer>& answer, bool json) {
  if (!division || division->all_known()) return std::nullopt;
  return division->end(answer.error(), json);
}

}  // namespace broadside::cli
