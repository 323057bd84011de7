// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "event_queue.hpp"

#include <atomic>
#include <deque>
#include <mutex>
#include <utility>

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

  bool has_next() const override { return !is_empty(); }

  bool is_empty() const override { return size_.load(std::memory_order_acquire) == 0; }

 private:
  std::mutex mutex_;
  std::deque<Source*> sources_;
  std::atomic<std::size_t> size_{0};
};

class RingQueue : public EventQueue {
 public:
  RingQueue(const QueueOptions& options, std::function<void(Source*)> on_lost)
      : ring_(options.capacity), when_full_(options.when_full), on_lost_(std::move(on_lost)) {}

  bool push(Source* source) override {
    if (ring_.try_push(source)) return true;
    if (when_full_ == WhenFull::kBlock) return false;
    if (when_full_ == WhenFull::kDropNewest) {
      on_lost_(source);
      return true;
    }
    dropping_.fetch_add(1, std::memory_order_acq_rel);
    do {
      Source* oldest = nullptr;
      if (ring_.try_pop(&oldest)) on_lost_(oldest);
    } while (!ring_.try_push(source));
    dropping_.fetch_sub(1, std::memory_order_acq_rel);
    return true;
  }

  Source* pop() override {
    Source* source = nullptr;
    return ring_.try_pop(&source) ? source : nullptr;
  }

  bool has_next() const override { return ring_.has_next(); }

  // Whoever has taken the oldest out still touches it.
  bool is_empty() const override {
    return ring_.is_empty() && dropping_.load(std::memory_order_acquire) == 0;
  }

 private:
  Ring<Source*> ring_;
  const WhenFull when_full_;
  const std::function<void(Source*)> on_lost_;
  std::atomic<int> dropping_{0};
};

}  // namespace

std::unique_ptr<EventQueue> make_event_queue(const QueueOptions& options,
                                             std::function<void(Source*)> on_lost) {
  if (options.capacity == 0) return std::make_unique<LockedQueue>();
  return std::make_unique<RingQueue>(options, std::move(on_lost));
}

}  // namespace executors
