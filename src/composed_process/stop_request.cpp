// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "stop_request.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <utility>

#include "exit_status.hpp"
#include "thread_name.hpp"

namespace composed_process {

namespace {

sigset_t stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

}  // namespace

StopRequest::StopRequest(std::string program, std::chrono::milliseconds patience)
    : program_(std::move(program)), patience_(patience) {
  const sigset_t signals = stop_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  wake_fd_ = eventfd(0, EFD_CLOEXEC);
  thread_ = std::thread([this] {
    const ThreadName name("stop_request");
    take_signals();
  });
}

StopRequest::~StopRequest() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    done_ = true;
  }
  changed_.notify_all();
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

void StopRequest::take_signals() {
  const sigset_t signals = stop_signals();
  const int signal_fd = signalfd(-1, &signals, SFD_CLOEXEC);
  std::array<pollfd, 2> files{{{signal_fd, POLLIN, 0}, {wake_fd_, POLLIN, 0}}};
  while (poll(files.data(), files.size(), -1) < 0) {
  }
  close(signal_fd);
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
