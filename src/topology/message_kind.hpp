// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__MESSAGE_KIND_HPP_
#define TOPOLOGY__MESSAGE_KIND_HPP_

#include <cstddef>
#include <string>
#include <vector>

namespace topology {

/// A type of message.
struct MessageKind {
  std::string name;        ///< As in the topology, the snake case of the ROS type's name.
  std::size_t size_bytes;  ///< Of its data; 0 for one without bound.
  bool has_service;        ///< There is a service of this name too.

  bool is_bounded() const { return size_bytes != 0; }
};

extern const char kImage[];

/// Every type there is.
const std::vector<MessageKind>& message_kinds();

/// nullptr for an unknown name.
const MessageKind* find_message_kind(const std::string& name);

/// Names of all types, or of those with a service, for a message to the user.
std::vector<std::string> message_names(bool of_services);

}  // namespace topology

#endif  // TOPOLOGY__MESSAGE_KIND_HPP_
