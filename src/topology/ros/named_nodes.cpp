// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "named_nodes.hpp"

#include <algorithm>

#include "bad_parameter.hpp"

namespace topology {

std::vector<NamedNode> ReadNodes(const ParameterFiles& files,
                                 const std::vector<std::string>& names) {
  const std::vector<std::string> known = files.NodeNames();
  std::vector<NamedNode> nodes;
  for (const std::string& name : names.empty() ? known : names) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      throw BadParameter("file", "has no node " + name);
    }
    try {
      nodes.push_back({name, ReadDescription(files.ParametersOf(name))});
    } catch (const BadParameter& bad) {
      throw BadParameter(bad.name(), bad.problem(), name);
    }
  }
  if (nodes.empty()) throw BadParameter("file", "has no node; give one with --params-file");
  return nodes;
}

std::string LoopMistake(const composed_process::LoopMap& loops,
                        const std::vector<NamedNode>& nodes) {
  if (loops.empty()) return {};
  std::vector<std::string> names;
  for (const NamedNode& node : nodes) names.push_back(node.full_name);
  return loops.MistakeFor(names);
}

std::string BaseName(const std::string& full_name) {
  return full_name.substr(full_name.rfind('/') + 1);
}

std::string ThreadNodeName(const std::string& full_name) { return full_name.substr(1); }

}  // namespace topology
