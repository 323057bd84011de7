// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__LOOP_WATCH_HPP_
#define EXECUTORS__LOOP_WATCH_HPP_

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "loop.hpp"

namespace executors {

/// Notices a callback that keeps its loop for long while something waits in the queue that it may
/// itself be waiting for. Costs nothing until something of that kind comes; then it has a thread.
class LoopWatch {
 public:
  /// Whether the callback still ran when the time was over.
  using Told = std::function<void(bool is_long)>;

  LoopWatch(const EventLoop* loop, std::int64_t patience_ns)
      : loop_(loop), patience_ns_(patience_ns) {}
  /// What has not been told is forgotten.
  ~LoopWatch();
  LoopWatch(const LoopWatch&) = delete;
  LoopWatch& operator=(const LoopWatch&) = delete;

  /// Something has come that the callback that runs now may wait for; from any thread. Tells in a
  /// thread of its own, and returns false, without telling, if none runs.
  bool Look(Told told);

 private:
  struct Suspicion {
    std::uint64_t callback;
    std::int64_t due_ns;
    Told told;
  };

  void Work();

  const EventLoop* const loop_;
  const std::int64_t patience_ns_;
  std::mutex mutex_;  ///< Of what follows.
  std::condition_variable changed_;
  std::deque<Suspicion> suspicions_;  ///< In the order in which they are due.
  bool is_ending_ = false;
  std::thread thread_;
};

}  // namespace executors

#endif  // EXECUTORS__LOOP_WATCH_HPP_
