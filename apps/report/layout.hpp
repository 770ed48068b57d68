#pragma once
// Question: how do numbers and words become lines that fit a terminal?

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace broadside {

/// What the reader's screen can show. Colour escapes are put around finished pieces, so they never
/// count as width.
struct TextStyle {
  bool unicode = false;
  bool color = false;
  int width = 80;
  bool details = false;  ///< everything that is known, not what fits a screen
};

enum class Ink { plain, bold, dim, green, yellow, red, cyan, magenta };
std::string paint(std::string_view text, Ink ink, const TextStyle& style);

/// A text for a screen that has letters only: printed names may hold more.
std::string in_ascii(std::string_view text);

/// Columns a UTF-8 text takes (one per code point: the words of the games need no more).
int columns_of(std::string_view text);
std::string pad_left(std::string_view text, int columns);   ///< right-aligned
std::string pad_right(std::string_view text, int columns);  ///< left-aligned

/// The words of a text kept on one line by `wrap`, and such a text with its blanks again.
std::string kept_together(std::string_view text);
std::string plain_blanks(std::string_view text);

/// Words broken into lines of at most `width` columns, a word that is longer than a line too; `first`
/// begins the first line, `rest` the others.
std::string wrap(std::string_view text, int width, std::string_view first = "",
                 std::string_view rest = "");

/// At most so many columns; what is cut off is shown by "…".
std::string cut_words(std::string_view text, int columns, const TextStyle& style);

/// Each on a line of its own behind a bullet, wrapped under itself.
std::string bullets(const std::vector<std::string>& lines, const TextStyle& style);

std::string grouped(std::uint64_t number);       ///< 4,194,304
std::string round_number(std::uint64_t number);  ///< 4.2 million; below a million as it is
std::string fixed(double value, int decimals);   ///< 1.92
/// 12, 2.5: decimals, one at the most unless told otherwise, only where it has some.
std::string short_number(double value, int decimals = 1);
/// "61.5 %". Near 0 and 1 it takes more decimals, so that "100.0 %" and "0.0 %" mean exactly that.
std::string percent(double chance);
std::string percent(double chance, int decimals);
/// The same for a column: one decimal, and "<0.1 %" and ">99.9 %" near the ends.
std::string cell_percent(double chance);
/// The same without decimals, for a glance: "40 %", "<1 %", ">99 %".
std::string rough_percent(double chance);
/// "0.05 %": one significant digit, rounded up, because a margin must not be told smaller than it
/// is.
std::string margin_percent(double half_width);

/// A bar for a share of one that fills up to so many columns; in eighths of them where the screen
/// has such blocks. What is more than nothing shows.
std::string bar_of(double share, int cells, const TextStyle& style);

/// Columns lined up, two blanks between them; no trailing blanks.
class Table {
 public:
  enum class Align { left, right };
  explicit Table(std::vector<Align> columns) : align_(std::move(columns)) {}
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }
  std::string text(std::string_view indent = "  ") const;

 private:
  std::vector<Align> align_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace broadside
