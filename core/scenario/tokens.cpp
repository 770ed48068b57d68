#include "core/scenario/tokens.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"

namespace broadside {
namespace {

constexpr int kLargest = 1'000'000;

constexpr std::pair<std::string_view, int> kNumberWords[] = {
    {"a", 1},          {"an", 1},        {"no", 0},        {"zero", 0},     {"one", 1},
    {"two", 2},        {"three", 3},     {"four", 4},      {"five", 5},     {"six", 6},
    {"seven", 7},      {"eight", 8},     {"nine", 9},      {"ten", 10},     {"eleven", 11},
    {"twelve", 12},    {"thirteen", 13}, {"fourteen", 14}, {"fifteen", 15}, {"sixteen", 16},
    {"seventeen", 17}, {"eighteen", 18}, {"nineteen", 19}, {"twenty", 20},  {"couple", 2},
    {"pair", 2},       {"dozen", 12}};

/// What stands for another sign, or for none.
constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
    {"\xE2\x80\x98", "'"},
    {"\xE2\x80\x99", "'"},  // single quotation marks
    {"\xE2\x80\x9C", ""},
    {"\xE2\x80\x9D", ""},
    {"\xE2\x80\x9E", ""},  // double ones
    {"\xC2\xAB", ""},
    {"\xC2\xBB", ""},
    {"\"", ""},
    {"`", ""},
    {"\xE2\x80\x93", "-"},
    {"\xE2\x80\x94", "-"},  // dashes
    {"\xC2\xA0", " "},      // a blank that does not break
    {"**", ""},
    {"~~", ""},
    {"||", ""},  // bold, struck out, hidden
};

/// Bytes of an emoji at the beginning, ":name:" or "<:name:123>", and its name.
std::pair<std::size_t, std::string_view> emoji(std::string_view text) {
  const bool tagged = text.starts_with("<:");
  const std::size_t begin = tagged ? 2 : 1;
  std::size_t end = begin;
  bool named = false;
  while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]) || text[end] == '_'))
    named = is_letter(text[end++]) || named;
  if (!named || end - begin < 2 || end == text.size() || text[end] != ':') return {0, {}};
  const std::string_view name = text.substr(begin, end - begin);
  if (!tagged) return {end + 1, name};
  const auto close = text.find('>', end);
  return close == std::string_view::npos ? std::pair<std::size_t, std::string_view>{0, {}}
                                         : std::pair{close + 1, name};
}

}  // namespace

int to_number(std::string_view digits) {
  int value = 0;
  for (const char c : digits) value = std::min(value * 10 + (c - '0'), kLargest);
  return value;
}

std::string name_key(std::string_view name) {
  std::string key;
  for (const Token& token : tokenise(name)) {
    if (!key.empty() && !token.glued) key += '_';
    key += token.is(Token::Kind::word) ? token.folded : std::string(token.text);
  }
  return key;
}

std::optional<int> number_word(std::string_view folded) {
  for (const auto& [word, value] : kNumberWords)
    if (word == folded) return value;
  return std::nullopt;
}

std::string plain_text(std::string_view typed) {
  typed = trimmed(typed);
  while (typed.ends_with('.')) typed.remove_suffix(1);
  for (const char mark : {'*', '_'})  // "*2 dn*"
    if (typed.size() > 2 && typed.front() == mark && typed.back() == mark && typed[1] != mark)
      typed = typed.substr(1, typed.size() - 2);
  std::string plain;
  for (std::size_t i = 0; i < typed.size();) {
    const auto rest = typed.substr(i);
    const char before = plain.empty() ? ' ' : plain.back();
    const bool may_be_emoji = (rest[0] == ':' && !is_letter(before)) || rest.starts_with("<:");
    if (const auto [bytes, name] = may_be_emoji ? emoji(rest) : std::pair{std::size_t{0}, rest};
        bytes > 0) {
      ((plain += ' ') += name) += ' ';
      i += bytes;
      continue;
    }
    const auto sign = std::find_if(std::begin(kSigns), std::end(kSigns),
                                   [&](const auto& one) { return rest.starts_with(one.first); });
    if (sign != std::end(kSigns)) {
      plain += sign->second;
      i += sign->first.size();
      continue;
    }
    // "J.N.S.", "2 cruisers."
    if (!(rest[0] == '.' && is_letter(before))) plain += rest[0];
    ++i;
  }
  return std::string(trimmed(plain));
}

std::vector<Token> tokenise(std::string_view text) {
  using Kind = Token::Kind;
  std::vector<Token> tokens;
  const auto at = [text](std::size_t i) { return i < text.size() ? text[i] : '\0'; };
  bool glued = false, joined = false;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const char before = i > 0 ? text[i - 1] : ' ';
    if (is_blank(c)) {
      glued = joined = false;
      ++i;
      continue;
    }
    // Inside a name; elsewhere a hyphen is a minus sign or a mistake.
    const bool is_hyphen = c == '-' && is_letter(before) && is_letter(at(i + 1));
    const bool is_underscore = c == '_' && (is_letter(before) || is_digit(before)) &&
                               (is_letter(at(i + 1)) || is_digit(at(i + 1)));
    if (is_hyphen || is_underscore) {
      joined = true;
      ++i;
      continue;
    }
    Token token;
    token.glued = glued && !joined;
    token.joined = joined;
    std::size_t end = i + 1;
    if (is_digit(c) || ((c == '-' || c == '.') && !is_digit(before) && is_digit(at(i + 1)))) {
      token.kind = Kind::number;
      token.whole = is_digit(c);
      while (is_digit(at(end))) ++end;
      token.value =
          to_number(text.substr(is_digit(c) ? i : i + 1, end - i - (is_digit(c) ? 0 : 1)));
      if (at(end) == '.' && is_digit(at(end + 1))) {
        token.whole = false;
        ++end;
        while (is_digit(at(end))) ++end;
      }
    } else if (c == '*' || text.substr(i, 2) == kTimesSign) {
      token.kind = Kind::times;
      if (c != '*') ++end;
    } else if (is_letter(c)) {
      token.kind = Kind::word;
      while ((is_letter(at(end)) || (at(end) == '\'' && is_letter(at(end + 1)))) &&
             text.substr(end, 2) != kTimesSign)
        ++end;
      token.folded = fold_name(text.substr(i, end - i));
    } else {
      token.kind = Kind::symbol;
    }
    token.text = text.substr(i, end - i);
    tokens.push_back(std::move(token));
    glued = true;
    joined = false;
    i = end;
  }
  return tokens;
}

}  // namespace broadside
