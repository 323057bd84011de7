// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__WAITING_EXECUTOR_HPP_
#define TOPOLOGY__RCL__WAITING_EXECUTOR_HPP_

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "context.hpp"
#include "entity_wait_set.hpp"
#include "executor.hpp"
#include "timer_queue.hpp"

namespace topology {

/// Finds with a wait set what is ready; a class of it says how that is run. Timers are the
/// executor's own: the set is waited for until the next one is due.
class WaitingExecutor : public Executor {
 public:
  WaitingExecutor(const WaitingExecutor&) = delete;
  WaitingExecutor& operator=(const WaitingExecutor&) = delete;

  void start(const std::string& thread_name) override;
  void stop() override;
  void add(const std::vector<Entity*>& entities) override;
  void remove(const std::vector<Entity*>& entities) override;
  void queue(Entity* entity) override;
  void renew(EntityTimer* timer) override;
  std::uint64_t take_wake_ups() override {
    return wake_ups_.exchange(0, std::memory_order_relaxed);
  }

 protected:
  using Lock = std::unique_lock<std::mutex>;

  /// `on_failure` hears of an exception in a callback. Whoever is destroyed first calls stop().
  WaitingExecutor(std::size_t threads, Context* context,
                  std::function<void(const std::string&)> on_failure);

  // All of these with the lock, which is not held while something waits or runs.

  /// What each thread does until it is stopped.
  virtual void work(Lock* lock) = 0;
  /// Returns when none of them runs.
  virtual void await_end(const std::vector<Entity*>& entities, Lock* lock) = 0;
  /// Those that were taken out of what is ready, and have not run yet, will not.
  virtual void forget(const std::vector<Entity*>&) {}

  /// Waits for entities whose group is not busy and then puts all that is ready behind what was
  /// ready before; it only looks if that is not to wait.
  void wait(Lock* lock, bool only_looks = false);
  /// The first that is ready and whose group is not busy; nullptr without one.
  Entity* take_ready();
  /// After it has run.
  void put_timer_back(EntityTimer* timer) { timers_.add(timer); }
  /// Ends the wait that is under way if it leaves out entities of the group, or a timer.
  void end_wait_without(const Group& group, const EntityTimer* timer);

  bool is_waiting() const { return is_waiting_; }  ///< A thread is in rcl_wait.
  bool is_stopped() const { return is_stopped_; }
  bool is_ready() const { return !ready_.empty(); }
  std::condition_variable* changed() { return &changed_; }

 private:
  void fill_wait_set();
  void collect_due();
  void collect_ready();
  std::int64_t timeout() const;

  const std::size_t thread_count_;
  const std::function<void(const std::string&)> on_failure_;
  EntityWaitSet wait_set_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Entity*> entities_;
  bool entities_changed_ = true;
  executors::TimerQueue timers_;
  std::deque<Entity*> ready_;
  bool is_waiting_ = false;
  std::uint64_t waits_ = 0;
  std::int64_t wait_until_ns_ = 0;
  bool is_stopped_ = false;
  std::atomic<std::uint64_t> wake_ups_{0};
  std::vector<std::thread> threads_;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__WAITING_EXECUTOR_HPP_
