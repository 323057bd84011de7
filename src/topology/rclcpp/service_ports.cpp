// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "message_ports.hpp"
#include "nav2_composition_bench/srv/stamped100kb.hpp"
#include "nav2_composition_bench/srv/stamped10b.hpp"
#include "nav2_composition_bench/srv/stamped10kb.hpp"
#include "nav2_composition_bench/srv/stamped1kb.hpp"
#include "nav2_composition_bench/srv/stamped1mb.hpp"
#include "nav2_composition_bench/srv/stamped3_float32.hpp"
#include "nav2_composition_bench/srv/stamped4_int32.hpp"
#include "nav2_composition_bench/srv/stamped_int64.hpp"
#include "nav2_composition_bench/srv/stamped_vector.hpp"
#include "typed_ports.hpp"

namespace topology {

namespace srv = nav2_composition_bench::srv;

std::map<std::string, ServicePorts> AllServicePorts() {
  return {
      {"stamped10b", ServicePortsFor<srv::Stamped10b>()},
      {"stamped1kb", ServicePortsFor<srv::Stamped1kb>()},
      {"stamped10kb", ServicePortsFor<srv::Stamped10kb>()},
      {"stamped100kb", ServicePortsFor<srv::Stamped100kb>()},
      {"stamped1mb", ServicePortsFor<srv::Stamped1mb>()},
      {"stamped3_float32", ServicePortsFor<srv::Stamped3Float32>()},
      {"stamped4_int32", ServicePortsFor<srv::Stamped4Int32>()},
      {"stamped_int64", ServicePortsFor<srv::StampedInt64>()},
      {"stamped_vector", ServicePortsFor<srv::StampedVector>()},
  };
}

}  // namespace topology
