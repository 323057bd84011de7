// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCLCPP__RCLCPP_NODE_HPP_
#define TOPOLOGY__RCLCPP__RCLCPP_NODE_HPP_

#include <memory>
#include <string>
#include <vector>

#include "client.hpp"
#include "rclcpp/node.hpp"

namespace topology {

/// A node of rclcpp. Its callbacks are in its default group, of which no two run at a time, but for
/// those that are apart, or for all if the node is.
class RclcppNode : public ClientNode {
 public:
  RclcppNode(rclcpp::Node* node, std::string executor, bool intra_process, bool is_apart);

  std::string full_name() const override { return node_->get_fully_qualified_name(); }
  std::string binding() const override { return "rclcpp"; }
  std::string executor_name() const override { return executor_; }
  std::string middleware() const override;
  std::optional<std::uint64_t> take_wake_ups() override { return std::nullopt; }
  Discovered discover(const std::vector<std::string>& topics) override;
  /// The group of entities that are apart, which no executor has yet; nullptr without any.
  rclcpp::CallbackGroup::SharedPtr group_apart() const { return apart_; }

  std::unique_ptr<PublisherPort> make_publisher(const PublisherDescription& description) override;
  std::unique_ptr<SubscriptionPort> make_subscription(const SubscriptionDescription& description,
                                                      MessageCallback callback) override;
  std::unique_ptr<TimerPort> make_timer(std::int64_t period_ns, bool is_apart,
                                        TimerCallback callback) override;
  std::unique_ptr<Port> make_server(const ServerDescription& description,
                                    RequestCallback callback) override;
  std::unique_ptr<ClientPort> make_client(const ClientDescription& description,
                                          AnswerCallback callback) override;
  std::unique_ptr<Port> make_action_server(const ActionServerDescription& description,
                                           GoalCallback callback) override;
  std::unique_ptr<ClientPort> make_action_client(const ActionClientDescription& description,
                                                 AnswerCallback callback) override;

 private:
  /// Of an entity; nullptr for the default one.
  rclcpp::CallbackGroup::SharedPtr group_for(bool is_apart);
  /// A group that the node's executor leaves alone, made when it is asked for first.
  rclcpp::CallbackGroup::SharedPtr made(rclcpp::CallbackGroup::SharedPtr* group);

  rclcpp::Node* const node_;
  const std::string executor_;
  const bool intra_process_;
  const bool is_apart_;
  rclcpp::CallbackGroup::SharedPtr apart_;
  rclcpp::CallbackGroup::SharedPtr untaken_;  ///< That of what no executor ever has.
};

}  // namespace topology

#endif  // TOPOLOGY__RCLCPP__RCLCPP_NODE_HPP_
