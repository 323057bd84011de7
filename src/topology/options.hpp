// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__OPTIONS_HPP_
#define TOPOLOGY__OPTIONS_HPP_

#include <string>
#include <vector>

#include "executor_kind.hpp"
#include "loop_map.hpp"

namespace topology {

/// Text of --help of each program.
extern const char kProcessUsage[];
extern const char kContainerUsage[];

/// What the command line of topology_process asks for besides ROS arguments.
struct ProcessOptions {
  std::vector<std::string> nodes;  ///< Full names; empty: all of the parameter files.
  composed_process::ExecutorKind executor = composed_process::ExecutorKind::kSingleThreaded;
  bool per_node = false;
  composed_process::LoopMap loops;
  bool help = false;
};

/// The same of topology_container.
struct ContainerOptions {
  bool isolated = false;
  composed_process::LoopMap loops;
  composed_process::ExecutorKind executor = composed_process::ExecutorKind::kSingleThreaded;
  bool help = false;
};

// Each parses a command line; on a mistake it returns false and says in `*error` what is wrong.
bool parse_options(int argc, const char* const* argv, ProcessOptions* options, std::string* error);
bool parse_options(int argc, const char* const* argv, ContainerOptions* options,
                   std::string* error);

/// The full name of a node that the user has named.
std::string full_name_of(const std::string& name);

}  // namespace topology

#endif  // TOPOLOGY__OPTIONS_HPP_
