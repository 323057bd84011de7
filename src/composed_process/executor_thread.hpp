// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef COMPOSED_PROCESS__EXECUTOR_THREAD_HPP_
#define COMPOSED_PROCESS__EXECUTOR_THREAD_HPP_

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "rclcpp/executor.hpp"

namespace composed_process {

/// An executor that spins in a thread, which has its name once this is constructed.
class ExecutorThread {
 public:
  /// `failed` is called from the thread with what a callback threw.
  ExecutorThread(const std::string& thread_name, std::shared_ptr<rclcpp::Executor> executor,
                 std::function<void(const std::string&)> failed);
  ~ExecutorThread();
  ExecutorThread(const ExecutorThread&) = delete;
  ExecutorThread& operator=(const ExecutorThread&) = delete;

  /// Lets the callback that is running finish and then ends the thread; does not wait for it.
  void cancel();

  void join();

  /// Lets the executor spin again, in a new thread, after join().
  void start();

  rclcpp::Executor* executor() const { return executor_.get(); }

 private:
  void spin();

  const std::string thread_name_;
  const std::shared_ptr<rclcpp::Executor> executor_;
  const std::function<void(const std::string&)> failed_;
  std::atomic<bool> ended_{false};
  std::thread thread_;
};

}  // namespace composed_process

#endif  // COMPOSED_PROCESS__EXECUTOR_THREAD_HPP_
