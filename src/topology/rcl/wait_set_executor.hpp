// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__WAIT_SET_EXECUTOR_HPP_
#define TOPOLOGY__RCL__WAIT_SET_EXECUTOR_HPP_

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
#include "entity_wait_set.hpp"
#include "executor.hpp"
#include "timer_queue.hpp"

namespace topology {

/// Waits with a wait set for entities and runs what is ready, in one thread or in several.
///
/// As in rclcpp, each entity that is ready is run once before the next wait. Timers are the
/// executor's own: the set is waited for until the next one is due.
class WaitSetExecutor : public Executor {
 public:
  /// `on_failure` hears of an exception in a callback. Where the groups have other entities that
  /// other threads run, it `shares_groups`.
  WaitSetExecutor(Context* context, std::function<void(const std::string&)> on_failure,
                  bool shares_groups = false);
  ~WaitSetExecutor() override;
  WaitSetExecutor(const WaitSetExecutor&) = delete;
  WaitSetExecutor& operator=(const WaitSetExecutor&) = delete;

  void Start(std::size_t threads, const std::string& thread_name) override;
  void Stop() override;
  void Add(const std::vector<Entity*>& entities) override;
  void Remove(const std::vector<Entity*>& entities) override;
  void Queue(Entity* entity) override;

  std::uint64_t TakeWakeUps() override { return wake_ups_.exchange(0, std::memory_order_relaxed); }
  std::string kind() const override { return kind_; }

 private:
  void Work();
  void Run(Entity* entity);
  Entity* NextReady();
  void Wait(std::unique_lock<std::mutex>* lock);
  void FillWaitSet();
  void CollectDue();
  void CollectReady();
  void Finish(Entity* entity);
  std::int64_t Timeout() const;

  const std::function<void(const std::string&)> on_failure_;
  const bool shares_groups_;
  EntityWaitSet wait_set_;
  std::string kind_ = "single_threaded";

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Entity*> entities_;
  bool entities_changed_ = true;
  executors::TimerQueue timers_;
  std::deque<Entity*> ready_;
  bool is_waiting_ = false;  ///< A thread is in rcl_wait.
  std::uint64_t waits_ = 0;
  std::int64_t wait_until_ns_ = 0;
  bool is_stopped_ = false;
  std::atomic<std::uint64_t> wake_ups_{0};
  std::vector<std::thread> threads_;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__WAIT_SET_EXECUTOR_HPP_
