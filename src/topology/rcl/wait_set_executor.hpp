// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__WAIT_SET_EXECUTOR_HPP_
#define TOPOLOGY__RCL__WAIT_SET_EXECUTOR_HPP_

#include <functional>
#include <string>
#include <vector>

#include "executor_kind.hpp"
#include "waiting_executor.hpp"

namespace topology {

/// Runs what is ready in one thread or in several, and waits when there is nothing left to run.
///
/// As in rclcpp, each entity that is ready is run once before the next wait.
class WaitSetExecutor : public WaitingExecutor {
 public:
  /// Its kind says how many threads it has. `on_failure` hears of an exception in a callback. Where
  /// the groups have other entities that other threads run, it `shares_groups`.
  WaitSetExecutor(composed_process::ExecutorKind kind, Context* context,
                  std::function<void(const std::string&)> on_failure, bool shares_groups = false);
  ~WaitSetExecutor() override;

  std::string kind() const override { return kind_; }

 private:
  void work(Lock* lock) override;
  void await_end(const std::vector<Entity*>& entities, Lock* lock) override;
  void run(Entity* entity);
  void finish(Entity* entity);

  const bool shares_groups_;
  const std::string kind_;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__WAIT_SET_EXECUTOR_HPP_
