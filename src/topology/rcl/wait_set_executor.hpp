// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__WAIT_SET_EXECUTOR_HPP_
#define TOPOLOGY__RCL__WAIT_SET_EXECUTOR_HPP_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "waiting_executor.hpp"

namespace topology {

/// Runs what is ready in one thread or in several, and waits when there is nothing left to run.
///
/// As in rclcpp, each entity that is ready is run once before the next wait.
class WaitSetExecutor : public WaitingExecutor {
 public:
  /// `on_failure` hears of an exception in a callback. Where the groups have other entities that
  /// other threads run, it `shares_groups`.
  WaitSetExecutor(Context* context, std::function<void(const std::string&)> on_failure,
                  bool shares_groups = false);
  ~WaitSetExecutor() override;

  void start(std::size_t threads, const std::string& thread_name) override;
  std::string kind() const override { return kind_; }

 private:
  void work(Lock* lock) override;
  void await_end(const std::vector<Entity*>& entities, Lock* lock) override;
  void run(Entity* entity);
  void finish(Entity* entity);

  const bool shares_groups_;
  std::string kind_ = "single_threaded";
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__WAIT_SET_EXECUTOR_HPP_
