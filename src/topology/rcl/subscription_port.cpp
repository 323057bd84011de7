// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "subscription_port.hpp"

#include <cstdint>
#include <utility>

#include "error.hpp"
#include "ros/qos.hpp"
#include "source.hpp"

namespace topology {

namespace {

Received view(void* message, const MessageOperations& operations) {
  return {operations.header(message), operations.data(message), operations.size(message)};
}

std::uint32_t most_waiting_in(const Qos& qos) {
  return qos.keep_all ? UINT32_MAX : executors::most_of_depth(qos.depth);
}

}  // namespace

RclSubscription::RclSubscription(rcl_node_t* node, Group* group,
                                 const SubscriptionDescription& description, PointerTopic* pointers,
                                 MessageCallback callback)
    : Entity(group),
      node_(node),
      operations_(operations_of(*description.kind)),
      is_loaned_(description.pass_by == PassBy::kLoanedMsg),
      most_waiting_(most_waiting_in(description.qos)),
      subscription_(rcl_get_zero_initialized_subscription()),
      pointers_(pointers),
      callback_(std::move(callback)) {
  rcl_subscription_options_t options = rcl_subscription_get_default_options();
  options.qos = to_rmw(description.qos);
  // Off by default, whatever the publisher does.
  options.disable_loaned_message = !is_loaned_;
  check(rcl_subscription_init(&subscription_, node, operations_.type_support(),
                              description.topic.c_str(), &options),
        "subscription " + description.topic);
}

RclSubscription::~RclSubscription() {
  if (rcl_subscription_fini(&subscription_, node_) != RCL_RET_OK) rcl_reset_error();
}

void RclSubscription::add_to(rcl_wait_set_t* set) {
  check(rcl_wait_set_add_subscription(set, &subscription_, &index_), "wait set");
}

std::vector<EventPart> RclSubscription::event_parts() {
  return {{[this](rcl_event_callback_t callback, const void* user_data) {
             return rcl_subscription_set_on_new_message_callback(&subscription_, callback,
                                                                 user_data);
           },
           [this] { run(); }, most_waiting_}};
}

void RclSubscription::run() {
  if (is_loaned_ && rcl_subscription_can_loan_messages(&subscription_)) return run_loaned();
  if (message_ == nullptr) {
    message_ = std::shared_ptr<void>(operations_.make(), operations_.destroy);
  }
  rmw_message_info_t info = rmw_get_zero_initialized_message_info();
  const rcl_ret_t status = rcl_take(&subscription_, message_.get(), &info, nullptr);
  if (status != RCL_RET_OK) return rcl_reset_error();  // There was none.
  call_back(message_.get(), info);
}

void RclSubscription::run_loaned() {
  rmw_message_info_t info = rmw_get_zero_initialized_message_info();
  void* message = nullptr;
  if (rcl_take_loaned_message(&subscription_, &message, &info, nullptr) != RCL_RET_OK) {
    return rcl_reset_error();
  }
  call_back(message, info);
  if (rcl_return_loaned_message_from_subscription(&subscription_, message) != RCL_RET_OK) {
    rcl_reset_error();
  }
}

void RclSubscription::call_back(void* message, const rmw_message_info_t& info) {
  // What a publisher of this process sends to others comes here too.
  if (pointers_ != nullptr && pointers_->is_publisher(info.publisher_gid)) return;
  callback_(view(message, operations_));
}

std::size_t RclSubscription::match_count() {
  std::size_t count = 0;
  if (rcl_subscription_get_publisher_count(&subscription_, &count) != RCL_RET_OK) rcl_reset_error();
  return count;
}

PointerSubscription::PointerSubscription(Group* group, Executor* executor,
                                         const SubscriptionDescription& description,
                                         PointerTopic* topic, MessageCallback callback)
    : Entity(group),
      operations_(operations_of(*description.kind)),
      wants_to_own_(description.pass_by == PassBy::kUniquePtr),
      is_reliable_(!description.qos.best_effort),
      depth_(description.qos.keep_all ? 0 : description.qos.depth),
      executor_(executor),
      topic_(topic),
      callback_(std::move(callback)) {
  topic_->add_receiver(this);
}

PointerSubscription::~PointerSubscription() { topic_->remove_receiver(this); }

void PointerSubscription::receive(std::shared_ptr<void> message) {
  bool is_first = false;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_first = queue_.empty();
    if (depth_ != 0 && queue_.size() == depth_) queue_.pop_front();
    queue_.push_back(std::move(message));
  }
  // run() asks for the others itself.
  if (is_first) executor_->queue(this);
}

void PointerSubscription::run() {
  std::shared_ptr<void> message;
  bool is_more = false;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (queue_.empty()) return;
    message = std::move(queue_.front());
    queue_.pop_front();
    is_more = !queue_.empty();
  }
  if (is_more) executor_->queue(this);
  callback_(view(message.get(), operations_));
}

}  // namespace topology
