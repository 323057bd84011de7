// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__ENTITY_WAIT_SET_HPP_
#define TOPOLOGY__RCL__ENTITY_WAIT_SET_HPP_

#include <cstdint>
#include <vector>

#include "context.hpp"
#include "entity.hpp"
#include "rcl/guard_condition.h"
#include "rcl/wait.h"

namespace topology {

/// A wait set of rcl for entities, and a guard condition that ends a wait. One thread fills it and
/// waits; it is resized only when entities have come or gone.
class EntityWaitSet {
 public:
  static constexpr std::int64_t kForEver = -1;

  explicit EntityWaitSet(Context* context);
  ~EntityWaitSet();
  EntityWaitSet(const EntityWaitSet&) = delete;
  EntityWaitSet& operator=(const EntityWaitSet&) = delete;

  /// Makes room for just these.
  void resize(const std::vector<Entity*>& entities);
  /// Takes all entities out, which a wait needs before it.
  void clear();
  void add(Entity* entity) { entity->add_to(&wait_set_); }

  /// Waits for an entity, for interrupt() or for the end of the time, in ns. With no time to wait
  /// it looks. What it returns is for check_wait(), once others know that the wait is over.
  rcl_ret_t wait(std::int64_t timeout_ns);
  /// Returns whether an entity or interrupt() has come.
  /// \throws std::runtime_error if waiting has failed.
  static bool check_wait(rcl_ret_t status);
  bool is_ready(Entity* entity) const { return entity->is_ready(wait_set_); }

  /// Ends the wait that there is, or the next one; from any thread.
  void interrupt();

 private:
  rcl_wait_set_t wait_set_;
  rcl_guard_condition_t guard_;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__ENTITY_WAIT_SET_HPP_
