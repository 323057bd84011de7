// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "expect.hpp"
#include "loop_executor.hpp"
#include "rcl/time.h"
#include "ros_test.hpp"

namespace executors {

namespace {

/// A clock of simulated time that a test sets.
class SimulatedClock {
 public:
  SimulatedClock() { set_active(true); }

  void set_active(bool is_active) {
    const std::lock_guard<std::mutex> lock(clock_->get_clock_mutex());
    rcl_clock_t* const handle = clock_->get_clock_handle();
    const rcl_ret_t status =
        is_active ? rcl_enable_ros_time_override(handle) : rcl_disable_ros_time_override(handle);
    EXPECT_EQ(status, RCL_RET_OK);
  }
  void set(std::chrono::nanoseconds time) {
    const std::lock_guard<std::mutex> lock(clock_->get_clock_mutex());
    EXPECT_EQ(rcl_set_ros_time_override(clock_->get_clock_handle(), time.count()), RCL_RET_OK);
  }
  const rclcpp::Clock::SharedPtr& clock() const { return clock_; }

 private:
  const rclcpp::Clock::SharedPtr clock_ = std::make_shared<rclcpp::Clock>(RCL_ROS_TIME);
};

struct CountingExecutor : LoopExecutor {
  std::uint64_t take_wake_ups() { return loop()->take_wake_ups(); }
};

TEST_CASE(ATimerOfSimulatedTimeFiresWithItHoweverFastItGoes) {
  make_node("context");
  const std::string name = "simulated_" + std::to_string(getpid());
  const auto node = std::make_shared<rclcpp::Node>(
      name, rclcpp::NodeOptions().append_parameter_override("use_sim_time", true));
  const auto world = make_node("world");
  const auto publisher = world->create_publisher<Message>("/clock", rclcpp::ClockQoS());
  std::atomic<int> fired{0};
  const auto timer = rclcpp::create_timer(node, node->get_clock(), seconds(1), [&] { ++fired; });
  LoopExecutor executor;
  executor.add_node(node);
  const Spun spun(&executor);
  Message time;
  time.clock.sec = 1000;
  // More often than it would by the seconds that are waited.
  EXPECT_TRUE(becomes([&] {
    ++time.clock.sec;
    publisher->publish(time);
    return fired >= 2 * kPatience.count();
  }));
}

TEST_CASE(ATimerWakesNobodyWhileSimulatedTimeStandsStill) {
  const auto node = make_node("still");
  SimulatedClock time;
  time.set(seconds(1000));
  std::atomic<int> fired{0};
  const auto timer = rclcpp::create_timer(node, time.clock(), milliseconds(1), [&] { ++fired; });
  CountingExecutor executor;
  executor.add_node(node);
  {
    const Spun spun(&executor);
    std::this_thread::sleep_for(milliseconds(100));
    executor.take_wake_ups();
    std::this_thread::sleep_for(milliseconds(200));
    EXPECT_EQ(executor.take_wake_ups(), 0U);
    EXPECT_EQ(fired.load(), 0);
    time.set(seconds(1001));
    EXPECT_TRUE(becomes([&] { return fired == 1; }));
    // Back by more than a period, which begins anew there.
    time.set(seconds(500));
    time.set(seconds(500) + milliseconds(1));
    EXPECT_TRUE(becomes([&] { return fired == 2; }));
  }
  // A timer that is not due is no work.
  timer->reset();
  executor.spin_all(seconds(0));
  EXPECT_EQ(fired.load(), 2);
}

TEST_CASE(ATimerFiresWithTheTimeThatItsClockGoesOverTo) {
  const auto node = make_node("goes_over");
  SimulatedClock time;
  time.set_active(false);
  std::atomic<int> fired{0};
  const auto timer = rclcpp::create_timer(node, time.clock(), milliseconds(20), [&] { ++fired; });
  CountingExecutor executor;
  executor.add_node(node);
  const Spun spun(&executor);
  EXPECT_TRUE(becomes([&] { return fired >= 2; }));
  time.set_active(true);
  // The first time of the simulation is long before the timer's.
  time.set(seconds(1000));
  std::this_thread::sleep_for(milliseconds(100));
  const int at_change = fired;
  time.set(seconds(1001));
  EXPECT_TRUE(becomes([&] { return fired == at_change + 1; }));
  time.set_active(false);
  EXPECT_TRUE(becomes([&] { return fired >= at_change + 3; }));
}

TEST_CASE(ATimerMayEndWhileItsClockJumps) {
  const auto node = make_node("ends");
  SimulatedClock time;
  LoopExecutor executor;
  executor.add_node(node);
  std::atomic<std::int64_t> jumps{0};
  const Ceaseless world([&] { time.set(milliseconds(++jumps)); });
  for (int count = 0; count < 1'000; ++count) {
    const auto timer = rclcpp::create_timer(node, time.clock(), seconds(1000), [] {});
    executor.spin_some();
    // It ends amid the jumps.
    const std::int64_t before = jumps;
    while (jumps < before + 3) std::this_thread::yield();
  }
}

}  // namespace

}  // namespace executors
