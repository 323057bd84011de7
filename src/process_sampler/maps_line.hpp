// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__MAPS_LINE_HPP_
#define PROCESS_SAMPLER__MAPS_LINE_HPP_

#include <cstdint>
#include <string_view>

namespace process_sampler {

/// Address range of one line of /proc/PID/maps.
struct MappedRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  /// A page the kernel lends to every process (vdso, vvar, vsyscall): not the process's memory.
  bool lent_by_kernel = false;
};

/// Parses one line, without its newline; false when it is not such a line.
bool parse_maps_line(std::string_view line, MappedRange* range);

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__MAPS_LINE_HPP_
