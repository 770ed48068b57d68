#pragma once
// Question: what do the README and the manuals tell a reader to type?

#include <string>
#include <vector>

namespace broadside::test {

/// A page for readers, by line.
struct Page {
  std::string name;
  std::vector<std::string> lines;
};

Page page(const std::string& name);

/// The README, the manual of the commands, and one manual for each game.
std::vector<Page> pages();

/// Every command that a page tells a reader to type: in the tables of questions, and on lines of
/// their own, where a backslash joins the next line.
std::vector<std::string> commands(const Page& page);

/// The texts of a page between ``` and ```, by the language that they name.
std::vector<std::string> blocks(const Page& page, const std::string& language);

/// Fewer battles, so that a sanitised build runs them too.
std::string shortened(const std::string& command);

/// A folder with the files that the pages speak of, gone in the end.
class PageFolder {
 public:
  PageFolder();
  ~PageFolder();
  PageFolder(const PageFolder&) = delete;
  PageFolder& operator=(const PageFolder&) = delete;
  const std::string& path() const { return path_; }
  void write(const std::string& name, const std::string& text) const;

 private:
  std::string path_;
};

}  // namespace broadside::test
