// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__RCLCPP__TRACING_HPP_
#define EXECUTORS__RCLCPP__TRACING_HPP_

#include "tracetools/tracetools.h"

namespace executors {

/// Lets ros2_tracing see which timer or subscription is going to run, as rclcpp's executors do,
/// which do so of nothing else.
inline void trace_execution([[maybe_unused]] const void* rcl_handle) {
  TRACETOOLS_TRACEPOINT(rclcpp_executor_execute, rcl_handle);
}

}  // namespace executors

#endif  // EXECUTORS__RCLCPP__TRACING_HPP_
