// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__MESSAGE_HEADER_HPP_
#define TOPOLOGY__MESSAGE_HEADER_HPP_

#include <cstdint>

namespace topology {

/// What every message begins with; the fields of interfaces/msg/Header.msg.
struct MessageHeader {
  std::int64_t stamp_ns = 0;       ///< CLOCK_MONOTONIC, before serialisation.
  std::int64_t root_stamp_ns = 0;  ///< Stamp of the message that began the chain.
  std::uint32_t tracking_number = 0;
  std::uint32_t publisher_id = 0;
  float frequency = 0;
  std::uint32_t size = 0;  ///< Bytes of data.
};

}  // namespace topology

#endif  // TOPOLOGY__MESSAGE_HEADER_HPP_
