// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__CGROUP_HPP_
#define PROCESS_SAMPLER__CGROUP_HPP_

#include <sys/types.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "file_access.hpp"

namespace process_sampler {

/// Takes usage_usec out of the text of a version 2 cpu.stat, in nanoseconds.
bool parse_cpu_stat(std::string_view text, std::uint64_t* usage_ns);

/// A cgroup directory, of version 2 (cpu.stat) or of version 1's cpuacct controller.
class Cgroup {
 public:
  /// Opens it; nullptr on success, else one clause that says what is wrong.
  const char* open(const char* path);

  bool is_open() const { return directory_.valid(); }

  /// CPU time of the cgroup since it was made, descendants included; false when it is gone.
  bool read_cpu(std::uint64_t* usage_ns) const;

  /// Appends the ids of its own processes (not of descendant cgroups); false when it is gone.
  bool read_processes(std::vector<pid_t>* pids) const;

 private:
  FileDescriptor directory_;
  bool version_2_ = false;
};

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__CGROUP_HPP_
