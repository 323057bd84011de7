// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__LOOP_WATCH_HPP_
#define EXECUTORS__LOOP_WATCH_HPP_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "loop.hpp"

namespace executors {

/// What a callback may wait for, although it is taken only when the callback has ended.
class Awaited {
 public:
  /// `warn` is called in a thread of its own and returns false where it was not worth a warning.
  /// After one that was there is no other.
  explicit Awaited(std::function<bool()> warn) : warn_(std::move(warn)) {}

 private:
  friend class LoopWatch;
  const std::function<bool()> warn_;
  std::atomic<bool> is_done_{false};  ///< Has been warned of.
  // Of what follows, the mutex of the watch.
  bool is_watched_ = false;
  std::uint64_t again_ = 0;  ///< The callback during which it came last while it was watched.
};

/// Notices a callback that keeps its loop for long while something has come that it may itself be
/// waiting for. Costs nothing until something of that kind comes; then it has a thread.
class LoopWatch {
 public:
  static constexpr std::int64_t kPatienceNs = 1'000'000'000;

  explicit LoopWatch(const EventLoop* loop, std::int64_t patience_ns = kPatienceNs)
      : loop_(loop), patience_ns_(patience_ns) {}
  /// What has not been warned of is forgotten.
  ~LoopWatch();
  LoopWatch(const LoopWatch&) = delete;
  LoopWatch& operator=(const LoopWatch&) = delete;

  /// It has come; from any thread. If the callback that runs now still does when the patience has
  /// ended, that is warned of.
  void look(const std::shared_ptr<Awaited>& awaited);

 private:
  struct Suspicion {
    std::uint64_t callback;
    std::int64_t due_ns;
    std::shared_ptr<Awaited> awaited;
  };

  void work();
  /// With the mutex held.
  void suspect(std::uint64_t callback, std::shared_ptr<Awaited> awaited);

  const EventLoop* const loop_;
  const std::int64_t patience_ns_;
  std::mutex mutex_;  ///< Of what follows.
  std::condition_variable changed_;
  std::deque<Suspicion> suspicions_;  ///< In the order in which they are due.
  bool is_ending_ = false;
  std::thread thread_;
};

/// What to say of it: `what` is of the service, an answer or a request.
std::string wait_warning(const std::string& what, const std::string& service);

}  // namespace executors

#endif  // EXECUTORS__LOOP_WATCH_HPP_
