// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef CONTAINERS__LATCHED_TOPICS_HPP_
#define CONTAINERS__LATCHED_TOPICS_HPP_

#include <vector>

#include "options.hpp"
#include "rclcpp/callback_group.hpp"
#include "rclcpp/generic_subscription.hpp"
#include "rclcpp/node.hpp"

namespace containers {

/// Has publishers that pass messages by pointer give them to the middleware too.
///
/// With intra-process communication rclcpp 28 before 28.1.7, and 29 before 29.3, write a message to
/// the middleware only if a subscription that takes no pointers is there at that time; a transient
/// local one that comes later never gets it. So here is one for each topic. Its messages are never
/// taken, so they cost the write and the memory of the newest.
class LatchedTopics {
 public:
  /// \throws std::runtime_error for a type that is not installed, naming the topic.
  LatchedTopics(rclcpp::Node* node, const std::vector<LatchedTopic>& topics);

 private:
  rclcpp::CallbackGroup::SharedPtr nobodys_;  ///< Of no executor.
  std::vector<rclcpp::GenericSubscription::SharedPtr> subscriptions_;
};

}  // namespace containers

#endif  // CONTAINERS__LATCHED_TOPICS_HPP_
