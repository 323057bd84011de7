// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__MONOTONIC_CLOCK_HPP_
#define EXECUTORS__MONOTONIC_CLOCK_HPP_

#include <time.h>

#include <cstdint>

namespace executors {

inline std::int64_t read_clock_ns(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// CLOCK_MONOTONIC, the same in every process of the machine, and never set.
inline std::int64_t monotonic_now_ns() { return read_clock_ns(CLOCK_MONOTONIC); }

}  // namespace executors

#endif  // EXECUTORS__MONOTONIC_CLOCK_HPP_
