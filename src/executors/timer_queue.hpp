// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__TIMER_QUEUE_HPP_
#define EXECUTORS__TIMER_QUEUE_HPP_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace executors {

/// Something that is due at a time, again and again.
class Timer {
 public:
  virtual ~Timer() = default;

  /// It fires at `now_ns`: when it is due after that, kNever for not at all. Called before fire().
  virtual std::int64_t next_after(std::int64_t now_ns) = 0;
  /// False if there was nothing to do after all.
  virtual bool fire() = 0;

  std::int64_t next_ns = 0;  ///< Of CLOCK_MONOTONIC; does not change while it is in a queue.

 private:
  friend class EventLoop;
  mutable std::atomic<bool> is_discarded_{false};
};

/// Timers by the time at which they are due. Not for several threads at once.
class TimerQueue {
 public:
  void add(Timer* timer);
  /// Returns whether it was there.
  bool remove(const Timer* timer);

  bool is_empty() const { return heap_.empty(); }
  /// When the first timer is due; only if there is one.
  std::int64_t next_ns() const { return heap_.front().next_ns; }

  /// Takes the first timer out if it is due; nullptr if none is.
  Timer* take_due(std::int64_t now_ns);

 private:
  /// With the time, so that timers whose turn it is not are left out of the processor's caches.
  struct Entry {
    std::int64_t next_ns;
    Timer* timer;
  };

  static bool is_later(const Entry& left, const Entry& right) {
    return left.next_ns > right.next_ns;
  }

  std::vector<Entry> heap_;
};

/// Moves a time on by whole periods until it is later than now, and returns how many were skipped.
/// A period of zero: the time is now.
std::uint64_t advance(std::int64_t period_ns, std::int64_t now_ns, std::int64_t* next_ns);

}  // namespace executors

#endif  // EXECUTORS__TIMER_QUEUE_HPP_
