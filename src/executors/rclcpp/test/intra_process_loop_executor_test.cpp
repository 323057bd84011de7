// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "intra_process_loop_executor.hpp"

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "expect.hpp"
#include "ros_test.hpp"

namespace executors {

namespace {

TEST_CASE(AnExecutorWithAWaitSetForTheRestServesAllKindsOfEntities) {
  for (const bool intra_process : {false, true}) {
    const auto node = make_node("mixed", intra_process);
    const auto publisher = node->create_publisher<Message>("~/mixed", 100);
    std::atomic<int> received{0};
    std::atomic<int> inside{0};
    std::atomic<int> at_once{0};
    const auto enter = [&] {
      if (++inside > 1) ++at_once;
      --inside;
    };
    const auto subscription =
        node->create_subscription<Message>("~/mixed", 100, [&](const Message&) {
          enter();
          ++received;
        });
    const auto service = node->create_service<Trigger>(
        "~/ask", [&](const std::shared_ptr<Trigger::Request>,
                     const std::shared_ptr<Trigger::Response> response) {
          enter();
          response->success = true;
        });
    const auto client = node->create_client<Trigger>("~/ask");
    const auto timer = node->create_wall_timer(milliseconds(1), [&] {
      enter();
      publisher->publish(Message());
    });
    IntraProcessLoopExecutor executor;
    executor.add_node(node);
    EXPECT_TRUE(client->wait_for_service(kPatience));
    auto future = client->async_send_request(std::make_shared<Trigger::Request>());
    EXPECT_TRUE(executor.spin_until_future_complete(future, kPatience) ==
                rclcpp::FutureReturnCode::SUCCESS);
    const Spun spun(&executor);
    EXPECT_TRUE(becomes([&] { return received >= 50; }));
    executor.remove_node(node);
    const int at_removal = received;
    std::this_thread::sleep_for(milliseconds(20));
    EXPECT_EQ(received.load(), at_removal);
    EXPECT_EQ(at_once.load(), 0);
  }
}

TEST_CASE(WhatIsReadyWhenSomeOfItIsToBeSpunIsRunAtOnceAndWhatFollowsFromItWithAllOfIt) {
  const auto node = make_node("at_once");
  const auto publisher = node->create_publisher<Message>("~/once", 100);
  int received = 0;
  const auto subscription = node->create_subscription<Message>("~/once", 100, [&](const Message&) {
    if (++received % 2 == 1) publisher->publish(Message());
  });
  IntraProcessLoopExecutor executor;
  executor.add_node(node);
  EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
  for (int time = 0; time < 50; ++time) {
    publisher->publish(Message());
    executor.spin_some();
    EXPECT_EQ(received, 1 + 4 * time);
    executor.spin_all(seconds(5));
    EXPECT_EQ(received, 2 + 4 * time);
    publisher->publish(Message());
    executor.spin_all(seconds(5));
    EXPECT_EQ(received, 4 + 4 * time);
  }
}

TEST_CASE(WhatIsReadyWhenSomeOfItIsToBeSpunIsRunAlsoBehindWhatWasLeftBefore) {
  const auto node = make_node("left_over");
  const auto early = node->create_publisher<Message>("~/early", 100);
  const auto late = node->create_publisher<Message>("~/late", 100);
  std::string order;
  const auto take_early = [&](const Message&) { order += 'e'; };
  const auto take_late = [&](const Message&) {
    order += 'l';
    early->publish(Message());
  };
  const auto one = node->create_subscription<Message>("~/early", 100, take_early);
  const auto two = node->create_subscription<Message>("~/early", 100, take_early);
  const auto three = node->create_subscription<Message>("~/late", 100, take_late);
  IntraProcessLoopExecutor executor;
  executor.add_node(node);
  EXPECT_TRUE(becomes(
      [&] { return early->get_subscription_count() == 2 && late->get_subscription_count() == 1; }));
  executor.spin_all(seconds(1));
  early->publish(Message());
  // Long enough for both to have it.
  std::this_thread::sleep_for(milliseconds(100));
  executor.spin_once(seconds(0));
  EXPECT_EQ(order, "e");
  late->publish(Message());
  std::this_thread::sleep_for(milliseconds(100));
  executor.spin_some();
  EXPECT_EQ(order, "eel");
  executor.spin_all(seconds(5));
  EXPECT_EQ(order, "eelee");
}

TEST_CASE(ASpinThatIsShorterThanItTakesToBeginAWaitRunsWhatIsReady) {
  const auto node = make_node("short_of_time");
  const auto publisher = node->create_publisher<Message>("~/heard", 100);
  int received = 0;
  const auto subscription =
      node->create_subscription<Message>("~/heard", 100, [&](const Message&) { ++received; });
  IntraProcessLoopExecutor executor;
  executor.add_node(node);
  EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
  executor.spin_all(seconds(1));
  publisher->publish(Message());
  std::this_thread::sleep_for(milliseconds(100));
  executor.spin_once(std::chrono::nanoseconds(1));
  EXPECT_EQ(received, 1);
}

TEST_CASE(WhatACallbackThrowsComesOutOfAnExecutorWithAWaitSetToo) {
  const auto node = make_node("throwing");
  const auto publisher = node->create_publisher<Message>("~/bad", 100);
  int received = 0;
  const auto subscription = node->create_subscription<Message>("~/bad", 100, [&](const Message&) {
    if (++received == 1) throw std::runtime_error("broken");
  });
  IntraProcessLoopExecutor executor;
  executor.add_node(node);
  EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
  publisher->publish(Message());
  EXPECT_EQ(what_of([&] { executor.spin(); }), "broken");
  publisher->publish(Message());
  EXPECT_TRUE(spin_until(&executor, [&] { return received >= 2; }));
}

/// Throws the first time that it is looked at.
class ThrowingOnce : public SilentWaitable {
 public:
  explicit ThrowingOnce(bool when_added) : when_added_(when_added) {}

  void add_to_wait_set(rcl_wait_set_t&) override { throw_once(when_added_); }
  bool is_ready(const rcl_wait_set_t&) override {
    throw_once(!when_added_);
    return false;
  }

 private:
  void throw_once(bool is_here) {
    if (is_here && !has_thrown_.exchange(true)) throw std::runtime_error("not ready");
  }

  const bool when_added_;
  std::atomic<bool> has_thrown_{false};
};

TEST_CASE(WhatIsThrownWhenAnEntityIsLookedAtComesOutOnceAndTheNextSpinHearsTheOthers) {
  for (const bool when_added : {true, false}) {
    const auto node = make_node("looked_at");
    const auto publisher = node->create_publisher<Message>("~/heard", 100);
    std::atomic<int> received{0};
    const auto subscription =
        node->create_subscription<Message>("~/heard", 100, [&](const Message&) { ++received; });
    const auto waitable = std::make_shared<ThrowingOnce>(when_added);
    node->get_node_waitables_interface()->add_waitable(waitable, nullptr);
    IntraProcessLoopExecutor executor;
    executor.add_node(node);
    EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
    publisher->publish(Message());
    EXPECT_EQ(what_of([&] { executor.spin(); }), "not ready");
    publisher->publish(Message());
    const Spun spun(&executor);
    EXPECT_TRUE(becomes([&] { return received == 2; }));
  }
}

TEST_CASE(AnExecutorWithAWaitSetBeginsNoCallbackWhenItsTimeIsOver) {
  const auto node = make_node("timed");
  const auto publisher = node->create_publisher<Message>("~/slow", 100);
  int received = 0;
  const auto take = [&](const Message&) {
    ++received;
    std::this_thread::sleep_for(milliseconds(20));
  };
  std::vector<rclcpp::Subscription<Message>::SharedPtr> subscriptions;
  for (int number = 0; number < 4; ++number) {
    subscriptions.push_back(node->create_subscription<Message>("~/slow", 100, take));
  }
  IntraProcessLoopExecutor executor;
  executor.add_node(node);
  EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 4; }));
  publisher->publish(Message());
  // On a loaded machine the time may be over before the first callback could begin.
  EXPECT_TRUE(becomes([&] {
    executor.spin_some(milliseconds(10));
    return received > 0;
  }));
  EXPECT_EQ(received, 1);
  executor.spin_once(seconds(0));
  EXPECT_EQ(received, 2);
  executor.spin_all(seconds(5));
  EXPECT_EQ(received, 4);
}

TEST_CASE(WhatWasReadyBesideACallbackThatCancelsIsForTheNextSpinsIfItIsStillThere) {
  const auto node = make_node("cancels_beside");
  const auto publisher = node->create_publisher<Message>("~/beside", 100);
  IntraProcessLoopExecutor executor;
  int received = 0;
  std::vector<rclcpp::Subscription<Message>::SharedPtr> subscriptions;
  for (int number = 0; number < 4; ++number) {
    subscriptions.push_back(
        node->create_subscription<Message>("~/beside", 100, [&](const Message&) {
          ++received;
          executor.cancel();
        }));
  }
  executor.add_node(node);
  EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 4; }));
  publisher->publish(Message());
  // Long enough for all of them to have it.
  std::this_thread::sleep_for(milliseconds(100));
  executor.spin();
  EXPECT_EQ(received, 1);
  EXPECT_TRUE(spin_until(&executor, [&] { return received == 3; }));
  executor.remove_node(node);
  executor.spin_some();
  EXPECT_EQ(received, 3);
}

/// Counts the waits that it is in.
class Waited : public SilentWaitable {
 public:
  void add_to_wait_set(rcl_wait_set_t&) override { ++waits_; }
  int waits() const { return waits_; }

 private:
  std::atomic<int> waits_{0};
};

TEST_CASE(AWaitGoesOnWhileTimersComeAndGoAndHasWhatComesBesideThem) {
  const auto node = make_node("renews_timers");
  const auto waited = std::make_shared<Waited>();
  node->get_node_waitables_interface()->add_waitable(waited, nullptr);
  IntraProcessLoopExecutor executor;
  executor.add_node(node);
  std::atomic<int> renewed{0};
  rclcpp::TimerBase::SharedPtr timer;
  const auto renewing = node->create_wall_timer(milliseconds(1), [&] {
    timer = node->create_wall_timer(seconds(1000), [] {});
    ++renewed;
  });
  const auto publisher = node->create_publisher<Message>("~/later", 100);
  const Spun spun(&executor);
  EXPECT_TRUE(becomes([&] { return renewed > 10; }));
  const int waits_before = waited->waits();
  const int renewed_before = renewed;
  EXPECT_TRUE(becomes([&] { return renewed > renewed_before + 100; }));
  // What the node tells of itself may come meanwhile.
  EXPECT_TRUE(waited->waits() < waits_before + 20);
  std::atomic<bool> has_received{false};
  const auto subscription = node->create_subscription<Message>(
      "~/later", 100, [&](const Message&) { has_received = true; });
  EXPECT_TRUE(becomes([&] {
    publisher->publish(Message());
    return has_received.load();
  }));
  executor.remove_node(node);
}

TEST_CASE(ASecondThreadThatIsRefusedLeavesTheWaitSetToTheFirst) {
  const auto node = make_node("refuses");
  const auto publisher = node->create_publisher<Message>("~/on", 100);
  std::atomic<int> received{0};
  const auto subscription =
      node->create_subscription<Message>("~/on", 100, [&](const Message&) { ++received; });
  IntraProcessLoopExecutor executor;
  executor.add_node(node);
  EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
  const Spun spun(&executor);
  EXPECT_EQ(what_of([&] { executor.spin(); }), "spin() called while already spinning");
  publisher->publish(Message());
  EXPECT_TRUE(becomes([&] { return received == 1; }));
}

TEST_CASE(AnEntityCanGoWhenItsExecutorDoesNotSpin) {
  const auto node = make_node("going");
  auto service = node->create_service<Trigger>(
      "~/ask", [](const std::shared_ptr<Trigger::Request>, std::shared_ptr<Trigger::Response>) {});
  IntraProcessLoopExecutor executor;
  executor.add_node(node);
  for (int time = 0; time < 20; ++time) {
    {
      const Spun spun(&executor);
    }
    EXPECT_EQ(service.use_count(), 1);
    executor.spin_some();
    EXPECT_EQ(service.use_count(), 1);
  }
}

}  // namespace

}  // namespace executors
