// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "executor_factory.hpp"

#include <stdexcept>

#include "rclcpp/executors/multi_threaded_executor.hpp"
#include "rclcpp/executors/single_threaded_executor.hpp"
#ifdef COMPOSED_PROCESS_HAS_STATIC_SINGLE_THREADED
#include "rclcpp/executors/static_single_threaded_executor.hpp"
#endif
#ifdef COMPOSED_PROCESS_HAS_RCLCPP_EVENTS
#include "rclcpp/experimental/executors/events_executor/events_executor.hpp"
#endif
#ifdef COMPOSED_PROCESS_HAS_EVENTS_CBG
#include "rclcpp/executors/events_cbg_executor/events_cbg_executor.hpp"
#endif
#ifdef COMPOSED_PROCESS_HAS_LOOP_EXECUTOR
#include "intra_process_loop_executor.hpp"
#include "loop_executor.hpp"
#endif

namespace composed_process {

namespace {

using Maker = std::shared_ptr<rclcpp::Executor> (*)();

#ifdef COMPOSED_PROCESS_HAS_EVENTS_CBG
std::shared_ptr<rclcpp::Executor> make_events_cbg(ExecutorKind kind) {
  return std::make_shared<rclcpp::executors::EventsCBGExecutor>(rclcpp::ExecutorOptions(),
                                                                threads_of(kind));
}
#endif

/// nullptr for a kind that is not built.
Maker maker_of(ExecutorKind kind) {
  using Made = std::shared_ptr<rclcpp::Executor>;
  switch (kind) {
    case ExecutorKind::kSingleThreaded:
      return []() -> Made { return std::make_shared<rclcpp::executors::SingleThreadedExecutor>(); };
    case ExecutorKind::kMultiThreaded:
      return []() -> Made {
        return std::make_shared<rclcpp::executors::MultiThreadedExecutor>(
            rclcpp::ExecutorOptions(), threads_of(ExecutorKind::kMultiThreaded));
      };
#ifdef COMPOSED_PROCESS_HAS_STATIC_SINGLE_THREADED
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    case ExecutorKind::kStaticSingleThreaded:
      return []() -> Made {
        return std::make_shared<rclcpp::executors::StaticSingleThreadedExecutor>();
      };
#pragma GCC diagnostic pop
#endif
#ifdef COMPOSED_PROCESS_HAS_RCLCPP_EVENTS
    case ExecutorKind::kRclcppEvents:
      // As it comes: timers wait their turn in the same queue and run in the same thread.
      return []() -> Made {
        return std::make_shared<rclcpp::experimental::executors::EventsExecutor>();
      };
#endif
#ifdef COMPOSED_PROCESS_HAS_EVENTS_CBG
    case ExecutorKind::kEventsCbg:
      return []() -> Made { return make_events_cbg(ExecutorKind::kEventsCbg); };
    case ExecutorKind::kEventsCbgMultiThreaded:
      return []() -> Made { return make_events_cbg(ExecutorKind::kEventsCbgMultiThreaded); };
#endif
#ifdef COMPOSED_PROCESS_HAS_LOOP_EXECUTOR
    case ExecutorKind::kEvents:
      return []() -> Made { return std::make_shared<executors::LoopExecutor>(); };
    case ExecutorKind::kRingBuffer:
      return []() -> Made {
        return std::make_shared<executors::LoopExecutor>(executors::kRingCapacity);
      };
    case ExecutorKind::kIntraProcessEvents:
      return []() -> Made { return std::make_shared<executors::IntraProcessLoopExecutor>(); };
#endif
    default:
      return nullptr;
  }
}

}  // namespace

bool is_built(ExecutorKind kind) { return maker_of(kind) != nullptr; }

std::shared_ptr<rclcpp::Executor> make_executor(ExecutorKind kind) {
  const Maker make = maker_of(kind);
  if (make == nullptr) throw std::invalid_argument("this rclcpp has no executor " + name_of(kind));
  return make();
}

bool is_spinning(rclcpp::Executor* executor) {
#ifdef COMPOSED_PROCESS_HAS_EVENTS_CBG
  if (auto* const own = dynamic_cast<rclcpp::executors::EventsCBGExecutor*>(executor)) {
    return own->is_spinning();
  }
#endif
  return executor->is_spinning();
}

}  // namespace composed_process
