// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "action_server.hpp"

#include <algorithm>
#include <utility>

#include "action_msgs/msg/goal_status_array.hpp"
#include "action_msgs/srv/cancel_goal.hpp"
#include "error.hpp"
#include "rcl_action/wait.h"
#include "ros/generated_header.hpp"
#include "rosidl_typesupport_cpp/action_type_support.hpp"

namespace topology {

RclActionServer::RclActionServer(rcl_node_t* node, Group* group,
                                 const ActionServerDescription& description, GoalCallback callback)
    : Entity(group),
      node_(node),
      callback_(std::move(callback)),
      size_bytes_(description.size_bytes),
      server_(rcl_action_get_zero_initialized_server()) {
  rcl_allocator_t allocator = rcl_get_default_allocator();
  check(rcl_clock_init(RCL_STEADY_TIME, &clock_, &allocator), "clock");
  const rcl_action_server_options_t options = rcl_action_server_get_default_options();
  check(rcl_action_server_init(&server_, node, &clock_,
                               rosidl_typesupport_cpp::get_action_type_support_handle<Action>(),
                               description.action.c_str(), &options),
        "action " + description.action);
}

RclActionServer::~RclActionServer() {
  for (auto& [id, goal] : goals_) {
    if (rcl_action_goal_handle_fini(&goal.handle) != RCL_RET_OK) rcl_reset_error();
  }
  if (rcl_action_server_fini(&server_, node_) != RCL_RET_OK) rcl_reset_error();
  if (rcl_clock_fini(&clock_) != RCL_RET_OK) rcl_reset_error();
}

Places RclActionServer::places() const {
  Places places;
  std::size_t guards = 0;
  check(rcl_action_server_wait_set_get_num_entities(&server_, &places.subscriptions, &guards,
                                                    &places.timers, &places.clients,
                                                    &places.services),
        "action server");
  return places;
}

void RclActionServer::add_to(rcl_wait_set_t* set) {
  check(rcl_action_wait_set_add_action_server(set, &server_, nullptr), "wait set");
}

bool RclActionServer::is_ready(const rcl_wait_set_t& set) {
  check(rcl_action_server_wait_set_get_entities_ready(&set, &server_, &has_goal_, &has_cancel_,
                                                      &has_result_request_, &has_expired_),
        "action server");
  return has_goal_ || has_cancel_ || has_result_request_ || has_expired_;
}

void RclActionServer::run() {
  if (has_goal_) take_goal();
  if (has_result_request_) take_result_request();
  if (has_cancel_) take_cancel_request();
  if (has_expired_) forget_expired();
}

std::vector<EventPart> RclActionServer::event_parts() {
  const auto part = [this](auto set_callback, void (RclActionServer::*take)()) {
    return EventPart{[this, set_callback](rcl_event_callback_t callback, const void* user_data) {
                       return set_callback(&server_, callback, user_data);
                     },
                     [this, take] { (this->*take)(); }};
  };
  return {
      part(rcl_action_server_set_goal_service_callback, &RclActionServer::take_goal),
      part(rcl_action_server_set_result_service_callback, &RclActionServer::take_result_request),
      part(rcl_action_server_set_cancel_service_callback, &RclActionServer::take_cancel_request)};
}

void RclActionServer::take_goal() {
  // Nobody wakes an executor up for it that has no wait set.
  forget_expired();
  rmw_request_id_t request_id{};
  Action::Impl::SendGoalService::Request request;
  if (rcl_action_take_goal_request(&server_, &request_id, &request) != RCL_RET_OK) {
    return rcl_reset_error();
  }
  const GoalId& id = request.goal_id.uuid;
  rcl_action_goal_info_t info = rcl_action_get_zero_initialized_goal_info();
  std::copy(id.begin(), id.end(), info.goal_id.uuid);
  rcl_action_goal_handle_t* const handle = rcl_action_accept_new_goal(&server_, &info);
  Action::Impl::SendGoalService::Response response;
  response.accepted = handle != nullptr;
  if (handle == nullptr) rcl_reset_error();
  if (rcl_action_send_goal_response(&server_, &request_id, &response) != RCL_RET_OK) {
    rcl_reset_error();
  }
  if (handle == nullptr) return;
  // The server keeps what the handle stands for, and expects that we end it.
  Goal& goal = goals_[id];
  goal.handle = *handle;
  do_goal(id, from_ros(request.goal.header), &goal);
}

void RclActionServer::do_goal(const GoalId& id, const MessageHeader& header, Goal* goal) {
  advance(goal, GOAL_EVENT_EXECUTE);
  publish_status();
  callback_(header, [&] {
    Action::Impl::FeedbackMessage feedback;
    feedback.goal_id.uuid = id;
    to_ros(header, &feedback.feedback.header);
    feedback.feedback.data.resize(size_bytes_);
    if (rcl_action_publish_feedback(&server_, &feedback) != RCL_RET_OK) rcl_reset_error();
  });
  to_ros(header, &goal->result.header);
  goal->result.data.resize(size_bytes_);
  advance(goal, GOAL_EVENT_SUCCEED);
  if (rcl_action_notify_goal_done(&server_) != RCL_RET_OK) rcl_reset_error();
  publish_status();
}

void RclActionServer::advance(Goal* goal, rcl_action_goal_event_t event) {
  check(rcl_action_update_goal_state(&goal->handle, event), "goal");
}

void RclActionServer::publish_status() {
  rcl_action_goal_status_array_t states = rcl_action_get_zero_initialized_goal_status_array();
  check(rcl_action_get_goal_status_array(&server_, &states), "status of goals");
  // Of the type that the type support is for: rcl's own is C's, which that of C++ cannot read.
  action_msgs::msg::GoalStatusArray message;
  for (std::size_t at = 0; at < states.msg.status_list.size; ++at) {
    const action_msgs__msg__GoalStatus& state = states.msg.status_list.data[at];
    action_msgs::msg::GoalStatus& status = message.status_list.emplace_back();
    status.status = state.status;
    std::copy_n(state.goal_info.goal_id.uuid, 16, status.goal_info.goal_id.uuid.begin());
    status.goal_info.stamp.sec = state.goal_info.stamp.sec;
    status.goal_info.stamp.nanosec = state.goal_info.stamp.nanosec;
  }
  if (rcl_action_goal_status_array_fini(&states) != RCL_RET_OK) rcl_reset_error();
  if (rcl_action_publish_status(&server_, &message) != RCL_RET_OK) rcl_reset_error();
}

void RclActionServer::take_result_request() {
  rmw_request_id_t request_id{};
  Action::Impl::GetResultService::Request request;
  if (rcl_action_take_result_request(&server_, &request_id, &request) != RCL_RET_OK) {
    return rcl_reset_error();
  }
  Action::Impl::GetResultService::Response response;
  const auto goal = goals_.find(request.goal_id.uuid);
  response.status = action_msgs::msg::GoalStatus::STATUS_UNKNOWN;
  if (goal != goals_.end()) {
    // Goals are done before anything else is taken.
    response.status = action_msgs::msg::GoalStatus::STATUS_SUCCEEDED;
    response.result = goal->second.result;
  }
  if (rcl_action_send_result_response(&server_, &request_id, &response) != RCL_RET_OK) {
    rcl_reset_error();
  }
}

void RclActionServer::take_cancel_request() {
  rmw_request_id_t request_id{};
  action_msgs::srv::CancelGoal::Request request;
  if (rcl_action_take_cancel_request(&server_, &request_id, &request) != RCL_RET_OK) {
    return rcl_reset_error();
  }
  // What has been taken has been done.
  action_msgs::srv::CancelGoal::Response response;
  response.return_code = action_msgs::srv::CancelGoal::Response::ERROR_GOAL_TERMINATED;
  if (rcl_action_send_cancel_response(&server_, &request_id, &response) != RCL_RET_OK) {
    rcl_reset_error();
  }
}

void RclActionServer::forget_expired() {
  rcl_action_goal_info_t expired{};
  std::size_t count = 0;
  while (rcl_action_expire_goals(&server_, &expired, 1, &count) == RCL_RET_OK && count > 0) {
    GoalId id;
    std::copy_n(expired.goal_id.uuid, id.size(), id.begin());
    const auto goal = goals_.find(id);
    if (goal == goals_.end()) continue;
    if (rcl_action_goal_handle_fini(&goal->second.handle) != RCL_RET_OK) rcl_reset_error();
    goals_.erase(goal);
  }
  rcl_reset_error();
}

}  // namespace topology
