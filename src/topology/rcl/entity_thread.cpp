// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "entity_thread.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <utility>

#include "clock.hpp"
#include "entity_wait_set.hpp"
#include "thread_name.hpp"

namespace topology {

namespace {

/// Waits with a wait set that has a guard condition and nothing else, as rclcpp's executors are
/// told of messages inside the process.
class GuardedThread : public EntityThread {
 public:
  GuardedThread(Entity* entity, Context* context) : EntityThread(entity), wait_set_(context) {}

  void notify() override { wait_set_.interrupt(); }

 private:
  void wait() override {
    wait_set_.clear();
    EntityWaitSet::check_wait(wait_set_.wait(EntityWaitSet::kForEver));
  }
  void interrupt() override { wait_set_.interrupt(); }

  EntityWaitSet wait_set_;
};

/// Waits with a condition variable until it is notified.
class ConditionThread : public EntityThread {
 public:
  using EntityThread::EntityThread;

  void notify() override {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      is_notified_ = true;
    }
    changed_.notify_one();
  }

 private:
  void wait() override {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return is_notified_; });
    is_notified_ = false;
  }
  void interrupt() override { notify(); }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_notified_ = false;
};

/// Waits with a condition variable until its timer is due.
class TimerThread : public EntityThread {
 public:
  explicit TimerThread(Entity* entity) : EntityThread(entity) {
    entity->timer()->next_ns = monotonic_now_ns() + entity->timer()->period_ns();
  }

  /// A timer comes by itself.
  void notify() override {}
  void renew() override {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      entity()->timer()->next_ns = monotonic_now_ns() + entity()->timer()->period_ns();
    }
    changed_.notify_one();
  }

 private:
  void wait() override {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!is_stopped() && entity()->timer()->next_ns > monotonic_now_ns()) {
      const std::chrono::steady_clock::time_point due{
          std::chrono::nanoseconds(entity()->timer()->next_ns)};
      changed_.wait_until(lock, due);
    }
  }
  void interrupt() override {
    {
      // Whoever waits has looked before or looks after this.
      const std::lock_guard<std::mutex> lock(mutex_);
    }
    changed_.notify_one();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
};

}  // namespace

void EntityThread::start(const std::string& thread_name,
                         std::function<void(const std::string&)> on_failure) {
  thread_ = std::thread([this, thread_name, on_failure = std::move(on_failure)] {
    const composed_process::ThreadName name(thread_name);
    try {
      work();
    } catch (const std::exception& error) {
      on_failure(error.what());
    }
  });
}

void EntityThread::stop() {
  is_stopped_.store(true, std::memory_order_release);
  interrupt();
  if (thread_.joinable()) thread_.join();
}

void EntityThread::work() {
  while (true) {
    wait();
    wake_ups_.fetch_add(1, std::memory_order_relaxed);
    if (is_stopped()) return;
    const std::lock_guard<FairMutex> alone(entity_->group()->running);
    entity_->run();
  }
}

std::unique_ptr<EntityThread> make_queued_thread(Entity* entity, Waiting waiting,
                                                 Context* context) {
  if (waiting == Waiting::kGuardCondition) return std::make_unique<GuardedThread>(entity, context);
  return std::make_unique<ConditionThread>(entity);
}

std::unique_ptr<EntityThread> make_timer_thread(Entity* entity) {
  return std::make_unique<TimerThread>(entity);
}

}  // namespace topology
