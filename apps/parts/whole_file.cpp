#include "apps/parts/whole_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
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

/// Who may read and write a file; nothing where there is none.
std::optional<mode_t> mode_of(const std::string& path) {
  struct stat there {};
  if (stat(path.c_str(), &there) != 0) return std::nullopt;
  return there.st_mode & 0777U;
}

/// A new file beside `place`, which nobody else has put there: not through a link, and under another
/// name where one is taken. What only some may read nobody else sees meanwhile.
int open_beside(const std::string& place, std::optional<mode_t> mode, std::string& name) {
  constexpr int kMostTaken = 100;
  int file = -1;
  for (int taken = 0; taken < kMostTaken; ++taken) {
    name = fmt::format("{}.{}.{}.new", place, static_cast<long>(getpid()), taken);
    file = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                mode ? 0600 : 0666);
    if (file >= 0 || errno != EEXIST) break;
  }
  // Where a file system knows no modes there is nothing to keep.
  if (file >= 0 && mode) fchmod(file, *mode);
  return file;
}

/// What closing a file has to tell, while it stays open and locked.
int close_copy(int file) {
  const int copy = fcntl(file, F_DUPFD_CLOEXEC, 0);
  return copy >= 0 && close(copy) != 0 ? errno : 0;
}

/// Whether an open file is (still) the one of that name.
bool is_at(int file, const std::string& path) {
  struct stat ours {
  }, there{};
  return fstat(file, &ours) == 0 && stat(path.c_str(), &there) == 0 &&
         ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
}

/// Opens a part that nobody else is writing.
int take_hold(const std::string& part) {
  constexpr int kMostOvertaken = 100;
  for (int overtaken = 0; overtaken < kMostOvertaken; ++overtaken) {
    const int file = open(part.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0) fail(errno, "cannot write " + part);
    // Of two runs at a time one would write into the pieces of the other.
    const bool busy = flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    // Another run may have finished in between, and then this is its answer by now.
    if (!busy && is_at(file, part)) return file;
    close(file);
    if (busy) break;
  }
  fail(EBUSY, "another run is writing " + part);
}

}  // namespace

std::optional<std::string> write_whole_file(const std::string& path, std::string_view content,
                                            std::string_view rest) {
  const std::string place = place_of(path);
  // A device or a pipe cannot be renamed over, only written to.
  std::error_code none;
  const bool beside = !fs::exists(place, none) || fs::is_regular_file(place, none);
  std::string to = path;
  const int file =
      beside ? open_beside(place, mode_of(place), to) : open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return std::strerror(errno);
  int failed = write_all(file, content);
  if (failed == 0) failed = write_all(file, rest);
  if (failed == 0 && beside) failed = sync(file);
  if (close(file) != 0 && failed == 0) failed = errno;
  if (failed == 0 && beside) failed = put_in_place(to, place);
  if (failed == 0) return std::nullopt;
  if (beside) std::remove(to.c_str());
  return std::strerror(failed);
}

std::string GrowingFile::part_of(const std::string& path) { return place_of(path) + ".part"; }

GrowingFile::GrowingFile(const std::string& path)
    : path_(place_of(path)), mode_(mode_of(path_)), file_(take_hold(part_of(path))) {}

void GrowingFile::go_on(std::uint64_t kept) {
  const std::string part = part_of(path_);
  const auto size = static_cast<off_t>(kept);
  struct stat now {};
  if (fstat(file_, &now) != 0) fail(errno, "cannot write " + part);
  // Not all file systems have locks; what is missing would be filled with zeros.
  if (now.st_size < size) fail(EBUSY, "another run is writing " + part);
  // We must be able to come back to it, whatever may be done with the file that it replaces.
  if (mode_) fchmod(file_, *mode_ | S_IRUSR | S_IWUSR);
  if (ftruncate(file_, size) != 0 || lseek(file_, size, SEEK_SET) != size)
    fail(errno, "cannot write " + part);
}

GrowingFile::~GrowingFile() {
  if (file_ >= 0) close(file_);
}

void GrowingFile::append(std::string_view piece) {
  if (const int failed = write_all(file_, piece)) fail(failed, "cannot write " + part_of(path_));
}

void GrowingFile::finish() {
  int failed = sync(file_);
  if (failed == 0) failed = close_copy(file_);
  // Renamed while it is locked: else another run could take hold of it and empty it before.
  if (failed == 0) failed = put_in_place(part_of(path_), path_);
  if (failed != 0) fail(failed, "cannot write " + path_);
  if (mode_) fchmod(file_, *mode_);
  close(file_);
  file_ = -1;
}

}  // namespace broadside
