// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// Events of the middleware about publishers and subscriptions.
#include <atomic>
#include <memory>
#include <string>

#include "each_executor.hpp"

namespace executors {

namespace {

EXECUTOR_TEST_CASE(APublisherHearsOfItsDeadlineAndOfItsLivelinessLost) {
  const auto node = make_node("misses_its_own");
  const auto qos = rclcpp::QoS(10)
                       .deadline(milliseconds(20))
                       .liveliness(rclcpp::LivelinessPolicy::ManualByTopic)
                       .liveliness_lease_duration(milliseconds(20));
  std::atomic<int> missed{0};
  std::atomic<int> lost{0};
  rclcpp::PublisherOptions options;
  options.event_callbacks.deadline_callback = [&](rclcpp::QOSDeadlineOfferedInfo& info) {
    missed = info.total_count;
  };
  options.event_callbacks.liveliness_callback = [&](rclcpp::QOSLivelinessLostInfo& info) {
    lost = info.total_count;
  };
  const auto publisher = node->create_publisher<Message>("~/own", qos, options);
  const auto subscription = node->create_subscription<Message>("~/own", qos, [](const Message&) {});
  const auto executor = make(nullptr);
  executor->add_node(node);
  const Spun spun(executor.get());
  EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
  publisher->publish(Message());
  EXPECT_TRUE(becomes([&] { return missed > 2 && lost > 0; }));
}

EXECUTOR_TEST_CASE(ASubscriptionHearsThatItsPublisherIsAliveAndThatItIsNotAnyMore) {
  const auto node = make_node("loses_its_publisher");
  const auto qos = rclcpp::QoS(10)
                       .liveliness(rclcpp::LivelinessPolicy::ManualByTopic)
                       .liveliness_lease_duration(milliseconds(50));
  std::atomic<int> alive{0};
  rclcpp::SubscriptionOptions options;
  options.event_callbacks.liveliness_callback = [&](rclcpp::QOSLivelinessChangedInfo& info) {
    alive = info.alive_count;
  };
  const auto publisher = node->create_publisher<Message>("~/lost", qos);
  const auto executor = make(nullptr);
  executor->add_node(node);
  const Spun spun(executor.get());
  const auto subscription =
      node->create_subscription<Message>("~/lost", qos, [](const Message&) {}, options);
  for (int time = 0; time < 2; ++time) {
    EXPECT_TRUE(becomes([&] {
      publisher->publish(Message());
      return alive == 1;
    }));
    // It says no more that it is there.
    EXPECT_TRUE(becomes([&] { return alive == 0; }));
  }
}

EXECUTOR_TEST_CASE(BothEndsHearOfEachOtherComingAndGoing) {
  const auto node = make_node("is_matched");
  const auto publishing = make_node("comes_and_goes_as_a_match");
  std::atomic<int> publishers{-1};
  std::atomic<int> subscriptions{-1};
  rclcpp::SubscriptionOptions options;
  options.event_callbacks.matched_callback = [&](rclcpp::MatchedInfo& info) {
    publishers = static_cast<int>(info.current_count);
  };
  rclcpp::PublisherOptions publishing_options;
  publishing_options.event_callbacks.matched_callback = [&](rclcpp::MatchedInfo& info) {
    subscriptions = static_cast<int>(info.current_count);
  };
  // An executor holds what it waits for with a wait set until something comes, as those of rclcpp
  // do, and the callbacks of a publisher hold that.
  const auto beats = node->create_subscription<Message>("~/beat", 10, [](const Message&) {});
  const auto beat = node->create_publisher<Message>("~/beat", 10);
  const auto executor = make(nullptr);
  executor->add_node(node);
  executor->add_node(publishing);
  const Spun spun(executor.get());
  auto subscription =
      node->create_subscription<Message>("~/match", 10, [](const Message&) {}, options);
  const std::string topic = subscription->get_topic_name();
  auto publisher = publishing->create_publisher<Message>(topic, 10, publishing_options);
  EXPECT_TRUE(becomes([&] { return publishers == 1 && subscriptions == 1; }));
  publisher.reset();
  EXPECT_TRUE(becomes([&] {
    beat->publish(Message());
    return publishers == 0;
  }));
  publisher = publishing->create_publisher<Message>(topic, 10, publishing_options);
  EXPECT_TRUE(becomes([&] { return publishers == 1 && subscriptions == 1; }));
  subscription.reset();
  EXPECT_TRUE(becomes([&] {
    beat->publish(Message());
    return subscriptions == 0;
  }));
}

EXECUTOR_TEST_CASE(BothEndsHearThatTheyDoNotFitTogether) {
  const auto node = make_node("does_not_fit");
  std::atomic<int> offered{0};
  std::atomic<int> requested{0};
  rclcpp::PublisherOptions publishing;
  publishing.event_callbacks.incompatible_qos_callback =
      [&](rclcpp::QOSOfferedIncompatibleQoSInfo& info) {
        if (info.last_policy_kind == RMW_QOS_POLICY_RELIABILITY) offered = info.total_count;
      };
  rclcpp::SubscriptionOptions subscribing;
  subscribing.event_callbacks.incompatible_qos_callback =
      [&](rclcpp::QOSRequestedIncompatibleQoSInfo& info) {
        if (info.last_policy_kind == RMW_QOS_POLICY_RELIABILITY) requested = info.total_count;
      };
  const auto publisher =
      node->create_publisher<Message>("~/unfit", rclcpp::QoS(10).best_effort(), publishing);
  const auto executor = make(nullptr);
  executor->add_node(node);
  const Spun spun(executor.get());
  // An event before the executor has the publisher, and one after.
  for (int times = 1; times <= 2; ++times) {
    requested = 0;
    const auto subscription = node->create_subscription<Message>(
        "~/unfit", rclcpp::QoS(10).reliable(), [](const Message&) {}, subscribing);
    EXPECT_TRUE(becomes([&] { return offered == times && requested == 1; }));
  }
}

EXECUTOR_TEST_CASE(ASubscriptionMayGoInTheCallbackThatSaysThatItHasAPublisher) {
  const auto node = make_node("goes_when_matched");
  const auto publisher = node->create_publisher<Message>("~/matched", 10);
  int matched = 0;
  rclcpp::Subscription<Message>::SharedPtr subscription;
  rclcpp::SubscriptionOptions options;
  options.event_callbacks.matched_callback = [&](rclcpp::MatchedInfo&) {
    ++matched;
    subscription.reset();
  };
  const auto executor = make(nullptr);
  executor->add_node(node);
  for (int times = 1; times <= 3; ++times) {
    subscription =
        node->create_subscription<Message>("~/matched", 10, [](const Message&) {}, options);
    EXPECT_TRUE(spin_until(executor.get(), [&] { return matched >= times; }));
    executor->spin_all(milliseconds(20));
    EXPECT_EQ(matched, times);
  }
}

}  // namespace

}  // namespace executors
