// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__EXECUTOR_HPP_
#define TOPOLOGY__RCL__EXECUTOR_HPP_

#include <cstdint>
#include <string>
#include <vector>

#include "entity.hpp"

namespace topology {

/// Runs the callbacks of entities when they are ready. Entities of one node do not run at the same
/// time. What a callback throws ends the thread, and is told to whoever made the executor.
class Executor {
 public:
  virtual ~Executor() = default;

  /// Starts its threads, which have that name.
  virtual void start(const std::string& thread_name) = 0;
  /// Ends the threads, each after the callback that it is in.
  virtual void stop() = 0;

  virtual void add(const std::vector<Entity*>& entities) = 0;
  /// Returns when none of them runs or will run. Not to be called by one of their group.
  virtual void remove(const std::vector<Entity*>& entities) = 0;
  /// Lets an entity run that the middleware does not know of: a message came inside the process.
  /// Nothing happens while it is not in here.
  virtual void queue(Entity* entity) = 0;
  /// Lets a timer be due a period from now. To be called by another entity of its group.
  virtual void renew(EntityTimer* timer) = 0;

  /// Since the last call.
  virtual std::uint64_t take_wake_ups() = 0;
  virtual std::string kind() const = 0;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__EXECUTOR_HPP_
