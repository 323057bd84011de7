// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <memory>

#include "expect.hpp"
#include "loop_executor.hpp"
#include "ros_test.hpp"

namespace executors {

namespace {

TEST_CASE(EventsOfAStatusThatIsToldWithALockHeldReachTheirCallbacks) {
  const auto publishing = make_node("publishes_late");
  const auto node = make_node("misses_deadlines");
  const auto qos = rclcpp::QoS(10).deadline(milliseconds(20));
  const auto publisher = publishing->create_publisher<Message>("deadlines", qos);
  std::atomic<int> missed{0};
  std::atomic<int> changed{0};
  rclcpp::SubscriptionOptions options;
  options.event_callbacks.deadline_callback = [&](rclcpp::QOSDeadlineRequestedInfo&) { ++missed; };
  options.event_callbacks.liveliness_callback = [&](rclcpp::QOSLivelinessChangedInfo&) {
    ++changed;
  };
  options.event_callbacks.message_lost_callback = [](rclcpp::QOSMessageLostInfo&) {};
  const auto subscription =
      node->create_subscription<Message>("deadlines", qos, [](const Message&) {}, options);
  LoopExecutor executor;
  executor.add_node(node);
  const Spun spun(&executor);
  EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
  publisher->publish(Message());
  EXPECT_TRUE(becomes([&] { return missed > 1 && changed > 0; }));
}

}  // namespace

}  // namespace executors
