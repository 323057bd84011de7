// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef COMPOSED_PROCESS__PROGRAM_HPP_
#define COMPOSED_PROCESS__PROGRAM_HPP_

#include <string>
#include <vector>

#include "exit_status.hpp"
#include "rclcpp/version.h"
#include "rclcpp_release.hpp"

namespace composed_process {

/// The one that this was built against.
constexpr RclcppRelease kRclcpp{RCLCPP_VERSION_MAJOR, RCLCPP_VERSION_MINOR, RCLCPP_VERSION_PATCH};

/// rclcpp::init without signal handlers: StopRequest takes the signals.
/// \throws std::exception for arguments that ROS refuses.
void init_ros(const std::vector<std::string>& arguments);

}  // namespace composed_process

#endif  // COMPOSED_PROCESS__PROGRAM_HPP_
