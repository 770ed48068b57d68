#include "sim/habits.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace broadside;

namespace {

/// One choice whose edges are called so.
Battle choosing(const std::vector<std::string>& habits) {
  Battle battle;
  Choice choice;
  std::vector<std::string> words(habits.size(), "a single move");
  for (std::size_t e = 0; e < habits.size(); ++e)
    choice.edges.push_back(static_cast<std::uint8_t>(e));
  words.insert(words.end(), habits.begin(), habits.end());
  battle.duel.choices = {std::move(choice)};
  battle.choice_words = {std::move(words)};
  return battle;
}

}  // namespace

TEST_CASE("habits: a choice of how many") {
  CHECK(is_amount(choosing({"land 2 infantry on A", "land 1 infantry on A"}), 0));
  CHECK_FALSE(is_amount(choosing({"land 2 infantry on A"}), 0));  // nothing to choose
  CHECK_FALSE(is_amount(choosing({"land 2 infantry on A", "bombard 1 planet"}), 0));
  CHECK_FALSE(is_amount(choosing({"land 2 infantry on A", "land nobody"}), 0));
  CHECK_FALSE(is_amount(choosing({"play 1 card", "keep 1 card"}), 0));
}

TEST_CASE("habits: what is used, and what is kept") {
  const Battle card = choosing({"play Direct Hit", "keep Direct Hit"});
  CHECK(uses(card, 0, 0));
  CHECK_FALSE(uses(card, 0, 1));
  CHECK(habit(card, 0, 1) == "keep Direct Hit");
  CHECK(habit(card, 1, 0).empty());
  CHECK_FALSE(uses(choosing({"sustain", "lose a cruiser"}), 0, 0));
}
