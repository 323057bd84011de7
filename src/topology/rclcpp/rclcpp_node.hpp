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

/// A node of rclcpp. Its callbacks are in its default group, of which no two run at a time.
class RclcppNode : public ClientNode {
 public:
  RclcppNode(rclcpp::Node* node, std::string executor, bool intra_process);

  std::string FullName() const override { return node_->get_fully_qualified_name(); }
  std::string Binding() const override { return "rclcpp"; }
  std::string ExecutorName() const override { return executor_; }
  std::string Middleware() const override;
  std::optional<std::uint64_t> TakeWakeUps() override { return std::nullopt; }
  Discovered Discover(const std::vector<std::string>& topics) override;

  std::unique_ptr<PublisherPort> MakePublisher(const PublisherDescription& description) override;
  std::unique_ptr<SubscriptionPort> MakeSubscription(const SubscriptionDescription& description,
                                                     MessageCallback callback) override;
  std::unique_ptr<Port> MakeTimer(std::int64_t period_ns, TimerCallback callback) override;
  std::unique_ptr<Port> MakeServer(const ServerDescription& description,
                                   RequestCallback callback) override;
  std::unique_ptr<ClientPort> MakeClient(const ClientDescription& description,
                                         AnswerCallback callback) override;
  std::unique_ptr<Port> MakeActionServer(const ActionServerDescription& description,
                                         GoalCallback callback) override;
  std::unique_ptr<ClientPort> MakeActionClient(const ActionClientDescription& description,
                                               AnswerCallback callback) override;

 private:
  rclcpp::Node* const node_;
  const std::string executor_;
  const bool intra_process_;
};

}  // namespace topology

#endif  // TOPOLOGY__RCLCPP__RCLCPP_NODE_HPP_
