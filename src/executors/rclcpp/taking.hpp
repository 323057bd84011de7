// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__RCLCPP__TAKING_HPP_
#define EXECUTORS__RCLCPP__TAKING_HPP_

#include "rclcpp/exceptions.hpp"
#include "rclcpp/logging.hpp"

namespace executors {

/// Takes `what` of the entity of this name; false if there was none. An error of the middleware is
/// logged and no more, as executors of rclcpp do.
template <typename Take>
bool take_or_log(const char* what, const char* name, Take&& take) {
  try {
    return take();
  } catch (const rclcpp::exceptions::RCLError& error) {
    RCLCPP_ERROR(rclcpp::get_logger("rclcpp"), "taking %s '%s' failed: %s", what, name,
                 error.what());
    return false;
  }
}

}  // namespace executors

#endif  // EXECUTORS__RCLCPP__TAKING_HPP_
