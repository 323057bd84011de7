// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__RCLCPP__ATTACHMENTS_HPP_
#define EXECUTORS__RCLCPP__ATTACHMENTS_HPP_

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "attached.hpp"
#include "rclcpp/callback_group.hpp"
#include "rclcpp/executors/executor_entities_collector.hpp"
#include "rclcpp/guard_condition.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"

namespace executors {

using CallbackGroups = std::vector<rclcpp::CallbackGroup::WeakPtr>;

/// What an event loop is told of. Timers it is in any case.
struct Listening {
  /// Whether the middleware tells it of messages, requests and answers; an executor that waits for
  /// them itself says no.
  bool to_middleware = true;
  /// The same of one waitable.
  std::function<bool(const rclcpp::Waitable&)> to_waitable = [](const auto&) { return true; };
  /// There are other entities in these groups than before.
  std::function<void(const CallbackGroups&)> changed = [](const auto&) {};
  /// Returns whether the callback of something that the executor waits for itself, and that is not
  /// there any more, has ended, by a time of CLOCK_MONOTONIC.
  std::function<bool(std::int64_t until_ns)> await_end = [](std::int64_t) { return true; };
  /// Called by the thread that spins: what the executor waits for itself and is ready now is posted
  /// to the loop when this returns.
  std::function<void()> look = [] {};
};

/// The entities of an executor's nodes and groups of callbacks, attached to its event loop.
class Attachments {
 public:
  /// `on_change` is posted to the loop when something has changed; it calls refresh().
  Attachments(rclcpp::Context::SharedPtr context, EventLoop* loop, Listening listening,
              Source* on_change);
  /// Returns when nothing of them runs or will run.
  ~Attachments();
  Attachments(const Attachments&) = delete;
  Attachments& operator=(const Attachments&) = delete;

  using Node = rclcpp::node_interfaces::NodeBaseInterface::SharedPtr;
  /// Adds a node with what it has, or nothing of it.
  /// \throws what an entity throws that cannot be attached.
  void add_node(const Node& node);
  /// Returns when nothing of it runs or will run, other callbacks notwithstanding; called by a
  /// callback of its own, at once. The log tells of a callback of its own that it waits for for
  /// long. Attaches nothing, so that no other node's entity keeps this one from being removed.
  void remove_node(const Node& node);
  /// The same of groups.
  void add_group(const rclcpp::CallbackGroup::SharedPtr& group);
  void remove_group(const rclcpp::CallbackGroup::SharedPtr& group);

  /// Attaches what groups of callbacks have got, and detaches what they have lost. Only those that
  /// have changed are looked through: some nodes make a timer for every message that they receive.
  /// The log tells of an entity that cannot be attached, once: it does not run.
  void refresh();

  /// See Listening.
  void look() const { listening_.look(); }

  /// As they are now.
  rclcpp::executors::ExecutorEntitiesCollector& groups();

 private:
  using OfGroup = std::unordered_map<const void*, std::unique_ptr<Attached>>;
  /// What is to be detached.
  using Gone = std::vector<std::unique_ptr<Attached>>;
  using IsStrict = std::function<bool(const rclcpp::CallbackGroup::SharedPtr&)>;
  /// A group of callbacks whose entities are attached.
  struct Group {
    /// Something was added to it since it was looked through.
    std::shared_ptr<std::atomic<bool>> has_changed = std::make_shared<std::atomic<bool>>(true);
    rclcpp::GuardCondition::WeakPtr condition;  ///< Is triggered then.
    std::uint64_t refresh = 0;                  ///< The last one that found the group.
    OfGroup attachments;
  };

  /// Makes a change with the mutex held, and detaches what it puts into `gone`, also if it throws:
  /// when this returns or throws, none of that will begin to run.
  /// \returns what of the loop that was.
  EventLoop::Members change(const std::function<void(Gone* gone)>& make);
  /// Returns when none of what was removed runs.
  void await_end(const EventLoop::Members& removed);
  void take_out(const Node& node);
  /// Finds the groups that there are now, and puts into `gone` what was attached of others.
  CallbackGroups update_groups(Gone* gone);
  /// Attaches what is new in them, too, or throws where it cannot and the group is strict.
  void refresh_groups(Gone* gone, const IsStrict& is_strict);
  /// The same; if it throws, takes back what was to be added.
  void refresh_groups_or(Gone* gone, const IsStrict& is_strict,
                         const std::function<void()>& take_back);
  void refresh_group(const rclcpp::CallbackGroup& group, bool is_strict, OfGroup* attachments,
                     Gone* gone);
  void listen_to_changes(rclcpp::CallbackGroup* group, Group* listener);
  bool has_client(const std::string& service);

  const Listening listening_;
  Source* const on_change_;
  std::unique_ptr<rclcpp::executors::ExecutorEntitiesCollector> groups_;
  std::mutex mutex_;  ///< Of what follows.
  std::uint64_t refreshes_ = 0;
  std::map<rclcpp::node_interfaces::NodeBaseInterface::WeakPtr, rclcpp::GuardCondition::WeakPtr,
           std::owner_less<rclcpp::node_interfaces::NodeBaseInterface::WeakPtr>>
      nodes_;
  std::map<rclcpp::CallbackGroup::WeakPtr, Group, std::owner_less<rclcpp::CallbackGroup::WeakPtr>>
      attachments_;
  LoopWatch watch_;
  const LoopOfExecutor loop_;
};

}  // namespace executors

#endif  // EXECUTORS__RCLCPP__ATTACHMENTS_HPP_
