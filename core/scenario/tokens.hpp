#pragma once
// Question: which words, numbers and signs does a fleet text consist of?

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace broadside {

inline constexpr std::string_view kTimesSign = "\xC3\x97";  ///< U+00D7

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}
/// Letters and every byte beyond ASCII: whatever can stand in a name. Apostrophes stand between
/// them.
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

/// Numbers stop at a million, so that they cannot overflow.
int to_number(std::string_view digits);

struct Token {
  enum class Kind { number, word, times, symbol };
  Kind kind{};
  std::string_view text;  ///< as typed
  std::string folded;     ///< words only
  bool glued = false;     ///< nothing stands between it and the token before
  bool joined = false;    ///< only '-' or '_' stands between
  int value = 0;          ///< numbers only
  bool whole = true;      ///< numbers only: neither negative nor a fraction

  bool is(Kind k) const { return kind == k; }
  bool is_word(std::string_view name) const { return kind == Kind::word && folded == name; }
  bool is_symbol(char c) const { return kind == Kind::symbol && text.front() == c; }
};

std::vector<Token> tokenise(std::string_view text);

/// A name as the vocabularies of games write it: "Hel-Titan" -> "hel_titan".
std::string name_key(std::string_view name);

/// "two" -> 2, "a" -> 1; words that name no number have none.
std::optional<int> number_word(std::string_view folded);

/// The text without what phones and chats put around it: quotation marks, bold and code marks,
/// the colons of emoji (":cruiser:"), full stops behind letters.
std::string plain_text(std::string_view typed);

}  // namespace broadside
