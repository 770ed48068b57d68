#pragma once
// Question: how do the rules of a game become tables?
//
// compile() walks every force that each side can have at every step, one side at a time, and writes
// the rule functions out as the flat tables of a Duel. It over-approximates: a force is confronted
// with every volley that the enemy can throw in that step, whether or not the two can meet; what
// cannot be reached is simply never drawn.

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/alias.hpp"
#include "core/duel.hpp"
#include "core/pmf.hpp"
#include "core/result.hpp"

namespace broadside {

/// What one side throws at the other in one step: counts of hits of each kind, packed by the game
/// so that volleys add up as integers. 0 = nothing.
using Volley = std::uint32_t;

struct EdgePlan {
  int step = -1;  ///< -1 = the battle ends
  Outcome ending = Outcome::draw;
  std::uint16_t tag = 0;  ///< of the ending
};

/// The shape of a step, before there are tables.
struct StepPlan {
  std::string name, stage;
  bool repeats = false, is_round = false, ends_round = false;
  std::array<bool, 2> throws{};  ///< does this side throw at all?
  std::array<std::uint32_t, 2> features{
      1, 1};  ///< how many features of this side the enemy tells apart
  bool responds = false;
  /// [attacker stance][defender stance] -> edge; kNoEdge = cannot happen, or (repeating, both in
  /// the fight) once more
  std::array<std::array<std::uint8_t, kStances>, kStances> flow = no_flow();
  std::vector<EdgePlan> edges;
  std::uint8_t stall_edge = kNoEdge;  ///< where a battle goes in which nothing can change any more
  std::uint32_t early_edges =
      0;  ///< bit e: edge e is taken before the step, from the forces that begin it
  struct Leave {
    Side side{};
    double below = 0;
    std::uint8_t edge = 0;
  };
  std::vector<Leave>
      leaves;  ///< sides that leave before the step when their chance to win is too small

  static constexpr std::array<std::array<std::uint8_t, kStances>, kStances> no_flow() {
    std::array<std::array<std::uint8_t, kStances>, kStances> none{};
    for (auto& row : none) row.fill(kNoEdge);
    return none;
  }
  bool is_early(std::size_t edge) const { return edge == stall_edge || (early_edges >> edge & 1); }
  /// Adds the edge of a stalemate.
  void stall(EdgePlan edge) {
    stall_edge = static_cast<std::uint8_t>(edges.size());
    edges.push_back(edge);
  }
  /// Adds an edge that a side takes before the step when its chance to win is below the limit.
  void leave_below(Side side, double below, EdgePlan edge) {
    early_edges |= 1u << edges.size();
    leaves.push_back({side, below, static_cast<std::uint8_t>(edges.size())});
    edges.push_back(edge);
  }
  /// Adds an edge for these stances.
  void lead(std::initializer_list<int> attacker, std::initializer_list<int> defender,
            EdgePlan edge) {
    for (int a : attacker)
      for (int d : defender)
        flow[static_cast<std::size_t>(a)][static_cast<std::size_t>(d)] =
            static_cast<std::uint8_t>(edges.size());
    edges.push_back(edge);
  }
};

/// The rules of one battle. Pure functions of forces; `step` is an index into plan().
template <class R>
concept BattleRules = requires(const R& rules, Side side, int step, const typename R::Force& force,
                               Volley volley, std::uint32_t feature, int edge) {
  { rules.plan() } -> std::same_as<const std::vector<StepPlan>&>;
  { rules.start(side) } -> std::same_as<typename R::Force>;
  /// What it may throw, and what throwing did to itself. `feature` is what it sees of the enemy.
  {
    rules.throws(side, step, force, feature)
    } -> std::same_as<Pmf<std::pair<Volley, typename R::Force>>>;
  /// Who dies, who sustains, what is repaired.
  { rules.absorb(side, step, force, volley) } -> std::same_as<typename R::Force>;
  /// After the step: 0 = out of the fight, others in it.
  { rules.stance(side, step, force) } -> std::same_as<int>;
  /// What the enemy sees of this force when he throws: below plan()[step].features[side].
  { rules.feature(side, step, force) } -> std::same_as<std::uint32_t>;
  /// The volleys that take effect when these two were thrown.
  { rules.respond(step, volley, volley) } -> std::same_as<std::pair<Volley, Volley>>;
  /// What happens to a force on its way along an edge: cargo lost with its carriers, marks of the
  /// round wiped.
  { rules.cross(side, step, edge, force) } -> std::same_as<typename R::Force>;
  { hash_value(force) } -> std::same_as<std::size_t>;
  // Rules may also have gave_up(): they have been asked for more than a player wants to wait for
  // and answer only for form's sake since; then there are no tables.
};

/// Rules may also say which forces throw alike: the same laws are then worked out and stored once.
/// No key: throws() is asked for this force. In a step where a side has keys, all its forces have
/// them and throwing changes none.
template <class R>
concept SharesThrows = requires(const R& rules, Side side, int step,
                                const typename R::Force& force) {
  { rules.throw_key(side, step, force) } -> std::same_as<std::optional<typename R::ThrowKey>>;
  { hash_value(std::declval<typename R::ThrowKey>()) } -> std::same_as<std::size_t>;
};

/// Rules may also say that a volley does the same as so many volleys 1, one after the other (and
/// volley 0 nothing): a force is then asked what one hit makes of it, and only that.
template <class R>
concept TakesHitsOneByOne = requires(const R& rules, Side side, int step, Volley volley) {
  { rules.one_by_one(side, step, volley) } -> std::same_as<bool>;
};

template <class Force>
struct Compiled {
  Duel duel;
  std::array<std::vector<Force>, 2> finals;  ///< by final force number
};

namespace detail {

/// Multiplies the words together; the golden ratio spreads small numbers over all bits.
constexpr std::uint64_t chain_hash(std::uint64_t hash, std::uint64_t word) {
  return (std::rotl(hash, 23) ^ word) * 0x9E3779B97F4A7C15u;
}

template <class T>
std::size_t hash_of(const T& value) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<std::size_t>(chain_hash(0, value) >> 29);
  else
    return hash_value(value);
}

template <class T>
bool same(const T& a, const T& b) {
  if constexpr (std::has_unique_object_representations_v<T>)
    return std::memcmp(&a, &b, sizeof(T)) == 0;
  else
    return a == b;
}

/// Where all drafts of one compilation live: they grow in small steps and go together.
using Memory = std::pmr::memory_resource*;
template <class T>
using List = std::pmr::vector<T>;

/// Numbers values in the order in which they turn up. The table of places is open addressing over
/// the list: nothing is allocated for a value.
template <class T>
class Index {
 public:
  explicit Index(Memory memory = std::pmr::get_default_resource())
      : list_(memory), places_(memory) {}
  std::uint32_t add(const T& value) {
    if (places_.size() < 2 * (list_.size() + 1)) grow();
    std::uint32_t& place = places_[find(value)];
    if (place == kFree) {
      place = size();
      list_.push_back(value);
    }
    return place;
  }
  /// The number of a value, or ~0 where it is not known.
  std::uint32_t at(const T& value) const { return places_.empty() ? kFree : places_[find(value)]; }
  const List<T>& list() const { return list_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(list_.size()); }

 private:
  static constexpr std::uint32_t kFree = ~0u;
  std::size_t find(const T& value) const {
    const std::size_t mask = places_.size() - 1;
    std::size_t at = hash_of(value) & mask;
    while (places_[at] != kFree && !same(list_[places_[at]], value)) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    places_.assign(std::max<std::size_t>(32, 2 * places_.size()), kFree);
    list_.reserve(places_.size() / 2);
    for (std::uint32_t i = 0; i < size(); ++i) places_[find(list_[i])] = i;
  }
  List<T> list_;
  List<std::uint32_t> places_;
};

inline constexpr std::uint32_t kNone = ~0u;

/// Strongly connected components, numbered so that every transition leads to the same or a smaller
/// number (Tarjan 1972, without recursion: a long ladder must not overflow a browser's stack).
/// targets(v) lists the successors of v.
template <class Targets>
List<std::uint32_t> components(std::uint32_t nodes, Targets targets, Memory memory) {
  List<std::uint32_t> order(nodes, kNone, memory), low(nodes, 0, memory),
      component(nodes, kNone, memory), stack(memory);
  List<std::pair<std::uint32_t, std::size_t>> path(memory);  // node, next successor to look at
  std::uint32_t clock = 0, count = 0;
  // From the first state on: the strongest state is found first and so numbered last.
  for (std::uint32_t root = 0; root < nodes; ++root) {
    if (order[root] != kNone) continue;
    path.emplace_back(root, 0);
    while (!path.empty()) {
      const std::uint32_t v = path.back().first;
      if (order[v] == kNone) {
        order[v] = low[v] = clock++;
        stack.push_back(v);
      }
      const std::span<const std::uint32_t> next = targets(v);
      bool deeper = false;
      while (path.back().second < next.size()) {
        const std::uint32_t w = next[path.back().second++];
        if (order[w] == kNone) {
          path.emplace_back(w, 0);
          deeper = true;
          break;
        }
        if (component[w] == kNone) low[v] = std::min(low[v], order[w]);
      }
      if (deeper) continue;
      if (low[v] == order[v]) {
        std::uint32_t w;
        do {
          w = stack.back();
          stack.pop_back();
          component[w] = count;
        } while (w != v);
        ++count;
      }
      path.pop_back();
      if (!path.empty()) {
        const std::uint32_t parent = path.back().first;
        low[parent] = std::min(low[parent], low[v]);
      }
    }
  }
  return component;
}

inline constexpr std::uint32_t kNotCrossed = ~0u;

/// Where every volley leads: [row][column], with room for columns that turn up later.
class NextTable {
 public:
  void make_room(std::size_t rows, std::size_t columns) {
    if (columns > stride_) widen(std::max(columns, 2 * stride_));
    filled_.resize(rows);
    cells_.resize(rows * stride_);
  }
  std::uint32_t* row(std::size_t row) { return cells_.data() + row * stride_; }
  /// So many columns of the row are known now.
  void fill(std::size_t row, std::size_t columns) {
    filled_[row] = static_cast<std::uint32_t>(columns);
  }
  std::size_t rows() const { return filled_.size(); }
  std::span<const std::uint32_t> operator[](std::size_t row) const {
    return std::span{cells_}.subspan(row * stride_, filled_[row]);
  }

 private:
  void widen(std::size_t stride) {
    std::vector<std::uint32_t> cells(rows() * stride);
    for (std::size_t r = 0; r < rows(); ++r)
      std::copy_n(row(r), filled_[r], cells.data() + r * stride);
    cells_ = std::move(cells);
    stride_ = stride;
  }
  std::size_t stride_ = 0;
  std::vector<std::uint32_t> cells_, filled_;
};

/// One side of one step while it is being compiled.
template <class Force>
struct SideDraft {
  Memory memory;
  Index<Force> in{memory};     ///< forces that begin the step
  Index<Force> after{memory};  ///< forces after it; a repeating step has only the one list `in`
  struct Thrown {
    std::uint32_t volley;  ///< index into `volleys`
    std::uint32_t mid;     ///< where throwing changes the thrower: into what, index into `mids`
    double chance;
  };
  static constexpr std::uint32_t kNoThrow = ~0u;  ///< a force that has left the fight
  /// What forces throw: blocks of one law for each feature of the enemy. Forces with the same
  /// throw_key share a block.
  List<Thrown> thrown{memory};
  List<std::size_t> law_ends{memory};    ///< [block * features of the enemy + feature + 1]
  List<std::uint32_t> block_of{memory};  ///< by force of `in` that has thrown: its block
  List<std::uint32_t> mid_of{memory};    ///< by force of `in` that has thrown: itself in `mids`
  Index<Force> mids{memory};
  Index<Volley> volleys{memory};  ///< volleys thrown or taking effect; the first is 0
  bool spends = false;            ///< throwing changes the thrower
  NextTable next;                 ///< [mid][enemy volley] -> state after
  /// Where hits are taken one by one. By enemy volley: the volley with one hit less, itself where
  /// it has none, kNone where its hits are taken together. By state after: what one more hit makes
  /// of it, once that has been asked.
  List<std::uint32_t> less_one{memory}, after_one{memory};
  List<std::uint8_t> stance{memory};  ///< by state after
  /// [edge][state] -> force in the next step, or final force
  List<List<std::uint32_t>> crossed{memory};
  List<std::uint32_t> component{memory};  ///< by force of `in`
  List<std::uint32_t> in_to{memory};      ///< by force of `in`: its number in the tables

  explicit SideDraft(Memory where) : memory(where) {
    law_ends.push_back(0);
    volleys.add(0);
  }
  Index<Force>& states(bool repeats) { return repeats ? in : after; }
  std::span<const Thrown> law(std::size_t number) const {
    return std::span{thrown}.subspan(law_ends[number], law_ends[number + 1] - law_ends[number]);
  }
};

inline std::uint32_t bits_for(std::size_t columns) {
  std::uint32_t bits = 1;
  while ((std::size_t{1} << bits) < columns) ++bits;
  return bits;
}

/// Volleys that do the same to every state of the enemy are one volley: hits beyond what he can
/// lose merge.
inline List<std::uint32_t> merge_columns(const NextTable& next, std::size_t columns, bool keep_all,
                                         std::size_t& kept, Memory memory) {
  List<std::uint32_t> to(columns, memory);
  List<std::size_t> keep(memory);
  for (std::size_t c = 0; c < columns; ++c) {
    std::size_t same = keep.size();
    for (std::size_t k = keep.size(); k-- > 0 && !keep_all;) {
      std::size_t row = 0;
      while (row < next.rows() && next[row][c] == next[row][keep[k]]) ++row;
      if (row == next.rows()) {
        same = k;
        break;
      }
    }
    if (same == keep.size()) keep.push_back(c);
    to[c] = static_cast<std::uint32_t>(same);
  }
  kept = keep.size();
  return to;
}

/// A row of a side that throwing changes: (volley and own force after throwing, chance), each once.
using SpentRow = std::vector<std::pair<std::uint32_t, double>>;

/// Volleys that are one to the enemy are one here too, so a row is no wider than what it can lead
/// to. One row for each law.
template <class Force>
std::vector<SpentRow> spent_rows(const SideDraft<Force>& draft,
                                 std::span<const std::uint32_t> volley_to) {
  std::vector<SpentRow> rows(draft.law_ends.size() - 1);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    SpentRow& row = rows[r];
    for (const auto& thrown : draft.law(r))
      row.emplace_back(volley_to[thrown.volley] | thrown.mid << 16, thrown.chance);
    std::stable_sort(row.begin(), row.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < row.size(); ++i)
      if (kept > 0 && row[kept - 1].first == row[i].first)
        row[kept - 1].second += row[i].second;
      else
        row[kept++] = row[i];
    row.resize(kept);
  }
  return rows;
}

/// Finds blocks of rows that are equal bit by bit, so that each is stored once.
class RowBlocks {
 public:
  RowBlocks(StepSide& out, std::size_t block, Memory memory)
      : out_(out), block_(block), places_(memory), first_row_(memory), hashes_(memory) {}

  /// The first row of the block, appended where it is new. `outcome` may be empty.
  std::uint32_t add(std::span<const double> chance, std::span<const std::uint32_t> outcome,
                    std::uint32_t rows) {
    if (places_.size() < 2 * (first_row_.size() + 1)) grow();
    const std::uint64_t hash = hash_block(chance, outcome);
    const std::size_t mask = places_.size() - 1;
    std::size_t at = hash & mask;
    while (places_[at] != kFree &&
           !(hashes_[places_[at]] == hash && equal(places_[at], chance, outcome)))
      at = (at + 1) & mask;
    if (places_[at] != kFree) return first_row_[places_[at]];
    places_[at] = static_cast<std::uint32_t>(first_row_.size());
    first_row_.push_back(out_.rows);
    hashes_.push_back(hash);
    out_.chance.insert(out_.chance.end(), chance.begin(), chance.end());
    out_.outcome.insert(out_.outcome.end(), outcome.begin(), outcome.end());
    out_.rows += rows;
    return first_row_.back();
  }

 private:
  static constexpr std::uint32_t kFree = ~0u;
  static std::uint64_t hash_block(std::span<const double> chance,
                                  std::span<const std::uint32_t> outcome) {
    std::uint64_t hash = 0;
    for (const double p : chance) hash = chain_hash(hash, std::bit_cast<std::uint64_t>(p));
    for (const std::uint32_t both : outcome) hash = chain_hash(hash, both);
    return hash ^ hash >> 29;
  }
  bool equal(std::size_t b, std::span<const double> chance,
             std::span<const std::uint32_t> outcome) const {
    return std::memcmp(out_.chance.data() + b * block_, chance.data(), block_ * sizeof(double)) ==
               0 &&
           (outcome.empty() ||
            std::equal(outcome.begin(), outcome.end(),
                       out_.outcome.begin() + static_cast<std::ptrdiff_t>(b * block_)));
  }
  void grow() {
    places_.assign(std::max<std::size_t>(16, 2 * places_.size()), kFree);
    for (std::uint32_t b = 0; b < hashes_.size(); ++b) {
      std::size_t at = hashes_[b] & (places_.size() - 1);
      while (places_[at] != kFree) at = (at + 1) & (places_.size() - 1);
      places_[at] = b;
    }
  }
  StepSide& out_;
  std::size_t block_;
  List<std::uint32_t> places_, first_row_;
  List<std::uint64_t> hashes_;
};

/// Fills one side's tables of one step; rows that are equal are stored once.
template <class Force>
void write_rows(const SideDraft<Force>& draft, std::span<const std::uint32_t> volley_to,
                std::size_t volley_count, std::uint32_t features, StepSide& out,
                List<std::uint32_t>& row_of_in) {
  std::size_t widest = draft.spends ? 1 : volley_count;
  std::vector<SpentRow> spent;
  if (draft.spends) spent = spent_rows(draft, volley_to);
  for (const SpentRow& row : spent) widest = std::max(widest, row.size());
  out.column_bits = bits_for(widest);
  const std::size_t columns = std::size_t{1} << out.column_bits;

  const std::size_t blocks = (draft.law_ends.size() - 1) / features;
  List<std::uint32_t> row_of_block(blocks, draft.memory);
  List<double> block(features * columns, draft.memory);
  List<std::uint32_t> outcome(draft.spends ? features * columns : 0, draft.memory);
  RowBlocks known{out, block.size(), draft.memory};
  for (std::size_t b = 0; b < blocks; ++b) {
    std::fill(block.begin(), block.end(), 0.0);
    std::fill(outcome.begin(), outcome.end(), 0u);
    for (std::uint32_t f = 0; f < features; ++f) {
      std::size_t column = f * columns;
      if (draft.spends)
        for (const auto& [volley_and_own, chance] : spent[b * features + f]) {
          block[column] = chance;
          outcome[column++] = volley_and_own;
        }
      else
        for (const auto& thrown : draft.law(b * features + f))
          block[column + volley_to[thrown.volley]] += thrown.chance;
    }
    row_of_block[b] = known.add(block, outcome, features);
  }
  row_of_in.assign(draft.in.size(), 0);  // a force that has left the fight throws nothing
  for (std::size_t i = 0; i < draft.block_of.size(); ++i)
    if (draft.block_of[i] != draft.kNoThrow) row_of_in[i] = row_of_block[draft.block_of[i]];
  if (out.rows == 0) {  // nobody ever throws here: one row that yields volley 0
    out.rows = 1;
    out.chance.assign(columns, 0.0);
    out.chance[0] = 1;
  }
  out.alias.resize(out.chance.size());
  out.refine.resize(out.chance.size());
  AliasBuilder alias;
  for (std::uint32_t r = 0; r < out.rows; ++r)
    alias.fill(std::span{out.chance}.subspan(r * columns, columns), out.column_bits,
               std::span{out.alias}.subspan(r * columns, columns),
               std::span{out.refine}.subspan(r * columns, columns));
}

/// May a force with this stance leave along edge e, given the stances that the enemy can have?
inline bool takes_edge(const StepPlan& shape, std::size_t me, std::uint8_t mine,
                       const std::array<bool, kStances>& enemy, std::size_t e) {
  for (std::size_t his = 0; his < kStances; ++his) {
    if (!enemy[his] || (shape.repeats && mine != 0 && his != 0)) continue;
    if ((me == 0 ? shape.flow[mine][his] : shape.flow[his][mine]) == e) return true;
  }
  return false;
}

/// Marks the pairs of states in steps [first, last), a loop, from which no round can ever lead out.
void mark_stalls(Duel& duel, std::size_t first, std::size_t last,
                 const std::function<std::uint8_t(std::size_t)>& stall_edge);

/// Walks the rules of one battle. See compile().
template <BattleRules R>
class Compiler {
  using Force = typename R::Force;

 public:
  explicit Compiler(const R& rules) : rules_(rules), plan_(rules.plan()) {
    drafts_.reserve(plan_.size());
    for (std::size_t s = 0; s < plan_.size(); ++s) drafts_.emplace_back(&memory_);
  }

  Result<Compiled<Force>> run() {
    for (std::size_t me = 0; me < 2; ++me) drafts_[0].side[me].in.add(rules_.start(kSides[me]));
    for (std::size_t s = 0; s < plan_.size(); s = grown_to_) grow_loop(s);
    if constexpr (requires { rules_.gave_up(); })
      if (rules_.gave_up()) return too_large();
    for (const StepDraft& draft : drafts_)
      for (const SideDraft<Force>& side : draft.side)
        if (std::max({side.in.size(), side.after.size(), side.mids.size()}) >= kMaxStates)
          return too_large();
    result_.duel.steps.resize(plan_.size());
    for (std::size_t s = 0; s < plan_.size(); ++s) {
      write_step(s);
      // A Cell numbers states and rows with 16 bits each.
      for (const StepSide& side : result_.duel.steps[s].side)
        if (side.rows > kMaxStates) return too_large();
    }
    for (std::size_t s = 0; s < plan_.size(); ++s) write_edges(s);
    for (std::size_t s = 0; s < plan_.size(); ++s) write_stalls(s);
    for (std::size_t s = 0; s < plan_.size(); ++s)
      for (const auto& leave : plan_[s].leaves)
        result_.duel.decisions.push_back(
            {static_cast<std::uint16_t>(s), leave.side, leave.below, leave.edge});
    Duel& duel = result_.duel;
    for (std::size_t me = 0; me < 2; ++me) {
      const SideDraft<Force>& first = drafts_[0].side[me];
      duel.start[me] = make_cell(first.in_to[0], duel.steps[0].side[me].row[first.in_to[0]]);
      duel.finals[me] = finals_[me].size();
      result_.finals[me].assign(finals_[me].list().begin(), finals_[me].list().end());
    }
    return std::move(result_);
  }

 private:
  static InputError too_large() {
    return {"the battle has too many possible forces for tables", "units",
            "fewer units, or fewer effects that are counted one by one"};
  }

  struct NoKey {
    friend std::size_t hash_value(NoKey) { return 0; }
  };
  static auto key_type() {
    if constexpr (SharesThrows<R>)
      return std::type_identity<typename R::ThrowKey>{};
    else
      return std::type_identity<NoKey>{};
  }
  struct StepDraft {
    using Keys = Index<typename decltype(key_type())::type>;
    std::array<SideDraft<Force>, 2> side;
    std::array<Keys, 2> keys;  ///< key number = block number
    explicit StepDraft(Memory memory)
        : side{SideDraft<Force>{memory}, SideDraft<Force>{memory}},
          keys{Keys{memory}, Keys{memory}} {}
  };

  // --- finding every force
  // -----------------------------------------------------------------------------------

  /// Where the loop that begins with step s ends: behind the last step that leads back to s.
  std::size_t loop_end(std::size_t s) const {
    std::size_t end = s + 1;
    for (std::size_t t = s + 1; t < plan_.size(); ++t)
      for (const EdgePlan& edge : plan_[t].edges)
        if (edge.step == static_cast<int>(s)) end = t + 1;
    return end;
  }

  void grow_loop(std::size_t s) {
    const std::size_t end = loop_end(s);
    bool grew = true;
    while (grew) {
      grew = false;
      for (std::size_t t = s; t < end; ++t) grew |= grow_step(t);
      if (end == s + 1) break;  // one step: grow_step has done all there is
    }
    for (std::size_t t = s; t < end; ++t)
      loop_of_.push_back(end > s + 1 ? static_cast<std::uint16_t>(s) : kNoStep);
    grown_to_ = end;
  }

  /// Throws, absorbs and crosses edges until no new force or volley turns up on either side of this
  /// step.
  bool grow_step(std::size_t s) {
    StepDraft& draft = drafts_[s];
    if (draft.side[0].in.size() == 0 || draft.side[1].in.size() == 0) return false;
    bool any = false;
    for (bool grew = true; grew; any |= grew) {
      grew = false;
      for (std::size_t me = 0; me < 2; ++me) grew |= throw_all(s, me);
      if (plan_[s].responds) add_responses(s);
      for (std::size_t me = 0; me < 2; ++me) grew |= absorb_all(s, me);
    }
    for (std::size_t me = 0; me < 2; ++me) any |= cross_all(s, me);
    return any;
  }

  bool throw_all(std::size_t s, std::size_t me) {
    const StepPlan& plan = plan_[s];
    SideDraft<Force>& mine = drafts_[s].side[me];
    bool grew = false;
    while (mine.block_of.size() < mine.in.size()) {
      grew = true;
      const Force force = mine.in.list()[mine.block_of.size()];
      mine.mid_of.push_back(mine.kNoThrow);
      const bool out = plan.repeats && rules_.stance(kSides[me], static_cast<int>(s), force) == 0;
      mine.block_of.push_back(out ? mine.kNoThrow : block_for(s, me, force));
    }
    return grew;
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
    }
    return next;
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
      if (mine.after_one.size() <= state) mine.after_one.resize(states.size(), kNone);
      if (mine.after_one[state] == kNone)
        mine.after_one[state] = states.add(absorb(states.list()[state], 1));
      return mine.after_one[state];
    };
    mine.next.make_room(mine.mids.size(), against.size());
    for (std::uint32_t m = 0; m < mine.mids.size(); ++m) {
      std::uint32_t* const next = mine.next.row(m);
      const Force& force = mine.mids.list()[m];
      for (std::size_t v = mine.next[m].size(); v < against.size(); ++v) {
        grew = true;
        const std::uint32_t less = mine.less_one[v];
        if (less == kNone)
          next[v] = states.add(absorb(force, against[v]));
        else
          next[v] = less == v ? states.add(force) : hit_once_more(next[less]);
        assert(same(states.list()[next[v]], absorb(force, against[v])));
      }
      mine.next.fill(m, against.size());
    }
    return grew;
  }

  /// SideDraft::less_one of an enemy volley.
  std::uint32_t less_one(std::size_t s, std::size_t me, std::uint32_t volley) const {
    if constexpr (TakesHitsOneByOne<R>) {
      const Index<Volley>& against = drafts_[s].side[1 - me].volleys;
      const Volley hits = against.list()[volley];
      if (!rules_.one_by_one(kSides[me], static_cast<int>(s), hits)) return kNone;
      if (hits == 0) return volley;
      // Only a volley that stands before this one has been taken when this one's turn comes.
      if (const std::uint32_t less = against.at(hits - 1); less < volley) return less;
    }
    return kNone;
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
      for (std::size_t i = 0; i < states.size(); ++i) {
        if (mine.crossed[e][i] != kNotCrossed) continue;
        if (early ? plan.repeats && mine.stance[i] == 0 : !takes[mine.stance[i]]) continue;
        const Force after =
            rules_.cross(kSides[me], static_cast<int>(s), static_cast<int>(e), states[i]);
        const int to = plan.edges[e].step;
        auto& index = to < 0 ? finals_[me] : drafts_[static_cast<std::size_t>(to)].side[me].in;
        mine.crossed[e][i] = index.add(after);
        grew = true;
      }
    }
    return grew;
  }

  // --- numbering and writing
  // ---------------------------------------------------------------------------------

  void write_step(std::size_t s) {
    const StepPlan& plan = plan_[s];
    Step& out = result_.duel.steps[s];
    out.name = plan.name;
    out.stage = plan.stage;
    out.repeats = plan.repeats;
    out.is_round = plan.is_round;
    out.ends_round = plan.ends_round;
    out.flow = plan.flow;
    out.loop = loop_of_[s];
    if (out.loop == s || (out.loop == kNoStep && plan.repeats)) number_components(s);

    std::array<List<std::uint32_t>, 2> volley_to{List<std::uint32_t>{&memory_},
                                                 List<std::uint32_t>{&memory_}};
    std::array<std::size_t, 2> volley_count{};
    for (std::size_t me = 0; me < 2; ++me) {
      const auto& next = drafts_[s].side[me].next;
      const std::size_t columns = drafts_[s].side[1 - me].volleys.size();
      // Where a volley can be answered the answer may tell apart what the tables do not.
      volley_to[1 - me] =
          merge_columns(next, columns, plan.responds, volley_count[1 - me], &memory_);
    }
    for (std::size_t me = 0; me < 2; ++me) write_side(s, me, volley_to, volley_count);
    if (plan.responds) write_response(s);
  }

  /// Components across all steps of the loop that begins at s (or of the one repeating step s).
  void number_components(std::size_t s) {
    const std::size_t end = loop_of_[s] == kNoStep ? s + 1 : loop_end(s);
    for (std::size_t me = 0; me < 2; ++me) {
      // Number of a step's first state among all states of the loop.
      List<std::uint32_t> first(&memory_);
      std::uint32_t nodes = 0;
      for (std::size_t t = s; t < end; ++t) {
        first.push_back(nodes);
        nodes += drafts_[t].side[me].in.size();
      }
      // Successors of every node, one list after the other, each of them once.
      std::vector<std::uint32_t> targets;
      List<std::uint32_t> ends(&memory_), seen_by(nodes, kNone, &memory_);
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
          &memory_);
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
    List<InnerEdge> inner(&memory_);
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
    StepSide& table = result_.duel.steps[s].side[me];
    const auto in_count = mine.in.size(), count = mine.states(plan.repeats).size();

    // A repeating step: states out of the fight first, then by component from weak to strong.
    mine.in_to.resize(in_count);
    for (std::uint32_t i = 0; i < in_count; ++i) mine.in_to[i] = i;
    if (plan.repeats) {
      List<std::uint32_t> order(mine.in_to, &memory_);
      std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::pair{mine.stance[a] != 0, mine.component[a]} <
               std::pair{mine.stance[b] != 0, mine.component[b]};
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

    List<std::uint32_t> row_of_in(&memory_);
    write_rows(mine, volley_to[me], volley_count[me], plan.features[1 - me], table, row_of_in);
    table.row.assign(in_count, 0);
    for (std::uint32_t i = 0; i < in_count; ++i) table.row[mine.in_to[i]] = row_of_in[i];

    // Forces after throwing: without spending they are the forces before, so they take the same
    // numbers.
    List<std::uint32_t> mid_to(mine.mids.size(), &memory_);
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
    if (!table.outcome.empty()) return false;
    for (std::uint32_t i = 1; i < table.in_states; ++i)
      for (std::uint32_t v = 0; v < table.volleys; ++v)
        if (state_of(table.next[i * table.volleys + v]) != (v < i ? i - v : 0)) return false;
    return true;
  }

  void write_response(std::size_t s) {
    auto &a = drafts_[s].side[0], &d = drafts_[s].side[1];
    Response& response = result_.duel.steps[s].response;
    const std::size_t a_count = a.volleys.size(), d_count = d.volleys.size();
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
    Duel& duel = result_.duel;
    for (std::size_t e = 0; e < plan.edges.size(); ++e) {
      const EdgePlan& edge = plan.edges[e];
      Edge to;
      if (edge.step < 0) {
        const Ending ending{edge.ending, edge.tag};
        const auto at = std::find(duel.endings.begin(), duel.endings.end(), ending);
        to.ending = static_cast<std::uint16_t>(at - duel.endings.begin());
        if (at == duel.endings.end()) duel.endings.push_back(ending);
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
      duel.steps[s].edges.push_back(std::move(to));
    }
  }

  Cell cell(std::size_t s, std::size_t me, std::uint32_t in) const {
    const std::uint32_t state = drafts_[s].side[me].in_to[in];
    return make_cell(state, result_.duel.steps[s].side[me].row[state]);
  }

  void write_stalls(std::size_t s) {
    const std::uint16_t loop = loop_of_[s];
    if (loop == kNoStep ? !plan_[s].repeats : loop != s) return;
    mark_stalls(result_.duel, s, loop == kNoStep ? s + 1 : loop_end(s),
                [&](std::size_t t) { return plan_[t].stall_edge; });
  }

  const R& rules_;
  const std::vector<StepPlan>& plan_;
  std::pmr::monotonic_buffer_resource memory_{16 * 1024};
  std::vector<StepDraft> drafts_;
  std::array<Index<Force>, 2> finals_{Index<Force>{&memory_}, Index<Force>{&memory_}};
  std::vector<std::uint16_t> loop_of_;
  std::size_t grown_to_ = 0;
  Compiled<Force> result_;
};

}  // namespace detail

/// The tables of a battle, or an error where it has more states than tables can number.
template <BattleRules R>
Result<Compiled<typename R::Force>> compile(const R& rules) {
  return detail::Compiler<R>{rules}.run();
}

}  // namespace broadside
