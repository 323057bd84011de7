// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__SOURCE_HPP_
#define EXECUTORS__SOURCE_HPP_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace executors {

/// How many things can wait in a queue that keeps the last `depth`.
inline std::uint32_t most_of_depth(std::size_t depth) {
  return static_cast<std::uint32_t>(std::clamp<std::size_t>(depth, 1, UINT32_MAX));
}

/// Something that events come from, for an event loop to run: a subscription, a service.
///
/// Its events are counted here and it is queued once for all of them, so that a queue with room for
/// every source is never full.
class Source {
 public:
  virtual ~Source() = default;

  /// Handles so many events, in the loop's thread. They are what was told, so there may be fewer.
  virtual void run(std::uint32_t events) = 0;

 private:
  friend class EventLoop;

  /// How many things can wait in it. Events beyond are of what has been thrown away meanwhile.
  virtual std::uint32_t most_waiting() const { return UINT32_MAX; }

  /// True if it has to be queued: it is while it has events.
  bool add(std::uint32_t events) {
    return events_.fetch_add(events, std::memory_order_acq_rel) == 0;
  }
  /// Its place in the queue was lost: the next event queues it again, and they are run with it.
  void put_off() {
    put_off_.fetch_add(events_.exchange(0, std::memory_order_acq_rel), std::memory_order_relaxed);
  }
  std::uint32_t waiting() const {
    return std::min(most_waiting(), events_.load(std::memory_order_relaxed) +
                                        put_off_.load(std::memory_order_relaxed));
  }
  /// Takes so many events at most, of those that are there.
  /// \returns how many; with others left it has to be queued again.
  std::uint32_t take(std::uint32_t limit, bool* has_others) {
    if (put_off_.load(std::memory_order_relaxed) != 0) {
      events_.fetch_add(put_off_.exchange(0, std::memory_order_acq_rel), std::memory_order_acq_rel);
    }
    std::uint32_t there = events_.load(std::memory_order_acquire);
    if (there > limit) {
      // What comes from now on has events of its own.
      const std::uint32_t left = std::min(there, most_waiting());
      events_.fetch_sub(there - left, std::memory_order_acq_rel);
      there = left;
    }
    const std::uint32_t taken = std::min(there, limit);
    *has_others = events_.fetch_sub(taken, std::memory_order_acq_rel) > taken;
    return taken;
  }

  mutable std::atomic<bool> is_discarded_{false};
  std::uint32_t due_ = 0;  ///< Of its events, how many this spin_some() has still to run.
  std::atomic<std::uint32_t> events_{0};
  std::atomic<std::uint32_t> put_off_{0};
};

}  // namespace executors

#endif  // EXECUTORS__SOURCE_HPP_
