// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "loop_executor.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "expect.hpp"
#include "ros_test.hpp"

namespace executors {

namespace {

TEST_CASE(MessagesReachSubscriptionsThroughTheMiddlewareAndWithoutIt) {
  for (const bool intra_process : {false, true}) {
    const auto node = make_node("talker", intra_process);
    const auto publisher = node->create_publisher<Message>("chatter", 100);
    int received = 0;
    const auto subscription =
        node->create_subscription<Message>("chatter", 100, [&](const Message&) { ++received; });
    LoopExecutor executor;
    executor.add_node(node);
    EXPECT_TRUE(spin_until(&executor, [&] {
      publisher->publish(Message());
      return received >= 20;
    }));
    executor.remove_node(node);
  }
}

TEST_CASE(AMessageThatACallbackKeepsIsNotWrittenAgain) {
  const auto node = make_node("keeper");
  const auto publisher = node->create_publisher<Message>("kept", 100);
  std::vector<std::shared_ptr<const Message>> kept;
  std::set<const Message*> let_go;
  int received = 0;
  const auto subscription = node->create_subscription<Message>(
      "kept", 100, [&](const std::shared_ptr<const Message>& message) {
        ++received;
        if (received <= 10) kept.push_back(message);
        if (received > 20) let_go.insert(message.get());
      });
  LoopExecutor executor;
  executor.add_node(node);
  Message message;
  EXPECT_TRUE(spin_until(&executor, [&] {
    ++message.clock.sec;
    publisher->publish(message);
    return received >= 40;
  }));
  for (std::size_t at = 1; at < kept.size(); ++at) {
    EXPECT_TRUE(kept[at]->clock.sec > kept[at - 1]->clock.sec);
  }
  EXPECT_EQ(let_go.size(), std::size_t{1});
}

TEST_CASE(AServiceIsAnsweredAndAFutureWaitedFor) {
  const auto node = make_node("server");
  const auto service = node->create_service<Trigger>(
      "ask", [](const std::shared_ptr<Trigger::Request>,
                const std::shared_ptr<Trigger::Response> response) { response->success = true; });
  const auto client = node->create_client<Trigger>("ask");
  LoopExecutor executor(64);
  executor.add_node(node);
  EXPECT_TRUE(client->wait_for_service(kPatience));
  auto future = client->async_send_request(std::make_shared<Trigger::Request>());
  EXPECT_TRUE(executor.spin_until_future_complete(future, kPatience) ==
              rclcpp::FutureReturnCode::SUCCESS);
  EXPECT_TRUE(future.get()->success);
  std::promise<void> never;
  auto nothing = never.get_future().share();
  EXPECT_TRUE(executor.spin_until_future_complete(nothing, milliseconds(20)) ==
              rclcpp::FutureReturnCode::TIMEOUT);
}

TEST_CASE(ATimerFiresIsCancelledAndReset) {
  const auto node = make_node("timer");
  int fired = 0;
  const auto timer = node->create_wall_timer(milliseconds(2), [&] { ++fired; });
  LoopExecutor executor;
  executor.add_node(node);
  EXPECT_TRUE(spin_until(&executor, [&] { return fired >= 3; }));
  timer->cancel();
  executor.spin_all(milliseconds(20));
  const int at_cancel = fired;
  executor.spin_once(milliseconds(20));
  EXPECT_EQ(fired, at_cancel);
  timer->reset();
  EXPECT_TRUE(spin_until(&executor, [&] { return fired > at_cancel; }));
}

TEST_CASE(ACallbackMayCancelAndTheExecutorSpinAgain) {
  const auto node = make_node("cancels");
  LoopExecutor executor;
  int fired = 0;
  const auto timer = node->create_wall_timer(milliseconds(1), [&] {
    ++fired;
    executor.cancel();
  });
  executor.add_node(node);
  executor.spin();
  executor.spin();
  EXPECT_EQ(fired, 2);
}

TEST_CASE(NoCallbackRunsAfterOneThatCancelsAndTheNextSpinsRunTheOthers) {
  for (const bool intra_process : {false, true}) {
    const auto node = make_node("cancels_amid", intra_process);
    const auto publisher = node->create_publisher<Message>("~/amid", 100);
    LoopExecutor executor;
    int received = 0;
    const auto subscription =
        node->create_subscription<Message>("~/amid", 100, [&](const Message&) {
          ++received;
          executor.cancel();
        });
    executor.add_node(node);
    EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
    for (int count = 0; count < 5; ++count) publisher->publish(Message());
    // Long enough for all of them to be waiting.
    std::this_thread::sleep_for(milliseconds(100));
    executor.spin();
    EXPECT_EQ(received, 1);
    EXPECT_TRUE(spin_until(&executor, [&] { return received == 5; }));
  }
}

TEST_CASE(WhatACallbackThrowsComesOutOfSpin) {
  const auto node = make_node("throws");
  LoopExecutor executor;
  const auto timer =
      node->create_wall_timer(milliseconds(1), [] { throw std::runtime_error("broken"); });
  executor.add_node(node);
  EXPECT_EQ(what_of([&] { executor.spin(); }), "broken");
  EXPECT_FALSE(executor.is_spinning());
}

TEST_CASE(MessagesBehindOneWhoseCallbackThrowsAreForTheNextSpin) {
  for (const bool intra_process : {false, true}) {
    const auto node = make_node("goes_on", intra_process);
    const auto publisher = node->create_publisher<Message>("behind", 100);
    int received = 0;
    const auto subscription =
        node->create_subscription<Message>("behind", 100, [&](const Message&) {
          if (++received == 1) throw std::runtime_error("broken");
        });
    LoopExecutor executor;
    executor.add_node(node);
    EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
    for (int count = 0; count < 3; ++count) publisher->publish(Message());
    // Long enough for all of them to be waiting.
    std::this_thread::sleep_for(milliseconds(100));
    EXPECT_EQ(what_of([&] { executor.spin(); }), "broken");
    EXPECT_EQ(received, 1);
    EXPECT_TRUE(spin_until(&executor, [&] { return received == 3; }));
  }
}

TEST_CASE(OneThreadSpins) {
  const auto node = make_node("spun");
  LoopExecutor executor;
  executor.add_node(node);
  const Spun spun(&executor);
  EXPECT_EQ(what_of([&] { executor.spin(); }), "spin() called while already spinning");
  EXPECT_EQ(what_of([&] { executor.spin_some(); }), "spin_some() called while already spinning");
}

TEST_CASE(SpinAllEndsWithTheWorkHoweverLongItMayTake) {
  const auto node = make_node("exhausted");
  const auto group = node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive);
  int fired = 0;
  rclcpp::TimerBase::SharedPtr timer;
  timer = node->create_wall_timer(
      milliseconds(0),
      [&] {
        if (++fired == 3) timer->cancel();
      },
      group);
  LoopExecutor executor;
  executor.add_callback_group(group, node->get_node_base_interface());
  executor.spin_all(milliseconds(0));
  EXPECT_EQ(fired, 3);
  EXPECT_EQ(what_of([&] { executor.spin_all(milliseconds(-1)); }),
            "max_duration must be greater than or equal to 0");
}

TEST_CASE(NoMoreMessagesAreRunThanAQueueInsideTheProcessHoldsWhenSomeOfThemAreSpun) {
  const auto node = make_node("overrun", true);
  const auto publisher = node->create_publisher<Message>("~/overrun", 2);
  int received = 0;
  // One comes for each that is run.
  const auto subscription = node->create_subscription<Message>("~/overrun", 2, [&](const Message&) {
    ++received;
    publisher->publish(Message());
  });
  LoopExecutor executor;
  executor.add_node(node);
  executor.spin_all(milliseconds(100));
  for (int count = 0; count < 50; ++count) publisher->publish(Message());
  executor.spin_some();
  EXPECT_EQ(received, 2);
}

TEST_CASE(OneCallbackIsRunAtATimeHoweverManyMessagesWait) {
  for (const bool intra_process : {false, true}) {
    const auto node = make_node("single", intra_process);
    const auto publisher = node->create_publisher<Message>("one", 100);
    int received = 0;
    const auto subscription =
        node->create_subscription<Message>("one", 100, [&](const Message&) { ++received; });
    LoopExecutor executor;
    executor.add_node(node);
    EXPECT_TRUE(spin_until(&executor, [&] {
      if (received == 0) publisher->publish(Message());
      return received > 0;
    }));
    executor.spin_all(milliseconds(100));
    const int before = received;
    for (int count = 0; count < 5; ++count) publisher->publish(Message());
    EXPECT_TRUE(spin_until(&executor, [&] { return received > before; }));
    EXPECT_EQ(received, before + 1);
    EXPECT_TRUE(spin_until(&executor, [&] { return received >= before + 5; }));
  }
}

}  // namespace

}  // namespace executors
