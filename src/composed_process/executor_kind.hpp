// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef COMPOSED_PROCESS__EXECUTOR_KIND_HPP_
#define COMPOSED_PROCESS__EXECUTOR_KIND_HPP_

#include <optional>
#include <string>
#include <string_view>

namespace composed_process {

/// The executors that spin nodes here, each with one thread.
enum class ExecutorKind {
  kSingleThreaded,  ///< rclcpp::executors::SingleThreadedExecutor
  kRclcppEvents,    ///< rclcpp::experimental::executors::EventsExecutor
};

/// The kind with this name on the command line, if there is one.
std::optional<ExecutorKind> ExecutorKindNamed(std::string_view name);

std::string NameOf(ExecutorKind kind);

/// Every name, for messages.
std::string ExecutorKindNames();

}  // namespace composed_process

#endif  // COMPOSED_PROCESS__EXECUTOR_KIND_HPP_
