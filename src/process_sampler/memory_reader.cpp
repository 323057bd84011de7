// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "memory_reader.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "clock.hpp"
#include "proc_directory.hpp"

namespace process_sampler {

const MemoryWalk& MemoryReader::read(const std::vector<Process>& processes) {
  walk_.processes.assign(processes.size(), ProcessMemory());
  walk_.begin_wall_ns = read_clock(CLOCK_REALTIME);
  walk_.begin_monotonic_ns = read_clock(CLOCK_MONOTONIC);
  // All sums first, then all frames: the sums of different processes belong together, since shared
  // pages are divided between them, and should be as close in time as can be.
  for (std::size_t i = 0; i < processes.size(); ++i) {
    read_in(processes[i], &MemoryReader::read_rollup, &walk_.processes[i]);
  }
  walk_.footprint_known = frames_.unavailable_reason() == nullptr;
  if (walk_.footprint_known) {
    frames_.begin_walk();
    for (std::size_t i = 0; i < processes.size(); ++i) {
      ProcessMemory& memory = walk_.processes[i];
      if (!memory.gone) read_in(processes[i], &MemoryReader::read_footprint, &memory);
      // One that ended when some of its frames had been added has left these in the sum.
      walk_.footprint_known &=
          memory.footprint_known || (memory.gone && memory.footprint_bytes == 0);
    }
    std::uint64_t frames = 0;
    walk_.footprint_known &= frames_.distinct_frames(&frames);
    walk_.footprint_bytes = frames * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  }
  walk_.end_monotonic_ns = read_clock(CLOCK_MONOTONIC);
  return walk_;
}

void MemoryReader::read_in(const Process& process, Read read, ProcessMemory* memory) {
  (this->*read)(process.directory.get(), memory);
  if (!memory->gone) return;
  const FileDescriptor other = directory_of_other_thread(process);
  if (other.valid()) {
    (this->*read)(other.get(), memory);
  } else if (status_of_errno(errno) != ReadStatus::kGone) {
    memory->gone = false;
    memory->reason = std::strerror(errno);
  }
}

// A process whose first thread has ended shows its memory only in the directories of the others.
// errno tells why there is none.
FileDescriptor MemoryReader::directory_of_other_thread(const Process& process) {
  errno = ESRCH;
  if (process.thread_count < 2) return FileDescriptor();
  tids_.clear();
  if (!list_numbers(process.tasks.get(), &tids_)) return FileDescriptor();
  for (const pid_t tid : tids_) {
    if (tid == process.pid) continue;
    FileDescriptor directory =
        open_at(process.tasks.get(), NumberedPath(tid, "").c_str(), O_DIRECTORY);
    if (directory.valid() || status_of_errno(errno) != ReadStatus::kGone) return directory;
  }
  return FileDescriptor();
}

void MemoryReader::read_rollup(int directory, ProcessMemory* memory) {
  char buffer[4096];
  const FileText file = read_file_at(directory, "smaps_rollup", buffer, sizeof(buffer));
  // A process that is just ending still has its entry, but no memory: the text is empty then.
  memory->gone =
      file.status == ReadStatus::kGone || (file.status == ReadStatus::kOk && file.text.empty());
  if (memory->gone) {
    // Kernels before 4.14 have no such file at all.
    if (faccessat(directory, "stat", F_OK, 0) == 0 &&
        access("/proc/self/smaps_rollup", F_OK) != 0) {
      memory->gone = false;
      memory->reason = "the kernel has no smaps_rollup";
    }
    return;
  }
  if (file.status != ReadStatus::kOk) {
    memory->reason = std::strerror(file.error);
    return;
  }
  memory->rollup_known = parse_smaps_rollup(file.text, &memory->rollup);
  if (!memory->rollup_known) memory->reason = "its smaps_rollup lacks figures (Linux 5.4 has them)";
}

void MemoryReader::read_footprint(int directory, ProcessMemory* memory) {
  std::uint64_t frames = 0;
  const ReadStatus status = frames_.add_process(directory, &frames);
  memory->gone = status == ReadStatus::kGone;
  memory->footprint_known = status == ReadStatus::kOk;
  memory->footprint_bytes = frames * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  if (!memory->footprint_known && !memory->gone && memory->reason == nullptr) {
    memory->reason = "its page frame numbers cannot be read";
  }
}

}  // namespace process_sampler
