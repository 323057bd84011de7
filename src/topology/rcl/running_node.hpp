// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__RUNNING_NODE_HPP_
#define TOPOLOGY__RCL__RUNNING_NODE_HPP_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "description.hpp"
#include "node.hpp"
#include "rcl_node.hpp"

namespace topology {

/// A node of a topology on rcl, from its start to its end.
class RunningNode {
 public:
  RunningNode(Context* context, Executor* executor, const std::string& full_name,
              NodeDescription description, const std::vector<std::string>& remap_rules = {})
      : client_(context, executor, full_name, description.intra_process, remap_rules),
        node_(std::make_unique<Node>(std::move(description), &client_)) {
    client_.start();
  }

  ~RunningNode() {
    client_.stop();
    node_.reset();
  }

  RunningNode(const RunningNode&) = delete;
  RunningNode& operator=(const RunningNode&) = delete;

  std::string full_name_of() const { return client_.full_name_of(); }

 private:
  RclNode client_;
  std::unique_ptr<Node> node_;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__RUNNING_NODE_HPP_
