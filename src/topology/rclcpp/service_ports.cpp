// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "message_ports.hpp"
#include "ros/message_types.hpp"
#include "typed_ports.hpp"

namespace topology {

#define PORTS(name, Type) {#name, service_ports_for<nav2_composition_bench::srv::Type>()},

std::map<std::string, ServicePorts> all_service_ports() { return {TOPOLOGY_SERVICES(PORTS)}; }

}  // namespace topology
