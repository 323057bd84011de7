// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef MANUAL_COMPOSITION__NODE_THREAD_HPP_
#define MANUAL_COMPOSITION__NODE_THREAD_HPP_

#include <atomic>
#include <functional>
#include <string>
#include <thread>

#include "rclcpp/executors/single_threaded_executor.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"

namespace manual_composition {

/// A single-threaded executor with one node, spinning in a thread of the node's name.
class NodeThread {
 public:
  /// `failed` is called from the thread with what a callback threw.
  NodeThread(const std::string& thread_name,
             rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node,
             std::function<void(const std::string&)> failed);
  ~NodeThread();
  NodeThread(const NodeThread&) = delete;
  NodeThread& operator=(const NodeThread&) = delete;

  /// Lets the callback that is running finish and then ends the thread; does not wait for it.
  void Cancel();

  void Join();

 private:
  void Spin(const std::string& thread_name, const std::function<void(const std::string&)>& failed);

  rclcpp::executors::SingleThreadedExecutor executor_;
  std::atomic<bool> ended_{false};
  std::thread thread_;
};

}  // namespace manual_composition

#endif  // MANUAL_COMPOSITION__NODE_THREAD_HPP_
