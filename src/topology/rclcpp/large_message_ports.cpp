// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "message_ports.hpp"
#include "nav2_composition_bench/msg/stamped1mb.hpp"
#include "nav2_composition_bench/msg/stamped250kb.hpp"
#include "nav2_composition_bench/msg/stamped4mb.hpp"
#include "nav2_composition_bench/msg/stamped500kb.hpp"
#include "nav2_composition_bench/msg/stamped5mb.hpp"
#include "nav2_composition_bench/msg/stamped600kb.hpp"
#include "nav2_composition_bench/msg/stamped8mb.hpp"
#include "nav2_composition_bench/msg/stamped900kb.hpp"
#include "typed_ports.hpp"

namespace topology {

namespace msg = nav2_composition_bench::msg;

std::map<std::string, MessagePorts> LargeMessagePorts() {
  return {
      {"stamped250kb", PortsFor<msg::Stamped250kb>()},
      {"stamped500kb", PortsFor<msg::Stamped500kb>()},
      {"stamped600kb", PortsFor<msg::Stamped600kb>()},
      {"stamped900kb", PortsFor<msg::Stamped900kb>()},
      {"stamped1mb", PortsFor<msg::Stamped1mb>()},
      {"stamped4mb", PortsFor<msg::Stamped4mb>()},
      {"stamped5mb", PortsFor<msg::Stamped5mb>()},
      {"stamped8mb", PortsFor<msg::Stamped8mb>()},
  };
}

}  // namespace topology
