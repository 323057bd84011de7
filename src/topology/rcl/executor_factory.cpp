// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "executor_factory.hpp"

#include <stdexcept>
#include <utility>

#include "event_executor.hpp"
#include "intra_process_executor.hpp"
#include "static_executor.hpp"
#include "thread_executor.hpp"
#include "wait_set_executor.hpp"

namespace topology {

using composed_process::ExecutorKind;

std::unique_ptr<Executor> make_executor(ExecutorKind kind, Context* context,
                                        std::function<void(const std::string&)> on_failure) {
  switch (kind) {
    case ExecutorKind::kSingleThreaded:
    case ExecutorKind::kMultiThreaded:
      return std::make_unique<WaitSetExecutor>(kind, context, std::move(on_failure));
    case ExecutorKind::kStaticSingleThreaded:
      return std::make_unique<StaticExecutor>(context, std::move(on_failure));
    case ExecutorKind::kIntraProcessEvents:
      return std::make_unique<IntraProcessExecutor>(composed_process::name_of(kind), context,
                                                    on_failure);
    case ExecutorKind::kGuardConditionThreads:
    case ExecutorKind::kConditionVariableThreads:
    case ExecutorKind::kTimerThreads: {
      const Waiting waiting = kind == ExecutorKind::kGuardConditionThreads
                                  ? Waiting::kGuardCondition
                                  : Waiting::kConditionVariable;
      return std::make_unique<ThreadExecutor>(composed_process::name_of(kind), waiting,
                                              kind == ExecutorKind::kTimerThreads, context,
                                              std::move(on_failure));
    }
    case ExecutorKind::kEvents:
    case ExecutorKind::kRingBuffer:
      return std::make_unique<EventExecutor>(
          composed_process::name_of(kind),
          kind == ExecutorKind::kRingBuffer ? executors::kRingCapacity : 0, std::move(on_failure));
    case ExecutorKind::kRclcppEvents:
    case ExecutorKind::kEventsCbg:
    case ExecutorKind::kEventsCbgMultiThreaded:
      break;
  }
  throw std::invalid_argument("rcl has no executor " + composed_process::name_of(kind));
}

}  // namespace topology
