#include "core/kernel/seen_forces.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace broadside {

void SeenForces::make_room(std::size_t more) {
  // Never a table of one: once that is taken, who looks for another force would look for ever.
  const std::size_t wanted = std::bit_ceil(std::max<std::size_t>(2 * (size_ + more), 2));
  if (wanted <= table_.size()) return;
  const std::vector<Seen> known = std::exchange(table_, std::vector<Seen>(wanted));
  size_ = 0;
  for (const Seen& each : known)
    if (each.force != kFree) add(each.force, each.count);
}

void SeenForces::add(const SeenForces& more) {
  make_room(more.size_);
  for (const Seen& each : more.table_)
    if (each.force != kFree) add(each.force, each.count);
}

std::vector<SeenForces::Seen> SeenForces::list() const {
  std::vector<Seen> known;
  known.reserve(size_);
  for (const Seen& each : table_)
    if (each.force != kFree) known.push_back(each);
  std::sort(known.begin(), known.end(),
            [](const Seen& a, const Seen& b) { return a.force < b.force; });
  return known;
}

}  // namespace broadside
