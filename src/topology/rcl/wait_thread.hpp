// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__WAIT_THREAD_HPP_
#define TOPOLOGY__RCL__WAIT_THREAD_HPP_

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
#include "handover.hpp"
#include "loop.hpp"

namespace topology {

/// Waits in a thread of its own for what the middleware knows of and lets an event loop run it; it
/// waits again when all of that has been taken.
class WaitThread {
 public:
  /// `on_failure` hears if it cannot wait.
  WaitThread(Context* context, executors::EventLoop* loop,
             std::function<void(const std::string&)> on_failure);
  ~WaitThread();
  WaitThread(const WaitThread&) = delete;
  WaitThread& operator=(const WaitThread&) = delete;

  void start(const std::string& thread_name);
  void stop();

  void add(const std::vector<Entity*>& entities);
  /// None of them is looked at any more, nor run but for a callback that the loop is in. May be
  /// called by the loop's thread.
  void remove(const std::vector<Entity*>& entities);

  std::uint64_t take_wake_ups() { return wake_ups_.exchange(0, std::memory_order_relaxed); }

 private:
  void work();
  /// Returns whether something is ready.
  bool wait();
  /// In the loop's thread.
  void run_ready();

  const std::function<void(const std::string&)> on_failure_;
  EntityWaitSet wait_set_;
  executors::Handover handover_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Entity*> entities_;
  std::vector<Entity*> in_set_;
  std::deque<Entity*> ready_;
  bool entities_changed_ = true;
  bool is_waiting_ = false;
  std::uint64_t waits_ = 0;
  std::atomic<bool> is_stopped_{false};
  std::atomic<std::uint64_t> wake_ups_{0};
  std::thread thread_;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__WAIT_THREAD_HPP_
