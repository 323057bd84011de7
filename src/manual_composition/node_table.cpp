// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
// The one file that sees Nav2's headers.
#include <type_traits>

#include "composed_node.hpp"
#include "nav2_nodes.hpp"  // generated
#include "rclcpp_lifecycle/lifecycle_node.hpp"

namespace manual_composition {

namespace {

template <typename Node>
ComposedNode construct(const rclcpp::NodeOptions& options) {
  auto node = std::make_shared<Node>(options);
  ComposedNode composed{node, node->get_node_base_interface(), {}};
  if constexpr (std::is_base_of_v<rclcpp_lifecycle::LifecycleNode, Node>) {
    Node* pointer = node.get();
    composed.lifecycle_state = [pointer] { return pointer->get_current_state().id(); };
  }
  return composed;
}

template <typename Node>
NodeFactory row(const char* name, const char* thread_name, const char* manager,
                bool can_use_intra_process, std::vector<std::string> remappings) {
  return {{name, thread_name, manager, can_use_intra_process, std::move(remappings)},
          construct<Node>};
}

}  // namespace

#define MANUAL_COMPOSITION_ROW(Node, name, thread_name, manager, intra_process, ...) \
  row<Node>(name, thread_name, manager, intra_process, {__VA_ARGS__}),

const std::vector<NodeFactory>& node_table() {
  static const std::vector<NodeFactory> table{NAV2_BENCH_NODES(MANUAL_COMPOSITION_ROW)};
  return table;
}

}  // namespace manual_composition
