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

std::map<std::string, MessagePorts> large_message_ports() {
  return {
      {"stamped250kb", ports_for<msg::Stamped250kb>()},
      {"stamped500kb", ports_for<msg::Stamped500kb>()},
      {"stamped600kb", ports_for<msg::Stamped600kb>()},
      {"stamped900kb", ports_for<msg::Stamped900kb>()},
      {"stamped1mb", ports_for<msg::Stamped1mb>()},
      {"stamped4mb", ports_for<msg::Stamped4mb>()},
      {"stamped5mb", ports_for<msg::Stamped5mb>()},
      {"stamped8mb", ports_for<msg::Stamped8mb>()},
  };
}

}  // namespace topology
