// Which unit the next hit may be put on where a player chooses: RULES 9.17.
#include <algorithm>

#include <fmt/format.h>

#include "core/scenario/text.hpp"
#include "core/systems/rebellion/battle.hpp"

namespace broadside::rebellion {
namespace {

Hits hits_of(const Pending<Force>& pending) {
  return {red_hits(pending.hits), black_hits(pending.hits), direct_hits(pending.hits),
          static_cast<int>(pending.note)};
}

/// Living units that a hit of a kind may be put on, one cell for each type: of units alike the one
/// that is hurt most. Whatever is done with damage that is spread, damage that is gathered kills no
/// later.
Mask most_hurt(const Front& front, const Troop& troop, Mask targets) {
  Mask open = troop.occupied & targets, chosen = 0;
  for (Mask left = open; left; left &= left - 1) {
    const std::size_t cell = lowest(left);
    bool first = true;
    for (Mask others = open; others; others &= others - 1) {
      const std::size_t other = lowest(others);
      first &= front.group[other] != front.group[cell] || front.damage[other] <= front.damage[cell];
    }
    if (first) chosen |= bit(cell);
  }
  return chosen;
}

}  // namespace

bool Rules::frees_any() const {
  for (const Army& army : setup_.armies)
    if (army.goal) return true;
  return false;
}

bool Rules::frees_hits(Side side, int step) const {
  return phase(step).phase == Phase::attack && army(other(side)).goal.has_value();
}

std::vector<std::uint8_t> Rules::labels(Side side, int step) const {
  const Front& front = army(side).front[phase(step).theater];
  std::vector<std::uint8_t> cells;
  for (std::size_t cell = 0; cell < front.cells; ++cell)
    if (front.damageable & bit(cell)) cells.push_back(static_cast<std::uint8_t>(cell));
  return cells;
}

/// Hits that find nobody are gone.
Pending<Force> Rules::left_of(Side side, Theater theater, const Force& force,
                              const Hits& hits) const {
  const Army& mine = army(side);
  const Front& front = mine.front[theater];
  const Mask open = force.in(theater).occupied & targets_of(mine, force, theater);
  const bool red = (open & front.color[0]) != 0, black = (open & front.color[1]) != 0;
  int convertible = std::min(hits.convertible, hits.black);
  if (!red) convertible = 0;
  const int reds = red ? hits.red : 0, blacks = black ? hits.black : convertible;
  const Volley left = static_cast<Volley>(pack(reds, blacks, open ? hits.direct : 0));
  return {force, left, left == 0 ? 0u : static_cast<std::uint32_t>(convertible)};
}

Pending<Force> Rules::open_hits(Side side, int step, const Force& force, Volley volley) const {
  ++work_;
  const Theater theater = phase(step).theater;
  return left_of(side, theater, force,
                 {red_hits(volley), black_hits(volley), direct_hits(volley),
                  theater == Theater::space ? army(other(side)).black_as_red : 0});
}

std::vector<Move<Force>> Rules::moves(Side side, int step, const Pending<Force>& pending) const {
  ++work_;
  const Theater theater = phase(step).theater;
  const Army& mine = army(side);
  const Front& front = mine.front[theater];
  const Hits hits = hits_of(pending);
  const Mask open = targets_of(mine, pending.force, theater);
  std::vector<Move<Force>> moves;
  const auto put = [&](Mask targets, const Hits& left) {
    for (Mask cells = most_hurt(front, pending.force.in(theater), targets); cells;
         cells &= cells - 1) {
      Force after = pending.force;
      const std::size_t cell = lowest(cells);
      move_one(after.in(theater), cell, front.after[cell][1]);
      moves.push_back({static_cast<std::uint8_t>(cell), left_of(side, theater, after, left)});
    }
  };
  // Hits of a colour first: a direct hit finds a target wherever they do.
  if (hits.red > 0) {
    put(open & front.color[0], {hits.red - 1, hits.black, hits.direct, hits.convertible});
  } else if (hits.black > 0) {
    put(open & front.color[1], {0, hits.black - 1, hits.direct, hits.convertible});
    if (hits.convertible > 0)
      put(open & front.color[0], {0, hits.black - 1, hits.direct, hits.convertible - 1});
  } else {
    put(open, {0, 0, hits.direct - 1, 0});
  }
  return moves;
}

/// Cells of both theaters have the same numbers: the unit is named where there is but one.
std::string Rules::target_words(Side side, std::uint8_t cell, int count) const {
  std::string words;
  for (const Theater theater : kBothTheaters) {
    const Front& front = army(side).front[theater];
    if (cell >= front.cells || !(front.damageable & bit(cell))) continue;
    const std::string_view unit = army(side).groups[front.group[cell]].unit->name;
    words += fmt::format("{}hit {}", words.empty() ? "" : " or ", plural(count, unit));
  }
  return words;
}

Force Rules::close_hits(Side side, int step, const Force& force) const {
  const PhaseAt& where = phase(step);
  return where.closes ? end_attacks(side, where, force, force) : force;
}

}  // namespace broadside::rebellion
