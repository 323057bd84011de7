// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "handover.hpp"

#include <utility>

namespace executors {

Handover::Handover(EventLoop* loop, Work work) : loop_(loop), work_(std::move(work)) {}

bool Handover::offer(std::uint32_t parts) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (is_closed_) return false;
    is_given_ = true;
  }
  parts_.store(parts, std::memory_order_relaxed);
  loop_->post(this, parts);
  return true;
}

bool Handover::await_taking() {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return !is_given_ || is_closed_; });
  return !is_closed_;
}

void Handover::release() {
  const std::lock_guard<std::mutex> lock(mutex_);
  is_given_ = false;
  changed_.notify_all();
}

void Handover::close() {
  const std::lock_guard<std::mutex> lock(mutex_);
  is_closed_ = true;
  changed_.notify_all();
}

void Handover::run(std::uint32_t parts) {
  try {
    if (!work_(parts)) return;
  } catch (...) {
    release();
    throw;
  }
  release();
}

}  // namespace executors
