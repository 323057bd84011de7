// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__EVENT_QUEUE_HPP_
#define EXECUTORS__EVENT_QUEUE_HPP_

#include <cstddef>
#include <functional>
#include <memory>

#include "source.hpp"

namespace executors {

/// What happens to an event that finds the ring full.
enum class WhenFull { kBlock, kDropOldest, kDropNewest };

/// \param capacity of the ring, a power of two; 0: a queue without limit, behind a lock.
struct QueueOptions {
  std::size_t capacity = 0;
  WhenFull when_full = WhenFull::kBlock;
};

/// Sources that wait to be run. Any number of threads push; one pops.
class EventQueue {
 public:
  virtual ~EventQueue() = default;
  /// False if it is full and to be waited for, which the thread that pops must not do.
  virtual bool push(Source* source) = 0;
  /// nullptr if there is none.
  virtual Source* pop() = 0;
  virtual bool is_empty() const = 0;
};

/// `on_lost` hears, in a thread that pushes, of a source that has lost its place.
/// \throws std::invalid_argument for a capacity that is no power of two.
std::unique_ptr<EventQueue> make_event_queue(const QueueOptions& options,
                                             std::function<void(Source*)> on_lost);

}  // namespace executors

#endif  // EXECUTORS__EVENT_QUEUE_HPP_
