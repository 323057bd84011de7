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

std::map<std::string, MessagePorts> small_message_ports() {
  return {
      {"stamped10b", ports_for<msg::Stamped10b>()},
      {"stamped100b", ports_for<msg::Stamped100b>()},
      {"stamped250b", ports_for<msg::Stamped250b>()},
      {"stamped1kb", ports_for<msg::Stamped1kb>()},
      {"stamped10kb", ports_for<msg::Stamped10kb>()},
      {"stamped50kb", ports_for<msg::Stamped50kb>()},
      {"stamped100kb", ports_for<msg::Stamped100kb>()},
  };
}

}  // namespace topology
