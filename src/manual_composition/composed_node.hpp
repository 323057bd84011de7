// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef MANUAL_COMPOSITION__COMPOSED_NODE_HPP_
#define MANUAL_COMPOSITION__COMPOSED_NODE_HPP_

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "node_row.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/node_options.hpp"

namespace manual_composition {

/// A node of any class.
struct ComposedNode {
  std::shared_ptr<void> instance;
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr base;
  /// lifecycle_msgs/State.id; empty for a node without a lifecycle.
  std::function<std::uint8_t()> lifecycle_state;
};

/// A row of the node table with its class.
struct NodeFactory {
  NodeRow row;
  std::function<ComposedNode(const rclcpp::NodeOptions&)> construct;
};

/// Nav2's nodes in loading order, generated from the package's node table.
/// \param with_known_cost the node of known cost behind them.
std::vector<NodeFactory> node_table(bool with_known_cost);

}  // namespace manual_composition

#endif  // MANUAL_COMPOSITION__COMPOSED_NODE_HPP_
