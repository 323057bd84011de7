// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__RCLCPP__ATTACHED_HPP_
#define EXECUTORS__RCLCPP__ATTACHED_HPP_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "loop.hpp"
#include "loop_watch.hpp"
#include "rcl/service.h"
#include "rclcpp/client.hpp"
#include "rclcpp/context.hpp"
#include "rclcpp/executor.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription_base.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/waitable.hpp"

namespace executors {

/// Whether an entity is attached to a loop. Held by who tells of it and who runs it, for both may
/// go on when its Attached has gone: a callback may detach its own entity, and one that another
/// thread is destroying still tells and cannot be made to stop.
class Attachment {
 public:
  bool holds() const { return holds_.load(std::memory_order_acquire); }

  /// Calls `tell`, which may use the Attached, unless it has ended. Nobody ends it meanwhile.
  template <typename Tell>
  void tell(Tell&& tell) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (holds()) tell();
  }

  /// Returns when nobody tells or will tell. An entity tells with a lock of its own, which who
  /// calls this must not hold.
  void end() {
    const std::lock_guard<std::mutex> lock(mutex_);
    holds_.store(false, std::memory_order_release);
  }

 private:
  std::mutex mutex_;
  std::atomic<bool> holds_{true};
};

/// An entity of rclcpp as an event loop knows it, for as long as this lives.
class Attached {
 public:
  explicit Attached(std::weak_ptr<void> entity) : entity_(std::move(entity)) {}
  virtual ~Attached() = default;
  Attached(const Attached&) = delete;
  Attached& operator=(const Attached&) = delete;

  bool is_of(const std::shared_ptr<void>& entity) const {
    return !entity_.owner_before(entity) && !entity.owner_before(entity_);
  }

  /// Nothing is told to the loop any more, and of what it has been told nothing new begins. An
  /// entity that refuses to forget its callback keeps one that does nothing, of which the log tells
  /// once.
  void detach() noexcept;
  virtual void add_to(EventLoop::Members* members) = 0;

  std::uint64_t refresh = 0;  ///< The last one of its group that found the entity.

 protected:
  virtual void ignore() = 0;
  const std::shared_ptr<Attachment>& attachment() const { return attachment_; }

  /// Runs so many events of a source in its loop, for as long as it is attached: one of them may
  /// destroy the source. Those behind one that throws or stops the loop are posted again, for the
  /// next spin. `run_one` returns whether there was something to run.
  template <typename RunOne>
  static void run_events(EventLoop* loop, Source* source, const Attachment& attachment,
                         std::uint32_t events, RunOne&& run_one) {
    const auto post_others = [&] {
      if (events > 0 && attachment.holds()) loop->post(source, events);
    };
    try {
      for (bool is_first = true; events > 0 && attachment.holds(); is_first = false) {
        if (!is_first && loop->is_stopped()) break;
        --events;
        if (!is_first) loop->begin_event();
        if (!run_one()) loop->found_nothing();
      }
    } catch (...) {
      post_others();
      throw;
    }
    post_others();
  }

 private:
  const std::shared_ptr<Attachment> attachment_ = std::make_shared<Attachment>();
  const std::weak_ptr<void> entity_;
};

/// Gives a service a callback that does nothing. Null would be called by rmw_fastrtps for a request
/// that is on its way meanwhile.
void silence(const rcl_service_t* service);

/// What entities are attached to.
struct LoopOfExecutor {
  rclcpp::Context::SharedPtr context;
  EventLoop* loop;
  LoopWatch* watch;
  /// Whether a client of the service has callbacks in the same loop.
  std::function<bool(const std::string& service)> has_client;
};

/// For functions of executors that are protected.
struct OpenExecutor : rclcpp::Executor {
  using Executor::execute_subscription;
  using Executor::execute_timer;
};

std::unique_ptr<Attached> attach(const LoopOfExecutor& loop,
                                 const rclcpp::SubscriptionBase::SharedPtr& entity);
std::unique_ptr<Attached> attach(const LoopOfExecutor& loop,
                                 const rclcpp::ServiceBase::SharedPtr& entity);
std::unique_ptr<Attached> attach(const LoopOfExecutor& loop,
                                 const rclcpp::ClientBase::SharedPtr& entity);
std::unique_ptr<Attached> attach(const LoopOfExecutor& loop,
                                 const rclcpp::TimerBase::SharedPtr& entity);
std::unique_ptr<Attached> attach(const LoopOfExecutor& loop,
                                 const rclcpp::Waitable::SharedPtr& entity);

/// Of entities that something else runs: the loop's watch alone hears of them.
std::unique_ptr<Attached> watch(const LoopOfExecutor& loop,
                                const rclcpp::ServiceBase::SharedPtr& entity);
std::unique_ptr<Attached> watch(const LoopOfExecutor& loop,
                                const rclcpp::ClientBase::SharedPtr& entity);

}  // namespace executors

#endif  // EXECUTORS__RCLCPP__ATTACHED_HPP_
