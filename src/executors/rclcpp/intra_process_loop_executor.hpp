// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__RCLCPP__INTRA_PROCESS_LOOP_EXECUTOR_HPP_
#define EXECUTORS__RCLCPP__INTRA_PROCESS_LOOP_EXECUTOR_HPP_

#include <chrono>

#include "loop_executor.hpp"
#include "wait_set_thread.hpp"

namespace executors {

/// Runs timers and messages that pass inside the process in an event loop; a second thread waits
/// with a wait set for all else and hands it to the loop. Callbacks run in the thread that spins.
class IntraProcessLoopExecutor : public LoopExecutor {
 public:
  explicit IntraProcessLoopExecutor(
      const rclcpp::ExecutorOptions& options = rclcpp::ExecutorOptions());

  void spin() override;
  void spin_some(std::chrono::nanoseconds max_duration = std::chrono::nanoseconds(0)) override;
  void spin_all(std::chrono::nanoseconds max_duration) override;

 protected:
  void spin_once_impl(std::chrono::nanoseconds timeout) override;

 private:
  void watch_others(const CallbackGroups& groups);

  WaitSetThread wait_set_thread_;
};

}  // namespace executors

#endif  // EXECUTORS__RCLCPP__INTRA_PROCESS_LOOP_EXECUTOR_HPP_
