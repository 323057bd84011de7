// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "intra_process_executor.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace topology {

IntraProcessExecutor::IntraProcessExecutor(
    std::string kind, Context* context, const std::function<void(const std::string&)>& on_failure)
    : EventExecutor(std::move(kind), {}, on_failure, false),
      wait_thread_(context, loop(), on_failure) {}

IntraProcessExecutor::~IntraProcessExecutor() { IntraProcessExecutor::Stop(); }

void IntraProcessExecutor::Start(std::size_t threads, const std::string& thread_name) {
  EventExecutor::Start(threads, thread_name);
  wait_thread_.Start(thread_name);
}

void IntraProcessExecutor::Stop() {
  wait_thread_.Stop();
  EventExecutor::Stop();
}

void IntraProcessExecutor::Add(const std::vector<Entity*>& entities) {
  EventExecutor::Add(entities);
  std::vector<Entity*> told;
  std::copy_if(entities.begin(), entities.end(), std::back_inserter(told),
               [](const Entity* entity) { return entity->IsTold(); });
  wait_thread_.Add(told);
}

void IntraProcessExecutor::Remove(const std::vector<Entity*>& entities) {
  wait_thread_.Remove(entities);
  // Waits for the callback that runs, whoever found it ready.
  EventExecutor::Remove(entities);
}

std::uint64_t IntraProcessExecutor::TakeWakeUps() {
  return EventExecutor::TakeWakeUps() + wait_thread_.TakeWakeUps();
}

}  // namespace topology
