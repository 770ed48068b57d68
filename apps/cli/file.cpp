#include "apps/cli/file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>

#include <fmt/format.h>

namespace broadside::cli {
namespace {

Files files_given, files_seen;

Result<std::string> read_from_disk(const std::string& path) {
  constexpr std::size_t kMost = std::size_t{16} << 20;
  struct Close {
    void operator()(std::FILE* file) const {
      if (file != stdin) std::fclose(file);
    }
  };
  const auto failed = [&](int reason) {
    return InputError{fmt::format("cannot read the file: {}", std::strerror(reason)), path,
                      "the path of a JSON file, or - for standard input"};
  };
  const std::unique_ptr<std::FILE, Close> file(path == "-" ? stdin
                                                           : std::fopen(path.c_str(), "rb"));
  if (!file) return failed(errno);
  std::string text;
  char buffer[1 << 16];
  for (std::size_t count = 0; (count = std::fread(buffer, 1, sizeof buffer, file.get())) > 0;) {
    text.append(buffer, count);
    if (text.size() > kMost)
      return InputError{"too long for a scenario", path, "one battle; for many: broadside batch"};
  }
  if (std::ferror(file.get())) return failed(errno);
  return text;
}

}  // namespace

Result<std::string> read_file(const std::string& path) {
  const auto known = files_given.find(path);
  auto text = known == files_given.end() ? read_from_disk(path) : Result<std::string>{known->second};
  if (text) files_seen[path] = text.value();
  return text;
}

const Files& files_read() { return files_seen; }
void give_files(Files files) { files_given = std::move(files); }

}  // namespace broadside::cli
