#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/filter.h>
#include <sys/socket.h>
#endif

#include "apps/serve/http/hall.hpp"
#include "apps/serve/http/session.hpp"
#include "apps/serve/serve.hpp"
#include "apps/serve/worker.hpp"

namespace broadside::serve {
namespace {

void say(const std::string& text) { std::fputs(("broadside: " + text + "\n").c_str(), stderr); }

/// From now on nobody begins a connection: packets that ask for one are dropped, so that the visitor
/// tries again and is refused. Connections that have been begun are completed, and can be accepted.
void refuse_new_connections(tcp::acceptor& acceptor) {
#ifdef SO_ATTACH_FILTER
  constexpr std::uint32_t kFlags = 13;  // their place in a header of TCP
  constexpr std::uint32_t kSyn = 2, kWhole = 0xffffffff;
  sock_filter drop_syn[] = {BPF_STMT(BPF_LD | BPF_B | BPF_ABS, kFlags),
                            BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, kSyn, 0, 1),
                            BPF_STMT(BPF_RET | BPF_K, 0), BPF_STMT(BPF_RET | BPF_K, kWhole)};
  const sock_fprog filter{std::size(drop_syn), drop_syn};
  setsockopt(acceptor.native_handle(), SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter);
#else
  (void)acceptor;
#endif
}

/// As many open files as the limits allow for; the limits that there are enough files for.
Limits within_files(Limits limits) {
  constexpr std::size_t kOthers = 64;
  const std::size_t others = kOthers + limits.refusals + limits.answerers;
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return limits;
  const rlim_t wanted = limits.connections + others;
  if (files.rlim_cur < wanted) {
    files.rlim_cur = std::min(wanted, files.rlim_max);
    setrlimit(RLIMIT_NOFILE, &files);
    getrlimit(RLIMIT_NOFILE, &files);
  }
  if (files.rlim_cur < wanted) {
    limits.connections = files.rlim_cur > others + 1 ? files.rlim_cur - others : 1;
    say(fmt::format("files enough for {} connections only (ulimit -n)", limits.connections));
  }
  return limits;
}

/// Twice removed, so that nobody has to wait for it.
void open_in_browser(const std::string& address) {
#ifdef __APPLE__
  constexpr const char* kOpener = "open";
#else
  constexpr const char* kOpener = "xdg-open";
#endif
  const pid_t child = fork();
  if (child == 0) {
    if (fork() == 0) {
      close_files_but();
      dup2(STDERR_FILENO, STDOUT_FILENO);  // the log is no place for a browser's words
      execlp(kOpener, kOpener, address.c_str(), nullptr);
      say(fmt::format("there is no {}: open {} yourself", kOpener, address));
    }
    _exit(0);
  }
  if (child > 0) waitpid(child, nullptr, 0);
}

class Server {
 public:
  Server(const Settings& settings, Page page)
      : hall_{settings, OwnNames{}, std::move(page), AccessLog(settings.quiet), nullptr,
              {},       false} {
    hall_.settings.limits = within_files(settings.limits);
  }

  std::optional<InputError> listen() {
    error_code error;
    const std::string host = settings_.host == "localhost" ? "127.0.0.1" : settings_.host;
    const auto address = asio::ip::make_address(host, error);
    if (error)
      return InputError{"this is no address to listen on", "--host " + settings_.host,
                        "127.0.0.1 (this machine alone), 0.0.0.0 (everybody), ::1"};
    const tcp::endpoint place(address, settings_.port);
    const auto failed = [&](const char* hint) {
      return InputError{fmt::format("cannot listen: {}", error.message()),
                        fmt::format("{} port {}", settings_.host, settings_.port), hint};
    };
    acceptor_.open(place.protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(place, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error) return failed("another port: --port 0 takes one that is free");
    const auto port = acceptor_.local_endpoint(error).port();
    const std::string shown = address.is_v6() ? "[" + host + "]" : host;
    address_ = fmt::format("http://{}:{}/", shown, port);
    hall_.names = own_names(shown, address.is_loopback(), settings_.names);
    if (!address.is_loopback()) say("everybody who reaches this machine can ask it questions");
    return std::nullopt;
  }

  void run() {
    answerers_.emplace(io_, settings_.limits);
    hall_.answerers = &*answerers_;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) signals_.add(signal);
    await_signal();
    accept();
    say(fmt::format("serving {}", address_));
    if (settings_.open) open_in_browser(address_);
    io_.run();
  }

 private:
  void await_signal() {
    signals_.async_wait([this](error_code error, int) {
      if (error) return;
      if (hall_.stopping) return io_.stop();
      stop();
      await_signal();
    });
  }

  void accept() {
    acceptor_.async_accept([this](error_code error, tcp::socket socket) {
      if (!error) receive(std::move(socket));
      if (!acceptor_.is_open() || error == asio::error::operation_aborted) return;
      if (!error || error == asio::error::connection_aborted) return accept();
      if (hall_.stopping) return;  // who waits is accepted by accept_the_rest()
      // No files or memory left: some connection will end.
      constexpr Seconds kPause{0.1};
      pause_.expires_after(ticks(kPause));
      pause_.async_wait([this](error_code stopped) {
        if (!stopped && !hall_.stopping) accept();
      });
    });
  }

  void receive(tcp::socket socket) {
    const auto& limits = settings_.limits;
    const std::size_t open = hall_.sessions.size();
    if (open >= limits.connections + limits.refusals) return;  // closes it
    auto session = std::make_shared<Session>(std::move(socket), hall_, open >= limits.connections);
    session->begin();
    if (hall_.stopping) session->stop();
  }

  /// Who has begun to connect is still accepted, then nobody more; what was asked is answered.
  void stop() {
    say("finishing what was asked");
    hall_.stopping = true;
    refuse_new_connections(acceptor_);
    const auto sessions = hall_.sessions;  // one that stops may be gone
    for (Session* session : sessions)
      if (hall_.sessions.contains(session)) session->stop();
    constexpr Seconds kHandshake{0.1};
    pause_.expires_after(ticks(kHandshake));
    pause_.async_wait([this](error_code) {
      accept_the_rest();
      await_end();
    });
  }

  void accept_the_rest() {
    error_code error;
    acceptor_.cancel(error);
    acceptor_.non_blocking(true, error);
    for (;;) {
      tcp::socket socket(io_);
      acceptor_.accept(socket, error);
      if (error == asio::error::connection_aborted) continue;
      if (error) break;
      receive(std::move(socket));
    }
    acceptor_.close(error);
  }

  void await_end() {
    constexpr Seconds kLook{0.02};
    pause_.expires_after(ticks(kLook));
    pause_.async_wait([this](error_code) {
      if (!hall_.sessions.empty()) return await_end();
      answerers_->stop();
      signals_.cancel();
    });
  }

  Hall hall_;  // sessions that are left when it is ended at once still look into it
  const Settings& settings_ = hall_.settings;
  std::string address_;
  asio::io_context io_{1};
  asio::signal_set signals_{io_};
  asio::steady_timer pause_{io_};
  tcp::acceptor acceptor_{io_};
  std::optional<Answerers> answerers_;
};

}  // namespace

std::optional<InputError> serve(const Settings& settings) {
  Page page;
  if (!settings.page.empty()) {
    auto read = Page::read(settings.page);
    if (!read) return read.error();
    page = *std::move(read);
  }
  Server server(settings, std::move(page));
  if (auto error = server.listen()) return error;
  server.run();
  return std::nullopt;
}

bool can_serve() noexcept { return true; }

}  // namespace broadside::serve
