// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__RCLCPP__LOOP_EXECUTOR_HPP_
#define EXECUTORS__RCLCPP__LOOP_EXECUTOR_HPP_

#include <chrono>
#include <memory>
#include <vector>

#include "attachments.hpp"
#include "loop.hpp"
#include "rclcpp/executor.hpp"
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
  /// \throws std::invalid_argument for a capacity that is no power of two.
  LoopExecutor(const QueueOptions& queue, const rclcpp::ExecutorOptions& options,
               Listening listening);

  void spin_once_impl(std::chrono::nanoseconds timeout) override;
  EventLoop* loop() { return &loop_; }

 private:
  class RefreshSource;

  void spin_some(std::chrono::nanoseconds max_duration, bool is_exhaustive, const char* caller);
  bool is_to_spin() const;

  EventLoop loop_;
  std::unique_ptr<RefreshSource> refresh_source_;
  Attachments attachments_;
  std::shared_ptr<rclcpp::executors::ExecutorNotifyWaitable> changes_;
};

}  // namespace executors

#endif  // EXECUTORS__RCLCPP__LOOP_EXECUTOR_HPP_
