#pragma once
// Question: how is a long question answered piece by piece, some of them elsewhere or earlier?
//
// A question about many battles consists of numbered pieces, and what each comes to depends on the
// question alone. Pieces decides which of them are worked out here and keeps what they come to; once
// all are known they are put together without working out anything.

#include <cstddef>
#include <optional>
#include <string>

#include "core/scenario/result.hpp"
#include "sim/bytes.hpp"
#include "sim/progress.hpp"

namespace broadside {

class Pieces {
 public:
  virtual ~Pieces() = default;
  /// Said before anything is asked: how many there are.
  virtual void begin(std::size_t pieces) = 0;
  /// Whether the answer is put together from pieces that are all known, or some are worked out.
  virtual bool all_known() const = 0;
  /// What a piece has come to, where all are known.
  virtual Result<std::string> known(std::size_t piece) const = 0;
  /// Whether it is to be worked out here. From any thread, as the next one.
  virtual bool wanted(std::size_t piece) const = 0;
  virtual void found(std::size_t piece, const std::string& bytes) = 0;
};

/// What there is instead of an answer where only some pieces were worked out.
InputError only_a_part();
bool is_only_a_part(const InputError& error);

/// A piece as it is known or as work() says it is: a Result<T>. Nothing where it is not put together
/// here, or where stop() has cut it short.
template <class T, class Work>
Result<std::optional<T>> piece_of(Pieces* pieces, std::size_t number, const StopQuery& stop,
                                  Work work) {
  using Piece = Result<std::optional<T>>;
  if (pieces && pieces->all_known()) {
    const auto bytes = pieces->known(number);
    if (!bytes) return bytes.error();
    auto value = from_bytes<T>(bytes.value());
    if (value) return Piece{std::move(value)};
    return InputError{"a piece of the answer cannot be read", "", "work its part out again"};
  }
  if ((pieces && !pieces->wanted(number)) || (stop && stop())) return Piece{std::nullopt};
  Result<T> value = work();
  if (!value && stop && stop()) return Piece{std::nullopt};  // cut short before it had begun
  if (!value) return value.error();
  if (!pieces) return Piece{std::move(value).value()};
  if (!stop || !stop()) pieces->found(number, bytes_of(value.value()));
  return Piece{std::nullopt};
}

}  // namespace broadside
