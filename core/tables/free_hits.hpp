#pragma once
// Question: hits have come; what may ONE of them do, and how does a player choose hit by hit?
//
// Every way to take h hits is a path of h single hits, so no whole assignment is ever listed. Rules
// that say what one hit may do (FreesHits) are played by FreeRules: a step only notes the hits, and
// a step behind it leaves by one edge for each thing that the next hit may do until none is left.
// Which edge, is a Choice: solved for a goal (sim/best_play), then played like everything else.

#include <algorithm>
#include <array>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/tables/battle_rules.hpp"
#include "core/tables/compile.hpp"
#include "core/tables/index.hpp"

namespace broadside {

/// A force with hits that it has still to take.
template <class Force>
struct Pending {
  Force force{};
  Volley hits = 0;
  std::uint32_t note = 0;  ///< the game's: what else the next hit must know. 0 where none is left
  friend bool operator==(const Pending&, const Pending&) = default;
  friend bool operator<(const Pending& a, const Pending& b) {
    if (a.hits != b.hits) return a.hits < b.hits;
    if (a.note != b.note) return a.note < b.note;
    return a.force < b.force;
  }
  friend std::size_t hash_value(const Pending& pending) {
    return static_cast<std::size_t>(
        chain_hash(chain_hash(hash_of(pending.force), pending.hits), pending.note) >> 7);
  }
};

/// One thing that the next hit may do.
template <class Force>
struct Move {
  std::uint8_t label = 0;  ///< the game's number for it, the same for all forces
  Pending<Force> after{};
};

/// Rules that leave it to a player what hits do.
template <class R>
concept FreesHits = requires(const R& rules, Side side, int step, const typename R::Force& force,
                             Volley volley, const Pending<typename R::Force>& pending, int edge) {
  /// Is it chosen what hits on this side do in this step?
  { rules.frees_hits(side, step) } -> std::same_as<bool>;
  { rules.chooser(side, step) } -> std::same_as<Side>;
  /// The labels that moves can have, at most 60 of them.
  { rules.labels(side, step) } -> std::same_as<std::vector<std::uint8_t>>;
  /// A volley comes: what it does without any choice, and the hits to be taken.
  { rules.open_hits(side, step, force, volley) } -> std::same_as<Pending<typename R::Force>>;
  /// What the next hit may do, never nothing while there are hits. Dominated moves may be left out.
  { rules.moves(side, step, pending) } -> std::same_as<std::vector<Move<typename R::Force>>>;
  /// Does the other player have a word on moves here? What he may make of one, and what is left of
  /// it when he lets it pass.
  { rules.has_replies(side, step) } -> std::same_as<bool>;
  { rules.reply(side, step, pending) } -> std::same_as<std::optional<Pending<typename R::Force>>>;
  { rules.let_pass(side, step, pending) } -> std::same_as<Pending<typename R::Force>>;
  /// All hits are taken: what absorb would do after them.
  { rules.close_hits(side, step, force) } -> std::same_as<typename R::Force>;
  // Moves, replies (given or let pass) and offers of the plan in words: "lose cruiser", and as a
  // habit "give up cruisers".
  { rules.move_words(side, std::uint8_t{}) } -> std::same_as<std::string>;
  { rules.habit_words(side, std::uint8_t{}) } -> std::same_as<std::string>;
  { rules.reply_words(true) } -> std::same_as<std::string>;
  { rules.offer_words(side, step, edge) } -> std::same_as<std::string>;
  /// May this force take an edge that its plan offers before the step?
  { rules.offers(side, step, edge, force) } -> std::same_as<bool>;
};

/// The rules of a battle whose hits are taken one by one by choice.
template <FreesHits R>
class FreeRules {
 public:
  using Force = Pending<typename R::Force>;
  using Throw = Pmf<std::pair<Volley, Force>>;

  /// `first` names his losses first where both sides choose.
  FreeRules(const R& rules, Side first) : rules_(rules), plan_({}) { build(first); }

  const Plan& plan() const { return plan_; }
  Force start(Side side) const { return {rules_.start(side)}; }
  Throw throws(Side side, int step, const Force& force, std::uint32_t seen) const {
    return rules_.throws(side, at(step).step, force.force, seen).map([](const auto& thrown) {
      return std::pair{thrown.first, Force{thrown.second}};
    });
  }
  auto throw_key(Side side, int step, const Force& force) const requires SharesThrows<R> {
    return rules_.throw_key(side, at(step).step, force.force);
  }
  bool gave_up() const requires requires(const R& rules) { rules.gave_up(); }
  { return rules_.gave_up(); }
  Force absorb(Side side, int step, const Force& force, Volley volley) const;
  int stance(Side side, int step, const Force& force) const;
  std::uint32_t feature(Side side, int step, const Force& force) const {
    return rules_.feature(side, at(step).step, force.force);
  }
  std::pair<Volley, Volley> respond(int step, Volley attacker, Volley defender) const {
    return rules_.respond(at(step).step, attacker, defender);
  }
  Force cross(Side side, int step, int edge, const Force& force) const;
  std::vector<Option<Force>> options(Side side, int step, const Force& force) const;

  /// What a step is: the step of the rules that it belongs to, and whose hits are taken in it.
  enum class Kind : std::uint8_t { roll, take, reply, transit };
  struct At {
    int step = 0;
    Kind kind = Kind::roll;
    Side side{};
    bool frees = false;   ///< of a roll: it only notes hits
    bool judges = false;  ///< the last part of its step: from here on as the rules say
    int first_edge = 0;   ///< of the edges that the rules know, in a part that judges
    std::vector<std::uint8_t> labels{};  ///< by edge, of a part in which hits are taken
  };
  const At& at(int step) const { return at_[static_cast<std::size_t>(step)]; }
  /// By choice of the duel what its edges do, in words; then once more each of them as a habit.
  std::vector<std::vector<std::string>> words_of(const std::vector<Choice>& choices) const {
    std::vector<std::vector<std::string>> words;
    for (const Choice& choice : choices) {
      auto& edges = words.emplace_back();
      const At& where = at(choice.step);
      for (const bool habit : {false, true})
        for (const std::uint8_t edge : choice.edges)
          edges.push_back(where.kind == Kind::reply ? rules_.reply_words(edge == 0)
                          : where.kind != Kind::take
                              ? rules_.offer_words(choice.side, where.step, edge)
                          : habit ? rules_.habit_words(where.side, where.labels[edge])
                                  : rules_.move_words(where.side, where.labels[edge]));
    }
    return words;
  }

 private:
  static constexpr int kQuiet = 1, kStirred = 2;  ///< stances behind a roll that only notes hits

  void build(Side first);
  void add_parts(std::size_t s, Side first, const std::vector<int>& first_of);
  bool in_loop(std::size_t s) const;
  std::vector<Side> frees(std::size_t s, Side first) const;
  std::size_t parts_of(std::size_t s, Side first) const;
  void judge(StepPlan& part, std::size_t s, const std::vector<int>& first_of, At& where) const;
  static void lead_all(StepPlan& part, int to) {
    part.edges.push_back({Destination{to}, {}});
    for (auto& row : part.flow) row.fill(static_cast<std::uint8_t>(part.edges.size() - 1));
  }

  const R& rules_;
  Plan plan_;
  std::vector<At> at_;
};

template <FreesHits R>
bool FreeRules<R>::in_loop(std::size_t s) const {
  const Plan& plan = rules_.plan();
  if (plan[s].repeats) return true;
  for (std::size_t last = s; last < plan.size(); ++last)
    for (const EdgePlan& edge : plan[last].edges)
      if (edge.step >= 0 && static_cast<std::size_t>(edge.step) <= s &&
          static_cast<std::size_t>(edge.step) < last)
        return true;
  return false;
}

/// Whose hits are chosen in a step, in the order in which they are named.
template <FreesHits R>
std::vector<Side> FreeRules<R>::frees(std::size_t s, Side first) const {
  std::vector<Side> sides;
  for (const Side side : {first, other(first)})
    if (rules_.frees_hits(side, static_cast<int>(s))) sides.push_back(side);
  return sides;
}

template <FreesHits R>
std::size_t FreeRules<R>::parts_of(std::size_t s, Side first) const {
  std::size_t parts = 1;
  for (const Side side : frees(s, first))
    parts += rules_.has_replies(side, static_cast<int>(s)) || !in_loop(s) ? 2 : 1;
  return parts;
}

template <FreesHits R>
void FreeRules<R>::build(Side first) {
  const Plan& plan = rules_.plan();
  std::vector<int> first_of;
  int next = 0;
  for (std::size_t s = 0; s < plan.size(); ++s) {
    first_of.push_back(next);
    next += static_cast<int>(parts_of(s, first));
  }
  for (std::size_t s = 0; s < plan.size(); ++s) add_parts(s, first, first_of);
}

/// The edges and the flow of the rules, in a part of their step.
template <FreesHits R>
void FreeRules<R>::judge(StepPlan& part, std::size_t s, const std::vector<int>& first_of,
                         At& where) const {
  const StepPlan& plan = rules_.plan()[s];
  where.judges = true;
  where.first_edge = static_cast<int>(part.edges.size());
  for (EdgePlan edge : plan.edges) {
    if (edge.step >= 0) edge.step = first_of[static_cast<std::size_t>(edge.step)];
    part.edges.push_back(edge);
  }
  part.flow = plan.flow;
  for (auto& row : part.flow)
    for (std::uint8_t& edge : row)
      if (edge != kNoEdge) edge = static_cast<std::uint8_t>(edge + where.first_edge);
}

template <FreesHits R>
void FreeRules<R>::add_parts(std::size_t s, Side first, const std::vector<int>& first_of) {
  const StepPlan& plan = rules_.plan()[s];
  const std::vector<Side> sides = frees(s, first);
  const int number = static_cast<int>(s);
  StepPlan roll = plan;
  At where{.step = number, .frees = !sides.empty()};
  roll.edges.clear();
  judge(roll, s, first_of, where);
  // The part in which a side's hits are taken, behind the one that leads back to it.
  const auto back_first = [&](Side side) {
    return rules_.has_replies(side, number) || !in_loop(s) ? 1 : 0;
  };
  if (!sides.empty()) {
    roll.repeats = false;
    lead_all(roll, first_of[s] + 1 + back_first(sides.front()));
    if (plan.repeats) {  // nothing has happened: once more
      roll.edges.push_back({Destination{first_of[s]}, {}});
      roll.flow[kQuiet][kQuiet] = static_cast<std::uint8_t>(roll.edges.size() - 1);
    }
    where.judges = false;
  }
  plan_.add(std::move(roll));
  at_.push_back(std::move(where));
  for (const Side side : sides) {
    const bool replies = rules_.has_replies(side, number);
    const int back = static_cast<int>(plan_.size()), here = back + back_first(side);
    if (here != back) {
      StepPlan step{.name = plan.name + (replies ? ", reply" : ", next hit"), .stage = plan.stage};
      if (replies) {  // of equal ways the reply is taken: that is what players do
        step.early_edges = 3;
        step.edges.assign(2, EdgePlan{Destination{here}, {}});
        step.offers.push_back({other(rules_.chooser(side, number)), side, true, {0, 1}});
      }
      lead_all(step, here);
      plan_.add(std::move(step));
      at_.push_back({.step = number, .kind = replies ? Kind::reply : Kind::transit, .side = side});
    }
    StepPlan take{.name = plan.name + ", hits taken", .stage = plan.stage};
    At part{.step = number, .kind = Kind::take, .side = side};
    part.labels = rules_.labels(side, number);
    typename StepPlan::Offer offer{rules_.chooser(side, number), side, true, {}};
    for (std::size_t label = 0; label < part.labels.size(); ++label) {
      offer.edges.push_back(static_cast<std::uint8_t>(take.edges.size()));
      take.mark_early(take.edges.size());
      take.edges.push_back({Destination{back}, {}});
    }
    take.offers.push_back(std::move(offer));
    if (side != sides.back()) {
      lead_all(take, here + 1 + back_first(sides.back()));
    } else {
      judge(take, s, first_of, part);
      if (plan.repeats) {
        take.edges.push_back({Destination{first_of[s]}, {}});
        for (std::size_t a = 1; a < kStances; ++a)
          for (std::size_t d = 1; d < kStances; ++d)
            take.flow[a][d] = static_cast<std::uint8_t>(take.edges.size() - 1);
      }
    }
    plan_.add(std::move(take));
    at_.push_back(std::move(part));
  }
}

template <FreesHits R>
typename FreeRules<R>::Force FreeRules<R>::absorb(Side side, int step, const Force& force,
                                                  Volley volley) const {
  const At& where = at(step);
  switch (where.kind) {
    case Kind::roll:
      if (!where.frees || !rules_.frees_hits(side, where.step))
        return {rules_.absorb(side, where.step, force.force, volley)};
      return rules_.open_hits(side, where.step, force.force, volley);
    case Kind::take:
      if (where.side != side) return force;
      return {rules_.close_hits(side, where.step, force.force)};
    case Kind::reply:
    case Kind::transit:
      break;
  }
  return force;
}

template <FreesHits R>
int FreeRules<R>::stance(Side side, int step, const Force& force) const {
  const At& where = at(step);
  if (where.judges) return rules_.stance(side, where.step, force.force);
  if (where.kind != Kind::roll) return kQuiet;
  if (force.hits != 0 || rules_.stance(side, where.step, force.force) == 0) return kStirred;
  if (!rules_.frees_hits(side, where.step)) return kQuiet;
  return rules_.close_hits(side, where.step, force.force) == force.force ? kQuiet : kStirred;
}

template <FreesHits R>
typename FreeRules<R>::Force FreeRules<R>::cross(Side side, int step, int edge,
                                                 const Force& force) const {
  const At& where = at(step);
  const int known = edge - where.first_edge;
  const bool by_rules =
      (where.judges || (where.kind == Kind::roll && where.frees)) && known >= 0 &&
      known < static_cast<int>(rules_.plan()[static_cast<std::size_t>(where.step)].edges.size());
  return by_rules ? Force{rules_.cross(side, where.step, known, force.force)} : force;
}

template <FreesHits R>
std::vector<Option<typename FreeRules<R>::Force>> FreeRules<R>::options(Side side, int step,
                                                                        const Force& force) const {
  const At& where = at(step);
  std::vector<Option<Force>> options;
  if (where.kind == Kind::roll) {
    for (const auto& offer : plan_[static_cast<std::size_t>(step)].offers)
      for (const std::uint8_t edge : offer.edges)
        if (offer.of == side && rules_.offers(side, where.step, edge, force.force))
          options.push_back({edge, {rules_.cross(side, where.step, edge, force.force)}});
  } else if (where.side == side && where.kind == Kind::take && force.hits != 0) {
    for (auto& move : rules_.moves(side, where.step, force)) {
      const auto at = std::find(where.labels.begin(), where.labels.end(), move.label);
      options.push_back(
          {static_cast<std::uint8_t>(at - where.labels.begin()), std::move(move.after)});
    }
  } else if (where.side == side && where.kind == Kind::reply) {
    if (auto replied = rules_.reply(side, where.step, force)) {
      options.push_back({0, *std::move(replied)});
      options.push_back({1, rules_.let_pass(side, where.step, force)});
    }
  }
  return options;
}

}  // namespace broadside
