#include "sim/decide.hpp"

#include <array>
#include <cstddef>
#include <vector>

#include "sim/values.hpp"

namespace broadside {
namespace {

void decide(Duel& duel) {
  const std::array wins{chance_of(duel, Outcome::attacker_win),
                        chance_of(duel, Outcome::defender_win)};
  ValueOptions keep;
  for (const Decision& decision : duel.decisions) keep.keep.push_back(decision.step);
  const BattleValues values{duel, wins, keep};
  for (Side side : kSides)  // the defender last: his announcement comes first
    for (const Decision& decision : duel.decisions) {
      if (decision.side != side) continue;
      Step& step = duel.steps[decision.step];
      const StepSide &a = step.side[0], &d = step.side[1];
      if (step.early.empty()) step.early.assign(std::size_t{a.in_states} * d.in_states, kNoEdge);
      for (std::uint32_t i = a.out; i < a.in_states; ++i)
        for (std::uint32_t j = d.out; j < d.in_states; ++j)
          if (values.at(decision.step, i, j, static_cast<std::size_t>(side)) < decision.below)
            step.early[std::size_t{i} * d.in_states + j] = decision.edge;
    }
}

}  // namespace

void settle_decisions(Duel& duel) {
  std::vector<std::vector<std::uint8_t>> stalled;  // by cut, before anybody decides
  for (const Cut& cut : duel.cuts) stalled.push_back(duel.steps[cut.step].early);
  if (!duel.decisions.empty()) decide(duel);
  for (std::size_t c = 0; c < duel.cuts.size(); ++c) {
    Step& step = duel.steps[duel.cuts[c].step];
    const StepSide &a = step.side[0], &d = step.side[1];
    step.early = std::move(stalled[c]);
    if (step.early.empty()) step.early.assign(std::size_t{a.in_states} * d.in_states, kNoEdge);
    for (std::uint32_t i = a.out; i < a.in_states; ++i)
      for (std::uint32_t j = d.out; j < d.in_states; ++j)
        if (std::uint8_t& edge = step.early[std::size_t{i} * d.in_states + j]; edge == kNoEdge)
          edge = duel.cuts[c].edge;
  }
}

}  // namespace broadside
