// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef DELAY_PROBE__DELAY_FILE_HPP_
#define DELAY_PROBE__DELAY_FILE_HPP_

#include <cstdint>
#include <cstdio>

namespace delay_probe {

/// Nanoseconds of CLOCK_MONOTONIC.
std::int64_t now_ns();

/// Where a process writes its delays: `delays.<pid>` in the directory that NAV2_BENCH_DELAYS names,
/// made with the first of them. A line each: what, its end, how long it was, both in nanoseconds.
class DelayFile {
 public:
  /// Nothing is written where the variable is not set or the file cannot be made.
  void write(char what, std::int64_t end_ns, std::int64_t delay_ns);
  void flush();

 private:
  bool is_tried_ = false;
  std::FILE* file_ = nullptr;
};

}  // namespace delay_probe

#endif  // DELAY_PROBE__DELAY_FILE_HPP_
