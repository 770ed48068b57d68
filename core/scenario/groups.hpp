#pragma once
// Question: which units does a part of a fleet text name, between two commas?

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/notation.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/tokens.hpp"

namespace broadside {

/// So many units of one type, as one group of the text says.
struct Group {
  std::string_view type;
  std::string_view faction;  ///< whose printed name was given; empty = any
  std::string_view name;     ///< as typed
  int count = 1;
  int damaged = 0;
  int points = 1;  ///< of damage on each of the damaged ones
  bool upgraded = false;
  bool plain = false;  ///< level 1 was written out
};

/// Reads the groups between two separators.
class GroupReader {
 public:
  /// `text` is what is read, `where` what errors show. Both must outlive the groups.
  GroupReader(std::string_view text, std::string_view where, const Vocabulary& vocabulary)
      : text_(text), where_(where), vocabulary_(vocabulary), tokens_(tokenise(text)) {}

  Result<std::vector<Group>> read(bool after_separator);

  // After an error: the groups before it, and the text from the group on that could not be read.
  const std::vector<Group>& groups_before() const { return groups_; }
  std::string_view unread() const { return unread_; }

  /// The whole text is one unit's name, perhaps with its level: "dn", "war sun", "cruiser2".
  bool is_name() const;

 private:
  using Kind = Token::Kind;
  struct Name {
    std::string_view type, faction;
    std::size_t tokens = 0;  ///< 0 = none of the vocabulary's
    bool upgraded = false;   ///< the level was written to it: "cruiserii"
  };

  bool done() const { return at_ >= tokens_.size(); }
  bool has(std::size_t ahead) const { return at_ + ahead < tokens_.size(); }
  const Token& token(std::size_t ahead = 0) const { return tokens_[at_ + ahead]; }
  bool number_at(std::size_t first) const {
    return first < tokens_.size() && tokens_[first].is(Kind::number);
  }
  bool times_at(std::size_t first) const;
  bool number_word_at(std::size_t first) const;
  bool unit_may_follow(std::size_t first) const;
  static bool is_damaged(const Token& t) { return t.is_word("damaged") || t.is_word("dmg"); }
  bool is_upgraded(const Token& t) const { return vocabulary_.levels && t.is_word("upgraded"); }

  InputError error(std::string problem, std::string hint = "") const;
  InputError unknown_unit(std::size_t first) const;
  std::optional<InputError> bad_count(const Token& number) const;
  std::string_view typed(std::size_t first, std::size_t last) const;

  const Word* word_of(std::string_view alias) const;
  const Word* word_of_any_number(const std::string& alias) const;
  Name name_at(std::size_t first) const;

  void split_leading_times();
  void split_trailing_times();

  /// A group while it is being read.
  struct Draft {
    Group group;
    std::size_t begin = 0;
    std::string unit;  ///< its name as typed
    std::optional<int> count, some_damaged;
    bool damaged = false, marked = false;  ///< marked: by '!'
  };
  Result<Group> read_group();
  std::optional<InputError> read_count(std::optional<int>& count);
  std::optional<InputError> read_level(std::size_t name_begin, Group& group);
  /// A name straight behind a name, where that is no list.
  bool runs_on() const;
  /// One mark behind the name; nothing more to read where `more` becomes false.
  std::optional<InputError> read_mark(Draft& draft, bool& more);
  std::optional<InputError> read_word_mark(Draft& draft, bool& mark);
  std::optional<InputError> read_count_mark(Draft& draft, std::size_t number, bool& more);
  std::optional<InputError> read_brackets(Draft& draft);
  Result<Group> finished(Draft& draft) const;

  std::string_view text_, where_;
  const Vocabulary& vocabulary_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::vector<Group> groups_;
  std::string_view unread_;
};

}  // namespace broadside
