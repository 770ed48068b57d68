#include "apps/cli/batch_lines.hpp"

#include <cerrno>
#include <fstream>
#include <string_view>
#include <system_error>

#include <nlohmann/json.hpp>

namespace broadside::cli {
namespace {

/// Whether an answer says that its line could not be answered, or that it cannot be trusted.
bool has_failed(std::string_view answer, bool csv) {
  if (csv) return !answer.ends_with(",\n");  // the last column is the error
  if (answer.find("\"error\"") == answer.npos && answer.find("\"disagreement\"") == answer.npos)
    return false;
  const auto tree = nlohmann::json::parse(answer, nullptr, false);
  return tree.contains("error") || tree.contains("disagreement");
}

}  // namespace

bool read_bounded_line(std::istream& input, std::string& line) {
  line.clear();
  std::streambuf& buffer = *input.rdbuf();
  using Traits = std::streambuf::traits_type;
  if (!input) return false;
  for (;;) {
    const auto next = buffer.sbumpc();
    if (Traits::eq_int_type(next, Traits::eof())) {
      input.setstate(line.empty() ? std::ios::eofbit | std::ios::failbit : std::ios::eofbit);
      return !line.empty();
    }
    const char letter = Traits::to_char_type(next);
    if (letter == '\n') return true;
    if (line.size() <= kLongestLine) line.push_back(letter);
  }
}

Answered read_answered(const std::string& path, bool csv) {
  Answered answered;
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    if (errno == ENOENT) return answered;
    throw std::system_error(errno, std::generic_category(), "cannot read " + path);
  }
  bool head = csv, quoted = false;
  std::uint64_t read = 0;
  std::string answer;
  std::streambuf& buffer = *file.rdbuf();
  using Traits = std::streambuf::traits_type;
  for (auto next = buffer.sbumpc(); !Traits::eq_int_type(next, Traits::eof());
       next = buffer.sbumpc()) {
    const char letter = Traits::to_char_type(next);
    ++read;
    answer.push_back(letter);
    if (csv && letter == '"') quoted = !quoted;
    if (letter != '\n' || quoted) continue;
    answered.bytes = read;
    if (!head) {
      ++answered.rows;
      answered.failed += has_failed(answer, csv);
      answered.last.swap(answer);
    }
    head = false;
    answer.clear();
  }
  return answered;
}

}  // namespace broadside::cli
