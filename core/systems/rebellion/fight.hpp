#pragma once
// Question: what is the same in every combat, by the base rules and in cinematic combat?
//
// Who is there, how a round begins and ends, dice, retreats, Death Star Plans. How the two attack
// each other is in base_fight.hpp and cinematic_fight.hpp; side_by_side.hpp has the order of play.
//
// Played by the kernel (with a Silent teller: then nothing here allocates, locks, throws or calls
// through a pointer) and by the replay, which is told what happens. The current player is the
// attacker.

#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/kernel/rng.hpp"
#include "core/systems/rebellion/arena.hpp"
#include "core/systems/rebellion/line.hpp"

namespace broadside::rebellion {

/// Says nothing and counts cards.
struct Silent {
  static constexpr bool kTells = false;
  BySide<std::uint64_t*> incidents;  ///< by side
  void incident(Side side, std::uint32_t what) noexcept { ++incidents[side][what]; }
};

/// The state of one combat. `kBooks`: the arena has a book for every troop of a base combat.
template <bool kCards, bool kBooks, class Teller>
class Fight {
 public:
  static constexpr bool kPlaysCards = kCards;

  Fight(const Arena& arena, Xoshiro& random, Teller& teller) noexcept
      : arena_(arena), random_(random), teller_(teller) {}

  bool goes_on() const noexcept {
    return (both_in(Theater::space) | both_in(Theater::ground)) & !halted_;
  }

  bool both_in(Theater theater) const noexcept {
    return reading().fights(theater) & is_in(Side::attacker, theater) &
           is_in(Side::defender, theater);
  }

  Close close() const noexcept {
    Close close;
    close.stalled = stalled_;
    for (Theater theater : kBothTheaters)
      if (fought_[theater])
        close.won[theater] = winner(holds(Side::attacker, theater), holds(Side::defender, theater));
    close.retreated = {force_[0].retreated, force_[1].retreated};
    return close;
  }

  const Force& force(Side side) const noexcept { return force_[side]; }
  /// The side's final force, as it is counted.
  std::uint64_t final_number(Side side) const noexcept {
    if constexpr (kBooks) {
      const auto& pages = page_[side];
      const Force& own = force_[side];
      return pages[0]->final_number + pages[1]->final_number +
             (own.retreated ? arena_.number_away(side, own) : 0);
    } else {
      return arena_.final_number(side, force_[side]);
    }
  }
  const ByTheater<std::uint32_t>& rounds() const noexcept { return rounds_; }
  int round() const noexcept { return round_; }

  void begin_round() noexcept {
    ++round_;
    moved_ = false;
    held_ = {};
    without_transport_ = {};
    if constexpr (Teller::kTells) teller_.begins(*this);
  }

  void end_round() noexcept {
    if (!ends_plainly_) leave_or_lose();
    if (moved_ || round_ <= arena_.special_rounds || retreat_is_coming()) {
      desperate_ = false;
    } else {
      // Nobody could hurt anybody. Cards that were kept for later are played now; then it is over.
      stalled_ = !kCards || desperate_;
      halted_ |= stalled_;
      desperate_ = true;
    }
  }

 protected:
  void begin() noexcept {
    set_up();
    round_ = 0;
    rounds_ = {};
    fought_ = arena_.fought;
    desperate_ = stalled_ = halted_ = false;
  }

  void begin_step(Theater theater) noexcept {
    ++rounds_[theater];
    fought_[theater] = true;
    rolled_ = 0;
    if constexpr (Teller::kTells) teller_.step(*this, theater);
  }

  void end_step(Theater theater) noexcept {
    if (theater == Theater::ground && reading().lasting_structures)
      for (Side side : kSides) force_[side].spared = (rolled_ & 1u << at(side)) != 0;
    if constexpr (Teller::kTells) teller_.losses(*this, theater);
    if (theater == Theater::space && arena_.plans) try_plans();
  }

  const Army& army(Side side) const noexcept { return arena_.setup.armies[side]; }
  const Front& front(Side side, Theater theater) const noexcept {
    return army(side).front[theater];
  }
  Troop& troop(Side side, Theater theater) noexcept { return force_[side].troop[theater]; }
  /// The side's units as a base combat holds them.
  auto line(Side side, Theater theater) noexcept {
    if constexpr (kBooks)
      return BookLine{book(side, theater), page_[side][theater]};
    else
      return CellLine{army(side), force_[side], theater, troop(side, theater)};
  }
  const Reading& reading() const noexcept { return arena_.setup.reading; }

  /// Where there are books the pages say how a side stands; rules that look at units want its
  /// troops as well. Troops are written out for them and not whenever a page is turned.
  void write_out() noexcept {
    if constexpr (kBooks)
      for (Side side : kSides)
        for (Theater theater : kBothTheaters)
          troop(side, theater) = book(side, theater).troop(page_[side][theater]);
  }

  bool is_in(Side side, Theater theater) const noexcept {
    if constexpr (kBooks)
      return !page_[side][theater]->empty;
    else
      return !force_[side].in(theater).empty();
  }

  /// Has units there, or had won there when it left.
  bool holds(Side side, Theater theater) const noexcept {
    return is_in(side, theater) || (force_[side].won_before & bit_of(theater)) != 0;
  }

  const Book& book(Side side, Theater theater) const noexcept {
    return *arena_.books[side][theater];
  }

  int enemy_cannons(Side side) const noexcept {
    return arena_.cannons && army(side).empire()
               ? ion_cannons(army(other(side)), force_[other(side)])
               : 0;
  }

  int generators(Side side) const noexcept {
    const Mask cells = front(side, Theater::ground).of(UnitId::shield_generator);
    const int standing = cells ? force_[side].in(Theater::ground).number(cells) : 0;
    return reading().generators_stack ? standing : std::min(standing, 1);
  }

  // --- dice ---

  [[gnu::always_inline]] Roll roll(Side side, Dice pool) noexcept {
    const Roll result = arena_.dice->roll(pool, random_);
    if constexpr (Teller::kTells) teller_.rolls(side, result);
    return result;
  }

  /// Dice that are rolled, and dice that a card puts on a direct hit instead.
  Roll roll_special(Side side, Theater theater, Dice pool, Use use) noexcept {
    const OneAttack& set = army(side).set_dice;
    if (!set.in(round_, theater)) return roll(side, pool);
    const Dice fixed = least_useful(pool, use, set.dice);
    pool.red = static_cast<std::uint8_t>(pool.red - fixed.red);
    pool.black = static_cast<std::uint8_t>(pool.black - fixed.black);
    pool.green = static_cast<std::uint8_t>(pool.green - fixed.green);
    Roll result = arena_.dice->roll(pool, random_);
    result.red += Faces::of(0, fixed.red, 0, 0);
    result.black += Faces::of(0, fixed.black, 0, 0);
    result.green += Faces::of(0, fixed.green, 0, 0);
    if constexpr (Teller::kTells) teller_.rolls(side, result);
    return result;
  }

  void reroll(Side side, Roll& shown, Useful useful, int most) noexcept {
    if (army(side).choices.rerolls == Rerolls::never) return;
    const bool blanks = army(side).choices.rerolls == Rerolls::blanks;
    const Dice again = drop_useless(shown, useful, blanks, most);
    if (again == Dice{}) return;
    const Roll fresh = arena_.dice->roll(again, random_);
    shown.red += fresh.red;
    shown.black += fresh.black;
    shown.green += fresh.green;
    if constexpr (Teller::kTells) teller_.rerolls(side, again, shown);
  }

  // --- retreats (RULES 6) ---

  bool plans_retreat(Side side) const noexcept {
    return army(side).retreat.round > 0 && round_ >= army(side).retreat.round;
  }

  bool may_leave(Side side) const noexcept {
    const Side enemy = other(side);
    return !held_[side] && free_to_retreat(army(side), force_[side], without_transport_[side]) &&
           !(force_[enemy].in(Theater::space).empty() &&
             force_[enemy].in(Theater::ground).empty()) &&
           !holds_enemy(army(enemy), force_[enemy]);
  }

  void leave(Side side) noexcept {
    retreat(army(side), force_[side], presence(force_[other(side)]), without_transport_[side]);
    reshuffled(side);
    if constexpr (Teller::kTells) teller_.leaves(*this, side);
  }

 private:
  void set_up() noexcept {
    if constexpr (kBooks) {
      page_ = arena_.start_page;
      for (Force& force : force_) {
        force.away = {};
        force.retreated = force.spared = false;
        force.won_before = 0;
        force.plans = Force::Plans::open;
      }
    } else {
      force_ = arena_.start;
    }
  }

  // --- the end of a round (RULES 3.4, 5, 7) ---

  /// After the space step: three dice, any direct hit destroys a Death Star.
  void try_plans() noexcept {
    write_out();
    for (Side side : kSides) {
      plans_revealed_ = false;
      if (!army(side).choices.death_star_plans) continue;
      Force& own = force_[side];
      if (own.plans != Force::Plans::open) return;
      const Side empire = other(side);
      const Front& his = front(empire, Theater::space);
      if (!troop(empire, Theater::space).any(his.stations) ||
          !troop(side, Theater::space).any(front(side, Theater::space).fighters))
        return;
      plans_revealed_ = true;
      if (force_[empire]
              .in(Theater::ground)
              .any(front(empire, Theater::ground).of(UnitId::shield_bunker)))
        return;
      moved_ = true;
      const Roll shown = arena_.dice->roll({3, 0, 0}, random_);
      if constexpr (Teller::kTells) teller_.tries_plans(shown.direct() > 0);
      if (shown.direct() > 0) {
        destroy_station(army(empire), force_[empire]);
        own.plans = Force::Plans::scored;
        reshuffled(empire);
      }
      return;
    }
  }

  /// Something other than an attack has changed the side's units.
  void reshuffled(Side side) noexcept {
    moved_ = true;
    if constexpr (kBooks)
      for (Theater theater : kBothTheaters)
        page_[side][theater] = book(side, theater).find(troop(side, theater));
  }

  bool retreat_is_coming() noexcept {
    write_out();
    for (Side side : kSides)
      if (round_ < army(side).retreat.round && free_to_retreat(army(side), force_[side]))
        return true;
    return false;
  }

  void leave_or_lose() noexcept {
    write_out();
    for (Side side : kSides)
      if (jams_[side]) flee_jammed(side);
    // Nobody leaves a combat that is over.
    for (Side side : kSides) {
      if (!(both_in(Theater::space) || both_in(Theater::ground))) break;
      if (!arena_.may_leave[side]) continue;
      const Troop& ships = force_[side].in(Theater::space);
      const Mask transports = front(side, Theater::space).transports;
      const bool alone = ships.any(transports) && !ships.any(~transports) &&
                         !force_[other(side)].in(Theater::space).empty();
      if ((plans_retreat(side) || alone) && may_leave(side)) leave(side);
    }
    for (Theater theater : kBothTheaters) {
      if (!arena_.may_be_left_alone[theater] || !both_in(theater)) continue;
      BySide<bool> weak;
      for (Side side : kSides) weak[side] = only_weak(army(side), force_[side], theater);
      const bool both_weak = weak[0] && weak[1];
      for (Side side : kSides)
        if (weak[side] && !(both_weak && outlasts_weak(army(side), theater))) {
          lose_all(army(side), force_[side], theater);
          reshuffled(side);
          if constexpr (Teller::kTells) teller_.left_alone(side, theater);
        }
    }
    halted_ = round_ == arena_.setup.rounds;
  }

  /// A lone Death Star that two Ion Cannons have silenced: Rebel ships leave or are lost
  /// (RULES 5.8).
  void flee_jammed(Side rebels) noexcept {
    const Side empire = other(rebels);
    const Troop& station = force_[empire].in(Theater::space);
    if (station.empty() || station.any(~front(empire, Theater::space).death_stars) ||
        !force_[empire].in(Theater::ground).empty() || station.number(~Mask{0}) != 1 ||
        ion_cannons(army(rebels), force_[rebels]) < 2 || plans_revealed_ ||
        troop(rebels, Theater::space).empty())
      return;
    if (may_leave(rebels)) {
      leave(rebels);
    } else {
      lose_all(army(rebels), force_[rebels], Theater::space);
      reshuffled(rebels);
      if constexpr (Teller::kTells) teller_.left_alone(rebels, Theater::space);
    }
  }

  bool can_jam(Side side) const noexcept {
    return !army(side).empire() &&
           arena_.start[side]
                   .in(Theater::ground)
                   .number(front(side, Theater::ground).of(UnitId::ion_cannon)) > 1;
  }

 protected:
  const Arena& arena_;
  Xoshiro& random_;
  Teller& teller_;
  // What every attack looks at comes first, the forces last.
  BySide<ByTheater<const Page*>> page_{};  ///< [side][theater]
  int round_ = 0;
  ByTheater<std::uint32_t> rounds_{};  ///< theater steps played
  ByTheater<bool> fought_{};
  unsigned rolled_ = 0;     ///< who rolled a die in this theater step: bits
  bool moved_ = false;      ///< somebody could hurt somebody in this round
  bool desperate_ = false;  ///< nobody could in the last one
  bool stalled_ = false;    ///< nothing can change any more
  bool halted_ = false;     ///< stalled, or looked at here (RULES 3.5)
  bool plans_revealed_ = false;
  BySide<bool> held_{};               ///< may not retreat this round
  BySide<bool> without_transport_{};  ///< needs no transport this round
  BySide<bool> jams_{can_jam(Side::attacker), can_jam(Side::defender)};
  bool ends_plainly_ =
      !(jams_[0] || jams_[1] || arena_.may_leave[0] || arena_.may_leave[1] ||
        arena_.may_be_left_alone[0] || arena_.may_be_left_alone[1] || arena_.setup.rounds > 0);
  BySide<ByTheater<Hand>> hand_{};  ///< [side][theater]
  BySide<Force> force_;
};

}  // namespace broadside::rebellion
