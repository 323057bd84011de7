// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "intra_process_executor.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace topology {

IntraProcessExecutor::IntraProcessExecutor(
    std::string kind, Context* context, const std::function<void(const std::string&)>& on_failure)
    : EventExecutor(std::move(kind), 0, on_failure, false),
      wait_thread_(context, loop(), on_failure) {}

IntraProcessExecutor::~IntraProcessExecutor() { IntraProcessExecutor::stop(); }

void IntraProcessExecutor::start(const std::string& thread_name) {
  EventExecutor::start(thread_name);
  wait_thread_.start(thread_name);
}

void IntraProcessExecutor::stop() {
  wait_thread_.stop();
  EventExecutor::stop();
}

void IntraProcessExecutor::add(const std::vector<Entity*>& entities) {
  EventExecutor::add(entities);
  std::vector<Entity*> told;
  std::copy_if(entities.begin(), entities.end(), std::back_inserter(told),
               [](const Entity* entity) { return entity->is_told(); });
  wait_thread_.add(told);
}

void IntraProcessExecutor::remove(const std::vector<Entity*>& entities) {
  wait_thread_.remove(entities);
  // Waits for the callback that runs, whoever found it ready.
  EventExecutor::remove(entities);
}

std::uint64_t IntraProcessExecutor::take_wake_ups() {
  return EventExecutor::take_wake_ups() + wait_thread_.take_wake_ups();
}

}  // namespace topology
