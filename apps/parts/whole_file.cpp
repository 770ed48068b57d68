#include "apps/parts/whole_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

namespace broadside {
namespace {

namespace fs = std::filesystem;

/// 0, or the errno of what failed.
int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written > 0)
      text.remove_prefix(static_cast<std::size_t>(written));
    else if (written == 0)
      return EIO;
    else if (errno != EINTR)
      return errno;
  }
  return 0;
}

/// What some file systems and devices cannot do does not count as failed.
int sync(int file) {
  if (fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS) return 0;
  return errno;
}

/// Renames, and sees to it that the name is on the disk as well.
int put_in_place(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) return errno;
  const fs::path folder = fs::path(to).parent_path();
  const int handle =
      open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0) return 0;  // a folder that may not be read: the file itself is there
  const int failed = sync(handle);
  close(handle);
  return failed;
}

/// Through a link, not over it.
std::string place_of(const std::string& path) {
  std::error_code none;
  const fs::path target = fs::weakly_canonical(path, none);
  return target.empty() ? path : target.string();
}

[[noreturn]] void fail(int reason, const std::string& what) {
  throw std::system_error(reason, std::generic_category(), what);
}

}  // namespace

std::optional<std::string> write_whole_file(const std::string& path, std::string_view content) {
  const std::string place = place_of(path);
  // A device or a pipe cannot be renamed over, only written to.
  std::error_code none;
  const bool beside = !fs::exists(place, none) || fs::is_regular_file(place, none);
  const std::string to =
      beside ? fmt::format("{}.{}.new", place, static_cast<long>(getpid())) : path;
  const int flags = beside ? O_WRONLY | O_CREAT | O_TRUNC : O_WRONLY;
  const int file = open(to.c_str(), flags | O_CLOEXEC, 0666);
  if (file < 0) return std::strerror(errno);
  int failed = write_all(file, content);
  if (failed == 0 && beside) failed = sync(file);
  if (close(file) != 0 && failed == 0) failed = errno;
  if (failed == 0 && beside) failed = put_in_place(to, place);
  if (failed == 0) return std::nullopt;
  if (beside) std::remove(to.c_str());
  return std::strerror(failed);
}

std::string GrowingFile::part_of(const std::string& path) { return place_of(path) + ".part"; }

GrowingFile::GrowingFile(const std::string& path, std::uint64_t kept) : path_(place_of(path)) {
  const std::string part = part_of(path);
  file_ = open(part.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) fail(errno, "cannot write " + part);
  // Of two runs at a time one would write into the pieces of the other.
  if (flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    close(file_);
    fail(EBUSY, "another run is writing " + part);
  }
  const auto size = static_cast<off_t>(kept);
  if (ftruncate(file_, size) == 0 && lseek(file_, size, SEEK_SET) == size) return;
  const int reason = errno;
  close(file_);
  fail(reason, "cannot write " + part);
}

GrowingFile::~GrowingFile() {
  if (file_ >= 0) close(file_);
}

void GrowingFile::append(std::string_view piece) {
  if (const int failed = write_all(file_, piece)) fail(failed, "cannot write " + part_of(path_));
}

void GrowingFile::finish() {
  int failed = sync(file_);
  if (close(file_) != 0 && failed == 0) failed = errno;
  file_ = -1;
  if (failed == 0) failed = put_in_place(part_of(path_), path_);
  if (failed != 0) fail(failed, "cannot write " + path_);
}

}  // namespace broadside
