// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "load_request.hpp"

#include <stdexcept>

#include "parameters.hpp"
#include "placement.hpp"
#include "rcl_interfaces/msg/parameter_type.h"

namespace topology {

using composed_process::full_name_in;

const char kPackage[] = "nav2_composition_bench";
const char kPlugin[] = "nav2_composition_bench::TopologyNode";

namespace {

std::string to_string(const rosidl_runtime_c__String& text) { return {text.data, text.size}; }

std::vector<std::string> texts(const rosidl_runtime_c__String__Sequence& sequence) {
  std::vector<std::string> texts;
  for (std::size_t at = 0; at < sequence.size; ++at) texts.push_back(to_string(sequence.data[at]));
  return texts;
}

ParameterValue value_of(const rcl_interfaces__msg__ParameterValue& value) {
  switch (value.type) {
    case rcl_interfaces__msg__ParameterType__PARAMETER_BOOL:
      return value.bool_value;
    case rcl_interfaces__msg__ParameterType__PARAMETER_INTEGER:
      return value.integer_value;
    case rcl_interfaces__msg__ParameterType__PARAMETER_DOUBLE:
      return value.double_value;
    case rcl_interfaces__msg__ParameterType__PARAMETER_STRING:
      return to_string(value.string_value);
    case rcl_interfaces__msg__ParameterType__PARAMETER_STRING_ARRAY:
      return texts(value.string_array_value);
    case rcl_interfaces__msg__ParameterType__PARAMETER_INTEGER_ARRAY:
      return std::vector<std::int64_t>(
          value.integer_array_value.data,
          value.integer_array_value.data + value.integer_array_value.size);
    case rcl_interfaces__msg__ParameterType__PARAMETER_BYTE_ARRAY:
    case rcl_interfaces__msg__ParameterType__PARAMETER_BOOL_ARRAY:
    case rcl_interfaces__msg__ParameterType__PARAMETER_DOUBLE_ARRAY:
      // An empty list comes as a list of whatever type the sender thought of first.
      if (value.byte_array_value.size + value.bool_array_value.size +
              value.double_array_value.size ==
          0) {
        return std::monostate();
      }
      return 0.0;
    default:
      return std::monostate();
  }
}

ParameterMap to_parameter_map(const rcl_interfaces__msg__Parameter__Sequence& sequence) {
  ParameterMap map;
  for (std::size_t at = 0; at < sequence.size; ++at) {
    map[to_string(sequence.data[at].name)] = value_of(sequence.data[at].value);
  }
  return map;
}

}  // namespace

LoadedNode read_request(const composition_interfaces__srv__LoadNode_Request& request,
                        const ParameterFiles& files) {
  const std::string package = to_string(request.package_name);
  const std::string plugin = to_string(request.plugin_name);
  if (package != kPackage || plugin != kPlugin) {
    throw std::runtime_error("this container has no component " + plugin + " of " + package +
                             ", only " + kPlugin + " of " + kPackage);
  }
  LoadedNode node;
  const std::string name = to_string(request.node_name);
  node.full_name =
      full_name_in(to_string(request.node_namespace), name.empty() ? "topology_node" : name);
  ParameterMap parameters = files.parameters_of(node.full_name);
  for (const auto& [key, value] : to_parameter_map(request.parameters)) parameters[key] = value;
  node.description = read_description(parameters);
  node.remap_rules = texts(request.remap_rules);
  const ParameterMap extra = to_parameter_map(request.extra_arguments);
  const auto intra_process = extra.find("use_intra_process_comms");
  if (intra_process != extra.end()) {
    const auto* wanted = std::get_if<bool>(&intra_process->second);
    if (wanted != nullptr && *wanted) node.description.intra_process = true;
  }
  return node;
}

}  // namespace topology
