// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__CLOCK_HPP_
#define PROCESS_SAMPLER__CLOCK_HPP_

#include <time.h>

#include <cstdint>

namespace process_sampler {

inline std::uint64_t nanoseconds(const timespec& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000ULL +
         static_cast<std::uint64_t>(time.tv_nsec);
}

inline std::uint64_t read_clock(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return nanoseconds(time);
}

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__CLOCK_HPP_
