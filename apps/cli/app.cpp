#include "apps/cli/app.hpp"

#include <algorithm>
#include <utility>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "core/scenario/field.hpp"

namespace broadside::cli {
namespace {

/// Descriptions are broken into lines for the help text only.
std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

OutlineOption outline_of(const CLI::Option& option) {
  OutlineOption item;
  item.positional = option.get_positional() && option.get_lnames().empty();
  if (item.positional) item.names.push_back(option.get_name(true));
  for (const auto& name : option.get_lnames()) item.names.push_back("--" + name);
  for (const auto& name : option.get_snames()) item.names.push_back("-" + name);
  if (option.get_items_expected_max() > 0) item.value = option.get_option_text();
  item.text = on_one_line(option.get_description());
  item.group = option.get_group();
  return item;
}

OutlineCommand outline_of(const CLI::App& app) {
  OutlineCommand command{
      app.get_parent() ? app.get_name() : "", app.get_description(), app.get_footer(), {}};
  for (const CLI::Option* option : app.get_options())
    if (!option->get_group().empty()) command.options.push_back(outline_of(*option));
  return command;
}

}  // namespace

Option* Option::option_text(const std::string& text) { return of_->option_text(text), this; }
Option* Option::group(const std::string& heading) { return of_->group(heading), this; }
Option* Option::required() { return of_->required(), this; }
Option* Option::one_of(std::vector<std::string> words) {
  of_->check([words = std::move(words)](const std::string& typed) {
    const bool known = std::find(words.begin(), words.end(), typed) != words.end();
    if (known) return std::string();
    return fmt::format("unknown '{}': {}", typed,
                       words_text(std::vector<std::string_view>(words.begin(), words.end())));
  });
  return this;
}
Option* Option::expected(int values) { return of_->expected(values), this; }
Option* Option::allow_extra_args(bool several) { return of_->allow_extra_args(several), this; }

App::App(const std::string& description, const std::string& name)
    : own_(std::make_unique<CLI::App>(description, name)), app_(own_.get()) {}
App::App(CLI::App& of) : app_(&of) {}
App::~App() = default;

App* App::add_subcommand(const std::string& name, const std::string& description) {
  commands_.emplace_back(new App(*app_->add_subcommand(name, description)));
  return commands_.back().get();
}

Option* App::keep(CLI::Option* option) {
  return options_.emplace_back(std::make_unique<Option>(*option)).get();
}

Option* App::add_option(const std::string& name, std::string& value,
                        const std::string& description) {
  return keep(app_->add_option(name, value, description));
}
Option* App::add_option(const std::string& name, std::optional<std::string>& value,
                        const std::string& description) {
  return keep(app_->add_option(name, value, description));
}
Option* App::add_option(const std::string& name, std::vector<std::string>& value,
                        const std::string& description) {
  return keep(app_->add_option(name, value, description));
}
Option* App::add_flag(const std::string& name, bool& value, const std::string& description) {
  return keep(app_->add_flag(name, value, description));
}
Option* App::add_flag_function(const std::string& name, std::function<void(std::int64_t)> seen,
                               const std::string& description) {
  return keep(app_->add_flag_function(name, std::move(seen), description));
}

void App::footer(const std::string& text) { app_->footer(text); }
void App::group(const std::string& heading) { app_->group(heading); }
void App::callback(std::function<void()> when_named) { app_->callback(std::move(when_named)); }

const App& App::named() const {
  const CLI::App* const typed = std::as_const(*app_).get_subcommands().front();
  return **std::find_if(commands_.begin(), commands_.end(),
                        [&](const auto& command) { return command->app_ == typed; });
}
std::string App::name() const { return app_->get_name(); }

std::vector<std::string> App::typed(
    const std::function<bool(const OutlineOption& option)>& which) const {
  std::vector<std::string> words;
  for (const CLI::Option* option : std::as_const(*app_).get_options()) {
    const OutlineOption item = outline_of(*option);
    if (option->count() == 0 || !which(item)) continue;
    for (const std::string& value : option->results())
      words.push_back(item.positional ? value : item.names.front() + "=" + value);
  }
  return words;
}

std::string App::version() const { return app_->version(); }

std::vector<OutlineCommand> App::outline() const {
  std::vector<OutlineCommand> commands{outline_of(*app_)};
  for (const CLI::App* command : std::as_const(*app_).get_subcommands({}))
    if (!command->get_group().empty()) commands.push_back(outline_of(*command));
  return commands;
}

}  // namespace broadside::cli
