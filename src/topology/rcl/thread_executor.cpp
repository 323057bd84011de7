// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "thread_executor.hpp"

#include <mutex>
#include <utility>

namespace topology {

ThreadExecutor::ThreadExecutor(std::string kind, Waiting waiting, bool has_timer_threads,
                               Context* context, std::function<void(const std::string&)> on_failure)
    : kind_(std::move(kind)),
      waiting_(waiting),
      has_timer_threads_(has_timer_threads),
      context_(context),
      on_failure_(std::move(on_failure)),
      others_(composed_process::ExecutorKind::kSingleThreaded, context, on_failure_, true) {}

ThreadExecutor::~ThreadExecutor() { ThreadExecutor::stop(); }

void ThreadExecutor::start(const std::string& thread_name) {
  others_.start(thread_name);
  const std::unique_lock<std::shared_mutex> lock(mutex_);
  thread_name_ = thread_name;
  for (const auto& [entity, thread] : threads_) thread->start(thread_name, on_failure_);
}

void ThreadExecutor::stop() {
  decltype(threads_) threads;
  {
    const std::unique_lock<std::shared_mutex> lock(mutex_);
    threads.swap(threads_);
  }
  // Their callbacks may queue others meanwhile.
  for (const auto& [entity, thread] : threads) thread->stop();
  others_.stop();
}

std::unique_ptr<EntityThread> ThreadExecutor::make_thread(Entity* entity) const {
  if (entity->timer() != nullptr) return has_timer_threads_ ? make_timer_thread(entity) : nullptr;
  return entity->is_told() ? nullptr : make_queued_thread(entity, waiting_, context_);
}

void ThreadExecutor::add(const std::vector<Entity*>& entities) {
  std::vector<Entity*> others;
  for (Entity* entity : entities) {
    auto thread = make_thread(entity);
    if (thread == nullptr) {
      others.push_back(entity);
      continue;
    }
    const std::unique_lock<std::shared_mutex> lock(mutex_);
    if (thread_name_) thread->start(*thread_name_, on_failure_);
    threads_[entity] = std::move(thread);
  }
  others_.add(others);
}

void ThreadExecutor::remove(const std::vector<Entity*>& entities) {
  std::vector<std::unique_ptr<EntityThread>> removed;
  std::vector<Entity*> others;
  {
    const std::unique_lock<std::shared_mutex> lock(mutex_);
    for (Entity* entity : entities) {
      const auto found = threads_.find(entity);
      if (found == threads_.end()) {
        others.push_back(entity);
        continue;
      }
      removed.push_back(std::move(found->second));
      threads_.erase(found);
    }
  }
  for (const auto& thread : removed) thread->stop();
  others_.remove(others);
}

void ThreadExecutor::queue(Entity* entity) {
  const std::shared_lock<std::shared_mutex> lock(mutex_);
  const auto found = threads_.find(entity);
  if (found != threads_.end()) found->second->notify();
}

void ThreadExecutor::renew(EntityTimer* timer) {
  const std::shared_lock<std::shared_mutex> lock(mutex_);
  const auto found = threads_.find(timer->entity());
  if (found != threads_.end()) {
    found->second->renew();
  } else {
    others_.renew(timer);
  }
}

std::uint64_t ThreadExecutor::take_wake_ups() {
  std::uint64_t wake_ups = others_.take_wake_ups();
  const std::shared_lock<std::shared_mutex> lock(mutex_);
  for (const auto& [entity, thread] : threads_) wake_ups += thread->take_wake_ups();
  return wake_ups;
}

}  // namespace topology
