// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__PROC_DIRECTORY_HPP_
#define PROCESS_SAMPLER__PROC_DIRECTORY_HPP_

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "file_access.hpp"

namespace process_sampler {

/// Path of a numbered entry of /proc, such as "1234/schedstat", without allocation.
class NumberedPath {
 public:
  NumberedPath(pid_t number, const char* suffix);
  const char* c_str() const { return text_; }

 private:
  char text_[40];
};

/// Appends the numeric names of an open directory (/proc, /proc/PID/task) to `*numbers`, in the
/// order of the kernel; false when it is gone.
bool list_numbers(int directory_fd, std::vector<pid_t>* numbers);

/// Tells cheaply whether any process or thread can have been started since the last question.
class NewTaskDetector {
 public:
  NewTaskDetector();

  /// True at first, whenever an id was given out since, and always where that cannot be told.
  bool check();

 private:
  FileDescriptor loadavg_;
  std::uint64_t last_pid_ = 0;
};

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__PROC_DIRECTORY_HPP_
