#pragma once
// Question: what must a game say about a battle so that tables can be made of it?
//
// The shape of the battle as a list of steps, and pure functions of forces: what they throw, what
// becomes of them, who is still in the fight. compile() turns these into a Duel.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/tables/plan.hpp"
#include "core/tables/pmf.hpp"
#include "core/tables/volley.hpp"

namespace broadside {

/// The rules of one battle. Pure functions of forces; `step` is an index into plan().
template <class R>
concept BattleRules = requires(const R& rules, Side side, int step, const typename R::Force& force,
                               Volley volley, std::uint32_t feature, int edge) {
  { rules.plan() } -> std::convertible_to<const Plan&>;
  { rules.start(side) } -> std::same_as<typename R::Force>;
  /// What it may throw, and what throwing did to itself. `feature` is what it sees of the enemy.
  {
    rules.throws(side, step, force, feature)
    } -> std::same_as<Pmf<std::pair<Volley, typename R::Force>>>;
  /// Who dies, who is damaged, what is repaired.
  { rules.absorb(side, step, force, volley) } -> std::same_as<typename R::Force>;
  /// After the step: 0 = out of the fight, others in it.
  { rules.stance(side, step, force) } -> std::same_as<int>;
  /// What the enemy sees of this force when he throws: below plan()[step].features[side].
  { rules.feature(side, step, force) } -> std::same_as<std::uint32_t>;
  /// The volleys that take effect when these two were thrown.
  { rules.respond(step, volley, volley) } -> std::same_as<std::pair<Volley, Volley>>;
  /// What happens to a force on its way along an edge: cargo lost with its carriers, marks of the
  /// round wiped.
  { rules.cross(side, step, edge, force) } -> std::same_as<typename R::Force>;
  { hash_value(force) } -> std::same_as<std::size_t>;
  // Rules may also have gave_up(): they have been asked for more than a player wants to wait for
  // and answer only for form's sake since; then there are no tables.
};

/// Rules may also say which forces throw alike: the same laws are then worked out and stored once.
/// No key: throws() is asked for this force. In a step where a side has keys, all its forces have
/// them and throwing changes none.
template <class R>
concept SharesThrows = requires(const R& rules, Side side, int step,
                                const typename R::Force& force) {
  { rules.throw_key(side, step, force) } -> std::same_as<std::optional<typename R::ThrowKey>>;
  { hash_value(std::declval<typename R::ThrowKey>()) } -> std::same_as<std::size_t>;
};

/// Rules may also say that a volley does the same as so many volleys 1, one after the other (and
/// volley 0 nothing): a force is then asked what one hit makes of it, and only that.
template <class R>
concept TakesHitsOneByOne = requires(const R& rules, Side side, int step, Volley volley) {
  { rules.one_by_one(side, step, volley) } -> std::same_as<bool>;
};

/// A way that a player may choose before a step (StepPlan::offers), and what becomes of the force
/// whose choice it is.
template <class Force>
struct Option {
  std::uint8_t edge = 0;
  Force force{};
};

/// Rules may also leave choices to the players: what this force has to choose from before a step.
/// Nothing: there is no choice, the step is played.
template <class R>
concept OffersChoices = requires(const R& rules, Side side, int step,
                                 const typename R::Force& force) {
  {
    rules.options(side, step, force)
    } -> std::same_as<std::vector<Option<typename R::Force>>>;
};

}  // namespace broadside
