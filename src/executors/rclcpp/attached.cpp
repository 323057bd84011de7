// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "attached.hpp"

#include <exception>

#include "rclcpp/logging.hpp"

namespace executors {

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
