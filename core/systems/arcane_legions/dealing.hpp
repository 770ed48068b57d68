#pragma once
// Question: a blow has come; who has to choose what of it, and what becomes of the unit then?
//
// RULES 6 and 8.17, one choice after the other: the owner says which figure is hurt next, the enemy
// which one he picks out where the rules let him. What nobody chooses is done on the way.

#include <cstdint>
#include <string>
#include <vector>

#include "core/systems/arcane_legions/force.hpp"
#include "core/tables/free_hits.hpp"

namespace broadside::arcane_legions {

class Dealing {
 public:
  using Left = Pending<Force>;  ///< hits: what is left of the blow, packed

  Dealing(const Unit& unit, const Unit& enemy, const Readings& readings);

  /// A blow comes: all that is done before somebody has to choose.
  Left opened(const Force& force, const Blow& blow) const;
  /// What may be chosen next, the usual way first; nothing where nothing is left.
  std::vector<Move<Force>> moves(const Left& left) const;
  /// Labels of the owner's choices, and of the enemy's; none for who has nothing to choose here.
  std::vector<std::uint8_t> owners_labels() const;
  std::vector<std::uint8_t> enemys_labels() const;
  /// "hurt a Heavy Legionary", and as a habit "hurt Heavy Legionaries".
  std::string words(std::uint8_t label, bool habit) const;

  /// Figures that differ, by how much they are hurt too.
  struct Kind {
    std::size_t slot;  ///< the first that gives the same
    int hurt;
  };
  const std::vector<Kind>& kinds() const { return kinds_; }
  /// The standing figure of a kind; the number of slots where there is none.
  std::size_t standing(const Force& force, const Kind& kind) const;
  /// "a Heavy Legionary", "Heavy Legionaries"
  std::string figure(const Kind& kind, bool many) const;
  /// Forces that differ in nothing as one.
  Force settled(Force force) const;

 private:
  /// A way to go on, and what is left then.
  struct Way {
    std::uint8_t label;
    Force force;
    Blow left;
  };
  std::vector<Way> next(const Force& force, const Blow& blow) const;
  std::vector<Way> casualties(const Force& force, Blow blow) const;
  std::vector<Way> aimed(const Force& force, const Blow& blow) const;
  template <class Allowed, class Deal>
  std::vector<Way> picked(const Force& force, const Blow& left, Allowed allowed, Deal deal) const;
  Force suffered(const Force& force, const Blow& blow) const;

  const Unit &unit_, &enemy_;
  const Readings& readings_;
  std::vector<std::size_t> alike_;  ///< by slot: the first that gives the same
  std::vector<Kind> kinds_;
  bool picks_down_;  ///< the enemy chooses whom Power at a Price downs
};

}  // namespace broadside::arcane_legions
