// What the kernel counts into and works in, and who plays a chunk. Kept apart from kernel.cpp so
// that the kernel's object file can be shown not to allocate and not to call through pointers.
#include "core/kernel/kernel.hpp"

namespace broadside {

void play_chunk(const Duel& duel, std::uint64_t seed, std::uint64_t chunk, std::uint32_t battles,
                Workspace& workspace, Counts& counts, Kernel kernel) noexcept {
  if (duel.direct)
    duel.direct->play(seed, chunk, battles, counts);
  else
    play_tables(duel, seed, chunk, battles, workspace, counts, kernel);
}

Counts::Counts(const Duel& duel)
    : entered(duel.steps.size()),
      rounds(duel.steps.size()),
      lengths(duel.steps.size()),
      incidents(duel.incidents) {
  finals.resize(duel.endings.size());
  for (auto& ending : finals)
    for (std::size_t s = 0; s < 2; ++s) ending[s].assign(duel.finals[s], 0);
  if (!duel.lists_finals())
    for (SeenForces& forces : seen) forces.make_room(kChunkBattles);
}

void Counts::make_room(std::uint32_t more) {
  for (SeenForces& forces : seen) forces.make_room(more);
}

Counts& Counts::operator+=(const Counts& more) {
  const auto add = [](auto& to, const auto& from) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
  };
  battles += more.battles;
  for (std::size_t e = 0; e < finals.size(); ++e)
    for (std::size_t s = 0; s < 2; ++s) add(finals[e][s], more.finals[e][s]);
  for (std::size_t s = 0; s < 2; ++s) seen[s].add(more.seen[s]);
  add(entered, more.entered);
  add(rounds, more.rounds);
  shared_rounds += more.shared_rounds;
  add(incidents, more.incidents);
  for (std::size_t i = 0; i < lengths.size(); ++i) add(lengths[i], more.lengths[i]);
  return *this;
}

namespace {
/// A duel that its game plays itself has steps without tables. The kernel's tables refer to what
/// this returns, so it must not be a copy.
const Duel& with_tables(const Duel& duel) {
  static const Duel kNone;
  return duel.direct ? kNone : duel;
}
}  // namespace

Workspace::Workspace(const Duel& duel, bool ladders)
    : tables_(with_tables(duel), ladders),
      waiting_(duel.direct ? 0 : duel.steps.size()),
      tally_(2 * std::size_t{tables_.keys()}) {
  // A vector form may read a few entries beyond the last.
  for (Queue& queue : waiting_) {
    queue.attacker.resize(kChunkBattles + kLanes);
    queue.defender.resize(kChunkBattles + kLanes);
  }
  start_.attacker.assign(kLanes, tables_.start()[0]);
  start_.defender.assign(kLanes, tables_.start()[1]);
}

}  // namespace broadside
