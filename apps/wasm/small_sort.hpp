#pragma once
// Question: how are things sorted in little code?
//
// libc++ makes two kilobytes of every sort, for tables that here have a dozen rows; together they
// were a thirtieth of what a visitor loads. Included before every file (packages.cmake), this
// offers libc++-19's std::sort and std::stable_sort a way that fits them better than their own.
// Whoever sorts may not ask in which order std::sort leaves equals: other compilers differ too.

#include <cstddef>
#include <iterator>
#include <new>
#include <utility>

namespace broadside::small {

/// Insertion, over ever smaller distances (Shell 1959, Knuth's steps).
template <class T, class Less>
void sort(T* const first, std::ptrdiff_t size, Less& less, std::ptrdiff_t step) {
  for (; step > 0; step /= 3)
    for (std::ptrdiff_t i = step; i < size; ++i) {
      T moved = std::move(first[i]);
      std::ptrdiff_t at = i;
      for (; at >= step && less(moved, first[at - step]); at -= step)
        first[at] = std::move(first[at - step]);
      first[at] = std::move(moved);
    }
}

/// By merging; the room is for as many as are sorted.
template <class T, class Less>
void merge_sort(T* const first, std::ptrdiff_t size, Less& less, T* const room) {
  if (size <= 8) return small::sort(first, size, less, 1);
  const std::ptrdiff_t half = size / 2;
  merge_sort(first, half, less, room);
  merge_sort(first + half, size - half, less, room);
  for (std::ptrdiff_t i = 0; i < half; ++i) ::new (room + i) T(std::move(first[i]));
  T *to = first, *upper = first + half;
  for (T* lower = room; lower != room + half; ++to) {
    const bool is_upper = upper != first + size && less(*upper, *lower);
    *to = std::move(is_upper ? *upper++ : *lower++);
  }
  for (std::ptrdiff_t i = 0; i < half; ++i) room[i].~T();
}

}  // namespace broadside::small

_LIBCPP_BEGIN_NAMESPACE_STD  // NOLINTBEGIN: where std::sort looks for what fits best

    template <class, class T, class Less>
    void __sort_dispatch(T* first, T* last, Less& less) {
  std::ptrdiff_t step = 1;
  while (step < (last - first) / 3) step = 3 * step + 1;
  broadside::small::sort(first, last - first, less, step);
}

template <class, class Less, class T>
void __stable_sort(T* first, T*, Less less, std::ptrdiff_t size, T* room, std::ptrdiff_t places) {
  if (places < size)
    broadside::small::sort(first, size, less, 1);
  else
    broadside::small::merge_sort(first, size, less, room);
}

template <class Policy, class Less, class T>
void __stable_sort(__wrap_iter<T*> first, __wrap_iter<T*> last, Less less, std::ptrdiff_t size,
                   T* room, std::ptrdiff_t places) {
  std::__stable_sort<Policy, Less>(std::__unwrap_iter(first), std::__unwrap_iter(last), less, size,
                                   room, places);
}

_LIBCPP_END_NAMESPACE_STD  // NOLINTEND
