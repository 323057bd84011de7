// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__THREAD_EXECUTOR_HPP_
#define TOPOLOGY__RCL__THREAD_EXECUTOR_HPP_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>
#include <vector>

#include "context.hpp"
#include "entity_thread.hpp"
#include "executor.hpp"
#include "wait_set_executor.hpp"

namespace topology {

/// A thread for each subscription whose messages pass inside the process, where asked for one for
/// each timer, and one with a wait set for all else. The steps of the events executor's authors on
/// their way to it.
class ThreadExecutor : public Executor {
 public:
  /// `on_failure` hears of an exception in a callback.
  ThreadExecutor(std::string kind, Waiting waiting, bool has_timer_threads, Context* context,
                 std::function<void(const std::string&)> on_failure);
  ~ThreadExecutor() override;
  ThreadExecutor(const ThreadExecutor&) = delete;
  ThreadExecutor& operator=(const ThreadExecutor&) = delete;

  void start(const std::string& thread_name) override;
  void stop() override;
  void add(const std::vector<Entity*>& entities) override;
  void remove(const std::vector<Entity*>& entities) override;
  void queue(Entity* entity) override;
  void renew(EntityTimer* timer) override;
  std::uint64_t take_wake_ups() override;
  std::string kind() const override { return kind_; }

 private:
  /// nullptr for one that is waited for with the others.
  std::unique_ptr<EntityThread> make_thread(Entity* entity) const;

  const std::string kind_;
  const Waiting waiting_;
  const bool has_timer_threads_;
  Context* const context_;
  const std::function<void(const std::string&)> on_failure_;
  WaitSetExecutor others_;
  std::shared_mutex mutex_;  ///< Of what follows.
  std::map<const Entity*, std::unique_ptr<EntityThread>> threads_;
  std::optional<std::string> thread_name_;  ///< Once started.
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__THREAD_EXECUTOR_HPP_
