#include "sim/habits.hpp"

#include <string_view>

namespace broadside {

const std::string& habit(const Battle& battle, std::size_t choice, std::size_t edge) {
  static const std::string kNone;
  if (choice >= battle.choice_words.size()) return kNone;
  const std::size_t at = battle.duel.choices[choice].edges.size() + edge;
  return at < battle.choice_words[choice].size() ? battle.choice_words[choice][at] : kNone;
}

bool is_kept(const std::string& words) { return words.starts_with("keep "); }

bool is_of_card(const std::string& words) { return words.starts_with("play ") || is_kept(words); }

bool uses(const Battle& battle, std::size_t choice, std::size_t edge) {
  bool kept = false;
  for (std::size_t e = 0; e < battle.duel.choices[choice].edges.size(); ++e)
    kept |= is_kept(habit(battle, choice, e));
  return kept && !is_kept(habit(battle, choice, edge));
}

bool is_amount(const Battle& battle, std::size_t choice) {
  const std::size_t edges = battle.duel.choices[choice].edges.size();
  std::string_view what;  // up to the number
  for (std::size_t e = 0; e < edges; ++e) {
    const std::string& words = habit(battle, choice, e);
    const std::size_t number = words.find_first_of("0123456789");
    if (is_kept(words) || number == std::string::npos) return false;
    if (e == 0) what = std::string_view{words}.substr(0, number);
    if (std::string_view{words}.substr(0, number) != what) return false;
  }
  return edges > 1;
}

}  // namespace broadside
