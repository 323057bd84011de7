// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef MANUAL_COMPOSITION__THREAD_NAME_HPP_
#define MANUAL_COMPOSITION__THREAD_NAME_HPP_

#include <pthread.h>

#include <array>
#include <string>

namespace manual_composition {

/// The calling thread's name for as long as this lives. Threads made meanwhile inherit it.
class ThreadName {
 public:
  explicit ThreadName(const std::string& name) {
    pthread_getname_np(pthread_self(), previous_.data(), previous_.size());
    pthread_setname_np(pthread_self(), name.c_str());
  }
  ~ThreadName() { pthread_setname_np(pthread_self(), previous_.data()); }
  ThreadName(const ThreadName&) = delete;
  ThreadName& operator=(const ThreadName&) = delete;

 private:
  static constexpr int kLength = 16;  // TASK_COMM_LEN, the terminating zero included
  std::array<char, kLength> previous_{};
};

}  // namespace manual_composition

#endif  // MANUAL_COMPOSITION__THREAD_NAME_HPP_
