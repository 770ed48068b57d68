#pragma once
// Question: how does one table of an answer look as text, as Markdown and as CSV?
// Text and Markdown show what a player reads ("61.5 %"); CSV holds the numbers themselves.

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "apps/report/layout.hpp"

namespace broadside {

class Sheet {
 public:
  enum class Kind { words, chance, number, count };
  struct Column {
    std::string title{};  ///< for people: "enemy loses"
    std::string key{};    ///< in CSV: "enemy_lost"
    Kind kind = Kind::words;
    bool spare = false;  ///< left out of a text that would be too wide with it
    bool told_if_zero =
        true;  ///< otherwise left out of a text where every row has 0: what cannot be
  };
  using Cell = std::variant<std::monostate, std::string, double>;  ///< monostate: left empty

  explicit Sheet(std::vector<Column> columns) : columns_(std::move(columns)) {}
  void row(std::vector<Cell> cells);

  /// Spare columns go, the last first, until it fits; then the headings of numbers take several
  /// lines, or the widest words are cut, or broken where rows would look alike once cut; and where all that is not enough, blocks of columns stand one below the other. No more than `most_rows`: the last line says how many more
  /// there are.
  std::string text(const TextStyle& style, std::size_t most_rows = kAllRows) const;
  std::size_t rows() const { return rows_.size(); }
  static constexpr std::size_t kAllRows = static_cast<std::size_t>(-1);
  std::string markdown() const;
  std::string csv() const;

 private:
  int widest_words(const std::vector<std::size_t>& columns, int most) const;
  int widest_title(const std::vector<std::size_t>& columns, int most) const;  ///< words too
  bool is_zero(std::size_t column) const;
  /// `fold`: headings word under word
  std::string text_of(const std::vector<std::size_t>& columns, int most_words, bool fold,
                      const TextStyle& style) const;
  /// So many columns at a time as fit, the first beside each of them.
  std::string in_blocks(const std::vector<std::size_t>& columns, const TextStyle& style) const;
  std::string shown(std::size_t column, const Cell& cell) const;
  std::vector<std::string> lines_of(std::size_t column, const Cell& cell, int most,
                                    const TextStyle& style) const;
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace broadside
