// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "ros_arguments.hpp"

#include <algorithm>

namespace manual_composition {

namespace {

bool has(const NodeRow& row, const std::string& rule) {
  return std::find(row.remappings.begin(), row.remappings.end(), rule) != row.remappings.end();
}

bool every_node_has(const std::vector<NodeRow>& rows, const std::string& rule) {
  return std::all_of(rows.begin(), rows.end(),
                     [&rule](const NodeRow& row) { return has(row, rule); });
}

}  // namespace

std::vector<std::string> remapping_arguments(const std::vector<NodeRow>& rows) {
  if (rows.empty()) return {};
  std::vector<std::string> arguments{"--ros-args"};
  const auto add = [&arguments](const std::string& rule) {
    arguments.push_back("-r");
    arguments.push_back(rule);
  };
  for (const std::string& rule : rows.front().remappings) {
    if (every_node_has(rows, rule)) add(rule);
  }
  for (const NodeRow& row : rows) {
    for (const std::string& rule : row.remappings) {
      if (!every_node_has(rows, rule)) add(row.name + ":" + rule);
    }
  }
  arguments.push_back("--");
  return arguments;
}

std::vector<std::string> name_arguments(const std::string& name) {
  return {"--ros-args", "-r", "__node:=" + name, "--"};
}

}  // namespace manual_composition
