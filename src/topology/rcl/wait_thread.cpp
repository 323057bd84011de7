// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "wait_thread.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "thread_name.hpp"

namespace topology {

WaitThread::WaitThread(Context* context, executors::EventLoop* loop,
                       std::function<void(const std::string&)> on_failure)
    : on_failure_(std::move(on_failure)),
      wait_set_(context),
      handover_(loop, [this](std::uint32_t) {
        run_ready();
        return true;
      }) {}

WaitThread::~WaitThread() { stop(); }

void WaitThread::start(const std::string& thread_name) {
  thread_ = std::thread([this, thread_name] {
    const composed_process::ThreadName name(thread_name);
    try {
      work();
    } catch (const std::exception& error) {
      on_failure_(error.what());
    }
  });
}

void WaitThread::stop() {
  is_stopped_ = true;
  handover_.close();
  wait_set_.interrupt();
  if (thread_.joinable()) thread_.join();
}

void WaitThread::add(const std::vector<Entity*>& entities) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    entities_.insert(entities_.end(), entities.begin(), entities.end());
    entities_changed_ = true;
  }
  wait_set_.interrupt();
}

void WaitThread::remove(const std::vector<Entity*>& entities) {
  const auto is_removed = [&](const Entity* entity) {
    return std::find(entities.begin(), entities.end(), entity) != entities.end();
  };
  std::unique_lock<std::mutex> lock(mutex_);
  entities_.erase(std::remove_if(entities_.begin(), entities_.end(), is_removed), entities_.end());
  in_set_.erase(std::remove_if(in_set_.begin(), in_set_.end(), is_removed), in_set_.end());
  ready_.erase(std::remove_if(ready_.begin(), ready_.end(), is_removed), ready_.end());
  entities_changed_ = true;
  if (!is_waiting_) return;
  // A wait that has begun still looks at them.
  const std::uint64_t wait = waits_;
  wait_set_.interrupt();
  changed_.wait(lock, [&] { return !is_waiting_ || waits_ != wait; });
}

void WaitThread::work() {
  while (!is_stopped_) {
    if (wait() && !handover_.give()) return;
  }
}

bool WaitThread::wait() {
  std::unique_lock<std::mutex> lock(mutex_);
  if (entities_changed_) {
    wait_set_.resize(entities_);
    in_set_ = entities_;
    entities_changed_ = false;
  }
  ++waits_;
  wait_set_.clear();
  for (Entity* entity : in_set_) wait_set_.add(entity);
  is_waiting_ = true;
  lock.unlock();
  const rcl_ret_t status = wait_set_.wait(EntityWaitSet::kForEver);
  wake_ups_.fetch_add(1, std::memory_order_relaxed);
  lock.lock();
  is_waiting_ = false;
  changed_.notify_all();
  EntityWaitSet::check_wait(status);
  // What a callback that threw has left is ready still.
  ready_.clear();
  for (Entity* entity : in_set_) {
    if (wait_set_.is_ready(entity)) ready_.push_back(entity);
  }
  return !ready_.empty();
}

void WaitThread::run_ready() {
  while (true) {
    Entity* entity = nullptr;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (ready_.empty()) return;
      entity = ready_.front();
      ready_.pop_front();
    }
    entity->run();
  }
}

}  // namespace topology
