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

std::map<std::string, ServicePorts> all_service_ports() {
  return {
      {"stamped10b", service_ports_for<srv::Stamped10b>()},
      {"stamped1kb", service_ports_for<srv::Stamped1kb>()},
      {"stamped10kb", service_ports_for<srv::Stamped10kb>()},
      {"stamped100kb", service_ports_for<srv::Stamped100kb>()},
      {"stamped1mb", service_ports_for<srv::Stamped1mb>()},
      {"stamped3_float32", service_ports_for<srv::Stamped3Float32>()},
      {"stamped4_int32", service_ports_for<srv::Stamped4Int32>()},
      {"stamped_int64", service_ports_for<srv::StampedInt64>()},
      {"stamped_vector", service_ports_for<srv::StampedVector>()},
  };
}

}  // namespace topology
