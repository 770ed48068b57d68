#include "apps/ask/values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "apps/report/decimal.hpp"
#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"

namespace broadside {
namespace {

InputError wrong(std::string_view option, std::string_view text, std::string problem,
                 std::string hint) {
  return {std::move(problem), fmt::format("{} {}", option, trimmed(text)), std::move(hint)};
}

/// A number and what follows it: "10M" -> 10 and "M". Nothing where no number stands in front.
struct Quantity {
  double number = 0;
  std::string unit;  ///< lower case
};

std::optional<Quantity> split_quantity(std::string_view text) {
  std::string plain;  // without the marks that people group digits with
  for (const char c : trimmed(text)) {
    if (c != '_' && c != ',' && c != '\'') plain += c;
  }
  const auto decimal = read_decimal(plain);
  if (!decimal || !std::isfinite(decimal->number)) return std::nullopt;
  Quantity quantity{.number = decimal->number};
  for (const char c : trimmed(std::string_view(plain).substr(decimal->length))) {
    quantity.unit += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return quantity;
}

/// A share: with a percent sign, or a bare number.
struct Share {
  double number = 0;
  bool has_sign = false;
  double of_one() const { return has_sign ? of_hundred() : number; }  ///< "0.1%" or "0.001"
  double of_hundred() const { return number / 100; }
};

std::optional<Share> split_share(std::string_view text) {
  const auto quantity = split_quantity(text);
  if (!quantity || text.find(',') != std::string_view::npos)
    return std::nullopt;  // "0,1%" is not 1 %
  if (!quantity->unit.empty() && quantity->unit != "%") return std::nullopt;
  return Share{quantity->number, !quantity->unit.empty()};
}

std::optional<double> read_share(std::string_view text) {
  const auto share = split_share(text);
  return share ? std::optional(share->of_one()) : std::nullopt;
}

/// A share that may be near one: a bare number above 1 can only be one of a hundred, "80" is 80 %.
std::optional<double> read_large_share(std::string_view text) {
  const auto share = split_share(text);
  if (!share) return std::nullopt;
  return !share->has_sign && share->number > 1 ? share->of_hundred() : share->of_one();
}

template <class Integer>
std::optional<Integer> read_integer(std::string_view text, int base = 10) {
  Integer value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> items;
  for (const auto item : split(text, ','))
    if (!item.empty()) items.emplace_back(item);
  return items;
}

bool has_gap(std::string_view list) {
  const auto items = split(list, ',');
  return items.empty() || std::any_of(items.begin(), items.end(),
                                      [](std::string_view item) { return item.empty(); });
}

Result<std::uint64_t> read_battles(std::string_view option, std::string_view text) {
  constexpr const char* kHint = "a whole number such as 4194304, 100k, 10M or 1e6";
  const auto quantity = split_quantity(text);
  double scale = 1;
  if (!quantity) return wrong(option, text, "not a number of battles", kHint);
  if (quantity->unit == "k") {
    scale = 1e3;
  } else if (quantity->unit == "m") {
    scale = 1e6;
  } else if (quantity->unit == "g" || quantity->unit == "b") {
    scale = 1e9;
  } else if (!quantity->unit.empty()) {
    return wrong(option, text, "not a number of battles", kHint);
  }
  const double battles = quantity->number * scale;
  if (battles < 1) return wrong(option, text, "at least one battle is needed", kHint);
  if (battles > kMostBattles)
    return wrong(option, text, "more battles than anybody can wait for", "at most 1e15");
  // 1.1M is 1100000.0000000002 in binary; 1.5 battles are a mistake.
  const double whole = std::round(battles);
  if (std::abs(battles - whole) > 1e-6)
    return wrong(option, text, "not a whole number of battles", kHint);
  return static_cast<std::uint64_t>(whole);
}

Result<std::uint64_t> read_seed(std::string_view option, std::string_view text) {
  const auto word = trimmed(text);
  const bool hexadecimal = word.starts_with("0x") || word.starts_with("0X");
  const auto seed = hexadecimal ? read_integer<std::uint64_t>(word.substr(2), 16)
                                : read_integer<std::uint64_t>(word);
  if (seed) return *seed;
  return wrong(option, text, "not a seed",
               "a whole number from 0 to 18446744073709551615, for example 7");
}

Result<double> read_precision(std::string_view option, std::string_view text) {
  constexpr const char* kHint = "half the interval's width, for example 0.1% or 0.001";
  constexpr double kCoarsest = 0.5;      // nothing is said by an interval as wide as all chances
  constexpr double kFinestAsked = 1e-4;  // a finer one is waited for only if it was meant
  const auto typed = split_share(text);
  if (!typed) return wrong(option, text, "not a precision", kHint);
  const bool may_be_of_one = typed->of_one() < kCoarsest;
  const bool may_be_of_hundred = !typed->has_sign && typed->of_hundred() >= kFinestAsked;
  if (may_be_of_one && may_be_of_hundred)
    return wrong(
        option, text,
        fmt::format("{0:g} may mean {0:g} % or {1:g} %", typed->number, typed->number * 100),
        fmt::format("type {:g}% or {:g}%", typed->number, typed->number * 100));
  const double share = may_be_of_hundred ? typed->of_hundred() : typed->of_one();
  if (share < kFinestPrecision)
    return wrong(option, text, "finer than sampling can reach",
                 "at least 0.00001%; or --engine exact");
  if (share >= kCoarsest) return wrong(option, text, "too coarse to say anything", "below 50%");
  return share;
}

Result<double> read_confidence(std::string_view option, std::string_view text) {
  const auto share = read_large_share(text);
  if (share && *share >= 0.5 && *share < 1 - 1e-9) return *share;
  return wrong(option, text, "not a confidence level",
               "from 50% up to below 100%, for example 95% or 0.95");
}

Result<double> read_prune(std::string_view option, std::string_view text) {
  const auto share = read_share(text);
  if (share && *share >= 0 && *share <= kMostPruned) return *share;
  return wrong(option, text, "not a chance that can be left out",
               "from 0 to 0.1%, for example 1e-9");
}

Result<double> read_chance(std::string_view option, std::string_view text) {
  const auto share = read_large_share(text);
  if (share && *share > 0 && *share < 1) return *share;
  return wrong(option, text, "not a chance", "above 0% and below 100%, for example 80% or 0.8");
}

Result<Side> read_side_name(std::string_view option, std::string_view text) {
  for (const Side side : kSides)
    if (fold_name(text) == name(side)) return side;
  return wrong(option, text, "not a side", "attacker or defender");
}

Result<double> read_amount(std::string_view option, std::string_view text, double most) {
  const auto quantity = split_quantity(text);
  if (quantity && quantity->unit.empty() && quantity->number >= 0 && quantity->number <= most)
    return quantity->number;
  return wrong(option, text, "not a number that makes sense here",
               fmt::format("from 0 to {:.0f}, for example 12", most));
}

Result<std::optional<double>> read_supply(std::string_view option, std::string_view text) {
  if (fold_name(text) == "any") return std::optional<double>{};
  const auto ships = read_integer<int>(trimmed(text));
  if (ships && *ships >= 0 && *ships <= kMostUnits) return std::optional<double>{*ships};
  return wrong(option, text, "not a fleet supply",
               fmt::format("a whole number from 0 to {}, or any", kMostUnits));
}

Result<std::vector<int>> read_values(std::string_view option, std::string_view text, int most) {
  const auto refused = [&](std::string problem) {
    return wrong(option, text, std::move(problem),
                 fmt::format("whole numbers from 0 to {}: 0..8 or 1,3,5", most));
  };
  if (has_gap(text)) return refused("a number is missing beside a comma");
  std::vector<int> values;
  for (const std::string& part : split_list(text)) {
    std::size_t sign = std::string::npos, length = 0;  // "0..8", "0-8", "0 to 8"
    for (const std::string_view way : {"..", "-", "to"})
      if (sign == std::string::npos && (sign = part.find(way, 1)) != std::string::npos)
        length = way.size();
    const auto first = read_integer<int>(trimmed(std::string_view(part).substr(0, sign)));
    const auto last =
        sign == std::string::npos
            ? first
            : read_integer<int>(trimmed(std::string_view(part).substr(sign + length)));
    if (!first || !last || *first < 0 || *last > most) return refused("not a range of numbers");
    if (*last < *first) return refused("a range that ends before it begins");
    for (int value = *first; value <= *last; ++value) values.push_back(value);
  }
  for (std::size_t i = 1; i < values.size(); ++i)
    if (values[i] <= values[i - 1]) return refused("numbers that do not go up");
  return values;
}

Result<double> read_seconds(std::string_view option, std::string_view text) {
  constexpr const char* kHint = "for example 2s, 500ms or 1m";
  const auto quantity = split_quantity(text);
  if (!quantity) return wrong(option, text, "not a time", kHint);
  double scale = 0;
  for (const auto& [unit, seconds] : {std::pair{"", 1.0},
                                      {"s", 1.0},
                                      {"sec", 1.0},
                                      {"ms", 1e-3},
                                      {"m", 60.0},
                                      {"min", 60.0},
                                      {"h", 3600.0}}) {
    if (quantity->unit == unit) scale = seconds;
  }
  const double seconds = quantity->number * scale;
  if (scale == 0) return wrong(option, text, "not a time", kHint);
  if (!(seconds > 0)) return wrong(option, text, "no time at all", kHint);
  if (seconds > kMostSeconds) return wrong(option, text, "more than a week", kHint);
  return seconds;
}

Result<int> read_threads(std::string_view option, std::string_view text) {
  const auto threads = read_integer<int>(trimmed(text));
  if (threads && *threads >= 0 && *threads <= kMostThreads) return *threads;
  return wrong(option, text, "not a number of threads",
               "a whole number from 1 to 1024, or 0 for all cores");
}

}  // namespace broadside
