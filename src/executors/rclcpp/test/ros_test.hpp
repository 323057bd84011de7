// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// What tests of executors of rclcpp share.
#ifndef EXECUTORS__RCLCPP__TEST__ROS_TEST_HPP_
#define EXECUTORS__RCLCPP__TEST__ROS_TEST_HPP_

#include <unistd.h>

#include <chrono>
#include <exception>
#include <memory>
#include <string>
#include <thread>

#include "rclcpp/rclcpp.hpp"
#include "rosgraph_msgs/msg/clock.hpp"
#include "std_srvs/srv/trigger.hpp"

namespace executors {

using Message = rosgraph_msgs::msg::Clock;
using Trigger = std_srvs::srv::Trigger;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds kPatience{60};

struct InRos {
  InRos() { rclcpp::init(0, nullptr); }
  ~InRos() { rclcpp::shutdown(); }
};

inline std::shared_ptr<rclcpp::Node> make_node(const std::string& name,
                                               bool intra_process = false) {
  static const InRos in_ros;
  return std::make_shared<rclcpp::Node>(
      name + "_" + std::to_string(getpid()),
      rclcpp::NodeOptions().use_intra_process_comms(intra_process));
}

/// Spins until the condition holds.
template <typename Condition>
bool spin_until(rclcpp::Executor* executor, Condition&& condition) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    executor->spin_once(milliseconds(10));
  }
  return true;
}

/// Spins an executor in a thread of its own.
class Spun {
 public:
  explicit Spun(rclcpp::Executor* executor)
      : executor_(executor), thread_([executor] { executor->spin(); }) {
    while (!executor->is_spinning()) std::this_thread::yield();
  }
  ~Spun() {
    executor_->cancel();
    thread_.join();
  }

 private:
  rclcpp::Executor* const executor_;
  std::thread thread_;
};

template <typename Condition>
bool becomes(Condition&& condition) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(milliseconds(1));
  }
  return true;
}

template <typename Function>
std::string what_of(Function&& function) {
  try {
    function();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

}  // namespace executors

#endif  // EXECUTORS__RCLCPP__TEST__ROS_TEST_HPP_
