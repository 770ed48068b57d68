#include "core/kernel/ladder.hpp"

#include <algorithm>
#include <utility>

namespace broadside {
namespace {

class Finder {
 public:
  explicit Finder(const StepSide& side) : side_(side) {}

  std::optional<Ladder> find() {
    if (side_.out != 1 || side_.volleys < 2 || !find_depths()) return std::nullopt;
    ladder_.rung.assign(side_.in_states, 0);
    ladder_.position_of.assign(side_.in_states, 0);
    const std::uint32_t highest = *std::max_element(depth_.begin(), depth_.end());
    ladder_.state.assign((std::size_t{highest} + 1) * kRungs, kNoState);
    taken_.assign(side_.in_states, false);
    for (std::uint32_t s = 0; s < side_.in_states; ++s)
      if (!place(s)) return std::nullopt;
    std::size_t rungs = 1;
    for (std::size_t r = 0; r < taken_.size(); ++r)
      if (taken_[r]) rungs = r + 1;
    ladder_.rung.resize(rungs);
    return std::move(ladder_);
  }

 private:
  std::uint32_t below(std::uint32_t s) const {
    return s == 0 ? 0 : state_of(side_.next[std::size_t{s} * side_.volleys + 1]);
  }

  /// How many single hits each state stands, and whether n hits are n single ones.
  bool find_depths() {
    depth_.assign(side_.in_states, 0);
    for (std::uint32_t s = 1; s < side_.in_states; ++s) {
      if (below(s) >= s || depth_[below(s)] + 1 >= kRungs) return false;
      depth_[s] = depth_[below(s)] + 1;
      std::uint32_t to = s;
      for (std::uint32_t hits = 0; hits < side_.volleys; ++hits, to = below(to))
        if (state_of(side_.next[std::size_t{s} * side_.volleys + hits]) != to) return false;
    }
    return true;
  }

  /// Writes down everything that a battle can meet that enters with state s. False if that
  /// contradicts what another one meets.
  bool place(std::uint32_t s) {
    std::uint32_t cap_at = s;  // the lowest state that still throws what s throws
    while (cap_at != 0 && below(cap_at) != 0 && side_.row[below(cap_at)] == side_.row[s])
      cap_at = below(cap_at);
    const std::uint32_t cap = depth_[cap_at];
    ladder_.position_of[s] = depth_[s] | cap << 16;
    for (std::uint32_t t = s;; t = below(t)) {
      std::uint32_t& state = ladder_.state[place_of(depth_[t] | cap << 16)];
      if (state != kNoState && state != t) return false;
      state = t;
      if (t == 0) return true;
      if (depth_[t] > cap) continue;
      if (taken_[depth_[t]] && ladder_.rung[depth_[t]] != side_.row[t]) return false;
      taken_[depth_[t]] = true;
      ladder_.rung[depth_[t]] = side_.row[t];
    }
  }

  const StepSide& side_;
  std::vector<std::uint32_t> depth_;
  std::vector<bool> taken_;  ///< rungs whose row is known
  Ladder ladder_;
};

}  // namespace

std::optional<Ladder> find_ladder(const StepSide& side) {
  if (!side.thrown.empty() || !side.feature.empty()) return std::nullopt;
  return Finder{side}.find();
}

}  // namespace broadside
