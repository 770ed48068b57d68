#include "apps/ask/ask.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/ask/kinds.hpp"
#include "apps/ask/question.hpp"
#include "apps/report/json_parts.hpp"
#include "apps/report/report_json.hpp"
#include "apps/report/strict_json.hpp"
#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"

namespace broadside {
namespace {

constexpr std::string_view kQuestionExample =
    R"({"ask": "odds", "attacker": "2 dn, 4 ff", "defender": "ws, 3 ff"})";

/// The kind of a question; absent = the first.
Result<const AskKind*> kind_of(const Json& tree) {
  const auto asked = tree.find("ask");
  if (asked == tree.end()) return &ask_kinds().front();
  std::vector<std::string_view> known;
  for (const AskKind& kind : ask_kinds()) known.push_back(kind.name);
  if (!asked->is_string())
    return InputError{"what is asked wants a word", "ask", known_names(known)};
  const std::string word = fold_name(asked->get<std::string>());
  for (const AskKind& kind : ask_kinds())
    if (kind.name == word) return &kind;
  return InputError{fmt::format("{} cannot be asked", in_quotes(asked->get<std::string>())), "ask",
                    nearest_or_all(word, known)};
}

/// Whether a picture is wanted.
Result<bool> picture_of(const Json& tree) {
  const auto asked = tree.find("picture");
  if (asked == tree.end()) return false;
#ifndef BROADSIDE_SMALL
  if (asked->is_string() && fold_name(asked->get<std::string>()) == "svg") return true;
#endif
  return InputError{"a picture of that kind cannot be drawn", "picture", R"("picture": "svg")"};
}

bool is_field_of(const AskKind& kind, std::string_view key) {
  return std::any_of(kind.fields.begin(), kind.fields.end(),
                     [&](const AskField& field) { return field.name == key; });
}

/// A field that the scenario does not know and that another question has, or that one of this
/// question's own was meant by. Whatever else is wrong with a field its reader says.
std::optional<InputError> misplaced(const std::string& key, const AskKind& kind) {
  std::vector<std::string> askers;
  for (const AskKind& other : ask_kinds())
    if (is_field_of(other, key)) askers.push_back(in_quotes(other.name));
  const auto refuse = [&](std::string hint) {
    return InputError{"unknown field " + in_quotes(key), key, std::move(hint)};
  };
  for (const Game* game : games())
    if (find_field(game->fields(), Place::scenario, key) ||
        find_field(game->fields(), Place::side, key))
      return std::nullopt;
  if (!askers.empty())
    return refuse(fmt::format("it belongs to \"ask\": {}", joined(askers, " or ")));
  std::vector<std::string_view> own;
  for (const AskField& field : kind.fields) own.push_back(field.name);
  const std::string hint = nearest_hint(key, own);
  if (hint.starts_with("did you mean")) return refuse(hint);
  return std::nullopt;
}

/// An option that another kind of question has. Whatever else is wrong with options their reader says.
std::optional<InputError> meaningless_option(const Json& tree, const AskKind& kind) {
  const auto options = tree.find("options");
  if (options == tree.end() || !options->is_object()) return std::nullopt;
  const auto takes = [](const AskKind& any, std::string_view option) {
    return std::find(any.options.begin(), any.options.end(), option) != any.options.end();
  };
  for (const auto& [option, value] : options->items()) {
    if (takes(kind, option)) continue;
    std::vector<std::string> askers;
    for (const AskKind& other : ask_kinds())
      if (takes(other, option)) askers.push_back(in_quotes(other.name));
    if (askers.empty()) continue;
    return InputError{
        fmt::format("{} means nothing to \"ask\": {}", in_quotes(option), in_quotes(kind.name)),
        fmt::format("options.{}", option),
        fmt::format("{}; it belongs to {}",
                    kind.options.empty() ? std::string("this question has no options")
                                         : "its options: " + joined(kind.options),
                    joined(askers, " or "))};
  }
  return std::nullopt;
}

struct Whole {
  const AskKind* kind = nullptr;
  Asked asked;
  std::string id;
  std::shared_ptr<std::atomic<bool>> stopped;  ///< by whoever watches; nothing where nobody does
};

Result<Whole> take_apart(std::string_view text, const Options& usual, const AskProgress& progress) {
  auto tree = parse_strict(text, kQuestionExample);
  if (!tree) return tree.error();
  if (!tree->is_object())
    return InputError{"a question is an object", "line 1, column 1",
                      fmt::format("it looks like {}", kQuestionExample)};
  const auto kind = kind_of(*tree);
  if (!kind) return kind.error();
  const auto picture = picture_of(*tree);
  if (!picture) return picture.error();

  if (auto error = meaningless_option(*tree, **kind)) return *error;
  auto beside = read_beside(*tree, usual);
  if (!beside) return beside.error();
  Whole whole{*kind, {}, std::move(beside->id), {}};
  Asked& asked = whole.asked;
  asked.scenario = Json::object();
  asked.options = std::move(beside->options);
#ifndef BROADSIDE_SMALL
  asked.picture = *picture;
#endif
  asked.advice = beside->advice.value_or(false);
  if (progress) {
    const auto stopped = whole.stopped = std::make_shared<std::atomic<bool>>(false);
    asked.watch = [stopped, &progress](double done, double planned) {
      if (!progress(done, planned)) *stopped = true;
    };
    asked.options.progress = [watch = asked.watch](const Progress& far) {
      watch(static_cast<double>(far.battles), static_cast<double>(far.planned));
    };
    asked.options.stop = [stopped] { return stopped->load(); };
  }
  for (auto& [key, value] : tree->items()) {
    if (key == "id" || key == "ask" || key == "options" || key == "picture") continue;
    static constexpr std::array<std::string_view, 7> kOfScenario{
        "version", "game", "battle", "attacker", "defender", "system", "rules"};
    const bool is_own = is_field_of(**kind, key);
    if (!is_own && std::find(kOfScenario.begin(), kOfScenario.end(), key) == kOfScenario.end())
      if (auto error = misplaced(key, **kind)) return *error;
    (is_own ? asked.own : asked.scenario)[key] = std::move(value);
  }
  return whole;
}

std::string with_svg(std::string json, const std::string& svg) {
  if (svg.empty()) return json;
  json.insert(json.rfind('}'), fmt::format(",\"svg\":{}", json_line(Json(svg))));
  return json;
}

Answer refused(const InputError& error, std::string_view id) {
  return {AnswerStatus::bad_input, with_id(write_error(error), id), {}, {}};
}

}  // namespace

Answer ask(std::string_view question, const AskProgress& progress) {
  Options usual;
  usual.method = Method::automatic;
  return ask(question, usual, progress);
}

Answer ask(std::string_view question, const Options& usual, const AskProgress& progress) {
  const auto whole = take_apart(question, usual, progress);
  if (!whole) return refused(whole.error(), id_of(question));
  auto told = whole->kind->answer(whole->asked);
  if (!told) {
    // Stopped before anything was known: the question was right.
    Answer none = refused(told.error(), whole->id);
    if (whole->stopped && *whole->stopped) none.status = AnswerStatus::failed;
    return none;
  }
#ifndef BROADSIDE_SMALL
  if (whole->asked.picture && told->svg.empty())
    return refused({fmt::format("there is no picture of {}", in_quotes(whole->kind->name)),
                    "picture", "leave \"picture\" out"},
                   whole->id);
#endif
  return {AnswerStatus::answered, with_id(with_svg(std::move(told->json), told->svg), whole->id),
          std::move(told->numbers), told->shape};
}

bool asks_for_more(std::string_view question) {
  if (question.find("\"ask\"") == std::string_view::npos) return false;  // as most do
  const auto tree = parse_strict(question, kQuestionExample);
  if (!tree || !tree->is_object()) return false;
  const auto asked = tree->find("ask");
  return asked != tree->end() && *asked != ask_kinds().front().name;
}

}  // namespace broadside
