#include "core/systems/rebellion/replay.hpp"

#include "core/systems/rebellion/arena.hpp"
#include "core/systems/rebellion/base_fight.hpp"
#include "core/systems/rebellion/cinematic_fight.hpp"
#include "core/systems/rebellion/side_by_side.hpp"

namespace broadside::rebellion {
namespace {

/// "2 Star Destroyer (1 with 3 damage), TIE Fighter"
std::string describe(const Army& army, const Troop& troop, Theater theater) {
  const Front& front = army.front[theater];
  std::string text;
  for (std::size_t g = 0; g < army.group_count; ++g) {
    const Unit& unit = *army.groups[g].unit;
    const int units = troop.number(front.of(unit.number));
    if (unit.theater != theater || units == 0) continue;
    std::string hurt;
    for (std::size_t cell = 0; cell < front.cells; ++cell)
      if (front.group[cell] == g && front.damage[cell] > 0 && troop.count[cell] > 0)
        hurt += (hurt.empty() ? "" : ", ") + std::to_string(troop.count[cell]) +
                (front.remaining[cell] == 0
                     ? " to be lost"
                     : " with " + std::to_string(front.damage[cell]) + " damage");
    text += (text.empty() ? "" : ", ") + std::to_string(units) + " " + std::string(unit.name) +
            (hurt.empty() ? "" : " (" + hurt + ")");
  }
  return text.empty() ? "nothing" : text;
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
      std::string text;
      for (std::size_t t = 0; t < 2; ++t)
        for (Hand left = hands[side][t]; left; left = static_cast<Hand>(left & (left - 1)))
          text += (text.empty() ? "" : ", ") + card(arena_.deck[t].kind[lowest(left)]);
      says(side, "holds " + (text.empty() ? "no cards" : text));
    }
  }
  void draws(Side side, std::uint8_t kind) { says(side, "draws " + card(kind)); }
  void plays(Side side, std::uint8_t kind) { says(side, "plays " + card(kind)); }
  void discards(Side side, std::uint8_t kind) { says(side, "discards " + card(kind)); }
  void plays_half(Side side, Theater theater, const Half& half) {
    const AdvancedCard& what = advanced_cards(arena_.army(side).faction, theater)[half.card];
    says(side, "plays " + std::string(what.name) + (half.top ? ", top: " : ", bottom: ") +
                   std::string(half.top ? what.top_text : what.bottom_text));
  }
  template <class Fight>
  void begins(const Fight& fight) {
    story.push_back("");
    story.push_back("round " + std::to_string(fight.round()));
  }
  template <class Fight>
  void step(const Fight&, Theater theater) {
    story.push_back(" " + std::string(name(theater)) + " step");
  }
  void rolls(Side side, const Roll& roll) { says(side, "rolls " + shown(roll)); }
  void rerolls(Side side, Dice again, const Roll& roll) {
    const int dice = again.red + again.black + again.green;
    says(side, "rolls " + std::to_string(dice) + (dice == 1 ? " die" : " dice") +
                   " again: " + shown(roll));
  }
  void prevents(Side side, int hits) {
    says(side, "prevents " + std::to_string(hits) + (hits == 1 ? " hit" : " hits"));
  }
  void assigned(const Army& army, Side side, const Troop& troop, Theater theater) {
    says(side, "has " + describe(army, troop, theater));
  }
  template <class Fight>
  void losses(const Fight& fight, Theater theater) {
    story.push_back(
        "  left: attacker " +
        describe(arena_.army(Side::attacker), fight.force(Side::attacker).in(theater), theater) +
        "; defender " +
        describe(arena_.army(Side::defender), fight.force(Side::defender).in(theater), theater));
  }
  void tries_plans(bool hit) {
    story.push_back(hit ? "  the Death Star Plans: a Death Star is destroyed"
                        : "  the Death Star Plans: no direct hit");
  }
  template <class Fight>
  void leaves(const Fight& fight, Side side) {
    says(side,
         "retreats; left behind: " +
             describe(arena_.army(side), fight.force(side).in(Theater::space), Theater::space) +
             "; " +
             describe(arena_.army(side), fight.force(side).in(Theater::ground), Theater::ground));
  }
  void left_alone(Side side, Theater theater) {
    says(side, "loses what is left in " + std::string(theater == Theater::space
                                                          ? "space: it cannot hold it alone"
                                                          : "the ground battle: structures alone"));
  }

 private:
  void says(Side side, const std::string& what) {
    story.push_back("  " + std::string(name(side)) + " " + what);
  }
  static std::string card(std::uint8_t kind) {
    const TacticCard& what = all_tactic_cards()[kind];
    return std::string(what.name) + " (" + std::string(name(what.theater)) + ")";
  }
  static std::string shown(const Roll& roll) {
    std::string text;
    const auto add = [&](const char* color, Faces faces) {
      const auto part = [&](int count, const char* what) {
        if (count > 0)
          text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(color) +
                  " " + what;
      };
      part(faces.hit(), "hit");
      part(faces.direct(), "direct hit");
      part(faces.special(), "special");
      part(faces.blank(), "blank");
    };
    add("red", roll.red);
    add("black", roll.black);
    add("green", roll.green);
    return text.empty() ? "no dice" : text;
  }

  const Arena& arena_;
};

std::string whole(const Army& army, const Force& force) {
  std::string text;
  for (std::size_t g = 0; g < army.group_count; ++g)
    if (const int units = survivors(army, force, g); units > 0)
      text += (text.empty() ? "" : ", ") + std::to_string(units) + " " +
              std::string(army.groups[g].unit->name);
  return text.empty() ? "nothing" : text;
}

std::string ending_words(const Close& close) {
  static constexpr const char* kOutcome[] = {"the attacker wins",
                                             "a draw",
                                             "the defender wins",
                                             "a stalemate: nothing can change any more",
                                             "the attacker has retreated",
                                             "the defender has retreated",
                                             ""};
  std::string text = kOutcome[static_cast<std::size_t>(outcome_of(close))];
  for (Theater theater : kBothTheaters) {
    const Won won = close.won[theater];
    if (won == Won::not_fought) continue;
    text += "; " + std::string(name(theater)) + ": " +
            (won == Won::attacker   ? "attacker"
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
      narrator.story.push_back(std::string(name(side)) +
                               " has left: " + whole(arena.army(side), combat.force(side)));
  });
}

}  // namespace

std::vector<std::string> tell_combat(const Setup& setup, std::uint64_t seed) {
  const Arena arena{setup, ""};
  Narrator narrator{arena};
  for (Side side : kSides) {
    narrator.story.push_back(std::string(name(side)) + ": " +
                             whole(arena.army(side), arena.start[side]));
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
