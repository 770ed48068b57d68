#pragma once
// Question: what are the tables of one battle?
//
// A battle is a list of steps. In a step each side draws a volley from the row of its present state
// and then follows the transition that the enemy's volley causes: two small automata that exchange
// volleys and never meet in a table. `compile` fills these tables from the rules of a game,
// `kernel` samples them, `sim/exact` solves them.
//
// Numbering, so that the loops stay small:
// - A step that repeats (a combat round) has its states in one list: those numbered below `out` have
//   left the fight, the others may fight another round. A smaller number is never stronger: every
//   transition goes down or stays, except inside a component (see `component`), which only repairs
//   can make larger than one state.
// - A step that happens once numbers the states before it and after it separately.
// - Rows are shared: states that throw alike have the same row.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/side.hpp"
#include "core/tables/ending.hpp"

namespace broadside {

/// A state number in the low half and the number of its throwing row in the high half, so that a
/// transition yields both.
using Cell = std::uint32_t;
constexpr Cell make_cell(std::uint32_t state, std::uint32_t row) noexcept {
  return state | row << 16;
}
constexpr std::uint32_t state_of(Cell cell) noexcept { return cell & 0xffff; }
constexpr std::uint32_t row_of(Cell cell) noexcept { return cell >> 16; }
inline constexpr std::uint32_t kMaxStates = 0x10000;

/// What one side does in one step.
struct StepSide {
  // Throwing. A row has 2^column_bits columns, one for each thing it may throw. Where throwing changes the
  // thrower (`thrown` is not empty) columns are local to their row: a row is as wide as what it
  // can lead to. Elsewhere column number = volley number.
  std::uint32_t column_bits = 1;
  std::uint32_t rows = 0;
  std::vector<double> chance;  ///< [row << column_bits | column], the exact law
  /// Same shape: threshold in the high bits, other column in the low column_bits
  std::vector<std::uint32_t> alias;
  /// The next 32 bits of each threshold, looked at only on a tie
  std::vector<std::uint32_t> refine;
  /// Where throwing changes the thrower (a card is spent), same shape as chance: volley in the low
  /// half, own state after throwing in the high half, each pair once a row. Empty where it does
  /// not; then the column is the volley and the state stays.
  std::vector<std::uint32_t> thrown;

  std::vector<std::uint32_t> row;  ///< by state before the step: its row (the high half of a Cell)

  // What the enemy may look at: its row number is increased by feature[my state]. Empty = nothing.
  std::vector<std::uint32_t> feature;

  // Absorbing: next[state * volleys + enemy volley].
  std::uint32_t volleys = 1;         ///< how many volleys the enemy has in this step
  std::vector<Cell> next;            ///< for a repeating step with the row, otherwise the row is 0
  std::uint32_t in_states = 0;       ///< states that may begin the step (repeating: all of them)
  std::uint32_t out_states = 0;      ///< states after the step (repeating: the same list)
  std::uint32_t out = 0;             ///< repeating: states below this have left the fight
  std::vector<std::uint8_t> stance;  ///< by state after the step: which flow to take
  /// Repeating or in a loop: by state before the step, the number of its strongly connected
  /// component. Transitions lead to the same number or a smaller one (across all steps of a loop).
  std::vector<std::uint32_t> component;
  bool ladder = false;  ///< repeating: next state = max(state - volley, 0)
};

inline constexpr int kStances = 4;  ///< 0 = out of the fight, all others in it
inline constexpr std::uint16_t kNoStep = 0xffff;
inline constexpr std::uint8_t kNoEdge = 0xff;  ///< a pair of stances that cannot happen

/// Where a battle goes from a step: to another step, or to an ending.
struct Edge {
  std::uint16_t step = kNoStep;
  std::uint16_t ending = 0;  ///< where step == kNoStep
  /// By own state after the step: the Cell in the next step, or the number of the final force.
  BySide<std::vector<std::uint32_t>> map;
};

/// A volley may grow because of the enemy's (one more hit if he hit). By side, the volley that
/// takes effect, for the pair [attacker's volley * side[0].volleys + defender's volley]. Either
/// both are filled or none.
struct Response {
  BySide<std::vector<std::uint32_t>> volley;
  bool empty() const noexcept { return volley[0].empty() && volley[1].empty(); }
};

struct Step {
  std::string name;         ///< "space combat"
  std::string stage;        ///< "space combat"
  bool repeats = false;     ///< again while both sides are in the fight (stance not 0)
  bool is_round = false;    ///< counts as a round of its stage
  bool ends_round = false;  ///< shared rounds: is played once in each of them
  BySide<StepSide> side;
  Response response;
  /// [attacker stance][defender stance] -> edge
  std::array<std::array<std::uint8_t, kStances>, kStances> flow{};
  std::vector<Edge> edges;
  /// Pairs of states [attacker's before the step * defender's in_states + defender's] that leave
  /// without playing it: by which edge, or kNoEdge. Empty where there are none. Two uses: nothing
  /// can ever change again (a stalemate, never a hidden limit on rounds), and a decision that looks
  /// at both forces. Such an edge maps the states before the step.
  std::vector<std::uint8_t> early;
  /// Steps of one round that repeat together (round, then what its losses trigger, then the next
  /// round): the first of them. kNoStep where the battle cannot come back to this step.
  std::uint16_t loop = kNoStep;
};

/// A side that leaves when its chance to win falls below a limit. Solved, not guessed: sim/exact
/// fills Step::early from it.
struct Decision {
  std::uint16_t step = 0;  ///< before this step
  Side side{};
  double below = 0;
  std::uint8_t edge = 0;  ///< taken where the chance to win from here is below the limit
};

/// The battle is looked at before this step and goes no further: sim/decide fills Step::early from
/// it, after all decisions.
struct Cut {
  std::uint16_t step = 0;
  std::uint8_t edge = 0;
};

/// What a player decides before a step with both forces in sight: which of these edges is taken. Not
/// known until it has been solved for a goal: sim/best_play fills Step::early from it.
struct Choice {
  std::uint16_t step = 0;
  Side side{};        ///< who decides
  Side of{};          ///< on whose force it depends what there is to choose
  bool must = false;  ///< one of the edges is taken; otherwise the step may be played instead
  std::vector<std::uint8_t> edges;
  /// By state of `of` before the step: bit i = edges[i] is there for it
  std::vector<std::uint64_t> offered;
};

struct Counts;

/// Plays battles by rules that do not fit tables: hidden hands, a deck that both sides draw from.
class DirectPlay {
 public:
  virtual ~DirectPlay() = default;
  /// Plays `battles` (at most kChunkBattles) battles of the stream (seed, chunk) and adds the
  /// results to `counts`, like play_chunk: called once for a chunk, allocating and locking nothing.
  virtual void play(std::uint64_t seed, std::uint64_t chunk, std::uint32_t battles,
                    Counts& counts) const noexcept = 0;
  /// Why there are no tables: "the cards are hidden hands from one deck".
  virtual std::string_view reason() const noexcept = 0;
};

/// One battle, ready to be sampled or solved. Steps lead forward, to themselves (repeats), or back
/// within a loop.
struct Duel {
  std::vector<Step> steps;
  std::vector<Decision> decisions;
  std::vector<Cut> cuts;
  /// Of one step: the last one has the last word, and was made first
  std::vector<Choice> choices;
  BySide<Cell> start{};            ///< in step 0
  std::vector<Ending> endings;     ///< by ending number
  BySide<std::uint32_t> finals{};  ///< how many final forces each side has
  /// Where more final forces are possible than can be listed, `finals` has one that stands for all
  /// of them and they are counted as they are seen (Counts::seen). Their number is made of how many
  /// units of each label are left: by side and label how many values that digit has, the first one
  /// changing fastest. Empty where all are listed.
  BySide<std::vector<std::uint32_t>> digits;
  std::uint32_t incidents = 0;  ///< how many kinds of events are counted along the way
  /// Stages are fought in the same rounds, so the battle has as many as its longest stage.
  /// Otherwise one stage follows the other and their rounds add up.
  bool shares_rounds = false;
  /// A battle that no tables hold is played by its game. Then the steps have names, stages and
  /// nothing else, and only sampling answers.
  std::shared_ptr<const DirectPlay> direct;

  bool lists_finals() const noexcept { return digits[0].empty() && digits[1].empty(); }
};

}  // namespace broadside
