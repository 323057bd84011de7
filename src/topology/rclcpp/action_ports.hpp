// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCLCPP__ACTION_PORTS_HPP_
#define TOPOLOGY__RCLCPP__ACTION_PORTS_HPP_

#include <memory>

#include "client.hpp"
#include "rclcpp/callback_group.hpp"

namespace rclcpp {
class Node;
}

namespace topology {

/// As with rcl, a goal is done in the callback that takes it.
/// \param group none for the node's.
std::unique_ptr<Port> make_action_server_port(rclcpp::Node* node,
                                              const ActionServerDescription& description,
                                              rclcpp::CallbackGroup::SharedPtr group,
                                              GoalCallback callback);
std::unique_ptr<ClientPort> make_action_client_port(rclcpp::Node* node,
                                                    const ActionClientDescription& description,
                                                    rclcpp::CallbackGroup::SharedPtr group,
                                                    AnswerCallback callback);

}  // namespace topology

#endif  // TOPOLOGY__RCLCPP__ACTION_PORTS_HPP_
