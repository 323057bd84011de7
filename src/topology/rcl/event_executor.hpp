// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__EVENT_EXECUTOR_HPP_
#define TOPOLOGY__RCL__EVENT_EXECUTOR_HPP_

#include <functional>
#include <map>
#include <memory>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

#include "executor.hpp"
#include "loop.hpp"
#include "loop_watch.hpp"

namespace topology {

/// Is told by the middleware what has come, and runs it in an event loop: no wait set is filled.
/// One thread.
class EventExecutor : public Executor {
 public:
  /// `on_failure` hears of an exception in a callback. One that `is_told` has the middleware's
  /// callbacks set; otherwise entities that the middleware knows of are somebody else's to wait
  /// for. Says on standard error when a callback has run for long while an answer has come that it
  /// may wait for.
  EventExecutor(std::string kind, const executors::QueueOptions& queue,
                std::function<void(const std::string&)> on_failure, bool is_told = true);
  ~EventExecutor() override;
  EventExecutor(const EventExecutor&) = delete;
  EventExecutor& operator=(const EventExecutor&) = delete;

  void start(const std::string& thread_name) override;
  void stop() override;
  void add(const std::vector<Entity*>& entities) override;
  void remove(const std::vector<Entity*>& entities) override;
  void queue(Entity* entity) override;
  void renew(EntityTimer* timer) override;
  std::uint64_t take_wake_ups() override { return loop_.take_wake_ups(); }
  std::string kind() const override { return kind_; }

 protected:
  executors::EventLoop* loop() { return &loop_; }

 private:
  /// An entity that is queued, or a part of one that the middleware tells of.
  class Part;
  struct Watched;
  struct Parts;

  std::unique_ptr<Parts> make_parts(Entity* entity);
  std::shared_ptr<executors::Awaited> awaited_of(const ServiceEnd& end);
  bool has_client(const std::string& service);

  const std::string kind_;
  const std::function<void(const std::string&)> on_failure_;
  const bool is_told_;
  executors::EventLoop loop_;
  std::shared_mutex mutex_;  ///< Many may queue at once, also while the ring is full.
  std::map<const Entity*, std::unique_ptr<Parts>> parts_;
  std::thread thread_;
  executors::LoopWatch watch_;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__EVENT_EXECUTOR_HPP_
