#pragma once
// Question: how are the hits of one volley assigned, step by step? For hits.cpp, where a policy
// assigns all of them, and free_hits.cpp, where a player chooses hit by hit.

#include <algorithm>
#include <utility>
#include <vector>

#include "core/systems/ti4/hits.hpp"

namespace broadside::ti4 {

/// One assignment of hits while it is worked out.
class Assignment {
 public:
  Assignment(const Army& army, Force& force, Hits hits, const HitContext& context)
      : army_(army),
        force_(force),
        hits_(hits),
        context_(context),
        sustains_(context.may_sustain && !hits.no_sustain && army.sustain != Sustain::never &&
                  (army.sustains_against & mask(context.roll)) != 0) {
    report_.roll = context.roll;
    report_.round = context.round;
    report_.in_combat = context.in_combat;
    report_.answer = context.answer;
    report_.window = context.window;
  }

  HitReport run() {
    sustain_hits();
    cancel_what_no_sustain_takes();
    if (holds_sustains_back()) lose_all(Who::cannot_sustain);
    lose_all(Who::anybody);
    return report_;
  }

  const HitReport& sustain_hits() {
    if (context_.window) on_ground() ? sustain_between_late_hits() : sustain_before_late_hits();
    cancel_before_sustaining();
    // Against a barrage, or where ships may not sustain, only cargo that sustains for them
    // (RULES 3.2.2, 5.4).
    if (!sustains_ && army_.sustain != Sustain::never && cargo_can_save_fighters())
      for (std::size_t g : order())
        while (hits_.total() > 0 && count(army_, force_, context_.targets) > 0 &&
               sustains_for_ships(g) && force_.whole[g] > 0)
          sustain(g);
    bool lends = army_.lends_sustain && !on_ground();
    if (sustains_)  // RULES 8.1: whoever may take a bound hit may sustain it
      for (std::size_t g : order()) {
        const Group& group = army_.groups[g];
        if (holds_sustains_back() && fears_direct_hit(group)) continue;
        if (lends && !group.sustain_damage && hits_.total() > 0 && can_borrow(g)) {
          sustain(g);
          lends = false;
        }
        sustain_while_hit(g);
      }
    if (holds_sustains_back())
      for (std::size_t g : order())
        while (can_sustain(g) && hits_beyond_who_cannot_sustain() > 0) sustain(g);
    return report_;
  }

  // One hit after the other, by choice; hits bound to non-fighter ships come first, so that every
  // assignment that the rules allow can be chosen.

  const Hits& hits_left() const { return hits_; }
  /// Is there anybody for the next hit?
  bool finds_target() const {
    for (std::size_t g = 0; g < army_.groups.size(); ++g)
      if (force_.count(g) > 0 && eligible(g, context_.targets)) return true;
    return false;
  }
  bool may_sustain_next(std::size_t g) const {
    if (!can_sustain(g)) return false;
    if (sustains_for_ships(g))
      return army_.sustain != Sustain::never && count(army_, force_, context_.targets) > 0;
    return sustains_ && eligible(g, next_targets());
  }
  bool may_lose_next(std::size_t g) const {
    return force_.count(g) > 0 && eligible(g, next_targets());
  }
  /// The unit sustains, and nobody has answered that yet.
  void damage(std::size_t g) {
    --force_.whole[g];
    ++force_.damaged[g];
    ++force_.fresh[g];
    ++report_.sustained[g];
    take_off(army_.sustain_worth);
  }
  void lose_next(std::size_t g) {
    --(hits_.non_fighter > 0 && next_targets() == Targets::non_fighters ? hits_.non_fighter
       : hits_.any > 0                                                  ? hits_.any
                                                                        : hits_.non_fighter);
    if (force_.damaged[g] > 0) {
      lose_damaged(g);
    } else {
      --force_.whole[g];
      ++report_.lost[g];
    }
  }
  /// Does a card of the enemy reach a unit that has just sustained (RULES 3.5.6)?
  bool may_be_shot(std::size_t g) const {
    return army_.direct_hits_mark >= 0 && force_.mark(army_.direct_hits_mark) > 0 &&
           fears_direct_hit(army_.groups[g]) && !sustains_for_ships(g);
  }
  void shoot(std::size_t g) {
    --force_.mark(army_.direct_hits_mark);
    --force_.damaged[g];
    --force_.fresh[g];
    ++report_.lost[g];
    ++report_.shot[g];
    if (report_.first_shot < 0) report_.first_shot = static_cast<int>(g);
    for (const WhenShot& act : army_.when_shot) act(army_, report_, g, force_);
    // RULES 2.6: outside combat capacity is looked at before the other hits are assigned.
    if (!context_.in_combat && !on_ground())
      force_ = enforce_capacity(army_, force_, army_.overload, true);
  }
  void sustain_next(std::size_t g) { sustain(g); }
  bool can_cancel(std::size_t i) const {
    const Cancel& cancel = army_.cancels[i];
    return (cancel.rolls & mask(context_.roll)) && force_.mark(cancel.mark) > 0;
  }
  void cancel_with(std::size_t i) {
    --force_.mark(army_.cancels[i].mark);
    take_off(army_.cancels[i].most);
  }
  /// The policy's next hit: the group that sustains it, or -1 and the one that is lost to it.
  std::pair<int, int> usual_next() const {
    if (sustains_ || army_.sustain != Sustain::never)
      for (const std::size_t g : order())
        if (may_sustain_next(g) &&
            !(holds_sustains_back() && fears_direct_hit(army_.groups[g]) && !sustains_for_ships(g)))
          return {static_cast<int>(g), -1};
    if (holds_sustains_back())
      for (const std::size_t g : order())
        if (may_sustain_next(g) && hits_beyond_who_cannot_sustain() > 0)
          return {static_cast<int>(g), -1};
    const bool bound = next_targets() == Targets::non_fighters;
    const auto& by = bound ? army_.bound_order : order();
    if (holds_sustains_back())
      if (const int g = next_lost(next_targets(), by, Who::cannot_sustain); g >= 0) return {-1, g};
    return {-1, next_lost(next_targets(), by, Who::anybody)};
  }
  void cancel_before(unsigned& still) {
    cancelled_ = ~still;
    cancel_before_sustaining();
    still &= ~cancelled_;
  }
  void cancel_unsustained(unsigned& still) {
    cancelled_ = ~still;
    cancel_what_no_sustain_takes();
    still &= ~cancelled_;
  }

 private:
  /// Whom the next hit may fall on.
  Targets next_targets() const {
    for (std::size_t g = 0; hits_.non_fighter > 0 && g < army_.groups.size(); ++g)
      if (force_.count(g) > 0 && eligible(g, Targets::non_fighters)) return Targets::non_fighters;
    return context_.targets;
  }

  /// RULES 3.5.8: the two hits of so many cards came when the side had had one more turn to sustain
  /// each; those sustains do not reach them.
  void sustain_before_late_hits() {
    constexpr int kLate = 2, kCards = 3;
    const int cards = hits_.second & kCards;
    hits_.any -= kLate * cards;
    for (int card = 0; card < cards; ++card) {
      sustain_once();
      hits_.any += kLate;
    }
  }

  /// RULES 4.4.4: so many of the hits come one by one, each after a sustain of the enemy; the
  /// attacker has the first turn.
  void sustain_between_late_hits() {
    hits_.any -= hits_.second;
    for (int late = 0; late < hits_.second; ++late) {
      if (late > 0 || army_.side == Side::attacker) sustain_once();
      ++hits_.any;
    }
  }

  void sustain_once() {
    for (std::size_t g : order()) {
      if (!sustains_ || hits_.total() == 0 || !can_sustain(g)) continue;
      if (holds_sustains_back() && fears_direct_hit(army_.groups[g])) continue;
      sustain(g);
      break;
    }
  }

  const std::vector<std::uint8_t>& order() const {
    if (on_ground()) return army_.ground_order;
    return context_.roll == Roll::cannon_offense ? army_.cannon_order : army_.loss_order;
  }
  bool eligible(std::size_t g, Targets targets) const {
    const Group& group = army_.groups[g];
    if (group.immune_to_abilities && (mask(context_.roll) & kAbilityRolls)) return false;
    if (group.lands && on_ground() && group.lands_while >= 0 &&
        force_.count(group.lands_while) == 0)
      return false;
    return is_target(group, targets) && is_target(group, context_.targets);
  }
  /// RULES 9.1, `last`: who cannot sustain is given up first, then all others sustain before one of
  /// them is lost; those that Direct Hit cannot touch need not wait.
  bool holds_sustains_back() const {
    const int mark = army_.free.sustain_mark;
    return sustains_ && (army_.sustain == Sustain::last || (mark >= 0 && force_.mark(mark) == 0));
  }
  /// Direct Hit reaches ships, and not those printed as immune (RULES 3.5.6); on the ground whom a
  /// text makes its target, and mechs by an event.
  bool fears_direct_hit(const Group& group) const {
    if (!on_ground()) return group.is_ship && !group.direct_hit_immune;
    return group.shot_on_ground ||
           (army_.direct_hits_reach_mechs && group.type == UnitType::mech && !group.stays_aboard);
  }
  bool on_ground() const { return context_.targets == Targets::ground_forces; }
  /// Quantum Manipulator: in space combat only, not against space cannons (RULES 5.4), and not
  /// beside Quietus (RULES 7.9); the Fourth Moon binds ships only.
  bool sustains_for_ships(std::size_t g) const {
    return army_.groups[g].sustains_for_ships && army_.groups[g].sustain_damage &&
           !(army_.silenced && hits_.no_sustain) &&
           (context_.roll == Roll::space_combat || context_.roll == Roll::barrage) && !on_ground();
  }
  /// Has it Sustain Damage here, used or not?
  bool has_sustain(std::size_t g) const {
    const Group& group = army_.groups[g];
    if (!group.sustain_damage) return false;
    if (sustains_for_ships(g)) return true;
    return eligible(g, context_.targets);
  }
  bool can_sustain(std::size_t g) const { return force_.whole[g] > 0 && has_sustain(g); }
  /// Metali Void Shielding: one non-fighter ship sustains as if it had the ability, each time hits
  /// are produced.
  bool can_borrow(std::size_t g) const {
    return army_.groups[g].is_non_fighter_ship() && force_.whole[g] > 0 &&
           eligible(g, Targets::non_fighters);
  }

  /// The moment for a card that cancels two hits (RULES 9.16).
  bool is_worth_two_hits() const {
    if (context_.targets == Targets::fighters) return hits_.any >= 2 && surplus() <= 0;
    if (hits_.total() >= 2) return true;
    const auto takes_it = [&](std::size_t g) { return can_sustain(g); };
    return count(army_, force_, context_.targets) == 1 &&
           !(sustains_ && std::any_of(order().begin(), order().end(), takes_it));
  }

  /// Hits of a barrage beyond the fighters, which are lost (RULES 3.2.1): to cancel or sustain them
  /// saves nobody (RULES 9.17).
  int surplus() const { return hits_.any - count(army_, force_, Targets::fighters); }
  bool saves_nobody() const { return context_.targets == Targets::fighters && surplus() > 0; }
  bool cargo_can_save_fighters() const {
    if (!saves_nobody()) return true;
    int can_take = 0;
    for (std::size_t g = 0; g < army_.groups.size(); ++g)
      if (sustains_for_ships(g)) can_take += army_.sustain_worth * force_.whole[g];
    for (std::size_t i = 0; i < army_.cancels.size(); ++i)
      if (army_.cancels[i].when == Cancel::When::unsustained && can_cancel(i) &&
          !(cancelled_ >> i & 1))
        can_take += army_.cancels[i].most;
    return can_take > surplus();
  }

  void cancel_where(auto wanted) {
    if (army_.cancels.empty()) return;
    if (!finds_target()) return;  // nobody could take the hits anyway
    for (std::size_t i = 0; i < army_.cancels.size(); ++i) {
      const Cancel& cancel = army_.cancels[i];
      if (!(cancel.rolls & mask(context_.roll)) || force_.mark(cancel.mark) == 0 ||
          hits_.total() == 0 || (cancelled_ >> i & 1) || !wanted(cancel.when))
        continue;
      cancelled_ |= 1u << i;  // equal cards do not add up in one window (RULES 1.10)
      --force_.mark(cancel.mark);
      take_off(cancel.most);
    }
  }

  void cancel_before_sustaining() {
    const bool fears =
        army_.direct_hits_mark >= 0 && force_.mark(army_.direct_hits_mark) > 0 &&
        (!on_ground() || std::any_of(army_.groups.begin(), army_.groups.end(),
                                     [&](const Group& group) { return fears_direct_hit(group); }));
    cancel_where([&](Cancel::When when) {
      switch (when) {
        case Cancel::When::hits_come:
          break;
        case Cancel::When::worth_two:
          return is_worth_two_hits();
        case Cancel::When::unsustained:  // RULES 9.17
          return fears && !saves_nobody();
      }
      return true;
    });
  }

  void cancel_what_no_sustain_takes() {
    if (saves_nobody()) return;
    cancel_where([](Cancel::When when) { return when == Cancel::When::unsustained; });
  }

  /// Hits that can only fall on the better ships go first.
  void take_off(int count) {
    const int bound = std::min(count, hits_.non_fighter);
    hits_.non_fighter -= bound;
    hits_.any -= std::min(count - bound, hits_.any);
  }

  void sustain(std::size_t g) {
    damage(g);
    if (may_be_shot(g) && enemy_wants_direct_hit(g)) shoot(g);
  }

  /// RULES 9.15: not on a ship while a dearer one that it could reach can still sustain.
  bool enemy_wants_direct_hit(std::size_t g) const {
    if (army_.direct_hits_on) return army_.groups[g].type == *army_.direct_hits_on;
    for (std::size_t dearer = 0; dearer < army_.groups.size(); ++dearer) {
      const Group& group = army_.groups[dearer];
      if (group.worth > army_.groups[g].worth && fears_direct_hit(group) && group.sustain_damage &&
          force_.whole[dearer] > 0)
        return false;
    }
    return true;
  }

  void sustain_while_hit(std::size_t g) {
    if (army_.direct_hits_mark >= 0) {  // a unit may be lost by sustaining: look again each time
      while (hits_.total() > 0 && can_sustain(g)) sustain(g);
      return;
    }
    if (hits_.total() == 0 || !can_sustain(g)) return;
    const int needed = (hits_.total() + army_.sustain_worth - 1) / army_.sustain_worth;
    const int units = std::min<int>(force_.whole[g], needed);
    const auto add = [units](std::uint8_t& to, int sign) {
      to = static_cast<std::uint8_t>(to + sign * units);
    };
    add(force_.whole[g], -1);
    add(force_.damaged[g], 1);
    add(force_.fresh[g], 1);
    add(report_.sustained[g], 1);
    take_off(units * army_.sustain_worth);
  }

  /// Who is given up: a side that holds its sustains back begins with those who have none.
  enum class Who : std::uint8_t { anybody, cannot_sustain };

  int hits_beyond_who_cannot_sustain() const {
    Force left = force_;
    Assignment trial{army_, left, hits_, context_};
    trial.lose_all(Who::cannot_sustain);
    return trial.hits_.total();
  }

  void lose_all(Who who) {
    lose(Targets::non_fighters, army_.bound_order, hits_.non_fighter, who);
    if (who == Who::anybody)  // no non-fighter ship is left for them
      hits_.any += std::exchange(hits_.non_fighter, 0);
    lose(context_.targets, order(), hits_.any, who);
  }

  void lose(Targets targets, const std::vector<std::uint8_t>& order, int& hits, Who who) {
    while (hits > 0) {
      const int next = next_lost(targets, order, who);
      if (next < 0) return;
      const GroupAt g = next;
      // The group stays the next to be lost while it has units, unless room for troops decides.
      do {
        if (force_.damaged[g] > 0) {
          lose_damaged(g);
          --hits;
        } else {
          const int units = army_.protects_capacity ? 1 : std::min<int>(force_.whole[g], hits);
          force_.whole[g] = static_cast<std::uint8_t>(force_.whole[g] - units);
          report_.lost[g] = static_cast<std::uint8_t>(report_.lost[g] + units);
          hits -= units;
        }
      } while (hits > 0 && force_.count(g) > 0 && !army_.protects_capacity);
    }
  }

  /// The first in order, but for a side that protects its troops' room: the first whose loss leaves
  /// them enough, else the one with the least room (RULES 9.6). Room is not given up for a sustain
  /// that is held back.
  int next_lost(Targets targets, const std::vector<std::uint8_t>& order, Who who) const {
    int least = -1, least_room = 0;
    const TroopRoom room{army_, force_};
    for (std::size_t g : order) {
      if (force_.count(g) == 0 || !eligible(g, targets)) continue;
      if (who == Who::cannot_sustain && has_sustain(g)) continue;
      const int lost = room.room_lost(army_.groups[g]);
      if (lost == 0) return static_cast<int>(g);
      if (least >= 0 && lost >= least_room) continue;
      least = static_cast<int>(g);
      least_room = lost;
    }
    return who == Who::anybody ? least : -1;
  }

  /// RULES 9.4: within a type the damaged go first; with a repair to come, those that sustained
  /// this round before those damaged earlier.
  void lose_damaged(std::size_t g) {
    const int earlier = force_.damaged[g] - force_.fresh[g];
    if (force_.fresh[g] > 0 && (army_.keeps_repairable || earlier == 0)) --force_.fresh[g];
    --force_.damaged[g];
    ++report_.lost[g];
  }

  const Army& army_;
  Force& force_;
  Hits hits_;
  const HitContext& context_;
  const bool sustains_;     ///< units may sustain against these hits, and the side lets them
  unsigned cancelled_ = 0;  ///< bit i: cancel i has been used in this assignment
  HitReport report_;
};

}  // namespace broadside::ti4
