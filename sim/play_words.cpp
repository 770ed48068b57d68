#include "sim/play_words.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/scenario/text.hpp"
#include "sim/exchange.hpp"
#include "sim/habits.hpp"

namespace broadside {
namespace {

/// Multiply-adds from which on the words are left out.
constexpr double kWordsBudget = 2e8;

/// What is told apart about a situation: hits that the enemy can take, and that the side can.
struct Told {
  int enemy = 0, own = 0;
  auto operator<=>(const Told&) const = default;
};

/// What a choice comes to in one pair of forces.
struct Situation {
  const Choice* choice;
  std::size_t number;  ///< of the choice
  BySide<std::uint32_t> pair;
  double times;
  Told hits;
  struct Way {
    std::size_t edge;  ///< of the choice
    double value;      ///< in the eyes of who decides
  };
  std::vector<Way> ways;
  double best() const {
    double most = ways.front().value;
    for (const Way& way : ways) most = std::max(most, way.value);
    return most;
  }
};

/// Visits what the side decides where there is more than one way.
template <class Visit>
void each_situation(const Battle& battle, const BestPlay& best, const Reach& reach, Side side,
                    Visit visit) {
  const Duel& duel = battle.duel;
  const double sign = side == Side::attacker ? 1 : -1;
  BySide<std::vector<std::vector<int>>> left{hits_left(duel, 0), hits_left(duel, 1)};
  const auto is_known = [](const std::vector<std::vector<int>>& hits) {
    return std::any_of(hits.begin(), hits.end(), [](const std::vector<int>& of_step) {
      return std::any_of(of_step.begin(), of_step.end(), [](int n) { return n > 0; });
    });
  };
  if (!is_known(left[0]) || !is_known(left[1]))  // one says nothing without the other
    for (auto& side_left : left)
      for (auto& of_step : side_left) std::fill(of_step.begin(), of_step.end(), 0);
  for (std::size_t c = 0; c < duel.choices.size(); ++c) {
    const Choice& choice = duel.choices[c];
    if (choice.side != side || !choice.must) continue;
    const Step& step = duel.steps[choice.step];
    for (std::uint32_t a = 0; a < step.side[0].in_states; ++a)
      for (std::uint32_t d = 0; d < step.side[1].in_states; ++d) {
        const BySide<std::uint32_t> pair{a, d};
        const std::uint64_t offered = choice.offered[pair[choice.of]];
        const double times = reach.times(choice.step, a, d);
        if ((offered & (offered - 1)) == 0 || times < 1e-9) continue;
        const Told hits{left[other(side)][choice.step][pair[other(side)]],
                        left[side][choice.step][pair[side]]};
        Situation at{&choice, c, pair, times, hits, {}};
        for (std::size_t e = 0; e < choice.edges.size(); ++e)
          if (offered >> e & 1)
            at.ways.push_back({e, sign * best.beyond(step.edges[choice.edges[e]], a, d)});
        visit(at);
      }
  }
}

/// How often one of two moves was the better one.
struct Score {
  std::map<Told, double> first, second;
  double gain = 0;
  bool usual_first = false;
};

double sum(const std::map<Told, double>& times) {
  double all = 0;
  for (const auto& [told, one] : times) all += one;
  return all;
}

/// The threshold that errs least, in the hits of the enemy or in what he has more than the side.
void find_threshold(const Score& score, MovePair& pair) {
  double least = sum(score.first) + sum(score.second);
  for (const bool relative : {false, true}) {
    const auto measure = [&](const Told& told) {
      return relative ? told.enemy - told.own : told.enemy;
    };
    std::set<int> limits;
    for (const auto* times : {&score.first, &score.second})
      for (const auto& [told, one] : *times) limits.insert(measure(told));
    if (limits.size() < 2) continue;  // it tells nothing apart,
    limits.erase(limits.begin());     // nor does the least: all have it
    for (const int limit : limits)
      for (const bool at_least : {true, false}) {
        double wrong = 0;
        for (const auto& [told, one] : score.first)
          if ((measure(told) >= limit) != at_least) wrong += one;
        for (const auto& [told, one] : score.second)
          if ((measure(told) >= limit) == at_least) wrong += one;
        if (wrong > least - kNoDifference) continue;
        least = wrong;
        pair.rule = at_least ? MovePair::Rule::at_least : MovePair::Rule::below;
        pair.hits = limit;
        pair.relative = relative;
      }
  }
  constexpr double kMostly =
      0.15;  // of the cases may be otherwise where a rule is told as mostly so
  pair.mostly = least >= kWorthAWord;
  if (pair.rule == MovePair::Rule::any) pair.rule = MovePair::Rule::mixed;
  if (least > std::max(kWorthAWord, kMostly * pair.times)) pair.rule = MovePair::Rule::mixed;
}

MovePair judged(std::string first, std::string second, Score score) {
  bool usual_first = score.usual_first;
  if (score.gain < 0) {
    std::swap(first, second);
    std::swap(score.first, score.second);
    score.gain = -score.gain;
    usual_first = !usual_first;
  }
  const double one = sum(score.first), two = sum(score.second);
  MovePair pair;
  pair.first = std::move(first);
  pair.second = std::move(second);
  pair.times = one + two;
  pair.gain = score.gain;
  pair.usual_first = usual_first;
  if (one + two < 1e-9)
    pair.rule = MovePair::Rule::any;
  else if (two < kWorthAWord)
    pair.rule = MovePair::Rule::always;
  else
    find_threshold(score, pair);
  return pair;
}

/// How many leading words two habits share, in characters.
std::size_t shared_words(const std::string& a, const std::string& b) {
  std::size_t shared = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()) && a[i] == b[i]; ++i)
    if (a[i] == ' ') shared = i + 1;
  return shared;
}

/// "giving up carriers", "hitting armor": a move as it stands behind "before".
std::string doing(const std::string& move) {
  constexpr std::string_view kVowels = "aeiou";
  const auto is_vowel = [&](char letter) { return kVowels.find(letter) != kVowels.npos; };
  const std::size_t end = std::min(move.find(' '), move.size());
  std::string verb = move.substr(0, end);
  if (verb.ends_with('e') && !verb.ends_with("ee"))
    verb.pop_back();
  else if (verb.size() == 3 && !is_vowel(verb[0]) && is_vowel(verb[1]) && !is_vowel(verb[2]))
    verb += verb.back();
  return verb + "ing" + move.substr(end);
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

/// Moves in the order in which they are made on the whole.
std::vector<std::string> in_order(const std::vector<MovePair>& pairs) {
  std::vector<std::string> left, order;
  for (const MovePair& pair : pairs)
    for (const std::string* move : {&pair.first, &pair.second})
      if (std::find(left.begin(), left.end(), *move) == left.end()) left.push_back(*move);
  // First what nothing that is left goes before; of equal ones the usual order decides.
  const auto goes_later = [&](const std::string& move) {
    double gain = 0;
    int usual = 0;
    for (const MovePair& pair : pairs) {
      const bool is_first = pair.first == move, is_second = pair.second == move;
      const std::string& against = is_first ? pair.second : pair.first;
      if ((!is_first && !is_second) || std::find(left.begin(), left.end(), against) == left.end())
        continue;
      if (pair.rule != MovePair::Rule::any && is_second) gain += pair.gain;
      usual += pair.rule == MovePair::Rule::any && pair.usual_first == is_second;
    }
    return std::pair{gain, usual};
  };
  while (!left.empty()) {
    auto next = left.begin();
    for (auto at = left.begin(); at != left.end(); ++at)
      if (goes_later(*at) < goes_later(*next)) next = at;
    order.push_back(*next);
    left.erase(next);
  }
  return order;
}

/// When the second of two moves is the better one: "while the enemy can take fewer than 3 hits".
std::string otherwise_while(const MovePair& pair) {
  const bool fewer = pair.rule == MovePair::Rule::at_least;
  if (!pair.relative && pair.hits == 1)
    return fewer ? "where the enemy has nothing left" : "while the enemy has anything left";
  if (!pair.relative)
    return fewer ? fmt::format("while the enemy can take fewer than {}", counted(pair.hits, "hit"))
                 : fmt::format("while the enemy can take {} or more", counted(pair.hits, "hit"));
  // At most so many hits more than the side, or at least so many more; fewer where that is negative.
  const int more = fewer ? pair.hits - 1 : pair.hits;
  if (more == 0)
    return fewer ? "while the enemy can take no more hits than the side"
                 : "while the enemy can take as many hits as the side or more";
  return fmt::format("while the enemy can take at {} {} {} than the side",
                     fewer == (more > 0) ? "most" : "least", counted(std::abs(more), "hit"),
                     more > 0 ? "more" : "fewer");
}

std::vector<std::string> sentences_of(const std::vector<MovePair>& pairs) {
  std::vector<std::string> sentences;
  const auto order = in_order(pairs);
  const auto find = [&](const std::string& a, const std::string& b) -> const MovePair* {
    for (const MovePair& pair : pairs)
      if ((pair.first == a && pair.second == b) || (pair.first == b && pair.second == a))
        return &pair;
    return nullptr;
  };
  std::string chain;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == 0) {
      chain = order[i];
      continue;
    }
    const MovePair* pair = find(order[i - 1], order[i]);
    const bool same = pair && pair->rule == MovePair::Rule::any;
    chain += (same ? " or " : ", then ") + order[i].substr(shared_words(order[i - 1], order[i]));
  }
  if (!chain.empty()) sentences.push_back(capital(chain));
  for (const MovePair& pair : pairs) {
    if (pair.rule == MovePair::Rule::at_least || pair.rule == MovePair::Rule::below)
      sentences.push_back(
          capital(fmt::format("{} {}{}", before(pair.second, pair.first),
                              pair.mostly ? "as a rule " : "", otherwise_while(pair))));
    if (pair.rule == MovePair::Rule::mixed && pair.times >= kWorthAWord)
      sentences.push_back(capital(fmt::format("{} in some cases: it depends on what is left",
                                              before(pair.second, pair.first))));
  }
  return sentences;
}

/// Amounts: the one that is chosen most often.
std::vector<std::string> amounts(const Battle& battle, const Reach& reach, Side side) {
  const Duel& duel = battle.duel;
  std::vector<std::string> sentences;
  for (std::size_t c = 0; c < duel.choices.size(); ++c) {
    const Choice& choice = duel.choices[c];
    if (choice.side != side || !is_amount(battle, c)) continue;
    const Step& step = duel.steps[choice.step];
    std::map<std::uint8_t, double> times;
    for (std::uint32_t a = 0; a < step.side[0].in_states; ++a)
      for (std::uint32_t d = 0; d < step.side[1].in_states; ++d)
        if (const std::uint8_t e = early_edge(step, a, d); e != kNoEdge)
          times[e] += reach.times(choice.step, a, d);
    const auto most =
        std::max_element(times.begin(), times.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == times.end() || most->second < kWorthAWord) continue;
    const auto at = std::find(choice.edges.begin(), choice.edges.end(), most->first);
    if (at == choice.edges.end()) continue;
    const std::string& words =
        habit(battle, c, static_cast<std::size_t>(at - choice.edges.begin()));
    sentences.push_back(
        capital(most->second > 1 - kWorthAWord
                    ? words
                    : fmt::format("{} in {:.0f} % of the battles", words, 100 * most->second)));
  }
  return sentences;
}

/// Moments at which something may be done that need not be: a retreat, a card.
std::vector<std::string> moments(const Battle& battle, const Reach& reach, Side side) {
  struct Moment {
    double waits = 0, acts = 0;
  };
  const Duel& duel = battle.duel;
  std::map<std::string, Moment> moments;
  for (std::size_t c = 0; c < duel.choices.size(); ++c) {
    const Choice& choice = duel.choices[c];
    if (choice.side != side) continue;
    const Step& step = duel.steps[choice.step];
    for (std::size_t e = 0; e < choice.edges.size(); ++e) {
      const std::string& words = habit(battle, c, e);
      if (words.empty() || is_kept(words) ||
          (choice.must && !uses(battle, c, e) && !is_of_card(words)))
        continue;
      Moment& moment = moments[words];
      for (std::uint32_t a = 0; a < step.side[0].in_states; ++a)
        for (std::uint32_t d = 0; d < step.side[1].in_states; ++d) {
          const std::uint64_t offered = choice.offered[choice.of == Side::attacker ? a : d];
          if (offered >> e & 1)
            (early_edge(step, a, d) == choice.edges[e] ? moment.acts : moment.waits) +=
                reach.times(choice.step, a, d);
        }
    }
  }
  std::vector<std::string> sentences;
  for (const auto& [words, moment] : moments) {
    if (moment.acts + moment.waits < kWorthAWord) continue;
    if (moment.acts < kWorthAWord)
      sentences.push_back("Never " + words);
    else if (moment.waits < kWorthAWord)
      sentences.push_back(capital(words) + " as soon as that is possible");
    else
      sentences.push_back(
          capital(fmt::format("{} where that is better than not to, in {:.0f} % of the battles",
                              words, 100 * std::min(moment.acts, 1.0))));
  }
  return sentences;
}

/// Moves that follow one another in one roll, the later one not offered yet: what is left out of the
/// choices because another is never worse still comes in an order.
void add_sequences(const Battle& battle, const Reach& reach, Side side,
                   std::map<std::pair<std::string, std::string>, Score>& scores) {
  constexpr double kHardly = 1e-9;  // what such a pair gains is not known
  const Duel& duel = battle.duel;
  for (std::size_t c = 0; c < duel.choices.size(); ++c) {
    const Choice& choice = duel.choices[c];
    if (choice.side != side || !choice.must || is_amount(battle, c)) continue;
    const Step& step = duel.steps[choice.step];
    const auto taken = [&](std::uint32_t a, std::uint32_t d) -> std::optional<std::size_t> {
      const auto at = std::find(choice.edges.begin(), choice.edges.end(), early_edge(step, a, d));
      if (at == choice.edges.end()) return std::nullopt;
      return static_cast<std::size_t>(at - choice.edges.begin());
    };
    for (std::uint32_t a = 0; a < step.side[0].in_states; ++a)
      for (std::uint32_t d = 0; d < step.side[1].in_states; ++d) {
        const double times = reach.times(choice.step, a, d);
        const auto now = times < kHardly ? std::nullopt : taken(a, d);
        if (!now || step.edges[choice.edges[*now]].step != choice.step) continue;
        const Edge& edge = step.edges[choice.edges[*now]];
        const auto then = taken(state_of(edge.map[0][a]), state_of(edge.map[1][d]));
        const std::uint64_t offered = choice.offered[choice.of == Side::attacker ? a : d];
        if (!then || (offered >> *then & 1)) continue;
        const std::string &x = habit(battle, c, *now), &y = habit(battle, c, *then);
        if (x == y || is_of_card(x) || is_of_card(y)) continue;
        Score& score = scores[std::minmax(x, y)];
        score.usual_first = (x < y) == (*now < *then);  // edges stand in the usual order
        (x < y ? score.first : score.second)[{}] += times;
        score.gain += (x < y ? kHardly : -kHardly) * times;
      }
  }
}

}  // namespace

std::string before(const std::string& first, const std::string& second) {
  const std::size_t shared = shared_words(first, second);
  return fmt::format("{} before {}", first, shared > 0 ? second.substr(shared) : doing(second));
}

std::vector<MovePair> compare_moves(const Battle& battle, const BestPlay& best, const Reach& reach,
                                    Side side) {
  std::map<std::pair<std::string, std::string>, Score> scores;
  each_situation(battle, best, reach, side, [&](const Situation& at) {
    if (is_amount(battle, at.number)) return;
    const double most = at.best();
    for (std::size_t i = 0; i < at.ways.size(); ++i)
      for (std::size_t j = i + 1; j < at.ways.size(); ++j) {
        const double difference = at.ways[i].value - at.ways[j].value;
        // What neither of them is worth doing says nothing.
        if (std::max(at.ways[i].value, at.ways[j].value) < most - kNoDifference) continue;
        const std::string &x = habit(battle, at.number, at.ways[i].edge),
                          &y = habit(battle, at.number, at.ways[j].edge);
        if (x == y || is_of_card(x) || is_of_card(y)) continue;
        Score& score = scores[std::minmax(x, y)];
        const bool in_name_order = x < y;
        score.usual_first = in_name_order;  // edges stand in the usual order
        const double gain = in_name_order ? difference : -difference;
        if (gain > kNoDifference)
          score.first[at.hits] += at.times;
        else if (gain < -kNoDifference)
          score.second[at.hits] += at.times;
        score.gain += at.times * gain;
      }
  });
  add_sequences(battle, reach, side, scores);
  std::vector<MovePair> pairs;
  for (auto& [names, score] : scores) {
    MovePair pair = judged(names.first, names.second, std::move(score));
    if (pair.times >= kWorthAWord || pair.rule == MovePair::Rule::any)
      pairs.push_back(std::move(pair));
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const MovePair& a, const MovePair& b) { return a.gain > b.gain; });
  return pairs;
}

std::vector<PlayInWords> play_in_words(const Battle& battle) {
  std::vector<PlayInWords> all;
  const bool has_goal = battle.goals[0] || battle.goals[1];
  if (!has_goal || battle.duel.choices.empty() || BestPlay::cost(battle.duel) > kWordsBudget)
    return all;
  const PlayScore score{battle};
  const BestPlay best{battle.duel, score};
  const Reach reach{battle.duel};
  for (const Side side : kSides) {
    if (!battle.goals[side]) continue;
    PlayInWords words{side, sentences_of(compare_moves(battle, best, reach, side)), {}};
    for (auto list : {amounts, moments})
      for (std::string& more : list(battle, reach, side))
        words.sentences.push_back(std::move(more));
    std::map<std::pair<std::vector<std::string>, std::string>, PlayedRow> rows;
    each_situation(battle, best, reach, side, [&](const Situation& at) {
      std::vector<std::string> offered;
      std::string does;
      for (const auto& way : at.ways) {
        offered.push_back(habit(battle, at.number, way.edge));
        if (does.empty() && way.value >= at.best() - 1e-12) does = offered.back();
      }
      auto [row, fresh] = rows.try_emplace({offered, does}, PlayedRow{offered, does, 0, 0, 0});
      PlayedRow& to = row->second;
      to.fewest = fresh ? at.hits.enemy : std::min(to.fewest, at.hits.enemy);
      to.most = std::max(to.most, at.hits.enemy);
      to.times += at.times;
    });
    for (auto& [key, row] : rows) words.table.push_back(std::move(row));
    std::stable_sort(words.table.begin(), words.table.end(),
                     [](const PlayedRow& a, const PlayedRow& b) { return a.times > b.times; });
    if (!words.sentences.empty()) all.push_back(std::move(words));
  }
  return all;
}

}  // namespace broadside
