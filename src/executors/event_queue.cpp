// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "event_queue.hpp"

#include <atomic>
#include <deque>
#include <mutex>

#include "ring.hpp"

namespace executors {

namespace {

class LockedQueue : public EventQueue {
 public:
  bool push(Source* source) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    sources_.push_back(source);
    size_.store(sources_.size(), std::memory_order_release);
    return true;
  }

  Source* pop() override {
    if (is_empty()) return nullptr;
    const std::lock_guard<std::mutex> lock(mutex_);
    Source* const source = sources_.front();
    sources_.pop_front();
    size_.store(sources_.size(), std::memory_order_release);
    return source;
  }

  bool is_empty() const override { return size_.load(std::memory_order_acquire) == 0; }

 private:
  std::mutex mutex_;
  std::deque<Source*> sources_;
  std::atomic<std::size_t> size_{0};
};

class RingQueue : public EventQueue {
 public:
  explicit RingQueue(std::size_t capacity) : ring_(capacity) {}

  bool push(Source* source) override { return ring_.try_push(source); }

  Source* pop() override {
    Source* source = nullptr;
    return ring_.try_pop(&source) ? source : nullptr;
  }

  bool is_empty() const override { return ring_.is_empty(); }

 private:
  Ring<Source*> ring_;
};

}  // namespace

std::unique_ptr<EventQueue> make_event_queue(std::size_t ring_capacity) {
  if (ring_capacity == 0) return std::make_unique<LockedQueue>();
  return std::make_unique<RingQueue>(ring_capacity);
}

}  // namespace executors
