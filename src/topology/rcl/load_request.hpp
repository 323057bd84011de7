// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__LOAD_REQUEST_HPP_
#define TOPOLOGY__RCL__LOAD_REQUEST_HPP_

#include <string>
#include <vector>

#include "composition_interfaces/srv/load_node.h"
#include "description.hpp"
#include "ros/parameter_files.hpp"

namespace topology {

/// The component that a container of ours has.
extern const char kPackage[];
extern const char kPlugin[];

/// What a LoadNode request asks for.
struct LoadedNode {
  std::string full_name;
  NodeDescription description;
  std::vector<std::string> remap_rules;
};

/// Parameters are those of the request, over those that the container's files have for the node.
/// \throws BadParameter, or std::runtime_error for another component than ours.
LoadedNode read_request(const composition_interfaces__srv__LoadNode_Request& request,
                        const ParameterFiles& files);

}  // namespace topology

#endif  // TOPOLOGY__RCL__LOAD_REQUEST_HPP_
