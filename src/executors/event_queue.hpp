// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__EVENT_QUEUE_HPP_
#define EXECUTORS__EVENT_QUEUE_HPP_

#include <cstddef>
#include <functional>
#include <memory>

#include "source.hpp"

namespace executors {

/// Of the rings that executors are made with: places for sources, of which each takes one at most.
constexpr std::size_t kRingCapacity = 4096;

/// What happens to an event that finds the ring full.
enum class WhenFull {
  kBlock,       ///< Who posts it waits for the loop's lock and leaves it beside the ring.
  kDropOldest,  ///< It takes the place of the oldest.
  kDropNewest,
};

/// Of an event loop's queue.
struct QueueOptions {
  /// \param ring_capacity of a lock-free ring, a power of two; 0: a queue without limit, behind a
  ///   lock.
  // NOLINTNEXTLINE(google-explicit-constructor): a capacity alone is meant as such.
  QueueOptions(std::size_t ring_capacity = 0, WhenFull what = WhenFull::kBlock)
      : capacity(ring_capacity), when_full(what) {}

  std::size_t capacity;
  WhenFull when_full;
};

/// Sources that wait to be run. Any number of threads push; one pops.
class EventQueue {
 public:
  virtual ~EventQueue() = default;
  /// False if it is full and drops nothing.
  virtual bool push(Source* source) = 0;
  /// nullptr if there is none.
  virtual Source* pop() = 0;
  /// Whether pop() would return one now. A push that is not finished yet may hide others; when it
  /// is, this is true.
  virtual bool has_next() const = 0;
  /// False also while a push is not finished.
  virtual bool is_empty() const = 0;
};

/// `on_lost` hears, in a thread that pushes, of a source that has lost its place.
/// \throws std::invalid_argument for a capacity that is no power of two.
std::unique_ptr<EventQueue> make_event_queue(const QueueOptions& options,
                                             std::function<void(Source*)> on_lost);

}  // namespace executors

#endif  // EXECUTORS__EVENT_QUEUE_HPP_
