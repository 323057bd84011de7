// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__INTRA_PROCESS_EXECUTOR_HPP_
#define TOPOLOGY__RCL__INTRA_PROCESS_EXECUTOR_HPP_

#include <functional>
#include <string>
#include <vector>

#include "context.hpp"
#include "event_executor.hpp"
#include "wait_thread.hpp"

namespace topology {

/// Runs timers and messages that pass inside the process in an event loop; a second thread waits
/// with a wait set for all else and hands it to the loop. Callbacks run in the loop's thread alone.
class IntraProcessExecutor : public EventExecutor {
 public:
  /// `on_failure` hears of an exception in a callback.
  IntraProcessExecutor(std::string kind, Context* context,
                       const std::function<void(const std::string&)>& on_failure);
  ~IntraProcessExecutor() override;

  void start(const std::string& thread_name) override;
  void stop() override;
  void add(const std::vector<Entity*>& entities) override;
  void remove(const std::vector<Entity*>& entities) override;
  std::uint64_t take_wake_ups() override;

 private:
  WaitThread wait_thread_;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__INTRA_PROCESS_EXECUTOR_HPP_
