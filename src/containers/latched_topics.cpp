// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "latched_topics.hpp"

#include <exception>
#include <memory>
#include <stdexcept>
#include <string>

#include "rclcpp/create_generic_subscription.hpp"

namespace containers {

LatchedTopics::LatchedTopics(rclcpp::Node* node, const std::vector<LatchedTopic>& topics) {
  if (topics.empty()) return;
  nobodys_ = node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  rclcpp::SubscriptionOptions options;
  options.callback_group = nobodys_;
  for (const LatchedTopic& topic : topics) {
    try {
      subscriptions_.push_back(node->create_generic_subscription(
          topic.name, topic.type, rclcpp::QoS(1).best_effort(),
          [](const std::shared_ptr<const rclcpp::SerializedMessage>&) {}, options));
    } catch (const std::exception& error) {
      // rclcpp shows on further lines where in a name the mistake is.
      const std::string what = error.what();
      throw std::runtime_error("--latched " + topic.name + "=" + topic.type + ": " +
                               what.substr(0, what.find(":\n")));
    }
  }
}

}  // namespace containers
