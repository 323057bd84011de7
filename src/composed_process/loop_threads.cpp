// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "loop_threads.hpp"

#include <cstddef>
#include <utility>

#include "core_binding.hpp"
#include "executor_factory.hpp"

namespace composed_process {

namespace {

/// Whether remove_node() of the executor waits for the callback that is running.
bool waits_for_callbacks(ExecutorKind kind) {
  return kind == ExecutorKind::kEvents || kind == ExecutorKind::kRingBuffer ||
         kind == ExecutorKind::kIntraProcessEvents;
}

}  // namespace

LoopThreads::LoopThreads(Placement placement, ExecutorKind kind,
                         const std::function<void(const std::string&)>& failed)
    : placement_(std::move(placement)), kind_(kind) {
  for (const Loop& loop : placement_.loops()) {
    const std::string name = "loop_" + std::to_string(threads_.size());
    const auto failed_there = [failed, name](const std::string& what) {
      failed(name + ": " + what);
    };
    call_on_core(loop.core,
                 [&] { threads_.emplace_back(name, make_executor(kind), failed_there); });
  }
}

rclcpp::Executor* LoopThreads::executor_of(const std::string& full_name) {
  const auto loop = placement_.loop_of(full_name);
  return loop ? threads_[*loop].executor() : nullptr;
}

void LoopThreads::remove(const rclcpp::node_interfaces::NodeBaseInterface::SharedPtr& node) {
  const auto loop = placement_.loop_of(node->get_fully_qualified_name());
  if (!loop) return;
  ExecutorThread& thread = threads_[*loop];
  if (waits_for_callbacks(kind_)) return thread.executor()->remove_node(node);
  thread.cancel();
  thread.join();
  thread.executor()->remove_node(node);
  call_on_core(placement_.loops()[*loop].core, [&thread] { thread.start(); });
}

void LoopThreads::cancel() {
  for (ExecutorThread& thread : threads_) thread.cancel();
}

void LoopThreads::join(const std::function<void(const std::string&)>& waiting) {
  for (std::size_t index = 0; index < threads_.size(); ++index) {
    waiting("waiting for a callback of loop_" + std::to_string(index));
    threads_[index].join();
  }
}

}  // namespace composed_process
