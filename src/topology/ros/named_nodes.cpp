// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "named_nodes.hpp"

#include <algorithm>
#include <set>

#include "bad_parameter.hpp"
#include "thread_name.hpp"

namespace topology {

using composed_process::thread_node_name;

std::vector<NamedNode> read_nodes(const ParameterFiles& files,
                                  const std::vector<std::string>& names) {
  const std::vector<std::string> known = files.node_names();
  std::vector<NamedNode> nodes;
  for (const std::string& name : names.empty() ? known : names) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      throw BadParameter("file", "has no node " + name);
    }
    try {
      nodes.push_back({name, {}, read_description(files.parameters_of(name))});
    } catch (const BadParameter& bad) {
      throw BadParameter(bad.name(), bad.problem(), name);
    }
  }
  if (nodes.empty()) throw BadParameter("file", "has no node; give one with --params-file");
  std::set<std::string> threads;
  for (const NamedNode& node : nodes) threads.insert(thread_node_name(node.full_name));
  for (NamedNode& node : nodes) {
    node.thread_name = composed_process::short_name(thread_node_name(node.full_name), threads);
  }
  return nodes;
}

std::string loop_mistake(const composed_process::Placement& loops,
                         const std::vector<NamedNode>& nodes) {
  if (loops.empty()) return {};
  std::vector<std::string> names;
  for (const NamedNode& node : nodes) names.push_back(node.full_name);
  return loops.mistake_for(names);
}

std::string base_name(const std::string& full_name) {
  return full_name.substr(full_name.rfind('/') + 1);
}

}  // namespace topology
