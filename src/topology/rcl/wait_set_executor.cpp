// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "wait_set_executor.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <utility>

#include "clock.hpp"
#include "thread_name.hpp"

namespace topology {

WaitSetExecutor::WaitSetExecutor(Context* context,
                                 std::function<void(const std::string&)> on_failure,
                                 bool shares_groups)
    : on_failure_(std::move(on_failure)), shares_groups_(shares_groups), wait_set_(context) {}

WaitSetExecutor::~WaitSetExecutor() { Stop(); }

void WaitSetExecutor::Start(std::size_t threads, const std::string& thread_name) {
  if (threads > 1) kind_ = "multi_threaded";
  for (std::size_t thread = 0; thread < threads; ++thread) {
    threads_.emplace_back([this, thread_name] {
      const composed_process::ThreadName name(thread_name);
      try {
        Work();
      } catch (const std::exception& error) {
        on_failure_(error.what());
      }
    });
  }
}

void WaitSetExecutor::Stop() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_stopped_ = true;
    wait_set_.Interrupt();
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void WaitSetExecutor::Add(const std::vector<Entity*>& entities) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (Entity* entity : entities) {
    if (EntityTimer* const timer = entity->timer()) {
      timer->next_ns = NowNs() + timer->period_ns();
      timers_.Add(timer);
    } else {
      entities_.push_back(entity);
    }
  }
  entities_changed_ = true;
  wait_set_.Interrupt();
}

void WaitSetExecutor::Remove(const std::vector<Entity*>& entities) {
  std::unique_lock<std::mutex> lock(mutex_);
  const auto is_removed = [&](const Entity* entity) {
    return std::find(entities.begin(), entities.end(), entity) != entities.end();
  };
  // Messages by pointer still come to them from other nodes, until they are destroyed.
  for (Entity* entity : entities) entity->is_removed_ = true;
  // A running timer is put back at its end.
  changed_.wait(lock, [&] {
    return std::none_of(entities.begin(), entities.end(),
                        [](const Entity* entity) { return entity->group()->is_busy; });
  });
  for (Entity* entity : entities) {
    if (entity->timer() != nullptr) timers_.Remove(entity->timer());
  }
  entities_.erase(std::remove_if(entities_.begin(), entities_.end(), is_removed), entities_.end());
  ready_.erase(std::remove_if(ready_.begin(), ready_.end(), is_removed), ready_.end());
  entities_changed_ = true;
  if (!is_waiting_) return;
  // A wait that has begun still looks at them.
  const std::uint64_t wait = waits_;
  wait_set_.Interrupt();
  changed_.wait(lock, [&] { return !is_waiting_ || waits_ != wait; });
}

void WaitSetExecutor::Queue(Entity* entity) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (entity->is_queued_ || entity->is_removed_) return;
  entity->is_queued_ = true;
  ready_.push_back(entity);
  if (is_waiting_) {
    wait_set_.Interrupt();
  } else {
    changed_.notify_one();
  }
}

void WaitSetExecutor::Work() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!is_stopped_) {
    Entity* const entity = NextReady();
    if (entity == nullptr) {
      if (is_waiting_) {
        changed_.wait(lock);
      } else {
        Wait(&lock);
      }
      continue;
    }
    entity->group()->is_busy = true;
    lock.unlock();
    try {
      Run(entity);
    } catch (...) {
      // Whoever ends the node waits until its callback is over.
      lock.lock();
      Finish(entity);
      throw;
    }
    lock.lock();
    Finish(entity);
  }
}

void WaitSetExecutor::Run(Entity* entity) {
  std::unique_lock<std::mutex> alone;
  if (shares_groups_) alone = std::unique_lock<std::mutex>(entity->group()->running);
  entity->Run();
}

Entity* WaitSetExecutor::NextReady() {
  const auto found = std::find_if(ready_.begin(), ready_.end(),
                                  [](const Entity* entity) { return !entity->group()->is_busy; });
  if (found == ready_.end()) return nullptr;
  Entity* const entity = *found;
  if (found == ready_.begin()) {
    ready_.pop_front();  // As almost always, and cheaper.
  } else {
    ready_.erase(found);
  }
  entity->is_queued_ = false;
  return entity;
}

void WaitSetExecutor::Finish(Entity* entity) {
  Group* const group = entity->group();
  group->is_busy = false;
  bool is_news = group->left_out_of == waits_;
  if (EntityTimer* const timer = entity->timer()) {
    timers_.Add(timer);
    is_news = is_news || timer->next_ns < wait_until_ns_;
  }
  // A thread that waits knows neither of this node's entities nor of the timer.
  if (is_waiting_ && is_news) wait_set_.Interrupt();
  changed_.notify_all();
}

void WaitSetExecutor::Wait(std::unique_lock<std::mutex>* lock) {
  if (entities_changed_) wait_set_.Resize(entities_);
  entities_changed_ = false;
  ++waits_;
  FillWaitSet();
  const std::int64_t timeout_ns = Timeout();
  wait_until_ns_ = timeout_ns == EntityWaitSet::kForEver ? std::numeric_limits<std::int64_t>::max()
                                                         : NowNs() + timeout_ns;
  is_waiting_ = true;
  lock->unlock();
  const bool is_news = wait_set_.Wait(timeout_ns);
  wake_ups_.fetch_add(1, std::memory_order_relaxed);
  lock->lock();
  is_waiting_ = false;
  CollectDue();
  if (is_news) CollectReady();
  changed_.notify_all();
}

std::int64_t WaitSetExecutor::Timeout() const {
  // Entities that are ready but belong to a busy node do not keep others from being waited for.
  if (timers_.IsEmpty()) return EntityWaitSet::kForEver;
  return std::max<std::int64_t>(0, timers_.NextNs() - NowNs());
}

void WaitSetExecutor::FillWaitSet() {
  wait_set_.Clear();
  for (Entity* entity : entities_) {
    entity->is_in_set_ = !entity->group()->is_busy && !entity->is_queued_;
    if (entity->is_in_set_) {
      wait_set_.Add(entity);
    } else {
      entity->group()->left_out_of = waits_;
    }
  }
}

void WaitSetExecutor::CollectDue() {
  const std::int64_t now_ns = NowNs();
  while (executors::Timer* const timer = timers_.TakeDue(now_ns)) {
    Entity* const entity = static_cast<EntityTimer*>(timer)->entity();
    entity->is_queued_ = true;
    ready_.push_back(entity);
  }
}

void WaitSetExecutor::CollectReady() {
  for (Entity* entity : entities_) {
    if (!entity->is_in_set_ || !wait_set_.IsReady(entity)) continue;
    entity->is_in_set_ = false;
    entity->is_queued_ = true;
    ready_.push_back(entity);
  }
}

}  // namespace topology
