#pragma once
// Question: what may the dice of one attack show, and what is worth rolling again?

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/kernel/rng.hpp"
#include "core/systems/rebellion/units.hpp"
#include "core/tables/alias.hpp"
#include "core/tables/pmf.hpp"

namespace broadside::rebellion {

/// Dice of one colour, by what they show: four counts in one word, so that rolls are added and
/// copied as one number.
struct Faces {
  std::uint32_t counts = 0;

  static constexpr std::uint32_t kHit = 1, kDirect = 1 << 8, kSpecial = 1 << 16, kBlank = 1 << 24;
  static constexpr Faces of(int hit, int direct, int special, int blank) noexcept {
    return {static_cast<std::uint32_t>(hit) * kHit + static_cast<std::uint32_t>(direct) * kDirect +
            static_cast<std::uint32_t>(special) * kSpecial +
            static_cast<std::uint32_t>(blank) * kBlank};
  }
  constexpr int hit() const noexcept { return static_cast<int>(counts & 0xff); }
  constexpr int direct() const noexcept { return static_cast<int>(counts >> 8 & 0xff); }
  constexpr int special() const noexcept { return static_cast<int>(counts >> 16 & 0xff); }
  constexpr int blank() const noexcept { return static_cast<int>(counts >> 24); }
  constexpr Faces& operator+=(Faces more) noexcept {
    counts += more.counts;
    return *this;
  }
  friend bool operator==(Faces, Faces) = default;
};

/// All dice of one attack.
struct Roll {
  Faces red, black, green;
  int direct() const noexcept { return Faces{red.counts + black.counts + green.counts}.direct(); }
  int specials() const noexcept { return Faces{red.counts + black.counts}.special(); }
};

/// What is of use to the one who rolls: hits for which there is a target, and so many specials.
struct Use {
  bool red_hit = true, black_hit = true;
  std::uint8_t red_specials = 0, black_specials = 0;
  friend auto operator<=>(const Use&, const Use&) = default;
};

/// How many dice of each kind are of use; the others might as well be rolled again.
struct Useful {
  static constexpr int kAny = 255;
  int red_hits = kAny, black_hits = kAny, red_specials = kAny, black_specials = kAny;

  constexpr Useful() noexcept = default;
  constexpr Useful(Use use) noexcept
      : red_hits(use.red_hit ? kAny : 0),
        black_hits(use.black_hit ? kAny : 0),
        red_specials(use.red_specials),
        black_specials(use.black_specials) {}
};

/// Takes up to `most` dice out of the faces: blanks, then hits and specials beyond those of use.
inline int drop(Faces& faces, int useful_hits, int useful_specials, int most) noexcept {
  int left = most;
  const auto take_out = [&](int showing, std::uint32_t face) {
    const int out = std::min(left, std::max(showing, 0));
    faces.counts -= static_cast<std::uint32_t>(out) * face;
    left -= out;
  };
  take_out(faces.blank(), Faces::kBlank);
  take_out(faces.hit() - useful_hits, Faces::kHit);
  take_out(faces.special() - useful_specials, Faces::kSpecial);
  return most - left;
}

/// Takes up to `most` useless dice out of the roll, those with the best chances first: a colour
/// whose hits still find a target (1/2), green (1/3), then the others (1/6). `blanks_only`: nothing
/// else counts as useless.
inline Dice drop_useless(Roll& roll, Useful useful, bool blanks_only, int most) noexcept {
  Dice again{};
  const bool red_first = useful.red_hits > roll.red.hit();
  const bool black_first = useful.black_hits > roll.black.hit();
  if (blanks_only) useful = {};
  const auto red = [&] {
    again.red =
        static_cast<std::uint8_t>(drop(roll.red, useful.red_hits, useful.red_specials, most));
    most -= again.red;
  };
  const auto black = [&] {
    again.black =
        static_cast<std::uint8_t>(drop(roll.black, useful.black_hits, useful.black_specials, most));
    most -= again.black;
  };
  if (red_first) red();
  if (black_first) black();
  again.green = static_cast<std::uint8_t>(drop(roll.green, Useful::kAny, Useful::kAny, most));
  most -= again.green;
  if (!red_first) red();
  if (!black_first) black();
  return again;
}

/// How many dice drop_useless could take out.
inline int count_useless(const Roll& roll, Useful useful, bool blanks_only) noexcept {
  const int blanks = Faces{roll.red.counts + roll.black.counts + roll.green.counts}.blank();
  if (blanks_only) return blanks;
  return blanks + std::max(roll.red.hit() - useful.red_hits, 0) +
         std::max(roll.black.hit() - useful.black_hits, 0) +
         std::max(roll.red.special() - useful.red_specials, 0) +
         std::max(roll.black.special() - useful.black_specials, 0);
}

/// The dice that a player would rather set than roll: the least useful ones.
inline Dice least_useful(Dice pool, Use use, int most) noexcept {
  Dice set{};
  const auto put = [&most](std::uint8_t have, std::uint8_t& to) {
    to = static_cast<std::uint8_t>(std::min<int>(have, most));
    most -= to;
  };
  if (!use.red_hit) put(pool.red, set.red);
  if (!use.black_hit) put(pool.black, set.black);
  put(pool.green, set.green);
  if (use.red_hit) put(pool.red, set.red);
  if (use.black_hit) put(pool.black, set.black);
  return set;
}

inline constexpr int kMostRerolls = 4;  ///< a leader's 3 and the ring's 1

/// How an attack is rolled.
struct RollRule {
  Dice pool{};
  Use use{};
  std::uint8_t rerolls = 0;  ///< dice that may be rolled again, all at once
  bool blanks_only = false;
  std::uint8_t set = 0;  ///< dice put on a direct hit instead of being rolled
  friend bool operator==(const RollRule&, const RollRule&) = default;
};

/// What a roll comes to: red, black and direct hits, red and black specials, 4 bits each.
using Shown = std::uint32_t;
constexpr Shown pack(int red, int black, int direct, int red_special = 0, int black_special = 0) {
  return static_cast<Shown>(red | black << 4 | direct << 8 | red_special << 12 |
                            black_special << 16);
}
constexpr int red_hits(Shown shown) { return static_cast<int>(shown & 15); }
constexpr int black_hits(Shown shown) { return static_cast<int>(shown >> 4 & 15); }
constexpr int direct_hits(Shown shown) { return static_cast<int>(shown >> 8 & 15); }
constexpr int red_specials(Shown shown) { return static_cast<int>(shown >> 12 & 15); }
constexpr int black_specials(Shown shown) { return static_cast<int>(shown >> 16 & 15); }
inline Shown shown(const Roll& roll) {
  return pack(roll.red.hit(), roll.black.hit(), roll.direct(), roll.red.special(),
              roll.black.special());
}

/// The exact law of an attack's dice. Laws are kept: a battle asks for the same few many times.
class RollLaws {
 public:
  /// The law of the dice of `rule`, each kind of face counted up to `most`: more is of no use to who
  /// asks.
  const Pmf<Shown>& of(const RollRule& rule, Shown most);

 private:
  static constexpr Shown kAll = pack(15, 15, 15, 15, 15);
  struct Known {
    RollRule rule;
    Shown most;
    Pmf<Shown> law;
  };
  const Pmf<Shown>* find(const RollRule& rule, Shown most) const;
  std::vector<Known> known_;
};

/// Alias rows for up to five dice of a colour: one draw for all dice of it.
class DiceTables {
 public:
  static const DiceTables& get();  ///< made on the first call

  /// Inlined everywhere: a roll then stays in registers. Red and black dice are always drawn, since
  /// no dice are a row too and nobody can predict which colours an attack has.
  template <class Random>
  [[gnu::always_inline]] Roll roll(Dice pool, Random& random) const noexcept {
    const std::uint64_t draw = random();
    const auto more = [&random] { return static_cast<std::uint32_t>(random() >> 32); };
    Roll roll;
    roll.red = draw_from(sixes_[pool.red], static_cast<std::uint32_t>(draw >> 32), more);
    roll.black = draw_from(sixes_[pool.black], static_cast<std::uint32_t>(draw), more);
    if (pool.green)
      roll.green = draw_from(greens_[pool.green], static_cast<std::uint32_t>(random() >> 32), more);
    return roll;
  }

 private:
  DiceTables();
  static constexpr std::uint32_t kBits = 6;  // 56 falls of five dice with four faces
  /// A column of the alias method with its two falls: a draw looks at one place in memory.
  struct alignas(16) Column {
    std::uint32_t threshold = 0, refine = 0;
    Faces own, other;
  };
  using Row = std::array<Column, 1u << kBits>;
  static void fill(Row& row, const Die& die, int n);
  /// Draw_alias (core/tables/alias.hpp) for such a row.
  template <class More>
  [[gnu::always_inline]] static Faces draw_from(const Row& row, std::uint32_t draw,
                                                const More& more) noexcept {
    const Column& column = row[draw >> (32 - kBits)];
    const std::uint32_t place = draw & alias_place_mask(kBits);
    if (place == column.threshold) [[unlikely]]
      return more() < column.refine ? column.own : column.other;
    // Without a branch: both are below 2^31, so the top bit of the difference says which is less.
    const auto below =
        static_cast<std::uint32_t>(static_cast<std::int32_t>(place - column.threshold) >> 31);
    return {column.other.counts ^ ((column.own.counts ^ column.other.counts) & below)};
  }
  std::array<Row, 6> sixes_;  ///< red and black dice have the same faces
  std::array<Row, 4> greens_;
};

}  // namespace broadside::rebellion
