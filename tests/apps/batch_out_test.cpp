// Answers of a batch in a file: whole or not there, and gone on with after whatever ended it (kill -9
// at chosen moments: tests/fault/resume.sh).

#include <filesystem>
#include <string>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <unistd.h>

#include "core/sanitised.hpp"
#include "tests/apps/folder.hpp"
#include "tests/apps/program.hpp"

using namespace broadside::test;
using nlohmann::json;

namespace {

/// Battles of different lengths, a mistake and a blank line among them.
std::string questions(int lines) {
  std::string text;
  for (int i = 0; i < lines; ++i)
    text += i == 3   ? "2 crusier vs 3 dd\n"
            : i == 5 ? "\n"
                     : std::to_string(1 + i % 4) + " cr vs " + std::to_string(1 + i % 3) + " dd\n";
  return text;
}

const std::string kCommand = "broadside batch in --engine mc --battles 2000 ";

}  // namespace

TEST_CASE("batch --out: the answers of standard output, and nothing beside them") {
  const Folder folder;
  folder.write("in", questions(20));
  for (const std::string form : {"", "--csv ", "--brief "}) {
    CAPTURE(form);
    const auto printed = shell_run(kCommand + form, folder.path);
    const auto written = shell_run(kCommand + form + "--out answers", folder.path);
    CHECK(printed.code == 1);  // one line is wrong
    CHECK(written.code == 1);
    CHECK(written.out.empty());
    CHECK(folder.read("answers") == printed.out);
    CHECK_FALSE(folder.has("answers.part"));
  }
  const std::string lines = folder.read("in");
  const auto refused = shell_run(kCommand + "--out in", folder.path);
  CHECK(refused.code == 2);
  CHECK(refused.err.find("would take the place of the lines") != std::string::npos);
  CHECK(folder.read("in") == lines);
}

TEST_CASE("batch --resume: identical wherever the answers broke off, to the byte") {
  const Folder folder;
  folder.write("in", questions(12));
  for (const std::string form : {"", "--csv "}) {
    const auto whole = shell_run(kCommand + form + "--out answers", folder.path);
    const std::string answers = folder.read("answers");
    const auto lines = lines_of(answers);
    std::size_t end = 0;
    for (const std::string& line : lines) {
      end += line.size() + 1;
      for (const std::size_t kept : {end - 1, end, std::min(end + 7, answers.size())}) {
        CAPTURE(form);
        CAPTURE(kept);
        CAPTURE(answers.size());
        std::filesystem::remove(folder.at("answers"));
        folder.write("answers.part", answers.substr(0, kept));
        const auto resumed = shell_run(kCommand + form + "--out answers --resume", folder.path);
        CHECK(resumed.code == whole.code);
        CHECK(resumed.err.empty());
        CHECK(folder.read("answers") == answers);
        CHECK_FALSE(folder.has("answers.part"));
      }
    }
  }
}

TEST_CASE("batch --out: a full disk leaves the old file, says so, and is gone on with") {
  const Folder folder;
  folder.write("in", questions(30));
  const auto whole = shell_run(kCommand, folder.path);
  folder.write("answers", "old\n");
  const auto full =
      shell_run("trap '' XFSZ; ulimit -f 8; " + kCommand + "--out answers", folder.path);
  CHECK(full.code == 1);
  CHECK(contains(full.err, "cannot write"));
  CHECK(contains(full.err, "--resume goes on"));
  CHECK(folder.read("answers") == "old\n");
  CHECK(folder.has("answers.part"));
  const auto resumed = shell_run(kCommand + "--out answers --resume", folder.path);
  CHECK(resumed.code == 1);
  CHECK(folder.read("answers") == whole.out);
}

TEST_CASE("batch --resume: answers to other lines or options are not gone on with") {
  const Folder folder;
  folder.write("in", questions(8));
  shell_run(kCommand + "--out answers", folder.path);
  const std::string answers = folder.read("answers");
  std::filesystem::rename(folder.at("answers"), folder.at("answers.part"));
  for (const std::string other : {"--seed 2 ", "--brief ", "--csv "}) {
    CAPTURE(other);
    const auto refused = shell_run(kCommand + other + "--out answers --resume", folder.path);
    CHECK(refused.code == 2);
    CHECK(contains(refused.err, "not those to these lines"));
    CHECK(folder.read("answers.part") == answers);
  }
  folder.write("in", questions(5));
  CHECK(shell_run(kCommand + "--out answers --resume", folder.path).code == 2);
  CHECK(shell_run("broadside batch in --resume", folder.path).code == 2);
  CHECK(shell_run("broadside batch in --out a --resume --time 1s", folder.path).code == 2);
  CHECK(shell_run("broadside batch in --out /dev/null", folder.path).code == 2);
}

TEST_CASE("batch --out: refused beside a run that writes the same file") {
  const Folder folder;
  folder.write("in", questions(8));
  const std::string answers = shell_run(kCommand, folder.path).out;
  const std::string begun = answers.substr(0, answers.size() / 2);
  folder.write("answers.part", begun);
  const int other = open(folder.at("answers.part").c_str(), O_WRONLY | O_CLOEXEC);
  REQUIRE(flock(other, LOCK_EX | LOCK_NB) == 0);
  for (const std::string how : {"--out answers --resume", "--out answers"}) {
    CAPTURE(how);
    const auto refused = shell_run(kCommand + how, folder.path);
    CHECK(refused.code == 1);
    CHECK(contains(refused.err, "another run is writing"));
    CHECK(contains(refused.err, "the same command with --resume goes on"));
    CHECK(folder.read("answers.part") == begun);
  }
  close(other);
  CHECK(shell_run(kCommand + "--out answers --resume", folder.path).code == 1);  // a line is wrong
  CHECK(folder.read("answers") == answers);
  const auto nowhere = shell_run(kCommand + "--out no/folder/answers", folder.path);
  CHECK(nowhere.code == 1);
  CHECK(contains(nowhere.err, "cannot write"));
  CHECK_FALSE(contains(nowhere.err, "the answers so far"));
}

TEST_CASE("batch: of a line that is too long no more is read than is allowed") {
  const Folder folder;
  // 200 MB, in 120 MB of memory; a sanitiser's own memory is beyond any limit.
  const std::string limit = broadside::kSanitised ? "" : "ulimit -d 120000; ";
  const auto run = shell_run(
      "{ echo '1 cr vs 1 dd'; head -c 200000000 /dev/zero | tr '\\0' x; echo; echo '1 cr vs 2 dd'; "
      "} | { " +
          limit + "broadside batch --engine exact --brief --threads 1; }",
      folder.path);
  const auto lines = lines_of(run.out);
  REQUIRE(lines.size() == 3);
  CHECK(run.code == 1);
  CHECK(json::parse(lines[0]).contains("attacker_win"));
  CHECK(json::parse(lines[1])["error"]["problem"] == "the line is too long");
  CHECK(json::parse(lines[1])["error"]["where"] == "line 2");
  CHECK(json::parse(lines[2]).contains("attacker_win"));
}

TEST_CASE("a picture: a full disk leaves the old one") {
  const Folder folder;
  folder.write("odds.svg", "old\n");
  const auto full = shell_run(
      "trap '' XFSZ; ulimit -f 1; broadside odds cr dd --battles 1k --svg odds.svg", folder.path);
  CHECK(full.code == 1);
  CHECK(contains(full.err, "cannot write the picture"));
  CHECK(folder.read("odds.svg") == "old\n");
  const auto beside = shell_run("ls", folder.path);
  CHECK(beside.out == "odds.svg\n");
}

TEST_CASE("batch: lines that cannot be read and a place that cannot be written to are told") {
  for (const char* line : {"broadside batch <&-", "broadside batch <."}) {
    CAPTURE(line);
    const auto unread = shell_run(line);
    CHECK(unread.code == 2);
    CHECK(unread.out.empty());
    CHECK(contains(unread.err, "broadside: cannot read the file: "));
    CHECK(contains(unread.err, "hint: the path of a file with one battle a line"));
  }
  const auto nowhere = shell_run("echo 'cr vs dd' | broadside batch --out no/such/folder/x");
  CHECK(nowhere.code == 1);
  CHECK(contains(nowhere.err, "hint: a file in a folder that is there"));
}

TEST_CASE("batch: a column that means nothing is refused in words that say so") {
  const auto table = broadside_run({"batch"}, "attacker;defender;attacker.foo\n2 dn;ws;3\n");
  CHECK(table.code == 1);
  const json error = json::parse(table.out)["error"];
  CHECK(error["problem"] == "a column that is no field of the battle");
  CHECK(error["where"] == "line 2: attacker.foo");
  CHECK(contains(error["hint"], "list fields"));
}
