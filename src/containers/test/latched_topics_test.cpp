// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "latched_topics.hpp"

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "expect.hpp"
#include "program.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rosgraph_msgs/msg/clock.hpp"

namespace containers {

namespace {

using Message = rosgraph_msgs::msg::Clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr char kType[] = "rosgraph_msgs/msg/Clock";
constexpr seconds kPatience{60};
// Long enough for a message that is on its way; nothing is waited for after it.
constexpr milliseconds kSilence{500};

struct InRos {
  InRos() { rclcpp::init(0, nullptr); }
  ~InRos() { rclcpp::shutdown(); }
};

rclcpp::Node::SharedPtr make_node(const std::string& name, bool by_pointer) {
  static const InRos in_ros;
  return std::make_shared<rclcpp::Node>(name,
                                        rclcpp::NodeOptions().use_intra_process_comms(by_pointer));
}

// Whether what is published by pointer before it subscribes reaches a node that takes none.
bool reaches_a_late_subscription(const std::string& topic, bool is_kept) {
  const auto container = make_node("container", false);
  std::vector<LatchedTopic> kept;
  if (is_kept) kept.push_back({topic, kType});
  const LatchedTopics latched(container.get(), kept);
  const auto server = make_node("server", true);
  const auto qos = rclcpp::QoS(1).transient_local();
  const auto publisher = server->create_publisher<Message>(topic, qos);
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (is_kept && publisher->get_subscription_count() == 0 &&
         std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(milliseconds(1));
  }
  publisher->publish(Message());
  bool has_come = false;
  const auto late = make_node("late", false);
  const auto subscription =
      late->create_subscription<Message>(topic, qos, [&](const Message&) { has_come = true; });
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(late);
  const auto given_up =
      std::chrono::steady_clock::now() + (is_kept ? milliseconds(kPatience) : kSilence);
  while (!has_come && std::chrono::steady_clock::now() < given_up) {
    executor.spin_once(milliseconds(10));
  }
  return has_come;
}

TEST_CASE(ALateSubscriptionGetsWhatWasPublishedByPointerIfTheTopicIsKept) {
  EXPECT_TRUE(reaches_a_late_subscription("kept", true));
}

TEST_CASE(WithoutThatItDoesIfRclcppKeepsItItself) {
  EXPECT_EQ(reaches_a_late_subscription("not_kept", false),
            composed_process::kRclcpp.keeps_latched());
}

TEST_CASE(ATypeThatIsNotInstalledIsNamedWithItsTopic) {
  const auto node = make_node("container", false);
  std::string what;
  try {
    LatchedTopics(node.get(), {{"/map", "no_such_package/msg/Map"}});
  } catch (const std::runtime_error& error) {
    what = error.what();
  }
  EXPECT_EQ(what.find("--latched /map=no_such_package/msg/Map: "), std::size_t{0});
}

}  // namespace

}  // namespace containers
