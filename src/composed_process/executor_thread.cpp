// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "executor_thread.hpp"

#include <chrono>
#include <exception>
#include <future>
#include <utility>

#include "executor_factory.hpp"
#include "thread_name.hpp"

namespace composed_process {

ExecutorThread::ExecutorThread(const std::string& thread_name,
                               std::shared_ptr<rclcpp::Executor> executor,
                               std::function<void(const std::string&)> failed)
    : thread_name_(thread_name), executor_(std::move(executor)), failed_(std::move(failed)) {
  start();
}

void ExecutorThread::start() {
  ended_ = false;
  std::promise<void> named;
  const std::future<void> is_named = named.get_future();
  thread_ = std::thread([this, named = std::move(named)]() mutable {
    const ThreadName name(thread_name_);
    named.set_value();
    spin();
  });
  // A thread that takes its name later would take one that the next node has made it change.
  is_named.wait();
}

ExecutorThread::~ExecutorThread() {
  cancel();
  join();
}

void ExecutorThread::spin() {
  try {
    executor_->spin();
  } catch (const std::exception& error) {
    failed_(error.what());
  } catch (...) {
    failed_("something was thrown that is no std::exception");
  }
  ended_ = true;
}

void ExecutorThread::cancel() {
  // A cancel before spin() is lost.
  while (!is_spinning(executor_.get()) && !ended_) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  executor_->cancel();
}

void ExecutorThread::join() {
  if (thread_.joinable()) thread_.join();
}

}  // namespace composed_process
