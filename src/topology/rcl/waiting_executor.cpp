// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "waiting_executor.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <utility>

#include "clock.hpp"
#include "thread_name.hpp"

namespace topology {

WaitingExecutor::WaitingExecutor(std::size_t threads, Context* context,
                                 std::function<void(const std::string&)> on_failure)
    : thread_count_(threads), on_failure_(std::move(on_failure)), wait_set_(context) {}

void WaitingExecutor::start(const std::string& thread_name) {
  for (std::size_t thread = 0; thread < thread_count_; ++thread) {
    threads_.emplace_back([this, thread_name] {
      const composed_process::ThreadName name(thread_name);
      try {
        Lock lock(mutex_);
        work(&lock);
      } catch (const std::exception& error) {
        on_failure_(error.what());
      }
    });
  }
}

void WaitingExecutor::stop() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_stopped_ = true;
    wait_set_.interrupt();
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void WaitingExecutor::add(const std::vector<Entity*>& entities) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (Entity* entity : entities) {
    entity->is_added_ = true;
    if (EntityTimer* const timer = entity->timer()) {
      timer->next_ns = monotonic_now_ns() + timer->period_ns();
      timers_.add(timer);
    } else {
      entities_.push_back(entity);
    }
  }
  entities_changed_ = true;
  wait_set_.interrupt();
}

void WaitingExecutor::remove(const std::vector<Entity*>& entities) {
  Lock lock(mutex_);
  const auto is_removed = [&](const Entity* entity) {
    return std::find(entities.begin(), entities.end(), entity) != entities.end();
  };
  // Messages by pointer still come to them from other nodes, until they are destroyed.
  for (Entity* entity : entities) entity->is_added_ = false;
  // A timer that runs is put back at its end.
  await_end(entities, &lock);
  for (Entity* entity : entities) {
    if (entity->timer() != nullptr) timers_.remove(entity->timer());
  }
  entities_.erase(std::remove_if(entities_.begin(), entities_.end(), is_removed), entities_.end());
  ready_.erase(std::remove_if(ready_.begin(), ready_.end(), is_removed), ready_.end());
  forget(entities);
  entities_changed_ = true;
  if (!is_waiting_) return;
  // A wait that has begun still looks at them.
  const std::uint64_t wait = waits_;
  wait_set_.interrupt();
  changed_.wait(lock, [&] { return !is_waiting_ || waits_ != wait; });
}

void WaitingExecutor::queue(Entity* entity) {
  Lock lock(mutex_);
  if (entity->is_queued_ || !entity->is_added_) return;
  entity->is_queued_ = true;
  ready_.push_back(entity);
  // Other threads sleep only while one waits with the set, and wake up with it.
  const bool was_waiting = is_waiting_;
  // Or the thread that wakes up would only find it locked, and sleep again.
  lock.unlock();
  if (was_waiting) wait_set_.interrupt();
}

void WaitingExecutor::renew(EntityTimer* timer) {
  const std::lock_guard<std::mutex> lock(mutex_);
  // One that is due already is put back when it has run.
  if (!timers_.remove(timer)) return;
  timer->next_ns = monotonic_now_ns() + timer->period_ns();
  timers_.add(timer);
  // As for one that was made anew: whoever waits does not know of it.
  if (is_waiting_) wait_set_.interrupt();
}

Entity* WaitingExecutor::take_ready() {
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

void WaitingExecutor::end_wait_without(const Group& group, const EntityTimer* timer) {
  const bool is_news =
      group.left_out_of == waits_ || (timer != nullptr && timer->next_ns < wait_until_ns_);
  if (is_waiting_ && is_news) wait_set_.interrupt();
}

void WaitingExecutor::wait(Lock* lock, bool only_looks) {
  if (entities_changed_) wait_set_.resize(entities_);
  entities_changed_ = false;
  ++waits_;
  fill_wait_set();
  const std::int64_t timeout_ns = only_looks ? 0 : timeout();
  wait_until_ns_ = timeout_ns == EntityWaitSet::kForEver ? std::numeric_limits<std::int64_t>::max()
                                                         : monotonic_now_ns() + timeout_ns;
  is_waiting_ = true;
  lock->unlock();
  const rcl_ret_t status = wait_set_.wait(timeout_ns);
  wake_ups_.fetch_add(1, std::memory_order_relaxed);
  lock->lock();
  is_waiting_ = false;
  changed_.notify_all();
  const bool is_news = EntityWaitSet::check_wait(status);
  collect_due();
  if (is_news) collect_ready();
}

std::int64_t WaitingExecutor::timeout() const {
  // Entities that are ready but belong to a busy node do not keep others from being waited for.
  if (timers_.is_empty()) return EntityWaitSet::kForEver;
  return std::max<std::int64_t>(0, timers_.next_ns() - monotonic_now_ns());
}

void WaitingExecutor::fill_wait_set() {
  wait_set_.clear();
  for (Entity* entity : entities_) {
    entity->is_in_set_ = !entity->group()->is_busy && !entity->is_queued_;
    if (entity->is_in_set_) {
      wait_set_.add(entity);
    } else {
      entity->group()->left_out_of = waits_;
    }
  }
}

void WaitingExecutor::collect_due() {
  const std::int64_t now_ns = monotonic_now_ns();
  while (executors::Timer* const timer = timers_.take_due(now_ns)) {
    Entity* const entity = static_cast<EntityTimer*>(timer)->entity();
    entity->is_queued_ = true;
    ready_.push_back(entity);
  }
}

void WaitingExecutor::collect_ready() {
  for (Entity* entity : entities_) {
    // One that was added meanwhile is not in the set.
    if (!entity->is_in_set_ || !wait_set_.is_ready(entity)) continue;
    entity->is_in_set_ = false;
    entity->is_queued_ = true;
    ready_.push_back(entity);
  }
}

}  // namespace topology
