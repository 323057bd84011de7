// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__RUNNING_NODE_HPP_
#define TOPOLOGY__RCL__RUNNING_NODE_HPP_

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "description.hpp"
#include "executor_factory.hpp"
#include "node.hpp"
#include "rcl_node.hpp"

namespace topology {

/// The thread of a node that has an executor of its own.
struct OwnThread {
  std::string name;
  std::function<void(const std::string&)> on_failure;
};

/// A node of a topology on rcl, from its start to its end.
class RunningNode {
 public:
  /// `executor` is what its description may say that it does not take.
  RunningNode(Context* context, Executor* executor, const std::string& full_name,
              NodeDescription description, const OwnThread& thread, const Remapping& remapping)
      : own_(description.own_executor || has_entities_apart(description)
                 ? make_executor(kOwn, context, thread.on_failure)
                 : nullptr),
        client_(context, description.own_executor ? own_.get() : executor, own_.get(), full_name,
                description.intra_process, remapping),
        node_(std::make_unique<Node>(std::move(description), &client_)) {
    try {
      client_.start();
      if (own_) own_->start(thread.name);
    } catch (...) {
      stop();
      throw;
    }
  }

  ~RunningNode() { stop(); }

  RunningNode(const RunningNode&) = delete;
  RunningNode& operator=(const RunningNode&) = delete;

  std::string full_name() const { return client_.full_name(); }

 private:
  // Before node_ goes, whose entities the executors have.
  void stop() {
    if (own_) own_->stop();
    client_.stop();
  }

  static constexpr auto kOwn = composed_process::ExecutorKind::kSingleThreaded;

  const std::unique_ptr<Executor> own_;
  RclNode client_;
  std::unique_ptr<Node> node_;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__RUNNING_NODE_HPP_
