// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "topology_node.hpp"

#include <pthread.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "executor_factory.hpp"
#include "rclcpp/utilities.hpp"
#include "rclcpp_components/register_node_macro.hpp"
#include "rclcpp_node.hpp"
#include "thread_name.hpp"

namespace nav2_composition_bench {

namespace {

// What spins nodes that a node of Nav2 makes inside itself.
constexpr auto kOwn = composed_process::ExecutorKind::kSingleThreaded;

// A list of a type that no parameter of ours has.
template <typename List>
topology::ParameterValue other_list(const List& list) {
  if (list.empty()) return std::monostate();
  return 0.0;
}

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
    case rclcpp::ParameterType::PARAMETER_BYTE_ARRAY:
      return other_list(value.get<std::vector<std::uint8_t>>());
    case rclcpp::ParameterType::PARAMETER_BOOL_ARRAY:
      return other_list(value.get<std::vector<bool>>());
    case rclcpp::ParameterType::PARAMETER_DOUBLE_ARRAY:
      return other_list(value.get<std::vector<double>>());
    default:
      return std::monostate();
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

// As for a callback in a container's thread.
void abort_with(const std::string& what) {
  // Containers shut the context down before the nodes go, and callbacks run until then.
  if (!rclcpp::ok()) return;
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

// The name of a node's own thread. Whoever makes the node has called the thread that makes it as
// the node's threads are called in this process; stock containers call it as their program.
std::string own_thread_name(const std::string& full_name) {
  std::array<char, composed_process::kThreadNameLength + 1> name{};
  pthread_getname_np(pthread_self(), name.data(), name.size());
  const std::string own = name.data();
  const std::string program = program_invocation_short_name;
  if (own != program.substr(0, composed_process::kThreadNameLength)) return own;
  return composed_process::short_name(composed_process::thread_node_name(full_name), {});
}

}  // namespace

TopologyNode::TopologyNode(const rclcpp::NodeOptions& options)
    : TopologyNode(options, "container", abort_with) {}

TopologyNode::TopologyNode(const rclcpp::NodeOptions& options, const std::string& executor,
                           const std::function<void(const std::string&)>& failed)
    : rclcpp::Node("topology_node", options) {
  topology::NodeDescription description = topology::read_description(parameters(this));
  const std::string kind = description.own_executor ? composed_process::name_of(kOwn) : executor;
  auto client = std::make_unique<topology::RclcppNode>(this, kind, description.intra_process,
                                                       description.own_executor);
  const topology::RclcppNode& made = *client;
  client_ = std::move(client);
  node_ = std::make_unique<topology::Node>(description, client_.get());
  // Never the default group: an EventsCBGExecutor takes that of a node that it is given even where
  // another executor has it.
  if (made.group_apart() != nullptr) spin_alone(made.group_apart(), failed);
}

// The thread goes before what its callbacks use.
TopologyNode::~TopologyNode() { own_thread_.reset(); }

void TopologyNode::spin_alone(const rclcpp::CallbackGroup::SharedPtr& group,
                              const std::function<void(const std::string&)>& failed) {
  auto executor = composed_process::make_executor(kOwn);
  executor->add_callback_group(group, get_node_base_interface());
  own_thread_ = std::make_unique<composed_process::ExecutorThread>(
      own_thread_name(get_fully_qualified_name()), std::move(executor),
      [failed, name = std::string(get_fully_qualified_name())](const std::string& what) {
        failed(name + ": " + what);
      });
}

}  // namespace nav2_composition_bench

RCLCPP_COMPONENTS_REGISTER_NODE(nav2_composition_bench::TopologyNode)
