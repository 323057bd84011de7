// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "stop_request.hpp"

#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "exit_status.hpp"
#include "thread_name.hpp"

namespace composed_process {

namespace {

constexpr std::array<int, 2> kStopSignals{SIGINT, SIGTERM};

// What the handler of signals reads.
std::atomic<int> told_fd{-1};        ///< That of the StopRequest that lives.
std::atomic<pid_t> told_process{0};  ///< Whose signals are meant.
std::atomic<int> telling{0};         ///< How many handlers may be using the file.

void tell(int number) {
  if (getpid() != told_process.load()) {
    // A copy of the process that has not become another program yet ends as that would.
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  const int error = errno;
  ++telling;
  const int fd = told_fd.load();
  if (fd >= 0) eventfd_write(fd, 1);
  --telling;
  errno = error;
}

sigset_t stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : kStopSignals) sigaddset(&signals, number);
  return signals;
}

void take_signals(int fd) {
  told_process = getpid();
  told_fd = fd;
  struct sigaction action = {};
  action.sa_handler = tell;
  action.sa_mask = stop_signals();
  action.sa_flags = SA_RESTART;
  for (const int number : kStopSignals) sigaction(number, &action, nullptr);
  // Whoever started the process may have blocked them.
  pthread_sigmask(SIG_UNBLOCK, &action.sa_mask, nullptr);
}

// Returns when no handler uses the file any more.
void leave_signals() {
  told_fd = -1;
  while (telling != 0) std::this_thread::yield();
}

}  // namespace

StopRequest::StopRequest(std::string program, std::chrono::milliseconds patience)
    : program_(std::move(program)), patience_(patience) {
  wake_fd_ = eventfd(0, EFD_CLOEXEC);
  take_signals(wake_fd_);
  thread_ = std::thread([this] {
    const ThreadName name("stop_request");
    take_wish();
  });
}

StopRequest::~StopRequest() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    done_ = true;
  }
  changed_.notify_all();
  leave_signals();
  eventfd_write(wake_fd_, 1);
  thread_.join();
  close(wake_fd_);
}

void StopRequest::doing(const std::string& what) {
  const std::lock_guard<std::mutex> lock(mutex_);
  doing_ = what;
}

void StopRequest::fail(const std::string& what) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (failure_.empty()) failure_ = what;
  }
  ask();
}

void StopRequest::ask() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    wanted_ = true;
  }
  changed_.notify_all();
  eventfd_write(wake_fd_, 1);
}

bool StopRequest::wanted() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return wanted_;
}

void StopRequest::wait() {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return wanted_; });
}

std::string StopRequest::failure() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return failure_;
}

int StopRequest::report() const {
  const std::string failed = failure();
  return failed.empty() ? kOk : refuse(program_, failed, kFailed);
}

void StopRequest::leave_at_once(const std::string& why) const {
  std::fprintf(stderr, "%s: ended without clean-up, %s\n", program_.c_str(), why.c_str());
  _exit(report());
}

void StopRequest::take_wish() {
  eventfd_t wishes = 0;
  while (eventfd_read(wake_fd_, &wishes) != 0 && errno == EINTR) {
  }
  {
    // Woken by a signal, a failure, or the end of it all.
    const std::lock_guard<std::mutex> lock(mutex_);
    wanted_ = true;
  }
  changed_.notify_all();
  if (patience_ends()) give_up();
}

bool StopRequest::patience_ends() {
  std::unique_lock<std::mutex> lock(mutex_);
  return !changed_.wait_for(lock, patience_, [this] { return done_; });
}

void StopRequest::give_up() const {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::fprintf(stderr, "%s: told to stop %.0f s ago and still %s; giving up\n", program_.c_str(),
                 std::chrono::duration<double>(patience_).count(), doing_.c_str());
  }
  report();
  _exit(kFailed);
}

}  // namespace composed_process
