// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__EVENT_LOOP_HPP_
#define PROCESS_SAMPLER__EVENT_LOOP_HPP_

#include <poll.h>

#include <cstdint>
#include <vector>

#include "file_access.hpp"
#include "options.hpp"
#include "sampler.hpp"
#include "stream_output.hpp"

namespace process_sampler {

/// Takes readings when they are due, on request, and when a process ends; until told to end.
class EventLoop {
 public:
  /// Blocks the signals it handles; construct before anything can send them.
  EventLoop(const Options& options, Sampler* sampler, StreamOutput* output);

  /// Watches the parent process: the loop ends when it does.
  void end_with_parent();

  int signal_fd() const { return signals_.get(); }

  /// Returns why it ended, one clause for the `end` line.
  const char* run();

 private:
  void wait_until(std::uint64_t deadline_ns);
  void handle_signals();
  void handle_events();

  const Options& options_;
  Sampler* sampler_;
  StreamOutput* output_;
  FileDescriptor signals_;
  FileDescriptor parent_;
  std::vector<pollfd> fds_;
  bool walk_requested_ = false;
  const char* end_reason_ = nullptr;
};

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__EVENT_LOOP_HPP_
