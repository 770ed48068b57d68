#pragma once
// Question: which fleets are never beaten, if both players buy blindly for the same budget?

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/engine.hpp"
#include "sim/equilibrium.hpp"
#include "sim/matrix.hpp"

namespace broadside {

/// What the attacker plays for and the defender against: his chance to win less that to lose, what
/// the enemy loses less what he loses, or his chance to take the planet.
enum class Payoff { win, net, planet };
std::string_view payoff_name(Payoff payoff);

struct MetaQuestion {
  Scenario scenario;  ///< both sides without units: faction, upgrades, effects, policy
  double budget = 0;
  std::optional<double> supply;  ///< fleet supply; nothing = what the game takes as usual
  bool any_supply = false;
  std::vector<std::string> only, never;  ///< types that may be bought, and that may not
  Payoff payoff = Payoff::win;
  std::optional<SideSpec> beats;  ///< what beats this defender?
  std::size_t show = 5;           ///< fleets to tell besides those of the mix
};

/// One fleet that could be bought.
struct MetaFleet {
  std::vector<UnitCount> bought;
  double cost = 0;
  double share = 0;          ///< of the mix
  double worst = 0;          ///< what its owner gets against the enemy that is best against it
  std::size_t worst_of = 0;  ///< that enemy, by number
};

struct MetaReply {
  std::size_t fleet = 0;  ///< attacker, by number
  double payoff = 0;
};

struct MetaAnswer {
  BySide<std::vector<MetaFleet>> fleets;         ///< all, in a fixed order
  BySide<std::vector<std::size_t>> in_mix;       ///< likeliest first
  BySide<std::vector<std::size_t>> steadiest;    ///< those that lose least at the worst, best first
  PayoffTable payoffs;                           ///< of the attacker
  double attacker_gets = 0, defender_holds = 0;  ///< the certificate: what each is sure of
  double gap = 0;
  bool mirrored = false;  ///< both sides are alike: one mix tells both
  bool pure = false;      ///< one fleet each: nothing beats it
  std::size_t passes = 0, one_by_one = 0;
  double error = 0;  ///< of sampled payoffs, half the width of the widest interval; 0 = all solved
  std::vector<MetaReply> replies;  ///< to MetaQuestion::beats, best first
  std::optional<double> supply;
  std::vector<std::string> assumptions, brief;
};

/// A piece is the payoffs of a block of battles.
Result<MetaAnswer> meta(const MetaQuestion& question, const Options& options,
                        const GameSolver& solver = solve_by_simplex,
                        const std::function<void(const MatrixProgress&)>& progress = {},
                        Pieces* pieces = nullptr);

/// Everything that both sides could buy and fight with; of the question what limits that counts.
Result<BySide<std::vector<SideSpec>>> all_fleets(const MetaQuestion& question,
                                                 std::vector<std::string>& assumptions);

/// The payoffs of all battles, and how surely they are known.
struct Payoffs {
  PayoffTable table;
  std::size_t passes = 0, one_by_one = 0;
  double error = 0;
};
Result<Payoffs> payoffs_of(const ManyFleets& many, Payoff payoff, const Options& options,
                           const std::function<void(const MatrixProgress&)>& progress = {},
                           Pieces* pieces = nullptr);

}  // namespace broadside
