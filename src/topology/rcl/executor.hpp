// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__EXECUTOR_HPP_
#define TOPOLOGY__RCL__EXECUTOR_HPP_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "context.hpp"
#include "entity.hpp"
#include "rcl/guard_condition.h"
#include "rcl/wait.h"
#include "timer_queue.hpp"

namespace topology {

/// Waits with a wait set for entities and runs what is ready, in one thread or in several.
///
/// As in rclcpp, each entity that is ready is run once before the next wait, and entities of one
/// node do not run at the same time. Timers are the executor's own: the set is waited for until the
/// next one is due.
class Executor {
 public:
  /// `on_failure` hears of an exception in a callback.
  Executor(Context* context, std::function<void(const std::string&)> on_failure);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// Starts so many threads of that name.
  void Start(std::size_t threads, const std::string& thread_name);
  /// Ends the threads, each after the callback that it is in.
  void Stop();

  void Add(const std::vector<Entity*>& entities);
  /// Returns when none of them runs or will run. Not to be called by one of their group.
  void Remove(const std::vector<Entity*>& entities);
  /// Lets an entity run that no wait set has: a message came inside the process.
  void Queue(Entity* entity);

  std::uint64_t TakeWakeUps() { return wake_ups_.exchange(0, std::memory_order_relaxed); }
  const std::string& kind() const { return kind_; }

 private:
  void Work();
  Entity* NextReady();
  void Wait(std::unique_lock<std::mutex>* lock);
  void FillWaitSet();
  void ResizeWaitSet();
  void CollectReady();
  void Finish(Entity* entity);
  void Interrupt();
  std::int64_t Timeout() const;

  const std::function<void(const std::string&)> on_failure_;
  rcl_wait_set_t wait_set_;
  rcl_guard_condition_t guard_;
  std::string kind_ = "single_threaded";

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Entity*> entities_;
  bool entities_changed_ = true;
  TimerQueue timers_;
  std::deque<Entity*> ready_;
  bool is_waiting_ = false;  ///< A thread is in rcl_wait.
  std::uint64_t waits_ = 0;
  std::int64_t wait_until_ns_ = 0;
  bool is_stopped_ = false;
  std::atomic<std::uint64_t> wake_ups_{0};
  std::vector<std::thread> threads_;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__EXECUTOR_HPP_
