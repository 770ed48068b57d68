#pragma once
// Question: what do hits, damage cards and blocks do to the units of one side in one theater step?
//
// Two answers with the same meaning. CellLine works it out from the cells. BookLine looks it up:
// where a side has few enough ways to be damaged, every way is a page that CellLine has filled in
// beforehand, and an attack follows page numbers. Both are drawn from the same random numbers and
// end in the same counts (tests/core/systems/rebellion).

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/systems/rebellion/force.hpp"

namespace broadside::rebellion {

class CellLine {
 public:
  CellLine(const Army& army, const Force& force, Theater theater, Troop& troop) noexcept
      : front_(army.front[theater]), targets_(targets_of(army, force, theater)), troop_(troop) {}
  /// Every unit that can be damaged is a target.
  CellLine(const Front& front, Troop& troop) noexcept
      : front_(front), targets_(front.damageable), troop_(troop) {}

  const Troop& troop() const noexcept { return troop_; }
  Dice pool(int fewer_red, int fewer_black) const noexcept {
    return pool_of(troop_.attack, fewer_red, fewer_black);
  }
  bool open() const noexcept { return troop_.any(targets_); }
  bool red() const noexcept { return troop_.any(targets_ & front_.color[0]); }
  bool black() const noexcept { return troop_.any(targets_ & front_.color[1]); }
  bool doomed() const noexcept { return troop_.any(front_.doomed); }
  /// Some unit that no damage can be put on now: it outlives any attack.
  bool untouchable() const noexcept { return troop_.any(~(front_.damageable | front_.doomed)); }
  bool one_left() const noexcept { return troop_.any(targets_ & front_.left[1]); }
  bool two_left() const noexcept { return troop_.any(targets_ & front_.left[2]); }
  /// Remaining health of the next target.
  int first_left() const noexcept { return front_.remaining[lowest(troop_.occupied & targets_)]; }
  /// Damage that all targets together can take, or those of a colour.
  int health() const noexcept { return health_of(targets_); }
  int red_health() const noexcept { return health_of(targets_ & front_.color[0]); }
  int black_health() const noexcept { return health_of(targets_ & front_.color[1]); }
  /// Attack dice of the doomed unit that is worth most.
  int best_dice() const noexcept { return front_.dice[highest(troop_.occupied & front_.doomed)]; }

  /// Returns what is still to be piled up: here nothing is.
  Hits assign(Targets how, Hits hits, Excess& excess) noexcept {
    if (how == Targets::look_ahead) [[unlikely]]
      assign_looking_ahead(front_, troop_, targets_, hits, excess);
    else
      assign_in_order(front_, troop_, targets_, hits, excess);
    return {};
  }
  void pile_up(Hits, Excess&) const noexcept {}
  /// One damage: on a unit that it finishes, otherwise on the next target.
  void hit_one() noexcept { take_on(front_, troop_, victim(1), 1, unused_); }
  /// Two damage on one unit: one that has two left, one that has one left, or the next target.
  void hit_two(Excess& excess) noexcept {
    const std::size_t cell =
        two_left() ? lowest(troop_.occupied & targets_ & front_.left[2]) : victim(1);
    take_on(front_, troop_, cell, 2, excess);
  }
  /// One damage on each of up to two different units.
  void hit_two_units() noexcept {
    const std::size_t first = victim(1);
    const std::size_t moved_to = front_.after[first][1];
    take_on(front_, troop_, first, 1, unused_);
    Mask others = troop_.occupied & targets_;
    if (troop_.count[moved_to] == 1) others &= ~bit(moved_to);
    if (!others) return;
    const Mask finished = others & front_.left[1];
    take_on(front_, troop_, lowest(finished ? finished : others), 1, unused_);
  }
  void bombard(int damage, bool splits, Excess& excess) noexcept {
    if (!splits) {
      take_on(front_, troop_, lowest(troop_.occupied & targets_), damage, excess);
      return;
    }
    const int left = take(front_, troop_, targets_, damage);
    if (left > 0)
      pile(front_, troop_,
           (front_.doomed_color[1] & bit(highest(troop_.occupied & front_.doomed))) != 0, left,
           excess);
  }
  /// Damage of cards where nobody is left alive: on lost units.
  void overkill(int damage, Excess& excess) const noexcept {
    pile_any(front_, troop_, damage, excess);
  }
  void overkill_two_units(Excess& excess) const noexcept { pile_two_units(front_, troop_, excess); }
  void save_best() noexcept { save(front_, troop_, highest(troop_.occupied & front_.doomed)); }
  void clear() noexcept { clear_doomed(front_, troop_); }
  /// Something that is not looked up.
  template <class Change>
  void change(Change change) noexcept {
    change(troop_);
  }

 private:
  int health_of(Mask cells) const noexcept {
    int sum = 0;
    for (Mask left = troop_.occupied & cells; left; left &= left - 1)
      sum += troop_.count[lowest(left)] * front_.remaining[lowest(left)];
    return sum;
  }
  std::size_t victim(std::size_t left) const noexcept {
    const Mask open = troop_.occupied & targets_, finished = open & front_.left[left];
    return lowest(finished ? finished : open);
  }

  const Front& front_;
  Mask targets_;
  Troop& troop_;
  Excess unused_;  ///< one damage is never too much
};

/// One way in which a side can stand in a theater, and where everything leads from there.
struct alignas(128) Page {
  std::array<std::uint16_t, 6> red, black;
  std::array<std::uint16_t, 14> direct;
  std::uint16_t one, two, two_units, saved, cleared;
  std::uint8_t red_health, black_health, health;  ///< up to 255
  std::uint8_t first_left, best_dice;
  bool one_left, two_left, doomed, untouchable;
  bool best_is_black;      ///< the doomed unit worth most
  std::uint8_t two_bound;  ///< lost cell on which the second damage of `two` is too much
  bool empty;
  std::uint8_t most_red;  ///< dice of the unit that has most of them
  Dice pool;
  DiceSum attack;
  std::uint64_t final_number;  ///< in the counts
};
static_assert(sizeof(Page) == 128);

class Book {
 public:
  static constexpr std::size_t kMostPages = 4096;

  /// Nothing where there are too many ways to be damaged.
  static std::unique_ptr<Book> make(const Front& front, const Troop& start, const Digits& digits);

  const Page* first() const noexcept { return pages_.data(); }
  const Troop& troop(const Page* page) const noexcept {
    return troops_[static_cast<std::size_t>(page - first())];
  }
  const Page* find(const Troop& troop) const noexcept;
  const Front& front() const noexcept { return front_; }

 private:
  explicit Book(const Front& front) : front_(front) {}
  bool collect(const Troop& start);
  void index();
  void write_ways(const Troop& from, Page& page) const;
  void write_state(const Troop& from, Page& page) const;
  std::uint16_t number(const Troop& troop) const noexcept;
  std::size_t slot_of(const Troop& troop) const noexcept;

  Front front_;
  std::vector<Page> pages_;
  std::vector<Troop> troops_;
  static constexpr std::uint16_t kFree = 0xffff;
  std::vector<std::uint16_t> slots_;  ///< numbers by a hash of the counts, then in the next slots
};

class BookLine {
 public:
  /// `page` follows what happens.
  BookLine(const Book& book, const Page*& page) noexcept
      : book_(book), first_(book.first()), page_(page) {}

  const Troop& troop() const noexcept { return book_.troop(page_); }
  Dice pool(int fewer_red, int fewer_black) const noexcept {
    if ((fewer_red | fewer_black) == 0) return page_->pool;
    return pool_of(page_->attack, fewer_red, fewer_black);
  }
  bool open() const noexcept { return page_->health > 0; }
  bool red() const noexcept { return page_->red_health > 0; }
  bool black() const noexcept { return page_->black_health > 0; }
  bool doomed() const noexcept { return page_->doomed; }
  bool untouchable() const noexcept { return page_->untouchable; }
  bool one_left() const noexcept { return page_->one_left; }
  bool two_left() const noexcept { return page_->two_left; }
  int first_left() const noexcept { return page_->first_left; }
  int health() const noexcept { return page_->health; }
  int red_health() const noexcept { return page_->red_health; }
  int black_health() const noexcept { return page_->black_health; }
  int best_dice() const noexcept { return page_->best_dice; }

  /// Returns what found no living target.
  [[gnu::always_inline]] Hits assign(Targets, Hits hits, Excess&) noexcept {
    Hits left;
    left.black = hits.black - page_->black_health;
    left.red = hits.red - page_->red_health;
    const Page* page = first_ + page_->black[static_cast<std::size_t>(hits.black)];
    page = first_ + page->red[static_cast<std::size_t>(hits.red)];
    left.direct = hits.direct - page->health;
    page_ = first_ + page->direct[static_cast<std::size_t>(hits.direct)];
    return left;
  }
  /// Every die that can be assigned must be: what was left lies on doomed units.
  void pile_up(Hits left, Excess& excess) const noexcept {
    const Troop& now = troop();
    pile(book_.front(), now, 0, left.red, excess);
    pile(book_.front(), now, 1, left.black, excess);
    if (page_->doomed) pile(book_.front(), now, page_->best_is_black, left.direct, excess);
  }
  void hit_one() noexcept { turn(page_->one); }
  void hit_two(Excess& excess) noexcept {
    if (page_->two_bound != kNoCell) bind(book_.front(), page_->two_bound, 1, excess);
    turn(page_->two);
  }
  void hit_two_units() noexcept { turn(page_->two_units); }
  void bombard(int damage, bool splits, Excess& excess) noexcept {
    change([&](Troop& troop) { CellLine{book_.front(), troop}.bombard(damage, splits, excess); });
  }
  void overkill(int damage, Excess& excess) const noexcept {
    pile(book_.front(), troop(), page_->best_is_black, damage, excess);
  }
  void overkill_two_units(Excess& excess) const noexcept {
    pile_two_units(book_.front(), troop(), excess);
  }
  void save_best() noexcept { turn(page_->saved); }
  void clear() noexcept { turn(page_->cleared); }
  template <class Change>
  void change(Change change) noexcept {
    Troop changed = troop();
    change(changed);
    page_ = book_.find(changed);
  }

 private:
  void turn(std::uint16_t number) noexcept { page_ = first_ + number; }
  const Book& book_;
  const Page* first_;
  const Page*& page_;
};

}  // namespace broadside::rebellion
