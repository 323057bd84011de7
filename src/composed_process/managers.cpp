// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "managers.hpp"

#include <algorithm>

#include "rclcpp/executors/single_threaded_executor.hpp"
#include "rclcpp/node.hpp"
#include "std_srvs/srv/trigger.hpp"

namespace composed_process {

namespace {

using Clock = std::chrono::steady_clock;
using Trigger = std_srvs::srv::Trigger;

std::chrono::nanoseconds left_until(Clock::time_point deadline) {
  return std::max(std::chrono::nanoseconds(0),
                  std::chrono::duration_cast<std::chrono::nanoseconds>(deadline - Clock::now()));
}

}  // namespace

std::string busy_manager(const std::string& asker, const std::vector<std::string>& managers,
                         std::chrono::milliseconds patience) {
  if (managers.empty()) return {};
  const Clock::time_point deadline = Clock::now() + patience;
  // No arguments of the process, and no topics and services but the clients.
  const auto options = rclcpp::NodeOptions()
                           .use_global_arguments(false)
                           .enable_rosout(false)
                           .start_parameter_services(false)
                           .start_parameter_event_publisher(false);
  const auto node = std::make_shared<rclcpp::Node>(asker, options);
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  for (const std::string& manager : managers) {
    const auto client = node->create_client<Trigger>(manager + "/is_active");
    if (!client->wait_for_service(left_until(deadline))) return manager;
    const auto answer = client->async_send_request(std::make_shared<Trigger::Request>());
    if (executor.spin_until_future_complete(answer, left_until(deadline)) !=
        rclcpp::FutureReturnCode::SUCCESS) {
      return manager;
    }
  }
  return {};
}

}  // namespace composed_process
