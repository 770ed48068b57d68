// Fleets, read.
#include "core/scenario/notation.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/scenario/groups.hpp"
#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"
#include "core/scenario/tokens.hpp"

namespace broadside {
namespace {

/// What stands between two separators.
struct Piece {
  std::string_view text;
  std::string_view separator;  ///< before it; empty = the first
  bool may_be_effect = false;  ///< after a '+' that does not look like "and", or after "with"
};

/// The separator that begins here, or nothing.
std::string_view separator_at(std::string_view text, std::size_t i) {
  constexpr std::string_view kWith = "with";
  if (std::string_view(",;&+").find(text[i]) != std::string_view::npos) return text.substr(i, 1);
  const bool word = i > 0 && is_blank(text[i - 1]) && i + kWith.size() < text.size() &&
                    is_blank(text[i + kWith.size()]) &&
                    fold_name(text.substr(i, kWith.size())) == kWith;
  return word ? text.substr(i, kWith.size()) : std::string_view{};
}

std::vector<Piece> pieces_of(std::string_view text) {
  std::vector<Piece> pieces;
  Piece piece;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const auto separator = i < text.size() ? separator_at(text, i) : std::string_view{};
    if (i < text.size() && separator.empty()) continue;
    piece.text = trimmed(text.substr(begin, i - begin));
    const bool nothing_before =
        piece.text.empty() && !piece.may_be_effect && piece.separator != "+";
    const bool is_plus = separator == "+";
    // ", +plasma": the plus belongs to what follows, and nothing is missing before it.
    if (!(is_plus && nothing_before)) pieces.push_back(piece);
    if (i == text.size()) break;
    const bool apart =
        i > 0 && is_blank(text[i - 1]) && i + 1 < text.size() && !is_blank(text[i + 1]);
    piece = {{}, separator, separator.size() > 1 || (is_plus && (nothing_before || apart))};
    i += separator.size() - 1;
    begin = i + 1;
  }
  const auto ends_list = [](const Piece& last) {
    return last.text.empty() && (last.separator == "," || last.separator == ";");
  };
  if (pieces.size() > 1 && ends_list(pieces.back())) pieces.pop_back();  // "2 dn, 4 ff,"
  return pieces;
}

/// All units of one type so far.
struct Total {
  std::string_view type;
  int count = 0;
  bool upgraded = false;
  std::map<int, int> damaged{};  ///< by points of damage
};

/// Reads one fleet: its faction, then piece by piece its units and effects.
class FleetReader {
 public:
  FleetReader(std::string_view text, const Vocabulary& vocabulary)
      : where_(trimmed(text)), plain_(plain_text(text)), vocabulary_(vocabulary) {}

  Result<SideSpec> read() {
    std::string_view fleet = plain_;
    if (auto bad = read_faction(fleet)) return *bad;
    if (fleet.empty()) return error("no units");
    const auto pieces = pieces_of(fleet);
    for (const Piece& piece : pieces)
      if (auto bad = read_piece(piece)) return *bad;
    for (const Total& total : totals_) {
      side_.units.push_back({std::string(total.type), total.count});
      if (total.upgraded) side_.upgrades.emplace_back(total.type);
      for (const auto& [points, units] : total.damaged)
        side_.damaged.push_back({damaged_key(total.type, points), units});
    }
    return std::move(side_);
  }

 private:
  using Problem = std::optional<InputError>;

  InputError error(std::string problem, std::string hint = "") const {
    if (hint.empty() && !vocabulary_.example.empty())
      hint = "write e.g. " + quoted(vocabulary_.example);
    return {std::move(problem), std::string(where_), std::move(hint)};
  }
  GroupReader reader(std::string_view text) const { return {text, where_, vocabulary_}; }

  Problem set_faction(std::string_view typed) {
    side_.faction = typed;
    if (vocabulary_.faction == nullptr) return std::nullopt;
    const auto known = vocabulary_.faction(typed, where_);
    if (!known) return known.error();
    side_.faction = *known;
    return std::nullopt;
  }
  bool is_faction(std::string_view typed) const {
    return vocabulary_.faction != nullptr && !typed.empty() && vocabulary_.faction(typed, where_);
  }

  /// Takes the faction off the fleet, wherever it stands.
  Problem read_faction(std::string_view& fleet) {
    if (const auto colon = faction_colon(fleet); colon != std::string_view::npos) {
      const auto typed = trimmed(fleet.substr(0, colon));
      fleet = trimmed(fleet.substr(colon + 1));
      if (typed.empty()) return error("a faction is missing before ':'");
      if (faction_colon(fleet) != std::string_view::npos)
        return error("only one ':' may follow a faction");
      return set_faction(typed);
    }
    if (vocabulary_.faction == nullptr) return std::nullopt;
    if (const auto close = fleet.find_first_of(")]");  // "(sol) 2 dn"
        close != std::string_view::npos && (fleet.front() == '(' || fleet.front() == '[')) {
      const auto typed = trimmed(fleet.substr(1, close - 1));
      fleet = trimmed(fleet.substr(close + 1));
      return set_faction(typed);
    }
    if (const auto open = fleet.rfind('(');  // "2 dn (sol)"
        open != std::string_view::npos && fleet.ends_with(')')) {
      const auto typed = trimmed(fleet.substr(open + 1, fleet.size() - open - 2));
      const auto before = pieces_of(fleet.substr(0, open)).back().text;  // units, and no effect
      if (is_faction(typed) && reader(before).read(true)) {
        fleet = trimmed(fleet.substr(0, open));
        return set_faction(typed);
      }
    }
    return read_leading_faction(fleet);
  }

  /// "sol 2 dn": a faction without its colon, where the rest is a fleet and the whole is not.
  Problem read_leading_faction(std::string_view& fleet) {
    const auto pieces = pieces_of(fleet);
    if (pieces.empty() || reader(pieces.front().text).read(false)) return std::nullopt;
    const auto first = pieces.front().text;
    constexpr std::size_t kShortest = 3;
    for (auto end = first.size(); end != std::string_view::npos && end > 0;) {
      end = first.find_last_of(" \t", end - 1);
      if (end == std::string_view::npos) break;
      const auto typed = trimmed(first.substr(0, end));
      if (typed.size() < kShortest || !is_faction(typed) ||
          !reader(trimmed(first.substr(end))).read(false))
        continue;
      fleet = trimmed(fleet.substr(static_cast<std::size_t>(first.data() - fleet.data()) + end));
      return set_faction(typed);
    }
    return std::nullopt;
  }

  /// The first ':' that follows no units: "letnev: dn:2" has one.
  std::size_t faction_colon(std::string_view fleet) const {
    for (auto colon = fleet.find(':'); colon != std::string_view::npos;
         colon = fleet.find(':', colon + 1)) {
      const auto separator = fleet.substr(0, colon).find_last_of(",;&+:");
      const auto begin = separator == std::string_view::npos ? 0 : separator + 1;
      if (!reader(trimmed(fleet.substr(begin, colon - begin))).read(false)) return colon;
    }
    return std::string_view::npos;
  }

  Problem read_piece(const Piece& piece) {
    if (piece.text.empty()) {
      if (piece.separator.empty()) return error("nothing before the first separator");
      return error("nothing after " + quoted(piece.separator));
    }
    if (const auto own = own_item(piece.text, false); !own)
      return own.error();
    else if (*own)
      return std::nullopt;
    auto groups = reader(piece.text);
    if (const auto read = groups.read(!piece.separator.empty()); read)
      return names_text(piece, *read) ? add_effect(piece.text) : add(*read);
    else
      return read_effect_piece(piece, groups, read.error());
  }

  /// "+dunlain reaper x2": the text that is printed on a faction's unit, not the unit.
  bool names_text(const Piece& piece, const std::vector<Group>& units) const {
    return piece.may_be_effect && piece.separator == "+" && !is_counted(piece.text) &&
           units.size() == 1 && !units.front().faction.empty() &&
           piece.text.find_first_of("!:=") == std::string_view::npos &&  // marks of units
           naming(piece.text) == Naming::whole;
  }

  Result<bool> own_item(std::string_view text, bool unmarked) {
    return vocabulary_.item ? vocabulary_.item(text, unmarked, where_, side_) : false;
  }

  /// What is no list of units: an effect, or units with an effect behind them.
  Problem read_effect_piece(const Piece& piece, const GroupReader& groups, InputError bad) {
    const auto unread = groups.unread();
    const bool near = bad.hint.starts_with("did you mean");
    // "one in a million" is a name, though it begins with a number
    if (!is_counted(piece.text) || naming(piece.text) == Naming::whole) {
      if (piece.may_be_effect && piece.separator == "+") return add_effect(piece.text);
      if (is_effect(piece.text, near)) return add_effect(piece.text);
      if (const auto parts = effects_joined_by_and(piece.text); !parts.empty()) {
        for (const auto part : parts)
          if (auto wrong = add_effect(part)) return wrong;
        return std::nullopt;
      }
    }
    // "2 dn plasma scoring"
    if (!groups.groups_before().empty() && !is_counted(unread) && is_effect(unread, near)) {
      if (auto wrong = add(groups.groups_before())) return wrong;
      return add_effect(unread);
    }
    const auto own = own_item(piece.text, true);
    if (own && *own) return std::nullopt;
    if (near) return bad;
    if (!own &&
        (own.error().hint.starts_with("did you mean") || own.error().hint.starts_with("say which")))
      return own.error();
    if (read_parts(piece)) return std::nullopt;
    if (const auto number = piece.text.find_first_of(" \t");
        is_counted(piece.text) && number != std::string_view::npos) {
      const auto counted = trimmed(piece.text.substr(number));
      if (is_effect(counted, near))
        bad.hint = fmt::format("an effect has its number behind it: '+{} x{}'", counted,
                               piece.text.substr(0, number));
    }
    const bool plus = piece.separator == "+" && !is_counted(piece.text);
    if (plus || (!is_counted(unread) && naming(unread) != Naming::none))
      bad.hint = "an effect is written with its plus: " +
                 quoted("+" + std::string(plus ? piece.text : unread));
    return bad;
  }

  /// Begins like units: "4 crusier" is a misspelt unit and no effect. "2ram" may be one.
  static bool is_counted(std::string_view text) {
    const auto digits = std::min(text.find_first_not_of("0123456789"), text.size());
    if (digits > 0) return digits == text.size() || !is_letter(text[digits]);
    const auto word = text.substr(0, text.find_first_of(" \t"));
    return word.size() < text.size() && number_word(fold_name(word)).has_value();
  }

  Naming naming(std::string_view text) const {
    if (vocabulary_.effect == nullptr || text.empty()) return Naming::none;
    const auto choice = parse_effect(text, where_, &vocabulary_);
    return choice ? vocabulary_.effect(choice->id, side_.faction) : Naming::none;
  }
  /// Nothing but an effect can be meant: its whole name, or enough of it that is near no unit.
  bool is_effect(std::string_view text, bool near_unit) const {
    constexpr std::size_t kEnough = 4;
    const Naming how = naming(text);
    return how == Naming::whole || (how == Naming::part && !near_unit && text.size() >= kEnough);
  }
  /// "plasma scoring and duranium armor", each an effect by itself.
  std::vector<std::string_view> effects_joined_by_and(std::string_view text) const {
    constexpr std::string_view kAnd = " and ";
    std::vector<std::string_view> parts;
    for (auto rest = text;;) {
      const auto end = rest.find(kAnd);
      parts.push_back(trimmed(rest.substr(0, end)));
      if (!is_effect(parts.back(), false)) return {};
      if (end == std::string_view::npos) return parts;
      rest.remove_prefix(end + kAnd.size());
    }
  }

  /// "vader and 2 tie": things of different kinds, where each can be read by itself.
  bool read_parts(const Piece& piece) {
    constexpr std::string_view kAnd = " and ";
    if (piece.text.find(kAnd) == std::string_view::npos) return false;
    FleetReader trial = *this;
    for (auto rest = piece.text;;) {
      const auto end = rest.find(kAnd);
      if (trial.read_piece({trimmed(rest.substr(0, end)), kAnd, piece.may_be_effect})) return false;
      if (end == std::string_view::npos) break;
      rest.remove_prefix(end + kAnd.size());
    }
    side_ = std::move(trial.side_);
    totals_ = std::move(trial.totals_);
    return true;
  }

  /// What is written must be read back as the same, and "on x" names a unit only where x is one.
  Problem unknown_target(const EffectChoice& effect) const {
    if (!effect.target) return std::nullopt;
    std::vector<std::string_view> types;
    for (const Word& word : vocabulary_.units)
      if (std::find(types.begin(), types.end(), word.type) == types.end())
        types.push_back(word.type);
    if (std::find(types.begin(), types.end(), *effect.target) != types.end()) return std::nullopt;
    return error(fmt::format("unknown unit {} as the target of {}", quoted(*effect.target),
                             quoted(effect.id)),
                 nearest_hint(*effect.target, types));
  }

  Problem add_effect(std::string_view text) {
    auto effect = parse_effect(text, where_, &vocabulary_);
    if (!effect) return effect.error();
    if (auto bad = unknown_target(*effect)) return bad;
    side_.effects.push_back(*std::move(effect));
    return std::nullopt;
  }

  Problem add(const std::vector<Group>& groups) {
    for (const Group& group : groups)
      if (auto bad = add(group)) return bad;
    return std::nullopt;
  }

  Problem add(const Group& group) {
    if (!group.faction.empty()) {
      if (side_.faction.empty()) side_.faction = group.faction;
      if (side_.faction != group.faction)
        return error(fmt::format("{} is a unit of {}, not of {}", quoted(group.name), group.faction,
                                 side_.faction),
                     fmt::format("write {}, or leave the faction out", quoted(group.type)));
    }
    if (group.count == 0) return std::nullopt;
    auto total = std::find_if(totals_.begin(), totals_.end(),
                              [&](const Total& t) { return t.type == group.type; });
    if (total == totals_.end()) total = totals_.insert(total, {group.type, 0, group.upgraded});
    if (total->upgraded != group.upgraded)
      return error(quoted(group.type) + " is both upgraded and not",
                   fmt::format("a technology upgrades all units of a type: write '{}2' for all of "
                               "them or for none",
                               group.type));
    total->count += group.count;
    if (group.damaged > 0) total->damaged[group.points] += group.damaged;
    if (total->count > kMostUnits)
      return error(
          fmt::format("{} units of type {} are too many", total->count, quoted(group.type)),
          fmt::format("at most {} units of a type", kMostUnits));
    return std::nullopt;
  }

  std::string_view where_;
  std::string plain_;
  const Vocabulary& vocabulary_;
  SideSpec side_;
  std::vector<Total> totals_;
};

}  // namespace

DamagedType damaged_type(std::string_view key) {
  const auto mark = key.find('!');
  const auto digits = mark == std::string_view::npos ? "" : key.substr(mark + 1);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos)
    return {key};
  return {key.substr(0, mark), to_number(digits)};
}

std::string damaged_key(std::string_view type, int points) {
  return points == 1 ? std::string(type) : fmt::format("{}!{}", type, points);
}

// Units alone are written in the plainest form. An effect keeps what was typed, which may read as
// something else where other things stand around it: "0 ff, +sol dn" is written "+sol dn".
Result<SideSpec> parse_fleet(std::string_view text, const Vocabulary& vocabulary) {
  auto side = FleetReader(text, vocabulary).read();
  if (!side || side->effects.empty()) return side;
  const std::string written = write_fleet(*side);
  const auto again = FleetReader(written, vocabulary).read();
  if (again && write_fleet(*again) == written) return side;
  return two_readings(written, trimmed(text));
}

}  // namespace broadside
