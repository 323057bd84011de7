// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "event_executor.hpp"

#include <exception>
#include <mutex>
#include <utility>

#include "clock.hpp"
#include "error.hpp"
#include "thread_name.hpp"

namespace topology {

class EventExecutor::Part : public executors::Source {
 public:
  Part(executors::EventLoop* loop, EventPart part) : loop_(loop), part_(std::move(part)) {}

  void Listen() { Check(part_.listen(OnNew, this), "events"); }
  void Ignore() {
    if (part_.listen(nullptr, nullptr) != RCL_RET_OK) rcl_reset_error();
  }

  void Run(std::uint32_t events) override {
    while (events-- > 0) part_.take();
  }

 private:
  static void OnNew(const void* user_data, std::size_t events) {
    auto* const part = static_cast<Part*>(const_cast<void*>(user_data));
    part->loop_->Post(part, static_cast<std::uint32_t>(events));
  }

  executors::EventLoop* const loop_;
  const EventPart part_;
};

struct EventExecutor::Parts {
  std::vector<std::unique_ptr<Part>> told;  ///< By the middleware.
  std::unique_ptr<Part> queued;
};

EventExecutor::EventExecutor(std::string kind, const executors::QueueOptions& queue,
                             std::function<void(const std::string&)> on_failure, bool is_told)
    : kind_(std::move(kind)), on_failure_(std::move(on_failure)), is_told_(is_told), loop_(queue) {}

EventExecutor::~EventExecutor() { Stop(); }

void EventExecutor::Start(std::size_t, const std::string& thread_name) {
  thread_ = std::thread([this, thread_name] {
    const composed_process::ThreadName name(thread_name);
    try {
      loop_.Spin();
    } catch (const std::exception& error) {
      on_failure_(error.what());
    }
  });
}

void EventExecutor::Stop() {
  loop_.Stop();
  if (thread_.joinable()) thread_.join();
}

void EventExecutor::Add(const std::vector<Entity*>& entities) {
  for (Entity* entity : entities) {
    if (EntityTimer* const timer = entity->timer()) {
      loop_.SetTimer(timer, NowNs() + timer->period_ns());
      continue;
    }
    auto parts = std::make_unique<Parts>();
    parts->queued = std::make_unique<Part>(&loop_, EventPart{nullptr, [entity] { entity->Run(); }});
    if (is_told_) {
      for (EventPart& part : entity->event_parts()) {
        parts->told.push_back(std::make_unique<Part>(&loop_, std::move(part)));
      }
    }
    const Parts& added = *parts;
    {
      const std::unique_lock<std::shared_mutex> lock(mutex_);
      parts_[entity] = std::move(parts);
    }
    for (const auto& part : added.told) part->Listen();
  }
}

void EventExecutor::Remove(const std::vector<Entity*>& entities) {
  std::vector<std::unique_ptr<Parts>> removed;
  std::vector<const executors::Source*> sources;
  std::vector<const executors::Timer*> timers;
  for (Entity* entity : entities) {
    if (EntityTimer* const timer = entity->timer()) timers.push_back(timer);
    const std::unique_lock<std::shared_mutex> lock(mutex_);
    const auto found = parts_.find(entity);
    if (found == parts_.end()) continue;
    removed.push_back(std::move(found->second));
    parts_.erase(found);
  }
  for (const auto& parts : removed) {
    for (const auto& part : parts->told) {
      part->Ignore();
      sources.push_back(part.get());
    }
    sources.push_back(parts->queued.get());
  }
  loop_.Remove(sources, timers);
}

void EventExecutor::Queue(Entity* entity) {
  const std::shared_lock<std::shared_mutex> lock(mutex_);
  const auto found = parts_.find(entity);
  if (found != parts_.end()) loop_.Post(found->second->queued.get());
}

}  // namespace topology
