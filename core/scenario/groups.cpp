#include "core/scenario/groups.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"

namespace broadside {
namespace {

constexpr std::size_t kLongestName = 6;  ///< tokens of one unit's name

/// Words before a count that change nothing: "my 2 cruisers".
bool is_filler(std::string_view folded) {
  constexpr std::string_view kWords[] = {"the", "my", "our", "your", "his", "her", "their"};
  return std::find(std::begin(kWords), std::end(kWords), folded) != std::end(kWords);
}

/// The unit that was probably meant, as a player would type it: its type where that is near too
/// ("dreadnaugt"), otherwise the alias that is ("nd"). Empty where none is.
std::string_view meant_unit(std::string_view typed, std::span<const Word> words) {
  std::vector<std::string_view> aliases;
  for (const Word& word : words) aliases.push_back(word.alias);
  const std::string_view alias = nearest_name(typed, aliases);
  if (alias.empty()) return alias;
  const auto word =
      std::find_if(words.begin(), words.end(), [&](const Word& one) { return one.alias == alias; });
  const std::string_view type = nearest_name(typed, std::span{&word->type, 1});
  return type.empty() ? alias : type;
}

}  // namespace

Result<std::vector<Group>> GroupReader::read(bool after_separator) {
  if (after_separator && tokens_.size() > 1 && tokens_[0].is_word("and")) ++at_;  // "..., and 3 ff"
  for (;;) {
    if (!done()) unread_ = typed(at_, tokens_.size() - 1);
    auto group = read_group();
    if (!group) return group.error();
    groups_.push_back(*group);
    if (done()) return groups_;
    if (token().is_word("and"))
      ++at_;
    else if (runs_on())
      return error(fmt::format("two units without a comma in {}", quoted(text_)),
                   "separate units by commas");
  }
}

bool GroupReader::runs_on() const {
  return vocabulary_.names_hold_names && name_at(at_).tokens > 0;
}

bool GroupReader::is_name() const {
  const Name name = name_at(0);
  if (name.tokens == 0) return false;
  const std::size_t rest = tokens_.size() - name.tokens;
  if (rest == 0) return true;
  const Token& level = tokens_[name.tokens];
  return rest == 1 && vocabulary_.levels &&
         (level.folded == "i" || level.folded == "ii" || (level.is(Kind::number) && level.glued));
}

InputError GroupReader::error(std::string problem, std::string hint) const {
  if (hint.empty() && !vocabulary_.example.empty())
    hint = "write e.g. " + quoted(vocabulary_.example);
  return {std::move(problem), std::string(where_), std::move(hint)};
}

/// The text of some tokens as it was typed.
std::string_view GroupReader::typed(std::size_t first, std::size_t last) const {
  const auto begin = static_cast<std::size_t>(tokens_[first].text.data() - text_.data());
  const auto& end = tokens_[last].text;
  return text_.substr(begin,
                      static_cast<std::size_t>(end.data() - text_.data()) + end.size() - begin);
}

const Word* GroupReader::word_of(std::string_view alias) const {
  for (const Word& word : vocabulary_.units)
    if (word.alias == alias) return &word;
  return nullptr;
}

const Word* GroupReader::word_of_any_number(const std::string& alias) const {
  const Word* word = word_of(alias);
  if (!word && alias.ends_with("ies")) word = word_of(alias.substr(0, alias.size() - 3) + "y");
  if (!word && alias.size() > 1 && alias.ends_with('s'))
    word = word_of(alias.substr(0, alias.size() - 1));
  return word;
}

/// The longest name of the vocabulary that begins here.
GroupReader::Name GroupReader::name_at(std::size_t first) const {
  Name found;
  std::string key;
  for (std::size_t n = 0; n < kLongestName && first + n < tokens_.size(); ++n) {
    const auto& next = tokens_[first + n];
    if (!next.is(Kind::word) && !(n > 0 && next.is(Kind::number) && (next.glued || next.joined)))
      break;
    if (n > 0 && !next.glued) key += '_';
    key += next.is(Kind::word) ? next.folded : std::string(next.text);
    if (const Word* word = word_of_any_number(key))
      found = {word->type, word->faction, n + 1, false};
  }
  if (found.tokens == 0 && vocabulary_.levels && first < tokens_.size()) {
    const auto& typed = tokens_[first].folded;
    if (typed.size() > 3 && typed.ends_with("ii"))
      if (const Word* word = word_of(typed.substr(0, typed.size() - 2)))
        found = {word->type, word->faction, 1, true};
  }
  return found;
}

/// A multiplication sign here? The letter is one unless a unit's name begins with it ("x wing").
bool GroupReader::times_at(std::size_t first) const {
  if (first >= tokens_.size()) return false;
  if (tokens_[first].is(Kind::times)) return true;
  return tokens_[first].is_word("x") && name_at(first).tokens == 0;
}

/// A number in words here? Not where a unit's name begins with it ("a wing").
bool GroupReader::number_word_at(std::size_t first) const {
  return first < tokens_.size() && tokens_[first].is(Kind::word) &&
         number_word(tokens_[first].folded) && name_at(first).tokens == 0;
}

/// A word that begins a unit, or that belongs to none.
bool GroupReader::unit_may_follow(std::size_t first) const {
  return first < tokens_.size() && tokens_[first].is(Kind::word) &&
         !tokens_[first].is_word("and") && !number_word_at(first) && !times_at(first);
}

std::optional<InputError> GroupReader::bad_count(const Token& number) const {
  if (!number.whole && number.text.starts_with('-'))
    return error("negative count " + quoted(number.text), "leave out what is not there");
  if (!number.whole) return error("count " + quoted(number.text) + " is not a whole number");
  if (number.value > kMostUnits)
    return error("count " + quoted(number.text) + " is too large",
                 fmt::format("at most {} units of a type", kMostUnits));
  return std::nullopt;
}

/// "3xff": the 'x' belongs to the number, unless a unit's name begins with it.
void GroupReader::split_leading_times() {
  if (done() || !token().is(Kind::word) || !token().glued || token().folded.size() < 2) return;
  if (token().folded[0] != 'x' || name_at(at_).tokens > 0) return;
  tokens_[at_].folded.erase(0, 1);
  tokens_[at_].text.remove_prefix(1);
}

/// "ffx3": likewise at the end of a word.
void GroupReader::split_trailing_times() {
  if (done() || !token().is(Kind::word) || token().folded.size() < 2) return;
  if (token().folded.back() != 'x' || name_at(at_).tokens > 0) return;
  if (!has(1) || !token(1).is(Kind::number) || !token(1).glued) return;
  Token times{Kind::times, token().text.substr(token().text.size() - 1), "", true, false, 0, true};
  tokens_[at_].folded.pop_back();
  tokens_[at_].text.remove_suffix(1);
  tokens_.insert(tokens_.begin() + static_cast<std::ptrdiff_t>(at_) + 1, std::move(times));
}

InputError GroupReader::unknown_unit(std::size_t first) const {
  if (first >= tokens_.size() || tokens_[first].is_word("and")) {
    if (first == 0) return error("a unit is missing");
    return error("a unit is missing after " + quoted(typed(0, first - 1)));
  }
  const auto& here = tokens_[first];
  if (here.is(Kind::number)) return error("a unit is missing before " + quoted(here.text));
  if (!here.is(Kind::word)) return error("cannot read " + quoted(typed(first, tokens_.size() - 1)));

  // A name of several words is near as a whole ("war son"), or its first word is the mistake.
  std::size_t last = first;
  while (last + 1 < tokens_.size() && tokens_[last + 1].is(Kind::word) &&
         !tokens_[last + 1].is_word("and"))
    ++last;
  if (const auto meant = meant_unit(typed(first, last), vocabulary_.units); !meant.empty())
    return error("unknown unit " + quoted(typed(first, last)), did_you_mean(meant));
  // A glued number may be part of the mistake ("cr3x"); show the word as it was typed.
  std::size_t word_end = first;
  while (word_end + 1 < tokens_.size() && tokens_[word_end + 1].glued &&
         !tokens_[word_end + 1].is(Kind::symbol))
    ++word_end;
  const std::string problem = "unknown unit " + quoted(typed(first, word_end));
  if (const auto meant = meant_unit(here.text, vocabulary_.units); !meant.empty())
    return error(problem, did_you_mean(meant));
  std::vector<std::string_view> types;
  for (const Word& word : vocabulary_.units)
    if (std::find(types.begin(), types.end(), word.type) == types.end()) types.push_back(word.type);
  return error(problem, nearest_hint(here.text, types));
}

/// "2", "2x", "x3", "two", "a dozen", "a pair of"
std::optional<InputError> GroupReader::read_count(std::optional<int>& count) {
  if (times_at(at_) && number_at(at_ + 1)) ++at_;  // "x3 ff"
  if (number_at(at_)) {
    if (auto bad = bad_count(token())) return bad;
    count = token().value;
    ++at_;
    if (times_at(at_)) ++at_;
    split_leading_times();
  }
  while (number_word_at(at_)) {
    count = count.value_or(1) * *number_word(token().folded);
    ++at_;
  }
  if (count && !done() && token().is_word("of")) ++at_;
  return std::nullopt;
}

Result<Group> GroupReader::read_group() {
  Draft draft;
  draft.begin = at_;
  while (has(1) && token().is(Kind::word) && is_filler(token().folded) && name_at(at_).tokens == 0)
    ++at_;
  if (auto bad = read_count(draft.count)) return *bad;
  for (; !done() && (is_damaged(token()) || is_upgraded(token())); ++at_)
    (is_damaged(token()) ? draft.damaged : draft.group.upgraded) = true;

  split_trailing_times();
  const auto name = name_at(at_);
  if (name.tokens == 0) return unknown_unit(at_);
  const auto name_begin = at_;
  at_ += name.tokens;
  draft.group.type = name.type;
  draft.group.faction = name.faction;
  draft.group.name = typed(name_begin, at_ - 1);
  draft.unit = draft.group.name;
  if (name.upgraded)
    draft.group.upgraded = true;
  else if (auto bad = read_level(name_begin, draft.group))
    return *bad;
  for (bool more = true; more && !done();)
    if (auto bad = read_mark(draft, more)) return *bad;
  return finished(draft);
}

std::optional<InputError> GroupReader::read_mark(Draft& draft, bool& more) {
  const auto so_far = [&] { return quoted(typed(draft.begin, at_)); };
  if (token().is_symbol('!')) {
    if (std::exchange(draft.marked, true))
      return error(so_far() + " says twice that it is damaged",
                   "write " + quoted(draft.unit + "!") + " once");
    draft.damaged = true;
    ++at_;
    if (vocabulary_.points && !done() && token().is(Kind::number) && token().glued) {
      if (auto bad = bad_count(token())) return bad;
      if (token().value == 0) return error(so_far() + " says that it is damaged by nothing");
      draft.group.points = token().value;
      ++at_;
    }
    return std::nullopt;
  }
  if (token().is_symbol('(')) return read_brackets(draft);
  if (is_damaged(token())) return read_word_mark(draft, draft.damaged);
  if (is_upgraded(token())) return read_word_mark(draft, draft.group.upgraded);
  const bool equals = token().is_symbol(':') || token().is_symbol('=');  // "dn:2", "dn=2"
  if ((equals || times_at(at_)) && number_at(at_ + 1)) return read_count_mark(draft, at_ + 1, more);
  if (times_at(at_)) return error("a number is missing after " + so_far());
  if (number_at(at_)) {
    if (auto bad = bad_count(token())) return bad;
    const bool unit_follows = has(1) && !token(1).is(Kind::symbol) && !token(1).is_word("and");
    if (unit_follows && !token().glued) {  // "2 dn 4 ff": the next group's count
      more = false;
      return std::nullopt;
    }
    const auto number = std::string(token().text);
    return error(fmt::format("cannot tell what {} means in {}", quoted(number), so_far()),
                 fmt::format("write {} for a count", quoted(number + " " + draft.unit)) +
                     (vocabulary_.levels
                          ? fmt::format(", {} for the upgraded unit", quoted(draft.unit + "2"))
                          : ""));
  }
  if (token().is(Kind::symbol))
    return error(fmt::format("cannot read {} after {}", quoted(typed(at_, tokens_.size() - 1)),
                             quoted(typed(draft.begin, at_ - 1))));
  more = false;
  return std::nullopt;
}

/// "damaged" or "upgraded" behind the unit. In "2 dn damaged ff" it may belong to either.
std::optional<InputError> GroupReader::read_word_mark(Draft& draft, bool& mark) {
  if (unit_may_follow(at_ + 1) && !is_damaged(token(1)) && !is_upgraded(token(1)))
    return error(fmt::format("{} may belong to either unit in {}", quoted(token().text),
                             quoted(typed(draft.begin, at_ + 1))),
                 "separate units by commas, or write " +
                     quoted(draft.unit + (is_damaged(token()) ? "!" : "2")));
  mark = true;
  ++at_;
  return std::nullopt;
}

/// "x3", ":3", "=3" behind the unit; `number` is where the number stands.
std::optional<InputError> GroupReader::read_count_mark(Draft& draft, std::size_t number,
                                                       bool& more) {
  const bool unit_follows = unit_may_follow(number + 1) && !is_damaged(tokens_[number + 1]) &&
                            !is_upgraded(tokens_[number + 1]);
  const bool is_times = times_at(at_);
  if (unit_follows && draft.count && is_times) {  // "2 dn x3 ff": the next group's count
    more = false;
    return std::nullopt;
  }
  if (unit_follows && (is_times || !tokens_[number].glued))  // "dn=2 ff" is clear
    return error(fmt::format("{} may belong to either unit in {}", quoted(typed(at_, number)),
                             quoted(typed(draft.begin, number + 1))),
                 "separate units by commas");
  if (draft.count) return error("two counts for one unit in " + quoted(typed(draft.begin, number)));
  if (auto bad = bad_count(tokens_[number])) return bad;
  draft.count = tokens_[number].value;
  at_ = number + 1;
  return std::nullopt;
}

Result<Group> GroupReader::finished(Draft& draft) const {
  Group& group = draft.group;
  const auto all = [&] { return quoted(typed(draft.begin, at_ - 1)); };
  if (group.plain && group.upgraded) return error(all() + " cannot be upgraded and of level 1");
  group.count = draft.count.value_or(1);
  if (group.count > kMostUnits)
    return error(fmt::format("{} units are too many", group.count),
                 fmt::format("at most {} units of a type", kMostUnits));
  group.damaged = draft.damaged ? group.count : draft.some_damaged.value_or(0);
  if (draft.damaged && draft.some_damaged && *draft.some_damaged != group.count)
    return error(all() + " says twice how many are damaged");
  if (group.damaged > group.count) return error("more damaged units than there are in " + all());
  return group;
}

/// "cruiser2", "cruiser_2", "cruiser ii": only a number that touches the name is a level.
std::optional<InputError> GroupReader::read_level(std::size_t name_begin, Group& group) {
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

/// "(damaged)", "(1 damaged)", "(one damaged)", "(2 damage)", "(upgraded)".
std::optional<InputError> GroupReader::read_brackets(Draft& draft) {
  const auto begin = at_++;
  std::optional<int> number;
  if (number_at(at_)) {
    if (auto bad = bad_count(token())) return bad;
    number = token().value;
    ++at_;
  } else if (number_word_at(at_)) {
    number = number_word(token().folded);
    ++at_;
  }
  const bool closed = has(1) && token(1).is_symbol(')');
  if (closed && is_damaged(token()) && !(number && draft.some_damaged)) {
    if (number)
      draft.some_damaged = number;
    else
      draft.damaged = true;
  } else if (closed && vocabulary_.points && token().is_word("damage") && number.value_or(0) > 0) {
    draft.damaged = true;
    draft.group.points = *number;
  } else if (closed && is_upgraded(token()) && !number) {
    draft.group.upgraded = true;
  } else {
    return error("cannot read " + quoted(typed(begin, tokens_.size() - 1)),
                 std::string("brackets hold (damaged), or (1 damaged) of several") +
                     (vocabulary_.points ? ", or (2 damage) on each" : ""));
  }
  at_ += 2;
  return std::nullopt;
}

}  // namespace broadside
