// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__ACTIONS_HPP_
#define TOPOLOGY__RCL__ACTIONS_HPP_

#include <memory>

#include "client.hpp"
#include "entity.hpp"
#include "rcl/node.h"

/// Actions of rcl. They are in a library of their own: rcl_action and what it needs take 0.3 MB of
/// every process, of which most have no action.
namespace topology {

class ActionClient : public Entity {
 public:
  using Entity::Entity;
  virtual bool is_server_there() = 0;
  virtual bool send(const MessageHeader& header) = 0;
};

/// What the library makes.
struct Actions {
  std::unique_ptr<Entity> (*make_server)(rcl_node_t* node, Group* group,
                                         const ActionServerDescription& description,
                                         GoalCallback callback);
  std::unique_ptr<ActionClient> (*make_client)(rcl_node_t* node, Group* group,
                                               const ActionClientDescription& description,
                                               AnswerCallback callback);
};

/// Name of the library and of its `const Actions`.
constexpr char kActionsLibrary[] = "libtopology_rcl_actions.so";
constexpr char kActionsSymbol[] = "topology_rcl_actions";

/// Loads the library with the first call. It stays, for its code may run until the process ends.
/// \throws std::runtime_error if it cannot be loaded.
const Actions& load_actions();

}  // namespace topology

#endif  // TOPOLOGY__RCL__ACTIONS_HPP_
