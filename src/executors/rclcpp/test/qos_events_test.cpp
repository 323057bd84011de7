// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "expect.hpp"
#include "loop_executor.hpp"
#include "ros_test.hpp"

namespace executors {

namespace {

TEST_CASE(EventsThatAreToldWithALockHeldComeAndDoNotLockUp) {
  const auto publishing = make_node("publishes_late");
  const auto node = make_node("misses_deadlines");
  // So many that some come while others of the same kind wait to be taken.
  const auto qos = rclcpp::QoS(10).deadline(milliseconds(1));
  const auto publisher = publishing->create_publisher<Message>("deadlines", qos);
  std::atomic<int> missed{0};
  rclcpp::SubscriptionOptions options;
  options.event_callbacks.deadline_callback = [&](rclcpp::QOSDeadlineRequestedInfo&) { ++missed; };
  options.event_callbacks.message_lost_callback = [](rclcpp::QOSMessageLostInfo&) {};
  std::vector<rclcpp::Subscription<Message>::SharedPtr> subscriptions;
  for (int number = 0; number < 4; ++number) {
    subscriptions.push_back(
        node->create_subscription<Message>("deadlines", qos, [](const Message&) {}, options));
  }
  const auto timer = node->create_wall_timer(milliseconds(10),
                                             [] { std::this_thread::sleep_for(milliseconds(5)); });
  LoopExecutor executor;
  executor.add_node(node);
  const Spun spun(&executor);
  EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 4; }));
  publisher->publish(Message());
  std::this_thread::sleep_for(seconds(5));
  const int before = missed;
  EXPECT_TRUE(becomes([&] { return missed > before + 8; }));
}

}  // namespace

}  // namespace executors
