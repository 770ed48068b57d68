#include "core/scenario/names.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/scenario/tokens.hpp"

namespace broadside {
namespace {

constexpr std::size_t kShortList = 12;    ///< names that still read well in one line
constexpr std::size_t kLongestWord = 64;  ///< nobody misspells a longer name; keeps hints cheap

// Only ASCII letters have two cases here; the bytes of other letters pass through unchanged.
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Mistakes that still count as "near": one in a short word, a third of a long one.
constexpr int near_enough(std::size_t length) {
  return std::max(1, (static_cast<int>(length) + 1) / 3);
}

/// Two words of two letters that share only one are different words, not one misspelt: "cv" is as
/// near to "ca" as to "cr". Letters in the wrong order are a mistake.
bool are_short_and_different(std::string_view a, std::string_view b) {
  return a.size() == 2 && b.size() == 2 && !(a[0] == b[1] && a[1] == b[0]);
}

}  // namespace

std::string fold_name(std::string_view text) {
  std::string folded;
  folded.reserve(text.size());
  bool gap = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_word =
        i + 1 < text.size() && !is_blank(text[i + 1]) && text[i + 1] != '-' && text[i + 1] != '_';
    if (text[i] == '-' && folded.empty() && is_word) {  // a minus: "-cavalry" is not cavalry
      folded += '-';
      gap = false;
      continue;
    }
    if (is_blank(text[i]) || text[i] == '-' || text[i] == '_') {
      gap = true;
      continue;
    }
    if (text[i] == '\'') continue;
    // The typographic apostrophes U+2018 and U+2019, which phones type.
    if (const auto next = text.substr(i, 3); next == "\xE2\x80\x98" || next == "\xE2\x80\x99") {
      i += 2;
      continue;
    }
    if (gap && !folded.empty()) folded += '_';
    gap = false;
    folded += lower(text[i]);
  }
  return folded;
}

// Optimal string alignment: a neighbour swap is one edit, and no letter is edited twice.
int edit_distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<int> before(width), above(width), row(width);
  for (std::size_t j = 0; j < width; ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, above);
    std::swap(above, row);
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j < width; ++j) {
      const int replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string_view nearest_name(std::string_view word, std::span<const std::string_view> known) {
  const auto typed = fold_name(word);
  std::string_view nearest;
  if (typed.empty() || typed.size() > kLongestWord) return nearest;
  int best = near_enough(typed.size()) + 1;
  for (const auto candidate : known) {
    const std::string name = fold_name(candidate);
    if (are_short_and_different(typed, name)) continue;
    const auto [shorter, longer] = std::minmax({typed.size(), name.size()});
    if (static_cast<int>(longer - shorter) >= best) continue;  // so many edits at the least
    const int distance = edit_distance(typed, name);
    // A name with nothing of the word in it is not near, however short both are: "xy" is not "ff".
    if (distance < best && distance < static_cast<int>(typed.size())) {
      best = distance;
      nearest = candidate;
    }
  }
  // "cruis" or "flagsh": a beginning tells more than its distance does.
  if (nearest.empty() && typed.size() >= 3) {
    const auto begins = [&](std::string_view name) { return fold_name(name).starts_with(typed); };
    const auto found = std::find_if(known.begin(), known.end(), begins);
    if (found != known.end()) nearest = *found;
  }
  return nearest;
}

std::string nearest_hint(std::string_view word, std::span<const std::string_view> known) {
  if (const auto nearest = nearest_name(word, known); !nearest.empty())
    return did_you_mean(nearest);
  return known.empty() || known.size() > kShortList ? "" : known_names(known);
}

std::string did_you_mean(std::string_view name) {
  return "did you mean '" + std::string(name) + "'?";
}

std::string known_names(std::span<const std::string_view> known) {
  std::string list = "known:";
  for (const auto name : known) list += (list.back() == ':' ? " " : ", ") + std::string(name);
  return list;
}

std::string nearest_or_all(std::string_view word, std::span<const std::string_view> known) {
  std::string hint = nearest_hint(word, known);
  return hint.empty() ? known_names(known) : hint;
}

}  // namespace broadside
