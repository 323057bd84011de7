// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCLCPP__MESSAGE_PORTS_HPP_
#define TOPOLOGY__RCLCPP__MESSAGE_PORTS_HPP_

#include <map>
#include <memory>
#include <string>

#include "client.hpp"

namespace rclcpp {
class CallbackGroup;
class Node;
}  // namespace rclcpp

namespace topology {

/// Of callbacks; nullptr for the node's default one.
using Group = std::shared_ptr<rclcpp::CallbackGroup>;

/// Makes publishers and subscriptions of one type.
struct MessagePorts {
  std::unique_ptr<PublisherPort> (*make_publisher)(rclcpp::Node*, const PublisherDescription&,
                                                   bool intra_process);
  std::unique_ptr<SubscriptionPort> (*make_subscription)(rclcpp::Node*,
                                                         const SubscriptionDescription&,
                                                         bool intra_process, const Group&,
                                                         MessageCallback);
};

/// Makes servers and clients of one type.
struct ServicePorts {
  std::unique_ptr<Port> (*make_server)(rclcpp::Node*, const ServerDescription&, const Group&,
                                       RequestCallback);
  std::unique_ptr<ClientPort> (*make_client)(rclcpp::Node*, const ClientDescription&, const Group&,
                                             AnswerCallback);
};

// Ports by the kind's name, in a file for each part of ros/message_types.hpp.
std::map<std::string, MessagePorts> small_message_ports();
std::map<std::string, MessagePorts> large_message_ports();
std::map<std::string, MessagePorts> other_message_ports();
std::map<std::string, ServicePorts> all_service_ports();

/// Of all the files.
const MessagePorts& ports_of(const MessageKind& kind);
const ServicePorts& service_ports_of(const MessageKind& kind);

}  // namespace topology

#endif  // TOPOLOGY__RCLCPP__MESSAGE_PORTS_HPP_
