#pragma once
// Question: how much may it cost to make the tables of a battle?
//
// Counted in work, never in seconds, so that every machine takes and refuses the same battles.

#include <cstddef>
#include <functional>
#include <utility>

#include "core/scenario/result.hpp"

namespace broadside {

/// What to say where somebody wanted the answer before there was any.
inline InputError stopped_too_early() {
  return {"stopped before there was an answer", "", "a smaller question, or more time"};
}

struct TableLimits {
  /// A unit is one force confronted with one volley: some 20 ns and 10 bytes. 12 million are a
  /// second at the most and less than 200 MB; the largest fleets that two boxes hold take
  /// 0.6 million.
  double work = 12e6;
  /// Of all forces that the tables know, which are large where a side fights for several planets.
  /// What finds them again and makes room for more takes two to three times as much.
  double bytes_of_forces = 80e6;
  /// Whether somebody no longer waits for the tables; may be empty. Asked now and then: cheap.
  std::function<bool()> stop{};
};

/// What has been spent of it. Whoever finds it spent leaves off; what there is then is of no use.
class TableWork {
 public:
  explicit TableWork(TableLimits limits) : limits_(std::move(limits)) {}

  /// Whether so much more may be done.
  bool spend(std::size_t units) {
    spent_ += static_cast<double>(units);
    if (spent_ > limits_.work) over_ = true;
    if (spent_ >= look_) {
      look_ = spent_ + kLookAfter;
      if (limits_.stop && limits_.stop()) stopped_ = true;
    }
    return go_on();
  }
  /// So many bytes of forces more are held.
  void hold(std::size_t bytes) noexcept {
    held_ += static_cast<double>(bytes);
    if (held_ > limits_.bytes_of_forces) over_ = true;
  }
  void exceed() noexcept { over_ = true; }

  bool go_on() const noexcept { return !over_ && !stopped_; }
  bool stopped() const noexcept { return stopped_; }

 private:
  static constexpr double kLookAfter = 1e5;  // a few milliseconds
  TableLimits limits_;
  double spent_ = 0, held_ = 0, look_ = kLookAfter;
  bool over_ = false, stopped_ = false;
};

}  // namespace broadside
