#pragma once
// Question: what may happen, and how likely is each of it?
// A finite distribution over values that can be ordered. Rules build these before the first battle;
// the kernel only ever sees the tables made from them.

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace broadside {

template <class T>
class Pmf {
 public:
  using Entry = std::pair<T, double>;

  Pmf() : entries_{{T{}, 1.0}} {}
  explicit Pmf(T certain) : entries_{{std::move(certain), 1.0}} {}
  /// Equal values are merged, zero chances dropped.
  explicit Pmf(std::vector<Entry> entries) : entries_(std::move(entries)) { tidy(); }

  const std::vector<Entry>& entries() const noexcept { return entries_; }
  std::size_t size() const noexcept { return entries_.size(); }
  auto begin() const noexcept { return entries_.begin(); }
  auto end() const noexcept { return entries_.end(); }

  double chance(const T& value) const {
    for (const auto& [v, p] : entries_)
      if (v == value) return p;
    return 0;
  }
  double total() const {
    double sum = 0;
    for (const auto& entry : entries_) sum += entry.second;
    return sum;
  }

  /// The law of f(x).
  template <class F>
  auto map(F f) const {
    using U = decltype(f(entries_.front().first));
    std::vector<std::pair<U, double>> out;
    out.reserve(entries_.size());
    for (const auto& [v, p] : entries_) out.emplace_back(f(v), p);
    return Pmf<U>{std::move(out)};
  }

  /// The law of f(x, y) for independent x and y.
  template <class U, class F>
  auto combine(const Pmf<U>& with, F f) const {
    using V = decltype(f(entries_.front().first, with.entries().front().first));
    std::vector<std::pair<V, double>> out;
    out.reserve(entries_.size() * with.size());
    for (const auto& [a, p] : entries_)
      for (const auto& [b, q] : with) out.emplace_back(f(a, b), p * q);
    return Pmf<V>{std::move(out)};
  }

  /// The law of y where y follows f(x), itself a distribution.
  template <class F>
  auto then(F f) const {
    using P = decltype(f(entries_.front().first));
    std::vector<typename P::Entry> out;
    for (const auto& [v, p] : entries_)
      for (const auto& [w, q] : f(v)) out.emplace_back(w, p * q);
    return P{std::move(out)};
  }

  /// The law of x + y: packed counts add field by field.
  Pmf convolve(const Pmf& with) const {
    if (with.size() == 1 && with.entries_[0].first == T{}) return *this;
    return combine(with, [](const T& a, const T& b) { return static_cast<T>(a + b); });
  }

  /// The law of n independent copies added up.
  Pmf power(int n) const {
    Pmf result, square = *this;
    for (; n > 0; n >>= 1) {
      if (n & 1) result = result.convolve(square);
      if (n > 1) square = square.convolve(square);
    }
    return result;
  }

 private:
  void tidy() {
    const auto before = [](const Entry& a, const Entry& b) { return a.first < b.first; };
    if (!std::is_sorted(entries_.begin(), entries_.end(), before))
      // Equal values add up in the order given.
      std::stable_sort(entries_.begin(), entries_.end(), before);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (kept > 0 && entries_[kept - 1].first == entries_[i].first)
        entries_[kept - 1].second += entries_[i].second;
      else if (kept != i)
        entries_[kept++] = std::move(entries_[i]);
      else
        ++kept;
    }
    entries_.resize(kept);
    std::erase_if(entries_, [](const Entry& e) { return !(e.second > 0); });
    assert(std::abs(total() - 1) < 1e-12);
  }

  std::vector<Entry> entries_;
};

/// Successes of n independent trials.
inline Pmf<std::uint32_t> binomial(int n, double p) {
  if (n <= 0 || p <= 0) return Pmf<std::uint32_t>{0};
  if (p >= 1) return Pmf<std::uint32_t>{static_cast<std::uint32_t>(n)};
  // One trial at a time: every term is a sum of positive products, so no digits are lost however
  // small it is.
  std::vector<double> law(static_cast<std::size_t>(n) + 1, 0.0);
  law[0] = 1;
  for (int trial = 1; trial <= n; ++trial)
    for (int k = trial; k >= 0; --k) {
      const auto at = static_cast<std::size_t>(k);
      law[at] = law[at] * (1 - p) + (k > 0 ? law[at - 1] * p : 0.0);
    }
  std::vector<Pmf<std::uint32_t>::Entry> entries;
  for (std::size_t k = 0; k < law.size(); ++k)
    entries.emplace_back(static_cast<std::uint32_t>(k), law[k]);
  return Pmf<std::uint32_t>{std::move(entries)};
}

}  // namespace broadside
