// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__PERF_COUNTERS_HPP_
#define PROCESS_SAMPLER__PERF_COUNTERS_HPP_

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "file_access.hpp"

namespace process_sampler {

/// What perf_event_open(2) counts of process trees.
///
/// A counter is opened on each thread that a root has when it is taken up, and inherited by
/// everything that these start: threads, processes, and theirs. What ran before is not in it.
class PerfCounters {
 public:
  /// Chooses what to count, names separated by commas; false if one is unknown.
  bool choose(std::string_view names);

  /// Tries the chosen events on this process. nullptr if they can be counted, in the kernel too,
  /// else one clause that says why not; nothing is counted then. Wake-ups are the kernel's work, so
  /// what processes do outside it would compare compositions by the wrong figure.
  const char* probe();

  /// Takes up a root. When that fails nothing is known of the tree any more.
  void follow(pid_t pid);

  std::size_t size() const { return events_.size(); }
  const char* name(std::size_t event) const { return events_[event].name; }

  /// Total of one event over all roots so far, scaled up where the hardware had to take turns.
  /// False when it is unknown.
  bool read(std::size_t event, std::uint64_t* total) const;

 private:
  struct Event {
    const char* name;
    std::uint32_t type;
    std::uint64_t config;
    std::vector<FileDescriptor> files;
  };

  FileDescriptor open(const Event& event, pid_t tid) const;
  bool follow_threads(const std::vector<pid_t>& tids);
  void stop_unless_ended();

  std::vector<Event> events_;
  bool is_usable_ = false;
};

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__PERF_COUNTERS_HPP_
