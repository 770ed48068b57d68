#pragma once
// Question: how is a file written so that nobody ever finds half of it?

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace broadside {

/// Writes the file beside its place and renames it when all of it is on the disk; where that fails
/// an old file stays as it was. The new one may be read by whom the old one might. A device or a pipe
/// is written to. Returns what went wrong. What is large may come as the `rest`, without a copy.
std::optional<std::string> write_whole_file(const std::string& path, std::string_view content,
                                            std::string_view rest = {});

/// A file that grows piece by piece: PATH.part, and PATH only once it is complete. Whatever ends the
/// program before leaves the pieces written so far, and an old PATH as it was.
class GrowingFile {
 public:
  /// Takes hold of PATH.part, empty where there was none: no other run writes to it from now on, so
  /// that it may be looked at. Throws std::system_error.
  explicit GrowingFile(const std::string& path);
  ~GrowingFile();
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;

  /// First of all: behind the first `kept` bytes of what is there. Throws std::system_error.
  void go_on(std::uint64_t kept);
  /// Throws std::system_error: the last piece may then be half written.
  void append(std::string_view piece);
  /// Puts it in its place; throws std::system_error.
  void finish();

  static std::string part_of(const std::string& path);  ///< a link is followed

 private:
  std::string path_;
  std::optional<mode_t> mode_;  ///< of the file that is replaced
  int file_ = -1;
};

}  // namespace broadside
