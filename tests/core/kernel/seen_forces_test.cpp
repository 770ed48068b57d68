#include "core/kernel/seen_forces.hpp"

#include <map>

#include <doctest/doctest.h>

#include "core/kernel/rng.hpp"

using namespace broadside;

TEST_CASE("forces are counted as they are seen, in whatever order") {
  std::map<std::uint64_t, std::uint64_t> expected;
  SeenForces one, first, second;
  Xoshiro random{Xoshiro::State{1, 2, 3, 4}};
  for (int i = 0; i < 20'000; ++i) {
    // Numbers that differ in high digits only, as those of large forces do.
    const std::uint64_t force = (random() % 3000) * 1'000'003'000;
    ++expected[force];
    one.make_room(1);
    one.add(force);
    SeenForces& part = i % 3 ? first : second;
    part.make_room(1);
    part.add(force);
  }
  const auto list = one.list();
  REQUIRE(list.size() == expected.size());
  std::size_t at = 0;
  for (const auto& [force, count] : expected) CHECK(list[at++] == SeenForces::Seen{force, count});
  CHECK(!(first == one));
  second.add(first);
  CHECK(second == one);
}

TEST_CASE("whoever asks for no room at all has a table that is not full after one force") {
  SeenForces one;
  one.make_room(0);
  one.add(7);
  one.add(7, 2);
  SeenForces same;
  same.add(SeenForces{});  // makes room for none
  same.make_room(1);
  same.add(7, 3);
  CHECK(same == one);
  one.add(same);
  CHECK(one.list() == std::vector{SeenForces::Seen{7, 6}});
}

TEST_CASE("what many have seen, each of them a little, is added up") {
  SeenForces all;
  for (std::uint64_t part = 0; part < 1000; ++part) {
    SeenForces one;
    one.make_room(1);
    one.add(part % 100 * 7, part);
    all.add(one);
  }
  const auto list = all.list();
  REQUIRE(list.size() == 100);
  // Force 7 k was seen by the parts k, k + 100, ..., k + 900.
  for (std::uint64_t k = 0; k < 100; ++k) CHECK(list[k] == SeenForces::Seen{7 * k, 10 * k + 4500});
}
