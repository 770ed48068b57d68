#include "core/kernel/flat_counts.hpp"

#include "core/tables/duel.hpp"

namespace broadside {
namespace {

/// The first number of every list; another form gets another one.
constexpr std::uint64_t kForm = 0x42524F4144000001;

/// Takes the numbers of a list one by one; reading beyond the end fails for good.
class Reader {
 public:
  explicit Reader(std::span<const std::uint64_t> numbers) : numbers_(numbers) {}

  std::uint64_t next() noexcept {
    if (at_ < numbers_.size()) return numbers_[at_++];
    failed_ = true;
    return 0;
  }
  void expect(std::uint64_t number) noexcept {
    if (next() != number) failed_ = true;
  }
  template <class List>
  void fill(List& list) noexcept {
    expect(list.size());
    for (auto& number : list) number = next();
  }
  std::size_t left() const noexcept { return numbers_.size() - at_; }
  bool failed() const noexcept { return failed_; }

 private:
  std::span<const std::uint64_t> numbers_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace

std::vector<std::uint64_t> flat(const Counts& counts) {
  std::vector<std::uint64_t> out{kForm, counts.battles, counts.shared_rounds};
  const auto put = [&](const auto& list) {
    out.push_back(list.size());
    out.insert(out.end(), list.begin(), list.end());
  };
  out.push_back(counts.finals.size());
  for (const auto& ending : counts.finals)
    for (const Side side : kSides) put(ending[side]);
  for (const Side side : kSides) {
    const auto seen = counts.seen[side].list();
    out.push_back(seen.size());
    for (const auto& [force, count] : seen) out.insert(out.end(), {force, count});
  }
  put(counts.entered);
  put(counts.rounds);
  out.push_back(counts.lengths.size());
  for (const auto& lengths : counts.lengths) put(lengths);
  put(counts.incidents);
  return out;
}

std::optional<Counts> counts_of(std::span<const std::uint64_t> numbers, const Duel& duel) {
  Reader reader(numbers);
  Counts counts(duel);
  reader.expect(kForm);
  counts.battles = reader.next();
  counts.shared_rounds = reader.next();
  reader.expect(counts.finals.size());
  for (auto& ending : counts.finals)
    for (const Side side : kSides) reader.fill(ending[side]);
  for (const Side side : kSides) {
    const std::uint64_t forces = reader.next();
    if (reader.failed() || forces > reader.left() / 2) return std::nullopt;
    counts.seen[side].make_room(forces);
    for (std::uint64_t f = 0; f < forces; ++f) {
      const std::uint64_t force = reader.next();
      counts.seen[side].add(force, reader.next());
    }
  }
  reader.fill(counts.entered);
  reader.fill(counts.rounds);
  reader.expect(counts.lengths.size());
  for (auto& lengths : counts.lengths) reader.fill(lengths);
  reader.fill(counts.incidents);
  if (reader.failed() || reader.left() != 0) return std::nullopt;
  return counts;
}

}  // namespace broadside
