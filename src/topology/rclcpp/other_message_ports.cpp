// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "message_ports.hpp"
#include "ros/message_types.hpp"
#include "typed_ports.hpp"

namespace topology {

#define PORTS(name, Type) {#name, ports_for<nav2_composition_bench::msg::Type>()},

std::map<std::string, MessagePorts> other_message_ports() {
  return {TOPOLOGY_OTHER_MESSAGES(PORTS)};
}

}  // namespace topology
