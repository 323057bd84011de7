// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__RCLCPP__WAIT_SET_THREAD_HPP_
#define EXECUTORS__RCLCPP__WAIT_SET_THREAD_HPP_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "handover.hpp"
#include "loop.hpp"
#include "rclcpp/context.hpp"
#include "rclcpp/executors/executor_entities_collection.hpp"
#include "rclcpp/guard_condition.hpp"
#include "rclcpp/wait_set.hpp"

namespace executors {

/// Waits in a thread of its own for entities of rclcpp and lets an event loop run what is ready; it
/// waits again when the loop has taken all of it.
class WaitSetThread {
 public:
  using Entities = rclcpp::executors::ExecutorEntitiesCollection;

  /// One entity that is ready; the others are null.
  struct Ready {
    rclcpp::SubscriptionBase::SharedPtr subscription;
    rclcpp::ServiceBase::SharedPtr service;
    rclcpp::ClientBase::SharedPtr client;
    rclcpp::Waitable::SharedPtr waitable;

    bool is_any() const { return subscription || service || client || waitable; }
  };

  /// `run` is called in the loop's thread. What waiting throws comes out there too.
  WaitSetThread(EventLoop* loop, rclcpp::Context::SharedPtr context,
                std::function<void(const Ready&)> run);
  ~WaitSetThread();
  WaitSetThread(const WaitSetThread&) = delete;
  WaitSetThread& operator=(const WaitSetThread&) = delete;

  /// Waits for as long as this lives, and holds none of the entities otherwise.
  class Waiting {
   public:
    explicit Waiting(WaitSetThread* thread) : thread_(thread) { thread_->start(); }
    ~Waiting() { thread_->pause(); }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

   private:
    WaitSetThread* const thread_;
  };

  /// Waits for these alone from now on, and for no timers: others are not looked at any more, nor
  /// run but for a callback that the loop is in. A wait for the same ones goes on. May be called by
  /// the loop's thread.
  void watch(Entities entities);
  /// Returns whether the callback of one that is not watched any more has ended, by a time of
  /// CLOCK_MONOTONIC. Called by the loop's thread, which cannot wait for itself, true.
  bool await_end(std::int64_t until_ns);

  /// Called by the loop's thread: returns when what is ready now has been handed to the loop.
  void look();

 private:
  /// Something that was found ready. The loop may run it much later: only its owner keeps it alive.
  struct Found {
    std::weak_ptr<rclcpp::SubscriptionBase> subscription;
    std::weak_ptr<rclcpp::ServiceBase> service;
    std::weak_ptr<rclcpp::ClientBase> client;
    std::weak_ptr<rclcpp::Waitable> waitable;

    /// Returns nothing but null pointers when it is gone.
    Ready lock() const;
    bool is_same_as(const Found& other) const;
  };

  static Found found_of(const Ready& ready);
  void start();
  /// Returns when the thread holds no entity.
  void pause();
  void work();
  void release_entities();
  /// Returns false when no more is to be handed over.
  bool hand_over();
  /// Returns whether something is ready.
  bool wait();
  /// What it throws is something to hand over, and no end: the executor may be spun again.
  bool wait_or_fail();
  void fill(const Entities& entities);
  bool is_watched(const Ready& ready) const;
  void add_ready(const Ready& ready);
  /// In the loop's thread: runs so many at most. Returns whether none is left.
  bool run_ready(std::uint32_t limit);

  EventLoop* const loop_;
  const rclcpp::Context::SharedPtr context_;
  const std::function<void(const Ready&)> run_;
  const std::shared_ptr<rclcpp::GuardCondition> interrupt_;
  Handover handover_;
  std::optional<rclcpp::WaitSet> wait_set_;  ///< Of the thread.

  std::mutex mutex_;
  std::condition_variable changed_;
  Entities watched_;
  bool watched_changed_ = true;
  std::deque<Found> ready_;
  std::optional<Found> running_;
  std::exception_ptr failure_;
  int spinning_threads_ = 0;     ///< Of the executor, those included that are being refused.
  bool holds_entities_ = false;  ///< From the beginning of a wait until all it found is released.
  bool is_offered_ = false;      ///< The loop has not run all that is ready.
  bool has_ended_ = false;
  std::uint64_t waits_ = 0;       ///< That have begun.
  std::uint64_t waits_over_ = 0;  ///< The last one of which all is known, and offered.
  std::atomic<bool> is_stopped_{false};
  std::thread thread_;
};

}  // namespace executors

#endif  // EXECUTORS__RCLCPP__WAIT_SET_THREAD_HPP_
