// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "message_ports.hpp"

namespace topology {

const MessagePorts& PortsOf(const MessageKind& kind) {
  static const std::map<std::string, MessagePorts> ports = [] {
    std::map<std::string, MessagePorts> all = SmallMessagePorts();
    all.merge(LargeMessagePorts());
    all.merge(OtherMessagePorts());
    return all;
  }();
  return ports.at(kind.name);
}

const ServicePorts& ServicePortsOf(const MessageKind& kind) {
  static const std::map<std::string, ServicePorts> ports = AllServicePorts();
  return ports.at(kind.name);
}

}  // namespace topology
