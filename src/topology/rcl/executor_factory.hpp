// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__EXECUTOR_FACTORY_HPP_
#define TOPOLOGY__RCL__EXECUTOR_FACTORY_HPP_

#include <functional>
#include <memory>
#include <string>

#include "context.hpp"
#include "executor.hpp"
#include "executor_kind.hpp"

namespace topology {

/// `on_failure` hears of an exception in a callback.
std::unique_ptr<Executor> make_executor(composed_process::ExecutorKind kind, Context* context,
                                        std::function<void(const std::string&)> on_failure);

}  // namespace topology

#endif  // TOPOLOGY__RCL__EXECUTOR_FACTORY_HPP_
