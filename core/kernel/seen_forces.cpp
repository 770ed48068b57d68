#include "core/kernel/seen_forces.hpp"

#include <algorithm>
#include <bit>

namespace broadside {

void SeenForces::make_room(std::size_t more) {
  const std::size_t wanted = std::bit_ceil(2 * (size_ + more));
  if (wanted <= table_.size()) return;
  const std::vector<Seen> known = list();
  table_.assign(wanted, {});
  size_ = 0;
  for (const Seen& each : known) add(each.force, each.count);
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
