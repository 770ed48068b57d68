#include "core/systems/rebellion/play.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/kernel/kernel.hpp"
#include "core/systems/rebellion/arena.hpp"
#include "core/systems/rebellion/base_fight.hpp"
#include "core/systems/rebellion/cinematic_fight.hpp"
#include "core/systems/rebellion/side_by_side.hpp"

namespace broadside::rebellion {
namespace {

/// Combats that are played side by side, in 56 KB of the stack. 64 are 8 % slower, since the end of
/// a list is a wrong guess too; 256 are no faster.
constexpr std::size_t kAtOnce = 128;

template <class Combat>
void tally(const Arena& arena, const Combat& combat, Counts& counts) noexcept {
  const std::size_t ending = arena.ending_of[combat.close().tag()];
  const bool listed = arena.lists_finals();
  for (Side side : kSides) {
    const std::uint64_t force = combat.final_number(side);
    ++counts.finals[ending][side][listed ? force : 0];
    if (!listed) counts.seen[side].add(force);
  }
  counts.shared_rounds += static_cast<std::uint64_t>(combat.round());
  for (std::size_t t = 0; t < 2; ++t) {
    const std::uint32_t rounds = combat.rounds()[t];
    if (rounds == 0) continue;
    const std::size_t step = arena.step_of[t];
    ++counts.entered[step];
    counts.rounds[step] += rounds;
    ++counts.lengths[step][std::min(rounds, kRoundBins - 1)];
  }
}

/// Plays the battles of a chunk lane by lane, as the table kernel does.
template <class Combat>
void play_lanes(const Arena& arena, std::uint64_t seed, std::uint64_t chunk, std::uint32_t battles,
                Counts& counts) noexcept {
  Silent silent{{counts.incidents.data(),
                 counts.incidents.data() + (Combat::kPlaysCards ? arena.incidents() : 0)}};
  Xoshiro random = lane_stream(seed, chunk, 0);
  SideBySide<Combat, kAtOnce> combats{arena, random, silent};
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    random = lane_stream(seed, chunk, lane);
    combats.play((battles + kLanes - 1 - lane) / kLanes,
                 [&](const auto& combat) { tally(arena, combat, counts); });
  }
  counts.battles += battles;
}

class CardPlay final : public DirectPlay {
 public:
  explicit CardPlay(Arena arena) : arena_(std::move(arena)) { arena_.make_books(); }
  const Arena& arena() const { return arena_; }
  std::string_view reason() const noexcept override { return arena_.reason; }
  void play(std::uint64_t seed, std::uint64_t chunk, std::uint32_t battles,
            Counts& counts) const noexcept override {
    const Reading& reading = arena_.setup.reading;
    const auto lanes =
        reading.cinematic  ? (reading.cards ? &play_lanes<CinematicFight<true, Silent>>
                                            : &play_lanes<CinematicFight<false, Silent>>)
        : arena_.has_books ? (reading.cards ? &play_lanes<BaseFight<true, true, Silent>>
                                            : &play_lanes<BaseFight<false, true, Silent>>)
                           : (reading.cards ? &play_lanes<BaseFight<true, false, Silent>>
                                            : &play_lanes<BaseFight<false, false, Silent>>);
    lanes(arena_, seed, chunk, battles, counts);
  }

 private:
  Arena arena_;
};

void name_marks(const Arena& arena, Battle& battle) {
  if (!arena.setup.reading.cards) return;
  battle.duel.incidents = 2 * arena.incidents();
  for (Side side : kSides) {
    std::vector<std::string> names(arena.incidents());
    if (arena.setup.reading.cinematic)
      for (Theater theater : kBothTheaters)
        for (std::size_t c = 0; c < kAdvancedDeck; ++c)
          for (const bool top : {true, false}) {
            const AdvancedCard& card = advanced_cards(arena.army(side).faction, theater)[c];
            names[at(theater) * 2 * kAdvancedDeck + c * 2 + (top ? 0 : 1)] =
                fmt::format("{}, {} ({})", card.name, top ? "top" : "bottom", name(theater));
          }
    else
      for (std::size_t i = 0; i < kTacticCards; ++i)
        names[i] =
            fmt::format("{} ({})", all_tactic_cards()[i].name, name(all_tactic_cards()[i].theater));
    for (std::string& each : names) battle.incidents.push_back({side, std::move(each)});
  }
}

}  // namespace

std::optional<InputError> prepare_direct(Setup setup, const std::string& reason, Battle& battle) {
  for (Side side : kSides)
    if (setup.army(side).retreat.below >= 0 && setup.army(side).has_leader)
      return InputError{
          fmt::format("a chance to win can be followed only where tables hold the combat: {}",
                      reason),
          fmt::format("{}.policy.retreat", name(side)),
          "name a round, or switch the rule cards off"};
  auto play = std::make_shared<CardPlay>(Arena{std::move(setup), reason});
  const Arena& arena = play->arena();
  for (Side side : kSides)
    if (arena.finals[side] > Arena::kMostFinals)
      return InputError{"the forces that can be left are too many to be numbered",
                        fmt::format("{}.units", name(side)), "fewer units, or fewer types of them"};
  Duel& duel = battle.duel;
  for (Theater theater : kBothTheaters) {
    if (arena.step_of[theater] == Arena::kNoStep) continue;
    Step& step = duel.steps.emplace_back();
    step.name = fmt::format("{} round", name(theater));
    step.stage = theater == Theater::space ? "space combat" : "ground combat";
    step.is_round = true;
  }
  duel.shares_rounds = true;
  duel.endings = arena.endings;
  battle.breakdowns = breakdowns(duel.endings);
  name_marks(arena, battle);
  for (Side side : kSides) {
    const Army& army = arena.army(side);
    std::vector<std::uint32_t> digits;
    for (std::size_t g = 0; g < army.group_count; ++g) digits.push_back(army.groups[g].most + 1u);
    if (!arena.lists_finals()) {
      duel.finals[side] = 1;
      duel.digits[side] = std::move(digits);
      continue;
    }
    duel.finals[side] = static_cast<std::uint32_t>(arena.finals[side]);
    battle.remains[side].reserve(duel.finals[side]);
    for (std::uint32_t number = 0; number < duel.finals[side]; ++number)
      battle.remains[side].push_back(numbered_force(digits, number));
  }
  duel.direct = std::move(play);
  return std::nullopt;
}

}  // namespace broadside::rebellion
