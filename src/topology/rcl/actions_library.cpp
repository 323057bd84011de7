// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "action_client.hpp"
#include "action_server.hpp"
#include "actions.hpp"

namespace topology {

namespace {

std::unique_ptr<Entity> make_server(rcl_node_t* node, Group* group,
                                    const ActionServerDescription& description,
                                    GoalCallback callback) {
  return std::make_unique<RclActionServer>(node, group, description, std::move(callback));
}

std::unique_ptr<ActionClient> make_client(rcl_node_t* node, Group* group,
                                          const ActionClientDescription& description,
                                          AnswerCallback callback) {
  return std::make_unique<RclActionClient>(node, group, description, std::move(callback));
}

}  // namespace

}  // namespace topology

/// Its name is kActionsSymbol.
extern "C" __attribute__((visibility("default"))) const topology::Actions topology_rcl_actions;
const topology::Actions topology_rcl_actions{topology::make_server, topology::make_client};
