// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__HANDOVER_HPP_
#define EXECUTORS__HANDOVER_HPP_

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>

#include "loop.hpp"
#include "source.hpp"

namespace executors {

/// A source by which a thread of its own hands work to a loop, one piece at a time: what the thread
/// has found must not be looked for again before the loop has taken it.
class Handover : public Source {
 public:
  /// `work` is run in the loop's thread.
  Handover(EventLoop* loop, std::function<void()> work);

  /// Lets the loop do the work and returns when it has, or has failed to; false after Close(), and
  /// the work may then not have been done. Not to be called by the loop's thread.
  bool Give() { return Offer() && AwaitTaking(); }
  /// Its halves: Offer() returns false after Close().
  bool Offer();
  bool AwaitTaking();
  /// Nobody waits any more.
  void Close();

  void Run(std::uint32_t) override;

 private:
  EventLoop* const loop_;
  const std::function<void()> work_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_given_ = false;
  bool is_closed_ = false;
};

}  // namespace executors

#endif  // EXECUTORS__HANDOVER_HPP_
