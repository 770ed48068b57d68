#pragma once
// Question: how are the forces numbered and the tables filled?

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/tables/battle_rules.hpp"
#include "core/tables/compile/components.hpp"
#include "core/tables/compile/draft.hpp"
#include "core/tables/compile/rows.hpp"
#include "core/tables/compile/stalls.hpp"
#include "core/tables/duel.hpp"
#include "core/tables/limits.hpp"

namespace broadside::detail {

/// Writes the tables of a battle whose forces are all known.
template <BattleRules R>
class Writer {
  using Force = typename R::Force;

 public:
  Writer(const R& rules, BattleDraft<R>& draft, TableWork& work)
      : rules_(rules), plan_(rules.plan()), draft_(draft), drafts_(draft.steps), work_(work) {}

  /// Nothing where a step has more states or rows than a Cell can number, or the work is spent.
  std::optional<Duel> run() {
    for (const StepDraft<R>& draft : drafts_)
      for (const SideDraft<Force>& side : draft.side)
        if (std::max({side.in.size(), side.after.size(), side.mids.size()}) >= kMaxStates)
          return std::nullopt;
    duel_.steps.resize(plan_.size());
    for (std::size_t s = 0; s < plan_.size(); ++s) {
      write_step(s);
      if (!work_.go_on()) return std::nullopt;
      for (const StepSide& side : duel_.steps[s].side)
        if (side.rows > kMaxStates) return std::nullopt;
    }
    for (std::size_t s = 0; s < plan_.size(); ++s) write_edges(s);
    for (std::size_t s = 0; s < plan_.size(); ++s) write_choices(s);
    for (std::size_t s = 0; s < plan_.size(); ++s) stalls_ |= write_stalls(s);
    if (!work_.go_on()) return std::nullopt;
    for (std::size_t s = 0; s < plan_.size(); ++s)
      for (const auto& leave : plan_[s].leaves)
        duel_.decisions.push_back(
            {static_cast<std::uint16_t>(s), leave.side, leave.below, leave.edge});
    for (std::size_t s = 0; s < plan_.size(); ++s)
      if (plan_[s].cut_edge != kNoEdge)
        duel_.cuts.push_back({static_cast<std::uint16_t>(s), plan_[s].cut_edge});
    for (std::size_t me = 0; me < 2; ++me) {
      duel_.start[me] = cell(0, me, 0);
      duel_.finals[me] = draft_.finals[me].size();
    }
    return std::move(duel_);
  }

  /// Is there a pair of forces for which nothing can change any more?
  bool stalls() const { return stalls_; }

 private:
  void write_step(std::size_t s) {
    const StepPlan& plan = plan_[s];
    Step& out = duel_.steps[s];
    out.name = plan.name;
    out.stage = plan.stage;
    out.repeats = plan.repeats;
    out.is_round = plan.is_round;
    out.ends_round = plan.ends_round;
    out.flow = plan.flow;
    out.loop = draft_.loop_of[s];
    if (out.loop == s || (out.loop == kNoStep && plan.repeats)) number_components(s);

    std::array<List<std::uint32_t>, 2> volley_to{List<std::uint32_t>{&draft_.memory},
                                                 List<std::uint32_t>{&draft_.memory}};
    std::array<std::size_t, 2> volley_count{};
    for (std::size_t me = 0; me < 2; ++me) {
      const auto& next = drafts_[s].side[me].next;
      const std::size_t columns = drafts_[s].side[1 - me].volleys.size();
      // Where a volley can be answered the answer may tell apart what the tables do not.
      volley_to[1 - me] =
          merge_columns(next, columns, plan.responds, volley_count[1 - me], &draft_.memory);
    }
    for (std::size_t me = 0; me < 2; ++me) write_side(s, me, volley_to, volley_count);
    if (plan.responds) write_response(s);
  }

  /// Components across all steps of the loop that begins at s (or of the one repeating step s).
  void number_components(std::size_t s) {
    const std::size_t end = draft_.loop_of[s] == kNoStep ? s + 1 : loop_end(plan_, s);
    for (std::size_t me = 0; me < 2; ++me) {
      // Number of a step's first state among all states of the loop.
      List<std::uint32_t> first(&draft_.memory);
      std::uint32_t nodes = 0;
      for (std::size_t t = s; t < end; ++t) {
        first.push_back(nodes);
        nodes += drafts_[t].side[me].in.size();
      }
      // Successors of every node, one list after the other, each of them once.
      List<std::uint32_t> targets(&draft_.memory);
      targets.reserve(8 * std::size_t{nodes});  // most have fewer
      List<std::uint32_t> ends(&draft_.memory), seen_by(nodes, kNoNumber, &draft_.memory);
      ends.reserve(nodes + 1);
      ends.push_back(0);
      const auto add = [&](std::uint32_t to) {
        const auto from = static_cast<std::uint32_t>(ends.size() - 1);
        if (seen_by[to] == from) return;
        seen_by[to] = from;
        targets.push_back(to);
      };
      for (std::size_t t = s; t < end; ++t) {
        const List<InnerEdge> inner = inner_edges(s, end, t, first);
        for (std::uint32_t i = 0; i < drafts_[t].side[me].in.size(); ++i) {
          add_successors(t, me, i, first[t - s], inner, add);
          std::sort(targets.begin() + ends.back(), targets.end());
          ends.push_back(static_cast<std::uint32_t>(targets.size()));
        }
      }
      const auto component = components(
          nodes,
          [&](std::uint32_t v) {
            return std::span<const std::uint32_t>{targets}.subspan(ends[v], ends[v + 1] - ends[v]);
          },
          &draft_.memory);
      for (std::size_t t = s; t < end; ++t)
        drafts_[t].side[me].component.assign(
            component.begin() + first[t - s],
            component.begin() + first[t - s] + drafts_[t].side[me].in.size());
    }
  }

  /// An edge that leads to a step of the same loop.
  struct InnerEdge {
    std::size_t edge;
    bool early;
    std::uint32_t first;  ///< number of that step's first force among all of the loop
  };
  List<InnerEdge> inner_edges(std::size_t s, std::size_t end, std::size_t t,
                              const List<std::uint32_t>& first) {
    List<InnerEdge> inner(&draft_.memory);
    for (std::size_t e = 0; e < plan_[t].edges.size(); ++e) {
      const int to = plan_[t].edges[e].step;
      if (to >= static_cast<int>(s) && to < static_cast<int>(end))
        inner.push_back({e, plan_[t].is_early(e), first[static_cast<std::size_t>(to) - s]});
    }
    return inner;
  }

  /// Calls add(node) for every force of the loop that a force may be after step t, whose own forces
  /// are numbered from `first` on.
  template <class Add>
  void add_successors(std::size_t t, std::size_t me, std::uint32_t in, std::uint32_t first,
                      const List<InnerEdge>& inner, Add& add) const {
    const SideDraft<Force>& mine = drafts_[t].side[me];
    const auto add_along_edges = [&](std::uint32_t state, bool early) {
      if (mine.crossed.empty()) return;  // the enemy never comes to this step
      for (const InnerEdge& edge : inner) {
        if (edge.early != early) continue;
        const std::uint32_t crossed = mine.crossed[edge.edge][state];
        if (crossed != kNotCrossed) add(edge.first + crossed);
      }
    };
    if (in < mine.block_of.size() && mine.block_of[in] != mine.kNoThrow) {
      const auto follow = [&](std::uint32_t mid) {
        for (std::uint32_t after : mine.next[mid]) {
          if (plan_[t].repeats && mine.stance[after] != 0) add(first + after);
          add_along_edges(after, false);
        }
      };
      if (!mine.spends) {
        follow(mine.mid_of[in]);
      } else {
        const std::size_t features = plan_[t].features[1 - me];
        for (std::size_t f = 0; f < features; ++f)
          for (const auto& thrown : mine.law(mine.block_of[in] * features + f)) follow(thrown.mid);
      }
    }
    add_along_edges(in, true);
  }

  void write_side(std::size_t s, std::size_t me,
                  const std::array<List<std::uint32_t>, 2>& volley_to,
                  const std::array<std::size_t, 2>& volley_count) {
    const StepPlan& plan = plan_[s];
    SideDraft<Force>& mine = drafts_[s].side[me];
    StepSide& table = duel_.steps[s].side[me];
    const auto in_count = mine.in.size(), count = mine.states(plan.repeats).size();

    // A repeating step: states out of the fight first, then by component from weak to strong.
    mine.in_to.resize(in_count);
    for (std::uint32_t i = 0; i < in_count; ++i) mine.in_to[i] = i;
    if (plan.repeats) {
      List<std::uint32_t> order(mine.in_to, &draft_.memory);
      // Equal ones as they were found; a stable sort would ask for room.
      std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::tuple{mine.stance[a] != 0, mine.component[a], a} <
               std::tuple{mine.stance[b] != 0, mine.component[b], b};
      });
      for (std::uint32_t i = 0; i < in_count; ++i) {
        mine.in_to[order[i]] = i;
        if (mine.stance[order[i]] == 0) table.out = i + 1;
      }
    }
    const auto state_to = [&](std::uint32_t i) { return plan.repeats ? mine.in_to[i] : i; };
    table.in_states = in_count;
    table.out_states = count;
    table.stance.resize(count);
    for (std::uint32_t i = 0; i < mine.stance.size(); ++i)
      table.stance[state_to(i)] = mine.stance[i];
    table.component.resize(mine.component.size());
    for (std::uint32_t i = 0; i < mine.component.size(); ++i)
      table.component[state_to(i)] = mine.component[i];

    List<std::uint32_t> row_of_in(&draft_.memory);
    write_rows(mine, volley_to[me], volley_count[me], plan.features[1 - me], table, row_of_in);
    table.row.assign(in_count, 0);
    for (std::uint32_t i = 0; i < in_count; ++i) table.row[mine.in_to[i]] = row_of_in[i];

    // Forces after throwing: without spending they are the forces before, so they take the same
    // numbers.
    List<std::uint32_t> mid_to(mine.mids.size(), &draft_.memory);
    for (std::uint32_t m = 0; m < mid_to.size(); ++m) mid_to[m] = m;
    if (!mine.spends)
      for (std::size_t i = 0; i < mine.mid_of.size(); ++i)
        if (mine.mid_of[i] != mine.kNoThrow) mid_to[mine.mid_of[i]] = mine.in_to[i];
    table.volleys = static_cast<std::uint32_t>(volley_count[1 - me]);
    const std::uint32_t mid_count = mine.spends ? mine.mids.size() : in_count;
    table.next.assign(std::size_t{mid_count} * table.volleys, 0);
    for (std::uint32_t m = 0; m < mine.next.rows(); ++m) {
      Cell* const row = table.next.data() + std::size_t{mid_to[m]} * table.volleys;
      const auto next = mine.next[m];
      for (std::size_t v = 0; v < next.size(); ++v)
        row[volley_to[1 - me][v]] =
            make_cell(state_to(next[v]), plan.repeats ? row_of_in[next[v]] : 0);
    }
    if (plan.features[me] > 1) {
      table.feature.assign(in_count, 0);
      for (std::uint32_t i = 0; i < in_count; ++i) {
        table.feature[mine.in_to[i]] =
            rules_.feature(kSides[me], static_cast<int>(s), mine.in.list()[i]);
        assert(table.feature[mine.in_to[i]] < plan.features[me]);
      }
    }
    table.ladder = plan.repeats && table.out == 1 && is_ladder(table);
  }

  static bool is_ladder(const StepSide& table) {
    if (!table.thrown.empty()) return false;
    for (std::uint32_t i = 1; i < table.in_states; ++i)
      for (std::uint32_t v = 0; v < table.volleys; ++v)
        if (state_of(table.next[i * table.volleys + v]) != (v < i ? i - v : 0)) return false;
    return true;
  }

  void write_response(std::size_t s) {
    auto &a = drafts_[s].side[0], &d = drafts_[s].side[1];
    Response& response = duel_.steps[s].response;
    const std::size_t a_count = a.volleys.size(), d_count = d.volleys.size();
    // Answers are volleys too, so these are more pairs than those that were thrown and paid for.
    if (!work_.spend(a_count * d_count)) return;
    for (auto& volley : response.volley) volley.assign(a_count * d_count, 0);
    for (std::size_t i = 0; i < a_count; ++i)
      for (std::size_t j = 0; j < d_count; ++j) {
        const auto [to_a, to_d] =
            rules_.respond(static_cast<int>(s), a.volleys.list()[i], d.volleys.list()[j]);
        // Volleys that only ever arise from an answer are never looked up; whatever stands there is
        // not used.
        const std::uint32_t by_a = a.volleys.at(to_a), by_d = d.volleys.at(to_d);
        response.volley[0][i * d_count + j] = by_a < a_count ? by_a : 0;
        response.volley[1][i * d_count + j] = by_d < d_count ? by_d : 0;
      }
  }

  void write_edges(std::size_t s) {
    const StepPlan& plan = plan_[s];
    std::vector<Edge>& edges = duel_.steps[s].edges;
    edges.reserve(plan.edges.size());
    for (const EdgePlan& edge : plan.edges) {
      const std::size_t e = edges.size();
      Edge& to = edges.emplace_back();
      if (edge.step < 0) {
        const Ending ending{edge.ending, edge.tag};
        const auto at = std::find(duel_.endings.begin(), duel_.endings.end(), ending);
        to.ending = static_cast<std::uint16_t>(at - duel_.endings.begin());
        if (at == duel_.endings.end()) duel_.endings.push_back(ending);
      } else {
        to.step = static_cast<std::uint16_t>(edge.step);
      }
      for (std::size_t me = 0; me < 2; ++me) {
        const SideDraft<Force>& mine = drafts_[s].side[me];
        if (mine.crossed.empty()) continue;  // never reached
        const auto& crossed = mine.crossed[e];
        to.map[me].assign(crossed.size(), 0);
        for (std::uint32_t i = 0; i < crossed.size(); ++i) {
          if (crossed[i] == kNotCrossed) continue;
          const std::uint32_t from = plan.is_early(e) || plan.repeats ? mine.in_to[i] : i;
          to.map[me][from] = edge.step < 0
                                 ? crossed[i]
                                 : cell(static_cast<std::size_t>(edge.step), me, crossed[i]);
        }
      }
    }
  }

  void write_choices(std::size_t s) {
    for (const auto& offer : plan_[s].offers) {
      const auto me = static_cast<std::size_t>(offer.of);
      const SideDraft<Force>& mine = drafts_[s].side[me];
      Choice choice{static_cast<std::uint16_t>(s),
                    offer.side,
                    offer.of,
                    offer.must,
                    offer.edges,
                    std::vector<std::uint64_t>(mine.in_to.size(), 0)};
      for (std::size_t i = 0; i < mine.offered.size(); ++i)
        for (std::size_t e = 0; e < offer.edges.size(); ++e)
          if (mine.offered[i] >> offer.edges[e] & 1)
            choice.offered[mine.in_to[i]] |= std::uint64_t{1} << e;
      duel_.choices.push_back(std::move(choice));
    }
  }

  Cell cell(std::size_t s, std::size_t me, std::uint32_t in) const {
    const std::uint32_t state = drafts_[s].side[me].in_to[in];
    return make_cell(state, duel_.steps[s].side[me].row[state]);
  }

  bool write_stalls(std::size_t s) {
    const std::uint16_t loop = draft_.loop_of[s];
    if (loop == kNoStep ? !plan_[s].repeats : loop != s) return false;
    return mark_stalls(
        duel_, s, loop == kNoStep ? s + 1 : loop_end(plan_, s),
        [&](std::size_t t) { return plan_[t].stall_edge; }, work_);
  }

  const R& rules_;
  const Plan& plan_;
  BattleDraft<R>& draft_;
  std::vector<StepDraft<R>>& drafts_;
  TableWork& work_;
  Duel duel_;
  bool stalls_ = false;
};

}  // namespace broadside::detail
