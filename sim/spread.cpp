#include "sim/spread.hpp"

namespace broadside {

Spread::Spread(const Step& step)
    : step_(step),
      throws_{Throws{step.side[0]}, Throws{step.side[1]}},
      width_(step.side[1].out_states),
      group_of_(step.side[1].in_states, kNone),
      tables_(step.side[0].rows),
      dense_(step.side[1].out_states),
      place_of_target_(step.side[0].out_states, kNone) {
  const StepSide& defender = step.side[1];
  std::vector<std::uint32_t> group_of_row(defender.rows, kNone);
  for (std::uint32_t d = defender.out; d < defender.in_states; ++d) {
    std::uint32_t& group = group_of_row[defender.row[d]];
    if (group == kNone) group = static_cast<std::uint32_t>(groups_++);
    group_of_[d] = group;
  }
  sum_of_group_.assign(groups_, kNone);
}

void Spread::trim() {
  most_bytes_ =
      std::max(most_bytes_, law_bytes_ + (values_.size() + chances_.size()) * sizeof(double));
  if (law_bytes_ <= kMostLawBytes) return;
  for (RunLaws& laws : tables_) laws = {};
  law_bytes_ = 0;
}

void Spread::begin(AttackerRow& row, std::uint32_t attacker) {
  row.attacker = attacker;
  row.mass.clear();
  row.law.resize(groups_);
  for (PointLaw& law : row.law) law.known = false;
  row.points.resize(throws_[1].size());
  RunLaws& laws = tables_[step_.side[0].row[attacker]];
  if (laws.empty()) {
    laws = RunLaws{step_.side[1].in_states, step_.side[1].volleys};
    law_bytes_ += step_.side[1].in_states * sizeof(RunLaw);
  }
  row.defenders = &laws;
}

/// The masses of defender states that throw alike, carried to the defender's next states and added
/// up.
void Spread::sum_up(const AttackerRow& row) {
  sums_.clear();
  const RunLaws& laws = *row.defenders;
  const std::size_t blocks = width_ / kBlock + 1;
  for (const auto& [defender, mass] : row.mass) {
    std::uint32_t& number = sum_of_group_[group_of_[defender]];
    if (number == kNone) {
      number = static_cast<std::uint32_t>(sums_.size());
      sums_.push_back({group_of_[defender], 0.0});
      const std::size_t bundles = number / kSumsAtOnce + 1;
      if (values_.size() < bundles * kSumsAtOnce * width_) {
        values_.resize(bundles * kSumsAtOnce * width_);
        block_in_use_.resize(bundles * blocks);
      }
    }
    sums_[number].total += mass;
    std::uint8_t* const in_use = block_in_use_.data() + number / kSumsAtOnce * blocks;
    for (const RunLaw::Run& run : laws.runs(laws[defender])) {
      add_scaled(values(number) + run.first, laws.chances(run), run.size, mass);
      for (std::size_t b = run.first / kBlock; b <= (run.first + run.size - 1) / kBlock; ++b)
        in_use[b] = 1;
    }
  }
  find_columns();
}

void Spread::find_columns() {
  const std::size_t blocks = width_ / kBlock + 1;
  bundles_.clear();
  columns_.clear();
  columns_in_use_ = 0;
  for (std::size_t bundle = 0; bundle * kSumsAtOnce < sums_.size(); ++bundle) {
    const std::size_t first_columns = columns_.size();
    std::uint8_t* const in_use = block_in_use_.data() + bundle * blocks;
    for (std::size_t b = 0; b < blocks; ++b) {
      if (!in_use[b]) continue;
      in_use[b] = 0;  // for the next push
      const auto first = static_cast<std::uint32_t>(b * kBlock);
      const auto last = static_cast<std::uint32_t>(std::min((b + 1) * kBlock, width_));
      if (columns_.size() > first_columns && columns_.back().second == first)
        columns_.back().second = last;
      else
        columns_.emplace_back(first, last);
      columns_in_use_ += kSumsAtOnce * (last - first);
    }
    bundles_.push_back({first_columns, columns_.size()});
  }
}

/// The attacker's moves by where they lead.
double Spread::collect_terms(const AttackerRow& row, double least) {
  double left_out = 0;
  targets_.clear();
  const std::size_t stride = kSumsAtOnce * bundles_.size();
  for (std::size_t s = 0; s < sums_.size(); ++s) {
    const auto [group, total] = sums_[s];
    sum_of_group_[group] = kNone;  // for the next push
    for (const PointLaw::Point& point : row.law[group].moves) {
      if (point.chance * total < least) {
        left_out += point.chance * total;
        continue;
      }
      std::uint32_t& place = place_of_target_[point.state];
      if (place == kNone) {
        place = static_cast<std::uint32_t>(targets_.size());
        targets_.push_back(point.state);
        const std::size_t first = place * stride;
        if (chances_.size() < first + stride) chances_.resize(first + stride);
        std::fill_n(chances_.begin() + static_cast<std::ptrdiff_t>(first), stride, 0.0);
      }
      chances_[place * stride + s] += point.chance;
    }
  }
  for (const std::uint32_t state : targets_) place_of_target_[state] = kNone;
  return left_out;
}

namespace {

/// Four sums at once, so that the target is loaded and stored once for them; added one after the
/// other, so that the order does not depend on that.
void add_four(double* __restrict to, const double* sums, std::size_t width, const double* by,
              std::size_t first, std::size_t last) {
  const double *const a = sums, *const b = a + width, *const c = b + width, *const d = c + width;
  const double by_a = by[0], by_b = by[1], by_c = by[2], by_d = by[3];
  for (std::size_t i = first; i < last; ++i)
    to[i] = (((to[i] + by_a * a[i]) + by_b * b[i]) + by_c * c[i]) + by_d * d[i];
}

}  // namespace

/// A bundle after the other, each for all targets while it is in the first-level cache.
void Spread::add_products(std::size_t first_target, std::size_t last_target) const {
  static_assert(kSumsAtOnce == 4);
  const std::size_t stride = kSumsAtOnce * bundles_.size();
  for (std::size_t bundle = 0; bundle < bundles_.size(); ++bundle) {
    const double* const sums = values(bundle * kSumsAtOnce);
    for (std::size_t t = first_target; t < last_target; ++t) {
      const double* const by = chances_.data() + t * stride + bundle * kSumsAtOnce;
      if (by[0] + by[1] + by[2] + by[3] <= 0) continue;
      for (std::size_t at = bundles_[bundle].first_columns; at < bundles_[bundle].last_columns;
           ++at)
        add_four(target_rows_[t], sums, width_, by, columns_[at].first, columns_[at].second);
    }
  }
}

void Spread::clear_sums() {
  for (std::size_t bundle = 0; bundle < bundles_.size(); ++bundle)
    for (std::size_t at = bundles_[bundle].first_columns; at < bundles_[bundle].last_columns; ++at)
      for (std::size_t s = bundle * kSumsAtOnce; s < (bundle + 1) * kSumsAtOnce; ++s)
        std::fill(values(s) + columns_[at].first, values(s) + columns_[at].second, 0.0);
}

}  // namespace broadside
