#pragma once
// Question: what of a batch has been read, and what has been answered already?

#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>

#include "apps/cli/command.hpp"
#include "apps/parts/whole_file.hpp"

namespace broadside::cli {

/// The longest line that is read: as long as a question may be (apps/report/strict_json.cpp).
inline constexpr std::size_t kLongestLine = std::size_t{1} << 20;

/// The next line without its end; of one that is too long only the first kLongestLine bytes and one
/// more are kept, whatever its length. False where nothing comes any more.
bool read_bounded_line(std::istream& input, std::string& line);

/// Answers that an earlier run has written before it was ended.
struct Answered {
  std::uint64_t bytes = 0;  ///< up to the end of the last whole answer
  std::uint64_t rows = 0;   ///< whole answers; the head of a table is none
  std::uint64_t failed = 0;
  std::string last;  ///< with its line end
};

/// What is whole in a file of answers; nothing where there is no file. `csv`: a table with a head,
/// whose cells may hold line ends in quotation marks. Throws std::system_error.
Answered read_answered(const std::string& path, bool csv);

/// Where the answers go: to standard output, or to a file that is put in its place at the end.
class Answers {
 public:
  Answers() = default;
  explicit Answers(const std::string& path) { file_.emplace(path); }
  /// First of all: behind the first `kept` bytes of what an earlier run has left.
  void go_on(std::uint64_t kept) {
    if (file_) file_->go_on(kept);
  }
  void write(const std::string& text) { file_ ? file_->append(text) : print(text); }
  void finish() {
    if (file_) file_->finish();
  }
  bool to_file() const { return file_.has_value(); }

 private:
  std::optional<GrowingFile> file_;
};

}  // namespace broadside::cli
