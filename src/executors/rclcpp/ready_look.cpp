// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "ready_look.hpp"

#include <cstddef>

#include "rcl/allocator.h"
#include "rcl/error_handling.h"
#include "rcl/timer.h"
#include "rcl/wait.h"

namespace executors {

namespace {

/// A wait set for one waitable.
class WaitSetOfOne {
 public:
  WaitSetOfOne(rclcpp::Context& context, rclcpp::Waitable& waitable) {
    is_made_ = rcl_wait_set_init(
                   &wait_set_, waitable.get_number_of_ready_subscriptions(),
                   waitable.get_number_of_ready_guard_conditions(),
                   waitable.get_number_of_ready_timers(), waitable.get_number_of_ready_clients(),
                   waitable.get_number_of_ready_services(), waitable.get_number_of_ready_events(),
                   context.get_rcl_context().get(), rcl_get_default_allocator()) == RCL_RET_OK;
    if (!is_made_) rcl_reset_error();
  }
  ~WaitSetOfOne() {
    if (rcl_wait_set_fini(&wait_set_) != RCL_RET_OK) rcl_reset_error();
  }
  WaitSetOfOne(const WaitSetOfOne&) = delete;
  WaitSetOfOne& operator=(const WaitSetOfOne&) = delete;

  /// False if the context has been shut down.
  bool add(rclcpp::Waitable& waitable) {
    if (is_made_) waitable.add_to_wait_set(wait_set_);
    return is_made_;
  }

  bool has_something_ready() {
    const rcl_ret_t result = rcl_wait(&wait_set_, 0);
    if (result != RCL_RET_OK && result != RCL_RET_TIMEOUT) rcl_reset_error();
    return result == RCL_RET_OK;
  }

  const rcl_wait_set_t& get() const { return wait_set_; }

 private:
  rcl_wait_set_t wait_set_ = rcl_get_zero_initialized_wait_set();
  bool is_made_ = false;
};

}  // namespace

bool ReadyLook::is_harmless(rclcpp::Waitable& waitable) {
  const std::size_t others =
      waitable.get_number_of_ready_guard_conditions() + waitable.get_number_of_ready_events();
  const std::size_t any =
      waitable.get_number_of_ready_subscriptions() + waitable.get_number_of_ready_services() +
      waitable.get_number_of_ready_clients() + waitable.get_number_of_ready_timers();
  return others == 0 && any > 0;
}

bool ReadyLook::take(rclcpp::Waitable& waitable, std::shared_ptr<void>* data) const {
  WaitSetOfOne wait_set(*context_, waitable);
  if (!wait_set.add(waitable) || !wait_set.has_something_ready()) return false;
  if (!waitable.is_ready(wait_set.get())) return false;
  *data = waitable.take_data();
  return true;
}

std::vector<const rcl_service_t*> ReadyLook::services_of(rclcpp::Waitable& waitable) const {
  std::vector<const rcl_service_t*> services;
  if (waitable.get_number_of_ready_services() == 0) return services;
  WaitSetOfOne wait_set(*context_, waitable);
  if (!wait_set.add(waitable)) return services;
  for (std::size_t at = 0; at < wait_set.get().size_of_services; ++at) {
    if (wait_set.get().services[at] != nullptr) services.push_back(wait_set.get().services[at]);
  }
  return services;
}

bool ReadyLook::has_due_timer(rclcpp::Waitable& waitable) const {
  WaitSetOfOne wait_set(*context_, waitable);
  if (!wait_set.add(waitable)) return false;
  for (std::size_t at = 0; at < wait_set.get().size_of_timers; ++at) {
    const rcl_timer_t* const timer = wait_set.get().timers[at];
    bool is_due = false;
    if (timer == nullptr) continue;
    if (rcl_timer_is_ready(timer, &is_due) != RCL_RET_OK) rcl_reset_error();
    if (is_due) return true;
  }
  return false;
}

}  // namespace executors
