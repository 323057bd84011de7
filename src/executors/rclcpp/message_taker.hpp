// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__RCLCPP__MESSAGE_TAKER_HPP_
#define EXECUTORS__RCLCPP__MESSAGE_TAKER_HPP_

#include <memory>

#include "rclcpp/subscription_base.hpp"

namespace executors {

/// What was taken of an entity: nothing, something that is not for its callback, or what is.
enum class Taken { kNothing, kOther, kCalledBack };

/// Takes messages of one subscription from the middleware and calls back with them, as
/// rclcpp::Executor does, but into the same message again and again.
///
/// A message that a callback has kept is left to it and another one made. So a subscription whose
/// callback keeps none holds one message, whose strings and arrays have room already for the next.
class MessageTaker {
 public:
  MessageTaker() = default;
  ~MessageTaker() { give_back(); }
  MessageTaker(const MessageTaker&) = delete;
  MessageTaker& operator=(const MessageTaker&) = delete;

  /// Whether messages of the subscription are taken into memory of its own: neither lent by the
  /// middleware nor serialized.
  static bool serves(rclcpp::SubscriptionBase& subscription);

  /// Takes one message and calls back, unless it is one that comes inside the process too. Always
  /// with the same subscription.
  Taken take_and_call_back(const rclcpp::SubscriptionBase::SharedPtr& subscription);
  /// Leaves the message that it has to the subscription, if that still exists.
  void give_back();

 private:
  std::weak_ptr<rclcpp::SubscriptionBase> subscription_;
  std::shared_ptr<void> message_;
};

}  // namespace executors

#endif  // EXECUTORS__RCLCPP__MESSAGE_TAKER_HPP_
