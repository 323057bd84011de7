// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "attached.hpp"

#include <cstddef>
#include <exception>

#include "rclcpp/exceptions.hpp"
#include "rclcpp/logging.hpp"

namespace executors {

void silence(const rcl_service_t* service) {
  const auto nothing = [](const void*, std::size_t) {};
  if (rcl_service_set_on_new_request_callback(service, nothing, nullptr) != RCL_RET_OK) {
    rclcpp::exceptions::throw_from_rcl_error(RCL_RET_ERROR, "cannot silence a service");
  }
}

void Attached::detach() noexcept {
  attachment_->end();
  try {
    ignore();
  } catch (const std::exception& refused) {
    // Waitables need not override the function that rclcpp has for it, which throws.
    RCLCPP_WARN_ONCE(rclcpp::get_logger("nav2_composition_bench"),
                     "an entity leaves its executor and keeps its callback: %s", refused.what());
  }
}

}  // namespace executors
