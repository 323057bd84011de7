// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__ENTITY_THREAD_HPP_
#define TOPOLOGY__RCL__ENTITY_THREAD_HPP_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "context.hpp"
#include "entity.hpp"

namespace topology {

/// How a thread of one entity waits.
enum class Waiting { kGuardCondition, kConditionVariable };

/// A thread that waits for one entity alone and runs it, while no other one of its group runs.
class EntityThread {
 public:
  explicit EntityThread(Entity* entity) : entity_(entity) {}
  /// Only once its thread has been stopped.
  virtual ~EntityThread() = default;
  EntityThread(const EntityThread&) = delete;
  EntityThread& operator=(const EntityThread&) = delete;

  /// `on_failure` hears of an exception in a callback, which ends the thread.
  void start(const std::string& thread_name, std::function<void(const std::string&)> on_failure);
  /// Ends the thread after the callback that it is in.
  void stop();
  /// Lets the entity run once more.
  virtual void notify() = 0;
  /// Lets a timer be due a period from now. Called while another entity of the group runs.
  virtual void renew() {}

  std::uint64_t take_wake_ups() { return wake_ups_.exchange(0, std::memory_order_relaxed); }

 protected:
  /// Returns when the entity is to run, or when stopped.
  virtual void wait() = 0;
  /// Ends a wait.
  virtual void interrupt() = 0;
  bool is_stopped() const { return is_stopped_.load(std::memory_order_acquire); }
  Entity* entity() const { return entity_; }

 private:
  void work();

  Entity* const entity_;
  std::atomic<bool> is_stopped_{false};
  std::atomic<std::uint64_t> wake_ups_{0};
  std::thread thread_;
};

/// The thread of an entity that is queued.
std::unique_ptr<EntityThread> make_queued_thread(Entity* entity, Waiting waiting, Context* context);
/// The thread of a timer's entity, which sleeps until the timer is due.
std::unique_ptr<EntityThread> make_timer_thread(Entity* entity);

}  // namespace topology

#endif  // TOPOLOGY__RCL__ENTITY_THREAD_HPP_
