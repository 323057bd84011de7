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

#include "event_queue.hpp"
#include "notifier.hpp"
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

  /// Tells that a source has so many more events, of which none is nothing; from any thread, which
  /// may hold a lock that the loop is going to take.
  void post(Source* source, std::uint32_t events = 1);

  /// Lets a timer fire at a time of CLOCK_MONOTONIC and from then on; one that was added before
  /// changes its time.
  void set_timer(Timer* timer, std::int64_t next_ns);

  /// Sources and timers that belong together.
  struct Members {
    std::vector<const Source*> sources;
    std::vector<const Timer*> timers;
  };
  /// Returns when none of them runs or will run. Sources must not be posted any more. May be called
  /// from a callback of this loop, even of one of them.
  void remove(const std::vector<const Source*>& sources, const std::vector<const Timer*>& timers);
  /// Begins none of them any more, and destroys `owner`, which keeps them, when the loop has let go
  /// of them. Does not wait for the callback that runs, even if it is one of theirs.
  void discard(const Members& members, std::shared_ptr<void> owner);
  /// Returns whether the callback of a discarded one that ran has ended, by a time of
  /// CLOCK_MONOTONIC. Called by a callback of this loop, which cannot wait for itself, true.
  bool await_end(const Members& members, std::int64_t until_ns);
  /// Whether the calling thread spins this loop.
  bool is_own_thread() const;

  /// Runs until stop(). Rethrows what a callback throws; the loop can be spun again then.
  /// \throws std::logic_error if another thread spins it.
  void spin();
  /// Waits until something is ready or the time has come, in ns of CLOCK_MONOTONIC, and runs at
  /// most so many callbacks of what is ready then, none that would begin after `end_ns`. Of calls
  /// with a limit too, timers and events take turns.
  /// \returns how many were run.
  std::uint64_t spin_some(std::int64_t wait_until_ns, std::uint64_t limit,
                          std::int64_t end_ns = kNever);
  /// Ends spin() after the callback that runs; one that has not begun yet returns at once.
  void stop();
  /// Asked by a source that runs, before an event that is not its first: the others are for later.
  bool is_stopped() const { return is_stopped_.load(std::memory_order_acquire); }
  /// Lets a spin() after stop() run.
  void restart() { is_stopped_.store(false, std::memory_order_release); }

  /// Called by a source that runs, before an event that is not its first: it is a callback of its
  /// own.
  void begin_event() { running_.store(++callbacks_, std::memory_order_relaxed); }
  /// Called by a source that runs: so many of its events were for nothing, which is no callback.
  void found_nothing(std::uint32_t events = 1) { found_nothing_ += events; }

  /// The number of the callback that runs, 0 if none does; from any thread.
  std::uint64_t running_callback() const { return running_.load(std::memory_order_relaxed); }
  std::uint64_t take_wake_ups() { return wake_ups_.exchange(0, std::memory_order_relaxed); }
  /// How often an event has found the ring full and gone round it, where none is dropped.
  std::uint64_t overflowed() const { return overflowed_.load(std::memory_order_relaxed); }
  /// How many sources have lost their place in a full ring; their events run with their next one.
  std::uint64_t dropped() const { return dropped_.load(std::memory_order_relaxed); }

 private:
  struct Command {
    const void* of;  ///< The source or timer that it is about, which may be removed before it runs.
    std::function<void()> run;
  };
  /// The thread that spins, while it does.
  class Spinning;
  /// A callback, while it runs.
  class Running;

  /// Runs in the loop's thread, or here where none spins.
  void run_in_loop(const void* of, std::function<void()> run);
  void run_in_loop_and_wait(const std::function<void()>& run);
  void run_commands();
  /// What has been asked for and stands behind a removal must not run on what is gone.
  void forget_commands(const Members& members);
  /// In the loop's thread, or with the mutex held while none spins.
  void let_go(const Members& members);
  /// Runs the first timer that is due and has something to do. False if there is none.
  bool run_timer(std::int64_t now_ns);
  /// Runs a source, if there is one, with so many of its events at most. Returns how many callbacks
  /// ran.
  std::uint32_t run_source(Source* source, std::uint32_t limit);
  Source* next_source();
  /// Of what is ahead, the next one that has events which were there at mark_due().
  Source* next_due();
  /// Marks all events of what is ahead. Returns whether there are any.
  bool mark_due();
  /// Moves what the queue holds behind what is ahead of it, as far as it can be popped now.
  void move_ahead();
  void wait_until(std::int64_t until_ns);
  bool has_nothing() const;

  const std::unique_ptr<EventQueue> queue_;
  Notifier notifier_;
  std::atomic<bool> is_stopped_{false};
  std::atomic<bool> has_commands_{false};
  std::atomic<std::uint64_t> running_{0};
  std::atomic<const void*> running_of_{nullptr};  ///< The source or timer that runs.
  std::atomic<int> awaiting_{0};                  ///< Threads that wait for it to end.
  std::atomic<std::uint64_t> wake_ups_{0};
  std::atomic<std::uint64_t> overflowed_{0};
  std::atomic<std::uint64_t> dropped_{0};

  std::mutex mutex_;  ///< Of what follows.
  std::condition_variable changed_;
  std::vector<Command> commands_;
  std::atomic<std::thread::id> thread_{};  ///< Written with the mutex held.

  // Of the thread that spins, or of whoever holds the mutex while none does.
  TimerQueue timers_;
  std::uint64_t callbacks_ = 0;
  std::uint32_t found_nothing_ = 0;  ///< Events of the source that runs or ran last.
  bool is_turn_of_events_ = false;   ///< The last callback was a timer's.
  std::deque<Source*> ahead_;        ///< To be run before what the queue holds.
};

}  // namespace executors

#endif  // EXECUTORS__LOOP_HPP_
