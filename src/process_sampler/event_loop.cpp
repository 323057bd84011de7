// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "event_loop.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <limits>

#include "clock.hpp"

namespace process_sampler {

namespace {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

std::uint64_t to_nanoseconds(double seconds) { return static_cast<std::uint64_t>(seconds * 1e9); }

// The next multiple of the interval after now: a reading that came late moves none of the others.
std::uint64_t next_deadline(std::uint64_t deadline, std::uint64_t interval, std::uint64_t now) {
  return deadline + ((now - deadline) / interval + 1) * interval;
}

}  // namespace

EventLoop::EventLoop(const Options& options, Sampler* sampler, StreamOutput* output)
    : options_(options), sampler_(sampler), output_(output) {
  sigset_t handled;
  sigemptyset(&handled);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGUSR1}) sigaddset(&handled, number);
  sigprocmask(SIG_BLOCK, &handled, nullptr);
  // A shell ignores SIGINT for its background jobs, and an ignored signal reaches no signalfd.
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGUSR1}) signal(number, SIG_DFL);
  signal(SIGPIPE, SIG_IGN);
  signals_ = FileDescriptor(signalfd(-1, &handled, SFD_CLOEXEC | SFD_NONBLOCK));
}

void EventLoop::end_with_parent() {
  const pid_t parent = getppid();
#ifdef SYS_pidfd_open
  // Not PR_SET_PDEATHSIG while it can be avoided: that comes already when the thread that started
  // the sampler ends.
  parent_ = FileDescriptor(static_cast<int>(syscall(SYS_pidfd_open, parent, 0)));
#endif
  if (!parent_.valid()) prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) end_reason_ = "the parent has ended";
}

const char* EventLoop::run() {
  const std::uint64_t start = read_clock(CLOCK_MONOTONIC);
  const std::uint64_t cpu_interval = to_nanoseconds(options_.cpu_interval_s);
  const std::uint64_t memory_interval = to_nanoseconds(options_.memory_interval_s);
  const std::uint64_t end =
      options_.duration_s > 0.0 ? start + to_nanoseconds(options_.duration_s) : kNever;
  std::uint64_t next_cpu = start;
  std::uint64_t next_memory = memory_interval > 0 ? start : kNever;
  while (end_reason_ == nullptr) {
    const std::uint64_t now = read_clock(CLOCK_MONOTONIC);
    if (now >= end) return "duration";
    if (now >= next_cpu) {
      sampler_->read_cpu();
      next_cpu = next_deadline(next_cpu, cpu_interval, now);
    }
    if (walk_requested_ || now >= next_memory) {
      sampler_->read_memory(walk_requested_ ? "request" : "interval");
      if (now >= next_memory) next_memory = next_deadline(next_memory, memory_interval, now);
      walk_requested_ = false;
    }
    if (output_->failure() != nullptr) return output_->failure();
    if (!sampler_->failure().empty()) return sampler_->failure().c_str();
    if (sampler_->processes().empty() && options_.cgroup.empty()) return "all processes have ended";
    wait_until(std::min({next_cpu, next_memory, end}));
  }
  // Asked for just before the end, and not to be forgotten.
  if (walk_requested_) sampler_->read_memory("request");
  return end_reason_;
}

void EventLoop::wait_until(std::uint64_t deadline_ns) {
  fds_.clear();
  fds_.push_back({signals_.get(), POLLIN, 0});
  fds_.push_back({output_->fd(), 0, 0});  // Errors and the peer's end are reported unasked.
  fds_.push_back({parent_.get(), POLLIN, 0});
  for (const Process& process : sampler_->processes()) {
    fds_.push_back({process.pid_fd.get(), POLLIN, 0});
  }
  const std::uint64_t now = read_clock(CLOCK_MONOTONIC);
  const std::uint64_t wait_ns = deadline_ns > now ? deadline_ns - now : 0;
  const timespec timeout{static_cast<time_t>(wait_ns / 1'000'000'000),
                         static_cast<long>(wait_ns % 1'000'000'000)};
  if (ppoll(fds_.data(), fds_.size(), &timeout, nullptr) > 0) handle_events();
}

void EventLoop::handle_events() {
  if (fds_[0].revents != 0) handle_signals();
  if ((fds_[1].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0) end_reason_ = "the reader has gone";
  if (fds_[2].revents != 0) end_reason_ = "the parent has ended";
  const bool any_exit = std::any_of(fds_.begin() + 3, fds_.end(),
                                    [](const pollfd& entry) { return entry.revents != 0; });
  if (any_exit) sampler_->settle_exits();
}

void EventLoop::handle_signals() {
  signalfd_siginfo info;
  while (read(signals_.get(), &info, sizeof(info)) == static_cast<ssize_t>(sizeof(info))) {
    if (info.ssi_signo == SIGUSR1) {
      walk_requested_ = true;
    } else {
      end_reason_ = info.ssi_signo == SIGINT    ? "SIGINT"
                    : info.ssi_signo == SIGTERM ? "SIGTERM"
                                                : "SIGHUP";
      output_->set_signal_fd(-1);  // nothing more comes from it
      output_->set_end_is_asked([] { return true; });
    }
  }
}

}  // namespace process_sampler
