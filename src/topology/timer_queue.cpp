// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "timer_queue.hpp"

#include <algorithm>

namespace topology {

void TimerQueue::Add(PeriodicTimer* timer) {
  heap_.push_back(timer);
  std::push_heap(heap_.begin(), heap_.end(), IsLater);
}

void TimerQueue::Remove(const PeriodicTimer* timer) {
  heap_.erase(std::remove(heap_.begin(), heap_.end(), timer), heap_.end());
  std::make_heap(heap_.begin(), heap_.end(), IsLater);
}

PeriodicTimer* TimerQueue::TakeDue(std::int64_t now_ns) {
  if (heap_.empty() || heap_.front()->next_ns > now_ns) return nullptr;
  std::pop_heap(heap_.begin(), heap_.end(), IsLater);
  PeriodicTimer* const due = heap_.back();
  heap_.pop_back();
  return due;
}

std::uint64_t Advance(PeriodicTimer* timer, std::int64_t now_ns) {
  if (timer->period_ns <= 0) {
    timer->next_ns = now_ns;
    return 0;
  }
  timer->next_ns += timer->period_ns;
  if (timer->next_ns > now_ns) return 0;
  const std::int64_t skipped = (now_ns - timer->next_ns) / timer->period_ns + 1;
  timer->next_ns += skipped * timer->period_ns;
  return static_cast<std::uint64_t>(skipped);
}

}  // namespace topology
