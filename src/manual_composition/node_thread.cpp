// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "node_thread.hpp"

#include <chrono>
#include <exception>

#include "thread_name.hpp"

namespace manual_composition {

NodeThread::NodeThread(const std::string& thread_name,
                       rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node,
                       std::function<void(const std::string&)> failed) {
  executor_.add_node(node);
  thread_ =
      std::thread([this, thread_name, failed = std::move(failed)] { Spin(thread_name, failed); });
}

NodeThread::~NodeThread() {
  Cancel();
  Join();
}

void NodeThread::Spin(const std::string& thread_name,
                      const std::function<void(const std::string&)>& failed) {
  const ThreadName name(thread_name);
  try {
    executor_.spin();
  } catch (const std::exception& error) {
    failed(error.what());
  }
  ended_ = true;
}

void NodeThread::Cancel() {
  // A cancel before spin() is lost.
  while (!executor_.is_spinning() && !ended_) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  executor_.cancel();
}

void NodeThread::Join() {
  if (thread_.joinable()) thread_.join();
}

}  // namespace manual_composition
