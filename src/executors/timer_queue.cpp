// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "timer_queue.hpp"

#include <algorithm>

namespace executors {

void TimerQueue::add(Timer* timer) {
  heap_.push_back({timer->next_ns, timer});
  std::push_heap(heap_.begin(), heap_.end(), is_later);
}

bool TimerQueue::remove(const Timer* timer) {
  const auto found = std::find_if(heap_.begin(), heap_.end(),
                                  [timer](const Entry& entry) { return entry.timer == timer; });
  if (found == heap_.end()) return false;
  heap_.erase(found);
  std::make_heap(heap_.begin(), heap_.end(), is_later);
  return true;
}

Timer* TimerQueue::take_due(std::int64_t now_ns) {
  if (heap_.empty() || next_ns() > now_ns) return nullptr;
  std::pop_heap(heap_.begin(), heap_.end(), is_later);
  Timer* const due = heap_.back().timer;
  heap_.pop_back();
  return due;
}

std::uint64_t advance(std::int64_t period_ns, std::int64_t now_ns, std::int64_t* next_ns) {
  if (period_ns <= 0) {
    *next_ns = now_ns;
    return 0;
  }
  *next_ns += period_ns;
  if (*next_ns > now_ns) return 0;
  const std::int64_t skipped = (now_ns - *next_ns) / period_ns + 1;
  *next_ns += skipped * period_ns;
  return static_cast<std::uint64_t>(skipped);
}

}  // namespace executors
