#include "core/systems/rebellion/line.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <map>

namespace broadside::rebellion {
namespace {

bool before(const Troop& a, const Troop& b) noexcept {
  return std::memcmp(a.count.data(), b.count.data(), kCells) < 0;
}

std::uint8_t capped(int value) { return static_cast<std::uint8_t>(std::min(value, 255)); }

}  // namespace

std::unique_ptr<Book> Book::make(const Front& front, const Troop& start, const Digits& digits) {
  std::unique_ptr<Book> book{new Book{front}};
  auto& troops = book->troops_;
  const auto less = [](const Troop& a, const Troop& b) { return before(a, b); };
  std::map<Troop, std::uint16_t, decltype(less)> numbers{less};
  const auto add = [&](const Troop& troop) {
    if (numbers.try_emplace(troop, static_cast<std::uint16_t>(troops.size())).second)
      troops.push_back(troop);
  };
  // Whatever happens is made of these: one damage, one unit saved, the lost ones gone.
  add(start);
  for (std::size_t i = 0; i < troops.size(); ++i) {
    if (troops.size() > kMostPages) return nullptr;
    const Troop from = troops[i];
    for (Mask left = from.occupied; left; left &= left - 1) {
      const std::size_t cell = lowest(left);
      Troop to = from;
      if (front.damageable & bit(cell))
        move_one(to, cell, front.after[cell][1]);
      else if (front.doomed & bit(cell))
        save(front, to, cell);
      else
        remove_one(front, to, cell);  // a station, by Death Star Plans
      add(to);
    }
    Troop cleared = from;
    clear_doomed(front, cleared);
    add(cleared);
    // Units that retreat are gone as well.
    for (Mask left = from.occupied; left; left &= left - 1) {
      Troop to = from;
      remove_one(front, to, lowest(left));
      add(to);
    }
  }
  if (troops.size() > kMostPages) return nullptr;

  book->index();
  for (const Troop& from : troops) {
    Page& page = book->pages_.emplace_back();
    const auto after = [&](auto&& change) {
      Troop to = from;
      CellLine line{front, to};
      change(line);
      return numbers.find(to)->second;
    };
    Troop copy = from;
    const CellLine line{front, copy};
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
    const bool open = line.open(), doomed = line.doomed();
    const std::uint16_t same = numbers.find(from)->second;
    Excess too_much;
    page.one = open ? after([](CellLine& l) { l.hit_one(); }) : same;
    page.two = open ? after([&](CellLine& l) { l.hit_two(too_much); }) : same;
    page.two_excess_color = too_much.on[0] ? 1 : too_much.on[1] ? 2 : 0;
    page.two_units = open ? after([](CellLine& l) { l.hit_two_units(); }) : same;
    page.saved = doomed ? after([](CellLine& l) { l.save_best(); }) : same;
    page.cleared = after([](CellLine& l) { l.clear(); });
    const auto health_in = [&](Mask cells) {
      int sum = 0;
      for (Mask left = from.occupied & cells; left; left &= left - 1)
        sum += from.count[lowest(left)] * front.remaining[lowest(left)];
      return capped(sum);
    };
    page.red_health = health_in(front.color[0]);
    page.black_health = health_in(front.color[1]);
    page.health = health_in(front.damageable);
    page.first_left = open ? static_cast<std::uint8_t>(line.first_left()) : std::uint8_t{0};
    page.best_dice = doomed ? static_cast<std::uint8_t>(line.best_dice()) : std::uint8_t{0};
    page.one_left = line.one_left();
    page.two_left = line.two_left();
    page.doomed = doomed;
    page.untouchable = line.untouchable();
    page.best_is_black =
        doomed && (front.doomed_color[1] & bit(highest(from.occupied & front.doomed))) != 0;
    page.pool = line.pool(0, 0);
    page.attack = from.attack;
    page.empty = from.empty();
    page.most_red = static_cast<std::uint8_t>(most_red_dice(front, from));
    page.final_number = number_of(front, from, digits);
  }
  return book;
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

const Page* Book::find(const Troop& troop) const noexcept {
  const std::uint16_t number = slots_[slot_of(troop)];
  assert(number != kFree);
  return first() + number;
}

}  // namespace broadside::rebellion
