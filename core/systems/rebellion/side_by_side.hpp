#pragma once
// Question: in which order does a combat go, and how are many of them played at once?
//
// Combats are played side by side: whatever comes next is done in all combats that come to it
// before anything else. Dice and hands decide in each combat what comes next, so a processor that
// plays one combat to its end guesses wrong dozens of times, and that is most of its time. Here it
// goes through lists in which everybody does the same. A replay is a list of one.

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "core/scenario/scenario.hpp"
#include "core/systems/rebellion/units.hpp"

namespace broadside::rebellion {

template <class Combat, std::size_t kMost>
class SideBySide {
 public:
  template <class... Args>
  explicit SideBySide(Args&... args) noexcept
      : SideBySide(std::make_index_sequence<kMost>{}, args...) {}

  /// Plays so many combats from the first card to the last round (RULES 2 and 3). Where one is
  /// over, `over(combat)` is told and the next one begins in its place, so that the lists stay
  /// long.
  template <class Over>
  void play(std::uint32_t count, Over over) noexcept {
    List going;
    const auto begin_next = [&](Combat& combat) {
      for (; count > 0; over(combat)) {
        --count;
        combat.begin();
        if (!combat.goes_on()) continue;
        going.add(&combat, true);
        return;
      }
    };
    for (Place& place : places_) begin_next(place.combat);
    while (!going.empty()) {
      going.each([](Combat& combat) { combat.begin_round(); });
      step<Theater::space>(going);
      step<Theater::ground>(going);
      going.each([](Combat& combat) { combat.end_round(); });
      const List ended = going.those([](const Combat& combat) { return !combat.goes_on(); });
      going = going.those([](const Combat& combat) { return combat.goes_on(); });
      ended.each([&](Combat& combat) {
        over(combat);
        begin_next(combat);
      });
    }
  }

 private:
  /// Some of the combats.
  class List {
   public:
    bool empty() const noexcept { return size_ == 0; }
    /// Without a branch: nobody can predict who comes to what.
    void add(Combat* combat, bool really) noexcept {
      combats_[size_] = combat;
      size_ += really;
    }
    template <class Action>
    void each(Action action) const noexcept {
      for (std::size_t i = 0; i < size_; ++i) action(*combats_[i]);
    }
    template <class Question>
    List those(Question question) const noexcept {
      List chosen;
      each([&](Combat& combat) { chosen.add(&combat, question(combat)); });
      return chosen;
    }

   private:
    std::array<Combat*, kMost + 1> combats_;
    std::size_t size_ = 0;
  };

  template <Theater theater>
  static void step(const List& going) noexcept {
    const List here = going.those([](const Combat& combat) { return combat.both_in(theater); });
    here.each([](Combat& combat) { combat.begin_step(theater); });
    if constexpr (Combat::kCinematicRules) {
      here.each([](Combat& combat) { combat.attack_each_other(theater); });
    } else {
      attack<Side::attacker, theater>(here);
      attack<Side::defender, theater>(here);
    }
    here.each([](Combat& combat) { combat.end_step(theater); });
  }

  /// An attack of the base game (RULES 4).
  template <Side side, Theater theater>
  static void attack(const List& here) noexcept {
    const List attacking =
        here.those([](Combat& combat) { return combat.template roll_dice<side, theater>(); });
    if constexpr (Combat::kPlaysCards) act_early<side, theater>(attacking);
    attacking.each([](Combat& combat) { combat.template assign_hits<side, theater>(); });
    if constexpr (Combat::kPlaysCards) {
      constexpr Side enemy = other(side);
      attacking.those([](Combat& combat) { return combat.template piles_up<side, theater>(); })
          .each([](Combat& combat) { combat.template pile_up<side, theater>(); });
      attacking.those([](Combat& combat) { return combat.template may_act<side, theater>(); })
          .each([](Combat& combat) { combat.template act_with_cards<side, theater>(); });
      attacking.those([](Combat& combat) { return combat.template blocks<enemy, theater>(); })
          .each([](Combat& combat) { combat.template block<enemy, theater>(); });
    }
    attacking.each([](Combat& combat) { combat.template end_attack<side, theater>(); });
  }

  /// Before damage is assigned: rerolls, cards about retreats, and draws with the specials that no
  /// held card needs.
  template <Side side, Theater theater>
  static void act_early(const List& attacking) noexcept {
    const List early = attacking.those(
        [](Combat& combat) { return combat.template holds_early_cards<side, theater>(); });
    concentrate_fire<side, theater>(early);
    early.each([](Combat& combat) { combat.template act_about_retreat<side, theater>(); });
    const List special = attacking.those([](Combat& combat) { return combat.has_specials(); });
    special.each([](Combat& combat) { combat.template keep_specials<side, theater>(); });
    const auto draws = [](Combat& combat) { return combat.draws_early(); };
    for (List drawing = special.those(draws); !drawing.empty(); drawing = drawing.those(draws))
      drawing.each([](Combat& combat) { combat.template draw_early<side, theater>(); });
    concentrate_fire<side, theater>(special);
  }

  template <Side side, Theater theater>
  static void concentrate_fire(const List& list) noexcept {
    const auto wants = [](Combat& combat) { return combat.template wants_reroll<side, theater>(); };
    for (List again = list.those(wants); !again.empty(); again = again.those(wants))
      again.each([](Combat& combat) { combat.template concentrate_fire<side, theater>(); });
  }

  /// An odd number of cache lines from one combat to the next: otherwise the same line of all of
  /// them would have to share a few places in the cache.
  static constexpr std::size_t kLine = 64, kLines = sizeof(Combat) / kLine;
  static_assert(sizeof(Combat) % kLine == 0);
  struct Nothing {};
  struct Place {
    Combat combat;
    [[no_unique_address]] std::conditional_t<kLines % 2 == 0, std::array<std::byte, kLine>, Nothing>
        gap;
  };

  template <std::size_t... numbers, class... Args>
  SideBySide(std::index_sequence<numbers...>, Args&... args) noexcept
      : places_{((void)numbers, Place{Combat{args...}, {}})...} {}

  std::array<Place, kMost> places_;
};

}  // namespace broadside::rebellion
