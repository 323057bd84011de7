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
  if (callback == 0 || awaited->is_done_.load(std::memory_order_relaxed)) return;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (awaited->is_watched_) {
      awaited->again_ = callback;
      return;
    }
    suspect(callback, awaited);
    if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
  }
  changed_.notify_all();
}

void LoopWatch::suspect(std::uint64_t callback, std::shared_ptr<Awaited> awaited) {
  awaited->is_watched_ = true;
  awaited->again_ = 0;
  suspicions_.push_back({callback, monotonic_now_ns() + patience_ns_, std::move(awaited)});
}

void LoopWatch::work() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return is_ending_ || !suspicions_.empty(); });
    if (is_ending_) return;
    const std::chrono::steady_clock::time_point due{
        std::chrono::nanoseconds(suspicions_.front().due_ns)};
    if (changed_.wait_until(lock, due, [this] { return is_ending_; })) return;
    Suspicion suspicion = std::move(suspicions_.front());
    suspicions_.pop_front();
    lock.unlock();
    Awaited& awaited = *suspicion.awaited;
    const bool is_long = loop_->running_callback() == suspicion.callback;
    if (is_long && awaited.warn_()) awaited.is_done_.store(true, std::memory_order_relaxed);
    lock.lock();
    awaited.is_watched_ = false;
    // What came while it was watched may be what a later callback waits for, and the last of it.
    const bool has_come_again = awaited.again_ != 0 && awaited.again_ == loop_->running_callback();
    if (has_come_again && !awaited.is_done_) {
      suspect(awaited.again_, std::move(suspicion.awaited));
    }
  }
}

std::string wait_warning(const std::string& what, const std::string& service) {
  return "a callback has run for a second while " + what + " of service " + service +
         " waits for it to end: if it waits for the answer, it waits for ever; wait in another"
         " executor, or not at all";
}

}  // namespace executors
