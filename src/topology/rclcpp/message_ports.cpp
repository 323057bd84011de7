// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "message_ports.hpp"

namespace topology {

const MessagePorts& ports_of(const MessageKind& kind) {
  static const std::map<std::string, MessagePorts> ports = [] {
    std::map<std::string, MessagePorts> all = small_message_ports();
    all.merge(large_message_ports());
    all.merge(other_message_ports());
    return all;
  }();
  return ports.at(kind.name);
}

const ServicePorts& service_ports_of(const MessageKind& kind) {
  static const std::map<std::string, ServicePorts> ports = all_service_ports();
  return ports.at(kind.name);
}

}  // namespace topology
