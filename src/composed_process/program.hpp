// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef COMPOSED_PROCESS__PROGRAM_HPP_
#define COMPOSED_PROCESS__PROGRAM_HPP_

#include <chrono>
#include <string>
#include <vector>

namespace composed_process {

// Exit statuses.
constexpr int kOk = 0;
constexpr int kFailed = 1;
constexpr int kBadInput = 2;

/// How long a process may take to end before it gives up.
constexpr std::chrono::seconds kStopPatience{15};

/// Prints a line of the program and returns the status to end with.
int Refuse(const std::string& program, const std::string& message, int status);

/// rclcpp::init without signal handlers: StopRequest takes the signals.
/// \throws std::exception for arguments that ROS refuses.
void InitRos(const std::vector<std::string>& arguments);

}  // namespace composed_process

#endif  // COMPOSED_PROCESS__PROGRAM_HPP_
