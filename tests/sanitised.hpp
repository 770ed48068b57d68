#pragma once
// Question: how often does a test repeat what it does, when everything takes ten times as long?

#include "core/sanitised.hpp"

namespace broadside::test {

/// As often as is usual, or as often as a sanitiser bears.
template <class Count>
constexpr Count unless_sanitised(Count usual, Count sanitised) {
  return kSanitised ? sanitised : usual;
}

}  // namespace broadside::test
