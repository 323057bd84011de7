// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// What ros2_tracing sees. This program stands in for the library of its tracepoints.
#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

#include "expect.hpp"
#include "intra_process_loop_executor.hpp"
#include "loop_executor.hpp"
#include "rclcpp/executors/single_threaded_executor.hpp"
#include "ros_test.hpp"
#include "tracetools/tracetools.h"

#ifndef TRACETOOLS_DISABLED

namespace {

std::mutex executed_mutex;
std::vector<const void*> executed;

}  // namespace

extern "C" void ros_trace_rclcpp_executor_execute(const void* handle) {
  const std::lock_guard<std::mutex> lock(executed_mutex);
  executed.push_back(handle);
}

namespace executors {

namespace {

bool was_executed(const void* handle) {
  const std::lock_guard<std::mutex> lock(executed_mutex);
  return std::find(executed.begin(), executed.end(), handle) != executed.end();
}

template <typename Executor>
void expect_executions_to_be_seen(const std::string& name) {
  const auto node = make_node(name);
  const auto publisher = node->create_publisher<Message>("~/traced", 10);
  int received = 0;
  const auto subscription =
      node->create_subscription<Message>("~/traced", 10, [&](const Message&) { ++received; });
  int fired = 0;
  const auto timer = node->create_wall_timer(milliseconds(1), [&] { ++fired; });
  Executor executor;
  executor.add_node(node);
  EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
  publisher->publish(Message());
  EXPECT_TRUE(spin_until(&executor, [&] { return received == 1 && fired > 0; }));
  EXPECT_TRUE(was_executed(subscription->get_subscription_handle().get()));
  EXPECT_TRUE(was_executed(timer->get_timer_handle().get()));
  executor.remove_node(node);
}

TEST_CASE(ATracerSeesWhichTimersAndSubscriptionsAreExecutedAsWithExecutorsOfRclcpp) {
  expect_executions_to_be_seen<rclcpp::executors::SingleThreadedExecutor>("traced_upstream");
  expect_executions_to_be_seen<LoopExecutor>("traced_in_a_loop");
  expect_executions_to_be_seen<IntraProcessLoopExecutor>("traced_by_a_wait_set");
}

}  // namespace

}  // namespace executors

#endif  // TRACETOOLS_DISABLED
