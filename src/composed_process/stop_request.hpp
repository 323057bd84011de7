// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef COMPOSED_PROCESS__STOP_REQUEST_HPP_
#define COMPOSED_PROCESS__STOP_REQUEST_HPP_

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace composed_process {

/// The wish to end: SIGINT, SIGTERM, or the program's own, such as a node that failed.
///
/// Make it first of all: a handler takes the signals from then on and tells a thread of this. A
/// constructor that hangs can thus be interrupted. No thread has the signals blocked, for programs
/// that components start would have, too, and would not end by them. When this has gone, a process
/// that is about to end is still not ended by them. If the process is still there a given time
/// after the wish, it says what it was doing and exits.
class StopRequest {
 public:
  /// `program` is the name that its line begins with.
  StopRequest(std::string program, std::chrono::milliseconds patience);
  ~StopRequest();
  StopRequest(const StopRequest&) = delete;
  StopRequest& operator=(const StopRequest&) = delete;

  /// Says what the process is doing now, for the one who has to ask why it hangs.
  void doing(const std::string& what);

  /// A wish of the program's own.
  void ask();

  /// A failure to end with; the first one counts.
  void fail(const std::string& what);

  bool wanted() const;

  /// Blocks until the end is wanted.
  void wait();

  /// Empty unless something failed.
  std::string failure() const;

  /// Prints what failed, if something did. Returns the status to end with.
  int report() const;

  /// Ends the process without clean-up and says why that is, and what failed before.
  [[noreturn]] void leave_at_once(const std::string& why) const;

 private:
  void take_wish();
  [[noreturn]] void give_up() const;
  bool patience_ends();

  const std::string program_;
  const std::chrono::milliseconds patience_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool wanted_ = false;
  bool done_ = false;
  std::string doing_ = "starting";
  std::string failure_;
  int wake_fd_ = -1;
  std::thread thread_;
};

}  // namespace composed_process

#endif  // COMPOSED_PROCESS__STOP_REQUEST_HPP_
