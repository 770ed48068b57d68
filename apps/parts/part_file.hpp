#pragma once
// Question: how does a part of an answer travel between runs and machines? As a file that says which
// question it belongs to and holds its pieces, each with a checksum.
//
//   one line of JSON      the question, the program's version, the seed, which part of how many
//   checksum and its sum  of that line
//   records               number of the piece, size, checksum (8 bytes each, lowest first), bytes
//   the last record       how many pieces the whole question has, and the sum of what was read
//
// Part I of N has the pieces I - 1, I - 1 + N, I - 1 + 2 N, ...

#include <cstddef>
#include <cstdint>
#include <istream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/parts/whole_file.hpp"
#include "core/scenario/result.hpp"

namespace broadside {

/// FNV-1a, 64 bits: against damage, not against malice.
std::uint64_t checksum(std::string_view bytes, std::uint64_t before = 0xcbf29ce484222325);

/// Which part of which question.
struct PartHead {
  std::vector<std::string> words;            ///< the command and its options, in a fixed order
  std::map<std::string, std::string> files;  ///< what those files held that the words name
  std::string version;                       ///< of the program
  std::string seed;                          ///< as typed; the usual one where it is empty
  std::uint64_t part = 1, of = 1;

  bool holds(std::uint64_t piece) const noexcept { return piece % of == part - 1; }
  /// Whether both are parts of one division of one question.
  bool same_question(const PartHead& other) const;
};

/// "3/8"
Result<std::pair<std::uint64_t, std::uint64_t>> read_part_number(const std::string& text);

/// What a part file says about itself at its beginning; for its question.
Result<PartHead> read_part_head(const std::string& path);

/// What the last record of a complete part says.
struct PartEnd {
  std::uint64_t pieces = 0;  ///< of the whole question
  std::uint64_t input = 0;   ///< checksum of what was read besides the words; 0 where nothing was

  friend bool operator==(const PartEnd&, const PartEnd&) = default;
};

/// The contents of a part file as far as they are whole.
class PartReader {
 public:
  /// Nothing where there is no such file. An error where it is no part file, cannot be read or,
  /// unless a rest that is not whole is `let_pass`, where it is damaged or incomplete.
  static Result<std::optional<PartReader>> open(const std::string& path, bool let_pass);

  const PartHead& head() const noexcept { return head_; }
  const std::optional<PartEnd>& end() const noexcept { return end_; }
  bool has(std::uint64_t piece) const { return places_.contains(piece); }
  std::size_t pieces() const noexcept { return places_.size(); }
  /// Behind the last record that is whole.
  std::uint64_t whole_bytes() const noexcept { return whole_bytes_; }
  Result<std::string> read(std::uint64_t piece) const;

 private:
  struct Place {
    std::uint64_t at, size, sum;
  };
  std::optional<InputError> read_all(std::istream& file, std::uint64_t size, bool let_pass);
  bool read_head(std::istream& file);
  bool read_record(std::istream& file, std::uint64_t size, std::string& bytes);

  std::string path_;
  PartHead head_;
  std::optional<PartEnd> end_;
  std::map<std::uint64_t, Place> places_;
  std::uint64_t whole_bytes_ = 0;
};

/// Writes a part, going on with what an earlier run of it has left.
class PartWriter {
 public:
  /// An error where a file of that name is there that does not belong to this part. Throws
  /// std::system_error where it cannot be written.
  static Result<PartWriter> open(const std::string& path, const PartHead& head);

  bool complete() const noexcept { return !file_; }  ///< it was there already
  /// What an earlier run has left.
  const PartReader* before() const { return before_ ? &*before_ : nullptr; }
  /// Throws std::system_error, as the next one.
  void put(std::uint64_t piece, std::string_view bytes);
  void finish(const PartEnd& end);

 private:
  std::optional<PartReader> before_;
  std::unique_ptr<GrowingFile> file_;
};

/// All parts of one question, checked: none is missing, foreign or damaged.
class Parts {
 public:
  static Result<Parts> open(const std::vector<std::string>& paths);

  const PartHead& head() const { return parts_.front().head(); }  ///< that of part 1
  std::uint64_t pieces() const { return parts_.front().end()->pieces; }
  Result<std::string> read(std::uint64_t piece) const {
    return parts_[piece % parts_.size()].read(piece);
  }

 private:
  std::vector<PartReader> parts_;  ///< in their order
};

}  // namespace broadside
