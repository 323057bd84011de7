// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__EVENT_QUEUE_HPP_
#define EXECUTORS__EVENT_QUEUE_HPP_

#include <cstddef>
#include <memory>

#include "source.hpp"

namespace executors {

/// Of the rings that executors are made with: places for sources, of which each takes one at most.
constexpr std::size_t kRingCapacity = 4096;

/// Sources that wait to be run. Any number of threads push; one pops.
class EventQueue {
 public:
  virtual ~EventQueue() = default;
  /// False if it is full.
  virtual bool push(Source* source) = 0;
  /// nullptr if there is none.
  virtual Source* pop() = 0;
  virtual bool is_empty() const = 0;
};

/// A lock-free ring of this capacity; with 0 a queue without limit, behind a lock.
/// \throws std::invalid_argument for a capacity that is no power of two.
std::unique_ptr<EventQueue> make_event_queue(std::size_t ring_capacity);

}  // namespace executors

#endif  // EXECUTORS__EVENT_QUEUE_HPP_
