// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "intra_process_loop_executor.hpp"

#include <memory>
#include <utility>

#include "rclcpp/experimental/subscription_intra_process_base.hpp"

namespace executors {

using std::chrono::nanoseconds;

IntraProcessLoopExecutor::IntraProcessLoopExecutor(const rclcpp::ExecutorOptions& options)
    : LoopExecutor({}, options),
      wait_set_thread_(loop(), context_, [](const WaitSetThread::Ready& ready) {
        if (ready.subscription) execute_subscription(ready.subscription);
        if (ready.service) execute_service(ready.service);
        if (ready.client) execute_client(ready.client);
        if (ready.waitable) ready.waitable->execute(ready.waitable->take_data());
      }) {}

// The thread is started by the one that spins, so that it has its name and its cores.
void IntraProcessLoopExecutor::spin() {
  wait_set_thread_.Start();
  LoopExecutor::spin();
}

void IntraProcessLoopExecutor::spin_some(nanoseconds max_duration) {
  wait_set_thread_.Start();
  LoopExecutor::spin_some(max_duration);
}

void IntraProcessLoopExecutor::spin_all(nanoseconds max_duration) {
  wait_set_thread_.Start();
  LoopExecutor::spin_all(max_duration);
}

void IntraProcessLoopExecutor::spin_once_impl(nanoseconds timeout) {
  wait_set_thread_.Start();
  LoopExecutor::spin_once_impl(timeout);
}

bool IntraProcessLoopExecutor::TakeOut(rclcpp::executors::ExecutorEntitiesCollection* collection) {
  WaitSetThread::Entities others;
  others.subscriptions = std::move(collection->subscriptions);
  others.services = std::move(collection->services);
  others.clients = std::move(collection->clients);
  collection->subscriptions.clear();
  collection->services.clear();
  collection->clients.clear();
  for (auto at = collection->waitables.begin(); at != collection->waitables.end();) {
    const auto waitable = at->second.entity.lock();
    if (std::dynamic_pointer_cast<rclcpp::experimental::SubscriptionIntraProcessBase>(waitable)) {
      ++at;
      continue;
    }
    others.waitables.insert(*at);
    at = collection->waitables.erase(at);
  }
  return wait_set_thread_.Watch(std::move(others));
}

}  // namespace executors
