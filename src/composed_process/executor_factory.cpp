// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "executor_factory.hpp"

#include <algorithm>
#include <stdexcept>
#include <thread>

#include "rclcpp/executors/multi_threaded_executor.hpp"
#include "rclcpp/executors/single_threaded_executor.hpp"
#ifdef COMPOSED_PROCESS_HAS_STATIC_SINGLE_THREADED
#include "rclcpp/executors/static_single_threaded_executor.hpp"
#endif
#ifdef COMPOSED_PROCESS_HAS_RCLCPP_EVENTS
#include "rclcpp/experimental/executors/events_executor/events_executor.hpp"
#endif
#ifdef COMPOSED_PROCESS_HAS_LOOP_EXECUTOR
#include "intra_process_loop_executor.hpp"
#include "loop_executor.hpp"
#endif

namespace composed_process {

#ifdef COMPOSED_PROCESS_HAS_LOOP_EXECUTOR
namespace {

// Of sources, each of which has one place at most.
constexpr std::size_t kRingCapacity = 4096;

}  // namespace
#endif

bool is_built(ExecutorKind kind) {
  switch (kind) {
    case ExecutorKind::kSingleThreaded:
    case ExecutorKind::kMultiThreaded:
      return true;
    case ExecutorKind::kStaticSingleThreaded:
#ifdef COMPOSED_PROCESS_HAS_STATIC_SINGLE_THREADED
      return true;
#else
      return false;
#endif
    case ExecutorKind::kRclcppEvents:
#ifdef COMPOSED_PROCESS_HAS_RCLCPP_EVENTS
      return true;
#else
      return false;
#endif
    case ExecutorKind::kEvents:
    case ExecutorKind::kRingBuffer:
    case ExecutorKind::kIntraProcessEvents:
#ifdef COMPOSED_PROCESS_HAS_LOOP_EXECUTOR
      return true;
#else
      return false;
#endif
    case ExecutorKind::kGuardConditionThreads:
    case ExecutorKind::kConditionVariableThreads:
    case ExecutorKind::kTimerThreads:
      return false;
  }
  return false;
}

std::shared_ptr<rclcpp::Executor> make_executor(ExecutorKind kind) {
  switch (kind) {
    case ExecutorKind::kSingleThreaded:
      return std::make_shared<rclcpp::executors::SingleThreadedExecutor>();
    case ExecutorKind::kMultiThreaded:
      return std::make_shared<rclcpp::executors::MultiThreadedExecutor>(
          rclcpp::ExecutorOptions(), std::max(2U, std::thread::hardware_concurrency()));
    case ExecutorKind::kStaticSingleThreaded:
#ifdef COMPOSED_PROCESS_HAS_STATIC_SINGLE_THREADED
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
      return std::make_shared<rclcpp::executors::StaticSingleThreadedExecutor>();
#pragma GCC diagnostic pop
#else
      break;
#endif
    case ExecutorKind::kRclcppEvents:
#ifdef COMPOSED_PROCESS_HAS_RCLCPP_EVENTS
      // As it comes: timers wait their turn in the same queue and run in the same thread.
      return std::make_shared<rclcpp::experimental::executors::EventsExecutor>();
#else
      break;
#endif
    case ExecutorKind::kEvents:
#ifdef COMPOSED_PROCESS_HAS_LOOP_EXECUTOR
      return std::make_shared<executors::LoopExecutor>();
#else
      break;
#endif
    case ExecutorKind::kRingBuffer:
#ifdef COMPOSED_PROCESS_HAS_LOOP_EXECUTOR
      return std::make_shared<executors::LoopExecutor>(
          executors::QueueOptions{kRingCapacity, executors::WhenFull::kBlock});
#else
      break;
#endif
    case ExecutorKind::kIntraProcessEvents:
#ifdef COMPOSED_PROCESS_HAS_LOOP_EXECUTOR
      return std::make_shared<executors::IntraProcessLoopExecutor>();
#else
      break;
#endif
    case ExecutorKind::kGuardConditionThreads:
    case ExecutorKind::kConditionVariableThreads:
    case ExecutorKind::kTimerThreads:
      break;
  }
  throw std::invalid_argument("this rclcpp has no executor " + name_of(kind));
}

}  // namespace composed_process
