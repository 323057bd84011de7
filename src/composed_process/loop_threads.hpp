// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef COMPOSED_PROCESS__LOOP_THREADS_HPP_
#define COMPOSED_PROCESS__LOOP_THREADS_HPP_

#include <deque>
#include <functional>
#include <string>

#include "executor_kind.hpp"
#include "executor_thread.hpp"
#include "placement.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"

namespace composed_process {

/// The executors of a placement, each in its thread loop_0, loop_1 and so on; their order is the
/// placement's.
class LoopThreads {
 public:
  /// `failed` is called with what a callback threw and its loop.
  /// \throws std::system_error if a thread may not run on its core.
  LoopThreads(Placement placement, ExecutorKind kind,
              const std::function<void(const std::string&)>& failed);

  bool empty() const { return threads_.empty(); }

  /// The executor of the node of this full name; null if the placement does not name it.
  rclcpp::Executor* executor_of(const std::string& full_name);

  /// Takes a node out of its loop, which is not to be called by that loop's thread. Returns when no
  /// callback of the node runs or will run. Not for an EventsCBGExecutor, which never sleeps again
  /// once it was stopped.
  void remove(const rclcpp::node_interfaces::NodeBaseInterface::SharedPtr& node);

  /// Lets the callbacks that are running finish and then ends the threads; does not wait for them.
  void cancel();

  /// Waits for the threads; `waiting` is told for which loop.
  void join(const std::function<void(const std::string&)>& waiting);

  /// Destroys the executors, before the nodes that they have callbacks in.
  void clear() { threads_.clear(); }

 private:
  const Placement placement_;
  const ExecutorKind kind_;
  std::deque<ExecutorThread> threads_;
};

}  // namespace composed_process

#endif  // COMPOSED_PROCESS__LOOP_THREADS_HPP_
