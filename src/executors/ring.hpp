// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__RING_HPP_
#define EXECUTORS__RING_HPP_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include "cache_line.hpp"

namespace executors {

/// A bounded lock-free queue for any number of threads at each end, after Dmitry Vyukov's bounded
/// MPMC queue: each slot carries the number of the turn at which it may be written or read, so that
/// a thread takes its place with one compare-and-swap and touches nobody else's slot.
///
/// `Element` is small and trivially copyable.
template <typename Element>
class Ring {
 public:
  /// \throws std::invalid_argument unless the capacity is a power of two from 2 on.
  explicit Ring(std::size_t capacity) : mask_(capacity - 1), slots_(new_slots(capacity)) {
    for (std::size_t at = 0; at < capacity; ++at) {
      slots_[at].turn.store(at, std::memory_order_relaxed);
    }
  }
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  /// False if it is full.
  bool try_push(Element element) {
    std::size_t at = tail_.load(std::memory_order_relaxed);
    while (true) {
      Slot& slot = slots_[at & mask_];
      const std::size_t turn = slot.turn.load(std::memory_order_acquire);
      if (turn == at) {
        if (tail_.compare_exchange_weak(at, at + 1, std::memory_order_relaxed)) {
          slot.element = element;
          slot.turn.store(at + 1, std::memory_order_release);
          return true;
        }
      } else if (static_cast<std::ptrdiff_t>(turn - at) < 0) {
        return false;
      } else {
        at = tail_.load(std::memory_order_relaxed);
      }
    }
  }

  /// False if it is empty, or if the thread whose element is next has not finished its push.
  bool try_pop(Element* element) {
    std::size_t at = head_.load(std::memory_order_relaxed);
    while (true) {
      Slot& slot = slots_[at & mask_];
      const std::size_t turn = slot.turn.load(std::memory_order_acquire);
      if (turn == at + 1) {
        // For is_empty(): what this thread did before shows with the element gone.
        if (head_.compare_exchange_weak(at, at + 1, std::memory_order_release,
                                        std::memory_order_relaxed)) {
          *element = slot.element;
          slot.turn.store(at + mask_ + 1, std::memory_order_release);
          return true;
        }
      } else if (static_cast<std::ptrdiff_t>(turn - (at + 1)) < 0) {
        return false;
      } else {
        at = head_.load(std::memory_order_relaxed);
      }
    }
  }

  /// Whether try_pop() would succeed now, for a thread that alone pops.
  bool has_next() const {
    const std::size_t at = head_.load(std::memory_order_relaxed);
    return slots_[at & mask_].turn.load(std::memory_order_acquire) == at + 1;
  }

  /// False as soon as a push has taken its place, finished or not.
  bool is_empty() const {
    return head_.load(std::memory_order_acquire) == tail_.load(std::memory_order_acquire);
  }

 private:
  struct Slot {
    std::atomic<std::size_t> turn;
    Element element;
  };

  static std::unique_ptr<Slot[]> new_slots(std::size_t capacity) {
    if (capacity < 2 || (capacity & (capacity - 1)) != 0) {
      throw std::invalid_argument("the capacity of a ring must be a power of two, 2 or more");
    }
    return std::unique_ptr<Slot[]>(new Slot[capacity]);
  }

  const std::size_t mask_;
  const std::unique_ptr<Slot[]> slots_;
  alignas(kCacheLine) std::atomic<std::size_t> tail_{0};
  alignas(kCacheLine) std::atomic<std::size_t> head_{0};
};

}  // namespace executors

#endif  // EXECUTORS__RING_HPP_
