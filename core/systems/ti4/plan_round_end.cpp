// The end of a round of space combat in the plan: repairs, cards and events in turn (RULES 3.6.3).
#include <iterator>
#include <utility>

#include "core/systems/ti4/planner.hpp"

namespace broadside::ti4 {

using namespace battle_words;

/// The end of a round of space combat in which nobody leaves: one effect each in turn, the attacker
/// first, the own repairs before events of their own (RULES 3.6.3).
void Planner::add_round_end(Drafts& steps, int round) const {
  steps.back().where.ends = {};
  BySide<std::uint8_t> repairs{};  // that are done
  bool more = true;
  for (std::size_t turn = 0; more; ++turn) {
    more = false;
    for (const Side side : kSides) {
      const std::size_t acts = army(side).after_round.size();
      const auto& events = army(side).space_round_end;
      more |= turn + 1 < acts + events.size();
      if (turn < acts) {
        steps.back().where.ends[side].to = ++repairs[side];
      } else if (turn < acts + events.size()) {
        for (Draft& end : each_answered(
                 {event_of(side, events[turn - acts], Phase::space_event, kSpaceStage)}, true)) {
          end.where.round = round;
          end.where.outside_rounds = true;
          steps.push_back(std::move(end));
        }
        steps.back().where.closes_round = true;
        for (const Side one : kSides) steps.back().where.ends[one] = {repairs[one], repairs[one]};
      }
    }
  }
}

/// Cards that repair come after the exchange and what ends the round with it, before the events
/// of its end.
void Planner::insert_cards(Drafts& steps, std::size_t at, int round) const {
  Drafts cards = cards_after_round(Roll::space_combat, round);
  if (cards.empty()) return;
  Draft& exchange = steps[at - 1];
  exchange.judged = false;
  for (std::size_t i = 0; i + 1 < cards.size(); ++i) cards[i].judged = false;
  PhaseAt& last = cards.back().where;
  last.closes_round = true;
  for (const Side side : kSides) {
    const std::uint8_t done = exchange.where.ends[side].to;
    last.ends[side] = {done, done};
  }
  steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(at),
               std::make_move_iterator(cards.begin()), std::make_move_iterator(cards.end()));
}

}  // namespace broadside::ti4
