// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "loop_watch.hpp"

#include <chrono>
#include <utility>

#include "monotonic_clock.hpp"

namespace executors {

LoopWatch::~LoopWatch() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void LoopWatch::look(const std::shared_ptr<Awaited>& awaited) {
  const std::uint64_t callback = loop_->running_callback();
  if (callback == 0 || awaited->is_done_.exchange(true)) return;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    suspicions_.push_back({callback, monotonic_now_ns() + patience_ns_, awaited});
    if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
  }
  changed_.notify_all();
}

void LoopWatch::work() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return is_ending_ || !suspicions_.empty(); });
    if (is_ending_) return;
    const std::chrono::steady_clock::time_point due{
        std::chrono::nanoseconds(suspicions_.front().due_ns)};
    if (changed_.wait_until(lock, due, [this] { return is_ending_; })) return;
    const Suspicion suspicion = std::move(suspicions_.front());
    suspicions_.pop_front();
    lock.unlock();
    const bool is_long = loop_->running_callback() == suspicion.callback;
    suspicion.awaited->is_done_.store(is_long && suspicion.awaited->warn_());
    lock.lock();
  }
}

std::string wait_warning(const std::string& what, const std::string& service) {
  return "a callback has run for a second while " + what + " of service " + service +
         " waits for it to end: if it waits for the answer, it waits for ever; wait in another"
         " executor, or not at all";
}

}  // namespace executors
