// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "publisher_port.hpp"

#include <atomic>

#include "error.hpp"
#include "rmw/rmw.h"
#include "ros/qos.hpp"

namespace topology {

RclPublisher::RclPublisher(rcl_node_t* node, const PublisherDescription& description,
                           PointerTopic* pointers)
    : node_(node),
      description_(description),
      operations_(operations_of(*description.kind)),
      publisher_(rcl_get_zero_initialized_publisher()),
      pointers_(pointers) {
  rcl_publisher_options_t options = rcl_publisher_get_default_options();
  options.qos = to_rmw(description.qos);
  check(rcl_publisher_init(&publisher_, node, operations_.type_support(), description.topic.c_str(),
                           &options),
        "publisher " + description.topic);
  if (description.pass_by == PassBy::kLoanedMsg && !rcl_publisher_can_loan_messages(&publisher_)) {
    if (rcl_publisher_fini(&publisher_, node) != RCL_RET_OK) rcl_reset_error();
    throw no_loan_for(description);
  }
  if (pointers_ == nullptr) return;
  check(rmw_get_gid_for_publisher(rcl_publisher_get_rmw_handle(&publisher_), &gid_),
        "publisher " + description.topic);
  pointers_->add_publisher(gid_);
}

RclPublisher::~RclPublisher() {
  if (pointers_ != nullptr) pointers_->remove_publisher(gid_);
  if (loan_ != nullptr &&
      rcl_return_loaned_message_from_publisher(&publisher_, loan_) != RCL_RET_OK) {
    rcl_reset_error();
  }
  if (rcl_publisher_fini(&publisher_, node_) != RCL_RET_OK) rcl_reset_error();
}

void* RclPublisher::borrow_loan() {
  // One that could not be sent is still there.
  if (loan_ == nullptr &&
      rcl_borrow_loaned_message(&publisher_, operations_.type_support(), &loan_) != RCL_RET_OK) {
    rcl_reset_error();
    loan_ = nullptr;
  }
  return loan_;
}

Borrowed RclPublisher::borrow(std::size_t size) {
  void* message = nullptr;
  if (description_.pass_by == PassBy::kLoanedMsg) {
    message = borrow_loan();
    if (message == nullptr) return {};
  } else {
    // Somebody in this process may still hold the last one.
    if (message_ == nullptr || message_.use_count() > 1) {
      message_ = std::shared_ptr<void>(operations_.make(), operations_.destroy);
    }
    // What another thread has done with the message comes before what is written now.
    std::atomic_thread_fence(std::memory_order_acquire);
    message = message_.get();
  }
  operations_.resize(message, size);
  operations_.set_picture(message, description_.payload);
  return {operations_.data(message), operations_.size(message)};
}

bool RclPublisher::is_wanted_outside() {
  return pointers_ == nullptr || match_count() > pointers_->receivers(description_.qos.best_effort);
}

bool RclPublisher::send(const MessageHeader& header) {
  rcl_ret_t status = RCL_RET_OK;
  if (description_.pass_by == PassBy::kLoanedMsg) {
    operations_.set_header(loan_, header);
    status = rcl_publish_loaned_message(&publisher_, loan_, nullptr);
    if (status == RCL_RET_OK) loan_ = nullptr;
  } else {
    operations_.set_header(message_.get(), header);
    const bool is_best_effort = description_.qos.best_effort;
    const bool is_wanted_inside = pointers_ != nullptr && pointers_->receivers(is_best_effort) > 0;
    if (is_wanted_outside()) status = rcl_publish(&publisher_, message_.get(), nullptr);
    if (is_wanted_inside && description_.pass_by == PassBy::kUniquePtr) {
      pointers_->deliver(std::move(message_), true, is_best_effort);
    } else if (is_wanted_inside) {
      pointers_->deliver(message_, false, is_best_effort);
    }
  }
  if (status != RCL_RET_OK) rcl_reset_error();
  return status == RCL_RET_OK;
}

std::size_t RclPublisher::match_count() {
  std::size_t count = 0;
  if (rcl_publisher_get_subscription_count(&publisher_, &count) != RCL_RET_OK) rcl_reset_error();
  return count;
}

}  // namespace topology
