// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__PROCESS_HPP_
#define PROCESS_SAMPLER__PROCESS_HPP_

#include <sys/types.h>
#include <time.h>

#include <cstdint>
#include <vector>

#include "child_ledger.hpp"
#include "comm.hpp"
#include "file_access.hpp"

namespace process_sampler {

/// One live thread, as of its last reading.
struct Thread {
  pid_t tid = 0;
  Comm comm;
  std::uint64_t cpu_ns = 0;
  std::uint64_t timeslices = 0;
  std::uint64_t voluntary_switches = 0;
  std::uint64_t involuntary_switches = 0;
  bool status_known = false;
  bool gone = false;
  FileDescriptor cpu_file;     ///< Kept open: reading again costs a sixth of opening again.
  FileDescriptor status_file;  ///< Kept open once the thread has run while observed.
};

/// One process of the tree, keyed by pid and start time. Counters never fall.
struct Process {
  pid_t pid = 0;
  std::uint64_t start_time_ticks = 0;
  pid_t parent_pid = 0;
  bool is_root = false;
  Comm comm;
  std::uint64_t cpu_ns = 0;     ///< Of all its threads, exited ones included; without children.
  std::uint64_t kernel_ns = 0;  ///< The part of it in the kernel, cut to clock ticks.
  ChildLedger children;
  std::uint64_t thread_count = 0;
  std::vector<Thread> threads;
  bool switches_known = true;
  std::uint64_t exited_voluntary_switches = 0;
  std::uint64_t exited_involuntary_switches = 0;

  bool ended = false;
  bool waited_for = false;  ///< Ended, and its entry in /proc is gone as well.
  bool announced = false;   ///< The stream holds its `process` line.
  bool memory_reason_given = false;

  clockid_t cpu_clock = 0;
  bool has_cpu_clock = false;
  FileDescriptor directory;
  FileDescriptor stat;
  FileDescriptor tasks;
  FileDescriptor pid_fd;

  std::uint64_t total_cpu_ns() const { return cpu_ns + children.total_ns(); }
};

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__PROCESS_HPP_
