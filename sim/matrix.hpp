#pragma once
// Question: how does each of these attackers fare against each of these defenders?
//
// Fleets that differ in nothing but how many units they have are states of one battle, so all their
// cells come out of one backward pass (sim/values); other cells are solved one by one, and sampled
// where nothing solves them. The cells are cut into blocks before anything is solved. What a cell
// comes to, to the last bit, depends on the question and its seed alone: not on threads, nor on who
// solves which block, nor on which blocks are solved at all.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "sim/alike.hpp"
#include "sim/bytes.hpp"
#include "sim/engine.hpp"
#include "sim/work.hpp"

namespace broadside {

class Pieces;

struct MatrixQuestion {
  Scenario scenario;  ///< what holds for every cell; the units of its sides count nothing
  std::vector<SideSpec> attackers, defenders;  ///< whole sides: units, faction, effects, policy
};

/// One attacker against one defender.
struct MatrixCell {
  double attacker_win = 0, draw = 0, defender_win = 0;
  double other = 0;       ///< stalemates, retreats, undecided: all four add up to one
  BySide<double> lost{};  ///< expected, in resources
  double rounds = 0;      ///< expected; not a number where it is not known
  double error = 0;  ///< sampled: half the width of the widest interval of a chance; 0 = solved

  friend bool operator==(const MatrixCell&, const MatrixCell&) = default;
};
/// A cell as numbers, in the order of its members: the layers of a matrix.
inline constexpr std::size_t kCellNumbers = 8;
static_assert(sizeof(MatrixCell) == kCellNumbers * sizeof(double));
template <>
inline constexpr bool kOnlyDoubles<MatrixCell> = true;
/// Names of the layers: attacker_win, draw, ...
std::string_view cell_number_name(std::size_t number);

/// Cells that are worked out together: every pair of these attackers and defenders.
struct MatrixBlock : FleetBlock {
  std::size_t cells() const noexcept { return attackers.size() * defenders.size(); }
};

/// A question cut into blocks. Every cell is in one block.
class MatrixWork {
 public:
  /// An error names the fleet by its place: "attacker 2".
  static Result<MatrixWork> plan(MatrixQuestion question, Options options);

  const std::vector<MatrixBlock>& blocks() const noexcept;
  /// The cells of a block, a row for each of its attackers. Several threads may solve different
  /// blocks at once. `threads` is how many one block may take by itself (0 = all cores). An error,
  /// too, once the stop of the options says so.
  Result<std::vector<MatrixCell>> solve(std::size_t block, int threads = 1) const;

 private:
  struct Inside;
  explicit MatrixWork(std::shared_ptr<const Inside> inside) : inside_(std::move(inside)) {}
  std::shared_ptr<const Inside> inside_;
};

struct Matrix {
  std::size_t attackers = 0, defenders = 0;
  std::vector<MatrixCell> cells;           ///< [attacker * defenders + defender]
  std::size_t passes = 0, one_by_one = 0;  ///< blocks that were shared, cells that were not
  /// Of battles in which each of the first fleets fights once; brief: what holds in all of these
  std::vector<std::string> assumptions{}, notes{}, brief{};

  const MatrixCell& at(std::size_t attacker, std::size_t defender) const {
    return cells[attacker * defenders + defender];
  }
};

/// One battle by itself: solved where that is within the limits of `options`, or sampled, as often as
/// `work` is enough for where nobody says how often (sim/work). Nobody looks at a cell that was
/// stopped: it may be an error, or sampled too little.
Result<MatrixCell> matrix_cell(const ManyFleets& many, std::size_t attacker, std::size_t defender,
                               const Options& options, double work = kMostWork);

struct MatrixProgress {
  std::size_t done = 0, all = 0;  ///< cells
};

/// All blocks, on options.threads threads; those of `pieces` where that is given (a piece is the
/// cells of a block).
Result<Matrix> matrix(const MatrixQuestion& question, const Options& options,
                      const std::function<void(const MatrixProgress&)>& progress = {},
                      Pieces* pieces = nullptr);

}  // namespace broadside
