// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// What tests of executors of rclcpp share.
#ifndef EXECUTORS__RCLCPP__TEST__ROS_TEST_HPP_
#define EXECUTORS__RCLCPP__TEST__ROS_TEST_HPP_

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

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

/// Does something again and again in a thread of its own.
class Ceaseless {
 public:
  explicit Ceaseless(std::function<void()> work)
      : thread_([this, work = std::move(work)] {
          while (!is_over_) work();
        }) {}
  ~Ceaseless() {
    is_over_ = true;
    thread_.join();
  }

 private:
  std::atomic<bool> is_over_{false};
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

/// Something that can be waited for and is never ready, and that does not tell.
class SilentWaitable : public rclcpp::Waitable {
 public:
  void add_to_wait_set(rcl_wait_set_t&) override {}
  bool is_ready(const rcl_wait_set_t&) override { return false; }
  std::shared_ptr<void> take_data() override { return nullptr; }
  std::shared_ptr<void> take_data_by_entity_id(std::size_t) override { return nullptr; }
  void execute(const std::shared_ptr<void>&) override {}
  void set_on_ready_callback(std::function<void(std::size_t, int)>) override {
    throw std::runtime_error("does not tell");
  }
  void clear_on_ready_callback() override {}
  // Of rclcpp 29 on.
  virtual std::vector<std::shared_ptr<rclcpp::TimerBase>> get_timers() const { return {}; }
};

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
