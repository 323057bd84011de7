// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef MANUAL_COMPOSITION__ROS_ARGUMENTS_HPP_
#define MANUAL_COMPOSITION__ROS_ARGUMENTS_HPP_

#include <string>
#include <vector>

#include "node_row.hpp"

namespace manual_composition {

/// The table's remappings as global ROS arguments, to be appended to the command line.
///
/// A rule that every node has becomes global, so that it reaches the nodes inside nodes too; any
/// other holds for the node of that name alone (name:from:=to), as it would in a process of its
/// own. Costmaps and transform listeners have names of their own, so they keep out of these.
std::vector<std::string> remapping_arguments(const std::vector<NodeRow>& rows);

/// Arguments for NodeOptions that name a node whose class has one name for all its instances.
std::vector<std::string> name_arguments(const std::string& name);

}  // namespace manual_composition

#endif  // MANUAL_COMPOSITION__ROS_ARGUMENTS_HPP_
