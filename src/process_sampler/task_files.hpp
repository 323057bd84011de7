// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__TASK_FILES_HPP_
#define PROCESS_SAMPLER__TASK_FILES_HPP_

#include <sys/types.h>

#include <cstdint>
#include <string_view>

#include "comm.hpp"

namespace process_sampler {

/// /proc/PID/task/TID/schedstat: scheduler time of one thread, in nanoseconds.
struct TaskSchedstat {
  std::uint64_t run_ns = 0;
  std::uint64_t timeslices = 0;
};

/// What is used of /proc/PID/task/TID/status.
struct TaskStatus {
  Comm name;
  std::uint64_t voluntary_switches = 0;
  std::uint64_t involuntary_switches = 0;
};

/// Parses schedstat; false when it is not such a text.
bool parse_schedstat(std::string_view text, TaskSchedstat* schedstat);

/// Parses status; false when the name or a switch counter is missing.
bool parse_task_status(std::string_view text, TaskStatus* status);

/// Finds the process that a thread belongs to in the text of its /proc/TID/status.
bool parse_thread_group(std::string_view text, pid_t* pid);

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__TASK_FILES_HPP_
