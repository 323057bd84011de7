// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__NOTIFIER_HPP_
#define EXECUTORS__NOTIFIER_HPP_

#include <atomic>
#include <cstdint>

#include "monotonic_clock.hpp"

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

/// Lets one thread wait until others have something for it or a time has come, without a lock and,
/// while it is awake, without a system call.
///
/// The thread that waits calls prepare_wait(), looks once more whether there is something, and then
/// calls wait() or cancel_wait(). Who has something puts it where that look finds it, and then
/// calls notify().
class Notifier {
 public:
  /// What was put anywhere before this is seen by the look that follows.
  void prepare_wait() {
    state_.store(kWaiting, std::memory_order_relaxed);
    full_fence();
  }
  /// The look has found something.
  void cancel_wait() { state_.store(kAwake, std::memory_order_relaxed); }
  /// Waits until the time, in ns of CLOCK_MONOTONIC; not at all if it was notified after
  /// prepare_wait().
  void wait(std::int64_t until_ns);

  /// Wakes the thread up that waits or is about to.
  void notify() {
    full_fence();
    if (state_.load(std::memory_order_relaxed) == kWaiting) wake();
  }

 private:
  static constexpr std::int32_t kAwake = 0;
  static constexpr std::int32_t kWaiting = 1;

  void wake();

  std::atomic<std::int32_t> state_{kAwake};
};

}  // namespace executors

#endif  // EXECUTORS__NOTIFIER_HPP_
