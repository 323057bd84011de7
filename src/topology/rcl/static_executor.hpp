// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__STATIC_EXECUTOR_HPP_
#define TOPOLOGY__RCL__STATIC_EXECUTOR_HPP_

#include <atomic>
#include <condition_variable>
#include <cstdint>
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

/// Waits with a wait set and then runs all that this wait found, without a lock in between. One
/// thread.
///
/// Whatever becomes ready meanwhile waits for the next turn, a message that a callback sends inside
/// the process too; WaitSetExecutor runs such a message without another wait.
class StaticExecutor : public Executor {
 public:
  /// `on_failure` hears of an exception in a callback.
  StaticExecutor(Context* context, std::function<void(const std::string&)> on_failure);
  ~StaticExecutor() override;
  StaticExecutor(const StaticExecutor&) = delete;
  StaticExecutor& operator=(const StaticExecutor&) = delete;

  void Start(std::size_t threads, const std::string& thread_name) override;
  void Stop() override;
  void Add(const std::vector<Entity*>& entities) override;
  void Remove(const std::vector<Entity*>& entities) override;
  void Queue(Entity* entity) override;
  std::uint64_t TakeWakeUps() override { return wake_ups_.exchange(0, std::memory_order_relaxed); }
  std::string kind() const override { return "static_single_threaded"; }

 private:
  void Work();
  void Wait(std::unique_lock<std::mutex>* lock);
  void Collect(bool is_news);
  void RunTurn(std::unique_lock<std::mutex>* lock);
  void Forget(const std::vector<Entity*>& entities);
  std::int64_t Timeout() const;
  bool IsOwnThread() const;

  const std::function<void(const std::string&)> on_failure_;
  EntityWaitSet wait_set_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Entity*> entities_;
  bool entities_changed_ = true;
  executors::TimerQueue timers_;
  std::vector<Entity*> queued_;
  std::vector<Entity*> turn_;  ///< While it runs only its thread changes it.
  bool is_waiting_ = false;
  bool is_running_ = false;
  std::uint64_t waits_ = 0;
  bool is_stopped_ = false;
  std::atomic<std::uint64_t> wake_ups_{0};
  std::atomic<std::thread::id> own_{};
  std::thread thread_;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__STATIC_EXECUTOR_HPP_
