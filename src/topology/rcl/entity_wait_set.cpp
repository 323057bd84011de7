// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "entity_wait_set.hpp"

#include "error.hpp"

namespace topology {

EntityWaitSet::EntityWaitSet(Context* context)
    : wait_set_(rcl_get_zero_initialized_wait_set()),
      guard_(rcl_get_zero_initialized_guard_condition()) {
  check(rcl_guard_condition_init(&guard_, context->handle(),
                                 rcl_guard_condition_get_default_options()),
        "guard condition");
  check(rcl_wait_set_init(&wait_set_, 0, 1, 0, 0, 0, 0, context->handle(),
                          rcl_get_default_allocator()),
        "wait set");
}

EntityWaitSet::~EntityWaitSet() {
  if (rcl_wait_set_fini(&wait_set_) != RCL_RET_OK) rcl_reset_error();
  if (rcl_guard_condition_fini(&guard_) != RCL_RET_OK) rcl_reset_error();
}

void EntityWaitSet::resize(const std::vector<Entity*>& entities) {
  Places sum;
  for (const Entity* entity : entities) {
    const Places places = entity->places();
    sum.subscriptions += places.subscriptions;
    sum.timers += places.timers;
    sum.clients += places.clients;
    sum.services += places.services;
  }
  check(rcl_wait_set_resize(&wait_set_, sum.subscriptions, 1, sum.timers, sum.clients, sum.services,
                            0),
        "wait set");
}

void EntityWaitSet::clear() {
  check(rcl_wait_set_clear(&wait_set_), "wait set");
  check(rcl_wait_set_add_guard_condition(&wait_set_, &guard_, nullptr), "wait set");
}

rcl_ret_t EntityWaitSet::wait(std::int64_t timeout_ns) {
  // A wait of no time sleeps as long as timers may be late (50 µs), unless something is ready.
  if (timeout_ns == 0) interrupt();
  return rcl_wait(&wait_set_, timeout_ns);
}

bool EntityWaitSet::check_wait(rcl_ret_t status) {
  if (status == RCL_RET_TIMEOUT) return false;
  check(status, "rcl_wait");
  return true;
}

void EntityWaitSet::interrupt() {
  if (rcl_trigger_guard_condition(&guard_) != RCL_RET_OK) rcl_reset_error();
}

}  // namespace topology
