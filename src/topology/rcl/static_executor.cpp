// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "static_executor.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "clock.hpp"
#include "thread_name.hpp"

namespace topology {

StaticExecutor::StaticExecutor(Context* context, std::function<void(const std::string&)> on_failure)
    : on_failure_(std::move(on_failure)), wait_set_(context) {}

StaticExecutor::~StaticExecutor() { Stop(); }

void StaticExecutor::Start(std::size_t, const std::string& thread_name) {
  thread_ = std::thread([this, thread_name] {
    const composed_process::ThreadName name(thread_name);
    own_.store(std::this_thread::get_id());
    try {
      Work();
    } catch (const std::exception& error) {
      on_failure_(error.what());
    }
  });
}

void StaticExecutor::Stop() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_stopped_ = true;
  }
  wait_set_.Interrupt();
  if (thread_.joinable()) thread_.join();
}

bool StaticExecutor::IsOwnThread() const { return own_.load() == std::this_thread::get_id(); }

void StaticExecutor::Add(const std::vector<Entity*>& entities) {
  {
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
  }
  wait_set_.Interrupt();
}

void StaticExecutor::Remove(const std::vector<Entity*>& entities) {
  std::unique_lock<std::mutex> lock(mutex_);
  if (IsOwnThread()) return Forget(entities);
  changed_.wait(lock, [this] { return !is_running_; });
  Forget(entities);
  if (!is_waiting_) return;
  // A wait that has begun still looks at them.
  const std::uint64_t wait = waits_;
  wait_set_.Interrupt();
  changed_.wait(lock, [&] { return !is_waiting_ || waits_ != wait; });
}

void StaticExecutor::Forget(const std::vector<Entity*>& entities) {
  const auto is_removed = [&](const Entity* entity) {
    return std::find(entities.begin(), entities.end(), entity) != entities.end();
  };
  for (Entity* entity : entities) {
    // Messages by pointer still come to it from other nodes, until it is destroyed.
    entity->is_removed_ = true;
    if (entity->timer() != nullptr) timers_.Remove(entity->timer());
  }
  entities_.erase(std::remove_if(entities_.begin(), entities_.end(), is_removed), entities_.end());
  queued_.erase(std::remove_if(queued_.begin(), queued_.end(), is_removed), queued_.end());
  // The places stay, for the turn may be under way.
  std::replace_if(turn_.begin(), turn_.end(), is_removed, nullptr);
  entities_changed_ = true;
}

void StaticExecutor::Queue(Entity* entity) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (entity->is_queued_ || entity->is_removed_) return;
  entity->is_queued_ = true;
  queued_.push_back(entity);
  if (is_waiting_) wait_set_.Interrupt();
}

void StaticExecutor::Work() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!is_stopped_) {
    Wait(&lock);
    RunTurn(&lock);
  }
}

std::int64_t StaticExecutor::Timeout() const {
  if (!queued_.empty()) return 0;
  if (timers_.IsEmpty()) return EntityWaitSet::kForEver;
  return std::max<std::int64_t>(0, timers_.NextNs() - NowNs());
}

void StaticExecutor::Wait(std::unique_lock<std::mutex>* lock) {
  if (entities_changed_) wait_set_.Resize(entities_);
  entities_changed_ = false;
  ++waits_;
  wait_set_.Clear();
  for (Entity* entity : entities_) {
    entity->is_in_set_ = true;
    wait_set_.Add(entity);
  }
  const std::int64_t timeout_ns = Timeout();
  is_waiting_ = true;
  lock->unlock();
  const bool is_news = wait_set_.Wait(timeout_ns);
  wake_ups_.fetch_add(1, std::memory_order_relaxed);
  lock->lock();
  is_waiting_ = false;
  changed_.notify_all();
  Collect(is_news);
}

void StaticExecutor::Collect(bool is_news) {
  turn_.clear();
  const std::int64_t now_ns = NowNs();
  while (executors::Timer* const timer = timers_.TakeDue(now_ns)) {
    turn_.push_back(static_cast<EntityTimer*>(timer)->entity());
  }
  for (Entity* entity : queued_) {
    entity->is_queued_ = false;
    turn_.push_back(entity);
  }
  queued_.clear();
  if (!is_news) return;
  for (Entity* entity : entities_) {
    // One that was added meanwhile is not in the set.
    if (entity->is_in_set_ && wait_set_.IsReady(entity)) turn_.push_back(entity);
  }
}

void StaticExecutor::RunTurn(std::unique_lock<std::mutex>* lock) {
  const auto end = [&] {
    lock->lock();
    is_running_ = false;
    for (Entity* entity : turn_) {
      if (entity != nullptr && entity->timer() != nullptr) timers_.Add(entity->timer());
    }
    turn_.clear();
    changed_.notify_all();
  };
  is_running_ = true;
  lock->unlock();
  try {
    // Callbacks may take others out of it.
    for (std::size_t at = 0; at < turn_.size(); ++at) {
      if (turn_[at] != nullptr) turn_[at]->Run();
    }
  } catch (...) {
    end();
    throw;
  }
  end();
}

}  // namespace topology
