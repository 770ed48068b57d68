#pragma once
// Question: which forces can there be at every step?

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/tables/battle_rules.hpp"
#include "core/tables/compile/draft.hpp"
#include "core/tables/duel.hpp"
#include "core/tables/limits.hpp"

namespace broadside::detail {

/// May a force with this stance leave along edge e, given the stances that the enemy can have?
inline bool takes_edge(const StepPlan& shape, std::size_t me, std::uint8_t mine,
                       const std::array<bool, kStances>& enemy, std::size_t e) {
  for (std::size_t his = 0; his < kStances; ++his) {
    if (!enemy[his] || (shape.repeats && mine != 0 && his != 0)) continue;
    if ((me == 0 ? shape.flow[mine][his] : shape.flow[his][mine]) == e) return true;
  }
  return false;
}

/// A law of many volleys is folded from many dice: products of two chances that cost as much as one
/// force that is confronted with one volley.
inline constexpr std::size_t kFoldedPerUnit = 40;

/// Asks the rules about every force until no new one turns up, or the work is spent.
template <BattleRules R>
class Grower {
  using Force = typename R::Force;

 public:
  Grower(const R& rules, BattleDraft<R>& draft, TableWork& work)
      : rules_(rules), plan_(rules.plan()), draft_(draft), drafts_(draft.steps), work_(work) {}

  /// Goes on from what is known already.
  void run() {
    draft_.loop_of.clear();
    for (std::size_t me = 0; me < 2; ++me) drafts_[0].side[me].in.add(rules_.start(kSides[me]));
    for (std::size_t s = 0; s < plan_.size(); s = draft_.loop_of.size()) grow_loop(s);
  }

 private:
  void grow_loop(std::size_t s) {
    const std::size_t end = loop_end(plan_, s);
    bool grew = true;
    while (grew && work_.go_on()) {
      grew = false;
      for (std::size_t t = s; t < end; ++t) grew |= grow_step(t);
      if (end == s + 1) break;  // one step: grow_step has done all there is
    }
    for (std::size_t t = s; t < end; ++t)
      draft_.loop_of.push_back(end > s + 1 ? static_cast<std::uint16_t>(s) : kNoStep);
  }

  /// Throws, absorbs and crosses edges until no new force or volley turns up on either side of this
  /// step.
  bool grow_step(std::size_t s) {
    StepDraft<R>& draft = drafts_[s];
    if (draft.side[0].in.size() == 0 || draft.side[1].in.size() == 0) return false;
    bool any = false;
    for (bool grew = true; grew && work_.go_on(); any |= grew) {
      grew = false;
      for (std::size_t me = 0; me < 2; ++me) grew |= throw_all(s, me);
      if (plan_[s].responds) add_responses(s);
      for (std::size_t me = 0; me < 2; ++me) grew |= absorb_all(s, me);
    }
    for (std::size_t me = 0; me < 2; ++me) any |= cross_all(s, me);
    return any;
  }

  /// Forces that have come to a list since it held `known` take room.
  void hold_more(const Index<Force>& forces, std::uint32_t known) {
    if (forces.size() > known) work_.hold((forces.size() - known) * sizeof(Force));
  }

  bool throw_all(std::size_t s, std::size_t me) {
    const StepPlan& plan = plan_[s];
    SideDraft<Force>& mine = drafts_[s].side[me];
    bool grew = false;
    while (mine.block_of.size() < mine.in.size() && may_go_on(mine.in)) {
      grew = true;
      const Force force = mine.in.list()[mine.block_of.size()];
      const std::uint32_t known = mine.mids.size();
      mine.mid_of.push_back(mine.kNoThrow);
      const bool out = plan.repeats && rules_.stance(kSides[me], static_cast<int>(s), force) == 0;
      const bool chooses = !out && must_choose(s, me, force);
      mine.block_of.push_back(out || chooses ? mine.kNoThrow : block_for(s, me, force));
      hold_more(mine.mids, known);
    }
    return grew;
  }

  /// Asks what the force may choose before the step; true where it cannot but choose.
  bool must_choose(std::size_t s, std::size_t me, const Force& force) {
    if constexpr (OffersChoices<R>) {
      const StepPlan& plan = plan_[s];
      bool asked = false;
      for (const auto& offer : plan.offers) asked |= offer.of == kSides[me];
      if (!asked) return false;
      SideDraft<Force>& mine = drafts_[s].side[me];
      const auto in = static_cast<std::uint32_t>(mine.block_of.size());
      std::uint64_t offered = 0;
      for (auto& option : rules_.options(kSides[me], static_cast<int>(s), force)) {
        assert(option.edge < plan.edges.size());
        offered |= std::uint64_t{1} << option.edge;
        mine.options.emplace_back(in, std::move(option));
      }
      mine.offered.resize(in + 1);
      mine.offered[in] = offered;
      for (const auto& offer : plan.offers)
        for (const std::uint8_t edge : offer.edges)
          if (offer.must && offer.of == kSides[me] && (offered >> edge & 1)) return true;
    }
    return false;
  }

  /// Is this an edge that the side's own force says it may take?
  static bool is_own_option(const StepPlan& plan, std::size_t me, std::size_t edge) {
    for (const auto& offer : plan.offers)
      for (const std::uint8_t e : offer.edges)
        if (e == edge && offer.of == kSides[me]) return true;
    return false;
  }

  /// The block of laws that a force throws by, worked out unless another force has the same.
  std::uint32_t block_for(std::size_t s, std::size_t me, const Force& force) {
    SideDraft<Force>& mine = drafts_[s].side[me];
    const std::uint32_t features = plan_[s].features[1 - me];
    const auto next = static_cast<std::uint32_t>((mine.law_ends.size() - 1) / features);
    std::uint32_t& mid = mine.mid_of.back();
    if (!plan_[s].throws[me]) {
      mid = mine.mids.add(force);
      if (next > 0) return 0;
      for (std::uint32_t f = 0; f < features; ++f) {
        mine.thrown.push_back({0, mid, 1.0});
        mine.law_ends.push_back(mine.thrown.size());
      }
      return 0;
    }
    if constexpr (SharesThrows<R>)
      if (const auto key = rules_.throw_key(kSides[me], static_cast<int>(s), force)) {
        assert(!mine.spends);
        mid = mine.mids.add(force);
        const std::uint32_t known = drafts_[s].keys[me].add(*key);
        if (known < next) return known;
      }
    for (std::uint32_t f = 0; f < features; ++f) {
      for (const auto& [what, chance] : rules_.throws(kSides[me], static_cast<int>(s), force, f)) {
        std::uint32_t to = mid;
        if (!same(what.second, force)) {
          mine.spends = true;
          to = mine.mids.add(what.second);
        } else if (mid == mine.kNoThrow) {
          to = mid = mine.mids.add(force);
        }
        mine.thrown.push_back({mine.volleys.add(what.first), to, chance});
      }
      mine.law_ends.push_back(mine.thrown.size());
      const std::size_t size = mine.law(mine.law_ends.size() - 2).size();
      work_.spend(size + size * size / kFoldedPerUnit);
    }
    return next;
  }

  /// A list that no table can number makes all further work vain.
  bool may_go_on(const Index<Force>& forces) {
    if (forces.size() >= kMaxStates) work_.exceed();
    return work_.go_on();
  }

  void add_responses(std::size_t s) {
    auto &a = drafts_[s].side[0], &d = drafts_[s].side[1];
    // Only what was thrown is answered; what an answer makes of it is final.
    std::array<std::vector<Volley>, 2> thrown;
    for (std::size_t me = 0; me < 2; ++me) {
      const SideDraft<Force>& side = drafts_[s].side[me];
      for (const auto& one : side.thrown) thrown[me].push_back(side.volleys.list()[one.volley]);
    }
    for (auto& list : thrown) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    const std::array sizes{thrown[0].size(), thrown[1].size()};
    if (sizes == drafts_[s].answered || !work_.spend(sizes[0] * sizes[1])) return;
    drafts_[s].answered = sizes;
    for (Volley by_a : thrown[0])
      for (Volley by_d : thrown[1]) {
        const auto [to_a, to_d] = rules_.respond(static_cast<int>(s), by_a, by_d);
        a.volleys.add(to_a);
        d.volleys.add(to_d);
      }
  }

  bool absorb_all(std::size_t s, std::size_t me) {
    const StepPlan& plan = plan_[s];
    SideDraft<Force>& mine = drafts_[s].side[me];
    const List<Volley>& against = drafts_[s].side[1 - me].volleys.list();
    bool grew = false;
    for (std::uint32_t v = static_cast<std::uint32_t>(mine.less_one.size()); v < against.size();
         ++v)
      mine.less_one.push_back(less_one(s, me, v));
    Index<Force>& states = mine.states(plan.repeats);
    const auto absorb = [&](const Force& force, Volley volley) {
      return rules_.absorb(kSides[me], static_cast<int>(s), force, volley);
    };
    const auto hit_once_more = [&](std::uint32_t state) {
      if (mine.after_one.size() <= state) mine.after_one.resize(states.size(), kNoNumber);
      if (mine.after_one[state] == kNoNumber)
        mine.after_one[state] = states.add(absorb(states.list()[state], 1));
      return mine.after_one[state];
    };
    // All that there is to do now, before there is room for it.
    if (!work_.spend(mine.mids.size() * against.size() - mine.next.filled())) return grew;
    mine.next.make_room(mine.mids.size(), against.size());
    for (std::uint32_t m = 0; m < mine.mids.size(); ++m) {
      if (!may_go_on(states)) return grew;
      const std::uint32_t known = states.size();
      std::uint32_t* const next = mine.next.row(m);
      const Force& force = mine.mids.list()[m];
      for (std::size_t v = mine.next[m].size(); v < against.size(); ++v) {
        grew = true;
        const std::uint32_t less = mine.less_one[v];
        if (less == kNoNumber)
          next[v] = states.add(absorb(force, against[v]));
        else
          next[v] = less == v ? states.add(force) : hit_once_more(next[less]);
        assert(same(states.list()[next[v]], absorb(force, against[v])));
      }
      mine.next.fill(m, against.size());
      hold_more(states, known);
    }
    return grew;
  }

  /// SideDraft::less_one of an enemy volley.
  std::uint32_t less_one(std::size_t s, std::size_t me, std::uint32_t volley) const {
    if constexpr (TakesHitsOneByOne<R>) {
      const Index<Volley>& against = drafts_[s].side[1 - me].volleys;
      const Volley hits = against.list()[volley];
      if (!rules_.one_by_one(kSides[me], static_cast<int>(s), hits)) return kNoNumber;
      if (hits == 0) return volley;
      // Only a volley that stands before this one has been taken when this one's turn comes.
      if (const std::uint32_t less = against.at(hits - 1); less < volley) return less;
    }
    return kNoNumber;
  }

  bool cross_all(std::size_t s, std::size_t me) {
    const StepPlan& plan = plan_[s];
    SideDraft<Force>&mine = drafts_[s].side[me], &enemy = drafts_[s].side[1 - me];
    for (std::size_t side = 0; side < 2; ++side) {
      SideDraft<Force>& draft = drafts_[s].side[side];
      const auto& states = draft.states(plan.repeats).list();
      for (std::size_t i = draft.stance.size(); i < states.size(); ++i)
        draft.stance.push_back(
            static_cast<std::uint8_t>(rules_.stance(kSides[side], static_cast<int>(s), states[i])));
    }
    std::array<bool, kStances> occurs{};
    for (std::uint8_t stance : enemy.stance) occurs[stance] = true;
    bool grew = false;
    mine.crossed.resize(plan.edges.size());
    for (std::size_t e = 0; e < plan.edges.size(); ++e) {
      const bool early = plan.is_early(e);
      std::array<bool, kStances> takes{};
      for (std::uint8_t stance = 0; stance < kStances; ++stance)
        takes[stance] = takes_edge(plan, me, stance, occurs, e);
      const auto& states = (early ? mine.in : mine.states(plan.repeats)).list();
      mine.crossed[e].resize(states.size(), kNotCrossed);
      if (e == plan.stall_edge && !draft_.follows_stalls) continue;
      if (early && is_own_option(plan, me, e)) continue;
      for (std::size_t i = 0; i < states.size(); ++i) {
        if (mine.crossed[e][i] != kNotCrossed) continue;
        if (early ? plan.repeats && mine.stance[i] == 0 : !takes[mine.stance[i]]) continue;
        const Force after =
            rules_.cross(kSides[me], static_cast<int>(s), static_cast<int>(e), states[i]);
        const int to = plan.edges[e].step;
        auto& index =
            to < 0 ? draft_.finals[me] : drafts_[static_cast<std::size_t>(to)].side[me].in;
        const std::uint32_t known = index.size();
        mine.crossed[e][i] = index.add(after);
        grew = true;
        hold_more(index, known);
        if (!work_.go_on()) return grew;
      }
      if (!work_.spend(states.size())) return grew;
    }
    for (const auto& [in, option] : std::exchange(mine.options, {})) {
      const int to = plan.edges[option.edge].step;
      auto& index = to < 0 ? draft_.finals[me] : drafts_[static_cast<std::size_t>(to)].side[me].in;
      const std::uint32_t known = index.size();
      mine.crossed[option.edge][in] = index.add(option.force);
      hold_more(index, known);
      grew = true;
    }
    return grew;
  }

  const R& rules_;
  const Plan& plan_;
  BattleDraft<R>& draft_;
  std::vector<StepDraft<R>>& drafts_;
  TableWork& work_;
};

}  // namespace broadside::detail
