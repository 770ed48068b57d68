#pragma once
// Question: which states can come back to each other?

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "core/tables/index.hpp"

namespace broadside::detail {

/// Strongly connected components, numbered so that every transition leads to the same or a smaller
/// number (Tarjan 1972, without recursion: a long ladder must not overflow a browser's stack).
/// targets(v) lists the successors of v.
template <class Targets>
List<std::uint32_t> components(std::uint32_t nodes, Targets targets, Memory memory) {
  List<std::uint32_t> order(nodes, kNoNumber, memory), low(nodes, 0, memory),
      component(nodes, kNoNumber, memory), stack(memory);
  List<std::pair<std::uint32_t, std::size_t>> path(memory);  // node, next successor to look at
  std::uint32_t clock = 0, count = 0;
  // From the first state on: the strongest state is found first and so numbered last.
  for (std::uint32_t root = 0; root < nodes; ++root) {
    if (order[root] != kNoNumber) continue;
    path.emplace_back(root, 0);
    while (!path.empty()) {
      const std::uint32_t v = path.back().first;
      if (order[v] == kNoNumber) {
        order[v] = low[v] = clock++;
        stack.push_back(v);
      }
      const std::span<const std::uint32_t> next = targets(v);
      bool deeper = false;
      while (path.back().second < next.size()) {
        const std::uint32_t w = next[path.back().second++];
        if (order[w] == kNoNumber) {
          path.emplace_back(w, 0);
          deeper = true;
          break;
        }
        if (component[w] == kNoNumber) low[v] = std::min(low[v], order[w]);
      }
      if (deeper) continue;
      if (low[v] == order[v]) {
        std::uint32_t w = v;
        do {
          w = stack.back();
          stack.pop_back();
          component[w] = count;
        } while (w != v);
        ++count;
      }
      path.pop_back();
      if (!path.empty()) {
        const std::uint32_t parent = path.back().first;
        low[parent] = std::min(low[parent], low[v]);
      }
    }
  }
  return component;
}

}  // namespace broadside::detail
