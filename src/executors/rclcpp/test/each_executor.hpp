// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// Tests that hold for every executor of this package.
#ifndef EXECUTORS__RCLCPP__TEST__EACH_EXECUTOR_HPP_
#define EXECUTORS__RCLCPP__TEST__EACH_EXECUTOR_HPP_

#include <cstddef>
#include <memory>

#include "expect.hpp"
#include "intra_process_loop_executor.hpp"
#include "loop_executor.hpp"
#include "ros_test.hpp"

namespace executors {

using MakeExecutor = std::unique_ptr<LoopExecutor> (*)(const rclcpp::Context::SharedPtr& context);

inline rclcpp::ExecutorOptions options_in(const rclcpp::Context::SharedPtr& context) {
  rclcpp::ExecutorOptions options;
  if (context != nullptr) options.context = context;
  return options;
}

template <std::size_t ring_capacity>
std::unique_ptr<LoopExecutor> make_loop(const rclcpp::Context::SharedPtr& context) {
  return std::make_unique<LoopExecutor>(ring_capacity, options_in(context));
}

inline std::unique_ptr<LoopExecutor> make_intra_process(const rclcpp::Context::SharedPtr& context) {
  return std::make_unique<IntraProcessLoopExecutor>(options_in(context));
}

}  // namespace executors

/// A test case for each executor, which `make` makes in a context; nullptr: in the default one.
#define EXECUTOR_TEST_CASE(name)                                \
  static void name(executors::MakeExecutor make);               \
  TEST_CASE(name##_event_loop) { name(make_loop<0>); }          \
  TEST_CASE(name##_ring_buffer) { name(make_loop<16>); }        \
  TEST_CASE(name##_intra_process) { name(make_intra_process); } \
  static void name(executors::MakeExecutor make)

#endif  // EXECUTORS__RCLCPP__TEST__EACH_EXECUTOR_HPP_
