// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__RCLCPP__AFTER_HPP_
#define EXECUTORS__RCLCPP__AFTER_HPP_

#include <chrono>
#include <cstdint>

#include "monotonic_clock.hpp"

namespace executors {

/// A time from now on, of which rclcpp says for ever by the largest.
inline std::int64_t time_after(std::int64_t now_ns, std::chrono::nanoseconds delay) {
  if (delay.count() <= 0) return now_ns;
  return delay.count() < kNever - now_ns ? now_ns + delay.count() : kNever;
}

}  // namespace executors

#endif  // EXECUTORS__RCLCPP__AFTER_HPP_
