// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "message_taker.hpp"

#include <atomic>

#include "rclcpp/exceptions.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/message_info.hpp"

namespace executors {

namespace {

bool take(rclcpp::SubscriptionBase& subscription, void* message, rclcpp::MessageInfo* info) {
  try {
    return subscription.take_type_erased(message, *info);
  } catch (const rclcpp::exceptions::RCLError& error) {
    RCLCPP_ERROR(rclcpp::get_logger("rclcpp"), "taking a message from topic '%s' failed: %s",
                 subscription.get_topic_name(), error.what());
    return false;
  }
}

}  // namespace

MessageTaker::~MessageTaker() {
  const auto subscription = subscription_.lock();
  if (message_ != nullptr && subscription != nullptr) subscription->return_message(message_);
}

bool MessageTaker::serves(rclcpp::SubscriptionBase& subscription) {
  return subscription.get_delivered_message_kind() == rclcpp::DeliveredMessageKind::ROS_MESSAGE &&
         !subscription.can_loan_messages();
}

void MessageTaker::take_and_call_back(const rclcpp::SubscriptionBase::SharedPtr& subscription) {
  if (message_ != nullptr && message_.use_count() > 1) {
    subscription->return_message(message_);
    message_.reset();
  }
  // What another thread has done with the message comes before what is written now.
  std::atomic_thread_fence(std::memory_order_acquire);
  if (message_ == nullptr) {
    subscription_ = subscription;
    message_ = subscription->create_message();
  }
  rclcpp::MessageInfo info;
  info.get_rmw_message_info().from_intra_process = false;
  if (take(*subscription, message_.get(), &info)) subscription->handle_message(message_, info);
}

}  // namespace executors
