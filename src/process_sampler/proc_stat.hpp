// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__PROC_STAT_HPP_
#define PROCESS_SAMPLER__PROC_STAT_HPP_

#include <sys/types.h>

#include <cstdint>
#include <string_view>

namespace process_sampler {

/// The fields of /proc/PID/stat that are used here. Times are in clock ticks.
struct ProcStat {
  std::string_view comm;  ///< Points into the parsed text.
  char state = '?';
  pid_t parent_pid = 0;
  std::uint64_t user_ticks = 0;
  std::uint64_t system_ticks = 0;
  std::uint64_t reaped_user_ticks = 0;
  std::uint64_t reaped_system_ticks = 0;
  std::uint64_t thread_count = 0;
  std::uint64_t start_time_ticks = 0;

  /// A zombie whose last thread has gone. A process whose first thread alone has exited also
  /// shows state Z, but it still runs.
  bool has_ended() const { return (state == 'Z' || state == 'X') && thread_count <= 1; }
};

/// Parses the text of /proc/PID/stat; false when it is not such a text.
bool parse_proc_stat(std::string_view text, ProcStat* stat);

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__PROC_STAT_HPP_
