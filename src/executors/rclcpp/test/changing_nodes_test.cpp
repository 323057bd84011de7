// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "expect.hpp"
#include "loop_executor.hpp"
#include "ros_test.hpp"

namespace executors {

namespace {

TEST_CASE(ASubscriptionMayGoInItsOwnCallbackWhileMoreMessagesWait) {
  for (const bool intra_process : {false, true}) {
    const auto node = make_node("leaves", intra_process);
    const auto publisher = node->create_publisher<Message>("farewell", 100);
    LoopExecutor executor;
    int received = 0;
    rclcpp::SubscriptionBase::SharedPtr subscription;
    subscription = node->create_subscription<Message>("farewell", 100, [&](const Message&) {
      ++received;
      executor.remove_node(node);
      subscription.reset();
    });
    executor.add_node(node);
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (publisher->get_subscription_count() == 0 && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(milliseconds(1));
    }
    for (int count = 0; count < 5; ++count) publisher->publish(Message());
    const auto has_received = [&] { return received > 0; };
    EXPECT_TRUE(spin_until(&executor, has_received));
    executor.spin_all(milliseconds(10));
    EXPECT_EQ(received, 1);
  }
}

TEST_CASE(ANodeMayGoWhileItsMessagesWaitInTheRing) {
  const auto node = make_node("stays");
  const auto publisher = node->create_publisher<Message>("~/gone", 100);
  auto listener = make_node("goes_meanwhile");
  int received = 0;
  auto subscription = listener->create_subscription<Message>(publisher->get_topic_name(), 100,
                                                             [&](const Message&) { ++received; });
  LoopExecutor executor(4);
  int fired = 0;
  const auto timer = node->create_wall_timer(milliseconds(1), [&] {
    if (++fired > 1) return;
    for (int time = 0; time < 10; ++time) publisher->publish(Message());
    std::this_thread::sleep_for(milliseconds(50));
    executor.remove_node(listener);
    subscription.reset();
    listener.reset();
  });
  EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
  executor.add_node(node);
  executor.add_node(listener);
  EXPECT_TRUE(spin_until(&executor, [&] { return fired >= 3; }));
  EXPECT_EQ(received, 0);
}

TEST_CASE(WhatIsAddedToANodeOrToTheExecutorWhileItSpinsIsSpun) {
  const auto first = make_node("first");
  const auto second = make_node("second");
  LoopExecutor executor;
  executor.add_node(first);
  const Spun spun(&executor);
  std::atomic<int> one{0};
  std::atomic<int> two{0};
  const auto timer = first->create_wall_timer(milliseconds(1), [&] { ++one; });
  EXPECT_TRUE(becomes([&] { return one > 2; }));
  const auto other = second->create_wall_timer(milliseconds(1), [&] { ++two; });
  executor.add_node(second);
  EXPECT_TRUE(becomes([&] { return two > 2; }));
  executor.remove_node(second);
  const int at_removal = two;
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_EQ(two.load(), at_removal);
  executor.remove_node(first);
}

TEST_CASE(AnEntityMayGoInItsOwnCallback) {
  const auto node = make_node("goes");
  LoopExecutor executor;
  executor.add_node(node);
  int fired = 0;
  rclcpp::TimerBase::SharedPtr timer;
  timer = node->create_wall_timer(milliseconds(1), [&] {
    ++fired;
    timer.reset();
  });
  EXPECT_TRUE(spin_until(&executor, [&] { return fired > 0; }));
  executor.spin_all(milliseconds(10));
  EXPECT_EQ(fired, 1);
}

TEST_CASE(ANodeIsOfOneExecutor) {
  const auto node = make_node("twice");
  LoopExecutor first;
  LoopExecutor second;
  first.add_node(node);
  EXPECT_TRUE(what_of([&] { second.add_node(node); }).find("already been added to an executor") !=
              std::string::npos);
}

TEST_CASE(AGroupOfCallbacksMayHaveAnExecutorOfItsOwn) {
  const auto node = make_node("grouped");
  const auto group =
      node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  int in_group = 0;
  int beside = 0;
  const auto timer = node->create_wall_timer(milliseconds(1), [&] { ++in_group; }, group);
  const auto other = node->create_wall_timer(milliseconds(1), [&] { ++beside; });
  LoopExecutor executor;
  executor.add_callback_group(group, node->get_node_base_interface());
  EXPECT_TRUE(spin_until(&executor, [&] { return in_group > 2; }));
  EXPECT_EQ(beside, 0);
  EXPECT_EQ(executor.get_manually_added_callback_groups().size(), std::size_t{1});
  executor.remove_callback_group(group);
}

TEST_CASE(AGroupThatComesBackWithItsNodeIsHeardOfStill) {
  const auto node = make_node("regrouped");
  const auto group =
      node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, true);
  LoopExecutor executor;
  executor.add_callback_group(group, node->get_node_base_interface());
  executor.add_node(node);
  executor.remove_callback_group(group);
  int fired = 0;
  const auto timer = node->create_wall_timer(milliseconds(1), [&] { ++fired; }, group);
  EXPECT_TRUE(spin_until(&executor, [&] { return fired > 2; }));
}

TEST_CASE(WhatCannotBeAttachedIsRefusedAndDoesNoHarm) {
  const auto node = make_node("silent");
  auto waitable = std::make_shared<SilentWaitable>();
  node->get_node_waitables_interface()->add_waitable(waitable, nullptr);
  int fired = 0;
  const auto timer = node->create_wall_timer(milliseconds(1), [&] { ++fired; });
  LoopExecutor second;
  {
    LoopExecutor executor;
    EXPECT_EQ(what_of([&] { executor.add_node(node); }), "does not tell");
    EXPECT_EQ(what_of([&] { executor.spin_some(); }), "does not tell");
    executor.remove_node(node);
    EXPECT_EQ(what_of([&] { executor.add_node(node); }), "does not tell");
  }
  waitable.reset();
  second.add_node(node);
  EXPECT_TRUE(spin_until(&second, [&] { return fired > 2; }));
}

TEST_CASE(WhatHasGoneWhereAnotherEntityCannotBeAttachedIsNotTouched) {
  const auto node = make_node("silent_later");
  const auto publisher = node->create_publisher<Message>("~/gone", 100);
  int received = 0;
  auto subscription =
      node->create_subscription<Message>("~/gone", 100, [&](const Message&) { ++received; });
  LoopExecutor executor;
  executor.add_node(node);
  EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
  publisher->publish(Message());
  std::this_thread::sleep_for(milliseconds(100));
  subscription.reset();
  const auto waitable = std::make_shared<SilentWaitable>();
  node->get_node_waitables_interface()->add_waitable(waitable, nullptr);
  EXPECT_EQ(what_of([&] { executor.spin_all(seconds(1)); }), "does not tell");
  executor.remove_node(node);
  executor.spin_some();
  EXPECT_EQ(received, 0);
}

}  // namespace

}  // namespace executors
