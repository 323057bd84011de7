// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__ROS__GENERATED_HEADER_HPP_
#define TOPOLOGY__ROS__GENERATED_HEADER_HPP_

#include "message_header.hpp"
#include "nav2_composition_bench/msg/header.hpp"

namespace topology {

inline MessageHeader from_ros(const nav2_composition_bench::msg::Header& header) {
  return {header.stamp_ns,     header.root_stamp_ns, header.tracking_number,
          header.publisher_id, header.frequency,     header.size};
}

inline void to_ros(const MessageHeader& from, nav2_composition_bench::msg::Header* to) {
  to->stamp_ns = from.stamp_ns;
  to->root_stamp_ns = from.root_stamp_ns;
  to->tracking_number = from.tracking_number;
  to->publisher_id = from.publisher_id;
  to->frequency = from.frequency;
  to->size = from.size;
}

}  // namespace topology

#endif  // TOPOLOGY__ROS__GENERATED_HEADER_HPP_
