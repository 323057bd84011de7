// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef COMPOSED_PROCESS__EXECUTOR_FACTORY_HPP_
#define COMPOSED_PROCESS__EXECUTOR_FACTORY_HPP_

#include <memory>

#include "executor_kind.hpp"
#include "rclcpp/executor.hpp"

namespace composed_process {

/// Whether the rclcpp that this was built against has the kind.
bool is_built(ExecutorKind kind);

/// \throws std::invalid_argument for a kind that is not built.
std::shared_ptr<rclcpp::Executor> make_executor(ExecutorKind kind);

/// Whether spin() of an executor runs, of whatever kind.
///
/// rclcpp's own answer is not virtual, and the EventsCBGExecutor keeps a flag of its own: asked as
/// an Executor it never spins.
bool is_spinning(rclcpp::Executor* executor);

}  // namespace composed_process

#endif  // COMPOSED_PROCESS__EXECUTOR_FACTORY_HPP_
