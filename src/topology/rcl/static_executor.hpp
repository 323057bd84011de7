// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__STATIC_EXECUTOR_HPP_
#define TOPOLOGY__RCL__STATIC_EXECUTOR_HPP_

#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "waiting_executor.hpp"

namespace topology {

/// Runs all that a wait has found, without a lock in between. One thread.
///
/// Whatever becomes ready meanwhile waits for the next turn, a message that a callback sends inside
/// the process too; WaitSetExecutor runs such a message without another wait.
class StaticExecutor : public WaitingExecutor {
 public:
  /// `on_failure` hears of an exception in a callback.
  StaticExecutor(Context* context, std::function<void(const std::string&)> on_failure);
  ~StaticExecutor() override;

  std::string kind() const override { return "static_single_threaded"; }

 private:
  void work(Lock* lock) override;
  void await_end(const std::vector<Entity*>& entities, Lock* lock) override;
  void forget(const std::vector<Entity*>& entities) override;
  void run_turn(Lock* lock);

  std::vector<Entity*> turn_;  ///< While it runs only its thread changes it.
  bool is_running_ = false;
  std::thread::id own_;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__STATIC_EXECUTOR_HPP_
