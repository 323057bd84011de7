// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef COMPOSED_PROCESS__NODE_THREAD_HPP_
#define COMPOSED_PROCESS__NODE_THREAD_HPP_

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "rclcpp/executor.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"

namespace composed_process {

/// An executor with a node, spinning in a thread that has its name once this is constructed.
class NodeThread {
 public:
  /// `failed` is called from the thread with what a callback threw.
  NodeThread(const std::string& thread_name, std::shared_ptr<rclcpp::Executor> executor,
             rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node,
             std::function<void(const std::string&)> failed);
  ~NodeThread();
  NodeThread(const NodeThread&) = delete;
  NodeThread& operator=(const NodeThread&) = delete;

  /// Lets the callback that is running finish and then ends the thread; does not wait for it.
  void Cancel();

  void Join();

 private:
  void Spin(const std::function<void(const std::string&)>& failed);

  const std::shared_ptr<rclcpp::Executor> executor_;
  std::atomic<bool> ended_{false};
  std::thread thread_;
};

}  // namespace composed_process

#endif  // COMPOSED_PROCESS__NODE_THREAD_HPP_
