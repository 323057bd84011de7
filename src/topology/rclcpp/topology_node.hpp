// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCLCPP__TOPOLOGY_NODE_HPP_
#define TOPOLOGY__RCLCPP__TOPOLOGY_NODE_HPP_

#include <functional>
#include <memory>
#include <string>

#include "executor_thread.hpp"
#include "node.hpp"
#include "rclcpp/node.hpp"

namespace nav2_composition_bench {

/// A node of a topology as a component of rclcpp.
class TopologyNode : public rclcpp::Node {
 public:
  /// \throws topology::BadParameter
  explicit TopologyNode(const rclcpp::NodeOptions& options);
  /// For a process that knows its executor. `failed` hears what a callback in the node's own thread
  /// has thrown.
  TopologyNode(const rclcpp::NodeOptions& options, const std::string& executor,
               const std::function<void(const std::string&)>& failed);
  ~TopologyNode() override;

 private:
  /// Lets a thread of its own spin the group, and not the executor that the node is added to.
  void spin_alone(const rclcpp::CallbackGroup::SharedPtr& group,
                  const std::function<void(const std::string&)>& failed);

  std::unique_ptr<topology::ClientNode> client_;
  std::unique_ptr<topology::Node> node_;
  std::unique_ptr<composed_process::ExecutorThread> own_thread_;
};

}  // namespace nav2_composition_bench

#endif  // TOPOLOGY__RCLCPP__TOPOLOGY_NODE_HPP_
