// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__RCLCPP__LOOP_EXECUTOR_HPP_
#define EXECUTORS__RCLCPP__LOOP_EXECUTOR_HPP_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "loop.hpp"
#include "loop_watch.hpp"
#include "rclcpp/executor.hpp"
#include "rclcpp/executors/executor_entities_collection.hpp"
#include "rclcpp/executors/executor_entities_collector.hpp"
#include "rclcpp/executors/executor_notify_waitable.hpp"

namespace executors {

/// An executor of rclcpp with one thread that fills no wait set: the middleware tells it of what
/// has come, and an event loop runs it and the timers.
///
/// Where rclcpp::experimental::executors::EventsExecutor has a thread that waits for timers and
/// hands them over, the loop waits itself, and an entity is queued once for all that it has
/// waiting. Timers of simulated time fire with it, whatever its pace.
class LoopExecutor : public rclcpp::Executor {
 public:
  /// \throws std::invalid_argument for a capacity that is no power of two.
  explicit LoopExecutor(const QueueOptions& queue = {},
                        const rclcpp::ExecutorOptions& options = rclcpp::ExecutorOptions());
  ~LoopExecutor() override;

  void spin() override;
  void spin_some(std::chrono::nanoseconds max_duration = std::chrono::nanoseconds(0)) override;
  void spin_all(std::chrono::nanoseconds max_duration) override;
  void cancel() override;

  void add_node(rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node,
                bool notify = true) override;
  void add_node(std::shared_ptr<rclcpp::Node> node, bool notify = true) override;
  void remove_node(rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node,
                   bool notify = true) override;
  void remove_node(std::shared_ptr<rclcpp::Node> node, bool notify = true) override;
  void add_callback_group(rclcpp::CallbackGroup::SharedPtr group,
                          rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node,
                          bool notify = true) override;
  void remove_callback_group(rclcpp::CallbackGroup::SharedPtr group, bool notify = true) override;
  std::vector<rclcpp::CallbackGroup::WeakPtr> get_all_callback_groups() override;
  std::vector<rclcpp::CallbackGroup::WeakPtr> get_manually_added_callback_groups() override;
  std::vector<rclcpp::CallbackGroup::WeakPtr> get_automatically_added_callback_groups_from_nodes()
      override;

 protected:
  void spin_once_impl(std::chrono::nanoseconds timeout) override;

  /// Whether the middleware tells the loop of messages, requests and answers; a subclass that waits
  /// for them itself says no. Timers are the loop's in any case.
  virtual bool ListensToMiddleware() const { return true; }
  /// The same of one waitable.
  virtual bool ListensTo(const rclcpp::Waitable&) const { return true; }
  /// There are other entities in these groups than before.
  /// \returns whether something that the subclass waits for itself is not there any more.
  virtual bool EntitiesChanged(const std::vector<rclcpp::CallbackGroup::WeakPtr>&) { return false; }
  EventLoop* loop() { return &loop_; }

 private:
  /// An entity as the loop knows it, for as long as this lives.
  class Attached;
  template <typename Entity>
  class AttachedEntity;
  class AttachedTimer;
  class AttachedWaitable;
  class RefreshSource;
  using Attachments = std::unordered_map<const void*, std::unique_ptr<Attached>>;
  using Gone = std::vector<std::unique_ptr<Attached>>;
  /// A group of callbacks whose entities are attached.
  struct Group {
    /// Something was added to it since it was looked through.
    std::shared_ptr<std::atomic<bool>> has_changed = std::make_shared<std::atomic<bool>>(true);
    rclcpp::GuardCondition::WeakPtr condition;  ///< Is triggered then.
    std::uint64_t refresh = 0;                  ///< The last one that found the group.
    Attachments attachments;
  };

  /// Attaches what groups of callbacks have got, and detaches what they have lost. Only those that
  /// have changed are looked through: some nodes make a timer for every message that they receive.
  void Refresh();
  void AttachGroup(const rclcpp::CallbackGroup& group, Attachments* attachments, Gone* gone);
  template <typename Kind, typename Entity>
  void Attach(const std::shared_ptr<Entity>& entity, Attachments* attachments, Gone* gone);
  /// Lets the group tell that it has changed.
  void HearOf(rclcpp::CallbackGroup* group, Group* listener);
  /// Returns when none of them runs or will run.
  void Forget(const Gone& gone);
  void SpinSome(std::chrono::nanoseconds max_duration, bool is_exhaustive, const char* caller);
  bool IsToSpin() const;
  /// A callback has run for long while something of this waits for it to end. Returns whether it
  /// was worth a warning: an answer is, a request if the client is here too.
  bool WarnOfWait(const rclcpp::ClientBase& client);
  bool WarnOfWait(rclcpp::ServiceBase& service);

  EventLoop loop_;
  std::unique_ptr<RefreshSource> refresh_source_;
  std::shared_ptr<rclcpp::executors::ExecutorNotifyWaitable> changes_;
  std::unique_ptr<rclcpp::executors::ExecutorEntitiesCollector> groups_;
  std::mutex attachments_mutex_;
  std::uint64_t refreshes_ = 0;
  std::map<rclcpp::node_interfaces::NodeBaseInterface::WeakPtr, rclcpp::GuardCondition::WeakPtr,
           std::owner_less<rclcpp::node_interfaces::NodeBaseInterface::WeakPtr>>
      nodes_;
  std::map<rclcpp::CallbackGroup::WeakPtr, Group, std::owner_less<rclcpp::CallbackGroup::WeakPtr>>
      attachments_;
  LoopWatch watch_;
};

}  // namespace executors

#endif  // EXECUTORS__RCLCPP__LOOP_EXECUTOR_HPP_
