// broadside serve: the page and the same questions over HTTP.

#include "apps/serve/serve.hpp"

#include <array>
#include <charconv>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "apps/ask/values.hpp"
#include "apps/cli/command.hpp"

namespace broadside::cli {
namespace {

namespace fs = std::filesystem;

/// As typed; "" = not given.
struct ServeArgs {
  std::string host, port, page, page_missing, patience, time, memory, questions, connections;
  std::vector<std::string> names;
  bool open = false, quiet = false;
};

/// False after it has noted the error; where nothing was typed the value stays as it is.
template <class Number>
bool take(std::string_view option, const std::string& text, Number least, Number most,
          Number& value, InputError& error) {
  if (text.empty()) return true;
  Number read{};
  const auto [end, trouble] = std::from_chars(text.data(), text.data() + text.size(), read);
  if (trouble == std::errc() && end == text.data() + text.size() && read >= least && read <= most) {
    value = read;
    return true;
  }
  error = {fmt::format("'{}' cannot be used", text), std::string(option),
           fmt::format("a whole number from {} to {}", least, most)};
  return false;
}

/// A name as a browser sends it, without what an address has around it.
bool is_host_name(std::string_view text) {
  return !text.empty() && text.find_first_not_of(
                              "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "0123456789.-_") == std::string_view::npos;
}

/// The page that was installed with this program, if it was: share/broadside/page beside its bin.
std::string installed_page() {
  std::error_code trouble;
  const fs::path program = fs::read_symlink("/proc/self/exe", trouble);
  if (trouble) return "";
  const fs::path page = program.parent_path().parent_path() / "share/broadside/page";
  return fs::is_regular_file(page / "index.html", trouble) ? page.string() : "";
}

Result<serve::Settings> read_settings(const ServeArgs& args) {
  serve::Settings settings;
  InputError error;
  std::size_t megabytes = settings.limits.memory >> 20;
  if (!take<std::uint16_t>("--port", args.port, 0, 65535, settings.port, error) ||
      !take<std::size_t>("--memory", args.memory, 64, 1 << 20, megabytes, error) ||
      !take<std::size_t>("--questions", args.questions, 1, 100'000, settings.limits.waiting,
                         error) ||
      !take<std::size_t>("--connections", args.connections, 1, 60'000, settings.limits.connections,
                         error))
    return error;
  settings.limits.memory = megabytes << 20;
  serve::Limits& limits = settings.limits;
  for (const auto& [option, text, times] :
       {std::tuple{"--time", &args.time, std::array{&limits.time, &limits.time}},
        std::tuple{"--patience", &args.patience,
                   std::array{&limits.slow_head, &limits.slow_body}}}) {
    if (text->empty()) continue;
    const auto time = read_seconds(option, *text);
    if (!time) return time.error();
    for (serve::Seconds* limit : times) *limit = serve::Seconds(*time);
  }
  if (!args.host.empty()) settings.host = args.host;
  for (const std::string& name : args.names)
    if (!is_host_name(name))
      return InputError{fmt::format("'{}' is no name of a machine", name), "--name",
                        "odds.example.org: without http:// and without a port"};
  settings.names = args.names;
  settings.page = args.page.empty() && args.page_missing.empty() ? installed_page() : args.page;
  settings.page_missing =
      args.page_missing.empty()
          ? "this program was installed without it. In the sources, "
            "./broadside page DIR builds it; broadside serve --page DIR shows it."
          : args.page_missing;
  settings.open = args.open;
  settings.quiet = args.quiet;
  return settings;
}

int run_serve(const ServeArgs& args) {
  const auto settings = read_settings(args);
  if (!settings) return complain(settings.error(), false);
  // As for benchmarks that were not built: nothing has failed that could be tried again.
  if (const auto error = serve::serve(*settings))
    return complain(*error, false, serve::can_serve() ? kFailed : kBadInput);
  return kAnswered;
}

void add_serve(App& app, Action& chosen) {
  auto args = std::make_shared<ServeArgs>();
  const serve::Settings usual;
  auto* command = app.add_subcommand("serve", "The page and the same questions over HTTP");
  command->add_option("--port", args->port, fmt::format("{}; 0 = one that is free", usual.port))
      ->option_text("N");
  command
      ->add_option(
          "--host", args->host,
          fmt::format("address to listen on: {} (this machine\nalone); 0.0.0.0 is everybody",
                      usual.host))
      ->option_text("ADDRESS");
  command
      ->add_option("--name", args->names,
                   "another name that visitors may call it by, say\nbehind a proxy; again for more")
      ->option_text("NAME")
      ->allow_extra_args(false);
  command->add_flag("--open", args->open, "show the page in the browser");
  command->add_option("--page", args->page, "folder of the page; the installed one unless named")
      ->option_text("DIR");
  command->add_option("--page-missing", args->page_missing, "why there is no page")
      ->option_text("TEXT")
      ->group("");
  command
      ->add_option("--time", args->time,
                   fmt::format("a question may take: {} s", usual.limits.time.count()))
      ->option_text("T");
  command
      ->add_option("--memory", args->memory,
                   fmt::format("megabytes it may take: {}", usual.limits.memory >> 20))
      ->option_text("N");
  command
      ->add_option("--questions", args->questions,
                   fmt::format("questions that may wait: {}; more get 429", usual.limits.waiting))
      ->option_text("N");
  command
      ->add_option("--connections", args->connections,
                   fmt::format("open at once: {}; more get 503", usual.limits.connections))
      ->option_text("N");
  command
      ->add_option("--patience", args->patience,
                   fmt::format("a request may take to arrive: {} s; later ones\nget 408",
                               usual.limits.slow_head.count()))
      ->option_text("T");
  command->add_flag("--quiet", args->quiet, "no line for each request");
  command->footer(
      "POST /api/ask takes a question as broadside ask does; /api/health says how the\n"
      "server is. Ctrl-C and SIGTERM finish what was asked; once more ends it at once.\n"
      "Standard output has one line a request.\n"
      "\n"
      "Examples:\n"
      "  broadside serve --open\n"
      "  broadside serve --host 0.0.0.0 --port 80\n"
      "  curl -d '{\"attacker\":\"2 dn, 4 ff\",\"defender\":\"ws\"}' localhost:8017/api/ask");
  command->callback([args, &chosen] { chosen = [args] { return run_serve(*args); }; });
}

const Subcommand kServe{65, add_serve};

}  // namespace
}  // namespace broadside::cli
