// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "executor_factory.hpp"

#include <stdexcept>

#include "rclcpp/executors/single_threaded_executor.hpp"
#ifdef COMPOSED_PROCESS_HAS_RCLCPP_EVENTS
#include "rclcpp/experimental/executors/events_executor/events_executor.hpp"
#endif

namespace composed_process {

bool IsBuilt(ExecutorKind kind) {
#ifdef COMPOSED_PROCESS_HAS_RCLCPP_EVENTS
  (void)kind;
  return true;
#else
  return kind != ExecutorKind::kRclcppEvents;
#endif
}

std::shared_ptr<rclcpp::Executor> MakeExecutor(ExecutorKind kind) {
  switch (kind) {
    case ExecutorKind::kSingleThreaded:
      return std::make_shared<rclcpp::executors::SingleThreadedExecutor>();
    case ExecutorKind::kRclcppEvents:
#ifdef COMPOSED_PROCESS_HAS_RCLCPP_EVENTS
      // As it comes: timers wait their turn in the same queue and run in the same thread.
      return std::make_shared<rclcpp::experimental::executors::EventsExecutor>();
#else
      break;
#endif
  }
  throw std::invalid_argument("this rclcpp has no executor " + NameOf(kind));
}

}  // namespace composed_process
