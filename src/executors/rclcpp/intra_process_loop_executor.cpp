// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "intra_process_loop_executor.hpp"

#include <iterator>
#include <utility>

#include "rclcpp/experimental/subscription_intra_process_base.hpp"
#include "tracing.hpp"

namespace executors {

using std::chrono::nanoseconds;

namespace {

bool is_inside_process(const rclcpp::Waitable& waitable) {
  return dynamic_cast<const rclcpp::experimental::SubscriptionIntraProcessBase*>(&waitable) !=
         nullptr;
}

}  // namespace

IntraProcessLoopExecutor::IntraProcessLoopExecutor(const rclcpp::ExecutorOptions& options)
    : LoopExecutor(
          0, options,
          {false, is_inside_process, [this](const CallbackGroups& groups) { watch_others(groups); },
           [this](std::int64_t until_ns) { return wait_set_thread_.await_end(until_ns); },
           [this] { wait_set_thread_.look(); }}),
      wait_set_thread_(loop(), context_, [](const WaitSetThread::Ready& ready) {
        if (ready.subscription) {
          trace_execution(ready.subscription->get_subscription_handle().get());
          execute_subscription(ready.subscription);
        }
        if (ready.service) execute_service(ready.service);
        if (ready.client) execute_client(ready.client);
        if (ready.waitable) ready.waitable->execute(ready.waitable->take_data());
      }) {}

// The thread is started by the one that spins, so that it has its name and its cores. A node whose
// executor does not spin can end: nobody else holds its entities.
void IntraProcessLoopExecutor::spin() {
  const WaitSetThread::Waiting waiting(&wait_set_thread_);
  LoopExecutor::spin();
}

void IntraProcessLoopExecutor::spin_some(nanoseconds max_duration) {
  const WaitSetThread::Waiting waiting(&wait_set_thread_);
  LoopExecutor::spin_some(max_duration);
}

void IntraProcessLoopExecutor::spin_all(nanoseconds max_duration) {
  const WaitSetThread::Waiting waiting(&wait_set_thread_);
  LoopExecutor::spin_all(max_duration);
}

void IntraProcessLoopExecutor::spin_once_impl(nanoseconds timeout) {
  const WaitSetThread::Waiting waiting(&wait_set_thread_);
  LoopExecutor::spin_once_impl(timeout);
}

void IntraProcessLoopExecutor::watch_others(const CallbackGroups& groups) {
  WaitSetThread::Entities others;
  rclcpp::executors::build_entities_collection(groups, others);
  others.timers.clear();
  for (auto at = others.waitables.begin(); at != others.waitables.end();) {
    const auto waitable = at->second.entity.lock();
    at = waitable == nullptr || is_inside_process(*waitable) ? others.waitables.erase(at)
                                                             : std::next(at);
  }
  wait_set_thread_.watch(std::move(others));
}

}  // namespace executors
