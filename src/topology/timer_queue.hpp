// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__TIMER_QUEUE_HPP_
#define TOPOLOGY__TIMER_QUEUE_HPP_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace topology {

/// A timer that fires every period, or at every look when the period is zero.
struct PeriodicTimer {
  std::int64_t period_ns = 0;
  std::int64_t next_ns = 0;
  /// Called with the periods that were skipped because the callback before took too long.
  std::function<void(std::uint64_t missed)> callback;
  void* owner = nullptr;
};

/// Timers by the time at which they are due. Not for several threads at once.
class TimerQueue {
 public:
  void Add(PeriodicTimer* timer);
  void Remove(const PeriodicTimer* timer);

  bool IsEmpty() const { return heap_.empty(); }
  /// When the first timer is due; only if there is one.
  std::int64_t NextNs() const { return heap_.front()->next_ns; }

  /// Takes the first timer out if it is due; nullptr if none is.
  PeriodicTimer* TakeDue(std::int64_t now_ns);

 private:
  static bool IsLater(const PeriodicTimer* left, const PeriodicTimer* right) {
    return left->next_ns > right->next_ns;
  }

  std::vector<PeriodicTimer*> heap_;
};

/// Moves a timer that fires at `now_ns` on to its next period, which is later than now, and
/// returns how many were skipped. Phases are kept.
std::uint64_t Advance(PeriodicTimer* timer, std::int64_t now_ns);

}  // namespace topology

#endif  // TOPOLOGY__TIMER_QUEUE_HPP_
