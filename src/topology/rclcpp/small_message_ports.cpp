// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "message_ports.hpp"
#include "nav2_composition_bench/msg/stamped100b.hpp"
#include "nav2_composition_bench/msg/stamped100kb.hpp"
#include "nav2_composition_bench/msg/stamped10b.hpp"
#include "nav2_composition_bench/msg/stamped10kb.hpp"
#include "nav2_composition_bench/msg/stamped1kb.hpp"
#include "nav2_composition_bench/msg/stamped250b.hpp"
#include "nav2_composition_bench/msg/stamped50kb.hpp"
#include "typed_ports.hpp"

namespace topology {

namespace msg = nav2_composition_bench::msg;

std::map<std::string, MessagePorts> SmallMessagePorts() {
  return {
      {"stamped10b", PortsFor<msg::Stamped10b>()},
      {"stamped100b", PortsFor<msg::Stamped100b>()},
      {"stamped250b", PortsFor<msg::Stamped250b>()},
      {"stamped1kb", PortsFor<msg::Stamped1kb>()},
      {"stamped10kb", PortsFor<msg::Stamped10kb>()},
      {"stamped50kb", PortsFor<msg::Stamped50kb>()},
      {"stamped100kb", PortsFor<msg::Stamped100kb>()},
  };
}

}  // namespace topology
