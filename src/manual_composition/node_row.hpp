// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef MANUAL_COMPOSITION__NODE_ROW_HPP_
#define MANUAL_COMPOSITION__NODE_ROW_HPP_

#include <string>
#include <vector>

namespace manual_composition {

/// One row of the node table, as far as it is the same for every class.
struct NodeRow {
  std::string name;
  std::string thread_name;              ///< At most 15 characters.
  bool is_manager;                      ///< A lifecycle manager.
  bool can_use_intra_process;           ///< Its messages may pass by pointer in any rclcpp.
  std::vector<std::string> remappings;  ///< Rules like from:=to.
};

}  // namespace manual_composition

#endif  // MANUAL_COMPOSITION__NODE_ROW_HPP_
