#include "core/systems/rebellion/line.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <set>

namespace broadside::rebellion {
namespace {

bool before(const Troop& a, const Troop& b) noexcept {
  return std::memcmp(a.count.data(), b.count.data(), kCells) < 0;
}

std::uint8_t capped(int value) { return static_cast<std::uint8_t>(std::min(value, 255)); }

}  // namespace

std::unique_ptr<Book> Book::make(const Front& front, const Troop& start, const Digits& digits) {
  std::unique_ptr<Book> book{new Book{front}};
  if (!book->collect(start)) return nullptr;
  book->index();
  for (const Troop& from : book->troops_) {
    Page& page = book->pages_.emplace_back();
    book->write_ways(from, page);
    book->write_state(from, page);
    page.final_number = number_of(front, from, digits);
  }
  return book;
}

/// Every way to stand that can come up; false where there are too many. Whatever happens is made of
/// these: one damage, one unit saved, the lost ones gone.
bool Book::collect(const Troop& start) {
  const auto less = [](const Troop& a, const Troop& b) { return before(a, b); };
  std::set<Troop, decltype(less)> known{less};
  const auto add = [&](const Troop& troop) {
    if (known.insert(troop).second) troops_.push_back(troop);
  };
  add(start);
  for (std::size_t i = 0; i < troops_.size(); ++i) {
    if (troops_.size() > kMostPages) return false;
    const Troop from = troops_[i];
    for (Mask left = from.occupied; left; left &= left - 1) {
      const std::size_t cell = lowest(left);
      Troop to = from;
      if (front_.damageable & bit(cell))
        move_one(to, cell, front_.after[cell][1]);
      else if (front_.doomed & bit(cell))
        save(front_, to, cell);
      else
        remove_one(front_, to, cell);  // a station, by Death Star Plans
      add(to);
    }
    Troop cleared = from;
    clear_doomed(front_, cleared);
    add(cleared);
    // Units that retreat are gone as well.
    for (Mask left = from.occupied; left; left &= left - 1) {
      Troop to = from;
      remove_one(front_, to, lowest(left));
      add(to);
    }
  }
  return troops_.size() <= kMostPages;
}

/// Where everything leads from here.
void Book::write_ways(const Troop& from, Page& page) const {
  const auto after = [&](auto&& change) {
    Troop to = from;
    CellLine line{front_, to};
    change(line);
    return number(to);
  };
  Troop copy = from;
  const CellLine line{front_, copy};
  Excess excess;
  for (std::size_t n = 0; n < page.red.size(); ++n) {
    const int hits = static_cast<int>(n);
    page.red[n] = after([&](CellLine& l) { l.assign({}, {hits, 0, 0, 0}, excess); });
    page.black[n] = after([&](CellLine& l) { l.assign({}, {0, hits, 0, 0}, excess); });
  }
  for (std::size_t n = 0; n < page.direct.size(); ++n)
    page.direct[n] = after([&](CellLine& l) {
      l.assign({}, {0, 0, static_cast<int>(n), 0}, excess);
    });
  const std::uint16_t same = number(from);
  Excess too_much;
  page.one = line.open() ? after([](CellLine& l) { l.hit_one(); }) : same;
  page.two = line.open() ? after([&](CellLine& l) { l.hit_two(too_much); }) : same;
  page.two_bound = too_much.bound[0].beyond > 0 ? too_much.bound[0].cell : kNoCell;
  page.two_units = line.open() ? after([](CellLine& l) { l.hit_two_units(); }) : same;
  page.saved = line.doomed() ? after([](CellLine& l) { l.save_best(); }) : same;
  page.cleared = after([](CellLine& l) { l.clear(); });
}

/// What is asked about a troop.
void Book::write_state(const Troop& from, Page& page) const {
  Troop copy = from;
  const CellLine line{front_, copy};
  const bool open = line.open(), doomed = line.doomed();
  const auto health_in = [&](Mask cells) {
    int sum = 0;
    for (Mask left = from.occupied & cells; left; left &= left - 1)
      sum += from.count[lowest(left)] * front_.remaining[lowest(left)];
    return capped(sum);
  };
  page.red_health = health_in(front_.color[0]);
  page.black_health = health_in(front_.color[1]);
  page.health = health_in(front_.damageable);
  page.first_left = open ? static_cast<std::uint8_t>(line.first_left()) : std::uint8_t{0};
  page.best_dice = doomed ? static_cast<std::uint8_t>(line.best_dice()) : std::uint8_t{0};
  page.one_left = line.one_left();
  page.two_left = line.two_left();
  page.doomed = doomed;
  page.untouchable = line.untouchable();
  page.best_is_black =
      doomed && (front_.doomed_color[1] & bit(highest(from.occupied & front_.doomed))) != 0;
  page.pool = line.pool(0, 0);
  page.attack = from.attack;
  page.empty = from.empty();
  page.most_red = static_cast<std::uint8_t>(most_red_dice(front_, from));
}

void Book::index() {
  slots_.assign(std::bit_ceil(2 * troops_.size()), kFree);
  for (std::size_t number = 0; number < troops_.size(); ++number)
    slots_[slot_of(troops_[number])] = static_cast<std::uint16_t>(number);
}

/// Where the troop is, or where there is room for it.
std::size_t Book::slot_of(const Troop& troop) const noexcept {
  std::array<std::uint64_t, kCells / 8> words;
  std::memcpy(words.data(), troop.count.data(), kCells);
  std::uint64_t hash = 0;
  for (const std::uint64_t word : words) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 32;
  }
  std::size_t slot = hash & (slots_.size() - 1);
  while (slots_[slot] != kFree && troops_[slots_[slot]].count != troop.count)
    slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

std::uint16_t Book::number(const Troop& troop) const noexcept {
  const std::uint16_t number = slots_[slot_of(troop)];
  assert(number != kFree);
  return number;
}

const Page* Book::find(const Troop& troop) const noexcept { return first() + number(troop); }

}  // namespace broadside::rebellion
