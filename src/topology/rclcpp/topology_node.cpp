// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "topology_node.hpp"

#include "rclcpp_components/register_node_macro.hpp"
#include "rclcpp_node.hpp"

namespace nav2_composition_bench {

namespace {

topology::ParameterValue value_of(const rclcpp::ParameterValue& value) {
  switch (value.get_type()) {
    case rclcpp::ParameterType::PARAMETER_BOOL:
      return value.get<bool>();
    case rclcpp::ParameterType::PARAMETER_INTEGER:
      return value.get<std::int64_t>();
    case rclcpp::ParameterType::PARAMETER_DOUBLE:
      return value.get<double>();
    case rclcpp::ParameterType::PARAMETER_STRING:
      return value.get<std::string>();
    case rclcpp::ParameterType::PARAMETER_STRING_ARRAY:
      return value.get<std::vector<std::string>>();
    case rclcpp::ParameterType::PARAMETER_INTEGER_ARRAY:
      return value.get<std::vector<std::int64_t>>();
    case rclcpp::ParameterType::PARAMETER_NOT_SET:
      return std::monostate();
    default:
      return 0.0;  // No parameter of ours is a list of these.
  }
}

topology::ParameterMap parameters(rclcpp::Node* node) {
  topology::ParameterMap map;
  for (const auto& [name, value] :
       node->get_node_parameters_interface()->get_parameter_overrides()) {
    map[name] = value_of(value);
  }
  return map;
}

}  // namespace

TopologyNode::TopologyNode(const rclcpp::NodeOptions& options)
    : TopologyNode(options, "container") {}

TopologyNode::TopologyNode(const rclcpp::NodeOptions& options, const std::string& executor)
    : rclcpp::Node("topology_node", options) {
  topology::NodeDescription description = topology::read_description(parameters(this));
  client_ = std::make_unique<topology::RclcppNode>(this, executor, description.intra_process);
  node_ = std::make_unique<topology::Node>(description, client_.get());
}

TopologyNode::~TopologyNode() = default;

}  // namespace nav2_composition_bench

RCLCPP_COMPONENTS_REGISTER_NODE(nav2_composition_bench::TopologyNode)
