#include "apps/report/first_line.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "apps/report/headline.hpp"
#include "apps/report/odds_parts.hpp"
#include "apps/report/places_text.hpp"
#include "apps/report/retreat_headline.hpp"
#include "core/scenario/text.hpp"

namespace broadside {
namespace {

/// The chance of each way in which the battle comes out.
std::string odds_in_words(const Report& report) {
  std::vector<std::string> said;
  for (const OddsPart& part : odds_parts(report))
    said.push_back(kept_together(fmt::format("{} {}", part.words, percent(part.best()))));
  return joined(said);
}

/// "± 0.05 %": no chance of the first line is further off.
std::string margin(const Report& report, const TextStyle& style) {
  double widest = 0;
  for (const OddsPart& part : odds_parts(report))
    widest = std::max(widest, part.chance.half_width());
  return (style.unicode ? "\u00b1 " : "+/- ") + margin_percent(widest);
}

/// Which headline a battle gets, with words that belong together kept so.
std::string headline(const Report& report) {
  std::string line = report.battle_title;
  if (!report.battle_reason.empty()) line += " (" + report.battle_reason + ")";
  if (const std::string when = looked_at(report); !when.empty()) line += " " + when;
  if (tells_numbers(report)) return line + ": " + numbers_headline(report);
  if (report.places) return line + ": " + places_headline(report);
  const std::string left = retreat_headline(report);
  return line + ": " + (left.empty() ? odds_in_words(report) : left);
}

}  // namespace

std::string first_line(const Report& report) { return plain_blanks(headline(report)); }

std::string certainty(const Report& report, const TextStyle& style) {
  const bool one = report.battles == 1;
  const std::string sampled =
      fmt::format("{} sampled {}", round_number(report.battles), one ? "battle" : "battles");
  if (!report.exact) return fmt::format("({}; {})", margin(report, style), sampled);
  const std::string bound = report.exact->error_bound > 0
                                ? fmt::format(" but for {:.0e}", report.exact->error_bound)
                                : "";
  if (report.method == Method::exact) return "(exact" + bound + ")";
  if (report.disagreement) return "(exact, but " + sampled + " disagree)";
  return fmt::format("(exact{}; {} {})", bound, sampled, one ? "agrees" : "agree");
}

std::string first_lines(const Report& report, const TextStyle& style) {
  const std::string line = headline(report), sure = certainty(report, style);
  const auto painted = [&](const std::string& text,
                           Ink ink) {  // wrapped first: colour has no width
    return paint(text.substr(0, text.size() - 1), ink, style);
  };
  std::string out;
  if (const std::string wrong = alarm(report); !wrong.empty())
    out = painted(wrap("WRONG: " + wrong, style.width), Ink::red) + "\n";
  const bool fits = columns_of(line) + 3 + columns_of(sure) <= style.width;
  out += painted(wrap(line, style.width, "", "  "), Ink::bold);
  return out + (fits ? "   " : "\n") + painted(wrap(sure, style.width), Ink::dim) + "\n";
}

std::string alarm(const Report& report) {
  if (!report.disagreement) return "";
  const Disagreement& found = *report.disagreement;
  std::string what = name(found.outcome);
  std::replace(what.begin(), what.end(), '_', ' ');
  if (found.side)
    what = fmt::format("a force that the {} has left after '{}'", name(*found.side), what);
  return fmt::format(
      "the solved and the sampled battle disagree: {} is {} solved and {} sampled, {:.1f} standard "
      "errors apart. Do not trust this answer; please report the command that gave it.",
      what, percent(found.exact, 4), percent(found.sampled, 4), found.standard_errors);
}

}  // namespace broadside
