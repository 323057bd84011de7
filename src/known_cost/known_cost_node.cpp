// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "known_cost_node.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "burner.hpp"
#include "clock.hpp"
#include "held_memory.hpp"
#include "rclcpp_components/register_node_macro.hpp"
#include "thread_name.hpp"
#include "work.hpp"

namespace nav2_composition_bench {

namespace {

constexpr std::chrono::milliseconds kPeriod(50);  // as most nodes of Nav2
constexpr std::int64_t kSliceNs = 10'000'000;     // after which it asks whether to stop
constexpr double kMaxPercent = 90.0;              // see study/known_cost.py

double checked(const char* name, double value, double most) {
  if (value >= 0.0 && value <= most) return value;
  const std::string limits =
      std::isinf(most) ? "at least 0" : "0 to " + std::to_string(std::lround(most));
  throw std::invalid_argument(std::string(name) + " must be " + limits);
}

}  // namespace

KnownCostNode::KnownCostNode(const rclcpp::NodeOptions& options)
    : rclcpp::Node("known_cost", options) {
  const double percent = checked("cpu_percent", declare_parameter("cpu_percent", 0.0), kMaxPercent);
  const double megabytes = checked("memory_mb", declare_parameter("memory_mb", 0.0), INFINITY);
  memory_ = std::make_unique<known_cost::HeldMemory>(
      static_cast<std::size_t>(std::llround(megabytes * 1e6)));
  // A baseline has no thread: not even its waking up is to cost anything.
  if (percent > 0.0) {
    thread_ = std::thread(&KnownCostNode::run, this, get_name(), percent / 100.0);
  }
}

KnownCostNode::~KnownCostNode() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_stopping_ = true;
  }
  stopped_.notify_all();
  if (thread_.joinable()) thread_.join();
}

bool KnownCostNode::is_stopping() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return is_stopping_;
}

void KnownCostNode::run(const std::string& thread_name, double share) {
  using topology::monotonic_now_ns;
  const composed_process::ThreadName name(thread_name);
  const auto used_ns = [] { return topology::read_clock_ns(CLOCK_THREAD_CPUTIME_ID); };
  known_cost::Burner burner(share, monotonic_now_ns(), used_ns());
  const auto wait = [this] {
    std::unique_lock<std::mutex> lock(mutex_);
    return !stopped_.wait_for(lock, kPeriod, [this] { return is_stopping_; });
  };
  while (wait()) {
    while (!is_stopping()) {
      const std::int64_t debt_ns = burner.debt_ns(monotonic_now_ns(), used_ns());
      if (debt_ns == 0) break;
      topology::be_busy(std::min(debt_ns, kSliceNs));
    }
  }
}

}  // namespace nav2_composition_bench

RCLCPP_COMPONENTS_REGISTER_NODE(nav2_composition_bench::KnownCostNode)
