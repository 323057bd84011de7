// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef KNOWN_COST__KNOWN_COST_NODE_HPP_
#define KNOWN_COST__KNOWN_COST_NODE_HPP_

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "rclcpp/node.hpp"

namespace known_cost {
class HeldMemory;
}

namespace nav2_composition_bench {

/// A node that costs what its parameters say, from its construction to its end: cpu_percent of
/// one core, in a thread of its own that carries the node's name, and memory_mb of 10^6 bytes.
class KnownCostNode : public rclcpp::Node {
 public:
  /// \throws std::invalid_argument for a cost that no thread could keep to, or a negative one.
  explicit KnownCostNode(const rclcpp::NodeOptions& options);
  ~KnownCostNode() override;

 private:
  void run(const std::string& thread_name, double share);
  bool is_stopping();

  std::unique_ptr<known_cost::HeldMemory> memory_;
  std::mutex mutex_;
  std::condition_variable stopped_;
  bool is_stopping_ = false;  ///< Guarded by mutex_.
  std::thread thread_;
};

}  // namespace nav2_composition_bench

#endif  // KNOWN_COST__KNOWN_COST_NODE_HPP_
