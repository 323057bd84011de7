// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "action_client.hpp"

#include <unistd.h>

#include <cstring>
#include <utility>

#include "action_msgs/msg/goal_status_array.hpp"
#include "clock.hpp"
#include "error.hpp"
#include "rcl_action/graph.h"
#include "rcl_action/wait.h"
#include "ros/generated_header.hpp"
#include "rosidl_typesupport_cpp/action_type_support.hpp"

namespace topology {

RclActionClient::RclActionClient(rcl_node_t* node, Group* group,
                                 const ActionClientDescription& description,
                                 AnswerCallback callback)
    : ActionClient(group),
      node_(node),
      callback_(std::move(callback)),
      size_bytes_(description.size_bytes),
      client_(rcl_action_get_zero_initialized_client()) {
  const rcl_action_client_options_t options = rcl_action_client_get_default_options();
  check(rcl_action_client_init(&client_, node,
                               rosidl_typesupport_cpp::get_action_type_support_handle<Action>(),
                               description.action.c_str(), &options),
        "client of action " + description.action);
}

RclActionClient::~RclActionClient() {
  if (rcl_action_client_fini(&client_, node_) != RCL_RET_OK) rcl_reset_error();
}

Places RclActionClient::places() const {
  Places places;
  std::size_t guards = 0;
  check(rcl_action_client_wait_set_get_num_entities(&client_, &places.subscriptions, &guards,
                                                    &places.timers, &places.clients,
                                                    &places.services),
        "action client");
  return places;
}

void RclActionClient::add_to(rcl_wait_set_t* set) {
  check(rcl_action_wait_set_add_action_client(set, &client_, nullptr, nullptr), "wait set");
}

bool RclActionClient::is_ready(const rcl_wait_set_t& set) {
  bool has_cancel = false;
  check(
      rcl_action_client_wait_set_get_entities_ready(&set, &client_, &has_feedback_, &has_status_,
                                                    &has_goal_response_, &has_cancel, &has_result_),
      "action client");
  return has_feedback_ || has_status_ || has_goal_response_ || has_result_;
}

void RclActionClient::run() {
  if (has_goal_response_) take_goal_response();
  if (has_result_) take_result();
  if (has_feedback_) take_feedback();
  if (has_status_) take_status();
}

std::vector<EventPart> RclActionClient::event_parts() {
  const auto part = [this](auto set_callback, void (RclActionClient::*take)()) {
    return EventPart{[this, set_callback](rcl_event_callback_t callback, const void* user_data) {
                       return set_callback(&client_, callback, user_data);
                     },
                     [this, take] { (this->*take)(); }};
  };
  return {
      part(rcl_action_client_set_goal_client_callback, &RclActionClient::take_goal_response),
      part(rcl_action_client_set_result_client_callback, &RclActionClient::take_result),
      part(rcl_action_client_set_feedback_subscription_callback, &RclActionClient::take_feedback),
      part(rcl_action_client_set_status_subscription_callback, &RclActionClient::take_status)};
}

bool RclActionClient::is_server_there() {
  bool is_there = false;
  if (rcl_action_server_is_available(node_, &client_, &is_there) != RCL_RET_OK) rcl_reset_error();
  return is_there;
}

bool RclActionClient::send(const MessageHeader& header) {
  Action::Impl::SendGoalService::Request request;
  // Unique as long as clients are: time, process and this object are of no two goals the same.
  const std::uint64_t when = static_cast<std::uint64_t>(monotonic_now_ns());
  const std::uint64_t who = (static_cast<std::uint64_t>(getpid()) << 40) ^
                            reinterpret_cast<std::uintptr_t>(this) ^ (++goals_ << 20);
  std::memcpy(request.goal_id.uuid.data(), &when, sizeof(when));
  std::memcpy(request.goal_id.uuid.data() + sizeof(when), &who, sizeof(who));
  to_ros(header, &request.goal.header);
  request.goal.data.resize(size_bytes_);
  std::int64_t number = 0;
  if (rcl_action_send_goal_request(&client_, &request, &number) != RCL_RET_OK) {
    rcl_reset_error();
    return false;
  }
  sent_[number] = request.goal_id.uuid;
  return true;
}

void RclActionClient::take_goal_response() {
  rmw_request_id_t id{};
  Action::Impl::SendGoalService::Response response;
  if (rcl_action_take_goal_response(&client_, &id, &response) != RCL_RET_OK) {
    return rcl_reset_error();
  }
  const auto goal = sent_.find(id.sequence_number);
  if (goal == sent_.end()) return;
  Action::Impl::GetResultService::Request request;
  request.goal_id.uuid = goal->second;
  // Answers that were lost stay behind; they are not many.
  sent_.erase(goal);
  if (!response.accepted) return;
  std::int64_t number = 0;
  if (rcl_action_send_result_request(&client_, &request, &number) != RCL_RET_OK) rcl_reset_error();
}

void RclActionClient::take_result() {
  rmw_request_id_t id{};
  Action::Impl::GetResultService::Response response;
  if (rcl_action_take_result_response(&client_, &id, &response) != RCL_RET_OK) {
    return rcl_reset_error();
  }
  callback_(from_ros(response.result.header),
            response.status == action_msgs::msg::GoalStatus::STATUS_SUCCEEDED);
}

void RclActionClient::take_feedback() {
  Action::Impl::FeedbackMessage feedback;
  if (rcl_action_take_feedback(&client_, &feedback) != RCL_RET_OK) rcl_reset_error();
}

void RclActionClient::take_status() {
  action_msgs::msg::GoalStatusArray status;
  if (rcl_action_take_status(&client_, &status) != RCL_RET_OK) rcl_reset_error();
}

}  // namespace topology
