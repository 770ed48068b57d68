#pragma once
// Question: how are units written so that they fit a table and can be typed again? "8 ff, 2 dd"

#include <map>
#include <string>
#include <vector>

#include "core/game.hpp"

namespace broadside {

class ShortFleetNames {
 public:
  explicit ShortFleetNames(const std::string& game_id);
  std::string fleet(const std::vector<UnitCount>& units) const;

 private:
  void learn(const std::string& word, const Game& game);

  GameWords words_;                           ///< for types that have no shorter one
  std::map<std::string, std::string> names_;  ///< the first short word for a type, else the shortest
};

}  // namespace broadside
