// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__HANDOVER_HPP_
#define EXECUTORS__HANDOVER_HPP_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>

#include "loop.hpp"
#include "source.hpp"

namespace executors {

/// A source by which a thread of its own hands work to a loop, one at a time: what the thread
/// has found must not be looked for again before the loop has taken it.
class Handover : public Source {
 public:
  /// Does so many parts of the work that was given, and returns whether nothing is left of it.
  using Work = std::function<bool(std::uint32_t parts)>;

  /// `work` is run in the loop's thread.
  Handover(EventLoop* loop, Work work);

  /// Lets the loop do the work and returns when it has, or has failed to; false after close(), and
  /// the work may then not have been done. Not to be called by the loop's thread.
  bool give() { return offer() && await_taking(); }
  /// Its halves: offer() returns false after close(). A loop that is to run some callbacks only
  /// counts each part of the work as one.
  bool offer(std::uint32_t parts = 1);
  bool await_taking();
  /// Called by the loop's thread: who waits goes on, whether or not all of the work is done. What
  /// is left of it is to be offered again.
  void release();
  /// Nobody waits any more.
  void close();

  void run(std::uint32_t parts) override;

 private:
  /// Events beyond are of work that was offered again or has failed.
  std::uint32_t most_waiting() const override { return parts_.load(std::memory_order_relaxed); }

  EventLoop* const loop_;
  const Work work_;
  std::atomic<std::uint32_t> parts_{1};  ///< Of the last offer.
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_given_ = false;
  bool is_closed_ = false;
};

}  // namespace executors

#endif  // EXECUTORS__HANDOVER_HPP_
