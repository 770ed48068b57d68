#include "apps/wasm/sharing.hpp"

#include <algorithm>
#include <utility>

#include "apps/ask/question.hpp"
#include "core/kernel/flat_counts.hpp"

namespace broadside {

std::unique_ptr<PlayedTogether> PlayedTogether::open(std::string_view question,
                                                     const Options& usual) {
  const auto read = read_question(question, usual);
  if (!read || check(read->options) || read->options.antithetic || read->options.seconds ||
      read->options.method == Method::exact)
    return nullptr;
  auto battle = ready(read->scenario);
  if (!battle) return nullptr;
  if (read->options.method == Method::automatic && solvable(battle->duel, read->options))
    return nullptr;
  return std::unique_ptr<PlayedTogether>(
      new PlayedTogether(question, usual, *std::move(battle), read->options));
}

PlayedTogether::PlayedTogether(std::string_view question, const Options& usual, Battle battle,
                               const Options& options)
    : question_(question),
      usual_(usual),
      battle_(std::move(battle)),
      rule_(stop_rule(battle_.duel, options)),
      player_(battle_.duel, options.seed, Kernel::automatic),
      worker_(player_),
      total_(battle_.duel) {}

std::uint64_t PlayedTogether::next_stop(std::uint64_t done) const {
  const std::uint64_t all = ChunkSizes{rule_.battles}.chunks();
  if (!rule_.precision || done >= all) return all;
  if (done > 0 && precise_enough(battle_.duel, rule_, total_)) return done;
  return std::min(all, next_look(done));
}

void PlayedTogether::play(std::uint64_t first, std::uint64_t last) {
  const ChunkSizes sizes{rule_.battles};
  for (std::uint64_t chunk = first; chunk < last; ++chunk)
    player_.play(chunk, sizes.battles_of(chunk), worker_);
}

std::vector<std::uint64_t> PlayedTogether::hand_over() {
  return flat(std::exchange(worker_.counts, Counts(battle_.duel)));
}

bool PlayedTogether::add(std::span<const std::uint64_t> counts) {
  const auto more = counts_of(counts, battle_.duel);
  if (more) total_ += *more;
  return more.has_value();
}

Answer PlayedTogether::report() const {
  Options played = usual_;
  played.sampler = [this](const Duel& duel, const StopRule& rule) {
    const bool all = rule.battles && total_.battles >= *rule.battles;
    const bool precise = rule.precision && precise_enough(duel, rule, total_);
    const auto by = precise || !all ? StoppedBy::precision : StoppedBy::battles;
    return std::make_shared<const Sample>(Sample{total_, by});
  };
  return ask(question_, played);
}

}  // namespace broadside
