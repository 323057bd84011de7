// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__MONOTONIC_CLOCK_HPP_
#define EXECUTORS__MONOTONIC_CLOCK_HPP_

#include <time.h>

#include <cstdint>
#include <limits>

namespace executors {

/// A time that never comes, in ns of CLOCK_MONOTONIC.
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

inline std::int64_t read_clock_ns(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// CLOCK_MONOTONIC, the same in every process of the machine, and never set.
inline std::int64_t monotonic_now_ns() { return read_clock_ns(CLOCK_MONOTONIC); }

}  // namespace executors

#endif  // EXECUTORS__MONOTONIC_CLOCK_HPP_
