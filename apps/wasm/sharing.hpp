#pragma once
// Question: how do several modules that share no memory answer one sampled question together?
//
// Each of them opens it and plays some of its chunks; one adds up what the others hand over and
// reports. Streams are named by chunk, so nobody can tell who played what: the answer is that of
// the command line to the last digit.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/ask/ask.hpp"
#include "core/game.hpp"
#include "sim/engine.hpp"
#include "sim/players.hpp"
#include "sim/stop.hpp"

namespace broadside {

/// Not "shared": sim has a class of that name, for other questions.
class PlayedTogether {
 public:
  /// Nothing where one module has to answer alone (by `ask`): where the battle is solved, where
  /// time ends it, where battles come in pairs, where it is not about one battle or cannot be read.
  static std::unique_ptr<PlayedTogether> open(std::string_view question, const Options& usual);

  /// Battles in all; 0 = nobody knows.
  std::uint64_t planned() const noexcept { return rule_.battles.value_or(0); }

  /// The chunk before which everybody stops next, so that this one can look at what was added up
  /// when `done` chunks were played; `done` itself where that is enough.
  std::uint64_t next_stop(std::uint64_t done) const;

  /// Plays the chunks [first, last).
  void play(std::uint64_t first, std::uint64_t last);

  /// What this one has played since it was last asked.
  std::vector<std::uint64_t> hand_over();

  /// Adds what one of them has handed over; false where it belongs to another battle.
  bool add(std::span<const std::uint64_t> counts);

  /// The answer for all that was added up.
  Answer report() const;

 private:
  PlayedTogether(std::string_view question, const Options& usual, Battle battle,
                 const Options& options);

  const std::string question_;
  const Options usual_;
  const Battle battle_;
  const StopRule rule_;
  const PlainPlayer player_;
  PlainPlayer::Worker worker_;
  Counts total_;
};

}  // namespace broadside
