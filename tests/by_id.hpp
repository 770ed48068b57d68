#pragma once
// Question: which entry of a game's table has this id?

#include <algorithm>
#include <string_view>

namespace broadside::test {

/// nullptr = none.
template <class Table>
auto by_id(const Table& table, std::string_view id) -> decltype(&*table.begin()) {
  const auto at =
      std::find_if(table.begin(), table.end(), [&](const auto& entry) { return entry.id == id; });
  return at == table.end() ? nullptr : &*at;
}

}  // namespace broadside::test
