// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__ALARM_HPP_
#define EXECUTORS__ALARM_HPP_

#include <atomic>
#include <cstdint>
#include <limits>

namespace executors {

/// Neither the compiler nor the processor moves a store before this behind a load after it. The
/// thread sanitizer knows no fences.
inline void full_fence() {
#if defined(__SANITIZE_THREAD__)
  thread_local std::atomic<int> own{0};
  own.exchange(1, std::memory_order_seq_cst);
#else
  std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
}

/// A time that never comes, in ns of CLOCK_MONOTONIC.
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

/// Lets one thread sleep until others have something for it or a time has come, without a lock and,
/// while it is awake, without a system call.
///
/// The sleeper says that it is about to sleep, looks once more whether there is something, and then
/// sleeps; who has something puts it where that look finds it, and then rings.
class Alarm {
 public:
  /// What was put anywhere before this is seen by the look that follows.
  void before_sleep() {
    state_.store(kAsleep, std::memory_order_relaxed);
    full_fence();
  }
  /// The look has found something.
  void stay_awake() { state_.store(kAwake, std::memory_order_relaxed); }
  /// Sleeps until the time, in ns of CLOCK_MONOTONIC; not at all if it rang after before_sleep().
  void sleep(std::int64_t until_ns);

  /// Wakes the sleeper up, if it sleeps or is about to.
  void ring() {
    full_fence();
    if (state_.load(std::memory_order_relaxed) == kAsleep) wake();
  }

 private:
  static constexpr std::int32_t kAwake = 0;
  static constexpr std::int32_t kAsleep = 1;

  void wake();

  std::atomic<std::int32_t> state_{kAwake};
};

}  // namespace executors

#endif  // EXECUTORS__ALARM_HPP_
