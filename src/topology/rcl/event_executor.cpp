// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "event_executor.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <mutex>
#include <utility>

#include "cache_line.hpp"
#include "clock.hpp"
#include "error.hpp"
#include "thread_name.hpp"

namespace topology {

/// A part whose events a callback may wait for.
struct EventExecutor::Watched {
  executors::LoopWatch* watch;
  std::shared_ptr<executors::Awaited> awaited;
};

/// What every event reads comes first, in one cache line: a process has hundreds of these, and its
/// events come to each of them in turn.
class alignas(executors::kCacheLine) EventExecutor::Part : public executors::Source {
 public:
  /// `loop` is nullptr where somebody else runs the part, and `watched` where nobody waits for it.
  Part(executors::EventLoop* loop, EventPart part, std::unique_ptr<Watched> watched = nullptr)
      : loop_(loop),
        watched_(std::move(watched)),
        take_(std::move(part.take)),
        listen_(std::move(part.listen)),
        most_waiting_(part.most_waiting) {}

  void listen() { check(listen_(on_new, this), "events"); }
  void ignore() {
    if (listen_(nullptr, nullptr) != RCL_RET_OK) rcl_reset_error();
  }

  void run(std::uint32_t events) override {
    for (bool is_first = true; events > 0; --events, is_first = false) {
      if (!is_first && loop_ != nullptr) {
        if (loop_->is_stopped()) return;
        loop_->begin_event();
      }
      take_();
    }
  }

 private:
  std::uint32_t most_waiting() const override { return most_waiting_; }
  static void on_new(const void* user_data, std::size_t events) {
    auto* const part = static_cast<Part*>(const_cast<void*>(user_data));
    if (part->loop_ != nullptr) part->loop_->post(part, static_cast<std::uint32_t>(events));
    if (part->watched_ != nullptr) part->watched_->watch->look(part->watched_->awaited);
  }

  executors::EventLoop* const loop_;
  const std::unique_ptr<Watched> watched_;
  const std::function<void()> take_;
  const decltype(EventPart::listen) listen_;
  const std::uint32_t most_waiting_;
};

struct EventExecutor::Parts {
  std::vector<std::unique_ptr<Part>> told;  ///< By the middleware.
  std::unique_ptr<Part> queued;
  ServiceEnd end;
};

EventExecutor::EventExecutor(std::string kind, const executors::QueueOptions& queue,
                             std::function<void(const std::string&)> on_failure, bool is_told)
    : kind_(std::move(kind)),
      on_failure_(std::move(on_failure)),
      is_told_(is_told),
      loop_(queue),
      watch_(&loop_) {}

EventExecutor::~EventExecutor() { stop(); }

void EventExecutor::start(const std::string& thread_name) {
  thread_ = std::thread([this, thread_name] {
    const composed_process::ThreadName name(thread_name);
    try {
      loop_.spin();
    } catch (const std::exception& error) {
      on_failure_(error.what());
    }
  });
}

void EventExecutor::stop() {
  loop_.stop();
  if (thread_.joinable()) thread_.join();
}

std::unique_ptr<EventExecutor::Parts> EventExecutor::make_parts(Entity* entity) {
  auto parts = std::make_unique<Parts>();
  parts->queued = std::make_unique<Part>(&loop_, EventPart{nullptr, [entity] { entity->run(); }});
  parts->end = entity->service_end();
  const auto awaited = awaited_of(parts->end);
  if (!is_told_ && awaited == nullptr) return parts;
  for (EventPart& part : entity->event_parts()) {
    std::unique_ptr<Watched> watched;
    if (awaited != nullptr) watched = std::make_unique<Watched>(Watched{&watch_, awaited});
    parts->told.push_back(
        std::make_unique<Part>(is_told_ ? &loop_ : nullptr, std::move(part), std::move(watched)));
  }
  return parts;
}

std::shared_ptr<executors::Awaited> EventExecutor::awaited_of(const ServiceEnd& end) {
  if (end.kind == ServiceEnd::Kind::kNone) return nullptr;
  return std::make_shared<executors::Awaited>([this, end] {
    const bool is_answer = end.kind == ServiceEnd::Kind::kClient;
    // A request is waited for by who waits for its answer.
    if (!is_answer && !has_client(end.service)) return false;
    const std::string warning =
        executors::wait_warning(is_answer ? "the answer" : "a request", end.service);
    std::fprintf(stderr, "warning: %s\n", warning.c_str());
    return true;
  });
}

bool EventExecutor::has_client(const std::string& service) {
  const std::shared_lock<std::shared_mutex> lock(mutex_);
  return std::any_of(parts_.begin(), parts_.end(), [&](const auto& entry) {
    const ServiceEnd& end = entry.second->end;
    return end.kind == ServiceEnd::Kind::kClient && end.service == service;
  });
}

void EventExecutor::add(const std::vector<Entity*>& entities) {
  for (Entity* entity : entities) {
    if (EntityTimer* const timer = entity->timer()) {
      loop_.set_timer(timer, monotonic_now_ns() + timer->period_ns());
      continue;
    }
    std::unique_ptr<Parts> parts = make_parts(entity);
    const Parts& added = *parts;
    {
      const std::unique_lock<std::shared_mutex> lock(mutex_);
      parts_[entity] = std::move(parts);
    }
    for (const auto& part : added.told) part->listen();
  }
}

void EventExecutor::remove(const std::vector<Entity*>& entities) {
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
      part->ignore();
      sources.push_back(part.get());
    }
    sources.push_back(parts->queued.get());
  }
  loop_.remove(sources, timers);
}

void EventExecutor::renew(EntityTimer* timer) {
  loop_.set_timer(timer, monotonic_now_ns() + timer->period_ns());
}

void EventExecutor::queue(Entity* entity) {
  const std::shared_lock<std::shared_mutex> lock(mutex_);
  const auto found = parts_.find(entity);
  if (found != parts_.end()) loop_.post(found->second->queued.get());
}

}  // namespace topology
