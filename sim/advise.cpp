#include "sim/advise.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/scenario/play_goal.hpp"
#include "sim/best_play.hpp"
#include "sim/choices.hpp"
#include "sim/decide.hpp"
#include "sim/engine.hpp"
#include "sim/exchange.hpp"

namespace broadside {
namespace {

constexpr double kAdviseBudget = 5e8, kAdviseMemory = 100e6;
constexpr std::size_t kMostWays = 100'000;

/// A pair of forces before a step.
struct Standing {
  std::size_t step;
  std::uint32_t attacker, defender;
  auto operator<=>(const Standing&) const = default;
};

/// Follows hits being taken through the tables.
class Adviser {
 public:
  Adviser(const Battle& battle, const BestPlay& best, double sign)
      : battle_(battle), duel_(battle.duel), best_(best), sign_(sign) {}

  /// The choice of the player who asks before this step, if it is his turn.
  const Choice* turn(const Standing& at, bool mine = true) const {
    for (const Choice& choice : duel_.choices)
      if (choice.step == at.step && choice.must && (choice.side == Side::attacker) == mine &&
          choice.offered[choice.of == Side::attacker ? at.attacker : at.defender] != 0)
        return &choice;
    return nullptr;
  }

  /// Where a step that is not decided by dice leads.
  std::optional<Standing> played(const Standing& at) const {
    const Step& step = duel_.steps[at.step];
    Exchange exchange{step};
    exchange.from(at.attacker, at.defender);
    std::optional<Standing> to;
    int ways = 0;
    exchange.each([&](std::uint32_t a, std::uint32_t d, double) {
      ++ways;
      const std::uint8_t e = step.flow[step.side[0].stance[a]][step.side[1].stance[d]];
      if (e != kNoEdge) to = along(step.edges[e], a, d);
    });
    return ways == 1 ? to : std::nullopt;
  }
  std::optional<Standing> along(const Edge& edge, std::uint32_t a, std::uint32_t d) const {
    if (edge.step == kNoStep) return std::nullopt;
    return Standing{edge.step, state_of(edge.map[0][a]), state_of(edge.map[1][d])};
  }
  double value(const Standing& at) const {
    return sign_ * best_.value(at.step, at.attacker, at.defender);
  }

  /// A way to take the hits: what it is worth, and the places of its moves in the usual order.
  struct Way {
    double value = 0;
    std::vector<std::size_t> usual{};
  };
  /// By the words of the moves, sorted.
  using Ways = std::map<std::vector<std::string>, Way>;

  /// All ways from here on.
  void walk(const Standing& at, std::vector<std::string> moves, std::vector<std::size_t> usual,
            Ways& ways) {
    if (ways.size() > kMostWays) return;
    if (const Choice* choice = turn(at)) {
      each_edge(*choice, at, [&](std::size_t i, const Edge& edge) {
        std::vector<std::string> then = moves;
        std::vector<std::size_t> places = usual;
        then.push_back(words(*choice, i));
        places.push_back(i);
        if (const auto to = along(edge, at.attacker, at.defender))
          walk(*to, then, places, ways);
        else
          note(then, {sign_ * best_.beyond(edge, at.attacker, at.defender), places}, ways);
      });
      return;
    }
    if (const Choice* reply = turn(at, false)) {  // the enemy's best answer
      const Edge* best = nullptr;
      each_edge(*reply, at, [&](std::size_t, const Edge& edge) {
        if (!best || best_.beyond(edge, at.attacker, at.defender) <
                         best_.beyond(*best, at.attacker, at.defender))
          best = &edge;
      });
      if (const auto to = along(*best, at.attacker, at.defender))
        return walk(*to, moves, usual, ways);
      return note(moves, {sign_ * best_.beyond(*best, at.attacker, at.defender), usual}, ways);
    }
    // No hit is left, or a step between two hits.
    if (!duel_.steps[at.step].is_round)
      if (const auto to = played(at); to && takes_hits(to->step) && to->step != at.step)
        return walk(*to, moves, usual, ways);
    ends_[sorted(moves)] = at;
    note(moves, {value(at), usual}, ways);
  }

  /// Where a way ends.
  std::optional<Standing> end_of(const std::vector<std::string>& moves) const {
    const auto at = ends_.find(moves);
    return at == ends_.end() ? std::nullopt : std::optional(at->second);
  }

  static std::vector<std::string> sorted(std::vector<std::string> moves) {
    std::sort(moves.begin(), moves.end());
    return moves;
  }
  const std::string& words(const Choice& choice, std::size_t edge) const {
    const auto number = static_cast<std::size_t>(&choice - duel_.choices.data());
    static const std::string kNone;
    return number < battle_.choice_words.size() && edge < battle_.choice_words[number].size()
               ? battle_.choice_words[number][edge]
               : kNone;
  }

  template <class Visit>
  void each_edge(const Choice& choice, const Standing& at, Visit visit) const {
    const std::uint64_t offered =
        choice.offered[choice.of == Side::attacker ? at.attacker : at.defender];
    for (std::size_t i = 0; i < choice.edges.size(); ++i)
      if (offered >> i & 1) visit(i, duel_.steps[at.step].edges[choice.edges[i]]);
  }

 private:
  bool takes_hits(std::size_t step) const {
    return std::any_of(duel_.choices.begin(), duel_.choices.end(),
                       [&](const Choice& choice) { return choice.step == step && choice.must; });
  }
  void note(const std::vector<std::string>& moves, Way way, Ways& ways) const {
    std::sort(way.usual.begin(), way.usual.end());
    const auto [at, fresh] = ways.emplace(sorted(moves), way);
    if (!fresh) at->second.value = std::max(at->second.value, way.value);
  }

  const Battle& battle_;
  const Duel& duel_;
  const BestPlay& best_;
  double sign_;
  std::map<std::vector<std::string>, Standing> ends_;
};

/// "lose carrier twice": equal moves told once with their number.
std::vector<std::string> gathered(const std::vector<std::string>& moves) {
  std::vector<std::string> told;
  for (std::size_t i = 0; i < moves.size();) {
    std::size_t n = i;
    while (n < moves.size() && moves[n] == moves[i]) ++n;
    told.push_back(n - i == 1   ? moves[i]
                   : n - i == 2 ? moves[i] + " twice"
                                : fmt::format("{} {} times", moves[i], n - i));
    i = n;
  }
  return told;
}

}  // namespace

Result<Advised> advise(const Scenario& scenario, int hits) {
  const auto game = find_game(scenario.game);
  if (!game) return game.error();
  Scenario asked = scenario;
  asked.game = game.value()->id();
  SideSpec& mine = asked.side(Side::attacker);
  const auto takes_hits = [](const Game& one) {
    return find_field(one.fields(), Place::side, "hits") != nullptr;
  };
  if (!takes_hits(*game.value())) {
    std::string known;
    for (const Game* one : games())
      if (takes_hits(*one)) known += (known.empty() ? "" : ", ") + std::string(one->id());
    return InputError{fmt::format("{} has no hits to take by choice", game.value()->title()),
                      "advise", "ask for a game that has: " + known};
  }
  const auto refused = [](std::string problem, std::string where, std::string hint) {
    return InputError{std::move(problem), std::move(where), std::move(hint)};
  };
  if (mine.policy.has(kPlay) && mine.policy.text(kPlay) != "best")
    return refused("who asks for advice plays for a goal", "attacker.policy.play", "leave it out");
  if (mine.fields.has("hits"))
    return refused("hits are said once", "attacker.hits", "as the hits of the question alone");
  if (rounds_asked(asked) > 0)
    return refused("advice looks at the battle to its end", "rounds", "leave it out");
  mine.policy[kPlay] = std::string("best");
  mine.fields["hits"] = hits;
  auto chosen = choose(*game.value(), asked);
  if (!chosen) return chosen.error();
  auto battle = game.value()->prepare(chosen.value().scenario);
  if (!battle) return battle.error();
  Duel& duel = battle.value().duel;
  if (!battle.value().goals[0] || duel.choices.empty())
    return InputError{"there is nothing to choose", "hits",
                      "a side with more than one way to take its hits"};
  if (BestPlay::cost(duel) > kAdviseBudget || BestPlay::memory(duel) > kAdviseMemory)
    return InputError{"this battle is too large to be solved for the best play", "units",
                      "fewer units"};
  if (auto error = too_much_to_decide(duel)) return *std::move(error);
  const PlayScore score{battle.value()};
  const std::vector<Decision> decisions = duel.decisions;
  settle_departures(duel, score);
  const BestPlay best{duel, score};
  Adviser adviser{battle.value(), best, score.sign()};

  Advised advised;
  advised.goal = written(*battle.value().goals[0]);
  advised.chance = !advised.goal.starts_with("net") && advised.goal.find('+') == std::string::npos;
  advised.hits = hits;
  advised.battle = game.value()->battle_of(asked).battle;
  advised.battle_words = battle_in_words(asked);
  advised.assumptions = battle.value().assumptions;
  Standing at{0, state_of(duel.start[0]), state_of(duel.start[1])};
  while (!adviser.turn(at)) {
    const auto to = adviser.played(at);
    if (!to)
      return InputError{"there is nothing to choose", "hits",
                        "fewer hits than destroy everything, or more than one unit"};
    at = *to;
  }
  Adviser::Ways ways;
  adviser.walk(at, {}, {}, ways);
  std::vector<std::pair<std::vector<std::string>, Adviser::Way>> listed(ways.begin(), ways.end());
  // Of ways that are as good the one that is nearest to the usual order is told first.
  std::stable_sort(listed.begin(), listed.end(),
                   [](const auto& a, const auto& b) { return a.second.usual < b.second.usual; });
  for (const auto& [moves, way] : listed) advised.ways.push_back({moves, way.value});
  std::stable_sort(
      advised.ways.begin(), advised.ways.end(),
      [](const AdvisedWay& a, const AdvisedWay& b) { return a.value > b.value + kSameWay; });
  // What comes next after the best of them: leave, or who goes with the next hit.
  if (const auto end = adviser.end_of(advised.ways.front().moves)) {
    Standing next = *end;
    for (int steps = 0; steps < 4; ++steps) {
      std::string leaves;
      for (const Choice& choice : duel.choices)
        if (choice.step == next.step && !choice.must && choice.side == Side::attacker)
          adviser.each_edge(choice, next, [&](std::size_t i, const Edge& edge) {
            if (leaves.empty() && score.sign() * best.beyond(edge, next.attacker, next.defender) >=
                                      adviser.value(next) - kSameWay)
              leaves = adviser.words(choice, i);
          });
      if (!leaves.empty()) {
        advised.next.push_back("then " + leaves);
        break;
      }
      const Step& step = duel.steps[next.step];
      if (const std::uint8_t early = early_edge(step, next.attacker, next.defender);
          early != kNoEdge) {  // one of them leaves by his rule
        for (const Decision& decision : decisions)
          if (decision.step == next.step && decision.edge == early)
            advised.next.push_back(fmt::format("then the {} leaves: below {:.4g} %",
                                               name(decision.side), 100 * decision.below));
        break;
      }
      if (step.is_round) {
        Exchange exchange{step};
        exchange.from(next.attacker, next.defender);
        std::string told;
        exchange.each([&](std::uint32_t a, std::uint32_t d, double) {
          if (!told.empty()) return;
          const std::uint8_t e = step.flow[step.side[0].stance[a]][step.side[1].stance[d]];
          const auto to = e == kNoEdge ? std::nullopt : adviser.along(step.edges[e], a, d);
          if (!to || !adviser.turn(*to)) return;
          Adviser::Ways after;
          adviser.walk(*to, {}, {}, after);
          const auto first =
              std::max_element(after.begin(), after.end(), [](const auto& x, const auto& y) {
                return x.second.value < y.second.value - kSameWay;
              });
          if (first != after.end() && first->first.size() == 1)
            told = fmt::format("with the next hit {}", first->first.front());
        });
        if (!told.empty()) advised.next.push_back(told);
        break;
      }
      const auto to = adviser.played(next);
      if (!to) break;
      next = *to;
    }
  }
  for (AdvisedWay& way : advised.ways) way.moves = gathered(way.moves);
  return advised;
}

}  // namespace broadside
