// Files of which nobody finds half: what lies in the way, whom they may be read by, and two runs at a
// time (at chosen moments: tests/fault).
#include "apps/parts/whole_file.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/apps/folder.hpp"
#include "tests/apps/program.hpp"

namespace broadside::test {
namespace {

unsigned mode_of(const std::string& path) {
  struct stat there {};
  REQUIRE(stat(path.c_str(), &there) == 0);
  return there.st_mode & 0777U;
}

std::optional<std::string> trouble_with(const std::string& path) {
  try {
    GrowingFile{path}.go_on(0);
  } catch (const std::system_error& error) {
    return error.what();
  }
  return std::nullopt;
}

std::string beside(const std::string& path, int taken) {
  return path + "." + std::to_string(getpid()) + "." + std::to_string(taken) + ".new";
}

}  // namespace

TEST_CASE("a file that is replaced may be read by whom the old one might") {
  const Folder folder;
  const std::string path = folder.at("answer");
  for (const unsigned mode : {0600U, 0640U, 0400U}) {
    CAPTURE(mode);
    folder.write("answer", "old");
    REQUIRE(chmod(path.c_str(), mode) == 0);
    CHECK_FALSE(write_whole_file(path, "new"));
    CHECK(mode_of(path) == mode);
    CHECK(folder.read("answer") == "new");
    GrowingFile file{path};
    file.go_on(0);
    file.append("grown");
    CHECK(mode_of(path + ".part") == (mode | 0600U));
    file.finish();
    CHECK(mode_of(path) == mode);
    CHECK(folder.read("answer") == "grown");
    std::filesystem::remove(path);
  }
}

TEST_CASE("what has the name of a file to be made is left alone, and no link is followed") {
  const Folder folder;
  const std::string path = folder.at("picture");
  folder.write("other", "precious");
  std::filesystem::create_symlink(folder.at("other"), beside(path, 0));
  folder.write(std::filesystem::path(beside(path, 1)).filename().string(), "of an earlier run");
  CHECK_FALSE(write_whole_file(path, "new"));
  CHECK(folder.read("picture") == "new");
  CHECK(folder.read("other") == "precious");
  CHECK_FALSE(std::filesystem::exists(beside(path, 2)));
  std::filesystem::create_symlink(folder.at("other"), folder.at("answer.part"));
  CHECK(trouble_with(folder.at("answer")));
  CHECK(folder.read("other") == "precious");
}

TEST_CASE(
    "of two runs that write one file the second one is refused, until the first has finished") {
  const Folder folder;
  const std::string path = folder.at("answer");
  GrowingFile first{path};
  first.go_on(0);
  first.append("first");
  const auto refused = trouble_with(path);
  REQUIRE(refused);
  CHECK(contains(*refused, "another run is writing"));
  CHECK(folder.read("answer.part") == "first");
  first.finish();
  GrowingFile second{path};
  CHECK(folder.read("answer") == "first");
  CHECK(folder.read("answer.part").empty());
  second.go_on(0);
  second.append("second");
  second.finish();
  CHECK(folder.read("answer") == "second");
}

TEST_CASE("a part that has become shorter than it was read is not filled with zeros") {
  const Folder folder;
  folder.write("answer.part", "four");
  GrowingFile file{folder.at("answer")};
  CHECK_THROWS_AS(file.go_on(5), std::system_error);
  CHECK(folder.read("answer.part") == "four");
  file.go_on(2);
  file.append("x");
  file.finish();
  CHECK(folder.read("answer") == "fox");
}

}  // namespace broadside::test
