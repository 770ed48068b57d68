#include "core/tables/compile/stalls.hpp"

#include <optional>

namespace broadside {
namespace {

/// A pair that is looked at costs less than a force that is asked about a volley.
constexpr std::size_t kPairsPerUnit = 8;

/// Calls visit(state after, state after) for every pair of states that one exchange can lead to;
/// stops when it returns true.
template <class Visit>
bool any_successor(const Step& step, std::uint32_t attacker, std::uint32_t defender, Visit visit) {
  const StepSide &a = step.side[0], &d = step.side[1];
  const std::uint32_t row_a = a.row[attacker] + (d.feature.empty() ? 0 : d.feature[defender]);
  const std::uint32_t row_d = d.row[defender] + (a.feature.empty() ? 0 : a.feature[attacker]);
  const std::uint32_t base_a = row_a << a.column_bits, base_d = row_d << d.column_bits;
  // From the last columns on: most hits stand there, and they lead out of the fight soonest.
  for (std::uint32_t i = 1u << a.column_bits; i-- > 0;) {
    if (a.chance[base_a + i] <= 0) continue;
    const std::uint32_t thrown_a = a.thrown.empty() ? i : a.thrown[base_a + i] & 0xffff;
    const std::uint32_t from_a = a.thrown.empty() ? attacker : a.thrown[base_a + i] >> 16;
    for (std::uint32_t j = 1u << d.column_bits; j-- > 0;) {
      if (d.chance[base_d + j] <= 0) continue;
      const std::uint32_t thrown_d = d.thrown.empty() ? j : d.thrown[base_d + j] & 0xffff;
      const std::uint32_t from_d = d.thrown.empty() ? defender : d.thrown[base_d + j] >> 16;
      std::uint32_t va = thrown_a, vd = thrown_d;
      if (!step.response.empty()) {
        const std::uint32_t pair = thrown_a * a.volleys + thrown_d;
        va = step.response.volley[0][pair];
        vd = step.response.volley[1][pair];
      }
      if (visit(state_of(a.next[from_a * a.volleys + vd]),
                state_of(d.next[from_d * d.volleys + va])))
        return true;
    }
  }
  return false;
}

/// True where every state of `thrower` can always throw something that weakens every state of
/// `target` for good: then no pair can stall and the search over pairs is not needed.
bool always_threatens(const StepSide& thrower, const StepSide& target) {
  if (!thrower.thrown.empty() || !target.thrown.empty()) return false;
  std::vector<bool> weakens(target.volleys, true);
  for (std::uint32_t v = 0; v < target.volleys; ++v)
    for (std::uint32_t s = target.out; s < target.in_states && weakens[v]; ++s) {
      const std::uint32_t to = state_of(target.next[s * target.volleys + v]);
      if (to >= target.out && target.component[to] >= target.component[s]) weakens[v] = false;
    }
  for (std::uint32_t r = 0; r < thrower.rows; ++r) {
    bool can = false;
    for (std::uint32_t v = 0; v < target.volleys && !can; ++v)
      can = weakens[v] && thrower.chance[(r << thrower.column_bits) + v] > 0;
    if (!can) return false;
  }
  return true;
}

/// The same across the steps of a loop that begins with a roll: from every state of `me` the enemy
/// can always throw something after which it is weaker wherever it goes.
bool always_weakens(const Duel& duel, std::size_t first, std::size_t last, std::size_t me) {
  const Step& step = duel.steps[first];
  const StepSide &target = step.side[me], &thrower = step.side[1 - me];
  if (!thrower.thrown.empty() || !target.thrown.empty() || target.component.empty() ||
      !step.response.empty())
    return false;
  const auto weaker = [&](std::uint32_t from, std::uint32_t to) {
    for (std::size_t his = 0; his < kStances; ++his) {
      const std::size_t mine = target.stance[to];
      const std::uint8_t e = me == 0 ? step.flow[mine][his] : step.flow[his][mine];
      if (e == kNoEdge) continue;
      const Edge& edge = step.edges[e];
      if (edge.step == kNoStep || edge.step < first || edge.step >= last) continue;
      const auto& component = duel.steps[edge.step].side[me].component;
      const std::uint32_t there = state_of(edge.map[me][to]);
      if (there >= component.size() || component[there] >= target.component[from]) return false;
    }
    return true;
  };
  std::vector<bool> weakens(target.volleys, true);
  for (std::uint32_t v = 0; v < target.volleys; ++v)
    for (std::uint32_t s = 0; s < target.in_states && weakens[v]; ++s)
      weakens[v] = weaker(s, state_of(target.next[s * target.volleys + v]));
  for (std::uint32_t r = 0; r < thrower.rows; ++r) {
    bool can = false;
    for (std::uint32_t v = 0; v < target.volleys && !can; ++v)
      can = weakens[v] && thrower.chance[(r << thrower.column_bits) + v] > 0;
    if (!can) return false;
  }
  return true;
}

/// Calls visit(edge) for every edge that a player may choose who must choose here; stops when it
/// returns true. Nothing where he plays the step.
template <class Visit>
std::optional<bool> any_choice(const Duel& duel, std::size_t s, BySide<std::uint32_t> pair,
                               Visit visit) {
  for (const Choice& choice : duel.choices) {
    if (choice.step != s || !choice.must) continue;
    const std::uint64_t offered = choice.offered[pair[choice.of]];
    if (offered == 0) continue;
    for (std::size_t e = 0; e < choice.edges.size(); ++e)
      if ((offered >> e & 1) && visit(duel.steps[s].edges[choice.edges[e]])) return true;
    return false;
  }
  return std::nullopt;
}

}  // namespace

bool mark_stalls(Duel& duel, std::size_t first, std::size_t last,
                 const std::function<std::uint8_t(std::size_t)>& stall_edge, TableWork& work) {
  bool may_stall = false;
  for (std::size_t s = first; s < last; ++s) may_stall |= stall_edge(s) != kNoEdge;
  if (!may_stall) return false;
  if (last == first + 1) {
    const Step& step = duel.steps[first];
    if (step.response.empty() && (always_threatens(step.side[0], step.side[1]) ||
                                  always_threatens(step.side[1], step.side[0])))
      return false;
  } else if (!duel.choices.empty() &&
             (always_weakens(duel, first, last, 0) || always_weakens(duel, first, last, 1))) {
    return false;
  }
  // Backwards from the exits: a pair of states before a step is alive if playing it can lead out of
  // the loop or to a pair that is alive. What stays dead is stalled.
  std::vector<std::vector<bool>> alive;
  for (std::size_t s = first; s < last; ++s) {
    const std::size_t pairs =
        std::size_t{duel.steps[s].side[0].in_states} * duel.steps[s].side[1].in_states;
    if (!work.spend(pairs / kPairsPerUnit)) return false;
    alive.emplace_back(pairs, false);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t s = last; s-- > first;) {
      const Step& step = duel.steps[s];
      const StepSide &a = step.side[0], &d = step.side[1];
      // Weak forces first: those of a repeating step are numbered so, the others as they turned up.
      for (std::uint32_t m = a.out; m < a.in_states; ++m) {
        std::size_t looks = 0;
        for (std::uint32_t n = d.out; n < d.in_states; ++n) {
          const std::uint32_t i = step.repeats ? m : a.in_states - 1 - m + a.out;
          const std::uint32_t j = step.repeats ? n : d.in_states - 1 - n + d.out;
          const std::size_t at = std::size_t{i} * d.in_states + j;
          if (alive[s - first][at]) continue;
          const auto leads_to_life = [&](const Edge& edge, std::uint32_t to_a, std::uint32_t to_d) {
            if (edge.step == kNoStep || edge.step < first || edge.step >= last) return true;
            const std::size_t columns = duel.steps[edge.step].side[1].in_states;
            return bool{alive[edge.step - first]
                             [state_of(edge.map[0][to_a]) * columns + state_of(edge.map[1][to_d])]};
          };
          const std::optional<bool> chosen = any_choice(duel, s, {i, j}, [&](const Edge& edge) {
            ++looks;
            return leads_to_life(edge, i, j);
          });
          const bool lives =
              chosen ? *chosen
                     : any_successor(step, i, j, [&](std::uint32_t to_a, std::uint32_t to_d) {
                         ++looks;
                         if (step.repeats && to_a >= a.out && to_d >= d.out)
                           return bool{alive[s - first][std::size_t{to_a} * d.in_states + to_d]};
                         const std::uint8_t e = step.flow[a.stance[to_a]][d.stance[to_d]];
                         if (e == kNoEdge) return false;  // a pair that cannot meet
                         return leads_to_life(step.edges[e], to_a, to_d);
                       });
          if (lives) {
            alive[s - first][at] = true;
            changed = true;
          }
        }
        if (!work.spend(looks / kPairsPerUnit)) return false;
      }
    }
  }
  bool marked = false;
  for (std::size_t s = first; s < last; ++s) {
    Step& step = duel.steps[s];
    const StepSide &a = step.side[0], &d = step.side[1];
    if (stall_edge(s) == kNoEdge) continue;
    std::vector<std::uint8_t> early(alive[s - first].size(), kNoEdge);
    bool any = false;
    for (std::uint32_t i = a.out; i < a.in_states; ++i)
      for (std::uint32_t j = d.out; j < d.in_states; ++j)
        if (const std::size_t at = std::size_t{i} * d.in_states + j; !alive[s - first][at]) {
          early[at] = stall_edge(s);
          any = true;
        }
    if (any) step.early = std::move(early);
    marked |= any;
  }
  return marked;
}

}  // namespace broadside
