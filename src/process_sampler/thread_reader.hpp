// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__THREAD_READER_HPP_
#define PROCESS_SAMPLER__THREAD_READER_HPP_

#include <sys/types.h>

#include <cstdint>
#include <vector>

#include "process.hpp"

namespace process_sampler {

/// Reads CPU time, name and context switches of the threads of a process.
class ThreadReader {
 public:
  explicit ThreadReader(std::uint64_t ns_per_tick);

  /// Refreshes `process->threads`; 0, or the errno by which one that still runs was not read.
  /// :param may_have_new: threads may have been started since the last call.
  /// :param reread_names: read the status of threads that have not run since, too.
  int refresh(Process* process, bool may_have_new, bool reread_names);

  /// Closes the files of threads that are kept open, and keeps none from now on.
  void keep_none(std::vector<Process>* processes);

 private:
  void match_threads(Process* process);
  void read_thread(Process* process, Thread* thread, bool reread_name);
  void read_cpu(const Process& process, Thread* thread, bool* has_run);
  FileText read_kept(const Process& process, pid_t tid, const char* name, FileDescriptor* file,
                     char* buffer, std::size_t capacity) const;
  void drop_gone_threads(Process* process);

  std::uint64_t ns_per_tick_;
  bool has_schedstat_;
  int max_kept_;   ///< Descriptors from here on are not kept, to leave some for everything else.
  int error_ = 0;  ///< Of the current refresh().
  std::vector<pid_t> tids_;
  std::vector<Thread> matched_;
};

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__THREAD_READER_HPP_
