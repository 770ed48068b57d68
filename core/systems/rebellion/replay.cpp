#include "core/systems/rebellion/replay.hpp"

#include <fmt/format.h>

#include "core/scenario/text.hpp"
#include "core/systems/rebellion/arena.hpp"
#include "core/systems/rebellion/base_fight.hpp"
#include "core/systems/rebellion/cinematic_fight.hpp"
#include "core/systems/rebellion/side_by_side.hpp"

namespace broadside::rebellion {
namespace {

/// "2 Star Destroyer (1 with 3 damage), TIE Fighter"
std::string describe(const Army& army, const Troop& troop, Theater theater) {
  const Front& front = army.front[theater];
  std::vector<std::string> parts;
  for (std::size_t g = 0; g < army.group_count; ++g) {
    const Unit& unit = *army.groups[g].unit;
    const int units = troop.number(front.of(unit.number));
    if (unit.theater != theater || units == 0) continue;
    std::vector<std::string> hurt;
    for (std::size_t cell = 0; cell < front.cells; ++cell)
      if (front.group[cell] == g && front.damage[cell] > 0 && troop.count[cell] > 0)
        hurt.push_back(
            front.remaining[cell] == 0
                ? fmt::format("{} to be lost", troop.count[cell])
                : fmt::format("{} with {} damage", troop.count[cell], front.damage[cell]));
    parts.push_back(hurt.empty() ? fmt::format("{} {}", units, unit.name)
                                 : fmt::format("{} {} ({})", units, unit.name, joined(hurt)));
  }
  return parts.empty() ? "nothing" : joined(parts);
}

/// Writes the story down.
class Narrator {
 public:
  static constexpr bool kTells = true;
  explicit Narrator(const Arena& arena) : arena_(arena) {}
  std::vector<std::string> story;

  void incident(Side, std::uint32_t) {}

  template <class Fight>
  void hands(const Fight&, const BySide<ByTheater<Hand>>& hands) {
    if (arena_.setup.reading.cinematic) return;
    for (Side side : kSides) {
      std::vector<std::string> held;
      for (const Theater theater : kBothTheaters)
        for (Hand left = hands[side][theater]; left; left = static_cast<Hand>(left & (left - 1)))
          held.push_back(card(arena_.deck[theater].kind[lowest(left)]));
      says(side, fmt::format("holds {}", held.empty() ? "no cards" : joined(held)));
    }
  }
  void draws(Side side, std::uint8_t kind) { says(side, "draws " + card(kind)); }
  void plays(Side side, std::uint8_t kind) { says(side, "plays " + card(kind)); }
  void discards(Side side, std::uint8_t kind) { says(side, "discards " + card(kind)); }
  void plays_half(Side side, Theater theater, const Half& half) {
    const AdvancedCard& what = advanced_cards(arena_.army(side).faction, theater)[half.card];
    says(side, fmt::format("plays {}, {}: {}", what.name, half.top ? "top" : "bottom",
                           half.top ? what.top_text : what.bottom_text));
  }
  template <class Fight>
  void begins(const Fight& fight) {
    story.push_back("");
    story.push_back(fmt::format("round {}", fight.round()));
  }
  template <class Fight>
  void step(const Fight&, Theater theater) {
    story.push_back(fmt::format(" {} step", name(theater)));
  }
  void rolls(Side side, const Roll& roll) { says(side, "rolls " + shown(roll)); }
  void rerolls(Side side, Dice again, const Roll& roll) {
    const int dice = again.red + again.black + again.green;
    says(side, fmt::format("rolls {} again: {}", counted(dice, "die", "dice"), shown(roll)));
  }
  void prevents(Side side, int hits) { says(side, "prevents " + counted(hits, "hit")); }
  void assigned(const Army& army, Side side, const Troop& troop, Theater theater) {
    says(side, "has " + describe(army, troop, theater));
  }
  template <class Fight>
  void losses(const Fight& fight, Theater theater) {
    const auto left = [&](Side side) {
      return describe(arena_.army(side), fight.force(side).in(theater), theater);
    };
    story.push_back(fmt::format("  left: attacker {}; defender {}", left(Side::attacker),
                                left(Side::defender)));
  }
  void tries_plans(bool hit) {
    story.push_back(hit ? "  the Death Star Plans: a Death Star is destroyed"
                        : "  the Death Star Plans: no direct hit");
  }
  template <class Fight>
  void leaves(const Fight& fight, Side side) {
    const auto left = [&](Theater theater) {
      return describe(arena_.army(side), fight.force(side).in(theater), theater);
    };
    says(side,
         fmt::format("retreats; left behind: {}; {}", left(Theater::space), left(Theater::ground)));
  }
  void left_alone(Side side, Theater theater) {
    says(side, theater == Theater::space
                   ? "loses what is left in space: it cannot hold it alone"
                   : "loses what is left in the ground battle: structures alone");
  }

 private:
  void says(Side side, const std::string& what) {
    story.push_back(fmt::format("  {} {}", name(side), what));
  }
  static std::string card(std::uint8_t kind) {
    const TacticCard& what = all_tactic_cards()[kind];
    return fmt::format("{} ({})", what.name, name(what.theater));
  }
  static std::string shown(const Roll& roll) {
    std::vector<std::string> parts;
    const auto add = [&](const char* color, Faces faces) {
      const auto part = [&](int count, const char* what) {
        if (count > 0) parts.push_back(fmt::format("{} {} {}", count, color, what));
      };
      part(faces.hit(), "hit");
      part(faces.direct(), "direct hit");
      part(faces.special(), "special");
      part(faces.blank(), "blank");
    };
    add("red", roll.red);
    add("black", roll.black);
    add("green", roll.green);
    return parts.empty() ? "no dice" : joined(parts);
  }

  const Arena& arena_;
};

std::string whole(const Army& army, const Force& force) {
  std::vector<std::string> parts;
  for (std::size_t g = 0; g < army.group_count; ++g)
    if (const int units = survivors(army, force, g); units > 0)
      parts.push_back(fmt::format("{} {}", units, army.groups[g].unit->name));
  return parts.empty() ? "nothing" : joined(parts);
}

/// The same before the first round, with the damage that some begin with.
std::string at_start(const Army& army, const Force& force) {
  std::vector<std::string> parts;
  for (const Theater theater : kBothTheaters)
    if (!force.in(theater).empty()) parts.push_back(describe(army, force.in(theater), theater));
  return parts.empty() ? "nothing" : joined(parts);
}

std::string ending_words(const Close& close) {
  static constexpr const char* kOutcome[] = {"the attacker wins",
                                             "a draw",
                                             "the defender wins",
                                             "a stalemate: nothing can change any more",
                                             "the attacker has retreated",
                                             "the defender has retreated",
                                             "undecided: the combat is looked at here"};
  std::string text = kOutcome[static_cast<std::size_t>(outcome_of(close))];
  for (Theater theater : kBothTheaters) {
    const Won won = close.won[theater];
    if (won == Won::not_fought) continue;
    text += fmt::format("; {}: {}", name(theater),
                        won == Won::attacker   ? "attacker"
                        : won == Won::defender ? "defender"
                        : won == Won::open     ? "undecided"
                                               : "nobody");
  }
  return text;
}

template <class Combat>
void tell(const Arena& arena, Xoshiro& random, Narrator& narrator) {
  SideBySide<Combat, 1> combats{arena, random, narrator};
  combats.play(1, [&](const auto& combat) {
    narrator.story.push_back("");
    narrator.story.push_back(ending_words(combat.close()));
    for (Side side : kSides)
      narrator.story.push_back(
          fmt::format("{} has left: {}", name(side), whole(arena.army(side), combat.force(side))));
  });
}

}  // namespace

std::vector<std::string> tell_combat(const Setup& setup, std::uint64_t seed) {
  const Arena arena{setup, ""};
  Narrator narrator{arena};
  for (Side side : kSides) {
    narrator.story.push_back(
        fmt::format("{}: {}", name(side), at_start(arena.army(side), arena.start[side])));
    if (setup.army(side).retreat.below >= 0)
      narrator.story.push_back("  (a replay does not follow the retreat below a chance to win)");
  }
  Xoshiro random = lane_stream(seed, 0, 0);
  const Reading& reading = setup.reading;
  if (reading.cinematic)
    reading.cards ? tell<CinematicFight<true, Narrator>>(arena, random, narrator)
                  : tell<CinematicFight<false, Narrator>>(arena, random, narrator);
  else
    reading.cards ? tell<BaseFight<true, false, Narrator>>(arena, random, narrator)
                  : tell<BaseFight<false, false, Narrator>>(arena, random, narrator);
  return std::move(narrator.story);
}

}  // namespace broadside::rebellion
