// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef COMPOSED_PROCESS__EXECUTOR_KIND_HPP_
#define COMPOSED_PROCESS__EXECUTOR_KIND_HPP_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace composed_process {

/// The executors that spin nodes here. All but those of several threads by their name run callbacks
/// in one thread.
enum class ExecutorKind {
  kSingleThreaded,          ///< rclcpp::executors::SingleThreadedExecutor
  kStaticSingleThreaded,    ///< rclcpp::executors::StaticSingleThreadedExecutor
  kMultiThreaded,           ///< rclcpp::executors::MultiThreadedExecutor
  kRclcppEvents,            ///< rclcpp::experimental::executors::EventsExecutor
  kEventsCbg,               ///< rclcpp::executors::EventsCBGExecutor with one worker; it has three
                            ///< threads for timers besides.
  kEventsCbgMultiThreaded,  ///< The same with a worker for each core.
  kEvents,                  ///< This package's event loop with a queue of any length.
  kRingBuffer,              ///< The same with a lock-free ring.
  kIntraProcessEvents,      ///< Timers and messages inside the process in such a loop, the rest by
                            ///< a wait set.
  kGuardConditionThreads,   ///< A thread for each subscription inside the process, each with a wait
                            ///< set; on rcl alone, as the next two.
  kConditionVariableThreads,  ///< The same with condition variables.
  kTimerThreads,              ///< The same, and a thread for each timer.
};

/// All of them; those that programs bound to rcl have; and those that rclcpp's have.
std::vector<ExecutorKind> all_kinds();
std::vector<ExecutorKind> rcl_kinds();
std::vector<ExecutorKind> rclcpp_kinds();

/// The kind with this name on the command line, if there is one.
std::optional<ExecutorKind> executor_kind_named(std::string_view name);

std::string name_of(ExecutorKind kind);

/// How many threads of an executor of the kind run callbacks on this machine, but for those of
/// single entities.
std::size_t threads_of(ExecutorKind kind);

/// The value of --executor, empty if there was none, for a program that has these kinds; on a
/// mistake returns false and says in `*error` what is wrong.
bool parse_executor_kind(std::string_view name, const std::vector<ExecutorKind>& kinds,
                         ExecutorKind* kind, std::string* error);

}  // namespace composed_process

#endif  // COMPOSED_PROCESS__EXECUTOR_KIND_HPP_
