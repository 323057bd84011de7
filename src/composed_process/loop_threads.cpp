// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "loop_threads.hpp"

#include <cstddef>
#include <utility>

#include "executor_factory.hpp"
#include "placement.hpp"

namespace composed_process {

LoopThreads::LoopThreads(LoopMap map, ExecutorKind kind,
                         const std::function<void(const std::string&)>& failed)
    : map_(std::move(map)) {
  for (const Loop& loop : map_.loops()) {
    const std::string name = "loop_" + std::to_string(threads_.size());
    const auto failed_there = [failed, name](const std::string& what) {
      failed(name + ": " + what);
    };
    call_placed(loop.placement,
                [&] { threads_.emplace_back(name, make_executor(kind), failed_there); });
  }
}

rclcpp::Executor* LoopThreads::executor_of(const std::string& full_name) {
  const auto loop = map_.loop_of(full_name);
  return loop ? threads_[*loop].executor() : nullptr;
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
