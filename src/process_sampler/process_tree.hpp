// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__PROCESS_TREE_HPP_
#define PROCESS_SAMPLER__PROCESS_TREE_HPP_

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "cgroup.hpp"
#include "file_access.hpp"
#include "proc_directory.hpp"
#include "process.hpp"
#include "thread_reader.hpp"

namespace process_sampler {

/// Follows processes, their children and their children's children, and accounts their CPU time so
/// that the total neither misses nor repeats what has ended.
class ProcessTree {
 public:
  /// :param cgroup: its processes are followed like roots; may be closed.
  explicit ProcessTree(const Cgroup* cgroup);

  /// Follows `pid` and what it starts. Empty on success, else one clause that says why not;
  /// `*ended` tells whether that is because there is no such process any more.
  std::string add_root(pid_t pid, bool* ended);

  bool follows(pid_t pid) const;

  /// Reads the counters of all processes, sets those aside that have ended, finds new ones.
  /// :param search_all: look for new processes even if none seems to have been started.
  void update(bool search_all);

  /// Reads the threads of all processes. Call after update().
  void read_threads(bool reread_names);

  /// Live processes, parents before children.
  std::vector<Process>& processes() { return processes_; }
  const std::vector<Process>& processes() const { return processes_; }

  /// Processes that ended in the last update(), with their last figures.
  const std::vector<Process>& ended() const { return ended_; }

  /// CLOCK_MONOTONIC and CLOCK_REALTIME at which the counters were read.
  std::uint64_t monotonic_ns() const { return monotonic_ns_; }
  std::uint64_t wall_ns() const { return wall_ns_; }

  /// Why something that is to be counted cannot be read, although it has not ended; empty while
  /// all is read. From then on the figures are too small.
  const std::string& failure() const { return failure_; }

  /// CPU time of all processes ever followed, and of their ended children. Never falls.
  std::uint64_t total_cpu_ns() const;

 private:
  enum class Adoption { kTaken, kEnded, kFailed };

  /// Makes room and tries again where descriptors have run out.
  Adoption adopt(pid_t pid, bool is_root);
  /// errno tells why it failed.
  Adoption try_to_adopt(pid_t pid, bool is_root);
  bool adopt_or_fail(pid_t pid, bool is_root);
  void fail(const std::string& what, int error);
  void refresh_counters(Process* process);
  void settle_ended();
  void search_new();
  void search_children();
  /// Returns whether there are any that were not followed.
  bool adopt_members();

  const Cgroup* cgroup_;
  std::uint64_t ns_per_tick_;
  pid_t own_pid_;  ///< The observer is no part of what it observes.
  ThreadReader thread_reader_;
  FileDescriptor proc_;
  NewTaskDetector new_tasks_;
  bool threads_may_be_new_ = true;
  std::vector<Process> processes_;
  std::vector<Process> ended_;
  std::vector<pid_t> seen_;
  std::vector<pid_t> listed_;
  std::vector<pid_t> members_;
  std::string failure_;
  struct Candidate {
    pid_t pid;
    pid_t parent_pid;
  };
  std::vector<Candidate> candidates_;
  std::uint64_t departed_ns_ = 0;  ///< Of ended processes whose parent is not followed.
  std::uint64_t monotonic_ns_ = 0;
  std::uint64_t wall_ns_ = 0;
};

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__PROCESS_TREE_HPP_
