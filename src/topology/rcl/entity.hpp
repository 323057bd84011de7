// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__ENTITY_HPP_
#define TOPOLOGY__RCL__ENTITY_HPP_

#include <cstddef>
#include <cstdint>

#include "rcl/wait.h"
#include "timer_queue.hpp"

namespace topology {

/// Entities of which no two run at a time: those of a node.
struct Group {
  bool is_busy = false;
  bool was_left_out = false;  ///< Of the wait set that is waited for.
};

/// Places that an entity takes in a wait set.
struct Places {
  std::size_t subscriptions = 0;
  std::size_t timers = 0;
  std::size_t clients = 0;
  std::size_t services = 0;
};

/// Something that an executor waits for and runs.
class Entity {
 public:
  explicit Entity(Group* group) : group_(group) {}
  virtual ~Entity() = default;
  Entity(const Entity&) = delete;
  Entity& operator=(const Entity&) = delete;

  virtual Places places() const { return {}; }
  virtual void AddTo(rcl_wait_set_t*) {}
  /// Looks into the set that it was added to, and remembers what is ready of it.
  virtual bool IsReady(const rcl_wait_set_t&) { return false; }
  /// Takes what is ready and calls back.
  virtual void Run() = 0;
  /// The timer of a timer's entity.
  virtual PeriodicTimer* timer() { return nullptr; }

  Group* group() const { return group_; }

 private:
  friend class Executor;
  Group* const group_;
  // The executor's.
  bool is_in_set_ = false;
  bool is_queued_ = false;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__ENTITY_HPP_
