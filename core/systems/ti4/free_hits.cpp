// What one hit may do to a side whose player chooses, and when its player's cards cancel hits:
// RULES 9.50 to 9.53.
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "core/systems/ti4/assignment.hpp"
#include "core/systems/ti4/battle.hpp"
#include "core/systems/ti4/dominance.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4 {
namespace {

// Labels of moves.
constexpr std::uint8_t kLose = 0, kSustain = 16, kCancel = 32, kRemove = 48;
static_assert(kGroups == 16);
constexpr std::size_t kMostCancels = 8;

// The note of hits that are being taken: which group has just sustained and may be shot, and with
// which cancels the player may still begin.
constexpr std::uint32_t kShotMask = 0xff;
constexpr unsigned kCancelsFrom = 8;
/// All hits are taken, and what the ships cannot carry is to be removed one by one (RULES 9.59): the
/// whole of the note. The hit is only one so that there is something to choose.
constexpr std::uint32_t kExcess = std::uint32_t{1} << 31;

/// More than all units together can take.
int most_hits(const Army& army, const Force& force) {
  int sum = 0;
  for (std::size_t g = 0; g < army.groups.size(); ++g)
    sum +=
        force.count(g) + (army.groups[g].sustain_damage ? army.sustain_worth : 0) * force.whole[g];
  return sum;
}

/// The effect that a cancel belongs to: of those whose moment is chosen what is no card of a round
/// and not Direct Hit, in the same order.
std::string cancel_name(const Army& army, std::size_t cancel) {
  std::vector<std::string_view> named;
  for (const std::string_view id : army.free.timed)
    if (id != "ac_direct_hit" &&
        std::none_of(army.free.cards.begin(), army.free.cards.end(),
                     [&](const TimedCard& card) { return card.effect == id; }))
      named.push_back(id);
  return named.size() == army.cancels.size() ? printed_effect(named[cancel])
                                             : "the card that cancels hits";
}

std::uint32_t cancels_at_hand(const Army& army, const Assignment& hits) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < std::min(army.cancels.size(), kMostCancels); ++i)
    if (hits.can_cancel(i)) bits |= 1u << i;
  return bits;
}

}  // namespace

bool Rules::frees_any() const {
  for (std::size_t s = 0; s < plan_.size(); ++s) {
    if (!plan_[s].offers.empty()) return true;
    for (const Side side : kSides)
      if (frees_hits(side, static_cast<int>(s))) return true;
  }
  return false;
}

bool Rules::chooses_hits(Side side, int step) const {
  return army(side).free.hits(on_planet(at(step).phase));
}

bool Rules::frees_hits(Side side, int step) const {
  const PhaseAt& where = at(step);
  if (!chooses_hits(side, step) && !has_replies(side, step)) return false;
  switch (where.phase) {
    case Phase::space_cannon:
      return where.owner != side;
    case Phase::barrage:
    case Phase::space_round:
    case Phase::ground_round:
      return true;
    case Phase::space_hits_due:
    case Phase::ground_hits_due:
      return army(side).free.hits_due > 0;
    case Phase::bombardment:
    case Phase::harrow:
      return side == Side::defender;
    case Phase::landing_fire:
      return side == Side::attacker;
    default:
      return false;
  }
}

/// The enemy holds Direct Hit and chooses when to play it.
bool Rules::has_replies(Side side, int step) const {
  return frees_direct_hit(army(side), army(other(side)), on_planet(at(step).phase));
}

/// RULES 9.59
bool Rules::picks_excess(Side side, int step) const {
  return at(step).phase == Phase::space_cannon && chooses_hits(side, step) &&
         army(side).free.excess;
}

std::vector<std::uint8_t> Rules::labels(Side side, int step) const {
  const Army& mine = army(side);
  const HitContext context = context_of(side, step);
  std::vector<std::uint8_t> labels;
  // The usual order first: where two moves are equally good the first one is taken. Who repairs
  // itself sustains before all others.
  const auto& order = context.targets == Targets::ground_forces ? mine.ground_order
                      : context.roll == Roll::cannon_offense    ? mine.cannon_order
                                                                : mine.loss_order;
  for (const bool mends : {true, false})
    for (const std::uint8_t g : order)
      if (mine.groups[g].sustain_damage && (mine.mends >> g & 1) == mends)
        labels.push_back(static_cast<std::uint8_t>(kSustain + g));
  for (const std::uint8_t g : order)
    if (is_target(mine.groups[g], context.targets))
      labels.push_back(static_cast<std::uint8_t>(kLose + g));
  for (std::size_t i = 0; i < std::min(mine.cancels.size(), kMostCancels); ++i)
    if (mine.cancels[i].rolls & mask(context.roll))
      labels.push_back(static_cast<std::uint8_t>(kCancel + i));
  if (picks_excess(side, step))
    for (const UnitType type : mine.excess_order)
      for (std::size_t g = 0; g < mine.groups.size(); ++g)
        if (mine.groups[g].type == type) labels.push_back(static_cast<std::uint8_t>(kRemove + g));
  return labels;
}

/// Equal situations are equal: hits that find nobody are gone, and so is a choice between ways to
/// lose everything.
Pending<Force> Rules::left_of(Side side, int step, const Force& force, Hits hits,
                              std::uint32_t note) const {
  const Army& mine = army(side);
  const HitContext context = context_of(side, step);
  Pending<Force> left{force, 0, note & kShotMask};  // the reply to a sustain is still to come
  hits.second = 0;
  Force trial = force;
  const Assignment next{mine, trial, hits, context};
  if (hits.total() == 0 || !next.finds_target()) {
    const GroupMask excess = left.note == 0 && picks_excess(side, step)
                                 ? excess_groups(mine, force, mine.overload, true)
                                 : GroupMask{0};
    return std::popcount(excess) > 1 ? Pending<Force>{force, Hits{1, 0, 0, false}.pack(), kExcess}
                                     : left;
  }
  if (note >> kCancelsFrom == 0) {
    const int most = most_hits(mine, force);
    if (hits.any >= most && (note & kShotMask) == 0 && mine.direct_hits_mark < 0 &&
        !mine.keeps_repairable) {
      while (hits.any > 0) {
        Assignment all{mine, left.force, hits, context};
        const auto [sustains, lost] = all.usual_next();
        if (sustains < 0 && lost < 0) break;
        if (sustains >= 0)
          all.damage(static_cast<std::size_t>(sustains));
        else
          all.lose_next(static_cast<std::size_t>(lost));
        hits = all.hits_left();
      }
      return left;
    }
    hits.any = std::min(hits.any, most);
    hits.non_fighter = std::min(hits.non_fighter, most);
  }
  left.hits = hits.pack();
  left.note = note;
  return left;
}

Pending<Force> Rules::open_hits(Side side, int step, const Force& force, Volley volley) const {
  const Army& mine = army(side);
  const HitContext context = context_of(side, step);
  const std::optional<Force> rolled = rolled_for_good(side, step, force, volley);
  if (!rolled || volley == battle_words::kRollAgain) return {rolled.value_or(force)};
  Hits hits = Hits::of(volley);
  Force begin =
      at(step).phase == Phase::barrage ? barrage_before_hits(side, *rolled, hits) : *rolled;
  hits.any = std::max(0, hits.any - cancelled_by_tokens(mine, force, context));
  Assignment opening{mine, begin, hits, context};
  if (!opening.finds_target()) return {begin};
  unsigned cancels = cancels_at_hand(mine, opening);
  if (!chooses_hits(side, step)) opening.cancel_before(cancels);  // a side that plays as usual
  return left_of(side, step, begin, opening.hits_left(), cancels << kCancelsFrom);
}

std::vector<Move<Force>> Rules::moves(Side side, int step, const Pending<Force>& pending) const {
  const Army& mine = army(side);
  const HitContext context = context_of(side, step);
  const Hits hits = Hits::of(pending.hits);
  if (pending.note == kExcess) {
    std::vector<Move<Force>> removed;
    const GroupMask excess = excess_groups(mine, pending.force, mine.overload, true);
    for (std::size_t g = 0; g < mine.groups.size(); ++g)
      if (excess >> g & 1) {
        Force after = pending.force;
        destroy(after, g, 1);
        removed.push_back(
            {static_cast<std::uint8_t>(kRemove + g), left_of(side, step, after, {}, 0)});
      }
    return removed;
  }
  const bool replies = has_replies(side, step);
  unsigned cancels = pending.note >> kCancelsFrom;
  std::vector<Move<Force>> moves;
  const auto add = [&](std::uint8_t label, unsigned cancels_left, auto act) {
    Force after = pending.force;
    Assignment one{mine, after, hits, context};
    const std::uint32_t note = act(one);
    moves.push_back(
        {label, left_of(side, step, after, one.hits_left(),
                        note | static_cast<std::uint32_t>(cancels_left) << kCancelsFrom)});
  };
  const auto sustain = [&](std::size_t g, unsigned cancels_left) {
    add(static_cast<std::uint8_t>(kSustain + g), cancels_left, [&](Assignment& one) {
      if (!replies)
        one.sustain_next(g);
      else
        one.damage(g);
      return replies && one.may_be_shot(g) ? static_cast<std::uint32_t>(g + 1) : 0u;
    });
  };
  const auto lose = [&](std::size_t g, unsigned cancels_left) {
    add(static_cast<std::uint8_t>(kLose + g), cancels_left, [&](Assignment& one) {
      one.lose_next(g);
      return 0u;
    });
  };
  Force now = pending.force;
  Assignment next{mine, now, hits, context};
  if (!chooses_hits(side, step)) {
    const auto [sustains, lost] = next.usual_next();
    if (sustains >= 0) {
      sustain(static_cast<std::size_t>(sustains), cancels);
      return moves;
    }
    if (const unsigned before = cancels; next.cancel_unsustained(cancels), cancels != before) {
      const auto used = static_cast<std::size_t>(std::countr_zero(before & ~cancels));
      moves.push_back({static_cast<std::uint8_t>(kCancel + used),
                       left_of(side, step, now, next.hits_left(), cancels << kCancelsFrom)});
      return moves;
    }
    lose(static_cast<std::size_t>(lost), cancels);
    return moves;
  }
  GroupMask may_sustain = 0, may_lose = 0;
  int first = -1;
  for (const std::uint8_t label : labels(side, step))
    if (label >= kSustain && label < kCancel && next.may_sustain_next(label - kSustain)) {
      may_sustain = static_cast<GroupMask>(may_sustain | 1u << (label - kSustain));
      if (first < 0) first = label - kSustain;
    }
  for (std::size_t g = 0; g < mine.groups.size(); ++g)
    if (next.may_lose_next(g) &&
        !(mine.free.weaker_is_worse && (may_sustain >> g & 1) && pending.force.damaged[g] == 0))
      may_lose = static_cast<GroupMask>(may_lose | 1u << g);
  if (first >= 0 && mine.free.sustains_first) {
    sustain(static_cast<std::size_t>(first), 0);
  } else {
    const auto& sooner = mine.free.sooner[at(step).phase != Phase::space_cannon];
    for (std::size_t g = 0; g < mine.groups.size(); ++g)
      if (may_sustain >> g & 1) sustain(g, 0);
    for (std::size_t g = 0; g < mine.groups.size(); ++g)
      if ((may_lose >> g & 1) && !(sooner[g] & may_lose)) lose(g, 0);
  }
  for (std::size_t i = 0; i < kMostCancels; ++i)
    if (cancels >> i & 1)
      add(static_cast<std::uint8_t>(kCancel + i), cancels & ~(1u << i), [&](Assignment& one) {
        one.cancel_with(i);
        return 0u;
      });
  return moves;
}

std::optional<Pending<Force>> Rules::reply(Side side, int step,
                                           const Pending<Force>& pending) const {
  const std::uint32_t shot = pending.note & kShotMask;
  if (shot == 0) return std::nullopt;
  const HitContext context = context_of(side, step);
  Force after = pending.force;
  Assignment one{army(side), after, Hits::of(pending.hits), context};
  one.shoot(shot - 1);
  return left_of(side, step, after, one.hits_left(), pending.note & ~kShotMask);
}

Pending<Force> Rules::let_pass(Side side, int step, const Pending<Force>& pending) const {
  return left_of(side, step, pending.force, Hits::of(pending.hits), pending.note & ~kShotMask);
}

Force Rules::close_hits(Side side, int step, const Force& force) const {
  const Army& mine = army(side);
  // RULES 2.8, as in take_volley
  const Force after = at(step).phase == Phase::space_cannon
                          ? enforce_capacity(mine, force, mine.overload, true)
                          : force;
  return after_hits_of_step(side, step, after);
}

std::string Rules::move_words(Side side, std::uint8_t label) const {
  const Army& mine = army(side);
  const std::string unit = printed(mine.groups[label % kSustain].type, 1);
  if (label >= kRemove) return "leave " + unit + " behind";
  if (label >= kCancel) return "play " + cancel_name(mine, label - kCancel);
  return label >= kSustain ? unit + " sustains" : "lose " + unit;
}

std::string Rules::habit_words(Side side, std::uint8_t label) const {
  const std::string units = printed(army(side).groups[label % kSustain].type, 2);
  if (label >= kRemove) return "leave " + units + " behind";
  if (label >= kCancel) return move_words(side, label);
  return (label >= kSustain ? "sustain with " : "give up ") + units;
}

std::string Rules::reply_words(bool given) const {
  return given ? "play Direct Hit" : "keep Direct Hit";
}

/// A retreat may be announced wherever the plan offers it; a card must still be there, and one that
/// repairs must find something to repair.
bool Rules::offers(Side side, int step, int edge, const Force& force) const {
  const PhaseAt& where = at(step);
  if (chooses_aboard(step)) {
    const int count = force.count(nth(army(side).free.aboard, where.commit).first);
    return edge <= count;
  }
  if (where.card < 0) return true;
  const TimedCard& card = nth(army(side).free.cards, where.card);
  if (force.mark(card.held) == 0) return false;
  if (card.slips || card.drops != Habit::none) return true;
  return card.acts >= 0 ? force.mark(card.acts) == 0
                        : with_card(side, step, force).damaged != force.damaged;
}

std::string Rules::offer_words(Side side, int step, int edge) const {
  const int card = at(step).card;
  if (chooses_aboard(step)) {
    const UnitType type =
        army(side).groups[nth(army(side).free.aboard, at(step).commit).first].type;
    return edge == 0 ? fmt::format("land all {}", printed(type, 2))
           : edge == battle_words::kMostAboard
               ? fmt::format("keep all {} aboard", printed(type, 2))
               : fmt::format("keep {} {} aboard", edge, printed(type, edge));
  }
  if (card < 0) return "announce the retreat";
  const EdgePlan& to = nth(nth(plan_, step).edges, edge);
  const bool plays = (to.deeds[side] & battle_words::kPlaysCard) != 0;
  switch (nth(army(side).free.cards, card).drops) {
    case Habit::keeps_room:
      return plays ? "stop keeping the ships that the troops need"
                   : "keep the ships that the troops need";
    case Habit::sustains_first:
      return plays ? "hold sustains back" : "sustain first";
    case Habit::none:
      break;
  }
  return (plays ? "play " : "keep ") + printed_effect(nth(army(side).free.cards, card).effect);
}

}  // namespace broadside::ti4
