// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__MEMORY_READER_HPP_
#define PROCESS_SAMPLER__MEMORY_READER_HPP_

#include <cstdint>
#include <vector>

#include "page_frames.hpp"
#include "process.hpp"
#include "smaps_rollup.hpp"

namespace process_sampler {

/// Memory of one process in one walk.
struct ProcessMemory {
  SmapsRollup rollup;
  std::uint64_t footprint_bytes = 0;
  bool rollup_known = false;
  bool footprint_known = false;
  bool gone = false;             ///< It has no memory any more.
  const char* reason = nullptr;  ///< Why a figure is unknown, if one is.
};

/// One walk of the page tables of all processes.
struct MemoryWalk {
  std::uint64_t begin_monotonic_ns = 0;
  std::uint64_t end_monotonic_ns = 0;
  std::uint64_t begin_wall_ns = 0;
  std::uint64_t footprint_bytes = 0;
  bool footprint_known = false;
  std::vector<ProcessMemory> processes;  ///< In the order of the tree.
};

/// Walks page tables.
class MemoryReader {
 public:
  explicit MemoryReader(bool may_scan) : frames_(may_scan) {}

  const char* footprint_unavailable_reason() const { return frames_.unavailable_reason(); }

  /// The result is valid until the next call.
  const MemoryWalk& read(const std::vector<Process>& processes);

 private:
  using Read = void (MemoryReader::*)(int directory, ProcessMemory* memory);

  /// Reads in the directory of the process, or in that of another thread if it shows no memory.
  void read_in(const Process& process, Read read, ProcessMemory* memory);
  void read_rollup(int directory, ProcessMemory* memory);
  void read_footprint(int directory, ProcessMemory* memory);
  FileDescriptor directory_of_other_thread(const Process& process);

  PageFrames frames_;
  std::vector<pid_t> tids_;
  MemoryWalk walk_;
};

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__MEMORY_READER_HPP_
