// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "message_ports.hpp"
#include "nav2_composition_bench/msg/image.hpp"
#include "nav2_composition_bench/msg/stamped12_float32.hpp"
#include "nav2_composition_bench/msg/stamped3_float32.hpp"
#include "nav2_composition_bench/msg/stamped4_float32.hpp"
#include "nav2_composition_bench/msg/stamped4_int32.hpp"
#include "nav2_composition_bench/msg/stamped9_float32.hpp"
#include "nav2_composition_bench/msg/stamped_int64.hpp"
#include "nav2_composition_bench/msg/stamped_vector.hpp"
#include "typed_ports.hpp"

namespace topology {

namespace msg = nav2_composition_bench::msg;

std::map<std::string, MessagePorts> other_message_ports() {
  return {
      {"stamped3_float32", ports_for<msg::Stamped3Float32>()},
      {"stamped4_float32", ports_for<msg::Stamped4Float32>()},
      {"stamped9_float32", ports_for<msg::Stamped9Float32>()},
      {"stamped12_float32", ports_for<msg::Stamped12Float32>()},
      {"stamped4_int32", ports_for<msg::Stamped4Int32>()},
      {"stamped_int64", ports_for<msg::StampedInt64>()},
      {"stamped_vector", ports_for<msg::StampedVector>()},
      {"image", ports_for<msg::Image>()},
  };
}

}  // namespace topology
