#pragma once
// Question: which of many candidates can still be the best?
//
// All candidates score the same battles. After each batch those are given up that are certainly
// behind the leader; the true best is ever given up with at most the stated chance of error,
// however many looks there are (see racing.cpp).

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace broadside {

class Race {
 public:
  /// Scores lie in an interval of length `range`.
  Race(std::size_t candidates, double range, double confidence);

  /// Scores of further battles, those of one battle side by side in the order of alive().
  void add(std::span<const double> scores);

  /// Gives up the candidates that are certainly behind; then at least one is left.
  void look();

  const std::vector<std::size_t>& alive() const noexcept { return alive_; }  ///< by number
  std::uint64_t battles() const noexcept { return battles_; }
  double mean(std::size_t place) const;  ///< of alive()[place]
  std::size_t leader() const;            ///< place of the highest mean; the first where they tie

 private:
  double behind(std::size_t leader, std::size_t place, double log_term) const;

  double range_, alpha_;
  std::size_t candidates_;
  std::uint64_t battles_ = 0;
  int looks_ = 0;
  std::vector<std::size_t> alive_;
  std::vector<double> sum_;       ///< by place
  std::vector<double> products_;  ///< by pair of places, the smaller first: sum of score times score
};

}  // namespace broadside
