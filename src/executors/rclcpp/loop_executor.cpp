// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "loop_executor.hpp"

#include <atomic>
#include <stdexcept>
#include <string>
#include <utility>

#include "after.hpp"
#include "monotonic_clock.hpp"
#include "rclcpp/node.hpp"
#include "rclcpp/utilities.hpp"

namespace executors {

namespace {

using std::chrono::nanoseconds;

/// Says that an executor spins, for as long as this lives.
class SpinningMark {
 public:
  SpinningMark(std::atomic_bool* spinning, const char* caller) : spinning_(spinning) {
    if (spinning_->exchange(true)) {
      throw std::runtime_error(std::string(caller) + "() called while already spinning");
    }
  }
  ~SpinningMark() { spinning_->store(false); }
  SpinningMark(const SpinningMark&) = delete;
  SpinningMark& operator=(const SpinningMark&) = delete;

 private:
  std::atomic_bool* const spinning_;
};

}  // namespace

/// Tells that nodes have changed, or that spinning is to end; no callback of a node.
class LoopExecutor::RefreshSource : public Source {
 public:
  explicit RefreshSource(LoopExecutor* executor) : executor_(executor) {}

  void run(std::uint32_t) override {
    executor_->loop_.found_nothing();
    executor_->attachments_.refresh();
    if (!executor_->is_to_spin()) executor_->loop_.stop();
  }

 private:
  LoopExecutor* const executor_;
};

LoopExecutor::LoopExecutor(const QueueOptions& queue, const rclcpp::ExecutorOptions& options)
    : LoopExecutor(queue, options, {}) {}

LoopExecutor::LoopExecutor(const QueueOptions& queue, const rclcpp::ExecutorOptions& options,
                           Listening listening)
    : rclcpp::Executor(options),
      loop_(queue),
      refresh_source_(std::make_unique<RefreshSource>(this)),
      attachments_(context_, &loop_, std::move(listening), refresh_source_.get()),
      changes_(std::make_shared<rclcpp::executors::ExecutorNotifyWaitable>()) {
  changes_->add_guard_condition(interrupt_guard_condition_);
  changes_->add_guard_condition(shutdown_guard_condition_);
  changes_->set_on_ready_callback([this](std::size_t, int) { loop_.post(refresh_source_.get()); });
}

LoopExecutor::~LoopExecutor() {
  spinning.store(false);
  changes_->clear_on_ready_callback();
  loop_.remove({refresh_source_.get()}, {});
}

bool LoopExecutor::is_to_spin() const { return rclcpp::ok(context_) && spinning.load(); }

void LoopExecutor::cancel() {
  spinning.store(false);
  loop_.stop();
}

void LoopExecutor::spin() {
  const SpinningMark mark(&spinning, "spin");
  loop_.restart();
  attachments_.refresh();
  // Cancelled before the loop could be told.
  if (is_to_spin()) loop_.spin();
}

void LoopExecutor::spin_some(nanoseconds max_duration) {
  spin_some(max_duration, false, "spin_some");
}

void LoopExecutor::spin_all(nanoseconds max_duration) {
  if (max_duration < nanoseconds(0)) {
    throw std::invalid_argument("max_duration must be greater than or equal to 0");
  }
  spin_some(max_duration, true, "spin_all");
}

void LoopExecutor::spin_some(nanoseconds max_duration, bool is_exhaustive, const char* caller) {
  const SpinningMark mark(&spinning, caller);
  loop_.restart();
  // What was added since is ready now, not at the next call.
  attachments_.refresh();
  const std::int64_t end_ns =
      max_duration == nanoseconds(0) ? kNever : time_after(monotonic_now_ns(), max_duration);
  while (is_to_spin()) {
    attachments_.look();
    if (loop_.spin_some(0, UINT64_MAX, end_ns) == 0 || !is_exhaustive ||
        monotonic_now_ns() >= end_ns)
      return;
  }
}

void LoopExecutor::spin_once_impl(nanoseconds timeout) {
  loop_.restart();
  if (!is_to_spin()) return;
  if (timeout != nanoseconds(0)) {
    const std::int64_t until_ns =
        timeout < nanoseconds(0) ? kNever : time_after(monotonic_now_ns(), timeout);
    if (loop_.spin_some(until_ns, 1) > 0 || !is_to_spin()) return;
  }
  // In a short time what the executor waits for itself may not have been looked at.
  attachments_.look();
  loop_.spin_some(0, 1);
}

void LoopExecutor::add_node(rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node, bool) {
  attachments_.add_node(node);
}

void LoopExecutor::add_node(std::shared_ptr<rclcpp::Node> node, bool notify) {
  add_node(node->get_node_base_interface(), notify);
}

void LoopExecutor::remove_node(rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node, bool) {
  attachments_.remove_node(node);
}

void LoopExecutor::remove_node(std::shared_ptr<rclcpp::Node> node, bool notify) {
  remove_node(node->get_node_base_interface(), notify);
}

void LoopExecutor::add_callback_group(rclcpp::CallbackGroup::SharedPtr group,
                                      rclcpp::node_interfaces::NodeBaseInterface::SharedPtr, bool) {
  attachments_.add_group(group);
}

void LoopExecutor::remove_callback_group(rclcpp::CallbackGroup::SharedPtr group, bool) {
  attachments_.remove_group(group);
}

CallbackGroups LoopExecutor::get_all_callback_groups() {
  return attachments_.groups().get_all_callback_groups();
}

CallbackGroups LoopExecutor::get_manually_added_callback_groups() {
  return attachments_.groups().get_manually_added_callback_groups();
}

CallbackGroups LoopExecutor::get_automatically_added_callback_groups_from_nodes() {
  return attachments_.groups().get_automatically_added_callback_groups();
}

}  // namespace executors
