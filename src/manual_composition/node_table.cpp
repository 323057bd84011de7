// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
// The one file that sees Nav2's headers.
#include <type_traits>

#include "composed_node.hpp"
#include "known_cost_node.hpp"
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
NodeFactory row(const char* name, const char* thread_name, bool is_manager,
                bool can_use_intra_process, std::vector<std::string> remappings) {
  return {{name, thread_name, is_manager, can_use_intra_process, std::move(remappings)},
          construct<Node>};
}

}  // namespace

#define MANUAL_COMPOSITION_ROW(Node, name, thread_name, is_manager, intra_process, ...) \
  row<Node>(name, thread_name, is_manager, intra_process, {__VA_ARGS__}),

std::vector<NodeFactory> node_table(bool with_known_cost) {
  std::vector<NodeFactory> table{NAV2_BENCH_NODES(MANUAL_COMPOSITION_ROW)};
  if (with_known_cost) {
    const char* const name = "known_cost";
    table.push_back(row<nav2_composition_bench::KnownCostNode>(name, name, false, true,
                                                               table.front().row.remappings));
  }
  return table;
}

}  // namespace manual_composition
