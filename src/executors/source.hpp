// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__SOURCE_HPP_
#define EXECUTORS__SOURCE_HPP_

#include <atomic>
#include <cstdint>

namespace executors {

/// Something that events come from, for an event loop to run: a subscription, a service.
///
/// Its events are counted here and it is queued once for all of them, so that a queue with room for
/// every source is never full.
class Source {
 public:
  virtual ~Source() = default;

  /// Handles so many events, in the loop's thread. They are what was told, so there may be fewer.
  virtual void Run(std::uint32_t events) = 0;

 private:
  friend class EventLoop;

  /// True if it has to be queued.
  bool Add(std::uint32_t events) {
    return events_.fetch_add(events, std::memory_order_acq_rel) == 0;
  }
  /// Its place in the queue was lost: the next event queues it again, and they are run with it.
  void PutOff() {
    put_off_.fetch_add(events_.exchange(0, std::memory_order_acq_rel), std::memory_order_relaxed);
  }
  std::uint32_t Take() {
    const std::uint32_t events = events_.exchange(0, std::memory_order_acq_rel);
    if (put_off_.load(std::memory_order_relaxed) == 0) return events;
    return events + put_off_.exchange(0, std::memory_order_acq_rel);
  }

  std::atomic<std::uint32_t> events_{0};
  std::atomic<std::uint32_t> put_off_{0};
};

}  // namespace executors

#endif  // EXECUTORS__SOURCE_HPP_
