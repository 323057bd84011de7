// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__ROS__NAMED_NODES_HPP_
#define TOPOLOGY__ROS__NAMED_NODES_HPP_

#include <string>
#include <vector>

#include "description.hpp"
#include "parameter_files.hpp"
#include "placement.hpp"

namespace topology {

struct NamedNode {
  std::string full_name;
  std::string thread_name{};  ///< Of its threads, unique among the nodes that run with it.
  NodeDescription description{};
};

/// What to run of the parameter files: the nodes of these full names, or all.
/// \throws BadParameter
std::vector<NamedNode> read_nodes(const ParameterFiles& files,
                                  const std::vector<std::string>& names);

/// Why these nodes cannot be in these loops; empty if they can, or if there are no loops.
std::string loop_mistake(const composed_process::Placement& loops,
                         const std::vector<NamedNode>& nodes);

/// The last part of a full name.
std::string base_name(const std::string& full_name);

}  // namespace topology

#endif  // TOPOLOGY__ROS__NAMED_NODES_HPP_
