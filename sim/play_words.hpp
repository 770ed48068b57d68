#pragma once
// Question: how does a side play that makes its free choices for a goal, in a few sentences?
//
// What is chosen with one hit is compared two by two: carriers are given up before cruisers, always
// or while the enemy can take so many hits. Only what a battle comes to counts.

#include <cstddef>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "sim/best_play.hpp"
#include "sim/reach.hpp"

namespace broadside {

/// Two things that a player may do with one hit, as habits: "give up carriers".
struct MovePair {
  enum class Rule : std::uint8_t {
    always,    ///< the first is better, or as good
    at_least,  ///< the first is better while the enemy can take `hits` hits or more
    below,     ///< while he can take fewer than `hits`
    mixed,     ///< more must be looked at
    any,       ///< no difference
  };
  std::string first, second;  ///< the first is the better one on the whole
  Rule rule = Rule::any;
  int hits = 0;
  bool relative = false;     ///< so many more hits than the side itself
  bool mostly = false;       ///< the rule has exceptions
  double times = 0;          ///< how often there is a difference in a battle, on average
  double gain = 0;           ///< what the first gains over the second, on the whole
  bool usual_first = false;  ///< the usual order does the first before the second
};

/// One kind of situation and what is done in it.
struct PlayedRow {
  std::vector<std::string> offered;  ///< habits
  std::string does;
  int fewest = 0, most = 0;  ///< hits that the enemy can still take there
  double times = 0;          ///< in a battle, on average
};

struct PlayInWords {
  Side side{};
  std::vector<std::string> sentences;  ///< without a full stop
  std::vector<PlayedRow> table;        ///< the most frequent first
};

/// Differences below this are none; chances below that are not worth a word.
inline constexpr double kNoDifference = 1e-6, kWorthAWord = 0.01;

/// The most weighty pair first. Of a duel whose choices are settled, solved for its goal.
std::vector<MovePair> compare_moves(const Battle& battle, const BestPlay& best, const Reach& reach,
                                    Side side);

/// "give up carriers before cruisers"
std::string before(const std::string& first, const std::string& second);

/// A battle that play_best has made ready; nothing for sides without a choice, and for battles that
/// are too large to look at once more.
std::vector<PlayInWords> play_in_words(const Battle& battle);

}  // namespace broadside
