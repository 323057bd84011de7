// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__LOOP_HPP_
#define EXECUTORS__LOOP_HPP_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "alarm.hpp"
#include "event_queue.hpp"
#include "source.hpp"
#include "timer_queue.hpp"

namespace executors {

/// Runs sources that have events and timers that are due, one after the other, in the one thread
/// that spins it, and sleeps meanwhile. Due timers and waiting events take turns.
class EventLoop {
 public:
  /// \throws std::invalid_argument for a capacity that is no power of two.
  explicit EventLoop(const QueueOptions& options = {});
  ~EventLoop() = default;
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  /// Tells that a source has so many more events; from any thread. With a full ring that blocks, a
  /// thread waits here until the loop has made room, but for the loop's own.
  void Post(Source* source, std::uint32_t events = 1);

  /// Lets a timer fire at a time of CLOCK_MONOTONIC and from then on; one that was added before
  /// changes its time.
  void SetTimer(Timer* timer, std::int64_t next_ns);

  /// Returns when none of them runs or will run. Sources must not be posted any more. May be called
  /// from a callback of this loop, even of one of them.
  void Remove(const std::vector<const Source*>& sources, const std::vector<const Timer*>& timers);

  /// Runs until Stop(). Rethrows what a callback throws; the loop can be spun again then.
  /// \throws std::logic_error if another thread spins it.
  void Spin();
  /// Waits until something is ready or the time has come, in ns of CLOCK_MONOTONIC, and runs at
  /// most so many callbacks of what is ready then, none that would begin after `end_ns`.
  /// \returns how many were run.
  std::uint64_t SpinSome(std::int64_t wait_until_ns, std::uint64_t limit,
                         std::int64_t end_ns = kNever);
  /// Ends Spin() after the callback that runs; one that has not begun yet returns at once.
  void Stop();
  /// Lets a Spin() after Stop() run.
  void Restart() { is_stopped_.store(false, std::memory_order_release); }

  /// The number of the callback that runs, 0 if none does; from any thread.
  std::uint64_t RunningCallback() const { return running_.load(std::memory_order_relaxed); }
  std::uint64_t TakeWakeUps() { return wake_ups_.exchange(0, std::memory_order_relaxed); }
  std::uint64_t blocked() const { return blocked_.load(std::memory_order_relaxed); }
  std::uint64_t dropped() const { return dropped_.load(std::memory_order_relaxed); }

 private:
  using Command = std::function<void()>;
  /// The thread that spins, while it does.
  class Spinning;
  /// A callback, while it runs.
  class Running;

  bool IsOwnThread() const;
  /// Runs in the loop's thread, or here where none spins.
  void Order(Command command);
  void OrderAndWait(Command command);
  void ObeyOrders();
  bool RunTimer(std::int64_t now_ns);
  /// Runs the next source with so many of its events at most. Returns of how many, 0 without one.
  std::uint32_t RunSource(std::uint32_t limit);
  Source* NextSource();
  void EmptyQueue();
  void SleepUntil(std::int64_t until_ns);
  bool HasNothing() const;

  const std::unique_ptr<EventQueue> queue_;
  Alarm alarm_;
  std::atomic<bool> is_stopped_{false};
  std::atomic<bool> has_orders_{false};
  std::atomic<std::uint64_t> running_{0};
  std::atomic<std::uint64_t> wake_ups_{0};
  std::atomic<std::uint64_t> blocked_{0};
  std::atomic<std::uint64_t> dropped_{0};

  std::mutex mutex_;  ///< Of what follows.
  std::condition_variable changed_;
  std::vector<Command> orders_;
  std::atomic<std::thread::id> thread_{};  ///< Written with the mutex held.

  // Of the thread that spins, or of whoever holds the mutex while none does.
  TimerQueue timers_;
  std::uint64_t callbacks_ = 0;
  std::deque<Source*> ahead_;  ///< To be run before what the queue holds.
};

}  // namespace executors

#endif  // EXECUTORS__LOOP_HPP_
