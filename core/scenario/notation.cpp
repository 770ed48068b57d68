#include "core/scenario/notation.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/scenario/names.hpp"

namespace broadside {
namespace {

constexpr int kManyUnits = 1'000'000;    ///< numbers stop here, so that they cannot overflow
constexpr std::size_t kLongestName = 6;  ///< tokens of one unit's name

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}
/// Letters and every byte beyond ASCII: whatever can stand in a name. Apostrophes stand between
/// them.
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}
constexpr std::string_view kTimesSign = "\xC3\x97";  // U+00D7

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

int to_number(std::string_view digits) {
  int value = 0;
  for (const char c : digits) value = std::min(value * 10 + (c - '0'), kManyUnits);
  return value;
}

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
    if (is_letter(before) && ((c == '-' && is_letter(at(i + 1))) ||
                              (c == '_' && (is_letter(at(i + 1)) || is_digit(at(i + 1)))))) {
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

/// So many units of one type, as one group of the text says.
struct Group {
  std::string_view type;
  int count = 1;
  int damaged = 0;
  bool upgraded = false;
  bool plain = false;  ///< level 1 was written out
};

/// Reads the groups between two separators.
class GroupReader {
 public:
  GroupReader(std::string_view text, std::string_view where, const Vocabulary& vocabulary)
      : text_(text), where_(where), vocabulary_(vocabulary), tokens_(tokenise(text)) {}

  Result<std::vector<Group>> read(bool after_separator) {
    std::vector<Group> groups;
    if (after_separator && tokens_.size() > 1 && tokens_[0].is_word("and"))
      ++at_;  // "..., and 3 ff"
    for (;;) {
      auto group = read_group();
      if (!group) return group.error();
      groups.push_back(group.value());
      if (done()) return groups;
      if (token().is_word("and")) ++at_;
    }
  }

 private:
  using Kind = Token::Kind;
  struct Name {
    std::string_view type;
    std::size_t tokens = 0;  ///< 0 = none of the vocabulary's
    bool upgraded = false;   ///< the level was written to it: "cruiserii"
  };

  bool done() const { return at_ >= tokens_.size(); }
  bool has(std::size_t ahead) const { return at_ + ahead < tokens_.size(); }
  const Token& token(std::size_t ahead = 0) const { return tokens_[at_ + ahead]; }

  InputError error(std::string problem, std::string hint = "") const {
    if (hint.empty() && !vocabulary_.example.empty())
      hint = "write e.g. " + quoted(vocabulary_.example);
    return {std::move(problem), std::string(where_), std::move(hint)};
  }

  /// The text of some tokens as it was typed.
  std::string_view typed(std::size_t first, std::size_t last) const {
    const auto begin = static_cast<std::size_t>(tokens_[first].text.data() - text_.data());
    const auto& end = tokens_[last].text;
    return text_.substr(begin,
                        static_cast<std::size_t>(end.data() - text_.data()) + end.size() - begin);
  }

  std::string_view type_of(std::string_view alias) const {
    for (const auto& word : vocabulary_.units)
      if (word.alias == alias) return word.type;
    return {};
  }
  std::string_view type_of_any_number(const std::string& alias) const {
    auto type = type_of(alias);
    if (type.empty() && alias.ends_with("ies"))
      type = type_of(alias.substr(0, alias.size() - 3) + "y");
    if (type.empty() && alias.size() > 1 && alias.ends_with('s'))
      type = type_of(alias.substr(0, alias.size() - 1));
    return type;
  }

  /// The longest name of the vocabulary that begins here.
  Name name_at(std::size_t first) const {
    Name found;
    std::string key;
    for (std::size_t n = 0; n < kLongestName && first + n < tokens_.size(); ++n) {
      const auto& next = tokens_[first + n];
      if (!next.is(Kind::word) && !(n > 0 && next.is(Kind::number) && (next.glued || next.joined)))
        break;
      if (n > 0 && !next.glued) key += '_';
      key += next.is(Kind::word) ? next.folded : std::string(next.text);
      if (const auto type = type_of_any_number(key); !type.empty()) found = {type, n + 1, false};
    }
    if (found.tokens == 0 && vocabulary_.levels && first < tokens_.size()) {
      const auto& word = tokens_[first].folded;
      if (word.size() > 3 && word.ends_with("ii"))
        if (const auto type = type_of(word.substr(0, word.size() - 2)); !type.empty())
          found = {type, 1, true};
    }
    return found;
  }

  /// A multiplication sign here? The letter is one unless a unit's name begins with it ("x wing").
  bool times_at(std::size_t first) const {
    if (first >= tokens_.size()) return false;
    if (tokens_[first].is(Kind::times)) return true;
    return tokens_[first].is_word("x") && name_at(first).tokens == 0;
  }
  bool number_at(std::size_t first) const {
    return first < tokens_.size() && tokens_[first].is(Kind::number);
  }
  static bool is_damaged(const Token& t) { return t.is_word("damaged") || t.is_word("dmg"); }
  bool is_upgraded(const Token& t) const { return vocabulary_.levels && t.is_word("upgraded"); }

  std::optional<InputError> bad_count(const Token& number) const {
    if (!number.whole && number.text.starts_with('-'))
      return error("negative count " + quoted(number.text), "leave out what is not there");
    if (!number.whole) return error("count " + quoted(number.text) + " is not a whole number");
    if (number.value > kMostUnits)
      return error("count " + quoted(number.text) + " is too large",
                   "at most " + std::to_string(kMostUnits) + " units of a type");
    return std::nullopt;
  }

  /// "3xff": the 'x' belongs to the number, unless a unit's name begins with it.
  void split_leading_times() {
    if (done() || !token().is(Kind::word) || !token().glued || token().folded.size() < 2) return;
    if (token().folded[0] != 'x' || name_at(at_).tokens > 0) return;
    tokens_[at_].folded.erase(0, 1);
    tokens_[at_].text.remove_prefix(1);
  }
  /// "ffx3": likewise at the end of a word.
  void split_trailing_times() {
    if (done() || !token().is(Kind::word) || token().folded.size() < 2) return;
    if (token().folded.back() != 'x' || name_at(at_).tokens > 0) return;
    if (!has(1) || !token(1).is(Kind::number) || !token(1).glued) return;
    Token times{Kind::times, token().text.substr(token().text.size() - 1), "", true, false, 0,
                true};
    tokens_[at_].folded.pop_back();
    tokens_[at_].text.remove_suffix(1);
    tokens_.insert(tokens_.begin() + static_cast<std::ptrdiff_t>(at_) + 1, std::move(times));
  }

  InputError unknown_unit(std::size_t first) const {
    if (first >= tokens_.size() || tokens_[first].is_word("and")) {
      if (first == 0) return error("a unit is missing");
      return error("a unit is missing after " + quoted(typed(0, first - 1)));
    }
    const auto& here = tokens_[first];
    if (here.is(Kind::number)) return error("a unit is missing before " + quoted(here.text));
    if (!here.is(Kind::word))
      return error("cannot read " + quoted(typed(first, tokens_.size() - 1)));

    std::vector<std::string_view> aliases, types;
    for (const auto& word : vocabulary_.units) {
      aliases.push_back(word.alias);
      if (std::find(types.begin(), types.end(), word.type) == types.end())
        types.push_back(word.type);
    }
    // A name of several words is near as a whole ("war son"), or its first word is the mistake.
    std::size_t last = first;
    while (last + 1 < tokens_.size() && tokens_[last + 1].is(Kind::word) &&
           !tokens_[last + 1].is_word("and"))
      ++last;
    const auto is_near = [](const std::string& hint) { return hint.starts_with("did you mean"); };
    if (auto hint = nearest_hint(typed(first, last), aliases); is_near(hint))
      return error("unknown unit " + quoted(typed(first, last)), hint);
    // A glued number may be part of the mistake ("cr3x"); show the word as it was typed.
    std::size_t word_end = first;
    while (word_end + 1 < tokens_.size() && tokens_[word_end + 1].glued &&
           !tokens_[word_end + 1].is(Kind::symbol))
      ++word_end;
    auto hint = nearest_hint(here.text, aliases);
    if (!is_near(hint)) hint = nearest_hint(here.text, types);
    return error("unknown unit " + quoted(typed(first, word_end)), hint);
  }

  Result<Group> read_group() {
    const auto begin = at_;
    Group group;
    std::optional<int> count;
    bool damaged = false;

    if (times_at(at_) && number_at(at_ + 1)) ++at_;  // "x3 ff"
    if (number_at(at_)) {
      if (auto bad = bad_count(token())) return *bad;
      count = token().value;
      ++at_;
      if (times_at(at_)) ++at_;
      split_leading_times();
    }
    for (; !done() && (is_damaged(token()) || is_upgraded(token())); ++at_)
      (is_damaged(token()) ? damaged : group.upgraded) = true;

    split_trailing_times();
    const auto name = name_at(at_);
    if (name.tokens == 0) return unknown_unit(at_);
    const auto name_begin = at_;
    group.type = name.type;
    at_ += name.tokens;

    if (name.upgraded)
      group.upgraded = true;
    else if (auto bad = read_level(name_begin, group))
      return *bad;
    const std::string unit(typed(name_begin, name_begin + name.tokens - 1));

    std::optional<int> some_damaged;
    bool marked = false;  // by '!'
    while (!done()) {
      if (token().is_symbol('!')) {
        if (std::exchange(marked, true))
          return error(quoted(typed(begin, at_)) + " says twice that it is damaged",
                       "write " + quoted(unit + "!") + " once");
        damaged = true;
        ++at_;
      } else if (token().is_symbol('(')) {
        if (auto bad = read_brackets(damaged, some_damaged, group.upgraded)) return *bad;
      } else if (is_damaged(token())) {
        // "2 dn damaged ff": whose damage is it?
        if (has(1) && token(1).is(Kind::word) && !token(1).is_word("and") && !times_at(at_ + 1))
          return error("'damaged' may belong to either unit in " + quoted(typed(begin, at_ + 1)),
                       "separate units by commas, or write " + quoted(unit + "!"));
        damaged = true;
        ++at_;
      } else if (times_at(at_) && number_at(at_ + 1)) {
        const bool unit_follows = has(2) && token(2).is(Kind::word) && !token(2).is_word("and");
        if (unit_follows && count) break;  // "2 dn x3 ff": the next group's count
        if (unit_follows)
          return error(quoted(typed(at_, at_ + 1)) + " may belong to either unit in " +
                           quoted(typed(begin, at_ + 2)),
                       "separate units by commas");
        if (count) return error("two counts for one unit in " + quoted(typed(begin, at_ + 1)));
        if (auto bad = bad_count(token(1))) return *bad;
        count = token(1).value;
        at_ += 2;
      } else if (times_at(at_)) {
        return error("a number is missing after " + quoted(typed(begin, at_)));
      } else if (number_at(at_)) {
        if (auto bad = bad_count(token())) return *bad;
        const bool unit_follows = has(1) && !token(1).is(Kind::symbol) && !token(1).is_word("and");
        if (unit_follows && !token().glued) break;  // "2 dn 4 ff": the next group's count
        const auto number = std::string(token().text);
        return error(
            "cannot tell what " + quoted(number) + " means in " + quoted(typed(begin, at_)),
            "write " + quoted(number + " " + unit) + " for a count" +
                (vocabulary_.levels ? ", " + quoted(unit + "2") + " for the upgraded unit" : ""));
      } else if (token().is(Kind::symbol)) {
        return error("cannot read " + quoted(typed(at_, tokens_.size() - 1)) + " after " +
                     quoted(typed(begin, at_ - 1)));
      } else {
        break;
      }
    }

    if (group.plain && group.upgraded)
      return error(quoted(typed(begin, at_ - 1)) + " cannot be upgraded and of level 1");
    group.count = count.value_or(1);
    group.damaged = damaged ? group.count : some_damaged.value_or(0);
    if (damaged && some_damaged && *some_damaged != group.count)
      return error(quoted(typed(begin, at_ - 1)) + " says twice how many are damaged");
    if (group.damaged > group.count)
      return error("more damaged units than there are in " + quoted(typed(begin, at_ - 1)));
    return group;
  }

  /// "cruiser2", "cruiser_2", "cruiser ii": only a number that touches the name is a level.
  std::optional<InputError> read_level(std::size_t name_begin, Group& group) {
    if (done()) return std::nullopt;
    const bool touches = token().is(Kind::number) && (token().glued || token().joined);
    const bool roman = vocabulary_.levels && token().is(Kind::word) && !token().folded.empty() &&
                       token().folded.find_first_not_of('i') == std::string::npos;
    if (!touches && !roman) return std::nullopt;
    if (touches && has(1) && token(1).glued && token(1).is(Kind::word) && !times_at(at_ + 1) &&
        name_at(at_ + 1).tokens > 0)
      return error("cannot tell where one unit ends in " + quoted(typed(name_begin, at_ + 1)),
                   "separate units by commas");
    if (!vocabulary_.levels)
      return error("unknown unit " + quoted(typed(name_begin, at_)), "units have no levels here");
    const int level =
        touches ? (token().whole ? token().value : 0) : static_cast<int>(token().folded.size());
    if (level < 1 || level > 2)
      return error("no such level: " + quoted(typed(name_begin, at_)),
                   "units have level 1, and 2 where upgraded");
    (level == 2 ? group.upgraded : group.plain) = true;
    ++at_;
    return std::nullopt;
  }

  /// "(damaged)", "(1 damaged)", "(upgraded)".
  std::optional<InputError> read_brackets(bool& damaged, std::optional<int>& some, bool& upgraded) {
    const auto begin = at_++;
    std::optional<int> number;
    if (number_at(at_)) {
      if (auto bad = bad_count(token())) return bad;
      number = token().value;
      ++at_;
    }
    const bool closed = has(1) && token(1).is_symbol(')');
    if (closed && is_damaged(token()) && !(number && some)) {
      if (number)
        some = number;
      else
        damaged = true;
    } else if (closed && is_upgraded(token()) && !number) {
      upgraded = true;
    } else {
      return error("cannot read " + quoted(typed(begin, tokens_.size() - 1)),
                   "brackets hold (damaged), or (1 damaged) of several");
    }
    at_ += 2;
    return std::nullopt;
  }

  std::string_view text_, where_;
  const Vocabulary& vocabulary_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

/// What stands between two separators.
struct Piece {
  std::string_view text;
  char separator = '\0';       ///< before it
  bool may_be_effect = false;  ///< after a '+' that does not look like "and"
};

std::vector<Piece> split(std::string_view text) {
  std::vector<Piece> pieces;
  Piece piece;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && std::string_view(",;&+").find(text[i]) == std::string_view::npos)
      continue;
    piece.text = trim(text.substr(begin, i - begin));
    const bool nothing_before =
        piece.text.empty() && !piece.may_be_effect && piece.separator != '+';
    const bool is_plus = i < text.size() && text[i] == '+';
    // ", +plasma": the plus belongs to what follows, and nothing is missing before it.
    if (!(is_plus && nothing_before)) pieces.push_back(piece);
    if (i == text.size()) break;
    const bool apart =
        i > 0 && is_blank(text[i - 1]) && i + 1 < text.size() && !is_blank(text[i + 1]);
    piece = {{}, text[i], is_plus && (nothing_before || apart)};
    begin = i + 1;
  }
  return pieces;
}

/// All units of one type so far.
struct Total {
  std::string_view type;
  int count = 0, damaged = 0;
  bool upgraded = false;
};

std::optional<InputError> add(const Group& group, std::vector<Total>& totals,
                              std::string_view where) {
  if (group.count == 0) return std::nullopt;
  auto total = std::find_if(totals.begin(), totals.end(),
                            [&](const Total& t) { return t.type == group.type; });
  if (total == totals.end()) total = totals.insert(total, {group.type, 0, 0, group.upgraded});
  const std::string type(group.type);
  if (total->upgraded != group.upgraded)
    return InputError{"'" + type + "' is both upgraded and not", std::string(where),
                      "a technology upgrades all units of a type: write '" + type +
                          "2' for all of them or for none"};
  total->count += group.count;
  total->damaged += group.damaged;
  if (total->count > kMostUnits)
    return InputError{std::to_string(total->count) + " units of type '" + type + "' are too many",
                      std::string(where),
                      "at most " + std::to_string(kMostUnits) + " units of a type"};
  return std::nullopt;
}

}  // namespace

/// "morale boost@2", "direct hit x2", "galvanize@dn": choices stand at the end, in any order. After
/// an '@' a number is a round and a word the unit that it is used on; ">=2": when so many hit.
Result<EffectChoice> parse_effect(std::string_view text, std::string_view where) {
  const auto error = [where](std::string problem, std::string hint) {
    return InputError{std::move(problem), std::string(where), std::move(hint)};
  };
  EffectChoice choice;
  text = trim(text);
  const auto whole = text;
  for (;;) {
    std::size_t digits = text.size();
    while (digits > 0 && is_digit(text[digits - 1])) --digits;
    const auto number = text.substr(digits);
    const auto before = trim(text.substr(0, digits));
    if (before.ends_with('@')) {
      const int round = to_number(number);
      if (choice.round || round < 1 || round > kMostRounds)
        return error("'@' needs one round in '+" + std::string(whole) + "'",
                     "write e.g. '+morale boost@2' for the second round");
      choice.round = round;
      text = trim(before.substr(0, before.size() - 1));
      continue;
    }
    if (before.ends_with(">=") && !number.empty()) {
      if (choice.at_least)
        return error("two numbers after '>=' in '+" + std::string(whole) + "'", "name one");
      choice.at_least = to_number(number);
      text = trim(before.substr(0, before.size() - 2));
      continue;
    }
    std::size_t sign = 0;  // bytes of a multiplication sign; the letter needs a blank before it
    if (before.ends_with('*'))
      sign = 1;
    else if (before.ends_with(kTimesSign))
      sign = kTimesSign.size();
    else if (before.size() > 1 && (before.back() == 'x' || before.back() == 'X') &&
             is_blank(before[before.size() - 2]))
      sign = 1;
    const auto rest = trim(before.substr(0, before.size() - sign));
    if (const auto at = text.rfind('@');
        number.empty() && at != std::string_view::npos && at + 1 < text.size()) {
      const auto unit = trim(text.substr(at + 1));
      if (choice.target || unit.empty() || !is_letter(unit.front()))
        return error("'@' needs one round or one unit in '+" + std::string(whole) + "'",
                     "write e.g. '+morale boost@2' or '+galvanize@dn'");
      choice.target = unit;
      text = trim(text.substr(0, at));
      continue;
    }
    if (sign == 0 || number.empty()) break;
    const int uses = to_number(number);
    if (choice.uses || uses > kMostUses)
      return error("cannot use '" + std::string(text.substr(rest.size())) + "' as a number of uses",
                   "write e.g. '+direct hit x2'");
    choice.uses = uses;
    text = rest;
  }
  if (text.empty() || text.find('@') != std::string_view::npos)
    return error(whole.empty() ? std::string("an effect's name is missing after '+'")
                               : "cannot read '+" + std::string(whole) + "'",
                 "write e.g. '+plasma scoring' or '+morale boost@2'");
  choice.id = text;
  return choice;
}

Result<SideSpec> parse_fleet(std::string_view text, const Vocabulary& vocabulary) {
  const auto where = trim(text);
  const auto error = [&](std::string problem) {
    std::string hint;
    if (!vocabulary.example.empty()) hint = "write e.g. " + quoted(vocabulary.example);
    return InputError{std::move(problem), std::string(where), std::move(hint)};
  };
  SideSpec side;
  auto fleet = where;
  if (const auto colon = fleet.find(':'); colon != std::string_view::npos) {
    const auto typed = trim(fleet.substr(0, colon));
    fleet = trim(fleet.substr(colon + 1));
    if (typed.empty()) return error("a faction is missing before ':'");
    if (fleet.find(':') != std::string_view::npos)
      return error("only one ':' may follow a faction");
    side.faction = typed;
    if (vocabulary.faction != nullptr) {
      auto known = vocabulary.faction(typed, where);
      if (!known) return known.error();
      side.faction = known.value();
    }
  }
  if (fleet.empty()) return error("no units");

  std::vector<Total> totals;
  for (const auto& piece : split(fleet)) {
    const bool first = piece.separator == '\0';
    if (piece.text.empty()) {
      if (first) return error("nothing before the first separator");
      return error(std::string("nothing after '") + piece.separator + "'");
    }
    auto groups = GroupReader(piece.text, where, vocabulary).read(!first);
    if (groups) {
      for (const auto& group : groups.value())
        if (auto bad = add(group, totals, where)) return *bad;
      continue;
    }
    // "+4 crusier" starts like units, so it is a misspelt unit and not an effect. "+2ram" may be
    // one.
    const auto digits = std::min(piece.text.find_first_not_of("0123456789"), piece.text.size());
    const bool counted =
        digits > 0 && (digits == piece.text.size() || !is_letter(piece.text[digits]));
    if (!piece.may_be_effect || counted) {
      auto bad = groups.error();
      // "sol 2 dn": a faction without its colon.
      const auto word = piece.text.substr(0, piece.text.find_first_of(" \t"));
      if (first && side.faction.empty() && vocabulary.faction != nullptr &&
          !bad.hint.starts_with("did you mean") && vocabulary.faction(word, where))
        bad.hint = "a faction stands before a colon: '" + std::string(word) + ": " +
                   std::string(vocabulary.example) + "'";
      // "2 dn + plasma scoring": with blanks on both sides the plus means "and".
      if (piece.separator == '+' && !counted && !bad.hint.starts_with("did you mean"))
        bad.hint = "an effect is written with its plus: '+" + std::string(piece.text) + "'";
      return bad;
    }
    auto effect = parse_effect(piece.text, where);
    if (!effect) return effect.error();
    side.effects.push_back(effect.value());
  }
  for (const auto& total : totals) {
    side.units.push_back({std::string(total.type), total.count});
    if (total.upgraded) side.upgrades.emplace_back(total.type);
    if (total.damaged > 0) side.damaged.push_back({std::string(total.type), total.damaged});
  }
  return side;
}

}  // namespace broadside
