#include "stats/survivors.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <tuple>

namespace broadside {
namespace {

struct Group {
  const Remains* left;
  double weight;
};

/// More left comes first, then less damaged.
bool ahead(const Remains& a, const Remains& b) {
  return std::tie(b.count, a.damaged) < std::tie(a.count, b.damaged);
}

std::vector<Group> group_equal(std::span<const Remains> remains, std::span<const double> weight) {
  std::vector<Group> groups;
  for (std::size_t f = 0; f < remains.size(); ++f)
    if (weight[f] > 0) groups.push_back({&remains[f], weight[f]});
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Group& a, const Group& b) { return ahead(*a.left, *b.left); });
  std::size_t kept = 0;
  for (std::size_t g = 1; g < groups.size(); ++g) {
    if (ahead(*groups[kept].left, *groups[g].left))
      groups[++kept] = groups[g];
    else
      groups[kept].weight += groups[g].weight;
  }
  if (!groups.empty()) groups.resize(kept + 1);
  return groups;
}

std::vector<UnitCount> named(std::span<const UnitLabel> labels,
                             const std::vector<std::uint8_t>& counts) {
  std::vector<UnitCount> units;
  for (std::size_t u = 0; u < labels.size(); ++u)
    if (counts[u] > 0) units.push_back({labels[u].type, counts[u]});
  return units;
}

TypeTail tail(const UnitLabel& label, std::size_t u, std::span<const Group> groups, double total) {
  std::vector<double> weight(static_cast<std::size_t>(label.start) + 1);
  for (const Group& group : groups) {
    const std::size_t left = group.left->count[u];
    if (left >= weight.size()) weight.resize(left + 1);  // some effects add units
    weight[left] += group.weight;
  }
  TypeTail result{label.type, std::vector<double>(weight.size()),
                  std::vector<double>(weight.size())};
  // From the top, where the weights are small: counts stay integers, chances lose no digits
  double above = 0;
  for (std::size_t n = weight.size(); n-- > 0;) {
    above += weight[n];
    result.p[n] = weight[n] / total;
    result.at_least[n] = std::min(1.0, above / total);
  }
  return result;
}

/// The first `most` groups, likeliest first.
std::vector<SurvivorRow> rows(std::span<const UnitLabel> labels, std::vector<Group> groups,
                              double total, std::size_t most) {
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Group& a, const Group& b) { return a.weight > b.weight; });
  if (groups.size() > most)
    groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(most), groups.end());
  std::vector<SurvivorRow> rows;
  for (const Group& group : groups)
    rows.push_back({named(labels, group.left->count), named(labels, group.left->damaged),
                    group.weight / total});
  return rows;
}

}  // namespace

double SideReport::brought(std::size_t unit) const {
  return units[unit].start + (placed.empty() ? 0 : placed[unit]);
}

double SideReport::worth() const {
  double all = 0;
  for (std::size_t u = 0; u < units.size(); ++u) all += units[u].resources * brought(u);
  return all;
}

SideReport side_report(std::span<const UnitLabel> labels, std::span<const Remains> remains,
                       std::span<const double> weight, double total) {
  assert(remains.size() == weight.size() && total > 0);
  std::vector<Group> groups = group_equal(remains, weight);

  SideReport report;
  report.units.assign(labels.begin(), labels.end());
  for (std::size_t u = 0; u < labels.size(); ++u) {
    // Weighted losses, not start minus mean: no cancellation where losses are rare
    double lost = 0;
    for (const Group& group : groups)
      lost += group.weight * (labels[u].start - group.left->count[u]);
    double placed = 0;
    for (std::size_t f = 0; f < remains.size(); ++f)
      if (!remains[f].placed.empty()) placed += weight[f] * remains[f].placed[u];
    lost = std::max(0.0, (lost + placed) / total);
    if (placed > 0) report.placed.resize(labels.size());
    if (placed > 0) report.placed[u] = placed / total;
    report.types.push_back(tail(labels[u], u, groups, total));
    report.lost_units.emplace_back(labels[u].type, lost);
    report.lost_resources += lost * labels[u].resources;
  }
  report.survivors = rows(labels, groups, total, groups.size());
  return report;
}

std::vector<SurvivorRow> likeliest(std::span<const UnitLabel> labels,
                                   std::span<const Remains> remains, std::span<const double> weight,
                                   double total, std::size_t most) {
  return rows(labels, group_equal(remains, weight), total, most);
}

double expected_loss(std::span<const UnitLabel> labels, std::span<const Remains> remains,
                     std::span<const double> weight, double total) {
  double worth = 0;
  for (std::size_t u = 0; u < labels.size(); ++u) {
    double lost = 0;
    for (std::size_t f = 0; f < remains.size(); ++f) {
      const int placed = remains[f].placed.empty() ? 0 : remains[f].placed[u];
      lost += weight[f] * (labels[u].start + placed - remains[f].count[u]);
    }
    worth += std::max(0.0, lost / total) * labels[u].resources;
  }
  return worth;
}

}  // namespace broadside
