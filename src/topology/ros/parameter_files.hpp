// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__ROS__PARAMETER_FILES_HPP_
#define TOPOLOGY__ROS__PARAMETER_FILES_HPP_

#include <string>
#include <utility>
#include <vector>

#include "parameters.hpp"
#include "rcl/arguments.h"

namespace topology {

/// What the parameter files of a command line say of nodes.
class ParameterFiles {
 public:
  ParameterFiles() = default;
  /// \throws std::runtime_error if they cannot be read.
  explicit ParameterFiles(const rcl_arguments_t& arguments);

  /// Full names of the nodes that there are parameters of, without wildcards.
  std::vector<std::string> node_names() const;
  /// What is said of a node, what is said of all nodes included.
  ParameterMap parameters_of(const std::string& full_name) const;

 private:
  std::vector<std::pair<std::string, ParameterMap>> parameters_;  ///< By name, in order.
};

}  // namespace topology

#endif  // TOPOLOGY__ROS__PARAMETER_FILES_HPP_
