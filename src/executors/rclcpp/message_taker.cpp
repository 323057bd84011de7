// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "message_taker.hpp"

#include <atomic>

#include "rclcpp/message_info.hpp"
#include "rmw/types.h"
#include "taking.hpp"

namespace executors {

void MessageTaker::give_back() {
  const auto subscription = subscription_.lock();
  if (message_ != nullptr && subscription != nullptr) subscription->return_message(message_);
  message_.reset();
}

bool MessageTaker::serves(rclcpp::SubscriptionBase& subscription) {
  return subscription.get_delivered_message_kind() == rclcpp::DeliveredMessageKind::ROS_MESSAGE &&
         !subscription.can_loan_messages();
}

Taken MessageTaker::take_and_call_back(const rclcpp::SubscriptionBase::SharedPtr& subscription) {
  if (message_ != nullptr && message_.use_count() > 1) give_back();
  // What another thread has done with the message comes before what is written now.
  std::atomic_thread_fence(std::memory_order_acquire);
  const bool is_made = message_ == nullptr;
  if (is_made) {
    subscription_ = subscription;
    message_ = subscription->create_message();
  }
  rclcpp::MessageInfo info(rmw_get_zero_initialized_message_info());
  const auto take = [&] { return subscription->take_type_erased(message_.get(), info); };
  if (take_or_log("a message from topic", subscription->get_topic_name(), take)) {
    subscription->handle_message(message_, info);
    return Taken::kCalledBack;
  }
  if (is_made) {
    // A subscription that has received nothing holds none.
    give_back();
  }
  // A message that is refused has filled it in.
  const bool is_refused =
      info.get_rmw_message_info().publisher_gid.implementation_identifier != nullptr;
  return is_refused ? Taken::kOther : Taken::kNothing;
}

}  // namespace executors
