// Every citation of a law book has its place, and every default choice of a law book is cited by
// the code that makes it.
//
// A law book is core/systems/<game>/RULES.md: headings ("### 3.5 Assigning hits") and points
// ("- **3.5.1** ...") carry the numbers, "[default]" behind a number marks a default choice. A
// citation is RULES and one number or more ("RULES 3.5.1, 4.4"), with the game's name between them
// ("RULES ti4 3.5") where no folder of the path is the game's.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace {

namespace fs = std::filesystem;

struct LawBook {
  std::set<std::string> numbers;  ///< of headings and points
  std::size_t points = 0;
  std::map<std::string, int> defaults;  ///< number -> line
};
using LawBooks = std::map<std::string, LawBook>;  ///< by game

struct Citation {
  std::string place;  ///< file:line
  std::string game;   ///< empty = neither named nor implied
  std::vector<std::string> numbers;
  bool in_rules = false;  ///< by code of the game itself, not by a test or a manual
};

std::vector<std::string> lines_of(const fs::path& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

LawBook read_law_book(const std::vector<std::string>& lines) {
  static const std::regex heading(R"(^#+ (\d+(\.\d+)*) .*)"),
      point(R"(^- \*\*(\d+(\.\d+)+)\*\*( \[default\])? .*)");
  LawBook book;
  std::smatch match;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool is_point = std::regex_match(lines[i], match, point);
    if (!is_point && !std::regex_match(lines[i], match, heading)) continue;
    CAPTURE(lines[i]);
    CHECK(book.numbers.insert(match[1]).second);  // no number twice
    book.points += is_point;
    if (is_point && match[3].matched) book.defaults[match[1]] = static_cast<int>(i + 1);
  }
  return book;
}

LawBooks read_law_books(const fs::path& root) {
  LawBooks books;
  for (const auto& game : fs::directory_iterator(root / "core/systems"))
    if (fs::exists(game.path() / "RULES.md"))
      books[game.path().filename().string()] = read_law_book(lines_of(game.path() / "RULES.md"));
  return books;
}

/// The citations of one file. A bare RULES is one without numbers.
std::vector<Citation> citations_in(const std::vector<std::string>& lines, const fs::path& path,
                                   const LawBooks& books) {
  static const std::regex citing(
      R"(\bRULES\b(?!\.md)( ([a-z][a-z0-9_]*))?( \d+(\.\d+)*((, | and | to )\d+(\.\d+)*)*)?)"),
      number(R"(\d+(\.\d+)*)");
  std::string implied;
  for (const fs::path& folder : path)
    if (books.count(folder.string()) > 0) implied = folder.string();
  std::vector<Citation> found;
  for (std::size_t i = 0; i < lines.size(); ++i)
    for (std::sregex_iterator it(lines[i].begin(), lines[i].end(), citing), end; it != end; ++it) {
      const std::string list = (*it)[3];
      Citation citation{path.string() + ":" + std::to_string(i + 1),
                        (*it)[2].matched ? (*it)[2].str() : implied,
                        {std::sregex_token_iterator(list.begin(), list.end(), number), {}},
                        *path.begin() == "core" && path.extension() != ".md"};
      found.push_back(std::move(citation));
    }
  return found;
}

std::vector<Citation> all_citations(const fs::path& root, const LawBooks& books) {
  std::vector<Citation> found;
  const auto read = [&](const fs::path& path) {
    static const std::set<std::string> kRead{".cpp", ".hpp", ".md", ".py", ".sh", ".txt"};
    const fs::path name = path.lexically_relative(root);
    if (kRead.count(path.extension().string()) == 0) return;
    if (name.filename() == "citations_test.cpp") return;  // speaks of what a citation looks like
    const auto in_file = citations_in(lines_of(path), name, books);
    found.insert(found.end(), in_file.begin(), in_file.end());
  };
  for (const char* folder : {"core", "stats", "sim", "apps", "bench", "tests"})
    for (const auto& entry : fs::recursive_directory_iterator(root / folder))
      if (entry.is_regular_file()) read(entry.path());
  for (const auto& entry : fs::directory_iterator(root))
    if (entry.is_regular_file()) read(entry.path());
  return found;
}

/// What is wrong, one line each: citations without a place, defaults without a citation.
std::vector<std::string> faults(const LawBooks& books, const std::vector<Citation>& citations) {
  std::vector<std::string> wrong;
  std::set<std::pair<std::string, std::string>> cited;
  for (const Citation& citation : citations) {
    const auto book = books.find(citation.game);
    if (book == books.end()) {
      wrong.push_back(citation.place + ": RULES of which game? '" + citation.game + "' has none");
      continue;
    }
    if (citation.numbers.empty()) wrong.push_back(citation.place + ": RULES without a number");
    for (const std::string& number : citation.numbers) {
      if (book->second.numbers.count(number) == 0)
        wrong.push_back(citation.place + ": RULES " + number + " has no place in core/systems/" +
                        citation.game + "/RULES.md");
      if (citation.in_rules) cited.emplace(citation.game, number);
    }
  }
  for (const auto& [game, book] : books)
    for (const auto& [number, line] : book.defaults)
      if (cited.count({game, number}) == 0)
        wrong.push_back("core/systems/" + game + "/RULES.md:" + std::to_string(line) +
                        ": default choice " + number + " is cited by no code");
  return wrong;
}

}  // namespace

TEST_CASE("citations of the law books have their place, and default choices are cited") {
  const fs::path root = BROADSIDE_SOURCE_DIR;
  const LawBooks books = read_law_books(root);
  const std::vector<Citation> citations = all_citations(root, books);
  for (const std::string& fault : faults(books, citations)) FAIL_CHECK(fault);
  CHECK(books.size() >= 3);
  for (const auto& [game, book] : books) {
    std::size_t numbers = 0;
    for (const Citation& citation : citations)
      if (citation.game == game) numbers += citation.numbers.size();
    MESSAGE(game << ": " << numbers << " citations, " << book.points << " numbered points, "
                 << book.defaults.size() << " default choices");
    CHECK(numbers > 0);
  }
}

TEST_CASE("a citation without a place and a default choice without a citation are found") {
  LawBooks books;
  books["toy"] = read_law_book(
      {"# Toy", "## 1 Dice", "- **1.1** Six sides.", "- **1.2** [default] The lowest goes first."});
  const auto found = [&](const std::string& line, const char* path = "core/systems/toy/dice.cpp") {
    return faults(books, citations_in({"", line}, path, books));
  };
  const std::string missing = "core/systems/toy/RULES.md:4: default choice 1.2 is cited by no code";
  CHECK(found("// RULES 1, 1.2: lowest first").empty());
  CHECK(found("// RULES 1.2 and 1.3") ==
        std::vector<std::string>{
            "core/systems/toy/dice.cpp:2: RULES 1.3 has no place in core/systems/toy/RULES.md"});
  CHECK(found("// as the RULES say, 1.2") ==
        std::vector<std::string>{"core/systems/toy/dice.cpp:2: RULES of which game? 'say' has none",
                                 missing});
  CHECK(found("// RULES\n") ==
        std::vector<std::string>{"core/systems/toy/dice.cpp:2: RULES without a number", missing});
  CHECK(found("// RULES toy 1.2", "tests/naive/roller.cpp") == std::vector<std::string>{missing});
  CHECK(found("// RULES 1.2", "tests/naive/roller.cpp").size() == 2);
}
