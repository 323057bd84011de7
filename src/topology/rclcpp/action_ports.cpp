// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "action_ports.hpp"

#include <exception>
#include <utility>

#include "nav2_composition_bench/action/stamped.hpp"
#include "rclcpp/node.hpp"
#include "rclcpp/utilities.hpp"
#include "rclcpp_action/rclcpp_action.hpp"
#include "ros/generated_header.hpp"

namespace topology {

namespace {

using Action = nav2_composition_bench::action::Stamped;

/// Sends something. Once the context is gone rclcpp throws, which fails nobody.
template <typename Send>
void while_ok(Send&& send) {
  try {
    send();
  } catch (const std::exception&) {
    if (rclcpp::ok()) throw;
  }
}

class ActionServerPort : public Port {
 public:
  ActionServerPort(rclcpp::Node* node, const ActionServerDescription& description,
                   rclcpp::CallbackGroup::SharedPtr group, GoalCallback callback)
      : callback_(std::move(callback)),
        size_bytes_(description.size_bytes),
        server_(rclcpp_action::create_server<Action>(
            node, description.action,
            [](const rclcpp_action::GoalUUID&, std::shared_ptr<const Action::Goal>) {
              return rclcpp_action::GoalResponse::ACCEPT_AND_EXECUTE;
            },
            [](std::shared_ptr<GoalHandle>) { return rclcpp_action::CancelResponse::REJECT; },
            [this](std::shared_ptr<GoalHandle> goal) { perform(*goal); },
            rcl_action_server_get_default_options(), std::move(group))) {}

 private:
  using GoalHandle = rclcpp_action::ServerGoalHandle<Action>;

  void perform(GoalHandle& goal) {
    const MessageHeader header = from_ros(goal.get_goal()->header);
    callback_(header, [&] {
      auto feedback = std::make_shared<Action::Feedback>();
      to_ros(header, &feedback->header);
      feedback->data.resize(size_bytes_);
      while_ok([&] { goal.publish_feedback(feedback); });
    });
    auto result = std::make_shared<Action::Result>();
    to_ros(header, &result->header);
    result->data.resize(size_bytes_);
    // The goal is over all the same: one that is not would send, and throw, when it is destroyed.
    while_ok([&] { goal.succeed(result); });
  }

  const GoalCallback callback_;
  const std::size_t size_bytes_;
  rclcpp_action::Server<Action>::SharedPtr server_;
};

class ActionClientPort : public ClientPort {
 public:
  ActionClientPort(rclcpp::Node* node, const ActionClientDescription& description,
                   rclcpp::CallbackGroup::SharedPtr group, AnswerCallback callback)
      : size_bytes_(description.size_bytes),
        client_(rclcpp_action::create_client<Action>(node, description.action, std::move(group))) {
    options_.feedback_callback = [](auto, auto) {};
    options_.result_callback =
        [callback = std::move(callback)](
            const rclcpp_action::ClientGoalHandle<Action>::WrappedResult& result) {
          callback(from_ros(result.result->header),
                   result.code == rclcpp_action::ResultCode::SUCCEEDED);
        };
  }

  bool is_server_there() override {
    try {
      return client_->action_server_is_ready();
    } catch (const std::exception&) {
      return false;  // The context is gone.
    }
  }

  bool send(const MessageHeader& header) override {
    Action::Goal goal;
    to_ros(header, &goal.header);
    goal.data.resize(size_bytes_);
    try {
      client_->async_send_goal(goal, options_);
    } catch (const std::exception&) {
      return false;
    }
    return true;
  }

 private:
  const std::size_t size_bytes_;
  rclcpp_action::Client<Action>::SharedPtr client_;
  rclcpp_action::Client<Action>::SendGoalOptions options_;
};

}  // namespace

std::unique_ptr<Port> make_action_server_port(rclcpp::Node* node,
                                              const ActionServerDescription& description,
                                              rclcpp::CallbackGroup::SharedPtr group,
                                              GoalCallback callback) {
  return std::make_unique<ActionServerPort>(node, description, std::move(group),
                                            std::move(callback));
}

std::unique_ptr<ClientPort> make_action_client_port(rclcpp::Node* node,
                                                    const ActionClientDescription& description,
                                                    rclcpp::CallbackGroup::SharedPtr group,
                                                    AnswerCallback callback) {
  return std::make_unique<ActionClientPort>(node, description, std::move(group),
                                            std::move(callback));
}

}  // namespace topology
