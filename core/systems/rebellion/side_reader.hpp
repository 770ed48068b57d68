#pragma once
// Question: what does one side of a scenario bring to a combat, and how does it play?
//
// Each step reads one part for one side and may look at what was read before, of both sides.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "core/systems/rebellion/combatants.hpp"
#include "core/systems/rebellion/leaders.hpp"

namespace broadside::rebellion {

using Problem = std::optional<InputError>;

/// Reads one side of the scenario.
class SideReader {
 public:
  SideReader(Side side, Setup& setup, const Scenario& scenario);

  Problem read_units();
  Problem read_policy();
  Problem read_play();
  Problem read_leaders();
  /// A leader who is added before the combat, where nobody there has tactic values.
  Problem read_pool();
  Problem read_hand();
  /// Action cards, current player's first.
  Problem read_effects();
  /// Units that begin damaged; health is settled by now.
  Problem read_damage();
  /// Choices made for the player, and what is in play.
  void describe_side();
  /// All that was said about the side.
  const std::vector<std::string>& told() const { return told_; }

 private:
  void assume(std::string_view line);
  /// The same for what may surprise.
  void note(const std::string& line);
  void add_group(const Unit& unit, int count);
  void add_leader(const Leader& leader);
  bool is_here(const Leader& leader) const;

  Problem hold(const std::string& word, const std::array<DeckPlace, kTacticCards>& places);
  Problem hold_advanced(const std::string& word);
  Problem check_theater(const std::string& word, Theater theater) const;
  bool is_idle(Theater theater) const;
  std::optional<Theater> only_theater() const;
  Group* group_of(const Unit& unit);

  // The pool: pool.cpp.
  Result<std::vector<const Leader*>> pool() const;
  std::string only_fought() const;
  void describe_retreat();
  void describe_plans();
  std::string plans_idle() const;
  void describe_cards();
  void describe_advanced_cards();

  // Action cards: side_actions.cpp.
  /// A card that the side plays, as the player said it.
  struct Action {
    const ActionCard& card;
    const EffectChoice& choice;
    std::string where;
  };
  Problem check(const Action& action) const;
  Problem check_leaders(const Action& action) const;
  Problem act(const Action& action);
  Problem takes_no_target(const Action& action) const;
  bool may_cancel() const;
  Result<Theater> theater_of(const Action& action) const;
  Problem draw_more(const Action& action);
  const Leader* best_of_pool() const;
  Problem add_from_pool(const Action& action);
  Problem use_once(const Action& action);
  Problem destroy_one(const Action& action);
  Problem destroy_worth(const Action& action);
  void lose(Group& group);

  const SideSpec& spec_;
  Setup& setup_;
  Army &army_, &enemy_;
  const Scenario& scenario_;
  std::string at_;
  std::vector<const Leader*> leaders_;
  std::vector<std::string> told_;
};

/// A round that a player names, if combats last so long.
Problem check_round(int round, const std::string& where);

}  // namespace broadside::rebellion
